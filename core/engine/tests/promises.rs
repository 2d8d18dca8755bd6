//! The five promises of a session, checked after every step of any run of host, wire and clock.
//!
//! A run is a list of steps; whatever the steps are, the promises hold. A failing run is shrunk to
//! the shortest list that breaks one.

#[path = "promises/books.rs"]
mod books;
#[path = "promises/host.rs"]
mod host;
#[path = "promises/script.rs"]
mod script;
#[path = "promises/server.rs"]
mod server;
#[path = "promises/step.rs"]
mod step;
#[path = "promises/web_script.rs"]
mod web_script;
#[path = "promises/web_step.rs"]
mod web_step;
#[path = "promises/web_witness.rs"]
mod web_witness;
#[path = "promises/witness.rs"]
mod witness;

use proptest::prelude::*;
use script::run;
use step::Step;
use web_step::WebStep;
use web_witness::{Mode, WebWitness};
use witness::Witness;

fn play((stateless, steps): &(bool, Vec<Step>)) -> Witness {
    let mut witness = Witness::new(*stateless);
    for step in steps {
        witness.take(step);
    }
    witness.end();
    witness
}

fn play_web((mode, steps): &(Mode, Vec<WebStep>)) -> WebWitness {
    let mut witness = WebWitness::new(*mode);
    for step in steps {
        witness.take(step);
    }
    witness.end();
    witness
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    // proves: RPC-03, RPC-04, RPC-08, CAN-01, CAN-04, CAN-05, CAN-07, MRT-07, SEC-17, STD-04, STD-05
    #[test]
    fn every_promise_holds_whatever_happens(run in run()) {
        play(&run);
    }

    /// Same steps, same events, same bytes.
    #[test]
    fn a_run_is_repeatable(run in run()) {
        let (first, second) = (play(&run), play(&run));
        prop_assert_eq!(first.history(), second.history());
    }
    // proves: HTP-01, HTP-15, HTP-21, HTP-25, HTP-26, HTP-27, HTP-29, HTP-31, RPC-03, RPC-04, CAN-04, CAN-05, MRT-07, SEC-17
    #[test]
    fn every_promise_holds_over_http(run in web_script::run()) {
        play_web(&run);
    }

    /// Same steps, same events, same requests.
    #[test]
    fn a_run_over_http_is_repeatable(run in web_script::run()) {
        let (first, second) = (play_web(&run), play_web(&run));
        prop_assert_eq!(first.history(), second.history());
    }
}
