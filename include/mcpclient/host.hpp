/* What your program does for servers. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_HOST_HPP
#define MCPCLIENT_HOST_HPP

#include "input.hpp"

namespace mcp {

/// What the host does for one client's server. What is not set is not declared to the server, and refused
/// without asking you if it wants it all the same (VER-15).
///
/// Callbacks of one client run one at a time and in order, where the runtime's dispatch says; never under a
/// lock of the library's, and never on the stack of the function that caused them. From inside one
/// everything is allowed but waiting, which is answered with status::reentrant. What they are given but
/// inputs is borrowed until they return.
struct host {
  /// The server asks the user to fill in a form (ELI-30).
  std::function<void(input)> elicit_form{};
  /// The server asks the user to visit a URL. The library never opens it (ELI-35).
  std::function<void(input)> elicit_url{};
  /// The server asks for a completion by your model, which a user should approve (SAM-28).
  std::function<void(input)> sample{};
  /// The server asks for the roots: answer with a list made for the occasion. It wins over `roots`.
  std::function<void(input)> list_roots{};
  /// What `sample` can do beyond text.
  mcp::sample_features sample_features = mcp::sample_features::none;
  /// A list that the library answers from, and whose changes it announces (ROO-06). Borrowed until the client
  /// is made: you may destroy it while the client lives.
  const mcp::roots *roots = nullptr;

  /// Which inputs stop at a checkpoint on their way. The others go on without `confirm`, as if you had approved
  /// them.
  mcp::review review = mcp::review::none;
  /// An input stands at a checkpoint: input::checkpoint() says at which. It is yours as any other: look at it,
  /// perhaps change it, then input::approve() it or turn the server away. Needed if `review` names any.
  std::function<void(input)> confirm{};
  /// An input is gone without your answer: take the dialog of that id away (CAN-06).
  std::function<void(client_ref, std::uint64_t id, withdrawn why)> input_closed{};
  /// The client is ready; its server ended unexpectedly and is started again, or its session over HTTP
  /// (state::connecting; ready follows); or you suspended it (state::suspended): all without an error. Or it is
  /// closed, and why, which is status::closed if it was by your wish: the last callback of that client.
  std::function<void(client_ref, mcp::state, const std::optional<error> &)> state{};
  /// A call reports progress (PRG-03). If it is set, calls ask for it (PRG-01). `params` is the
  /// notification's parameters, verbatim: "/progress" is a number, "/total" and "/message" may be there.
  std::function<void(call_ref, json params)> progress{};
  /// The server logs (LOG-03). `params`, verbatim: "/level", "/data", and perhaps "/logger".
  std::function<void(client_ref, json params)> log{};
  /// Any other notification of the server's, verbatim: a list changed, a resource was updated.
  std::function<void(client_ref, std::string_view method, json params)> notification{};
  /// A line of the server's stderr, without its ending, made safe to show; a long one comes in pieces. Never
  /// a sign of failure by itself (STD-06).
  std::function<void(client_ref, std::string_view line)> stderr_line{};
  /// The server did something that it should not have; nothing was lost but what `detail`, a sentence for
  /// developers that is never the server's text, names.
  std::function<void(client_ref, mcp::warning, std::string_view detail)> warning{};
  /// The server asked for patience, not for input: the call is sent again after this time, or at once with
  /// call_ref::resume().
  std::function<void(call_ref, milliseconds)> paused{};
  /// The server calls a URL visit finished, to which you had agreed (URL-10).
  std::function<void(client_ref, std::uint64_t id)> visited{};
  /// A call became a task of the server's, or its task changed (TSX-02, TSX-05). `state` is the server's word
  /// on it, verbatim: "/status", and perhaps "/statusMessage". "/taskId" is a secret (TSX-15). options::tasks
  /// says whether there can be any.
  std::function<void(call_ref, json state)> task{};
  /// What the server grants of what you watch, as client_ref::watch() takes it (SUB-06).
  std::function<void(client_ref, lists, const std::vector<std::string_view> &uris)> watching{};
};

namespace detail {

/* The userdata of a host. */
struct host_data {
  mcp::host host;
  reporter_ptr reporter;

  client_ref ref(mcpclient *client) const { return {client, reporter}; }
  call_ref ref(mcpclient_call *call) const {
    return {std::shared_ptr<mcpclient_call>(std::shared_ptr<void>(), call), reporter};
  }
};

inline const host_data &host_of(void *userdata) noexcept { return *static_cast<host_data *>(userdata); }

/* The handle is held until the callback is over: an input that nobody answered before an exception is
 * failed, and not merely cancelled. */
inline void deliver(const host_data &data, const char *name, const std::function<void(input)> &callback,
                    mcpclient_input *handle) noexcept {
  std::shared_ptr<mcpclient_input> held;
  bool well = guarded(data.reporter, name, [&] {
    held.reset(handle, mcpclient_input_free);
    callback(input(held, data.reporter));
  });
  if (!well) mcpclient_input_fail(held.get(), -32603, MCPCLIENT_STR("the host failed"));
}

