/* What a server wants of your model. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_SAMPLE_HPP
#define MCPCLIENT_SAMPLE_HPP

#include "json.hpp"

namespace mcp {

/// A block of a message. Borrowed from its input.
class sample_block {
 public:
  sample_block(const mcpclient_input *of, std::size_t message, std::size_t index) noexcept
      : input_(of), message_(message), index_(index) {}

  /// What it is.
  block_kind kind() const noexcept {
    return static_cast<block_kind>(mcpclient_input_sample_block_kind(input_, message_, index_));
  }
  /// All of it, verbatim: also for the kinds that have no function of their own.
  mcp::json json() const noexcept {
    return mcp::json(mcpclient_input_sample_block(input_, message_, index_));
  }
  /// The text of a block of text, whole, and made safe to show to the user who approves it (SAM-31).
  std::optional<std::string_view> text() const noexcept {
    return detail::view_or_none(mcpclient_input_sample_text(input_, message_, index_));
  }
  /// As text(), in the server's very words: for the model, not safe to show.
  std::optional<std::string_view> text_raw() const noexcept {
    return detail::view_or_none(mcpclient_input_sample_text_raw(input_, message_, index_));
  }
  /// The media type of an image or sound.
  std::optional<std::string_view> mime() const noexcept {
    return detail::view_or_none(mcpclient_input_sample_mime(input_, message_, index_));
  }
  /// An image or sound, in base64.
  std::optional<std::string_view> data() const noexcept {
    return detail::view_or_none(mcpclient_input_sample_data(input_, message_, index_));
  }

 private:
  const mcpclient_input *input_;
  std::size_t message_, index_;
};

/// A message of the prompt. Borrowed from its input.
class sample_message {
  static sample_block block_at(const sample_message &of, std::size_t index) {
    return {of.input_, of.index_, index};
  }

 public:
  using block_list = detail::list<sample_block, sample_message, &sample_message::block_at>;

  sample_message(const mcpclient_input *of, std::size_t index) noexcept
      : input_(of), index_(index) {}

  /// Who speaks: "user" or "assistant" (SAM-07).
  std::string_view role() const noexcept {
    return detail::view(mcpclient_input_sample_role(input_, index_));
  }
  /// What is said.
  block_list content() const noexcept {
    return {*this, mcpclient_input_sample_block_count(input_, index_)};
  }

 private:
  const mcpclient_input *input_;
  std::size_t index_;
};

/// What a server wants of your model. Borrowed from its input. Of other kinds of input there is nothing.
class sample {
  using owner = const mcpclient_input *;
  static sample_message message_at(const owner &of, std::size_t index) { return {of, index}; }
  static std::optional<std::string_view> hint_at(const owner &of, std::size_t index) {
    return detail::view_or_none(mcpclient_input_sample_hint(of, index));
  }
  static std::string_view stop_at(const owner &of, std::size_t index) {
    return detail::view(mcpclient_input_sample_stop(of, index));
  }
  template <typename Number>
  std::optional<Number> read(bool (*from)(owner, Number *)) const noexcept {
    Number number = 0;
    if (!from(input_, &number)) return std::nullopt;
    return number;
  }

 public:
  using message_list = detail::list<sample_message, owner, &sample::message_at>;
  using hint_list = detail::list<std::optional<std::string_view>, owner, &sample::hint_at>;
  using stop_list = detail::list<std::string_view, owner, &sample::stop_at>;

  explicit sample(const mcpclient_input *of) noexcept : input_(of) {}

  /// The prompt.
  message_list messages() const noexcept {
    return {input_, mcpclient_input_sample_message_count(input_)};
  }
  /// The system prompt that the server wishes, which you may change or drop (SAM-15), made safe to show.
  std::optional<std::string_view> system_prompt() const noexcept {
    return detail::view_or_none(mcpclient_input_sample_system_prompt(input_));
  }
  /// As system_prompt(), in the server's very words: for the model, not safe to show.
  std::optional<std::string_view> system_prompt_raw() const noexcept {
    return detail::view_or_none(mcpclient_input_sample_system_prompt_raw(input_));
  }
  /// The most tokens to sample (SAM-17).
  std::optional<std::int64_t> max_tokens() const noexcept {
    return read(mcpclient_input_sample_max_tokens);
  }
  /// The temperature that the server wishes.
  std::optional<double> temperature() const noexcept {
    return read(mcpclient_input_sample_temperature);
  }
  /// Hints about the model: parts of a name, the most wanted first (SAM-12, SAM-13); a hint that is
  /// something else is nothing.
  hint_list hints() const noexcept { return {input_, mcpclient_input_sample_hint_count(input_)}; }
  /// How much a low price matters, from 0 to 1 (SAM-11).
  std::optional<double> cost_priority() const noexcept {
    return read(mcpclient_input_sample_cost_priority);
  }
  /// How much speed matters, likewise.
  std::optional<double> speed_priority() const noexcept {
    return read(mcpclient_input_sample_speed_priority);
  }
  /// How much ability matters, likewise.
  std::optional<double> intelligence_priority() const noexcept {
    return read(mcpclient_input_sample_intelligence_priority);
  }
  /// The stop sequences, verbatim.
  stop_list stops() const noexcept { return {input_, mcpclient_input_sample_stop_count(input_)}; }
  /// Whose context the server wishes in the prompt (SAM-16): "none", "thisServer" or "allServers";
  /// nothing if it does not say, which is "none". Where context can be declared and you have not, every
  /// wish is "none".
  std::optional<std::string_view> context() const noexcept {
    return detail::view_or_none(mcpclient_input_sample_context(input_));
  }
  /// The tools that the model may use, as a JSON array (SAM-21). The server runs them, not you: answer
  /// with input::answer_json().
  json tools() const noexcept { return json(mcpclient_input_sample_tools(input_)); }
  /// Whether the model may, must or must not use a tool: "auto", "required" or "none" (SAM-20); nothing
  /// if the server does not say, which is "auto".
  std::optional<std::string_view> tool_choice() const noexcept {
    return detail::view_or_none(mcpclient_input_sample_tool_choice(input_));
  }

 private:
  const mcpclient_input *input_;
};

}  // namespace mcp

#endif
