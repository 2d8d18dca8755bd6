/* What servers ask of you. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_INPUT_HPP
#define MCPCLIENT_INPUT_HPP

#include "checkpoint.hpp"
#include "client.hpp"
#include "form.hpp"
#include "roots.hpp"
#include "sample.hpp"
#include "visit.hpp"

namespace mcp {

/// What to be careful about in what an input asks.
struct hazard_note {
  mcp::hazard hazard;
  /// The index of the field of the form that it is about; nothing if it is about the message.
  std::optional<std::size_t> field;
};

/// What a server wants from you: answered at most once, from any thread, now or hours later. One that is
/// destroyed without an answer turns the server away: "cancel" for forms and URLs, a refusal for the rest.
///
/// What a function returns lives as long as the input, answered or not; where it is less, the function says
/// so. An answer that is refused with status::form, status::sample or status::root was not sent, and the
/// input is still open: correct it, and answer again.
class input {
  static hazard_note hazard_at(const mcpclient_input *const &of, std::size_t index) {
    std::size_t field = SIZE_MAX;
    mcpclient_hazard hazard = mcpclient_input_hazard(of, index, &field);
    std::optional<std::size_t> about;
    if (field != SIZE_MAX) about = field;
    return {static_cast<mcp::hazard>(hazard), about};
  }
  struct call_owner {
    const mcpclient_input *input;
    detail::reporter_ref reporter;
  };
  static call_ref call_at(const call_owner &of, std::size_t index) {
    std::shared_ptr<mcpclient_call> borrowed(std::shared_ptr<void>(), mcpclient_input_call(of.input, index));
    return {std::move(borrowed), of.reporter};
  }

 public:
  using hazard_list = detail::list<hazard_note, const mcpclient_input *, &input::hazard_at>;
  using call_list = detail::list<call_ref, call_owner, &input::call_at>;

  input(std::shared_ptr<mcpclient_input> handle, detail::reporter_ref reporter) noexcept
      : input_(std::move(handle)), reporter_(std::move(reporter)) {}
  input(input &&) noexcept = default;
  input &operator=(input &&) noexcept = default;
  input(const input &) = delete;
  input &operator=(const input &) = delete;

  /// Makes an input that no server sent, to try out and test your dialogs: the same functions read and
  /// answer it, under the same checks, without a client, a process or a thread. It has no client and no
  /// calls, and its id is 0.
  ///
  /// `revision` is the protocol's, such as "2025-11-25"; `method` "elicitation/create",
  /// "sampling/createMessage" or "roots/list"; `params` its parameters, a JSON object. `features` says which
  /// parts of sampling are declared; everything else is. `server_host` is the asking server's own host, where
  /// it has one: as options::server_host.
  ///
  /// Fails with status::refused (the library would refuse the request on your behalf; the message is what
  /// the server would be told), status::unsupported (an unknown revision), status::bad_json,
  /// status::invalid_arg.
  static result<input> rehearse(std::string_view revision, std::string_view method, std::string_view params,
                                sample_features features = sample_features::none,
                                std::string_view server_host = {});
  /// What the server would have been told, once an input of rehearse() is answered: {"result": ...} or
  /// {"error": ...}. No JSON before that, where the protocol has nothing to tell, and for inputs of servers.
  json rehearsed() const noexcept { return json(mcpclient_input_rehearsed(input_.get())); }

  /// Its number, which host::input_closed names; unique for its client.
  std::uint64_t id() const noexcept { return mcpclient_input_id(input_.get()); }
  /// Which kind it is.
  input_kind kind() const noexcept { return static_cast<input_kind>(mcpclient_input_kind(input_.get())); }
  /// Whether an answer would still count.
  bool is_open() const noexcept { return mcpclient_input_is_open(input_.get()); }
  /// The client whose server asks; none of a rehearsal.
  client_ref client() const noexcept { return {mcpclient_input_client(input_.get()), reporter_}; }
  /// Who asks: your own name for the server, to be shown clearly (ELI-39).
  std::string_view server() const noexcept {
    return detail::view(mcpclient_input_server(input_.get()));
  }
  /// The calls that may have caused it, the oldest first: those that were running when it came, as the wire
  /// does not always say which.
  call_list calls() const noexcept {
    return {call_owner{input_.get(), reporter_}, mcpclient_input_call_count(input_.get())};
  }
  /// Which round of its call's questions it belongs to, from 1; 0 where the revision has no rounds. Inputs
  /// of one round are answered to the server together.
  std::uint32_t round() const noexcept { return mcpclient_input_round(input_.get()); }
  /// Whether saying no ends the call with status::refused, as the wire has no way to tell the server
  /// (MRT-15).
  bool refusal_ends_call() const noexcept { return mcpclient_input_refusal_ends_call(input_.get()); }
  /// Why the server asks, in its words, made safe to show; nothing for samples and roots. Whatever it says,
  /// it is the server who says it (ELI-49).
  std::optional<std::string_view> message() const noexcept {
    return detail::view_or_none(mcpclient_input_message(input_.get()));
  }
  /// As message(), in the server's very words: not safe to show.
  std::optional<std::string_view> message_raw() const noexcept {
    return detail::view_or_none(mcpclient_input_message_raw(input_.get()));
  }
  /// All that the server sent, verbatim, a JSON object.
  json params() const noexcept { return json(mcpclient_input_params(input_.get())); }
  /// What to be careful about in the message and the fields.
  hazard_list hazards() const noexcept {
    return {input_.get(), mcpclient_input_hazard_count(input_.get())};
  }

  /// The form to fill in. Borrowed from the input, as the two below.
  mcp::form form() const noexcept { return mcp::form(input_.get()); }
  /// Where the user shall go.
  mcp::visit visit() const noexcept { return mcp::visit(input_.get()); }
  /// What is wanted of your model.
  mcp::sample sample() const noexcept { return mcp::sample(input_.get()); }

  /// Exactly what would go on now, for a last look (ELI-48): the content that accept() would send of a form; at a
  /// checkpoint the parameters or the result that approve() would let pass. Borrowed: it lives until the next
  /// preview.
  ///
  /// Fails with status::form and status::sample (it could not go on now), status::invalid_arg (nothing of that
  /// kind).
  result<json> preview() const { return form().preview(); }

  /// At which checkpoint the input stands, of those that host::review names.
  mcp::checkpoint checkpoint() const noexcept {
    return static_cast<mcp::checkpoint>(mcpclient_input_checkpoint(input_.get()));
  }
  /// At checkpoint::request: what is asked of your model, to be changed. Borrowed from the input.
  mcp::sample_draft sample_draft() const noexcept { return mcp::sample_draft(input_.get()); }
  /// At checkpoint::result: what the server will be sent. Borrowed from the input.
  mcp::sample_result sample_result() const noexcept { return mcp::sample_result(input_.get()); }
  /// At a checkpoint: what is shown there may go on, a request as it was changed with sample_draft(), a result as
  /// it is. What was approved goes on under the same id, with a handle of its own. To refuse, decline(), cancel(),
  /// fail(), abort_call(), or let go.
  ///
  /// Fails with status::sample (the request was changed into one that the server does not allow: more tokens,
  /// other tools, or no request at all; it still stands there), status::gone (too late), status::invalid_arg (it
  /// does not stand at a checkpoint).
  result<void> approve() {
    detail::error_place place;
    return detail::outcome(mcpclient_input_approve(input_.get(), place.out()), place);
  }
  /// As approve(), with something else in place of what is shown: the parameters of a request, or a result, as a
  /// JSON object that is sent on to the letter once it is checked. A result may also be given as an answer is,
  /// with answer_text() and its siblings. Fails as approve() does, and with status::root and status::bad_json.
  result<void> approve_json(std::string_view changed) {
    detail::error_place place;
    return detail::outcome(mcpclient_input_approve_json(input_.get(), detail::text(changed), place.out()), place);
  }

  /// Chooses a model for a sample from your catalogue: by the server's hints in order, each a part of a name or
  /// alias, in whatever case (SAM-12, SAM-13), and between several by its priorities (SAM-11, SAM-14). It is
  /// advice: use another if you like (SAM-42).
  ///
  /// Fails with status::invalid_arg (no sample, an empty catalogue, a model without a name, a measure that is not
  /// from 0 to 1), status::bad_json (not UTF-8).
  result<choice> choose_model(const std::vector<model> &catalogue) const {
    return detail::choose(input_.get(), catalogue);
  }

  /// Accepts: the user has agreed. A form is checked and sent as it is filled in (ELI-30, ELI-34). Of a URL
  /// visit it says that the user wants to go there, not that they have arrived (ELI-35).
  ///
  /// Fails with status::form, status::gone (too late), status::invalid_arg (not for this kind).
  result<void> accept() {
    detail::error_place place;
    return detail::outcome(mcpclient_input_accept(input_.get(), place.out()), place);
  }
  /// Accepts a form with the whole of its content, a JSON object, in place of what was filled in. Checked in
  /// the same way; members that are missing stay missing. Fails as accept() does, and with status::bad_json.
  result<void> accept_json(std::string_view content) {
    detail::error_place place;
    return detail::outcome(mcpclient_input_accept_json(input_.get(), detail::text(content), place.out()),
                           place);
  }
  /// The user says no (ELI-31); a sample or the roots are refused. `reason`, if there is one, is for your own
  /// records: the protocol has no place for it, and it is never sent (ELI-36). Fails with status::gone (too
  /// late), status::bad_json (not UTF-8).
  result<void> decline(std::string_view reason = {}) {
    return detail::outcome(mcpclient_input_decline(input_.get(), detail::text_or_none(reason)));
  }
  /// The user turned away without a choice (ELI-32); a sample or the roots are refused. Fails with
  /// status::gone (too late).
  result<void> cancel() { return detail::outcome(mcpclient_input_cancel(input_.get())); }
  /// You could not: the server gets a JSON-RPC error with your `code` and `message`. Fails with status::gone
  /// (too late), status::bad_json (not UTF-8).
  result<void> fail(std::int64_t code, std::string_view message) {
    return detail::outcome(mcpclient_input_fail(input_.get(), code, detail::text(message)));
  }
  /// Ends the whole operation (ELI-38): turns the server away, and cancels every call that the input may
  /// belong to. `reason`, if there is one, goes to the server's log. Fails with status::gone (too late, and
  /// then no call is cancelled), status::bad_json (not UTF-8).
  result<void> abort_call(std::string_view reason = {}) {
    return detail::outcome(mcpclient_input_abort_call(input_.get(), detail::text_or_none(reason)));
  }
  /// Answers a sample with the text that a model gave (SAM-09). `model` is the name of the model that was
  /// really used; `stop_reason` is "endTurn", "stopSequence", "maxTokens", another word, or no text (SAM-10).
  ///
  /// Fails with status::sample (nothing was sent: the request wants something else), status::gone,
  /// status::invalid_arg, status::bad_json (not UTF-8).
  result<void> answer_text(std::string_view model, std::string_view text, std::string_view stop_reason = {}) {
    detail::error_place place;
    return detail::outcome(
        mcpclient_input_answer_text(input_.get(), detail::text(model), detail::text(text),
                                    detail::text_or_none(stop_reason), place.out()),
        place);
  }
  /// Adds text to the answer that answer_blocks() sends. Fails, as its siblings, with status::invalid_arg (no
  /// sample), status::bad_json (not UTF-8).
  result<void> add_text(std::string_view text) {
    return detail::outcome(mcpclient_input_add_text(input_.get(), detail::text(text)));
  }
  /// Adds an image to the answer: base64, and its media type, such as "image/png" (SAM-46).
  result<void> add_image(std::string_view data, std::string_view mime) {
    return detail::outcome(
        mcpclient_input_add_image(input_.get(), detail::text(data), detail::text(mime)));
  }
  /// Adds sound to the answer, where the revision has it: base64, and its media type, such as "audio/wav" (SAM-05).
  result<void> add_audio(std::string_view data, std::string_view mime) {
    return detail::outcome(
        mcpclient_input_add_audio(input_.get(), detail::text(data), detail::text(mime)));
  }
  /// Adds the model's wish to use one of the server's tools (SAM-21, SAM-22): `id` is new in this answer,
  /// `arguments` a JSON object.
  result<void> add_tool_use(std::string_view id, std::string_view name, std::string_view arguments) {
    return detail::outcome(mcpclient_input_add_tool_use(input_.get(), detail::text(id), detail::text(name),
                                                        detail::text(arguments)));
  }
  /// Adds a block that is made already, as a JSON object: sent verbatim, `_meta` included (SAM-26).
  result<void> add_block(std::string_view block) {
    return detail::outcome(mcpclient_input_add_block(input_.get(), detail::text(block)));
  }
  /// Takes all blocks out of the answer again.
  result<void> clear_blocks() { return detail::outcome(mcpclient_input_clear_blocks(input_.get())); }
  /// Answers a sample with the blocks that were added: one is sent as it is, several as a list, which not every
  /// server knows. `model` and `stop_reason` as for answer_text(). If it fails, the blocks are still there. Fails
  /// as answer_text() does.
  result<void> answer_blocks(std::string_view model, std::string_view stop_reason = {}) {
    detail::error_place place;
    return detail::outcome(
        mcpclient_input_answer_blocks(input_.get(), detail::text(model), detail::text_or_none(stop_reason),
                                      place.out()),
        place);
  }
  /// Answers a sample, or the roots, with a JSON-RPC result, verbatim once its shape is checked. Fails with
  /// status::sample or status::root (nothing was sent), status::gone, status::invalid_arg (not for this
  /// kind), status::bad_json.
  result<void> answer_json(std::string_view result) {
    detail::error_place place;
    return detail::outcome(mcpclient_input_answer_json(input_.get(), detail::text(result), place.out()),
                           place);
  }
  /// Answers a request for the roots with a list, which is copied as it is now (ROO-02). Fails with
  /// status::gone, status::invalid_arg (not for this kind).
  result<void> answer_roots(const roots &list) {
    detail::error_place place;
    return detail::outcome(mcpclient_input_answer_roots(input_.get(), list.handle(), place.out()), place);
  }

  /// The handle of C, which stays this object's.
  mcpclient_input *handle() const noexcept { return input_.get(); }

 private:
  std::shared_ptr<mcpclient_input> input_;
  detail::reporter_ref reporter_;
};

inline result<input> input::rehearse(std::string_view revision, std::string_view method,
                                     std::string_view params, sample_features features,
                                     std::string_view server_host) {
  detail::error_place place;
  mcpclient_input *handle = nullptr;
  auto bits = static_cast<mcpclient_sample_features>(features);
  mcpclient_status status =
      server_host.empty()
          ? mcpclient_input_rehearse(detail::text(revision), detail::text(method), detail::text(params), bits,
                                     &handle, place.out())
          : mcpclient_input_rehearse_from(detail::text(server_host), detail::text(revision),
                                          detail::text(method), detail::text(params), bits, &handle,
                                          place.out());
  if (status != MCPCLIENT_OK) return place.taken(status);
  return input(std::shared_ptr<mcpclient_input>(handle, mcpclient_input_free), {});
}

}  // namespace mcp

#endif
