//! Calling the host.

use crate::call::Call;
use crate::client::Client;
use crate::driver::{Delivery, Link};
use crate::host::{Host, State};
use crate::input::Input;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Whom events are for: one client and its host.
pub(super) struct Recipient {
    link: Arc<Link>,
    client: Client,
    host: Option<Arc<dyn Host>>,
}

impl Recipient {
    pub(super) fn new(link: Arc<Link>) -> Self {
        let client = Client::lent(&link);
        let host = link.host();
        Self { link, client, host }
    }

    pub(super) fn serves(&self, link: &Arc<Link>) -> bool {
        Arc::ptr_eq(&self.link, link)
    }

    /// Calls the host. Never under a lock; what its panic costs is this callback.
    pub(super) fn deliver(&self, delivery: Delivery) {
        if let Delivery::Done(cell, outcome) = delivery {
            return cell.complete(outcome);
        }
        self.link.learns(&delivery);
        let last = matches!(delivery, Delivery::Closed(_));
        if let Some(host) = &self.host {
            let _ = catch_unwind(AssertUnwindSafe(|| self.call(&**host, delivery)));
        }
        if last {
            self.link.told();
        }
    }

    fn call(&self, host: &dyn Host, delivery: Delivery) {
        let client = &self.client;
        match delivery {
            Delivery::Ready(facts) => host.state(client, &State::Ready(facts)),
            Delivery::Input(request) => {
                let stops = request.checkpoint.is_some();
                let input = Input::new(Arc::clone(&self.link), request);
                if stops { host.confirm(input) } else { host.input(input) }
            }
            Delivery::Withdrawn(input, why) => host.input_closed(client, input, why),
            Delivery::Progress(cell, params) => host.progress(&Call { cell }, &params),
            Delivery::Paused(cell, time) => host.paused(&Call { cell }, time),
            Delivery::Task(cell, state) => host.task(&Call { cell }, &state),
            Delivery::Visited(input) => host.visited(client, input),
            Delivery::Watching(filter) => host.watching(client, &filter),
            Delivery::Restarting => host.state(client, &State::Connecting),
            Delivery::Suspended => host.state(client, &State::Suspended),
            Delivery::Awake(Some(facts)) => host.state(client, &State::Ready(facts)),
            Delivery::Awake(None) => host.state(client, &State::Connecting),
            Delivery::Log(params) => host.log(client, &params),
            Delivery::Notification(method, params) => {
                host.notification(client, &method, params.as_ref());
            }
            Delivery::Warning(warning) => host.warning(client, &warning),
            Delivery::Line(line) => host.stderr(client, &line),
            Delivery::Closed(why) => host.state(client, &State::Closed(why)),
            // Without the host: the call has its own callback.
            Delivery::Done(cell, outcome) => cell.complete(outcome),
        }
    }
}
