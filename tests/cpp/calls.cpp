/* Every request, in every dispatch: results, errors with codes, cancellation, timeouts. */
#include "scene.hpp"

namespace {

/* proves: TOL-02, PAG-02 */
void test_lists(scene &scene) {
  mcp::call call = scene.client.list_tools().value();
  mcp::success tools = scene.end(call).value();
  std::size_t count = 0;
  for (auto [key, tool] : tools.json().at("/tools")) {
    CHECK(!key);
    CHECK(tool.at("/name").text());
    count++;
  }
  CHECK(count > 10);
  CHECK_IS(tools.set_aside().size(), 0u);
  call = scene.client.list_resources().value();
  CHECK_IS(scene.end(call)->json().at("/resources/1/name"), "\"bytes\"");
  call = scene.client.list_resource_templates().value();
  CHECK(scene.end(call)->json().at("/resourceTemplates/0"));
  call = scene.client.list_prompts().value();
  CHECK_IS(scene.end(call)->json().at("/prompts/0/name").text(), "plain");
  call = scene.client.request("tools/list", "{}").value();
  CHECK(scene.end(call)->json().at("/nextCursor"));
}

/* proves: CMP-02, LOG-01, LOG-02, LOG-03 */
void test_requests(scene &scene) {
  mcp::call call = scene.client.read_resource("puppet:///text").value();
  CHECK_IS(scene.end(call)->json().at("/contents/0/text").text(), "Grüße, 世界");
  call = scene.client.subscribe("puppet:///text").value();
  CHECK_OK(scene.end(call));
  CHECK_IS(scene.text(scene.tool("touch")), "true");
  CHECK_IS(scene.next("notification").text, "notifications/resources/updated");
  call = scene.client.unsubscribe("puppet:///text").value();
  CHECK_OK(scene.end(call));
  CHECK_IS(scene.text(scene.tool("touch")), "false");
  call = scene.client.get_prompt("trip", R"({"city":"Oslo"})").value();
  CHECK_IS(scene.end(call)->json().at("/messages/0/content/text").text(), "A trip to Oslo on any day");
  call = scene.client.complete_prompt("trip", "city", "Ber").value();
  CHECK_IS(scene.end(call)->json().at("/completion/values"), R"(["Bergen","Berlin"])");
  call = scene.client.complete_resource("puppet:///city/{name}", "name", "Bil").value();
  CHECK_IS(scene.end(call)->json().at("/completion/values/0"), "\"Bilbao\"");
  call = scene.client.set_log_level("warning").value();
  CHECK_OK(scene.end(call));
  CHECK_IS(scene.text(scene.tool("log", R"({"count":1,"level":"error"})")), "1");
  CHECK_IS(mcp::json(scene.next("log").text).at("/data/number").integer(), 1);
  call = scene.client.ping().value();
  CHECK_IS(scene.end(call)->json(), "{}");
  CHECK_OK(scene.client.notify("notifications/of/mine", R"({"a":1})"));
}

void test_client(scene &scene) {
  mcp::client_ref client = scene.client;
  CHECK(client && client == scene.client && client.state() == mcp::state::ready);
  CHECK(!client.closed_reason());
  CHECK_IS(client.label(), "puppet");
  CHECK(client.pid().value_or(0) > 0);
  CHECK_IS(client.revision(), "2025-11-25");
  CHECK_IS(client.server_name(), "puppet");
  CHECK(client.server_version());
  CHECK_IS(client.server_title(), std::nullopt);
  CHECK_IS(client.server_instructions(), "Everything here is for tests.");
  CHECK(client.server_capabilities().kind() == mcp::json_kind::object);
  CHECK(client.server_result().at("/protocolVersion"));
  CHECK_IS(scene.text(scene.tool("stderr", R"({"bytes":80})")), "80");
  CHECK(scene.next("stderr").text.size() > 70);
  CHECK(client.stderr_tail().size() > 70);
}

void test_content(scene &scene) {
  mcp::success echoed = scene.end(scene.tool("echo", R"({"text":"one\ntwo"})")).value();
  CHECK(!echoed.is_error());
  CHECK_IS(echoed.content().size(), 1u);
  for (mcp::block block : echoed.content()) {
    CHECK(block.kind() == mcp::block_kind::text);
    CHECK_IS(block.text(), "one\ntwo");
    CHECK_IS(block.json().at("/type").text(), "text");
  }
  CHECK(echoed.content()[1].kind() == mcp::block_kind::other);
  CHECK_IS(echoed.content()[1].text(), std::nullopt);
  mcp::success failed = scene.end(scene.tool("fail", R"({"text":"no"})")).value();
  CHECK(failed.is_error());
  CHECK_IS(failed.text(), "no");
}

/* proves: RPC-06 */
void test_errors(scene &scene) {
  mcp::result<mcp::success> ended = scene.end(scene.tool("error", R"({"code":-7,"message":"a\u001b[1m"})"));
  CHECK_FAILS(ended, mcp::status::server);
  CHECK_IS(ended.error().server_code(), -7);
  CHECK_IS(ended.error().server_message_raw(), "a\x1b[1m");
  CHECK(ended.error().server_message()->find('\x1b') == std::string_view::npos);
  CHECK_IS(ended.error().server_data(), "no JSON");
  CHECK_IS(ended.error().name(), "MCPCLIENT_E_SERVER");
  CHECK(ended.error().fields().empty());
  CHECK_FAILS(scene.client.call_tool("echo", "["), mcp::status::bad_json);
  CHECK_FAILS(scene.client.call_tool("echo", "{}", {mcp::milliseconds(0), mcp::milliseconds(0), nullptr,
                                                    mcp::offers::none, "[]"}),
              mcp::status::bad_json);
}

/* proves: CAN-01, PRG-01, PRG-03 */
void test_cancel(scene &scene) {
  mcp::call_options options;
  options.done = [seen = scene.seen](mcp::call_ref call, mcp::result<mcp::success> ended) {
    CHECK(call.is_over());
    seen->put({"done", std::string(mcp::name(ended.status())), 0, 0});
  };
  mcp::call call = scene.client.call_tool("slow", R"({"count":1})", std::move(options)).value();
  CHECK_IS(mcp::json(scene.next("progress").text).at("/progress").integer(), 1);
  CHECK(!call.is_over());
  CHECK_FAILS(call.outcome(), mcp::status::pending);
  CHECK_FAILS(call.wait(mcp::milliseconds(0)), mcp::status::pending);
  CHECK_FAILS(call.resume(), mcp::status::gone);
  CHECK_FAILS(call.cancel("\xff"), mcp::status::bad_json);
  CHECK_OK(call.cancel("enough"));
  CHECK_FAILS(call.cancel(), mcp::status::gone);
  CHECK_IS(scene.next("done").text, "MCPCLIENT_E_CANCELLED");
  CHECK_FAILS(scene.end(call), mcp::status::cancelled);
  CHECK(call.client() == scene.client);
}

/* proves: TMO-01, TMO-04 */
void test_timeouts(scene &scene) {
  for (auto setting : {&mcp::call_options::timeout, &mcp::call_options::total_timeout}) {
    mcp::call_options options;
    options.*setting = mcp::milliseconds(20);
    mcp::call call = scene.client.call_tool("slow", {}, std::move(options)).value();
    CHECK_FAILS(scene.end(call), mcp::status::timeout);
  }
}

/* What `done` is given may be kept, whoever lets go of the call. */
void test_done_keeps(scene &scene) {
  std::optional<mcp::success> kept;
  std::optional<mcp::error> why;
  for (const char *name : {"echo", "error"}) {
    mcp::call_options options;
    options.done = [&, seen = scene.seen](mcp::call_ref, mcp::result<mcp::success> ended) {
      if (ended) {
        kept = ended.value();
      } else {
        why = ended.error();
      }
      seen->put({"done", "", 0, 0});
    };
    CHECK_OK(scene.client.call_tool(name, R"({"text":"kept","message":"mine"})", std::move(options)));
    scene.next("done");
  }
  CHECK(kept && kept->text() == "kept");
  CHECK(why && why->server_message() == "mine");
}

/* A process that ends in the middle says how. */
void test_death(mcp::dispatch dispatch) {
  scene scene(dispatch);
  mcp::result<mcp::success> ended = scene.end(scene.tool("die", R"({"code":9})"));
  CHECK_FAILS(ended, mcp::status::closed);
  CHECK_IS(ended.error().exit_code(), 9);
  CHECK_IS(ended.error().exit_signal(), std::nullopt);
  CHECK_IS(scene.next("closed").text, "MCPCLIENT_E_CLOSED");
  CHECK(scene.client.closed_reason() == mcp::closing::by_server);
  /* Who comes later is refused, and learns as much. */
  CHECK_IS(scene.client.closed_error().value().exit_code(), 9);
  mcp::result<mcp::call> late = scene.client.ping();
  CHECK_FAILS(late, mcp::status::closed);
  CHECK_IS(late.error().exit_code(), 9);
  mcp::result<void> notice = scene.client.notify("notifications/late");
  CHECK_FAILS(notice, mcp::status::closed);
  CHECK_IS(notice.error().exit_code(), 9);
}

}  // namespace

int main() {
  for (mcp::dispatch dispatch : dispatches) {
    scene scene(dispatch);
    test_lists(scene);
    test_requests(scene);
    test_client(scene);
    test_content(scene);
    test_errors(scene);
    test_cancel(scene);
    test_timeouts(scene);
    test_done_keeps(scene);
    test_death(dispatch);
  }
  return check::finish();
}
