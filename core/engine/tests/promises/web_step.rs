//! Steps that a run over HTTP is made of. Numbers pick among what exists at that moment.

use super::step::Step;

#[derive(Clone, Debug)]
pub enum WebStep {
    /// The server does what a good one would, with the exchange that waits longest.
    Good,
    /// Of the host, or of the clock.
    Host(Step),
    /// An answer begins: with which status, as what, whether it names a session, and of what length it promises to
    /// be.
    Head { exchange: u8, status: u8, kind: u8, session: bool, promise: u8 },
    /// A message of the server's comes on an exchange; `own` answers what that carried.
    Says { exchange: u8, own: bool, what: Step },
    /// Any bytes.
    Raw { exchange: u8, bytes: Vec<u8> },
    /// 0 in order, anything else as a failure.
    End { exchange: u8, how: u8 },
    /// What was asked is answered, in one go: 0 to 5 with a greeting of that kind, and so on as
    /// [`Step::ServerAnswers`] has it.
    Replies { exchange: u8, how: u8 },
    /// The owner is done with closing.
    Closed,
}
