/* What a server lists, one thing at a time. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_ITEM_HPP
#define MCPCLIENT_ITEM_HPP

#include <memory>
#include <vector>

#include "codes.hpp"
#include "error.hpp"
#include "json.hpp"
#include "result.hpp"
#include "text.hpp"

namespace mcp {

/// One argument of a prompt (PRM-03), or one variable of a template (RES-06). Borrowed from its item.
class argument {
 public:
  argument(const mcpclient_item *of, std::size_t index) noexcept : item_(of), index_(index) {}

  /// Its name, to the letter: not safe to show.
  std::string_view name() const noexcept {
    return detail::view(mcpclient_item_argument_name(item_, index_));
  }
  /// Its name for people, made safe to show.
  std::string_view label() const noexcept {
    return detail::view(mcpclient_item_argument_label(item_, index_));
  }
  /// What it is for, made safe to show; nothing if the server does not say.
  std::optional<std::string_view> description() const noexcept {
    return detail::view_or_none(mcpclient_item_argument_description(item_, index_));
  }
  /// Whether the prompt cannot do without.
  bool required() const noexcept { return mcpclient_item_argument_required(item_, index_); }

 private:
  const mcpclient_item *item_;
  std::size_t index_;
};

/// One icon as a server names it (MET-07). The library loads none. Borrowed from its item.
class icon {
 public:
  icon(const mcpclient_item *of, std::size_t index) noexcept : item_(of), index_(index) {}

  /// Where it is, as the server wrote it. Use it only with icon_fault::good, and without your credentials
  /// or cookies.
  std::string_view source() const noexcept {
    return detail::view(mcpclient_item_icon_source(item_, index_));
  }
  /// For which background it is made.
  mcp::theme theme() const noexcept {
    return static_cast<mcp::theme>(mcpclient_item_icon_theme(item_, index_));
  }
  /// Why it is not to be shown, as far as that can be told without loading it (MET-09, MET-10).
  icon_fault fault() const noexcept {
    return static_cast<icon_fault>(mcpclient_item_icon_fault(item_, index_));
  }
  /// Whether what you loaded from its source may be shown (MET-10).
  icon_fault vet(std::string_view bytes) const noexcept {
    return static_cast<icon_fault>(mcpclient_item_vet_icon(item_, index_, bytes.data(), bytes.size()));
  }
  /// The bytes that it brings in its source; none if they are elsewhere, or not to be shown.
  std::string bytes() const {
    std::string bytes(mcpclient_item_icon_bytes(item_, index_, nullptr, 0), '\0');
    if (!bytes.empty()) mcpclient_item_icon_bytes(item_, index_, &bytes[0], bytes.size());
    return bytes;
  }
  /// Whether a redirection met while loading it may be followed (MET-09).
  bool may_redirect(std::string_view to) const noexcept {
    return mcpclient_item_icon_may_redirect(item_, index_, detail::text(to));
  }

 private:
  const mcpclient_item *item_;
  std::size_t index_;
};

/// A tool, a resource, a template, a prompt or a server: what a dialog shows of it, and what a call needs to
/// know. All of it is the server's word: made to be shown to whoever decides, and nothing to decide by (TOL-09,
/// TOL-18, TOL-19). Copies share it.
class item {
  using owner = const mcpclient_item *;
  static hazard hazard_at(const owner &of, std::size_t index) {
    return static_cast<hazard>(mcpclient_item_hazard(of, index));
  }
  static argument argument_at(const owner &of, std::size_t index) { return {of, index}; }
  static icon icon_at(const owner &of, std::size_t index) { return {of, index}; }

 public:
  using hazard_list = detail::list<hazard, owner, &item::hazard_at>;
  using argument_list = detail::list<argument, owner, &item::argument_at>;
  using icon_list = detail::list<icon, owner, &item::icon_at>;

  explicit item(std::shared_ptr<mcpclient_item> handle) noexcept : item_(std::move(handle)) {}

  /// Reads one item out of its JSON, as it stands in the result of a list. Fails with status::protocol (the
  /// message says what is missing), status::invalid_arg, status::bad_json.
  static result<item> read(item_kind kind, std::string_view json) {
    detail::error_place place;
    mcpclient_item *handle = nullptr;
    mcpclient_status status = mcpclient_item_read(static_cast<mcpclient_item_kind>(kind), detail::text(json),
                                                  &handle, place.out());
    if (status != MCPCLIENT_OK) return place.taken(status);
    return owned(handle);
  }

  /// All that the server says of it, verbatim.
  mcp::json json() const noexcept { return mcp::json(mcpclient_item_json(item_.get())); }
  /// Its name, to the letter: what a call is made with (TOL-06). Not safe to show.
  std::string_view name() const noexcept { return detail::view(mcpclient_item_name(item_.get())); }
  /// Its name for people, made safe to show: the title, or else the name (TOL-08, MET-05).
  std::string_view label() const noexcept { return detail::view(mcpclient_item_label(item_.get())); }
  /// What it is for, made safe to show; nothing if the server does not say.
  std::optional<std::string_view> description() const noexcept {
    return detail::view_or_none(mcpclient_item_description(item_.get()));
  }
  /// The URI of a resource, or the URI template of a template. Opaque (RES-02), and not safe to show.
  std::optional<std::string_view> uri() const noexcept {
    return detail::view_or_none(mcpclient_item_uri(item_.get()));
  }
  /// The media type of a resource, made safe to show (RES-05).
  std::optional<std::string_view> mime_type() const noexcept {
    return detail::view_or_none(mcpclient_item_mime_type(item_.get()));
  }
  /// How many bytes a resource has, if the server says so.
  std::optional<std::uint64_t> size() const noexcept {
    std::uint64_t size = 0;
    if (!mcpclient_item_size(item_.get(), &size)) return std::nullopt;
    return size;
  }
  /// What a tool says of its effects; none of others.
  mcp::hints hints() const noexcept { return static_cast<mcp::hints>(mcpclient_item_hints(item_.get())); }
  /// What to be careful about in the label and the description (TOL-20, PRM-05).
  hazard_list hazards() const noexcept { return {item_.get(), mcpclient_item_hazard_count(item_.get())}; }
  /// The arguments of a prompt, or the variables of a template.
  argument_list arguments() const noexcept {
    return {item_.get(), mcpclient_item_argument_count(item_.get())};
  }
  /// Its icons, those that are not to be shown included.
  icon_list icons() const noexcept { return {item_.get(), mcpclient_item_icon_count(item_.get())}; }
  /// The icon that fits best at a number of pixels on a background, of those without a fault (MET-11).
  std::optional<icon> choose_icon(std::uint32_t pixels, mcp::theme theme = mcp::theme::any) const noexcept {
    std::size_t index =
        mcpclient_item_choose_icon(item_.get(), pixels, static_cast<mcpclient_theme>(theme));
    if (index == SIZE_MAX) return std::nullopt;
    return icon(item_.get(), index);
  }

  /// Whether `arguments`, a JSON object of strings or no text, will do for a prompt (PRM-03). Fails with
  /// status::form (the error names every argument that is missing), status::invalid_arg, status::bad_json.
  result<void> check_arguments(std::string_view arguments = {}) const {
    detail::error_place place;
    return detail::outcome(
        mcpclient_item_check_arguments(item_.get(), detail::text_or_none(arguments), place.out()), place);
  }
  /// The URI that a template becomes with these values, after RFC 6570 (RES-06): a JSON object of strings, or
  /// of lists and objects of strings where the template has a use for them. Fails with status::unsupported (no
  /// template), status::invalid_arg, status::too_large, status::bad_json.
  result<std::string> expand(std::string_view values = {}) const {
    detail::error_place place;
    std::size_t needed = 0;
    mcpclient_str given = detail::text_or_none(values);
    mcpclient_status status = mcpclient_item_expand(item_.get(), given, nullptr, 0, &needed, place.out());
    if (status != MCPCLIENT_OK) return place.taken(status);
    std::string uri(needed, '\0');
    status = mcpclient_item_expand(item_.get(), given, &uri[0], uri.size(), nullptr, place.out());
    if (status != MCPCLIENT_OK) return place.taken(status);
    uri.resize(needed - 1);
    return uri;
  }

 private:
  friend class client_ref;

  static item owned(mcpclient_item *handle) {
    return item(std::shared_ptr<mcpclient_item>(handle, mcpclient_item_free));
  }

  std::shared_ptr<mcpclient_item> item_;
};

}  // namespace mcp

#endif
