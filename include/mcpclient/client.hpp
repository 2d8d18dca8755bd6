/* One connection to one server. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_CLIENT_HPP
#define MCPCLIENT_CLIENT_HPP

#include <vector>

#include "call.hpp"
#include "item.hpp"

namespace mcp {

/// A client of somebody's: what a callback is given. Borrowed from there, and from the mcp::client that it
/// was made from.
///
/// The functions that start a call return at once, also before the handshake is done: the request waits for
/// it. They fail with status::invalid_arg, status::bad_json (not UTF-8, or not a JSON object),
/// status::unsupported (not declared by the server, or a setting that the library does not have),
/// status::busy (too much is under way), status::closed (with how the server ended, where that is why),
/// status::forked.
class client_ref {
 public:
  client_ref() noexcept = default;
  client_ref(mcpclient *handle, detail::reporter_ref reporter) noexcept
      : client_(handle), reporter_(std::move(reporter)) {}

  /// Whether there is one.
  explicit operator bool() const noexcept { return client_ != nullptr; }
  /// Whether both are the same client.
  bool operator==(const client_ref &other) const noexcept { return client_ == other.client_; }
  bool operator!=(const client_ref &other) const noexcept { return client_ != other.client_; }

  /// How the client stands.
  mcp::state state() const noexcept { return static_cast<mcp::state>(mcpclient_state(client_)); }
  /// Why the client is closed; nothing while it is not.
  std::optional<closing> closed_reason() const noexcept {
    mcpclient_closing why = mcpclient_closed_reason(client_);
    if (why == 0) return std::nullopt;
    return static_cast<closing>(why);
  }
  /// Why the client is closed, in full, with the end of the server's process where that is why (STD-12);
  /// nothing while it is not.
  std::optional<error> closed_error() const {
    detail::error_place place;
    mcpclient_status status = mcpclient_closed_error(client_, place.out());
    if (status == MCPCLIENT_OK) return std::nullopt;
    return place.taken(status);
  }
  /// Your name for the server. Borrowed from the client, and so are the texts of the functions below.
  std::string_view label() const noexcept { return detail::view(mcpclient_label(client_)); }
  /// The process id of the server.
  std::optional<std::int64_t> pid() const noexcept {
    std::int64_t pid = mcpclient_pid(client_);
    if (pid < 0) return std::nullopt;
    return pid;
  }
  /// The last of what the server wrote to stderr (STD-06), made safe to show.
  std::string stderr_tail() const {
    return detail::written([this](char *buffer, std::size_t size) {
             return mcpclient_stderr_tail(client_, buffer, size);
           })
        .value_or(std::string());
  }

  /// The protocol revision agreed on, such as "2025-06-18" (VER-05). Nothing before the handshake is done,
  /// which also holds for what the server says of itself below.
  std::optional<std::string_view> revision() const noexcept {
    return detail::view_or_none(mcpclient_revision(client_));
  }
  /// Which era the server speaks; era::auto_ before that is known.
  mcp::era server_era() const noexcept { return static_cast<mcp::era>(mcpclient_server_era(client_)); }
  /// What the server calls itself, made safe to show. For display only: nothing may be decided by it
  /// (VER-27).
  std::optional<std::string_view> server_name() const noexcept {
    return detail::view_or_none(mcpclient_server_name(client_));
  }
  /// The server's name for people, likewise.
  std::optional<std::string_view> server_title() const noexcept {
    return detail::view_or_none(mcpclient_server_title(client_));
  }
  /// The server's version, likewise.
  std::optional<std::string_view> server_version() const noexcept {
    return detail::view_or_none(mcpclient_server_version(client_));
  }
  /// The server's hint for your model (VER-16), in its very words: not safe to show.
  std::optional<std::string_view> server_instructions() const noexcept {
    return detail::view_or_none(mcpclient_server_instructions(client_));
  }
  /// The capabilities that the server declared, a JSON object (VER-02).
  json server_capabilities() const noexcept { return json(mcpclient_server_capabilities(client_)); }
  /// All that the server answered in the handshake, verbatim, a JSON object (VER-02).
  json server_result() const noexcept { return json(mcpclient_server_result(client_)); }

  /// The network or your program is about to sleep: what is open over HTTP is given up, the clocks of calls stand
  /// still, and what may go on later waits; `how` says what becomes of calls. Never blocks; host::state is told
  /// state::suspended. Over a child process, a socket or a lane, what comes is still read. Suspending twice is
  /// suspending once. Fails with status::closed, status::forked.
  result<void> suspend(on_suspend how = on_suspend::continue_) const {
    return detail::outcome(mcpclient_suspend(client_, static_cast<mcpclient_on_suspend>(how)));
  }
  /// The sleep is over: streams are opened again, and what waits goes out. Never blocks; host::state is told
  /// state::ready, or state::connecting if the handshake was not done. Nothing happens to a client that is not
  /// suspended. Fails with status::closed, status::forked.
  result<void> wake() const { return detail::outcome(mcpclient_wake(client_)); }

  /// Finds a tool or a prompt by its name, a resource by its URI, or a template by its own, in the last list of
  /// its kind that was read to its end; with item_kind::server the server, whatever the name. What a dialog
  /// needs before a tool is called (TOL-18, TOL-19). Fails with status::gone (it was not listed, or the list has
  /// changed since), status::invalid_arg, status::bad_json.
  result<mcp::item> item(item_kind kind, std::string_view name = {}) const {
    detail::error_place place;
    mcpclient_item *handle = nullptr;
    mcpclient_status status = mcpclient_item_find(client_, static_cast<mcpclient_item_kind>(kind),
                                                  detail::text_or_none(name), &handle, place.out());
    if (status != MCPCLIENT_OK) return place.taken(status);
    return mcp::item::owned(handle);
  }

  /// Starts any request, verbatim: `params` is a JSON object, or no text.
  result<call> request(std::string_view method, std::string_view params = {},
                       call_options options = {}) const {
    return start(std::move(options), [&](auto *raw, auto **out) {
      return mcpclient_request(client_, detail::text(method), detail::text_or_none(params), raw, out);
    });
  }
  /// `tools/call`: `arguments` is a JSON object, or no text for an empty one.
  result<call> call_tool(std::string_view name, std::string_view arguments = {},
                         call_options options = {}) const {
    return start(std::move(options), [&](auto *raw, auto **out) {
      return mcpclient_call_tool(client_, detail::text(name), detail::text_or_none(arguments), raw, out);
    });
  }
  /// `tools/list`, all pages as one result with "/tools" (TOL-02, PAG-02). A malformed tool is set aside,
  /// the rest is delivered: see success::set_aside().
  result<call> list_tools(call_options options = {}) const {
    return plain(std::move(options), mcpclient_list_tools);
  }
  /// `resources/list`, all pages as one result with "/resources".
  result<call> list_resources(call_options options = {}) const {
    return plain(std::move(options), mcpclient_list_resources);
  }
  /// `resources/templates/list`, all pages as one result with "/resourceTemplates".
  result<call> list_resource_templates(call_options options = {}) const {
    return plain(std::move(options), mcpclient_list_resource_templates);
  }
  /// `prompts/list`, all pages as one result with "/prompts".
  result<call> list_prompts(call_options options = {}) const {
    return plain(std::move(options), mcpclient_list_prompts);
  }
  /// `resources/read`.
  result<call> read_resource(std::string_view uri, call_options options = {}) const {
    return named(uri, std::move(options), mcpclient_read_resource);
  }
  /// `resources/subscribe`: changes of the resource come as the notification
  /// "notifications/resources/updated".
  result<call> subscribe(std::string_view uri, call_options options = {}) const {
    return named(uri, std::move(options), mcpclient_subscribe);
  }
  /// `resources/unsubscribe`.
  result<call> unsubscribe(std::string_view uri, call_options options = {}) const {
    return named(uri, std::move(options), mcpclient_unsubscribe);
  }
  /// `prompts/get`: `arguments` is a JSON object of strings, or no text. status::form: the prompt was listed,
  /// and an argument that it requires is missing (PRM-03); item::check_arguments() says which.
  result<call> get_prompt(std::string_view name, std::string_view arguments = {},
                          call_options options = {}) const {
    return start(std::move(options), [&](auto *raw, auto **out) {
      return mcpclient_get_prompt(client_, detail::text(name), detail::text_or_none(arguments), raw, out);
    });
  }
  /// `completion/complete` for an argument of a prompt: suggestions for the `value` typed so far are in
  /// "/completion/values" (CMP-02). `context` is a JSON object of the arguments that are filled in already,
  /// where the revision has it, or no text.
  result<call> complete_prompt(std::string_view name, std::string_view argument, std::string_view value,
                               std::string_view context = {}, call_options options = {}) const {
    return completion(mcpclient_complete_prompt, name, argument, value, context, std::move(options));
  }
  /// As complete_prompt(), for a variable of a resource template, by its URI template.
  result<call> complete_resource(std::string_view uri_template, std::string_view argument,
                                 std::string_view value, std::string_view context = {},
                                 call_options options = {}) const {
    return completion(mcpclient_complete_resource, uri_template, argument, value, context,
                      std::move(options));
  }
  /// `logging/setLevel`: "debug", "info", "notice", "warning", "error", "critical", "alert" or "emergency"
  /// (LOG-01, LOG-02).
  result<call> set_log_level(std::string_view level, call_options options = {}) const {
    return named(level, std::move(options), mcpclient_set_log_level);
  }
  /// `ping`.
  result<call> ping(call_options options = {}) const {
    return plain(std::move(options), mcpclient_ping);
  }
  /// Sends a notification, verbatim: `params` is a JSON object, or no text. Fails as what starts a call.
  result<void> notify(std::string_view method, std::string_view params = {}) const {
    return outcome(mcpclient_notify(client_, detail::text(method), detail::text_or_none(params)));
  }

  /// Says which changes you want to hear of, in place of what you said before: lists, and single resources
  /// by their URIs; none of both end it (SUB-01, SUB-04). Changes come to host::notification, and
  /// host::watching tells what of your wish the server grants. Not to be repeated: it waits for the
  /// handshake, and outlives a restart of the server (SUB-15). Servers of the older era may tell of lists
  /// unasked (SUB-02).
  ///
  /// Fails with status::invalid_arg (no such list), status::bad_json (not UTF-8), status::closed,
  /// status::forked.
  result<void> watch(mcp::lists lists, const std::vector<std::string> &uris = {}) const {
    std::vector<mcpclient_str> views;
    for (const std::string &uri : uris) views.push_back(detail::text(uri));
    return outcome(
        mcpclient_watch(client_, static_cast<mcpclient_lists>(lists), views.data(), views.size()));
  }

  /// Closes the connection in order: calls end with status::closed, inputs are withdrawn, the server is
  /// asked to go, and made to (STD-11). Never blocks; callbacks still come, host::state last. Fails with
  /// status::gone if it was closed already.
  result<void> close() const { return detail::outcome(mcpclient_close(client_)); }

  /// The handle of C, which stays its owner's.
  mcpclient *handle() const noexcept { return client_; }

 protected:
  mcpclient *client_ = nullptr;
  detail::reporter_ref reporter_;

 private:
  using options_ptr = const mcpclient_call_options *;

  template <typename Start>
  result<call> start(call_options &&options, Start with) const {
    result<call> started = detail::start(reporter_, std::move(options), with);
    if (started) return started;
    return refusal(started.status());
  }
  result<void> outcome(mcpclient_status status) const {
    if (status == MCPCLIENT_OK) return {};
    return refusal(static_cast<mcp::status>(status));
  }
  /* Who is too late learns how the server ended. */
  error refusal(mcp::status status) const {
    detail::error_place why;
    if (status == status::closed) static_cast<void>(mcpclient_closed_error(client_, why.out()));
    return why.taken(static_cast<mcpclient_status>(status));
  }
  result<call> plain(call_options &&options,
                     mcpclient_status (*ask)(mcpclient *, options_ptr, mcpclient_call **)) const {
    return start(std::move(options), [&](auto *raw, auto **out) { return ask(client_, raw, out); });
  }
  result<call> named(std::string_view what, call_options &&options,
                     mcpclient_status (*ask)(mcpclient *, mcpclient_str, options_ptr,
                                             mcpclient_call **)) const {
    return start(std::move(options),
                 [&](auto *raw, auto **out) { return ask(client_, detail::text(what), raw, out); });
  }
  template <typename Ask>
  result<call> completion(Ask ask, std::string_view of, std::string_view argument, std::string_view value,
                          std::string_view context, call_options &&options) const {
    return start(std::move(options), [&](auto *raw, auto **out) {
      return ask(client_, detail::text(of), detail::text(argument), detail::text(value),
                 detail::text_or_none(context), raw, out);
    });
  }
};

/// A client of yours. Destroying it closes the connection as close() does; it never blocks, and callbacks
/// still come. Calls and inputs of it stay valid.
class client : public client_ref {
 public:
  using client_ref::client_ref;
  client(client &&other) noexcept
      : client_ref(std::exchange(other.client_, nullptr), other.reporter_) {}
  client &operator=(client &&other) noexcept {
    std::swap(client_, other.client_);
    std::swap(reporter_, other.reporter_);
    return *this;
  }
  client(const client &) = delete;
  client &operator=(const client &) = delete;
  ~client() { mcpclient_free(client_); }
};

inline client_ref call_ref::client() const noexcept {
  return {mcpclient_call_client(call_.get()), reporter_};
}

}  // namespace mcp

#endif
