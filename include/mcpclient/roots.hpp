/* The folders to work in. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_ROOTS_HPP
#define MCPCLIENT_ROOTS_HPP

#include "result.hpp"

namespace mcp {

/// A folder or file of a list of roots. Borrowed: its texts live until the list is changed or destroyed.
struct root {
  std::string_view uri;
  /// A label for people (ROO-05).
  std::optional<std::string_view> name;
};

/// A list of roots: the folders and files that servers should work with (ROO-01). They coordinate, and
/// protect nothing: a server that means ill is stopped by the system's permissions alone (ROO-20).
///
/// It is live: a change is announced to the servers of every client that was made with it (ROO-06).
/// Clients keep what was in it when it is destroyed.
class roots {
  static root root_at(const mcpclient_roots *const &of, std::size_t index) {
    return {detail::view(mcpclient_roots_uri(of, index)),
            detail::view_or_none(mcpclient_roots_name(of, index))};
  }

 public:
  using root_list = detail::list<root, const mcpclient_roots *, &roots::root_at>;

  /// An empty list.
  static result<roots> create() {
    roots made;
    mcpclient_status status = mcpclient_roots_new(&made.handle_);
    if (status != MCPCLIENT_OK) return error(static_cast<status_>(status));
    return made;
  }

  roots(roots &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  roots &operator=(roots &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~roots() { mcpclient_roots_free(handle_); }

  /// Adds a folder or file by its absolute path, as this system writes paths, which becomes a `file:`
  /// URI (ROO-03, ROO-04). On POSIX systems a path is bytes, and need not be UTF-8. One that is in the
  /// list already gets the new name.
  ///
  /// Fails with status::root (not a path that can be a root), status::invalid_arg, status::bad_json (a
  /// name that is not UTF-8, and elsewhere a path).
  result<void> add_path(std::string_view path, std::string_view name = {}) {
    detail::error_place place;
    return detail::outcome(mcpclient_roots_add_path(handle_, detail::text(path),
                                                    detail::text_or_none(name), place.out()),
                           place);
  }
  /// Adds a folder or file by its `file:` URI (ROO-03), as add_path().
  result<void> add_uri(std::string_view uri, std::string_view name = {}) {
    detail::error_place place;
    return detail::outcome(mcpclient_roots_add_uri(handle_, detail::text(uri),
                                                   detail::text_or_none(name), place.out()),
                           place);
  }
  /// Takes a root out of the list, by its URI as the list gives it. Fails with status::gone if it is not
  /// in the list.
  result<void> remove(std::string_view uri) {
    return detail::outcome(mcpclient_roots_remove(handle_, detail::text(uri)));
  }
  /// Empties the list.
  result<void> clear() { return detail::outcome(mcpclient_roots_clear(handle_)); }
  /// Gives the list the content of another, with one announcement for all that changes.
  result<void> replace(const roots &with) {
    return detail::outcome(mcpclient_roots_replace(handle_, with.handle_));
  }

  /// Whether roots are looked at, and offered only while they are there, as they are unless this says no: a
  /// list for servers on another machine, or in a container, is taken as it is.
  result<void> set_checked(bool checked) {
    return detail::outcome(mcpclient_roots_set_checked(handle_, checked ? 1 : 0));
  }

  /// What is in it. No other thread may change the list meanwhile.
  root_list list() const noexcept { return {handle_, mcpclient_roots_count(handle_)}; }

  /// The handle of C, which stays this object's.
  mcpclient_roots *handle() const noexcept { return handle_; }

 private:
  using status_ = mcp::status;
  roots() noexcept = default;

  mcpclient_roots *handle_ = nullptr;
};

}  // namespace mcp

#endif
