//! A bug of ours must cost one client, never the host.

use super::link::Link;
use crate::call::Call;
use crate::client::Client;
use crate::driver::Hub;
use crate::host::{Host, State};
use crate::options::{CallSettings, ClientOptions, Dispatch};
use crate::transport::Stdio;
use mcpclient_engine::session::{Request, SessionConfig};
use mcpclient_engine::{Code, Error};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

struct Told(Mutex<Sender<Error>>);

impl Host for Told {
    fn state(&self, _client: &Client, state: &State) {
        if let State::Closed(error) = state {
            self.0.lock().expect("ours").send(error.clone()).expect("listened to");
        }
    }
}

fn sleeper(hub: &Arc<Hub>, host: Arc<dyn Host>) -> Arc<Link> {
    let stdio = Stdio::new("sleep").arg("600").grace(Duration::from_millis(20));
    let options = ClientOptions::new("sleeper", SessionConfig::new("tests", "1"));
    let link = Link::open(hub, stdio.into(), host, options).expect("it starts");
    link.begin();
    link
}

#[test]
fn a_panic_under_the_lock_ends_the_client_and_all_its_calls() {
    let hub = Hub::new(Dispatch::Thread).unwrap();
    let (out, told) = channel();
    let link = sleeper(&hub, Arc::new(Told(Mutex::new(out))));
    let other = sleeper(&hub, Arc::new(()));
    let (out, done) = channel();
    let request = || Request { method: "ping".into(), params: None, pages: None };
    let with_done = CallSettings {
        done: Some(Box::new(move |_, outcome| {
            out.send(outcome.as_ref().unwrap_err().code).unwrap();
        })),
        ..CallSettings::default()
    };
    link.start_call(request(), with_done).unwrap();
    let waiting = Call { cell: link.start_call(request(), CallSettings::default()).unwrap() };

    let error = link.within(|_| panic!("a bug, on purpose")).unwrap_err();
    assert_eq!(error.code, Code::Panic);
    assert_eq!(done.recv_timeout(PATIENCE), Ok(Code::Panic));
    let outcome = waiting.wait(Some(PATIENCE)).unwrap();
    assert_eq!(outcome.as_ref().as_ref().unwrap_err().code, Code::Panic);
    assert_eq!(told.recv_timeout(PATIENCE).unwrap().code, Code::Panic);
    let late = link.start_call(request(), CallSettings::default()).map(drop).unwrap_err();
    assert_eq!(late.code, Code::Panic);
    // A panic while nothing is left to lose.
    assert_eq!(link.within(|_| panic!("again")).unwrap_err().code, Code::Panic);

    assert!(other.start_call(request(), CallSettings::default()).is_ok(), "the other lives");
    hub.shutdown();
    assert_eq!(link.pid(), None, "its server was ended");
}

#[test]
fn a_panic_in_a_task_ends_its_client() {
    let hub = Hub::new(Dispatch::Thread).unwrap();
    let (out, told) = channel();
    let link = sleeper(&hub, Arc::new(Told(Mutex::new(out))));
    drop(link.spawn(async { panic!("a bug, on purpose") }));
    assert_eq!(told.recv_timeout(PATIENCE).unwrap().code, Code::Panic);
    hub.shutdown();
}
