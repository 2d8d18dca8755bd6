//! Addresses of names.

use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::sync::Arc;
use tokio::sync::Semaphore;
use tokio::task;

/// Names that are looked up at the same time. Each holds a thread, for as long as a name server is silent; those
/// who ask for other names should not have to wait for that, and yet there must be a limit.
pub(crate) const AT_ONCE: usize = 16;
/// Addresses that are tried at most.
const ADDRESSES: usize = 32;

/// Asks the system, on a thread that may wait.
#[derive(Clone)]
pub(crate) struct Names(Arc<Semaphore>);

impl Names {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }

    /// At least one address. Whoever stops waiting does not end the question, which so long counts as one of those
    /// at once.
    pub(crate) async fn look_up(&self, host: &str, port: u16) -> io::Result<Vec<SocketAddr>> {
        if let Ok(address) = host.parse::<IpAddr>() {
            return Ok(vec![SocketAddr::new(address, port)]);
        }
        let host = host.to_owned();
        let found = self.ask(move || {
            let found = (host.as_str(), port).to_socket_addrs()?;
            Ok(found.take(ADDRESSES).collect::<Vec<_>>())
        });
        match found.await? {
            none if none.is_empty() => Err(io::Error::other("it has no address")),
            found => Ok(found),
        }
    }

    async fn ask<R: Send + 'static>(
        &self,
        question: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> io::Result<R> {
        let turn = Arc::clone(&self.0).acquire_owned().await;
        let asked = task::spawn_blocking(move || {
            let _turn = turn;
            question()
        });
        asked.await.unwrap_or_else(|_| Err(io::Error::other("nobody could be asked")))
    }
}

#[cfg(test)]
mod tests {
    use super::{AT_ONCE, Names};
    use std::sync::mpsc::{Receiver, channel};
    use tokio::runtime::Builder;

    #[test]
    fn names_that_nobody_answers_for_starve_no_others() {
        let mut builder = Builder::new_current_thread();
        let runtime = builder.max_blocking_threads(AT_ONCE).build().unwrap();
        runtime.block_on(async {
            let names = Names::new();
            let (begin, mut begun) = tokio::sync::mpsc::unbounded_channel();
            let mut ends = Vec::new();
            let mut silent = Vec::new();
            for _ in 1..AT_ONCE {
                let (end, ended): (_, Receiver<()>) = channel();
                ends.push(end);
                let (names, begin) = (names.clone(), begin.clone());
                silent.push(tokio::spawn(async move {
                    let question = move || {
                        begin.send(()).unwrap();
                        let _ = ended.recv();
                        Ok(())
                    };
                    names.ask(question).await
                }));
            }
            for _ in 1..AT_ONCE {
                begun.recv().await.unwrap();
            }
            let found = names.look_up("localhost", 80).await.unwrap();
            assert!(found.iter().all(|address| address.ip().is_loopback()));
            drop(ends);
            for asked in silent {
                asked.await.unwrap().unwrap();
            }
        });
    }
}
