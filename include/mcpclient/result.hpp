/* Success or failure. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_RESULT_HPP
#define MCPCLIENT_RESULT_HPP

#include <cstdlib>
#include <exception>
#include <type_traits>
#include <utility>
#include <variant>

#include "error.hpp"

/// 1 where the compiler has exceptions; all translation units of a program have to agree.
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define MCPCLIENT_HPP_EXCEPTIONS 1
#else
#define MCPCLIENT_HPP_EXCEPTIONS 0
#endif

namespace mcp {

/// What result::value() throws.
class failure : public std::exception {
 public:
  explicit failure(mcp::error error) noexcept : error_(std::move(error)) {}

  /// Why it failed.
  const mcp::error &error() const noexcept { return error_; }
  /// The error's message: safe to show and to log.
  const char *what() const noexcept override { return error_.message().data(); }

 private:
  mcp::error error_;
};

namespace detail {

[[noreturn]] inline void raise(const error &error) {
#if MCPCLIENT_HPP_EXCEPTIONS
  throw failure(error);
#else
  static_cast<void>(error);
  std::abort();
#endif
}

}  // namespace detail

/// What a function gives, or why it failed.
template <typename T>
class [[nodiscard]] result {
 public:
  result(T value) : is_(std::in_place_index<0>, std::move(value)) {}
  result(mcp::error error) : is_(std::in_place_index<1>, std::move(error)) {}

  /// Whether it went well.
  bool has_value() const noexcept { return is_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }

  /// What the function gave. Throws mcp::failure if it failed; without exceptions the program ends.
  T &value() & { return checked(*this); }
  const T &value() const & { return checked(*this); }
  T &&value() && { return std::move(checked(*this)); }
  /// As value().
  T &operator*() & { return checked(*this); }
  const T &operator*() const & { return checked(*this); }
  T &&operator*() && { return std::move(checked(*this)); }
  T *operator->() { return &checked(*this); }
  const T *operator->() const { return &checked(*this); }

  /// What the function gave, or this instead.
  T value_or(T other) && { return has_value() ? std::move(checked(*this)) : std::move(other); }

  /// status::ok, or why it failed.
  mcp::status status() const noexcept { return has_value() ? mcp::status::ok : error().status(); }
  /// Why it failed. Only to be asked of what did.
  const mcp::error &error() const noexcept {
    const mcp::error *error = std::get_if<1>(&is_);
    if (error == nullptr) std::abort();
    return *error;
  }

 private:
  template <typename Self>
  static auto &checked(Self &self) {
    auto *value = std::get_if<0>(&self.is_);
    if (value == nullptr) detail::raise(self.error());
    return *value;
  }

  std::variant<T, mcp::error> is_;
};

/// Whether a function that gives nothing went well, or why it failed.
template <>
class [[nodiscard]] result<void> {
 public:
  result() noexcept = default;
  result(mcp::error error) : error_(std::move(error)) {}

  /// Whether it went well.
  bool has_value() const noexcept { return !error_; }
  explicit operator bool() const noexcept { return has_value(); }

  /// Throws mcp::failure if it failed; without exceptions the program ends.
  void value() const {
    if (error_) detail::raise(*error_);
  }

  /// status::ok, or why it failed.
  mcp::status status() const noexcept { return error_ ? error_->status() : mcp::status::ok; }
  /// Why it failed. Only to be asked of what did.
  const mcp::error &error() const noexcept {
    if (!error_) std::abort();
    return *error_;
  }

 private:
  std::optional<mcp::error> error_;
};

namespace detail {

/* What became of a function of C that says no more than a status. */
inline result<void> outcome(mcpclient_status status) {
  if (status == MCPCLIENT_OK) return {};
  return error(static_cast<mcp::status>(status));
}

/* What became of a function of C that may say more. */
inline result<void> outcome(mcpclient_status status, error_place &place) {
  if (status == MCPCLIENT_OK) return {};
  return place.taken(status);
}

}  // namespace detail

}  // namespace mcp

#endif
