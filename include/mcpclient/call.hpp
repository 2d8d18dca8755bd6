/* What you ask of servers. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_CALL_HPP
#define MCPCLIENT_CALL_HPP

#include <chrono>
#include <functional>

#include "callback.hpp"
#include "success.hpp"

namespace mcp {

class client_ref;
class call_ref;

/// A time; where a setting is zero, it is the library's default.
using milliseconds = std::chrono::milliseconds;

/// Settings of one call.
struct call_options {
  /// Until the server's next sign of life, its result or its progress; it stands still while you owe the
  /// server an answer (TMO-01, TMO-03, TMO-05). Zero: as the client has it.
  milliseconds timeout{0};
  /// The whole of the call, whatever progress it reports; it stands still likewise (TMO-04). Zero: as the
  /// client has it.
  milliseconds total_timeout{0};
  /// Tells how the call ended, once, where the runtime's dispatch says. Never runs if the call could not be
  /// started.
  std::function<void(call_ref, result<success>)> done{};
  /// What the host offers to the server, but not for this call: a batch job can run without dialogs
  /// (VER-21). Where offers are made once for all calls, it has no effect.
  offers withhold = offers::none;
  /// Members for `_meta` of the request: a JSON object, merged with the request's own (MET-04).
  std::string meta{};
  /// From which level on the server shall log about this call, such as "info", in place of
  /// client_ref::set_log_level() (LOG-04). Where levels are set once for all calls, it has no effect.
  std::string log_level{};
  /// Your own trace context, in the formats of the W3C, sent in `_meta` of the request (MET-04).
  std::string traceparent{};
  /// See `traceparent`.
  std::string tracestate{};
  /// See `traceparent`.
  std::string baggage{};
  /// Do not use a result that was kept, however fresh (CAC-06).
  bool fresh = false;
  /// Send a call of a tool, or of a method that is not the protocol's, again, once, if it was lost with its
  /// server or its stream: only for what may run twice.
  bool retry_lost = false;
  /// Whether the server is asked for progress (PRG-01). Default: if there is a host::progress.
  std::optional<bool> progress{};
};

/// A call of somebody's: what a callback is given, and what an input was caused by. Borrowed from there;
/// one that was made from a mcp::call keeps it alive.
class call_ref {
 public:
  call_ref() noexcept = default;
  call_ref(std::shared_ptr<mcpclient_call> call, detail::reporter_ref reporter) noexcept
      : call_(std::move(call)), reporter_(std::move(reporter)) {}

  /// Whether there is one.
  explicit operator bool() const noexcept { return call_ != nullptr; }
  /// Whether both are the same call.
  bool operator==(const call_ref &other) const noexcept { return call_ == other.call_; }
  bool operator!=(const call_ref &other) const noexcept { return call_ != other.call_; }

  /// Waits until the call is over, and gives how it ended; if it has a `done`, that has returned first.
  /// Without a timeout it waits for as long as the call may take; when the time is up, the error is
  /// status::pending.
  ///
  /// Meanwhile callbacks run as always with dispatch::thread, and on this thread with the other two. Fails
  /// with status::reentrant from inside a callback, as no call ever ends.
  result<success> wait(std::optional<milliseconds> timeout = std::nullopt) const {
    mcpclient_status status = mcpclient_call_wait(call_.get(), timeout ? timeout->count() : -1);
    return ended(status);
  }
  /// How the call ended; status::pending while it has not.
  result<success> outcome() const { return ended(mcpclient_call_status(call_.get())); }
  /// Whether the call is over.
  bool is_over() const noexcept { return mcpclient_call_status(call_.get()) != MCPCLIENT_E_PENDING; }

  /// Ends the call here and now: it ends with status::cancelled unless the result was faster, and the
  /// server is told, with `reason`, if there is one, for its log (CAN-01, CAN-03). Fails with status::gone
  /// if the call is over, status::bad_json (`reason` is not UTF-8).
  result<void> cancel(std::string_view reason = {}) const {
    return detail::outcome(mcpclient_call_cancel(call_.get(), detail::text_or_none(reason)));
  }
  /// Sends a call again at once whose server asked for patience, as host::paused told. Fails with
  /// status::gone if the call is over, or is not paused.
  result<void> resume() const { return detail::outcome(mcpclient_call_resume(call_.get())); }

  /// The client that the call runs on. Borrowed from the call.
  client_ref client() const noexcept;

  /// The handle of C, which stays its owner's.
  mcpclient_call *handle() const noexcept { return call_.get(); }

 protected:
  std::shared_ptr<mcpclient_call> call_;
  detail::reporter_ref reporter_;

 private:
  result<success> ended(mcpclient_status status) const {
    if (status == MCPCLIENT_OK) return success(call_);
    const mcpclient_error *why = nullptr;
    /* Not of a wait that ended before the call did. */
    if (mcpclient_call_status(call_.get()) == status) why = mcpclient_call_error(call_.get());
    return error(static_cast<mcp::status>(status), {call_, why});
  }
};

