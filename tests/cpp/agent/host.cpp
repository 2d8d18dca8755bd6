/* What the host is told, it tells. */
#include "stage.hpp"

namespace {

/* The word of a number, where the words begin with that of 1. */
template <typename Number, std::size_t Count>
std::string_view word(const std::string_view (&words)[Count], Number number) {
  auto index = static_cast<std::size_t>(number);
  return index >= 1 && index <= Count ? words[index - 1] : "unknown";
}

constexpr std::string_view warnings[] = {"noise",         "invalid-message",  "unknown-answer",
                                         "double-answer", "error-without-id", "too-large",
                                         "batch",         "duplicate-request", "early",
                                         "dropped",       "rate",             "deprecated",
                                         "unsent"};
constexpr std::string_view withdrawals[] = {"server", "call", "expired", "closed"};
constexpr std::string_view closings[] = {"host", "server", "revision", "refused", "timeout", "protocol"};
constexpr std::string_view kinds[] = {"form", "url", "sample", "roots"};

void on_state(mcp::client_ref client, mcp::state state) {
  if (state == mcp::state::closed) {
    line("closed").add("reason", word(closings, client.closed_reason().value_or(mcp::closing{})));
  } else {
    line(state == mcp::state::ready       ? "ready"
         : state == mcp::state::suspended ? "suspended"
                                          : "restarting");
  }
}

void on_watching(mcp::lists lists, const std::vector<std::string_view> &uris) {
  std::string filter;
  auto add = [&](const std::string &member) { filter += (filter.empty() ? "" : ",") + member; };
  if ((lists & mcp::lists::tools) != mcp::lists::none) add(R"("toolsListChanged":true)");
  if ((lists & mcp::lists::prompts) != mcp::lists::none) add(R"("promptsListChanged":true)");
  if ((lists & mcp::lists::resources) != mcp::lists::none) add(R"("resourcesListChanged":true)");
  std::string array;
  for (std::string_view uri : uris) array += (array.empty() ? "" : ",") + mcp::json::quote(uri).value();
  if (!uris.empty()) add("\"resourceSubscriptions\":[" + array + "]");
  line("watching").add("filter", "{" + filter + "}");
}

}  // namespace

void stage::on_input(mcp::input input) {
  std::vector<std::string> callers, fields;
  for (mcp::call_ref call : input.calls()) callers.push_back(name_of(call));
  for (mcp::field field : input.form().fields()) fields.emplace_back(field.name());
  {
    line told("input");
    told.add("input", static_cast<std::int64_t>(input.id())).add("kind", word(kinds, input.kind()));
    told.add("calls", callers).add("params", input.params());
    if (input.kind() == mcp::input_kind::form) told.add("fields", fields);
  }
  inputs_.insert_or_assign(input.id(), std::move(input));
}

void stage::on_done(const std::string &name, const mcp::result<mcp::success> &ended) {
  line told("done");
  told.add("call", name);
  if (ended) {
    told.add("result", ended->json()).raw("kept", ended->age() ? "true" : "false");
    return;
  }
  told.add("code", static_cast<std::int64_t>(ended.status()));
  if (std::optional<std::uint32_t> status = ended.error().http_status()) {
    told.add("http", static_cast<std::int64_t>(*status));
  }
  if (std::optional<std::int64_t> code = ended.error().server_code()) {
    std::string message = mcp::json::quote(ended.error().server_message_raw().value_or("")).value();
    mcp::json data = ended.error().server_data();
    told.raw("error", "{\"code\":" + std::to_string(*code) + ",\"message\":" + message +
                          (data ? ",\"data\":" + std::string(data.view()) : "") + "}");
  }
}

mcp::host stage::host(const command &how) {
  mcp::host host;
  auto input = [this](mcp::input asked) { on_input(std::move(asked)); };
  if (how.is("form")) host.elicit_form = input;
  if (how.is("url")) host.elicit_url = input;
  if (how.is("sample")) host.sample = input;
  if (how.is("askRoots")) host.list_roots = input;
  if (how.is("sampleTools")) host.sample_features = host.sample_features | mcp::sample_features::tools;
  if (how.is("sampleContext")) host.sample_features = host.sample_features | mcp::sample_features::context;
  if (roots_) host.roots = &*roots_;
  host.input_closed = [](mcp::client_ref, std::uint64_t id, mcp::withdrawn why) {
    line("withdrawn").add("input", static_cast<std::int64_t>(id)).add("why", word(withdrawals, why));
  };
  host.state = [](mcp::client_ref client, mcp::state state, const std::optional<mcp::error> &) {
    on_state(client, state);
  };
  host.progress = [this](mcp::call_ref call, mcp::json params) {
    line("progress").add("call", name_of(call)).add("params", params);
  };
  host.log = [](mcp::client_ref, mcp::json params) { line("log").add("params", params); };
  host.notification = [](mcp::client_ref, std::string_view method, mcp::json params) {
    line("notification").add("method", method).add("params", params);
  };
  host.warning = [](mcp::client_ref, mcp::warning kind, std::string_view) {
    line("warning").add("kind", word(warnings, kind));
  };
  host.paused = [this](mcp::call_ref call, mcp::milliseconds) { line("pause").add("call", name_of(call)); };
  host.visited = [](mcp::client_ref, std::uint64_t id) {
    line("visited").add("input", static_cast<std::int64_t>(id));
  };
  host.task = [this](mcp::call_ref call, mcp::json state) {
    line("task").add("call", name_of(call)).add("state", state);
  };
  host.watching = [](mcp::client_ref, mcp::lists lists, const std::vector<std::string_view> &uris) {
    on_watching(lists, uris);
  };
  return host;
}
