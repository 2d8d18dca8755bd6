/* Text between C++ and C. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_TEXT_HPP
#define MCPCLIENT_TEXT_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "../mcpclient.h"

namespace mcp {

namespace detail {

/* Text that has to be there: without a pointer it is empty. */
inline mcpclient_str text(std::string_view view) noexcept {
  return {view.data() != nullptr ? view.data() : "", view.size()};
}

/* Text that may be left out: without a pointer it is. */
inline mcpclient_str text_or_none(std::string_view view) noexcept {
  return {view.data(), view.size()};
}

/* Views of them all. */
inline std::vector<mcpclient_str> texts(const std::vector<std::string> &given) {
  std::vector<mcpclient_str> views;
  views.reserve(given.size());
  for (const std::string &one : given) views.push_back(text(one));
  return views;
}

/* No text is empty. */
inline std::string_view view(mcpclient_str text) noexcept {
  return text.ptr != nullptr ? std::string_view(text.ptr, text.len) : std::string_view();
}

/* No text is nothing. */
inline std::optional<std::string_view> view_or_none(mcpclient_str text) noexcept {
  if (text.ptr == nullptr) return std::nullopt;
  return std::string_view(text.ptr, text.len);
}

/* What a function writes that gives the size it needs, with a NUL, when asked without a buffer. */
template <typename Write>
std::optional<std::string> written(Write write) {
  std::size_t size = write(nullptr, std::size_t{0});
  std::string text;
  /* What grew since is asked for again. */
  while (size > text.size()) {
    text.resize(size);
    size = write(&text[0], text.size());
  }
  if (size == 0) return std::nullopt;
  text.resize(size - 1);
  return text;
}

/* What is counted and read by index; items are made when they are asked for. */
template <typename Item, typename Owner, Item (*At)(const Owner &, std::size_t)>
class list {
 public:
  class iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Item;
    using difference_type = std::ptrdiff_t;
    using pointer = const Item *;
    using reference = Item;

    iterator(Owner owner, std::size_t index) : owner_(owner), index_(index) {}
    Item operator*() const { return At(owner_, index_); }
    iterator &operator++() {
      index_++;
      return *this;
    }
    iterator operator++(int) {
      iterator before = *this;
      index_++;
      return before;
    }
    bool operator==(const iterator &other) const { return index_ == other.index_; }
    bool operator!=(const iterator &other) const { return index_ != other.index_; }

   private:
    Owner owner_;
    std::size_t index_;
  };

  list(Owner owner, std::size_t size) : owner_(owner), size_(size) {}

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /* Beyond the end there is an item that has nothing. */
  Item operator[](std::size_t index) const { return At(owner_, index); }
  iterator begin() const { return iterator(owner_, 0); }
  iterator end() const { return iterator(owner_, size_); }

 private:
  Owner owner_;
  std::size_t size_;
};

}  // namespace detail

/// The text made safe to show at a terminal or in a dialog: without control characters, escape
/// sequences and direction overrides (ELI-49). Whatever a server says should pass through here or
/// display_line(), or come from a function that has it made safe already. Nothing for text that is not UTF-8.
inline std::optional<std::string> display(std::string_view text) {
  return detail::written([text](char *buffer, std::size_t size) {
    return mcpclient_str_display(detail::text(text), buffer, size);
  });
}

/// As display(), and at most `limit` characters (Unicode code points), so that a server does not choose how much
/// of the screen it takes: what is cut off leaves an ellipsis, which counts.
inline std::optional<std::string> display(std::string_view text, std::size_t limit) {
  return detail::written([text, limit](char *buffer, std::size_t size) {
    return mcpclient_str_display_lines(detail::text(text), limit, buffer, size);
  });
}

/// As display(), in one line: a line end or a tab becomes a space. SIZE_MAX cuts nothing.
inline std::optional<std::string> display_line(std::string_view text, std::size_t limit = SIZE_MAX) {
  return detail::written([text, limit](char *buffer, std::size_t size) {
    return mcpclient_str_display_line(detail::text(text), limit, buffer, size);
  });
}

/// The version of the loaded library, such as "1.2.3". Lives for ever.
inline std::string_view version() noexcept { return detail::view(mcpclient_version()); }

/// The version of the binary interface that the loaded library has: at least MCPCLIENT_ABI_VERSION of
/// the headers that you compiled with, or a function of theirs may be missing.
inline std::uint32_t abi_version() noexcept { return mcpclient_abi_version(); }

}  // namespace mcp

#endif
