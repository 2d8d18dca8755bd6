/* Forms, field by field. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_FORM_HPP
#define MCPCLIENT_FORM_HPP

#include "result.hpp"

namespace mcp {

/// An option of a field to choose from. Borrowed from its input.
class option {
 public:
  option(mcpclient_input *of, std::size_t field, std::size_t index) noexcept
      : input_(of), field_(field), index_(index) {}

  /// Which of the field's options it is.
  std::size_t index() const noexcept { return index_; }
  /// What is sent if it is chosen, as the server wrote it: not safe to show.
  std::string_view value() const noexcept {
    return detail::view(mcpclient_input_option_value(input_, field_, index_));
  }
  /// What to call it, made safe to show.
  std::string_view label() const noexcept {
    return detail::view(mcpclient_input_option_label(input_, field_, index_));
  }
  /// As label(), as the server wrote it: not safe to show.
  std::string_view label_raw() const noexcept {
    return detail::view(mcpclient_input_option_label_raw(input_, field_, index_));
  }
  /// Whether it is chosen now, be it by default.
  bool selected() const noexcept { return mcpclient_input_selected(input_, field_, index_); }
  /// Chooses it, or takes it back. Of field_kind::one_of the last one chosen counts. Fails with
  /// status::invalid_arg (no such option).
  result<void> select(bool on = true) const {
    return detail::outcome(mcpclient_input_select(input_, field_, index_, on ? 1 : 0));
  }

 private:
  mcpclient_input *input_;
  std::size_t field_, index_;
};

/// The smallest or the largest number that a field takes.
struct limit {
  /// In digits.
  std::string_view number;
  /// Whether the number itself is not taken any more.
  bool exclusive;
};

/// A field of a form, to be shown and filled in. Borrowed from its input.
class field {
  static option option_at(const field &of, std::size_t index) { return {of.input_, of.index_, index}; }

 public:
  using option_list = detail::list<option, field, &field::option_at>;

  field(mcpclient_input *of, std::size_t index) noexcept : input_(of), index_(index) {}

  /// Which of the form's fields it is, in the server's order.
  std::size_t index() const noexcept { return index_; }
  /// The name under which the answer is sent, as the server wrote it: not safe to show.
  std::string_view name() const noexcept {
    return detail::view(mcpclient_input_field_name(input_, index_));
  }
  /// What to call the field: its title, or its name where it has none (ELI-28), made safe to show.
  std::string_view title() const noexcept {
    return detail::view(mcpclient_input_field_title(input_, index_));
  }
  /// The field's title as the server wrote it, not safe to show; nothing if it has none.
  std::optional<std::string_view> title_raw() const noexcept {
    return detail::view_or_none(mcpclient_input_field_title_raw(input_, index_));
  }
  /// More about the field, made safe to show.
  std::optional<std::string_view> description() const noexcept {
    return detail::view_or_none(mcpclient_input_field_description(input_, index_));
  }
  /// As description(), as the server wrote it: not safe to show.
  std::optional<std::string_view> description_raw() const noexcept {
    return detail::view_or_none(mcpclient_input_field_description_raw(input_, index_));
  }
  /// What the field takes.
  field_kind kind() const noexcept {
    return static_cast<field_kind>(mcpclient_input_field_kind(input_, index_));
  }
  /// Whether an accepted form must have a value here (ELI-25).
  bool required() const noexcept { return mcpclient_input_field_required(input_, index_); }
  /// False if no value would do, because the server's limits contradict each other: leave such a field,
  /// which is never required, out of the dialog.
  bool answerable() const noexcept { return mcpclient_input_field_answerable(input_, index_); }
  /// The value that the field starts with (ELI-24).
  json default_value() const noexcept { return json(mcpclient_input_field_default(input_, index_)); }

  /// The smallest number that the field takes.
  std::optional<limit> min() const noexcept { return bound(mcpclient_input_field_min); }
  /// The largest number that the field takes.
  std::optional<limit> max() const noexcept { return bound(mcpclient_input_field_max); }
  /// What the number must be a whole multiple of, in digits.
  std::optional<std::string_view> step() const noexcept {
    return detail::view_or_none(mcpclient_input_field_step(input_, index_));
  }
  /// The fewest characters of a text (Unicode code points), or the fewest options to choose.
  std::optional<std::uint64_t> min_length() const noexcept {
    return length(mcpclient_input_field_min_length);
  }
  /// The most characters of a text (Unicode code points), or the most options to choose.
  std::optional<std::uint64_t> max_length() const noexcept {
    return length(mcpclient_input_field_max_length);
  }
  /// What a text must be: "email", "uri", "date", "date-time", or a word that is not checked.
  std::optional<std::string_view> format() const noexcept {
    return detail::view_or_none(mcpclient_input_field_format(input_, index_));
  }
  /// The regular expression that a text must match somewhere (ELI-14), as the server wrote it.
  std::optional<std::string_view> pattern() const noexcept {
    return detail::view_or_none(mcpclient_input_field_pattern(input_, index_));
  }
  /// The options to choose from.
  option_list options() const noexcept { return {*this, mcpclient_input_option_count(input_, index_)}; }

  /// Fills in from text as typed (ELI-27): numbers and dates are read, yes and no understood, options
  /// found by value, label or number. Empty text empties the field. On status::form the text does not fit
  /// the field; the entry is kept, and later checks report it again, so ask the user once more.
  ///
  /// Fails with status::form, status::invalid_arg (no such field, no form), status::bad_json (not UTF-8).
  result<void> set_text(std::string_view text) const {
    detail::error_place place;
    return detail::outcome(
        mcpclient_input_set_text(input_, index_, detail::text(text), place.out()), place);
  }
  /// Fills in a JSON value, such as true, 3 or ["a"]. Fails as set_text() does, and with status::bad_json
  /// for what is not JSON.
  result<void> set_json(std::string_view value) const {
    detail::error_place place;
    return detail::outcome(
        mcpclient_input_set_json(input_, index_, detail::text(value), place.out()), place);
  }
  /// Empties the field: an optional one is left out of the answer, whatever its default.
  result<void> clear() const { return detail::outcome(mcpclient_input_clear(input_, index_)); }
  /// Whether anything was filled in, or emptied: what is untouched holds its default, and is left out of the
  /// answer if it has none and need not be there (ELI-24, ELI-25).
  bool touched() const noexcept { return mcpclient_input_touched(input_, index_); }
  /// Makes the field untouched again: it holds its default (ELI-24).
  result<void> reset() const { return detail::outcome(mcpclient_input_reset(input_, index_)); }
  /// What the field holds now: what was filled in, or its default if nothing was; no JSON if it is empty,
  /// or holds what could not be read. Borrowed: it lives until the field is changed.
  json value() const noexcept { return json(mcpclient_input_value(input_, index_)); }
  /// What the field holds now, as text that set_text() reads as the same value, for a place to type in. Choices
  /// are their labels, unless only the value is clear. Nothing if the field is empty. A default is the server's
  /// text, and not safe to show; mcp::display() makes it so.
  std::optional<std::string> value_text() const {
    return detail::written([this](char *buffer, std::size_t size) {
      return mcpclient_input_value_text(input_, index_, buffer, size);
    });
  }
  /// What is wrong with the field as it is now (ELI-34): status::form, or nothing.
  result<void> check() const {
    detail::error_place place;
    return detail::outcome(mcpclient_input_check_field(input_, index_, place.out()), place);
  }

 private:
  std::optional<limit> bound(mcpclient_str (*from)(const mcpclient_input *, std::size_t,
                                                   bool *)) const noexcept {
    bool exclusive = false;
    mcpclient_str number = from(input_, index_, &exclusive);
    if (number.ptr == nullptr) return std::nullopt;
    return limit{detail::view(number), exclusive};
  }
  std::optional<std::uint64_t> length(bool (*from)(const mcpclient_input *, std::size_t,
                                                   std::uint64_t *)) const noexcept {
    std::uint64_t length = 0;
    if (!from(input_, index_, &length)) return std::nullopt;
    return length;
  }

  mcpclient_input *input_;
  std::size_t index_;
};

/// Something in a form's schema that was read as meant, though the server did not write it as the protocol
/// has it (ELI-11): for the server's developer, no reason to refuse.
struct objection {
  /// A short name that never changes its meaning, such as "typeMissing". New ones may come.
  std::string_view name;
  /// The property concerned, as the server wrote it: not safe to show. Nothing if it is the schema as a
  /// whole.
  std::optional<std::string_view> property;
  /// An English sentence on what was found and what was made of it. Safe to show: it quotes nothing.
  std::string_view text;
};

/// A form, to be filled in field by field and then sent by input::accept(). Borrowed from its input. Other
/// kinds of input have no fields. There may be none in a form as well: then it is a mere confirmation.
class form {
  static field field_at(mcpclient_input *const &of, std::size_t index) { return {of, index}; }
  static objection objection_at(const mcpclient_input *const &of, std::size_t index) {
    return {detail::view(mcpclient_input_objection_name(of, index)),
            detail::view_or_none(mcpclient_input_objection_property(of, index)),
            detail::view(mcpclient_input_objection_text(of, index))};
  }

 public:
  using field_list = detail::list<field, mcpclient_input *, &form::field_at>;
  using objection_list = detail::list<objection, const mcpclient_input *, &form::objection_at>;

  explicit form(mcpclient_input *of) noexcept : input_(of) {}

  /// The fields, in the server's order.
  field_list fields() const noexcept { return {input_, mcpclient_input_field_count(input_)}; }
  /// The field of that name.
  std::optional<field> find(std::string_view name) const noexcept {
    std::size_t index = mcpclient_input_field_by_name(input_, detail::text(name));
    if (index == SIZE_MAX) return std::nullopt;
    return field(input_, index);
  }
  /// What in the schema was read as meant.
  objection_list objections() const noexcept {
    return {input_, mcpclient_input_objection_count(input_)};
  }

  /// What is wrong with the form as it is now, all fields at once (ELI-34): status::form, or nothing if it
  /// could be accepted. Fails also with status::invalid_arg (not a form).
  result<void> check() const {
    detail::error_place place;
    return detail::outcome(mcpclient_input_check(input_, place.out()), place);
  }
  /// Exactly the content that input::accept() would send now: for a last look (ELI-48). Borrowed from the
  /// input: it lives until the next preview.
  ///
  /// Fails with status::form (it could not be accepted now), status::invalid_arg (not a form).
  result<json> preview() const {
    detail::error_place place;
    mcpclient_str content{nullptr, 0};
    mcpclient_status status = mcpclient_input_preview(input_, &content, place.out());
    if (status != MCPCLIENT_OK) return place.taken(status);
    return json(content);
  }
  /// An answer as JSON, completed by the form's defaults for the members that it lacks (ELI-24), in the order of
  /// the form: for answers that no person fills in, before input::accept_json(). What is there stays as it is,
  /// wrong or not, and so does JSON that is no object; what was typed into the fields does not count. Borrowed
  /// from the input: it lives until the next call of this.
  ///
  /// Fails with status::invalid_arg (not a form), status::bad_json.
  result<json> with_defaults(std::string_view content) const {
    detail::error_place place;
    mcpclient_str filled{nullptr, 0};
    mcpclient_status status =
        mcpclient_input_with_defaults(input_, detail::text(content), &filled, place.out());
    if (status != MCPCLIENT_OK) return place.taken(status);
    return json(filled);
  }

 private:
  mcpclient_input *input_;
};

}  // namespace mcp

#endif
