/* Between paths and file: URIs. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_PATHS_HPP
#define MCPCLIENT_PATHS_HPP

#include "codes.hpp"
#include "result.hpp"

namespace mcp {

namespace detail {

/* What a function writes that gives 0 and an error where there is nothing to write. */
template <typename Write>
result<std::string> written_or_why(Write write) {
  error_place place;
  std::optional<std::string> text =
      written([&](char *buffer, std::size_t size) { return write(buffer, size, place.out()); });
  if (text) return std::move(*text);
  return place.taken();
}

}  // namespace detail

/// The canonical `file:` URI of an absolute path (ROO-04): percent-encoded where it must be, without a slash at
/// the end. It is good for roots::add_uri(), also on a system that could not have such a path. A path of POSIX is
/// bytes, and need not be UTF-8.
///
/// Fails with status::root (it is relative, holds "..", or is one that no URI can say).
inline result<std::string> path_to_uri(std::string_view path, path_style style = path_style::native) {
  return detail::written_or_why([=](char *buffer, std::size_t size, mcpclient_error **error) {
    return mcpclient_path_to_uri(detail::text(path), static_cast<mcpclient_path_style>(style), buffer, size, error);
  });
}

/// The path that a `file:` URI names (ROO-04, ROO-12). Dot segments are resolved as in any URI: as text. A path of
/// POSIX is bytes, and need not be UTF-8; no path holds a NUL.
///
/// Fails with status::root (another scheme, a host where the style has none, encoded separators, names that the
/// style does not have), status::bad_json (not UTF-8).
inline result<std::string> uri_to_path(std::string_view uri, path_style style = path_style::native) {
  return detail::written_or_why([=](char *buffer, std::size_t size, mcpclient_error **error) {
    return mcpclient_uri_to_path(detail::text(uri), static_cast<mcpclient_path_style>(style), buffer, size, error);
  });
}

/// Whether `place` lies inside the root of that `file:` URI, or is it, going by the text alone (ROO-12): links are
/// not followed, so that it can speak of another machine; roots::contains() follows them on this one. The place
/// is a `file:` URI, in which dot segments are resolved, or an absolute path without "..". What is neither is
/// outside.
inline bool root_contains(std::string_view root, std::string_view place,
                          path_style style = path_style::native) noexcept {
  return mcpclient_root_contains(detail::text(root), detail::text(place), static_cast<mcpclient_path_style>(style));
}

}  // namespace mcp

#endif
