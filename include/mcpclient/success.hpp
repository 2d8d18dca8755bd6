/* How a call ended well. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_SUCCESS_HPP
#define MCPCLIENT_SUCCESS_HPP

#include <chrono>
#include <memory>

#include "json.hpp"

namespace mcp {

/// A block of a tool's content. Borrowed from its result.
class block {
 public:
  block(mcpclient_str of, std::size_t index) noexcept : result_(of), index_(index) {}

  /// What it is.
  block_kind kind() const noexcept {
    return static_cast<block_kind>(mcpclient_result_block_kind(result_, index_));
  }
  /// All of it.
  mcp::json json() const noexcept { return mcp::json(mcpclient_result_block(result_, index_)); }
  /// The text of a block of text, verbatim: for a model, not safe to show.
  std::optional<std::string> text() const {
    return detail::written([this](char *buffer, std::size_t size) {
      return mcpclient_result_block_text(result_, index_, buffer, size);
    });
  }

 private:
  mcpclient_str result_;
  std::size_t index_;
};

/// An item of a listing that was not as the protocol wants it, and is not in the result. Borrowed from
/// the result.
struct set_aside {
  /// Its name, as far as it has one, made safe to show.
  std::optional<std::string_view> name;
  /// What is wrong with it.
  std::string_view reason;
};

/// How a call ended well: the JSON-RPC result, whole. Copies share it, and keep it alive.
class success {
  static block block_at(const mcpclient_str &of, std::size_t index) { return {of, index}; }
  static mcp::set_aside set_aside_at(const mcpclient_call *const &of, std::size_t index) {
    return {detail::view_or_none(mcpclient_call_set_aside_name(of, index)),
            detail::view(mcpclient_call_set_aside_reason(of, index))};
  }

 public:
  using block_list = detail::list<block, mcpclient_str, &success::block_at>;
  using set_aside_list = detail::list<mcp::set_aside, const mcpclient_call *, &success::set_aside_at>;

  explicit success(std::shared_ptr<mcpclient_call> call) noexcept : call_(std::move(call)) {}

  /// The JSON-RPC result, verbatim; of a listing, all its pages in one.
  mcp::json json() const noexcept { return mcp::json(raw()); }

  /// Whether a tool says that it failed: the call itself went well, and the content tells why.
  bool is_error() const noexcept { return mcpclient_result_is_error(raw()); }
  /// The blocks of a tool's content.
  block_list content() const noexcept { return {raw(), mcpclient_result_block_count(raw())}; }
  /// The text of all blocks of text, with a line feed between two, verbatim: for a model, not safe to
  /// show; mcp::display() makes it so. Empty if there is no content.
  std::string text() const {
    mcpclient_str result = raw();
    return detail::written([result](char *buffer, std::size_t size) {
             return mcpclient_result_text(result, buffer, size);
           })
        .value_or(std::string());
  }

  /// How long ago the server gave the result, if it is one that was kept from an earlier call (CAC-01,
  /// CAC-03); nothing if the server gave it to this call. call_options::fresh asks the server in any case.
  std::optional<std::chrono::milliseconds> age() const noexcept {
    std::int64_t age = mcpclient_call_age_ms(call_.get());
    if (age < 0) return std::nullopt;
    return std::chrono::milliseconds(age);
  }

  /// Where a tool's structured output stands against the schema that the tool was listed with (TOL-16).
  /// Looked at when this is first asked, on this thread: bounded, but for large outputs some milliseconds.
  output_state output() const noexcept {
    return static_cast<output_state>(mcpclient_call_output(call_.get()));
  }
  /// With output_state::violates where that is: a JSON pointer into "/structuredContent"; empty for the whole.
  std::optional<std::string_view> output_place() const noexcept {
    return detail::view_or_none(mcpclient_call_output_place(call_.get()));
  }
  /// With output_state::violates the keyword of JSON Schema that is broken there, empty where the schema is
  /// false or the place would take too much to find; with output_state::unchecked why nobody can tell, in
  /// English.
  std::optional<std::string_view> output_reason() const noexcept {
    return detail::view_or_none(mcpclient_call_output_reason(call_.get()));
  }

  /// The items of a listing that were left out.
  set_aside_list set_aside() const noexcept {
    return {call_.get(), mcpclient_call_set_aside_count(call_.get())};
  }

 private:
  mcpclient_str raw() const noexcept { return mcpclient_call_result(call_.get()); }

  std::shared_ptr<mcpclient_call> call_;
};

}  // namespace mcp

#endif
