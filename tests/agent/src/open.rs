//! What a client is made with.

use mcpclient::json::Json;
use mcpclient::roots::{Root, RootList};
use mcpclient::{
    ClientOptions, Code, Error, Http, Millis, Offer, OldSse, Revision, Roots, SessionConfig, Stdio,
    Transport,
};
use serde_json::Value;
use std::time::Duration;

pub fn offer(open: &Value) -> Offer {
    let is = |name: &str| open[name] == true;
    Offer {
        form: is("form"),
        url: is("url"),
        sample: is("sample"),
        sample_tools: is("sampleTools"),
        sample_context: is("sampleContext"),
        roots: match (is("askRoots"), open["roots"].is_array()) {
            (true, _) => Roots::Ask,
            (false, true) => Roots::List,
            (false, false) => Roots::None,
        },
    }
}

pub fn server(open: &Value) -> Transport {
    if let Some(url) = open["endpoint"].as_str() {
        let old = if open["oldSse"] == true { OldSse::Only } else { OldSse::default() };
        return Http::new(url).old_sse(old).into();
    }
    let server = Stdio::new(open["program"].as_str().unwrap_or_default());
    let args = open["args"].as_array().into_iter().flatten();
    let server = server.args(args.filter_map(Value::as_str));
    match open["grace"].as_u64() {
        Some(grace) => server.grace(Duration::from_millis(grace)).into(),
        None => server.into(),
    }
}

pub fn options(open: &Value) -> Result<ClientOptions, Error> {
    let mut config = SessionConfig::new("transcripts", "1");
    config.roots = roots(&open["roots"])?;
    if let Some(revisions) = open["revisions"].as_array() {
        let known = |name: &Value| {
            Revision::from_wire(name.as_str().unwrap_or_default())
                .ok_or_else(|| Error::new(Code::Unsupported, "an unknown revision"))
        };
        config.revisions = revisions.iter().map(known).collect::<Result<_, _>>()?;
    }
    config.tasks = open["tasks"] == true;
    let set = |place: &mut Millis, name: &str| {
        if let Some(time) = open[name].as_u64() {
            *place = Millis(time);
        }
    };
    set(&mut config.times.idle, "timeout");
    set(&mut config.times.total, "total");
    set(&mut config.times.connect, "connect");
    set(&mut config.times.input, "inputTime");
    let mut options = ClientOptions::new("puppet", config);
    options.stderr_lines = false;
    Ok(options)
}

pub fn roots(list: &Value) -> Result<RootList, Error> {
    let mut roots = RootList::default();
    for item in list.as_array().into_iter().flatten() {
        let text = |name: &str| item[name].as_str().map(str::to_owned);
        roots.add(Root::new(text("uri").unwrap_or_default(), text("name"))?);
    }
    Ok(roots)
}

/// JSON that comes as text, so that it goes out as it was written.
pub fn json(text: &Value) -> Result<Option<Json>, Error> {
    let parse = |text| Json::parse(text).map_err(|_| Error::new(Code::BadJson, "no JSON"));
    text.as_str().map(parse).transpose()
}

pub fn need(text: &Value) -> Result<Json, Error> {
    json(text)?.ok_or_else(|| Error::new(Code::InvalidArg, "no JSON"))
}
