/* Samples on their way: what is changed, approved, and answered by which model. Part of mcpclient.hpp.
 * SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_CHECKPOINT_HPP
#define MCPCLIENT_CHECKPOINT_HPP

#include <vector>

#include "result.hpp"

namespace mcp {

/// A sample's request as the user changes it, at checkpoint::request. Borrowed from its input. The functions of
/// mcp::sample still tell what the server wants; input::preview() shows what comes of all changes, and
/// input::approve() lets it go on.
///
/// All fail with status::invalid_arg elsewhere, and with status::bad_json for text that is not UTF-8.
class sample_draft {
 public:
  explicit sample_draft(mcpclient_input *of) noexcept : input_(of) {}

  /// Writes the text of a block of text anew (SAM-31).
  result<void> set_text(std::size_t message, std::size_t block, std::string_view text) const {
    return detail::outcome(mcpclient_input_change_text(input_, message, block, detail::text(text)));
  }
  /// Adds a message of one text at the end. `role` is "user" or "assistant".
  result<void> add_message(std::string_view role, std::string_view text) const {
    return detail::outcome(
        mcpclient_input_change_add_message(input_, detail::text(role), detail::text(text)));
  }
  /// Takes a message out; those behind it move up.
  result<void> remove_message(std::size_t message) const {
    return detail::outcome(mcpclient_input_change_remove_message(input_, message));
  }
  /// Another system prompt, or with no text none (SAM-15).
  result<void> set_system_prompt(std::string_view prompt) const {
    return detail::outcome(mcpclient_input_change_system_prompt(input_, detail::text_or_none(prompt)));
  }
  /// Fewer tokens; more than the server allows will not be approved (SAM-17).
  result<void> set_max_tokens(std::int64_t tokens) const {
    return detail::outcome(mcpclient_input_change_max_tokens(input_, tokens));
  }
  /// The model that the user agreed to: it becomes the only hint, so that input::choose_model() chooses it
  /// (SAM-32).
  result<void> set_model(std::string_view name) const {
    return detail::outcome(mcpclient_input_change_model(input_, detail::text(name)));
  }
  /// Takes all changes back.
  result<void> reset() const { return detail::outcome(mcpclient_input_change_reset(input_)); }

 private:
  mcpclient_input *input_;
};

/// A block of what the server will be sent. Borrowed from its input.
class sample_result_block {
 public:
  sample_result_block(const mcpclient_input *of, std::size_t index) noexcept : input_(of), index_(index) {}

  /// What it is.
  block_kind kind() const noexcept {
    return static_cast<block_kind>(mcpclient_input_result_block_kind(input_, index_));
  }
  /// All of it, verbatim.
  mcp::json json() const noexcept { return mcp::json(mcpclient_input_result_block(input_, index_)); }

 private:
  const mcpclient_input *input_;
  std::size_t index_;
};

/// What the server will be sent once it is approved, at checkpoint::result. Borrowed from its input; elsewhere
/// there is nothing.
class sample_result {
  using owner = const mcpclient_input *;
  static sample_result_block block_at(const owner &of, std::size_t index) { return {of, index}; }

 public:
  using block_list = detail::list<sample_result_block, owner, &sample_result::block_at>;

  explicit sample_result(const mcpclient_input *of) noexcept : input_(of) {}

  /// All of it, to the letter.
  mcp::json json() const noexcept { return mcp::json(mcpclient_input_result(input_)); }
  /// The blocks of a sample's content; none of the roots.
  block_list content() const noexcept { return {input_, mcpclient_input_result_block_count(input_)}; }
  /// Its text, of all blocks of text, whole, and made safe to show (SAM-33).
  std::optional<std::string_view> text() const noexcept {
    return detail::view_or_none(mcpclient_input_result_text(input_));
  }
  /// The model that it names, made safe to show.
  std::optional<std::string_view> model() const noexcept {
    return detail::view_or_none(mcpclient_input_result_model(input_));
  }
  /// Why the model stopped, as it says, made safe to show.
  std::optional<std::string_view> stop_reason() const noexcept {
    return detail::view_or_none(mcpclient_input_result_stop_reason(input_));
  }

 private:
  const mcpclient_input *input_;
};

/// A model that you can use, in your catalogue. The three measures go from 0 to 1, and more is better; compare
/// your models with each other.
struct model {
  /// The name that the answer will carry.
  std::string name{};
  /// Other names that servers may know it by, its counterparts of other providers included.
  std::vector<std::string> aliases{};
  /// How cheap it is.
  double cheapness = 0;
  /// How fast it is.
  double speed = 0;
  /// How capable it is.
  double intelligence = 0;
};

/// A choice of input::choose_model(), and why it was made.
class choice {
 public:
  explicit choice(const mcpclient_choice &made) noexcept : choice_(made) {}

  /// The place of the model in the catalogue.
  std::size_t model() const noexcept { return choice_.model; }
  /// Why it was chosen.
  choice_reason reason() const noexcept { return static_cast<choice_reason>(choice_.reason); }
  /// With choice_reason::hint: which hint, as sample::hints() counts.
  std::size_t hint() const noexcept { return choice_.hint; }
  /// How many models were left for the priorities, or else the order of the catalogue, to decide between: those
  /// that the hint fits, or all.
  std::size_t among() const noexcept { return choice_.among; }
  /// With choice_reason::priorities: how well it fits them; only good for comparing.
  double score() const noexcept { return choice_.score; }
  /// Why, as an English sentence without a full stop.
  std::string text() const {
    return detail::written([this](char *buffer, std::size_t size) {
             return mcpclient_choice_text(&choice_, buffer, size);
           })
        .value_or(std::string());
  }

 private:
  mcpclient_choice choice_;
};

namespace detail {

inline result<choice> choose(const mcpclient_input *input, const std::vector<model> &catalogue) {
  std::vector<std::vector<mcpclient_str>> aliases(catalogue.size());
  std::vector<mcpclient_model> models(catalogue.size());
  for (std::size_t index = 0; index < catalogue.size(); index++) {
    const model &given = catalogue[index];
    for (const std::string &alias : given.aliases) aliases[index].push_back(text(alias));
    mcpclient_model &raw = models[index];
    mcpclient_model_init(&raw, sizeof raw);
    raw.name = text(given.name);
    raw.aliases = aliases[index].data();
    raw.alias_count = aliases[index].size();
    raw.cheapness = given.cheapness;
    raw.speed = given.speed;
    raw.intelligence = given.intelligence;
  }
  mcpclient_choice made;
  mcpclient_choice_init(&made, sizeof made);
  error_place place;
  mcpclient_status status =
      mcpclient_input_choose_model(input, models.data(), models.size(), &made, place.out());
  if (status != MCPCLIENT_OK) return place.taken(status);
  return choice(made);
}

}  // namespace detail

}  // namespace mcp

#endif
