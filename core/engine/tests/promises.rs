//! The five promises of a session, checked after every step of any run of host, wire and clock.
//!
//! A run is a list of steps; whatever the steps are, the promises hold. A failing run is shrunk to
//! the shortest list that breaks one.

#[path = "promises/books.rs"]
mod books;
#[path = "promises/script.rs"]
mod script;
#[path = "promises/server.rs"]
mod server;
#[path = "promises/step.rs"]
mod step;
#[path = "promises/witness.rs"]
mod witness;

use proptest::prelude::*;
use script::run;
use step::Step;
use witness::Witness;

fn play((stateless, steps): &(bool, Vec<Step>)) -> Witness {
    let mut witness = Witness::new(*stateless);
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
}
