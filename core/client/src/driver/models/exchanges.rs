//! The one end of an exchange.

use super::explore;
use super::scene::hub;
use crate::call::Call;
use crate::client::Client;
use crate::driver::exchange::exchanges::Desk;
use crate::driver::link::LANE;
use crate::driver::{Hub, Link, lock};
use crate::options::{CallSettings, ClientOptions, Dispatch};
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::thread;
use crate::transport::{Exchange, Exchanger, Http, Request};
use mcpclient_engine::Code;
use mcpclient_engine::era::Revision;
use mcpclient_engine::session::{LaneEnd, SessionConfig, WireEvent};
use std::collections::VecDeque;
use std::sync::Arc;

/// Keeps what was opened until the model goes on with it.
#[derive(Default)]
struct Kept(Mutex<VecDeque<Exchange>>);

impl Exchanger for Kept {
    fn open(&self, _request: Request, exchange: Exchange) {
        lock(&self.0).push_back(exchange);
    }
}

/// A client of a server of the stateless era, and its exchanges.
struct Scene {
    hub: Arc<Hub>,
    link: Arc<Link>,
    kept: Arc<Kept>,
}

impl Scene {
    fn open() -> Self {
        let hub = hub(Dispatch::Thread);
        let kept = Arc::new(Kept::default());
        let exchanger = Arc::clone(&kept) as Arc<dyn Exchanger>;
        let http = Http::new("http://example.org/").exchanger(exchanger);
        let mut config = SessionConfig::new("models", "1");
        config.revisions = vec![Revision::R2026];
        let options = ClientOptions::new("model", config);
        let link = Link::open(&hub, http.into(), Arc::new(()), options).unwrap();
        assert!(hub.register(&link));
        link.within(|_| ()).unwrap();
        let scene = Self { hub, link, kept };
        let facts = format!(
            r#"{{"resultType":"complete","supportedVersions":["{}"],"capabilities":{{"tools":{{}}}},"ttlMs":0,"cacheScope":"private"}}"#,
            Revision::R2026.wire()
        );
        answer(&scene.next(), 1, &facts).unwrap();
        scene
    }

    /// What the task would do that hands exchanges out.
    fn work(&self) {
        work(&self.link);
    }

    fn next(&self) -> Exchange {
        self.work();
        lock(&self.kept.0).pop_front().expect("one was opened")
    }

    fn call(&self, ends: &Arc<AtomicUsize>) -> Call {
        let ends = Arc::clone(ends);
        let done = move |_: &_, _: &_| {
            ends.fetch_add(1, Ordering::SeqCst);
        };
        let settings = CallSettings { done: Some(Box::new(done)), ..CallSettings::default() };
        Client::lent(&self.link).call_tool("tool", None, settings).unwrap()
    }

    fn end(self) {
        self.link.close();
        self.work();
        let now = self.hub.clock.now();
        let end = WireEvent::Closed(LaneEnd::default());
        self.link.within(|core| core.session.wire(now, end)).unwrap();
        self.link.part(LANE);
        self.hub.shutdown();
    }
}

fn work(link: &Arc<Link>) {
    Desk::of(link).expect("it is spoken to over HTTP").work();
}

fn answer(exchange: &Exchange, id: u64, result: &str) -> Result<(), mcpclient_engine::Error> {
    exchange.head(200, [("content-type", "application/json")])?;
    exchange.body(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#).as_bytes())?;
    exchange.end(None)
}

// proves: CAN-05, HTP-12
#[test]
fn a_call_that_is_cancelled_as_its_exchange_ends_ends_once() {
    explore(|| {
        let scene = Scene::open();
        let (ends, aborts) = (Arc::default(), Arc::new(AtomicUsize::new(0)));
        let call = scene.call(&ends);
        let exchange = scene.next();
        let count = Arc::clone(&aborts);
        exchange.on_abort(move || {
            count.fetch_add(1, Ordering::SeqCst);
        });
        let answering = thread::spawn(move || {
            answer(&exchange, 2, r#"{"resultType":"complete","content":[]}"#)
        });
        let (other, link) = (call.clone(), Arc::clone(&scene.link));
        let cancelling = thread::spawn(move || {
            let cancelled = other.cancel(None).is_ok();
            work(&link);
            cancelled
        });
        let outcome = call.wait(None).unwrap();
        assert_eq!(ends.load(Ordering::SeqCst), 1, "who waits is behind the callback");
        let answered = answering.join().unwrap();
        let cancelled = cancelling.join().unwrap();
        assert_eq!(outcome.is_ok(), !cancelled);
        if let Err(error) = &answered {
            assert_eq!(error.code, Code::Gone);
            assert!(cancelled, "an answer is refused only where nobody waits for it");
        }
        assert!(aborts.load(Ordering::SeqCst) <= usize::from(cancelled));
        scene.end();
        assert_eq!(ends.load(Ordering::SeqCst), 1);
    });
}

#[test]
fn whoever_makes_an_exchange_learns_that_it_was_given_up() {
    explore(|| {
        let scene = Scene::open();
        let call = scene.call(&Arc::default());
        let exchange = scene.next();
        let aborts = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&aborts);
        // Asked for while it happens.
        let asking = thread::spawn(move || {
            exchange.on_abort(move || {
                count.fetch_add(1, Ordering::SeqCst);
            });
            exchange
        });
        call.cancel(None).unwrap();
        scene.work();
        let exchange = asking.join().unwrap();
        assert!(exchange.is_aborted());
        assert_eq!(aborts.load(Ordering::SeqCst), 1);
        drop(exchange);
        scene.end();
    });
}
