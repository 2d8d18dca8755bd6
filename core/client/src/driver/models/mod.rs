//! What several threads do to one client, in one order after another, as many as shuttle tries. The server
//! is a pipe whose other end the model holds, and the reactor never runs: nothing happens but what the
//! model does.

mod answers;
mod calls;
mod exchanges;
mod mailbox;
mod scene;

use shuttle::scheduler::{PctScheduler, RandomScheduler};
use shuttle::{Config, Runner};

/// Orders that are tried at random, and as many that change between threads only a few times.
const ORDERS: usize = 500;
const CHANGES: usize = 3;

/// Tries the model in many orders. Without an assertion it still fails where all threads wait.
fn explore(model: fn()) {
    let mut config = Config::new();
    config.stack_size = 1 << 20;
    Runner::new(RandomScheduler::new(ORDERS), config.clone()).run(model);
    Runner::new(PctScheduler::new(CHANGES, ORDERS), config).run(model);
}
