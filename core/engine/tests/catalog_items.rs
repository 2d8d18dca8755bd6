//! What servers list, read one item at a time.
#![allow(clippy::unwrap_used)]

use mcpclient_engine::catalog::{Hints, Item, ItemKind};
use mcpclient_engine::json::Json;
use mcpclient_engine::policy::HazardKind;
use mcpclient_engine::{Code, Error};

fn item(kind: ItemKind, json: &str) -> Item {
    Item::read(kind, Json::parse(json).unwrap()).unwrap()
}

fn tool(more: &str) -> Item {
    item(ItemKind::Tool, &format!(r#"{{"name":"book","inputSchema":{{"type":"object"}}{more}}}"#))
}

// proves: TOL-08, MET-05
#[test]
fn a_label_is_the_title_or_else_the_name() {
    assert_eq!(tool("").label(), "book");
    assert_eq!(tool(r#","annotations":{"title":"Old"}"#).label(), "Old");
    assert_eq!(tool(r#","title":"New","annotations":{"title":"Old"}"#).label(), "New");
    assert_eq!(tool(r#","title":"","annotations":{"title":7}"#).label(), "book");
    let prompt = item(ItemKind::Prompt, r#"{"name":"p","annotations":{"title":"no"}}"#);
    assert_eq!(prompt.label(), "p");
}

// proves: TOL-06
#[test]
fn names_are_kept_to_the_letter() {
    for name in ["a/b", "Ünïcode tool", &"x".repeat(400), "  "] {
        let json = format!(r#"{{"name":"{name}","inputSchema":{{"type":"object"}}}}"#);
        assert_eq!(item(ItemKind::Tool, &json).name(), name);
    }
}

// proves: TOL-04, TOL-05, TOL-17
#[test]
fn a_tool_keeps_all_that_was_said_of_it() {
    let schema =
        r#"{"type":"object","$defs":{"a":{"x-own":[1.0,1e2]}},"required":["a"],"description":"d"}"#;
    let text = format!(
        r#"{{"name":"t","description":"what it does","inputSchema":{schema},"outputSchema":{{"anyOf":[true]}},"execution":{{"taskSupport":"optional"}},"_meta":{{"io.example/a":1}}}}"#
    );
    let tool = item(ItemKind::Tool, &text);
    assert_eq!(tool.json().as_str(), text);
    assert_eq!(tool.input_schema().unwrap().raw(), schema);
    assert_eq!(tool.output_schema().unwrap().raw(), r#"{"anyOf":[true]}"#);
    assert_eq!(tool.description().unwrap(), "what it does");
}

// proves: TOL-10
#[test]
fn hints_that_are_missing_mean_what_the_protocol_says() {
    let of = |more: &str| tool(more).hints().unwrap();
    let usual = Hints { read_only: false, destructive: true, idempotent: false, open_world: true };
    assert_eq!(of(""), usual);
    assert_eq!(of(r#","annotations":{}"#), usual);
    assert_eq!(of(r#","annotations":{"readOnlyHint":"yes","openWorldHint":null}"#), usual);
    // Whether it destroys, or may be repeated, is no question where nothing changes.
    let reading = Hints { read_only: true, destructive: false, ..usual };
    assert_eq!(of(r#","annotations":{"readOnlyHint":true}"#), reading);
    assert_eq!(
        of(r#","annotations":{"readOnlyHint":true,"destructiveHint":true,"idempotentHint":true}"#),
        reading
    );
    let gentle = Hints { destructive: false, idempotent: true, open_world: false, ..usual };
    assert_eq!(
        of(
            r#","annotations":{"destructiveHint":false,"idempotentHint":true,"openWorldHint":false}"#
        ),
        gentle
    );
    assert_eq!(item(ItemKind::Prompt, r#"{"name":"p"}"#).hints(), None);
}

// proves: TOL-20
#[test]
fn a_dialog_learns_what_to_be_careful_about() {
    assert_eq!(tool(r#","description":"Books a flight.""#).hazards(), []);
    let told =
        tool(r#","title":"Book\u001b[2J","description":"See https://example.com""#).hazards();
    assert_eq!(told, [HazardKind::Link, HazardKind::Control]);
    assert_eq!(
        tool(&format!(r#","description":"{}""#, "a ".repeat(1_500))).hazards(),
        [HazardKind::Long]
    );
}

// proves: RES-05, RES-02, RES-09, TOL-21
#[test]
fn a_resource_is_read_with_all_its_members() {
    let resource = item(
        ItemKind::Resource,
        r#"{"uri":"GIT+x://Repo/%41?q#f","name":"r","title":"R","description":"d","mimeType":"inode/directory","size":7,"annotations":{"priority":0.5}}"#,
    );
    assert_eq!(resource.uri().unwrap(), "GIT+x://Repo/%41?q#f");
    assert_eq!(resource.label(), "R");
    assert_eq!(resource.mime_type().unwrap(), "inode/directory");
    assert_eq!(resource.size(), Some(7));
    let link = r#"{"type":"resource_link","uri":"file:///a","name":"a","size":-1}"#;
    let link = item(ItemKind::Resource, link);
    assert_eq!((link.uri().as_deref(), link.size()), (Some("file:///a"), None));
}

// proves: MET-06
#[test]
fn a_server_is_read_like_what_it_lists() {
    let server = item(
        ItemKind::Server,
        r#"{"name":"s","version":"2","title":"S","description":"d","websiteUrl":"https://example.com"}"#,
    );
    assert_eq!((server.label().as_ref(), server.version().as_deref()), ("S", Some("2")));
    assert_eq!(server.description().as_deref(), Some("d"));
}

// proves: TOL-17
#[test]
fn what_is_no_item_is_refused_by_what_is_missing() {
    let refused =
        |kind, json: &str| -> Error { Item::read(kind, Json::parse(json).unwrap()).unwrap_err() };
    for (kind, json) in [
        (ItemKind::Tool, r#"{"name":"t"}"#),
        (ItemKind::Tool, r#"{"name":"t","inputSchema":null}"#),
        (ItemKind::Resource, r#"{"name":"t"}"#),
        (ItemKind::ResourceTemplate, r#"{"uriTemplate":"","name":"t"}"#),
        (ItemKind::Prompt, r#"{"name":7}"#),
        (ItemKind::Server, "[]"),
        (ItemKind::Server, r#"{"name":""}"#),
    ] {
        assert_eq!(refused(kind, json).code, Code::Protocol, "{json}");
    }
}

// proves: PRM-03
#[test]
fn a_prompt_says_which_arguments_are_missing() {
    let prompt = item(
        ItemKind::Prompt,
        r#"{"name":"p","arguments":[{"name":"city","title":"City","required":true},{"name":"day","required":true,"description":"d"},{"name":"note"}]}"#,
    );
    let arguments = prompt.arguments();
    assert_eq!(
        arguments.iter().map(mcpclient_engine::catalog::Argument::label).collect::<Vec<_>>(),
        ["City", "day", "note"]
    );
    assert_eq!(arguments.iter().map(|a| a.required).collect::<Vec<_>>(), [true, true, false]);
    let check = |given: Option<&str>| {
        let given = given.map(|given| Json::parse(given).unwrap());
        prompt.check_arguments(given.as_ref().map(Json::value))
    };
    assert_eq!(check(Some(r#"{"city":"","day":"1","more":"x"}"#)), Ok(()));
    let missing = check(Some(r#"{"note":"n"}"#)).unwrap_err();
    assert_eq!(missing.code, Code::Form);
    assert_eq!(
        missing.fields.iter().map(|f| (f.field, f.name.as_str())).collect::<Vec<_>>(),
        [(0, "city"), (1, "day")]
    );
    assert_eq!(check(None).unwrap_err().fields.len(), 2);
    assert_eq!(check(Some(r#"{"city":1,"day":"1"}"#)).unwrap_err().code, Code::InvalidArg);
    assert_eq!(check(Some("[]")).unwrap_err().code, Code::BadJson);
}

fn expanded(template: &str, values: &str) -> Result<String, Error> {
    let json = format!(r#"{{"uriTemplate":"{template}","name":"t"}}"#);
    let values = Json::parse(values).unwrap();
    item(ItemKind::ResourceTemplate, &json).expand(Some(values.value()))
}

// proves: RES-06
#[test]
fn templates_are_expanded_as_the_rfc_says() {
    let values = r#"{"var":"value","hello":"Hello World!","path":"/foo/bar","empty":"","list":["red","green","blue"],"keys":{"semi":";","dot":"."},"x":"1024","y":"768","half":"50%"}"#;
    for (template, uri) in [
        ("{var}", "value"),
        ("{hello}", "Hello%20World%21"),
        ("{half}", "50%25"),
        ("O{empty}X", "OX"),
        ("O{undef}X", "OX"),
        ("{x,hello,y}", "1024,Hello%20World%21,768"),
        ("{var:3}", "val"),
        ("{list}", "red,green,blue"),
        ("{list*}", "red,green,blue"),
        ("{keys}", "semi,%3B,dot,."),
        ("{keys*}", "semi=%3B,dot=."),
        ("{+path}/here", "/foo/bar/here"),
        ("{+half}", "50%25"),
        ("{#path,x}/here", "#/foo/bar,1024/here"),
        ("X{.list*}", "X.red.green.blue"),
        ("{/var,x}/here", "/value/1024/here"),
        ("{/list*}", "/red/green/blue"),
        ("{;x,y,empty}", ";x=1024;y=768;empty"),
        ("{?x,y,undef}", "?x=1024&y=768"),
        ("{?keys*}", "?semi=%3B&dot=."),
        ("?fixed=yes{&x}", "?fixed=yes&x=1024"),
        ("file:///{+path}.md", "file:////foo/bar.md"),
    ] {
        assert_eq!(expanded(template, values).as_deref(), Ok(uri), "{template}");
    }
}

// proves: RES-06
#[test]
fn what_cannot_be_expanded_is_said_to_be_so() {
    let code = |template: &str, values: &str| expanded(template, values).unwrap_err().code;
    assert_eq!(code("{unclosed", "{}"), Code::Unsupported);
    assert_eq!(code("{a}", r#"{"a":1}"#), Code::InvalidArg);
    assert_eq!(code("{a}", r#"{"a":["x",1]}"#), Code::InvalidArg);
    assert_eq!(code("{a:3}", r#"{"a":["x"]}"#), Code::InvalidArg);
    assert_eq!(code("{a}", "[]"), Code::BadJson);
    let much = format!(r#"{{"a":"{}"}}"#, "x".repeat(60_000));
    assert_eq!(code(&"{a}".repeat(1_000), &much), Code::TooLarge);
    assert_eq!(code(&"x".repeat(70_000), "{}"), Code::Unsupported);
    let prompt = item(ItemKind::Prompt, r#"{"name":"p"}"#);
    assert_eq!(prompt.expand(None).unwrap_err().code, Code::Unsupported);
}

// proves: RES-06
#[test]
fn the_variables_of_a_template_can_be_asked_for() {
    let json = r#"{"uriTemplate":"x://{a}{/b*,a:3}{?c}","name":"t"}"#;
    let template = item(ItemKind::ResourceTemplate, json);
    let names: Vec<_> = template.arguments().into_iter().map(|argument| argument.name).collect();
    assert_eq!(names, ["a", "b", "c"]);
    let broken = item(ItemKind::ResourceTemplate, r#"{"uriTemplate":"x://{","name":"t"}"#);
    assert_eq!(broken.arguments(), []);
}
