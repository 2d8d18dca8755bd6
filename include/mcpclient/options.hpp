/* How runtimes and clients work. Part of mcpclient.hpp.
 * SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_OPTIONS_HPP
#define MCPCLIENT_OPTIONS_HPP

#include <utility>
#include <vector>

#include "call.hpp"

namespace mcp {

/// How a runtime works.
struct runtime_options {
  /// Where callbacks run.
  mcp::dispatch dispatch = mcp::dispatch::thread;
  /// With dispatch::pump: called when there is something to pump, on any thread. Post to your loop; call
  /// nothing of the library's here. Leave it if runtime::wakeup_fd() is enough.
  std::function<void()> wakeup{};
  /// Takes the library's own log lines, on any thread. A line is borrowed, and holds nothing that a user or
  /// a server said. Call nothing of the library's here.
  std::function<void(log_level, std::string_view line)> log{};
  /// Takes the exceptions that leave callbacks of yours, on the thread of the callback. Without it a line on
  /// stderr names the callback, and says no more.
  callback_failed_fn callback_failed{};
};

/// How a client works. A setting that is 0 or empty is a default; everything is copied.
struct options {
  /// Your name for the server: what dialogs show when they say who asks (ELI-39). Default: "server".
  std::string label{};
  /// What your program calls itself to servers (MET-06). Default: this library.
  std::string program_name{};
  /// The version of your program.
  std::string program_version{};
  /// The name of your program for people; sent where the revision has it.
  std::string program_title{};
  /// Until the server has answered the handshake. Default: a minute.
  milliseconds connect_timeout{0};
  /// Until the server has answered the question which era of the protocol it speaks, if more than one may
  /// be spoken; silence means a handshake (VER-35). Default: ten seconds.
  milliseconds probe_timeout{0};
  /// Until the next sign of life of a call, its result or its progress; it stands still while you owe the
  /// server an answer (TMO-01, TMO-05). Default: a minute.
  milliseconds timeout{0};
  /// The whole of a call, whatever progress it reports; it stands still likewise (TMO-04). Default: an hour.
  milliseconds total_timeout{0};
  /// Until you have answered an input; then the server is told "cancel" (ELI-51). Default: a day.
  milliseconds input_timeout{0};
  /// Bytes of one message. A longer one costs its call, not the connection. Default: 64 MiB.
  std::uint64_t max_message_bytes = 0;
  /// Bytes that wait to be sent; beyond, calls are answered with status::busy. Default: 64 MiB.
  std::uint64_t max_outgoing_bytes = 0;
  /// Callbacks that wait; beyond, progress is merged and log messages are dropped. Default: 8192.
  std::uint64_t max_events = 0;
  /// Calls in flight; beyond, status::busy. Default: 65536.
  std::uint64_t max_calls = 0;
  /// Inputs open at once; beyond, servers are refused. Default: 64.
  std::uint64_t max_inputs = 0;
  /// Forms that a server may ask for in a minute, and at once after a quiet one; beyond, it is refused
  /// (ELI-45). Default: 60.
  std::uint64_t max_forms_per_minute = 0;
  /// URL visits, likewise. Default: 30.
  std::uint64_t max_urls_per_minute = 0;
  /// Samples, likewise (SAM-37). Default: 120.
  std::uint64_t max_samples_per_minute = 0;
  /// Lists of roots, likewise. Default: 600.
  std::uint64_t max_roots_per_minute = 0;
  /// Suggestions that you may ask of the server in a minute, and at once after a quiet one; beyond,
  /// status::busy (CMP-06). Default: 1200, of which 200 at once.
  std::uint64_t max_completions_per_minute = 0;
  /// Pages of one listing. Default: 1000.
  std::uint64_t max_pages = 0;
  /// Items of one listing. Default: 100000.
  std::uint64_t max_items = 0;
  /// The protocol revisions that may be spoken, such as "2025-06-18" (VER-05, VER-06). Default: as `era`
  /// says.
  std::vector<std::string> revisions{};
  /// Which eras of the protocol may be spoken, unless `revisions` says it. Default: both, the newest first.
  mcp::era era = mcp::era::auto_;
  /// What client_ref::server_era() said of this server in an earlier run of your program: a server that makes
  /// a handshake is then not asked first. Doubted when that does not work; within a runtime the library
  /// remembers it by itself (VER-45).
  mcp::era known_era = mcp::era::auto_;
  /// Whether a tool may take its time as a task, in the era that has them (TSX-01). Default: off.
  std::optional<bool> tasks{};
  /// Whether a server that ends unexpectedly is started again, in the era where nothing but the requests in
  /// flight is lost (STD-13). Default: on.
  std::optional<bool> restart{};
  /// Whether results are kept for as long as the server allows (CAC-01). Default: on.
  std::optional<bool> cache{};
  /// Bytes of results that are kept at most. Default: 16 MiB.
  std::uint64_t max_cache_bytes = 0;
  /// The whole of a call by the clock on the wall; it never stands still. Default: a day.
  milliseconds wall_timeout{0};
  /// The server's own host, such as "mcp.example.com", where it has one: a URL that it wants visited and that
  /// imitates this name is pointed out (URL-06), and its icons elsewhere are at fault (MET-10). Default: the
  /// host of mcp::http; otherwise none, as for a program of this machine.
  std::string server_host{};
  /// Members for `capabilities.experimental`: a JSON object, sent verbatim.
  std::string experimental{};
  /// Members for `capabilities.extensions`: a JSON object, sent verbatim where the revision has it (EXT-01).
  std::string extensions{};
};

namespace detail {

/* The options as C has them; `revisions` has to outlive them. */
inline mcpclient_options options_for_c(const mcp::options &given,
                                       const std::vector<mcpclient_str> &revisions) noexcept {
  mcpclient_options raw;
  mcpclient_options_init(&raw, sizeof raw);
  raw.label = text_if_any(given.label);
  raw.program_name = text_if_any(given.program_name);
  raw.program_version = text_if_any(given.program_version);
  raw.program_title = text_if_any(given.program_title);
  raw.connect_timeout_ms = unsigned_ms(given.connect_timeout);
  raw.probe_timeout_ms = unsigned_ms(given.probe_timeout);
  raw.timeout_ms = unsigned_ms(given.timeout);
  raw.total_timeout_ms = unsigned_ms(given.total_timeout);
  raw.input_timeout_ms = unsigned_ms(given.input_timeout);
  raw.max_message_bytes = given.max_message_bytes;
  raw.max_outgoing_bytes = given.max_outgoing_bytes;
  raw.max_events = given.max_events;
  raw.max_calls = given.max_calls;
  raw.max_inputs = given.max_inputs;
  raw.max_forms_per_minute = given.max_forms_per_minute;
  raw.max_urls_per_minute = given.max_urls_per_minute;
  raw.max_samples_per_minute = given.max_samples_per_minute;
  raw.max_roots_per_minute = given.max_roots_per_minute;
  raw.max_completions_per_minute = given.max_completions_per_minute;
  raw.max_pages = given.max_pages;
  raw.max_items = given.max_items;
  raw.revisions = revisions.data();
  raw.revision_count = revisions.size();
  raw.era = static_cast<mcpclient_era>(given.era);
  raw.known_era = static_cast<mcpclient_era>(given.known_era);
  raw.tasks = switch_of(given.tasks);
  raw.restart = switch_of(given.restart);
  raw.cache = switch_of(given.cache);
  raw.max_cache_bytes = given.max_cache_bytes;
  raw.wall_timeout_ms = unsigned_ms(given.wall_timeout);
  raw.server_host = text_if_any(given.server_host);
  raw.experimental = text_if_any(given.experimental);
  raw.extensions = text_if_any(given.extensions);
  return raw;
}

}  // namespace detail

}  // namespace mcp

#endif