inline void on_form(void *userdata, mcpclient_input *handle) noexcept {
  deliver(host_of(userdata), "elicit_form", host_of(userdata).host.elicit_form, handle);
}
inline void on_url(void *userdata, mcpclient_input *handle) noexcept {
  deliver(host_of(userdata), "elicit_url", host_of(userdata).host.elicit_url, handle);
}
inline void on_sample(void *userdata, mcpclient_input *handle) noexcept {
  deliver(host_of(userdata), "sample", host_of(userdata).host.sample, handle);
}
inline void on_roots(void *userdata, mcpclient_input *handle) noexcept {
  deliver(host_of(userdata), "list_roots", host_of(userdata).host.list_roots, handle);
}
inline void on_confirm(void *userdata, mcpclient_input *handle) noexcept {
  deliver(host_of(userdata), "confirm", host_of(userdata).host.confirm, handle);
}
inline void on_input_closed(void *userdata, mcpclient *client, std::uint64_t id,
                            mcpclient_withdrawn why) noexcept {
  const host_data &data = host_of(userdata);
  guarded(data.reporter, "input_closed",
          [&] { data.host.input_closed(data.ref(client), id, static_cast<withdrawn>(why)); });
}
inline void on_state(void *userdata, mcpclient *client, mcpclient_client_state state,
                     const mcpclient_error *why) noexcept {
  const host_data &data = host_of(userdata);
  guarded(data.reporter, "state", [&] {
    std::optional<error> borrowed;
    if (why != nullptr) {
      borrowed.emplace(static_cast<status>(mcpclient_error_status(why)),
                       std::shared_ptr<const mcpclient_error>(std::shared_ptr<void>(), why));
    }
    data.host.state(data.ref(client), static_cast<mcp::state>(state), borrowed);
  });
}
inline void on_progress(void *userdata, mcpclient_call *call, mcpclient_str params) noexcept {
  const host_data &data = host_of(userdata);
  guarded(data.reporter, "progress", [&] { data.host.progress(data.ref(call), json(params)); });
}
inline void on_log(void *userdata, mcpclient *client, mcpclient_str params) noexcept {
  const host_data &data = host_of(userdata);
  guarded(data.reporter, "log", [&] { data.host.log(data.ref(client), json(params)); });
}
inline void on_notification(void *userdata, mcpclient *client, mcpclient_str method,
                            mcpclient_str params) noexcept {
  const host_data &data = host_of(userdata);
  guarded(data.reporter, "notification",
          [&] { data.host.notification(data.ref(client), view(method), json(params)); });
}
inline void on_stderr_line(void *userdata, mcpclient *client, mcpclient_str line) noexcept {
  const host_data &data = host_of(userdata);
  guarded(data.reporter, "stderr_line", [&] { data.host.stderr_line(data.ref(client), view(line)); });
}
inline void on_warning(void *userdata, mcpclient *client, mcpclient_warning_kind kind,
                       mcpclient_str what) noexcept {
  const host_data &data = host_of(userdata);
  guarded(data.reporter, "warning", [&] {
    data.host.warning(data.ref(client), static_cast<mcp::warning>(kind), view(what));
  });
}
inline void on_paused(void *userdata, mcpclient_call *call, std::uint64_t time) noexcept {
  const host_data &data = host_of(userdata);
  guarded(data.reporter, "paused", [&] {
    data.host.paused(data.ref(call), milliseconds(static_cast<milliseconds::rep>(time)));
  });
}
inline void on_visited(void *userdata, mcpclient *client, std::uint64_t id) noexcept {
  const host_data &data = host_of(userdata);
  guarded(data.reporter, "visited", [&] { data.host.visited(data.ref(client), id); });
}
inline void on_task(void *userdata, mcpclient_call *call, mcpclient_str state) noexcept {
  const host_data &data = host_of(userdata);
  guarded(data.reporter, "task", [&] { data.host.task(data.ref(call), json(state)); });
}
inline void on_watching(void *userdata, mcpclient *client, mcpclient_lists granted, const mcpclient_str *uris,
                        std::size_t count) noexcept {
  const host_data &data = host_of(userdata);
  guarded(data.reporter, "watching", [&] {
    std::vector<std::string_view> views;
    for (std::size_t index = 0; index < count; index++) views.push_back(view(uris[index]));
    data.host.watching(data.ref(client), static_cast<lists>(granted), views);
  });
}
inline void free_host_data(void *userdata) noexcept { delete static_cast<host_data *>(userdata); }

/* The host as C has it. What the userdata holds is freed by the library, whatever comes. */
inline mcpclient_host host_for_c(mcp::host &&given, reporter_ptr reporter) {
  mcpclient_host raw;
  mcpclient_host_init(&raw, sizeof raw);
  raw.sample_features = static_cast<mcpclient_sample_features>(given.sample_features);
  raw.roots = given.roots != nullptr ? given.roots->handle() : nullptr;
  auto *data = new host_data{std::move(given), std::move(reporter)};
  const mcp::host &host = data->host;
  raw.userdata = data;
  raw.userdata_free = free_host_data;
  if (host.elicit_form) raw.elicit_form = on_form;
  if (host.elicit_url) raw.elicit_url = on_url;
  if (host.sample) raw.sample = on_sample;
  if (host.list_roots) raw.list_roots = on_roots;
  raw.review = static_cast<mcpclient_review>(host.review);
  if (host.confirm) raw.confirm = on_confirm;
  if (host.input_closed) raw.input_closed = on_input_closed;
  if (host.state) raw.state = on_state;
  if (host.progress) raw.progress = on_progress;
  if (host.log) raw.log = on_log;
  if (host.notification) raw.notification = on_notification;
  if (host.stderr_line) raw.stderr_line = on_stderr_line;
  if (host.warning) raw.warning = on_warning;
  if (host.paused) raw.paused = on_paused;
  if (host.visited) raw.visited = on_visited;
  if (host.task) raw.task = on_task;
  if (host.watching) raw.watching = on_watching;
  return raw;
}

}  // namespace detail

}  // namespace mcp

#endif