/// A call of yours, from its start to its one end. Letting go of it does not cancel it: `done` still comes.
class call : public call_ref {
 public:
  using call_ref::call_ref;
  call(call &&) noexcept = default;
  call &operator=(call &&) noexcept = default;
  call(const call &) = delete;
  call &operator=(const call &) = delete;
};

namespace detail {

/* What starts a call writes it here. */
struct call_place {
  mcpclient_call *handle = nullptr;

  call_place() = default;
  call_place(const call_place &) = delete;
  call_place &operator=(const call_place &) = delete;
  ~call_place() { mcpclient_call_free(handle); }
};

/* The userdata of a call with a `done`. It holds the call, so that `done` may keep what it is given. */
struct call_data {
  std::function<void(call_ref, result<success>)> done;
  reporter_ptr reporter;
  std::shared_ptr<call_place> place;
};

inline void on_done(void *userdata, mcpclient_call *call, mcpclient_status status, mcpclient_str,
                    const mcpclient_error *why) noexcept {
  auto &data = *static_cast<call_data *>(userdata);
  guarded(data.reporter, "done", [&] {
    std::shared_ptr<mcpclient_call> held(data.place, call);
    if (status == MCPCLIENT_OK) {
      data.done(call_ref(held, data.reporter), success(held));
    } else {
      error ended(static_cast<mcp::status>(status), {held, why});
      data.done(call_ref(held, data.reporter), std::move(ended));
    }
  });
}

inline void free_call_data(void *userdata) noexcept { delete static_cast<call_data *>(userdata); }

/* Starts a call: `with` is given the options and the place for the handle. */
template <typename Start>
result<call> start(const reporter_ref &reporter, call_options &&options, Start with) {
  auto place = std::make_shared<call_place>();
  mcpclient_call_options raw;
  mcpclient_call_options_init(&raw, sizeof raw);
  raw.timeout_ms = unsigned_ms(options.timeout);
  raw.total_timeout_ms = unsigned_ms(options.total_timeout);
  raw.withhold = static_cast<mcpclient_offers>(options.withhold);
  raw.meta = text_if_any(options.meta);
  raw.log_level = text_if_any(options.log_level);
  raw.traceparent = text_if_any(options.traceparent);
  raw.tracestate = text_if_any(options.tracestate);
  raw.baggage = text_if_any(options.baggage);
  if (options.fresh) raw.flags |= MCPCLIENT_CALL_FRESH;
  if (options.retry_lost) raw.flags |= MCPCLIENT_CALL_RETRY_LOST;
  raw.progress = switch_of(options.progress);
  if (options.done) {
    raw.done = on_done;
    raw.userdata = new call_data{std::move(options.done), reporter.lock(), place};
    raw.userdata_free = free_call_data;
  }
  mcpclient_status status = with(&raw, &place->handle);
  if (status != MCPCLIENT_OK) return error(static_cast<mcp::status>(status));
  mcpclient_call *handle = place->handle;
  return call(std::shared_ptr<mcpclient_call>(std::move(place), handle), reporter);
}

}  // namespace detail

}  // namespace mcp

#endif
