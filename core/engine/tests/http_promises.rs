//! The promises of a session, over HTTP: whatever its exchanges bring, break off, or leave out.

#[allow(dead_code)]
#[path = "promises/books.rs"]
mod books;
#[allow(dead_code)]
#[path = "promises/script.rs"]
mod script;
#[path = "promises/server.rs"]
mod server;
#[allow(dead_code)]
#[path = "promises/step.rs"]
mod step;
#[path = "promises/http/web.rs"]
mod web;

use proptest::prelude::*;
use web::{Run, Web, run};

fn play(run: &Run) -> Web {
    let mut web = Web::new(run.setup);
    for step in &run.steps {
        web.take(step);
    }
    web.end();
    web
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    // proves: RPC-03, RPC-04, CAN-04, CAN-05, HTP-15, HTP-21, HTP-25, HTP-26, HTP-27, MRT-07
    #[test]
    fn every_promise_holds_whatever_exchanges_bring(run in run()) {
        play(&run);
    }

    /// Same steps, same events, same exchanges.
    #[test]
    fn a_run_is_repeatable(run in run()) {
        let (first, second) = (play(&run), play(&run));
        prop_assert_eq!(first.history(), second.history());
    }
}
