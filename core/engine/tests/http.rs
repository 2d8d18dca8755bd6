//! Sessions over HTTP, each with a server and a host in memory, and a clock that goes on when nothing else does.

#[path = "http/cases_answers.rs"]
mod cases_answers;
#[path = "http/cases_beginning.rs"]
mod cases_beginning;
#[path = "http/cases_errors.rs"]
mod cases_errors;
#[path = "http/cases_events.rs"]
mod cases_events;
#[path = "http/cases_sessions.rs"]
mod cases_sessions;
#[path = "http/cases_streams.rs"]
mod cases_streams;
#[path = "http/cases_time.rs"]
mod cases_time;
#[path = "http/cut.rs"]
mod cut;
#[path = "http/handshake.rs"]
mod handshake;
#[path = "http/mirrors.rs"]
mod mirrors;
#[path = "http/old_sse.rs"]
mod old_sse;
#[path = "http/ready.rs"]
mod ready;
#[path = "http/stateless.rs"]
mod stateless;
#[path = "http/world.rs"]
mod world;
