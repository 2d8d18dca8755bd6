/* What stands between a callback and the library. Part of mcpclient.hpp.
 * SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_CALLBACK_HPP
#define MCPCLIENT_CALLBACK_HPP

#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>

#include "result.hpp"

namespace mcp {

/// Takes an exception that left a callback of yours, whose name is given, such as "elicit_form". It must
/// not throw.
using callback_failed_fn = std::function<void(std::string_view callback, std::exception_ptr exception)>;

namespace detail {

/* Who is told of exceptions: shared by all that the library holds of a runtime. */
using reporter_ptr = std::shared_ptr<const callback_failed_fn>;
/* What handles and views know of it: they keep nothing alive of yours that may hold them in turn. */
using reporter_ref = std::weak_ptr<const callback_failed_fn>;

inline void report(const reporter_ptr &reporter, const char *callback, std::exception_ptr exception) noexcept {
  if (reporter && *reporter) {
    (*reporter)(callback, std::move(exception));
  } else {
    /* What it says may be somebody's data, and stays out. */
    std::fprintf(stderr, "mcpclient: an exception left the callback %s; "
                 "mcp::runtime_options::callback_failed would be given it\n", callback);
  }
}

/* Nothing is thrown across the line to C. */
template <typename Work>
bool guarded(const reporter_ptr &reporter, const char *callback, Work work) noexcept {
#if MCPCLIENT_HPP_EXCEPTIONS
  try {
    work();
    return true;
  } catch (...) {
    report(reporter, callback, std::current_exception());
    return false;
  }
#else
  static_cast<void>(reporter);
  static_cast<void>(callback);
  work();
  return true;
#endif
}

inline std::uint64_t unsigned_ms(std::chrono::milliseconds time) noexcept {
  return time.count() > 0 ? static_cast<std::uint64_t>(time.count()) : 0;
}

/* Nothing is the library's default. */
inline mcpclient_switch switch_of(std::optional<bool> on) noexcept {
  return !on ? MCPCLIENT_DEFAULT : *on ? MCPCLIENT_ON : MCPCLIENT_OFF;
}

/* Empty is a default. */
inline mcpclient_str text_if_any(const std::string &given) noexcept {
  return given.empty() ? mcpclient_str{nullptr, 0} : text(given);
}

}  // namespace detail

}  // namespace mcp

#endif
