/* Servers at the other end of whatever you make of it. Part of mcpclient.hpp.
 * SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_LANE_HPP
#define MCPCLIENT_LANE_HPP

#include "transport.hpp"

namespace mcp {

/// Your half of a lane. The functions run on a thread of the library's, or inside runtime::wait(), one at a time,
/// never under a lock; they must not block for long, since every server of the runtime waits meanwhile, and call
/// nothing of the library's but what lanes have.
struct lane_host {
  /// Bytes for the server: whole lines, each ending with a newline, to be taken in full; borrowed until it
  /// returns. Needed.
  std::function<void(std::string_view bytes)> send{};
  /// The client is over, and nothing more is sent: answer with lane::end() once what was sent is gone. Without it
  /// nobody waits for the lane's end.
  std::function<void()> close{};
  /// lane::feed() may be tried again, after it was refused as busy; on any thread, once after one or more
  /// refusals, and also when the lane is over meanwhile.
  std::function<void()> ready{};
};

namespace detail {

/* The userdata of a lane. */
struct lane_data {
  lane_host host;
  reporter_ptr reporter;
};

inline void on_lane_send(void *userdata, const void *bytes, std::size_t size) noexcept {
  const auto &data = *static_cast<const lane_data *>(userdata);
  guarded(data.reporter, "lane_host::send",
          [&] { data.host.send(std::string_view(static_cast<const char *>(bytes), size)); });
}
inline void on_lane_close(void *userdata) noexcept {
  const auto &data = *static_cast<const lane_data *>(userdata);
  guarded(data.reporter, "lane_host::close", [&] { data.host.close(); });
}
inline void on_lane_ready(void *userdata) noexcept {
  const auto &data = *static_cast<const lane_data *>(userdata);
  guarded(data.reporter, "lane_host::ready", [&] { data.host.ready(); });
}
inline void free_lane_data(void *userdata) noexcept { delete static_cast<lane_data *>(userdata); }

}  // namespace detail

/// A lane of your own making, one message on each line: what the library sends is given to a lane_host, and what
/// the server says is fed here, from any thread. It serves one client, which runtime::connect() makes, and may
/// outlive it; destroying it before its end breaks it.
class lane {
 public:
  /// Makes a lane. Fails with status::invalid_arg (no `send`).
  static result<lane> create(lane_host host) {
    auto *data = new detail::lane_data{std::move(host), nullptr};
    mcpclient_lane_host raw;
    mcpclient_lane_host_init(&raw, sizeof raw);
    raw.userdata = data;
    raw.userdata_free = detail::free_lane_data;
    if (data->host.send) raw.send = detail::on_lane_send;
    if (data->host.close) raw.close = detail::on_lane_close;
    if (data->host.ready) raw.ready = detail::on_lane_ready;
    lane made;
    made.data_ = data;
    mcpclient_transport *transport = nullptr;
    detail::error_place place;
    mcpclient_status status = mcpclient_transport_lane(&raw, &made.lane_, &transport, place.out());
    if (status != MCPCLIENT_OK) return place.taken(status);
    made.transport_.reset(transport);
    return made;
  }

  lane(lane &&other) noexcept
      : lane_(std::exchange(other.lane_, nullptr)),
        transport_(std::move(other.transport_)),
        data_(other.data_) {}
  lane &operator=(lane &&other) noexcept {
    std::swap(lane_, other.lane_);
    std::swap(transport_, other.transport_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~lane() { mcpclient_lane_free(lane_); }

  /// How long end() may take after lane_host::close, if it is called before runtime::connect(). Default: two
  /// seconds. Fails with status::invalid_arg once there is a client.
  result<void> set_grace(milliseconds grace) {
    return detail::outcome(mcpclient_transport_set_grace(transport_.get(), detail::unsigned_ms(grace)));
  }
  /// The next bytes that the server has sent, however its lines are cut; from one thread at a time. May come
  /// before there is a client. Fails with status::busy when too much waits already: nothing was taken, and no more
  /// should be read from the server until lane_host::ready is called; status::gone once the lane has ended or its
  /// client is over.
  result<void> feed(std::string_view bytes) {
    return detail::outcome(mcpclient_lane_feed(lane_, bytes.data(), bytes.size()));
  }
  /// The lane is at its end: in order, or broken as `failure` says in one sentence for developers. Fails with
  /// status::gone if it has ended already or its client is over.
  result<void> end(std::string_view failure = {}) {
    return detail::outcome(mcpclient_lane_end(lane_, detail::text_or_none(failure)));
  }

  /// The handle of C, which stays this object's.
  mcpclient_lane *handle() const noexcept { return lane_; }

 private:
  friend class runtime;

  lane() noexcept : transport_(nullptr, mcpclient_transport_free) {}

  /* What connect() takes over, once. */
  result<detail::transport_ptr> take(detail::reporter_ptr reporter) {
    if (transport_ == nullptr) return error(status::invalid_arg);
    data_->reporter = std::move(reporter);
    return std::move(transport_);
  }

  mcpclient_lane *lane_ = nullptr;
  detail::transport_ptr transport_;
  /* Kept by the library for as long as there is the handle. */
  detail::lane_data *data_ = nullptr;
};

}  // namespace mcp

#endif
