/* Reading JSON. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_JSON_HPP
#define MCPCLIENT_JSON_HPP

#include "codes.hpp"
#include "text.hpp"

namespace mcp {

/// JSON as it was written: a view, read where it stands, for those who need no library for it. No JSON
/// at all is a state of its own, in which every function answers in the same way, so that look-ups can
/// be chained: `json.at("/content/0").at("/text").text()`.
class json {
 public:
  class iterator;

  /// No JSON.
  json() noexcept = default;
  /// A view of text, which has to outlive it.
  explicit json(std::string_view text) noexcept : text_(text) {}
  explicit json(mcpclient_str text) noexcept : text_(text.ptr, text.len) {}

  /// Whether there is any.
  explicit operator bool() const noexcept { return text_.data() != nullptr; }
  /// The text, as it was written; without a pointer if there is none.
  std::string_view view() const noexcept { return text_; }
  /// As view(), for functions that take JSON.
  operator std::string_view() const noexcept { return text_; }

  /// What it is; json_kind::none for no JSON, and for what is none.
  json_kind kind() const noexcept {
    return static_cast<json_kind>(mcpclient_json_kind(raw()));
  }

  /// The bytes before the fault, if this is not one JSON value.
  std::optional<std::size_t> fault() const noexcept {
    std::size_t offset = 0;
    if (mcpclient_json_check(raw(), &offset) == MCPCLIENT_OK) return std::nullopt;
    return offset;
  }

  /// The value at a JSON pointer (RFC 6901), such as "/content/0/text"; "" is the whole.
  json at(std::string_view pointer) const noexcept {
    return json(mcpclient_json_at(raw(), detail::text(pointer)));
  }

  /// The elements of an array or an object, in the order of the text; none of anything else.
  iterator begin() const noexcept;
  iterator end() const noexcept;

  /// What a JSON string says, its escapes resolved: verbatim, so not safe to show; see
  /// mcp::display(). Nothing if it is no string.
  std::optional<std::string> text() const {
    mcpclient_str of = raw();
    return detail::written([of](char *buffer, std::size_t size) {
      return mcpclient_json_text(of, buffer, size);
    });
  }

  /// A number as it was written, every digit of it.
  std::optional<std::string_view> number() const noexcept {
    return detail::view_or_none(mcpclient_json_number(raw()));
  }

  /// A number that is exactly an integer of 64 bits, however it was written (3, 3.0, 3e0).
  std::optional<std::int64_t> integer() const noexcept {
    std::int64_t number = 0;
    if (!mcpclient_json_integer(raw(), &number)) return std::nullopt;
    return number;
  }

  /// The double nearest to a number; nothing if it is no number, or too large for a double.
  std::optional<double> real() const noexcept {
    double number = 0;
    if (!mcpclient_json_double(raw(), &number)) return std::nullopt;
    return number;
  }

  /// Whether it is `true`; kind() tells `false` from all else.
  bool is_true() const noexcept { return mcpclient_json_true(raw()); }

  /// Writes text as a JSON string, with quotes and escapes: for building arguments. Nothing if the text
  /// is not UTF-8.
  static std::optional<std::string> quote(std::string_view text) {
    return detail::written([text](char *buffer, std::size_t size) {
      return mcpclient_json_quote(detail::text(text), buffer, size);
    });
  }

 private:
  mcpclient_str raw() const noexcept { return detail::text_or_none(text_); }

  std::string_view text_;
};

/// An element of an array or an object.
struct json_element {
  /// The member's name, as a JSON string; no JSON in an array.
  json key;
  json value;
};

/// Walks over the elements of an array or an object.
class json::iterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = json_element;
  using difference_type = std::ptrdiff_t;
  using pointer = const json_element *;
  using reference = json_element;

  /// The end of every walk.
  iterator() noexcept : container_{nullptr, 0}, key_{nullptr, 0}, value_{nullptr, 0} {}
  explicit iterator(mcpclient_str container) noexcept
      : container_(container), key_{nullptr, 0}, value_{nullptr, 0} {
    ++*this;
  }

  json_element operator*() const noexcept { return {json(key_), json(value_)}; }
  iterator &operator++() noexcept {
    if (!mcpclient_json_next(container_, &key_, &value_)) *this = iterator();
    return *this;
  }
  iterator operator++(int) noexcept {
    iterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const iterator &other) const noexcept { return value_.ptr == other.value_.ptr; }
  bool operator!=(const iterator &other) const noexcept { return value_.ptr != other.value_.ptr; }

 private:
  mcpclient_str container_, key_, value_;
};

inline json::iterator json::begin() const noexcept { return iterator(raw()); }
inline json::iterator json::end() const noexcept { return iterator(); }

}  // namespace mcp

#endif
