//! Runs over HTTP of any kind, for the property tests.

use super::script::{host_step, server_step};
use super::web_step::WebStep;
use super::web_witness::Mode;
use proptest::prelude::*;

/// Which servers may be spoken to, and what happens.
pub fn run() -> impl Strategy<Value = (Mode, Vec<WebStep>)> {
    let mode =
        prop::sample::select(vec![Mode::Any, Mode::Handshake, Mode::Stateless, Mode::OldSse]);
    // Most runs begin well.
    (mode, 0..6_usize, prop::collection::vec(web_step(), 0..80)).prop_map(
        |(mode, good, mut steps)| {
            steps.splice(0..0, std::iter::repeat_n(WebStep::Good, good));
            (mode, steps)
        },
    )
}

fn web_step() -> impl Strategy<Value = WebStep> {
    let host = host_step().prop_map(WebStep::Host);
    let head = (any::<u8>(), any::<u8>(), any::<u8>(), any::<bool>(), 0..80u8).prop_map(
        |(exchange, status, kind, session, promise)| WebStep::Head {
            exchange,
            status,
            kind,
            session,
            promise,
        },
    );
    let good = (any::<u8>(), 0..3u8).prop_map(|(exchange, kind)| WebStep::Head {
        exchange,
        status: 0,
        kind,
        session: false,
        promise: 0,
    });
    let says = (any::<u8>(), any::<bool>(), server_step())
        .prop_map(|(exchange, own, what)| WebStep::Says { exchange, own, what });
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..40),
        "(id: [a-z]|data:|retry: 5|event: endpoint\ndata: /m|\n){0,5}".prop_map(String::into_bytes),
    ];
    let raw = (any::<u8>(), bytes).prop_map(|(exchange, bytes)| WebStep::Raw { exchange, bytes });
    prop_oneof![
        6 => Just(WebStep::Good),
        10 => host,
        2 => head,
        4 => good,
        8 => says,
        2 => raw,
        3 => (any::<u8>(), 0..6u8).prop_map(|(exchange, how)| WebStep::End { exchange, how }),
        5 => (any::<u8>(), 0..20u8).prop_map(|(exchange, how)| WebStep::Replies { exchange, how }),
        1 => Just(WebStep::Closed),
    ]
}
