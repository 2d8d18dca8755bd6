//! Whole sessions over HTTP: any steps of host, server, network and time, judged by the promises of a session.
//! See `src/web_script.rs` for how bytes are read as steps.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcpclient_fuzz::{web_script, web_witness::WebWitness};

fuzz_target!(|data: &[u8]| {
    let (mode, steps) = web_script::read(data);
    let mut witness = WebWitness::new(mode);
    for step in &steps {
        witness.take(step);
    }
    witness.end();
});
