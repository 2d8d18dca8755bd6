//! Whole sessions over HTTP, of each revision, whose network breaks at every byte. Whatever comes of the calls,
//! each ends exactly once and for a reason, no tool is called twice, and the session comes to its end.

use super::handshake::Handshake;
use super::old_sse::OldSse;
use super::stateless::Stateless;
use super::world::{Cut, Host, Peer, URL, World};
use mcpclient_engine::era::Revision;
use mcpclient_engine::json::Json;
use mcpclient_engine::session::{
    Answer, CallOptions, Command, Event, Listing, Offer, Request, SessionConfig, WatchFilter,
};
use mcpclient_engine::wire::{Carrier, HttpConfig, OldSse as Old};
use mcpclient_engine::{CallId, Code, Error};
use std::collections::BTreeMap;

/// The list of tools, and two calls at once.
const LIST: CallId = CallId(1);
const CALLS: [CallId; 2] = [CallId(2), CallId(3)];

/// Lists the tools, then makes two calls, answers what is asked, and closes when all is done.
#[derive(Default)]
struct User {
    outcomes: BTreeMap<CallId, Result<String, Error>>,
}

impl User {
    fn call(call: CallId) -> Command {
        let options = CallOptions { progress: true, ..CallOptions::default() };
        let request = if call == LIST {
            Listing::Tools.request()
        } else {
            let params = format!(r#"{{"name":"t","arguments":{{"call":{}}}}}"#, call.0);
            Request { method: "tools/call".into(), params: Json::parse(&params).ok(), pages: None }
        };
        Command::Call { call, request, options }
    }
}

impl Host for User {
    fn told(&mut self, event: &Event) -> Vec<Command> {
        match event {
            Event::Input(input) => {
                let sample =
                    r#"{"role":"assistant","model":"m","content":{"type":"text","text":"t"}}"#;
                let answer = Answer::Result(Json::parse(sample).expect("JSON"));
                return vec![Command::Answer { input: input.id, answer }];
            }
            Event::Done { call, outcome } => {
                let outcome = outcome.clone().map(|success| success.result.as_str().to_owned());
                self.outcomes.insert(*call, outcome);
                if *call == LIST {
                    return CALLS.map(Self::call).to_vec();
                }
                if CALLS.iter().all(|call| self.outcomes.contains_key(call)) {
                    return vec![Command::Close];
                }
            }
            _ => {}
        }
        Vec::new()
    }
}

/// A run to its end. Gives how much arrived, and how many calls were good.
fn play<P: Peer>(config: &SessionConfig, peer: P, cut: Option<Cut>) -> (World<P, User>, usize) {
    play_in_pieces(config, peer, cut, usize::MAX)
}

fn play_in_pieces<P: Peer>(
    config: &SessionConfig,
    peer: P,
    cut: Option<Cut>,
    piece: usize,
) -> (World<P, User>, usize) {
    let mut world = World::new(config.clone(), peer, User::default(), cut);
    world.piece = piece;
    let watch = WatchFilter { tools: true, ..WatchFilter::default() };
    world.ask(Command::Watch(watch)).expect("a wish");
    world.ask(User::call(LIST)).expect("a call");
    world.finish();
    world.balance();
    let mut good = 0;
    for (call, end) in &world.host.outcomes {
        match end {
            Ok(result) if *call != LIST => {
                assert!(result.contains(&format!(r#""call":{}"#, call.0)), "not its own: {result}");
                good += 1;
            }
            Ok(_) => {}
            Err(error) => assert!(
                matches!(
                    error.code,
                    Code::Lost | Code::Http | Code::Network | Code::Closed | Code::Timeout
                ),
                "{call:?}: {error}"
            ),
        }
    }
    (world, good)
}

fn config(revisions: &[Revision]) -> SessionConfig {
    let mut config = SessionConfig::new("cut", "1");
    config.offer = Offer { sample: true, ..Offer::default() };
    config.revisions = revisions.to_vec();
    config
}

/// Says where the network broke, should anything fail.
struct Named(Cut);

impl Drop for Named {
    #[expect(clippy::print_stderr, reason = "what a failing test says")]
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("with {:?}", self.0);
        }
    }
}

/// Plays it whole, then with every cut there can be. `check` looks at the server afterwards.
fn everywhere<P: Peer>(config: &SessionConfig, peer: impl Fn() -> P, check: impl Fn(&P)) {
    let (whole, good) = play(config, peer(), None);
    assert_eq!(good, CALLS.len(), "{:?}", whole.host.outcomes);
    check(&whole.peer);
    for piece in [1, 7] {
        let (pieces, _) = play_in_pieces(config, peer(), None, piece);
        assert_eq!(pieces.host.outcomes, whole.host.outcomes, "in pieces of {piece}");
    }
    let mut best = 0;
    for at in 0..whole.arrived {
        for (failure, for_good) in [(false, false), (true, false), (false, true), (true, true)] {
            let cut = Cut { at, failure, for_good };
            let named = Named(cut);
            let (world, good) = play(config, peer(), Some(cut));
            check(&world.peer);
            best += usize::from(good == CALLS.len());
            drop(named);
        }
    }
    assert!(best > 0, "no cut was survived");
}

fn handshake(revision: Revision, ids: bool) {
    let check = |peer: &Handshake| {
        for (call, times) in &peer.calls {
            assert_eq!(*times, 1, "call {call} was made {times} times");
        }
    };
    everywhere(&config(&[revision]), || Handshake::new(revision, ids), check);
}

// proves: HTP-08, HTP-11, HTP-16, HTP-17, HTP-18, HTP-19
#[test]
fn a_server_of_2025_11_25_whose_streams_go_on() {
    handshake(Revision::R2025Nov, true);
}

// proves: HTP-08, HTP-11
#[test]
fn a_server_of_2025_06_18_whose_streams_do_not() {
    handshake(Revision::R2025Jun, false);
}

// proves: HTP-04, HTP-08
#[test]
fn a_server_of_2025_03_26_with_batches() {
    handshake(Revision::R2025Mar, true);
}

// proves: HTP-12, HTP-15, HTP-21, HTP-31, HTP-36
#[test]
fn a_server_of_2026_07_28() {
    let check = |peer: &Stateless| {
        for (call, times) in &peer.calls {
            assert_eq!(*times, 1, "call {call:?} was made {times} times");
        }
    };
    everywhere(&config(&[Revision::R2026]), Stateless::default, check);
}

// proves: SSE-01, SSE-02, SSE-04, SSE-05
#[test]
fn a_server_of_2024_11_05() {
    let mut config = config(&[Revision::R2024]);
    let mut http = HttpConfig::new(URL);
    http.old_sse = Old::Only;
    config.carrier = Carrier::Http(http);
    let check = |peer: &OldSse| {
        for (call, times) in &peer.calls {
            assert_eq!(*times, 1, "call {call} was made {times} times");
        }
    };
    everywhere(&config, OldSse::default, check);
}

// proves: VER-39, HTP-47, SSE-07
#[test]
fn a_server_of_the_other_era_and_one_that_knows_only_the_oldest_transport() {
    let all = SessionConfig::new("", "").revisions;
    everywhere(&config(&all), || Handshake::new(Revision::R2025Nov, true), |_| {});
    everywhere(&config(&all), OldSse::default, |_| {});
}
