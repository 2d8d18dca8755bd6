/* Your own HTTP stack, in place of the library's. Part of mcpclient.hpp.
 * SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_EXCHANGE_HPP
#define MCPCLIENT_EXCHANGE_HPP

#include <utility>
#include <vector>

#include "callback.hpp"

namespace mcp {

/// One HTTP request that your stack is to make, and what comes of it: head() once, feed() as often as there is
/// something, end() once, from any thread, one step after the other. It may outlive its client and its runtime;
/// destroying it before its end counts as broken.
class exchange {
  static std::pair<std::string_view, std::string_view> header_at(const mcpclient_exchange *const &of,
                                                                 std::size_t index) {
    return {detail::view(mcpclient_exchange_header_name(of, index)),
            detail::view(mcpclient_exchange_header_value(of, index))};
  }

 public:
  /// Headers, by name.
  using header_list = detail::list<std::pair<std::string_view, std::string_view>, const mcpclient_exchange *,
                                   &exchange::header_at>;

  exchange() noexcept = default;
  /// Takes over a handle of C.
  explicit exchange(mcpclient_exchange *handle) noexcept : exchange_(handle) {}
  exchange(exchange &&other) noexcept : exchange_(std::exchange(other.exchange_, nullptr)) {}
  exchange &operator=(exchange &&other) noexcept {
    std::swap(exchange_, other.exchange_);
    return *this;
  }
  ~exchange() { mcpclient_exchange_free(exchange_); }

  /// Whether there is one.
  explicit operator bool() const noexcept { return exchange_ != nullptr; }

  /// A number that no other exchange of this process has.
  std::uint64_t id() const noexcept { return mcpclient_exchange_id(exchange_); }
  /// "GET", "POST" or "DELETE". Ends with a NUL, and so do the URL and the headers.
  std::string_view method() const noexcept { return detail::view(mcpclient_exchange_method(exchange_)); }
  /// Where to, in full.
  std::string_view url() const noexcept { return detail::view(mcpclient_exchange_url(exchange_)); }
  /// The headers to be sent. Values may be secrets.
  header_list headers() const noexcept { return {exchange_, mcpclient_exchange_header_count(exchange_)}; }
  /// The body to be sent; empty with GET and DELETE.
  std::string_view body() const noexcept { return detail::view(mcpclient_exchange_body(exchange_)); }

  /// Adds a header of the answer, before head(). All may be, and a few matter. `value` need not be UTF-8.
  /// Fails with status::bad_json (`name` is not UTF-8).
  result<void> add_header(std::string_view name, std::string_view value) {
    return detail::outcome(mcpclient_exchange_add_header(exchange_, detail::text(name), detail::text(value)));
  }
  /// The answer begins: its status, and the headers that were added. Not for those before the last one (1xx).
  /// Fails with status::gone if the exchange is over, status::invalid_arg (a second head, or no such status).
  result<void> head(std::uint32_t status) {
    return detail::outcome(mcpclient_exchange_head(exchange_, status));
  }
  /// The next part of the body, without transfer coding and compression, as it comes: an event must not wait for
  /// more to follow. Fails with status::busy while the client is too far behind: nothing was taken, and no more
  /// should be read from the server until exchanger::ready() is called; status::gone if the exchange is over;
  /// status::invalid_arg before the head.
  result<void> feed(std::string_view bytes) {
    return detail::outcome(mcpclient_exchange_feed(exchange_, bytes.data(), bytes.size()));
  }
  /// The exchange is over; why it failed, if it did, in one sentence for developers that holds nobody's data.
  /// Fails with status::gone if it is over already, status::invalid_arg (complete without a head).
  result<void> end(exchange_end how = exchange_end::complete, std::string_view why = {}) {
    return detail::outcome(mcpclient_exchange_end(exchange_, static_cast<mcpclient_exchange_ending>(how),
                                                  detail::text_or_none(why)));
  }
  /// Whether the library does not want it any more.
  bool is_aborted() const noexcept { return mcpclient_exchange_is_aborted(exchange_); }

  /// The handle of C, which stays this object's.
  mcpclient_exchange *handle() const noexcept { return exchange_; }

 private:
  mcpclient_exchange *exchange_ = nullptr;
};

/// Your own HTTP stack. Its functions run on a thread of the library's, or inside runtime::wait(), never under a
/// lock; they must not block for long, since every server of the runtime waits meanwhile, and call nothing of the
/// library's but what exchanges have. It is let go of when its client is over and all exchanges are destroyed.
class exchanger {
 public:
  virtual ~exchanger() = default;
  /// Make this request, without waiting for it here. Redirects are not to be followed, cookies not to be kept,
  /// and headers to be sent as they stand; a `Content-Length` is yours to add, and so is compression to undo. An
  /// exception that leaves it is reported, and breaks the exchange if that is still yours.
  virtual void open(exchange exchange) = 0;
  /// The exchange of that id is not wanted any more: close its connection, or its stream of one that others use.
  /// Told once, on any thread, never before open() has returned, and perhaps for one that you have ended
  /// meanwhile.
  virtual void aborted(std::uint64_t id) { static_cast<void>(id); }
  /// exchange::feed() may be tried again with the exchange of that id, after it was refused as busy; on any
  /// thread, once after one or more refusals, and also when the exchange is over meanwhile.
  virtual void ready(std::uint64_t id) { static_cast<void>(id); }
};

namespace detail {

/* The userdata of an exchanger. */
struct exchanger_data {
  std::shared_ptr<mcp::exchanger> exchanger;
  reporter_ptr reporter;
};

inline void on_exchange_open(void *userdata, mcpclient_exchange *handle) noexcept {
  const auto &data = *static_cast<const exchanger_data *>(userdata);
  exchange opened(handle);
  guarded(data.reporter, "exchanger::open", [&] { data.exchanger->open(std::move(opened)); });
}
inline void on_exchange_abort(void *userdata, std::uint64_t id) noexcept {
  const auto &data = *static_cast<const exchanger_data *>(userdata);
  guarded(data.reporter, "exchanger::aborted", [&] { data.exchanger->aborted(id); });
}
inline void on_exchange_ready(void *userdata, std::uint64_t id) noexcept {
  const auto &data = *static_cast<const exchanger_data *>(userdata);
  guarded(data.reporter, "exchanger::ready", [&] { data.exchanger->ready(id); });
}
inline void free_exchanger_data(void *userdata) noexcept { delete static_cast<exchanger_data *>(userdata); }

/* The exchanger as C has it. What the userdata holds is freed by the library, whatever comes. */
inline mcpclient_exchanger exchanger_for_c(std::shared_ptr<mcp::exchanger> given, reporter_ptr reporter) {
  mcpclient_exchanger raw;
  mcpclient_exchanger_init(&raw, sizeof raw);
  raw.userdata = new exchanger_data{std::move(given), std::move(reporter)};
  raw.userdata_free = free_exchanger_data;
  raw.open = on_exchange_open;
  raw.abort = on_exchange_abort;
  raw.ready = on_exchange_ready;
  return raw;
}

}  // namespace detail

}  // namespace mcp

#endif
