/* Why something failed. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_ERROR_HPP
#define MCPCLIENT_ERROR_HPP

#include <chrono>
#include <memory>
#include <utility>

#include "codes.hpp"
#include "json.hpp"
#include "text.hpp"

namespace mcp {

/// The name that a status has in C, such as "MCPCLIENT_E_TIMEOUT"; "MCPCLIENT_E_UNKNOWN" for a number
/// that the loaded library does not have. Lives for ever.
inline std::string_view name(status of) noexcept {
  return detail::view(mcpclient_status_name(static_cast<mcpclient_status>(of)));
}

/// A field of a form that is wrong. Borrowed from its error.
class field_error {
 public:
  field_error(const mcpclient_error *of, std::size_t index) noexcept : error_(of), index_(index) {}

  /// The field's index in the form; nothing for an answer's member that the form does not have.
  std::optional<std::size_t> field() const noexcept {
    std::size_t field = 0;
    if (!mcpclient_error_field_index(error_, index_, &field)) return std::nullopt;
    return field;
  }
  /// The field's name, as the server wrote it: not safe to show.
  std::string_view name() const noexcept {
    return detail::view(mcpclient_error_field_name(error_, index_));
  }
  /// What is wrong, for programs.
  mcp::fault fault() const noexcept {
    return static_cast<mcp::fault>(mcpclient_error_field_code(error_, index_));
  }
  /// The fault's name, such as "minLength".
  std::string_view fault_name() const noexcept {
    return detail::view(mcpclient_error_field_code_name(error_, index_));
  }
  /// What is wrong, as an English sentence for the person who filled it in.
  std::string_view message() const noexcept {
    return detail::view(mcpclient_error_field_message(error_, index_));
  }
  /// A parameter of the fault, for sentences in other languages: the "minimum" of a number that is too
  /// small, say.
  std::optional<std::string_view> param(std::string_view name) const noexcept {
    return detail::view_or_none(mcpclient_error_field_param(error_, index_, detail::text(name)));
  }

 private:
  const mcpclient_error *error_;
  std::size_t index_;
};

/// Why something failed. Copies share what there is to say, and keep it alive.
///
/// The texts that the library wrote name what was wrong and where, and carry nobody's data; what a
/// server wrote is kept apart from them.
class error {
  static field_error field_at(const mcpclient_error *const &of, std::size_t index) {
    return {of, index};
  }

 public:
  /// The fields of a form that are wrong.
  using field_list = detail::list<field_error, const mcpclient_error *, &error::field_at>;

  /// A status with no more to say.
  explicit error(mcp::status status) noexcept : status_(status) {}
  /// A status, and what C says of it, which the pointer keeps alive; it may be NULL.
  error(mcp::status status, std::shared_ptr<const mcpclient_error> handle) noexcept
      : status_(status), handle_(std::move(handle)) {}

  /// What it is, for programs.
  mcp::status status() const noexcept { return status_; }
  /// The name of its status, such as "MCPCLIENT_E_TIMEOUT". Lives for ever.
  std::string_view name() const noexcept { return mcp::name(status_); }
  /// One English sentence for developers: what was wrong and where; the name where there is no more to
  /// say. Ends with a NUL. Safe to show and to log: it never holds what a user or a server said.
  std::string_view message() const noexcept {
    return handle_ ? detail::view(mcpclient_error_message(handle_.get())) : name();
  }

  /// The JSON-RPC code that the server answered with (RPC-06); nothing unless the status is
  /// status::server.
  std::optional<std::int64_t> server_code() const noexcept {
    std::int64_t code = 0;
    if (!mcpclient_error_server_code(handle_.get(), &code)) return std::nullopt;
    return code;
  }
  /// What the server said about its error, made safe to show.
  std::optional<std::string_view> server_message() const noexcept {
    return detail::view_or_none(mcpclient_error_server_message(handle_.get()));
  }
  /// As server_message(), in the server's very words: not safe to show.
  std::optional<std::string_view> server_message_raw() const noexcept {
    return detail::view_or_none(mcpclient_error_server_message_raw(handle_.get()));
  }
  /// The `data` of the server's error.
  json server_data() const noexcept { return json(mcpclient_error_server_data(handle_.get())); }

  /// The code with which the server's process exited; nothing if it did not exit by itself, that is not
  /// why this failed, or nobody could see it.
  std::optional<std::int32_t> exit_code() const noexcept {
    std::int32_t code = 0;
    if (!mcpclient_error_exit_code(handle_.get(), &code)) return std::nullopt;
    return code;
  }
  /// The signal that ended the server's process.
  std::optional<std::int32_t> exit_signal() const noexcept {
    std::int32_t signal = 0;
    if (!mcpclient_error_exit_signal(handle_.get(), &signal)) return std::nullopt;
    return signal;
  }
  /// The last of what the server's process wrote to stderr, made safe to show; nothing if the process is
  /// not why this failed.
  std::optional<std::string_view> stderr_tail() const noexcept {
    return detail::view_or_none(mcpclient_error_stderr_tail(handle_.get()));
  }

  /// The status that the server answered with over HTTP, such as 503; nothing if that is not why this failed.
  /// A status of success stands here where the rest of the answer was at fault: 200, and a page for people.
  std::optional<std::uint32_t> http_status() const noexcept {
    std::uint32_t status = mcpclient_error_http_status(handle_.get());
    if (status == 0) return std::nullopt;
    return status;
  }
  /// What the server called the type of that answer, made safe to show.
  std::optional<std::string_view> http_content_type() const noexcept {
    return detail::view_or_none(mcpclient_error_http_content_type(handle_.get()));
  }
  /// The beginning of that answer's body, made safe to show, without what looks like a secret; empty if there
  /// is none. The server's words all the same: not for a log.
  std::optional<std::string_view> http_excerpt() const noexcept {
    return detail::view_or_none(mcpclient_error_http_excerpt(handle_.get()));
  }
  /// For how long the server wants to be left alone (`Retry-After`). The library does not wait.
  std::optional<std::chrono::milliseconds> http_retry_after() const noexcept {
    std::int64_t time = mcpclient_error_http_retry_after_ms(handle_.get());
    if (time < 0) return std::nullopt;
    return std::chrono::milliseconds(time);
  }

  /// The fields of a form that are wrong; none unless the status is status::form.
  field_list fields() const noexcept {
    return {handle_.get(), mcpclient_error_field_count(handle_.get())};
  }

 private:
  mcp::status status_;
  std::shared_ptr<const mcpclient_error> handle_;
};

namespace detail {

/* Where a function of C leaves an error, which is freed in any case. */
class error_place {
 public:
  error_place() = default;
  error_place(const error_place &) = delete;
  error_place &operator=(const error_place &) = delete;
  ~error_place() { mcpclient_error_free(handle_); }

  mcpclient_error **out() noexcept { return &handle_; }
  /* What became of a function that says no more than that there is an error. */
  error taken() { return taken(mcpclient_error_status(handle_)); }
  /* What became of it. */
  error taken(mcpclient_status status) {
    auto is = static_cast<mcp::status>(status);
    if (handle_ == nullptr) return error(is);
    auto free = [](const mcpclient_error *handle) {
      mcpclient_error_free(const_cast<mcpclient_error *>(handle));
    };
    return error(is, std::shared_ptr<const mcpclient_error>(std::exchange(handle_, nullptr), free));
  }

 private:
  mcpclient_error *handle_ = nullptr;
};

}  // namespace detail

}  // namespace mcp

#endif
