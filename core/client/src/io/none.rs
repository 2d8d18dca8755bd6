//! Where child processes are not supported yet: the same names, of which there is never one.

use super::Grace;
use crate::transport::Stdio;
use mcpclient_engine::{Code, Error};
use std::io;
use std::task::{Context, Poll};

#[derive(Clone)]
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

pub(crate) struct Inlet(Never);

impl Inlet {
    pub(crate) fn write(&self, _bytes: &[u8]) -> io::Result<usize> {
        match self.0 {}
    }

    pub(crate) async fn writable(&self) -> io::Result<Ready> {
        match self.0 {}
    }
}

pub(crate) struct Outlet(Never);

impl Outlet {
    pub(crate) fn poll_readable(&self, _context: &mut Context<'_>) -> Poll<io::Result<Ready>> {
        match self.0 {}
    }

    pub(crate) fn source(&self) -> &Source {
        match self.0 {}
    }
}

#[derive(Clone)]
pub(crate) struct Source(Never);

impl Source {
    pub(crate) fn watch(&self) -> io::Result<Outlet> {
        match self.0 {}
    }

    pub(crate) fn read(&self, _into: &mut Vec<u8>, _most: usize) -> io::Result<usize> {
        match self.0 {}
    }

    pub(crate) fn readable_within(&self, _patience: std::time::Duration) -> bool {
        match self.0 {}
    }

    pub(crate) fn grow(&self, _bytes: usize) {
        match self.0 {}
    }
}

pub(crate) struct Ready(Never);

impl Ready {
    pub(crate) fn clear_ready(&mut self) {
        match self.0 {}
    }
}

pub(crate) async fn end(child: &mut Child, _family: (), _grace: &Grace) {
    match child.0 {}
}
