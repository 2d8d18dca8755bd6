//! What touches the operating system.

mod grace;
pub(crate) mod http;
mod names;
mod stderr;
pub(crate) mod sys;

#[cfg(unix)]
mod bell;
#[cfg(unix)]
mod child;
#[cfg(unix)]
mod family;
#[cfg(unix)]
mod ladder;
#[cfg(unix)]
mod pipe;
#[cfg(unix)]
mod server;
#[cfg(unix)]
mod socket;

#[cfg(not(unix))]
mod none;
#[cfg(not(unix))]
mod stream;

pub(crate) use grace::Grace;
pub(crate) use names::{AT_ONCE, Names};
pub(crate) use stderr::{LineCutter, StderrLines, StderrRing};

#[cfg(unix)]
pub(crate) use self::{
    bell::Bell,
    child::Child,
    ladder::end,
    pipe::{Inlet, Outlet, Source},
    server::Server,
    socket::{check, connect},
};

#[cfg(not(unix))]
pub(crate) use none::{Child, Server, end};
#[cfg(not(unix))]
pub(crate) use stream::{Inlet, Outlet, Source, check, connect};
