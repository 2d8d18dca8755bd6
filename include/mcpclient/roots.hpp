/* The folders to work in. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_ROOTS_HPP
#define MCPCLIENT_ROOTS_HPP

#include <chrono>

#include "result.hpp"

namespace mcp {

/// A folder or file of a list of roots. Borrowed: its texts live until the list is changed or destroyed.
struct root {
  std::string_view uri;
  /// A label for people (ROO-05).
  std::optional<std::string_view> name;
  /// Whether servers are told of it now: it is there, can be read, and is not excluded.
  bool offered;
};

/// A list of roots: the folders and files that servers should work with (ROO-01). They coordinate, and
/// protect nothing: a server that means ill is stopped by the system's permissions alone (ROO-20).
///
/// It is live: a change is announced once to the servers of every client that was made with it (ROO-06), and so
/// is what becomes of its roots on the file system. A root is offered only while it is there and can be read: it
/// is looked at before a server learns of it, when one asks, and every two seconds while there are clients
/// (ROO-11, ROO-14, ROO-17). One that vanishes is taken from what is offered, and comes back. Clients keep to what
/// was in the list when it is destroyed.
class roots {
  static root root_at(const mcpclient_roots *const &of, std::size_t index) {
    return {detail::view(mcpclient_roots_uri(of, index)),
            detail::view_or_none(mcpclient_roots_name(of, index)), mcpclient_roots_offered(of, index)};
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
  /// Adds the workspace around a folder or file that the user opened (ROO-18): the nearest folder upwards that
  /// holds .git, .hg, .svn or .jj, or else the folder itself, or the one that the file is in. The user's home
  /// folder and the top of the file system are no workspace unless they were opened themselves. Without a name it
  /// is called as its folder is. Fails with status::root (a path that is not absolute, or leads nowhere).
  result<void> add_workspace(std::string_view opened, std::string_view name = {}) {
    detail::error_place place;
    return detail::outcome(mcpclient_roots_add_workspace(handle_, detail::text(opened),
                                                         detail::text_or_none(name), place.out()),
                           place);
  }
  /// Gives a root another name, or with no text none. Fails with status::gone (it is not in the list, or has that
  /// name already).
  result<void> rename(std::string_view uri, std::string_view name) {
    return detail::outcome(mcpclient_roots_rename(handle_, detail::text(uri), detail::text_or_none(name)));
  }
  /// Excludes a folder or file by its absolute path (ROO-19): roots in it are not offered, and contains() says no
  /// to what is in it, also inside of a root. The protocol has no way to tell a server that is offered a folder
  /// around it. Fails as add_path() does.
  result<void> exclude(std::string_view folder) {
    detail::error_place place;
    return detail::outcome(mcpclient_roots_exclude(handle_, detail::text(folder), place.out()), place);
  }
  /// Takes an exclusion back. Fails with status::gone (it is not excluded).
  result<void> include(std::string_view folder) {
    return detail::outcome(mcpclient_roots_include(handle_, detail::text(folder)));
  }
  /// Whether an absolute path leads into a root that is offered, or is one, and not into what is excluded. Links
  /// are followed on both sides, ".." goes where the file system says, and what does not exist yet counts by the
  /// folder that it would be in. What cannot be told is outside. It is no protection against somebody who changes
  /// links in between (ROO-20).
  bool contains(std::string_view place) const noexcept {
    return mcpclient_roots_contains(handle_, detail::text(place));
  }
  /// As contains(), for the `file:` URI of a server.
  bool contains_uri(std::string_view uri) const noexcept {
    return mcpclient_roots_contains_uri(handle_, detail::text(uri));
  }
  /// Looks at the file system now, on this thread, and announces what has changed. True if anything has.
  bool look() noexcept { return mcpclient_roots_look(handle_); }
  /// How often to look: every two seconds, unless this says otherwise; zero: only when a server asks, and in
  /// look().
  result<void> set_interval(std::chrono::milliseconds interval) {
    auto time = interval.count() > 0 ? static_cast<std::uint64_t>(interval.count()) : 0;
    return detail::outcome(mcpclient_roots_set_interval(handle_, time));
  }
  /// Whether roots are looked at, as they are unless this says no: a list for servers on another machine, or in a
  /// container, is taken as it is.
  result<void> set_checked(bool checked) {
    return detail::outcome(mcpclient_roots_set_checked(handle_, checked ? 1 : 0));
  }
  /// Takes a root out of the list, by its URI as the list gives it. Fails with status::gone if it is not
  /// in the list.
  result<void> remove(std::string_view uri) {
    return detail::outcome(mcpclient_roots_remove(handle_, detail::text(uri)));
  }
  /// Empties the list.
  result<void> clear() { return detail::outcome(mcpclient_roots_clear(handle_)); }
  /// Gives the list the roots of another, with one announcement for all that changes; what is excluded stays so.
  result<void> replace(const roots &with) {
    return detail::outcome(mcpclient_roots_replace(handle_, with.handle_));
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
