//! Headers that repeat what the body says, so that what stands on the way need not read it (HTP-31).

use super::annotation::{Annotation, read};
use super::value::encode;
use crate::error::{Code, Error};
use crate::json::{Kind, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Names and values.
pub(crate) type Headers = Vec<(Cow<'static, str>, String)>;

/// Bytes that the annotations of all tools may take.
const ROOM: usize = 4 << 20;
/// Where integers are exact in every language.
const SAFE: i64 = (1 << 53) - 1;

/// What the tools that a server has listed want to be mirrored of their arguments (HTP-42).
#[derive(Debug, Default)]
pub(crate) struct Mirrors {
    /// Only those that want something.
    tools: BTreeMap<String, Vec<Annotation>>,
    size: usize,
}

impl Mirrors {
    /// Takes in a tool of a list, in place of what was known of it. Gives why it must be set aside, if so (HTP-40).
    pub(crate) fn learn(&mut self, tool: Value<'_>) -> Option<&'static str> {
        let name = tool.get("name")?.text()?;
        self.forget(&name);
        let annotations = match read(tool.get("inputSchema")?) {
            Ok(annotations) if annotations.is_empty() => return None,
            Ok(annotations) => annotations,
            Err(fault) => return Some(fault),
        };
        let size = size_of(&name, &annotations);
        if self.size + size > ROOM {
            return Some("the list wants more arguments in headers than can be kept");
        }
        self.size += size;
        self.tools.insert(name.into_owned(), annotations);
        None
    }

    /// Nothing is known of that tool any more.
    pub(crate) fn forget(&mut self, name: &str) {
        if let Some(annotations) = self.tools.remove(name) {
            self.size -= size_of(name, &annotations);
        }
    }

    /// Another server has tools of its own.
    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// The headers for a message of the stateless era, from what stands in its body.
    pub(crate) fn headers(
        &self,
        method: &str,
        params: Option<Value<'_>>,
    ) -> Result<Headers, Error> {
        let mut headers: Headers = vec![("Mcp-Method".into(), encode(method).into_owned())];
        let member = match method {
            "tools/call" | "prompts/get" => "name",
            "resources/read" => "uri",
            "tasks/get" | "tasks/update" | "tasks/cancel" => "taskId",
            _ => return Ok(headers),
        };
        let Some(params) = params else { return Ok(headers) };
        if let Some(name) = params.get(member).and_then(Value::text) {
            headers.push(("Mcp-Name".into(), encode(&name).into_owned()));
            if method == "tools/call" {
                self.arguments(&name, params, &mut headers)?;
            }
        }
        Ok(headers)
    }

    fn arguments(&self, tool: &str, params: Value<'_>, headers: &mut Headers) -> Result<(), Error> {
        let Some(annotations) = self.tools.get(tool) else { return Ok(()) };
        let Some(arguments) = params.get("arguments") else { return Ok(()) };
        for Annotation { path, header } in annotations {
            let value = path.iter().try_fold(arguments, |value, name| value.get(name));
            if let Some(text) = value.map(text_of).transpose()?.flatten() {
                headers.push((header.clone().into(), encode(&text).into_owned()));
            }
        }
        Ok(())
    }
}

/// An argument as text; nothing for what cannot be mirrored (HTP-37).
fn text_of(value: Value<'_>) -> Result<Option<Cow<'_, str>>, Error> {
    Ok(match value.kind() {
        Kind::String => value.text(),
        Kind::Bool => Some(value.raw().into()),
        Kind::Number => {
            let Some(number) = value.number().filter(|number| number.is_integer()) else {
                return Ok(None);
            };
            let safe = number.as_i64().filter(|number| (-SAFE..=SAFE).contains(number));
            let Some(safe) = safe else {
                let message = "an integer that the tool wants in a header is beyond what every \
                               language can hold, which is 2^53 - 1";
                return Err(Error::new(Code::InvalidArg, message));
            };
            Some(safe.to_string().into())
        }
        Kind::Null | Kind::Array | Kind::Object => None,
    })
}

fn size_of(name: &str, annotations: &[Annotation]) -> usize {
    let one = |one: &Annotation| {
        one.header.len() + one.path.iter().map(|name| name.len() + 24).sum::<usize>() + 48
    };
    name.len() + annotations.iter().map(one).sum::<usize>()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Json;

    fn headers(mirrors: &Mirrors, method: &str, params: &str) -> Vec<String> {
        let params = Json::parse(params).unwrap();
        let headers = mirrors.headers(method, Some(params.value())).unwrap();
        headers.iter().map(|(name, value)| format!("{name}: {value}")).collect()
    }

    fn learn(mirrors: &mut Mirrors, tool: &str) -> Option<&'static str> {
        mirrors.learn(Json::parse(tool).unwrap().value())
    }

    const TOOL: &str = r#"{"name":"t","inputSchema":{"type":"object","properties":{
        "s":{"type":"string","x-mcp-header":"S"},"i":{"type":"integer","x-mcp-header":"I"},
        "b":{"type":"boolean","x-mcp-header":"B"},
        "o":{"type":"object","properties":{"p":{"type":"string","x-mcp-header":"P"}}}}}}"#;

    // proves: HTP-31, HTP-32, HTP-33
    #[test]
    fn method_and_name_are_mirrored() {
        let mirrors = Mirrors::default();
        for (method, params, name) in [
            ("tools/call", r#"{"name":"get_weather","uri":"x"}"#, "get_weather"),
            ("prompts/get", r#"{"name":"a b","arguments":{}}"#, "a b"),
            ("resources/read", r#"{"name":"x","uri":"file:///é"}"#, "=?base64?ZmlsZTovLy/DqQ==?="),
            ("tasks/get", r#"{"taskId":"1"}"#, "1"),
            ("tasks/update", r#"{"taskId":"1"}"#, "1"),
            ("tasks/cancel", r#"{"taskId":""}"#, ""),
        ] {
            let wanted = [format!("Mcp-Method: {method}"), format!("Mcp-Name: {name}")];
            assert_eq!(headers(&mirrors, method, params), wanted);
        }
        assert_eq!(headers(&mirrors, "tools/list", r#"{"name":"x"}"#), ["Mcp-Method: tools/list"]);
        assert_eq!(headers(&mirrors, "tools/call", r#"{"name":1}"#), ["Mcp-Method: tools/call"]);
        let odd = mirrors.headers("a\r\nX: y", None).unwrap();
        assert_eq!(odd, [("Mcp-Method".into(), "=?base64?YQ0KWDogeQ==?=".into())]);
    }

    // proves: HTP-36, HTP-37, HTP-38
    #[test]
    fn arguments_are_mirrored_where_they_are() {
        let mut mirrors = Mirrors::default();
        assert_eq!(learn(&mut mirrors, TOOL), None);
        let with = |arguments: &str| {
            let all = headers(
                &mirrors,
                "tools/call",
                &format!(r#"{{"name":"t","arguments":{arguments}}}"#),
            );
            all[2..].to_vec()
        };
        let all = r#"{"b":false,"s":" x","i":-7,"o":{"p":""},"p":"no"}"#;
        let wanted = [
            "Mcp-Param-S: =?base64?IHg=?=",
            "Mcp-Param-I: -7",
            "Mcp-Param-B: false",
            "Mcp-Param-P: ",
        ];
        assert_eq!(with(all), wanted);
        assert_eq!(with(r#"{"s":null,"o":null}"#), [""; 0]);
        assert_eq!(with(r#"{"i":1.5,"s":[],"o":"p"}"#), [""; 0]);
        assert_eq!(with(r#"{"i":1e2}"#), ["Mcp-Param-I: 100"]);
        assert_eq!(with(r#"{"i":9007199254740991}"#), ["Mcp-Param-I: 9007199254740991"]);
        assert_eq!(with("{}"), [""; 0]);
        for far in ["9007199254740992", "-9007199254740992", "1e300"] {
            let params =
                Json::parse(&format!(r#"{{"name":"t","arguments":{{"i":{far}}}}}"#)).unwrap();
            let error = mirrors.headers("tools/call", Some(params.value())).unwrap_err();
            assert_eq!(error.code, Code::InvalidArg, "{far}");
        }
        let other = headers(&mirrors, "prompts/get", r#"{"name":"t","arguments":{"s":"x"}}"#);
        assert_eq!(other.len(), 2, "only tools have them");
    }

    // proves: HTP-40, HTP-42
    #[test]
    fn the_newest_list_counts() {
        let mut mirrors = Mirrors::default();
        learn(&mut mirrors, TOOL);
        let call = |mirrors: &Mirrors| {
            headers(mirrors, "tools/call", r#"{"name":"t","arguments":{"s":"x"}}"#).len()
        };
        assert_eq!(call(&mirrors), 3);
        let bad = r#"{"name":"t","inputSchema":{"x-mcp-header":"A"}}"#;
        assert!(learn(&mut mirrors, bad).is_some());
        assert_eq!((call(&mirrors), mirrors.size), (2, 0));
        learn(&mut mirrors, TOOL);
        assert_eq!(learn(&mut mirrors, r#"{"name":"t","inputSchema":{}}"#), None);
        assert_eq!((call(&mirrors), mirrors.size), (2, 0));
        learn(&mut mirrors, TOOL);
        mirrors.clear();
        assert_eq!(call(&mirrors), 2);
    }

    #[test]
    fn what_is_kept_is_bounded() {
        let mut mirrors = Mirrors::default();
        let long = "x".repeat(100_000);
        let fits = (0..100).take_while(|at| {
            let tool = format!(
                r#"{{"name":"{at}","inputSchema":{{"properties":{{"{long}":{{"type":"string","x-mcp-header":"A"}}}}}}}}"#
            );
            learn(&mut mirrors, &tool).is_none()
        });
        assert_eq!(fits.count(), ROOM / 100_200);
    }
}
