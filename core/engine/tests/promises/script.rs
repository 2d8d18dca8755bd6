//! Runs of any kind, for the property tests.

use super::step::{STATELESS, Step};
use proptest::prelude::*;

/// Whether the stateless era may be spoken, and what happens.
pub fn run() -> impl Strategy<Value = (bool, Vec<Step>)> {
    // Most runs begin with a good greeting; some with anything.
    (any::<bool>(), 0..10u8, prop::collection::vec(step(), 0..60)).prop_map(
        |(stateless, luck, mut steps)| {
            if luck > 0 {
                steps.insert(0, Step::Greet { how: if stateless { STATELESS } else { 0 } });
            }
            (stateless, steps)
        },
    )
}

/// One step of any kind.
pub fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        26 => host_step(),
        28 => server_step(),
        2 => prop::collection::vec(any::<u8>(), 0..40).prop_map(Step::Bytes),
        2 => (any::<u8>(), any::<u8>()).prop_map(|(call, cut)| Step::Torn { call, cut }),
        1 => prop_oneof![Just(Step::LaneEnds), Just(Step::Restarted)],
    ]
}

/// What the host does, and the clock.
pub fn host_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        12 => (any::<u8>(), any::<bool>(), prop::option::of(any::<u16>()))
            .prop_map(|(method, progress, idle)| Step::Call { method, progress, idle }),
        4 => any::<u8>().prop_map(Step::CancelCall),
        2 => any::<u8>().prop_map(Step::Resume),
        10 => (any::<u8>(), any::<u8>()).prop_map(|(input, how)| Step::Answer { input, how }),
        2 => Just(Step::Notify),
        2 => any::<u8>().prop_map(Step::Roots),
        2 => any::<u8>().prop_map(Step::Watch),
        2 => prop_oneof![any::<u8>().prop_map(Step::Suspend), Just(Step::Wake)],
        6 => any::<u16>().prop_map(Step::Wait),
        6 => any::<u8>().prop_map(Step::Take),
        1 => Just(Step::Close),
    ]
}

/// Whole messages of the server.
pub fn server_step() -> impl Strategy<Value = Step> {
    prop_oneof![
        6 => (any::<u8>(), 0..13u8).prop_map(|(call, how)| Step::ServerAnswers { call, how }),
        6 => (0..6u8, any::<u8>()).prop_map(|(id, what)| Step::ServerAsks { id, what }),
        2 => (0..6u8, any::<u8>()).prop_map(|(id, what)| Step::Batch { id, what }),
        2 => (0..6u8).prop_map(Step::ServerCancels),
        2 => (any::<u8>(), any::<u8>()).prop_map(|(call, how)| Step::Changes { call, how }),
        3 => any::<u8>().prop_map(Step::Progress),
        3 => any::<u8>().prop_map(Step::Log),
        2 => any::<u8>().prop_map(Step::Unknown),
        1 => any::<u8>().prop_map(|call| Step::Huge { call }),
        1 => (0..7u8).prop_map(|how| Step::Greet { how }),
    ]
}
