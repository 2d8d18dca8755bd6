//! How a client comes to be.

use super::core::Core;
use super::exchange::web::Web;
use super::hub::Hub;
use super::lane::inlet::{Inlet, Outgoing};
use super::link::Link;
use super::way::Way;
use super::{keeper, lock, looker, warden};
use crate::host::Host;
use crate::io::http::Stack;
use crate::io::{self, Server};
use crate::options::ClientOptions;
use crate::roots::LiveRoots;
use crate::sync::Arc;
use crate::sync::atomic::Ordering;
use crate::transport::{Stdio, Transport};
use mcpclient_engine::era::Era;
use mcpclient_engine::session::{LaneEnd, Roots, SessionConfig, WireEvent};
use mcpclient_engine::wire::Carrier;
use mcpclient_engine::{Code, Error, Session};

/// What there is when a client is made.
struct Begun {
    server: Option<Server>,
    outgoing: Outgoing,
}

impl Link {
    /// Starts the server, or prepares the way to it. Nothing else happens before [`Link::begin`].
    pub(crate) fn open(
        hub: &Arc<Hub>,
        transport: Transport,
        host: Arc<dyn Host>,
        options: ClientOptions,
    ) -> Result<Arc<Self>, Error> {
        let nothing = |outgoing| Ok(Begun { server: None, outgoing });
        match transport {
            Transport::Stdio(stdio) => Self::open_with(hub, stdio, host, options, |stdio| {
                let started = hub.reactor.inside(|| Server::start(stdio));
                let (server, inlet) = started.unwrap_or_else(|| {
                    Err(Error::new(Code::Closed, "the runtime was shut down"))
                })?;
                Ok((Some(server), inlet))
            }),
            Transport::Socket(socket) => {
                io::check(&socket.address)?;
                let way = Way::Socket(socket);
                Self::make(hub, way, host, options, |_| nothing(Outgoing::Awaited))
            }
            Transport::Lane(lane) => {
                let mouth = Arc::clone(&lane.mouth);
                let inlet = Inlet::Host(Arc::clone(&lane.host));
                let begun = |_: &Way| nothing(Outgoing::to(inlet));
                let link = Self::make(hub, Way::Hosted(lane), host, options, begun)?;
                if !mouth.take(&link) {
                    return Err(Error::new(Code::InvalidArg, "the lane has a client already"));
                }
                Ok(link)
            }
            Transport::Http(http) => {
                let web =
                    Box::new(Web::new(&http, |http| Ok(Arc::new(Stack::new(&hub.nets, http)?)))?);
                let carrier = Carrier::Http(web.config(&http));
                let way = Way::Web { web, carrier, grace: http.grace };
                Self::make(hub, way, host, options, |_| nothing(Outgoing::Closed))
            }
        }
    }

    /// With a server that `start` starts, if there is one behind its input.
    pub(super) fn open_with(
        hub: &Arc<Hub>,
        stdio: Stdio,
        host: Arc<dyn Host>,
        options: ClientOptions,
        start: impl FnOnce(&Stdio) -> Result<(Option<Server>, io::Inlet), Error>,
    ) -> Result<Arc<Self>, Error> {
        Self::make(hub, Way::Process(stdio), host, options, |way| {
            let Way::Process(stdio) = way else { return Err(no_process()) };
            let (server, inlet) = start(stdio)?;
            Ok(Begun { server, outgoing: Outgoing::to(Inlet::Pipe(inlet)) })
        })
    }

    fn make(
        hub: &Arc<Hub>,
        way: Way,
        host: Arc<dyn Host>,
        options: ClientOptions,
        begin: impl FnOnce(&Way) -> Result<Begun, Error>,
    ) -> Result<Arc<Self>, Error> {
        options.config.check()?;
        let key = hub.admit()?;
        let mut config = options.config;
        config.offer = host.offer();
        config.review = host.review();
        let roots = live_roots(options.roots, &mut config)?;
        config.carrier = way.carrier();
        config.server_host = config.server_host.or_else(|| way.host().map(str::to_owned));
        let remembered = if Era::Auto.is_in(&config.revisions) { way.start() } else { None };
        let known = remembered.and_then(|start| hub.eras.known(start));
        config.known_era = known.or(config.known_era);
        let Begun { server, outgoing } = begin(&way)?;
        let server_host = config.server_host.clone();
        let session = Session::new(config, hub.clock.now());
        let core = Core::new(session, outgoing, options.stderr_lines);
        let mut link = Self::bare(hub, key, way, host, core, server);
        link.label = options.label;
        link.server_host = server_host;
        link.roots = roots;
        link.remembered = remembered;
        Ok(Arc::new(link))
    }

    /// Lets the conversation begin.
    pub(crate) fn begin(self: &Arc<Self>) {
        let server = lock(&self.server).take();
        if server.is_none() && matches!(self.way, Way::Process(_)) {
            return;
        }
        let welcome = self.hub.register(self);
        // Sends the handshake.
        let _ = self.within(|_| ());
        let link = Arc::clone(self);
        // From a task, so that the reactor's thread is woken once for both.
        drop(self.hub.reactor.spawn(async move {
            drop(link.spawn(keeper::run(Arc::clone(&link))));
            match server {
                Some(server) => warden::run(link, server).await,
                None => link.see_to_server().await,
            }
        }));
        if let Some(roots) = &self.roots {
            roots.follow(self);
            drop(self.spawn(looker::run(Arc::clone(self), roots.clone())));
        }
        if !welcome {
            self.close();
        }
    }

    /// Starts the server once more, for the session to greet it in another way.
    pub(super) fn start_again(self: &Arc<Self>) -> Option<Server> {
        let started = self.hub.reactor.inside(|| match &self.way {
            Way::Process(stdio) => Server::start(stdio),
            _ => Err(no_process()),
        })?;
        let now = self.hub.clock.now();
        let (server, event) = match started {
            Ok((server, inlet)) => (Some((server, inlet)), WireEvent::Restarted),
            Err(error) => {
                let end = LaneEnd { failure: Some(error.message), ..LaneEnd::default() };
                (None, WireEvent::Closed(end))
            }
        };
        let (server, inlet) = server.unzip();
        if let Some(server) = &server {
            self.pid.store(server.pid(), Ordering::Relaxed);
        }
        let told = self.within(|core| {
            core.outgoing =
                inlet.map_or(Outgoing::Closed, |inlet| Outgoing::to(Inlet::Pipe(inlet)));
            core.session.wire(now, event);
        });
        // After a panic the server goes with what is returned.
        told.ok().and(server)
    }
}

/// The live list that the server is answered from, unless the host answers itself.
fn live_roots(
    roots: Option<LiveRoots>,
    config: &mut SessionConfig,
) -> Result<Option<LiveRoots>, Error> {
    let roots = roots.filter(|_| config.offer.roots != Roots::Ask);
    match &roots {
        Some(live) => {
            config.offer.roots = Roots::Live;
            config.roots = live.offered();
        }
        None if config.offer.roots == Roots::Live => {
            return Err(Error::new(Code::InvalidArg, "there is no live list of roots"));
        }
        None => {}
    }
    Ok(roots)
}

fn no_process() -> Error {
    Error::new(Code::Start, "the server is no child process")
}
