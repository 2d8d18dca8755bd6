//! Where child processes are not supported yet: the same names, of which there is never one.

use super::Grace;
use super::stream::{Inlet, Outlet};
use crate::transport::Stdio;
use mcpclient_engine::{Code, Error};

enum Never {}

pub(crate) struct Server {
    pub(crate) child: Child,
    pub(crate) stdout: Outlet,
    pub(crate) stderr: Outlet,
}

impl Server {
    pub(crate) fn start(_options: &Stdio) -> Result<(Self, Inlet), Error> {
        Err(Error::new(Code::Unsupported, "child processes are not supported on this system yet"))
    }

    pub(crate) fn pid(&self) -> u32 {
        match self.child.0 {}
    }
}

pub(crate) struct Child(Never);

impl Child {
    pub(crate) fn code(&self) -> Option<i32> {
        match self.0 {}
    }

    pub(crate) fn signal(&self) -> Option<i32> {
        match self.0 {}
    }

    pub(crate) fn has_exited(&self) -> bool {
        match self.0 {}
    }

    pub(crate) async fn exited(&mut self) {
        match self.0 {}
    }

    pub(crate) fn family(&self) {
        match self.0 {}
    }
}

pub(crate) async fn end(child: &mut Child, _family: (), _grace: &Grace) {
    match child.0 {}
}
