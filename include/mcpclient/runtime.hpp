/* Where I/O and callbacks run. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_RUNTIME_HPP
#define MCPCLIENT_RUNTIME_HPP

#include "host.hpp"
#include "lane.hpp"
#include "options.hpp"
#include "transport.hpp"

namespace mcp {

namespace detail {

/* The userdata of a runtime. */
struct runtime_data {
  std::function<void()> wakeup;
  std::function<void(log_level, std::string_view)> log;
  reporter_ptr reporter;
};

inline void on_wakeup(void *userdata) noexcept {
  const auto &data = *static_cast<runtime_data *>(userdata);
  guarded(data.reporter, "runtime_options::wakeup", [&] { data.wakeup(); });
}
inline void on_log_line(void *userdata, mcpclient_log_level level, mcpclient_str line) noexcept {
  const auto &data = *static_cast<runtime_data *>(userdata);
  guarded(data.reporter, "runtime_options::log", [&] { data.log(static_cast<log_level>(level), view(line)); });
}
inline void free_runtime_data(void *userdata) noexcept { delete static_cast<runtime_data *>(userdata); }

}  // namespace detail

/// Where I/O and callbacks run. One serves any number of clients, and a program may have several.
///
/// Destroying it closes what is still open, and waits for it: callbacks that are still owed run on this
/// thread first. From inside a callback that happens when the callback has returned. Clients, calls and
/// inputs of it stay valid; whatever you ask of them is answered with status::closed or status::gone.
class runtime {
 public:
  /// Makes a runtime; as it is, callbacks run on threads of the library's.
  ///
  /// Fails with status::invalid_arg (no such dispatch), status::unsupported (a dispatch that this system
  /// does not have), status::start (no thread or descriptor to be had).
  static result<runtime> create(runtime_options options = {}) {
    runtime made;
    made.reporter_ = std::make_shared<const callback_failed_fn>(std::move(options.callback_failed));
    mcpclient_runtime_options raw;
    mcpclient_runtime_options_init(&raw, sizeof raw);
    raw.dispatch = static_cast<mcpclient_dispatch>(options.dispatch);
    if (options.wakeup) raw.wakeup = detail::on_wakeup;
    if (options.log) raw.log = detail::on_log_line;
    raw.userdata = new detail::runtime_data{std::move(options.wakeup), std::move(options.log), made.reporter_};
    raw.userdata_free = detail::free_runtime_data;
    detail::error_place place;
    mcpclient_status status = mcpclient_runtime_new(&raw, &made.runtime_, place.out());
    if (status != MCPCLIENT_OK) return place.taken(status);
    return made;
  }

  runtime(runtime &&other) noexcept
      : runtime_(std::exchange(other.runtime_, nullptr)), reporter_(std::move(other.reporter_)) {}
  runtime &operator=(runtime &&other) noexcept {
    std::swap(runtime_, other.runtime_);
    std::swap(reporter_, other.reporter_);
    return *this;
  }
  ~runtime() { mcpclient_runtime_free(runtime_); }

  /// Starts a server, or reaches it, and opens a client without waiting for the server: calls may be made at
  /// once, and wait for the handshake; host::state tells when it is done.
  ///
  /// Fails with status::invalid_arg, status::bad_json, status::unsupported (a revision, or a setting, that the
  /// library does not have), status::start (the program cannot be run), status::closed (so is the runtime),
  /// status::forked.
  result<client> connect(const stdio &server, host callbacks = {}, const options &settings = {}) {
    return open(detail::transport_for_c(server, reporter_), std::move(callbacks), settings);
  }
  /// The same for a server that is reached otherwise: mcp::http, mcp::unix_socket, mcp::tcp_socket.
  template <typename Server, typename = detail::is_way<Server>>
  result<client> connect(const Server &server, host callbacks = {}, const options &settings = {}) {
    return open(detail::transport_for_c(server, reporter_), std::move(callbacks), settings);
  }
  /// The same for a lane of your own making, which serves one client: a second one is refused with
  /// status::invalid_arg.
  result<client> connect(lane &server, host callbacks = {}, const options &settings = {}) {
    return open(server.take(reporter_), std::move(callbacks), settings);
  }

  /// A descriptor that is readable while pump() has work: poll it, never read or close it. Nothing if
  /// callbacks are not pumped, or the system has no such thing.
  std::optional<int> wakeup_fd() const noexcept {
    std::int32_t descriptor = mcpclient_runtime_wakeup_fd(runtime_);
    if (descriptor < 0) return std::nullopt;
    return descriptor;
  }
  /// With dispatch::pump: runs up to `max` waiting callbacks (0: all that wait now) and returns how many
  /// still wait; for them the wakeup comes again. Never blocks. Pumps may nest: a callback may run a loop of
  /// its own, as a modal dialog does. One thread at a time, nested ones aside. Fails with status::unsupported
  /// unless callbacks are pumped.
  result<std::size_t> pump(std::size_t max = 0) {
    std::size_t left = 0;
    mcpclient_status status = mcpclient_runtime_pump(runtime_, max, &left);
    if (status != MCPCLIENT_OK) return error(static_cast<mcp::status>(status));
    return left;
  }
  /// With dispatch::inline_: does I/O and runs callbacks until some have run, wake() is called, or the time
  /// is over, which is status::pending. Without a timeout it waits for as long as it takes; zero does what is
  /// ready. One thread at a time, not from a callback. Fails with status::unsupported with another dispatch,
  /// status::reentrant from inside a callback.
  result<void> wait(std::optional<milliseconds> timeout = std::nullopt) {
    return detail::outcome(mcpclient_runtime_wait(runtime_, timeout ? timeout->count() : -1));
  }
  /// Ends a wait(), or the next one if none is under way.
  void wake() noexcept { mcpclient_runtime_wake(runtime_); }
  /// Closes all clients as client_ref::close() does: calls end, inputs are withdrawn, the servers are asked
  /// to go, and made to after `grace` for each step of the asking. Never blocks; callbacks still come, a
  /// client's host::state last.
  result<void> close(milliseconds grace) {
    return detail::outcome(mcpclient_runtime_close(runtime_, detail::unsigned_ms(grace)));
  }

  /// As client_ref::suspend(), for every client there is now.
  result<void> suspend_all(on_suspend how = on_suspend::continue_) {
    return detail::outcome(mcpclient_runtime_suspend_all(runtime_, static_cast<mcpclient_on_suspend>(how)));
  }
  /// As client_ref::wake(), for every client there is. It does not end a wait(), as wake() does.
  result<void> wake_all() { return detail::outcome(mcpclient_runtime_wake_all(runtime_)); }

  /// The handle of C, which stays this object's.
  mcpclient_runtime *handle() const noexcept { return runtime_; }

 private:
  runtime() noexcept = default;

  result<client> open(result<detail::transport_ptr> transport, host &&callbacks, const options &settings) {
    if (!transport) return transport.error();
    std::vector<mcpclient_str> revisions = detail::texts(settings.revisions);
    mcpclient_options raw_options = detail::options_for_c(settings, revisions);
    mcpclient_host raw_host = detail::host_for_c(std::move(callbacks), reporter_);
    detail::error_place place;
    mcpclient *handle = nullptr;
    mcpclient_status status = mcpclient_new(runtime_, transport->release(), &raw_host, &raw_options, &handle,
                                            place.out());
    if (status != MCPCLIENT_OK) return place.taken(status);
    return client(handle, reporter_);
  }

  mcpclient_runtime *runtime_ = nullptr;
  detail::reporter_ptr reporter_;
};

}  // namespace mcp

#endif
