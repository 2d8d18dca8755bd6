//! Sampling: any request is read or refused, any answer to it is taken or not.
//!
//! Input: a byte that picks the revision and what was declared, then two texts parted by a zero
//! byte: the request's parameters and a result.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::sampling::{Features, SampleRequest, check_result};

fuzz_target!(|data: &[u8]| {
    let Some((choice, rest)) = data.split_first() else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let revision = Revision::ALL[usize::from(choice & 7) % Revision::ALL.len()];
    let features = Features { tools: choice & 8 == 0, context: choice & 16 == 0 };
    let mut parts = text.split('\0').map(Json::parse);
    let Some(Ok(params)) = parts.next() else { return };
    let request = match SampleRequest::parse(params.value(), revision, features) {
        Ok(request) => request,
        Err(fault) => {
            assert!(fault.code < 0 && !fault.message.is_empty());
            return;
        }
    };
    if let Some(Ok(result)) = parts.next() {
        if let Err(error) = check_result(&request, result.value(), revision) {
            assert!(!error.message.is_empty());
        }
    }
});
