//! Whole sessions: any steps of host, server and time, judged by the promises of a session. See
//! `src/script.rs` for how bytes are read as steps.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcpclient_fuzz::{script, witness::Witness};

fuzz_target!(|data: &[u8]| {
    let (stateless, steps) = script::read(data);
    let mut witness = Witness::new(stateless);
    for step in &steps {
        witness.take(step);
    }
    witness.end();
});
