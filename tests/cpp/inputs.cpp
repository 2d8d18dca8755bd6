/* Visits, samples and roots; inputs that no server sent; text and JSON. */
#include "scene.hpp"

namespace {

/* proves: ELI-35, URL-04, URL-06, URL-07, URL-10 */
void test_visit(scene &scene) {
  mcp::call call = scene.tool("url", R"({"url":"https://example.com/pay?sum=9%20\u20ac"})");
  mcp::input input = scene.input(mcp::input_kind::url);
  mcp::visit visit = input.visit();
  CHECK_IS(input.message(), "Please visit");
  CHECK_IS(visit.url_raw(), "https://example.com/pay?sum=9%20\u20ac");
  CHECK(visit.url());
  CHECK_IS(visit.canonical(), "https://example.com/pay?sum=9%20%E2%82%AC");
  CHECK_IS(visit.host(), "example.com");
  CHECK_IS(visit.domain(), "example.com");
  CHECK_IS(visit.elicitation_id(), "visit-1");
  CHECK_IS(visit.hazards().size(), 1u);
  for (mcp::url_hazard hazard : visit.hazards()) CHECK(hazard == mcp::url_hazard::rewritten);
  CHECK(input.form().fields().empty());
  CHECK_FAILS(input.form().preview(), mcp::status::invalid_arg);
  std::uint64_t id = input.id();
  CHECK_OK(input.accept());
  CHECK_FAILS(input.accept(), mcp::status::gone);
  CHECK_IS(scene.text(call), R"({"action":"accept"})");
  CHECK_IS(scene.next("visited").id, id);
}

const char rich[] =
    R"({"params":{"messages":[{"role":"user","content":{"type":"text","text":"Which \u001b[1m flight?"}},)"
    R"({"role":"assistant","content":[{"type":"text","text":"Let me see"},)"
    R"({"type":"image","data":"aGVsbG8=","mimeType":"image/png"}]}],"systemPrompt":"You are\ta clerk",)"
    R"("maxTokens":150,"temperature":0.25,"stopSequences":["END","\n\n"],"includeContext":"none",)"
    R"("modelPreferences":{"hints":[{"name":"large"},{}],"costPriority":0.1,"speedPriority":0,)"
    R"("intelligencePriority":1}}})";

/* proves: SAM-05, SAM-07, SAM-11, SAM-12, SAM-15, SAM-17, SAM-31 */
void test_sample(scene &scene) {
  mcp::call call = scene.tool("sample", rich);
  mcp::input input = scene.input(mcp::input_kind::sample);
  mcp::sample sample = input.sample();
  std::string told;
  for (mcp::sample_message message : sample.messages()) {
    told += std::string(message.role()) + ":";
    for (mcp::sample_block block : message.content()) {
      told += " " + check::shown(block.kind()) + (block.text() ? "" : " " + std::string(block.mime().value()));
      CHECK(block.json().kind() == mcp::json_kind::object);
    }
    told += "; ";
  }
  CHECK_IS(told, "user: 1; assistant: 1 2 image/png; ");
  mcp::sample_block first = sample.messages()[0].content()[0];
  CHECK(first.text()->find('\x1b') == std::string_view::npos);
  CHECK_IS(first.text_raw(), "Which \x1b[1m flight?");
  CHECK_IS(first.mime(), std::nullopt);
  CHECK_IS(sample.messages()[1].content()[1].data(), "aGVsbG8=");
  CHECK_IS(sample.messages()[9].role(), "");
  CHECK_IS(sample.system_prompt(), "You are\ta clerk");
  CHECK_IS(sample.system_prompt_raw(), "You are\ta clerk");
  CHECK_IS(sample.max_tokens(), 150);
  CHECK_IS(sample.temperature(), 0.25);
  CHECK_IS(sample.hints().size(), 2u);
  CHECK_IS(sample.hints()[0], "large");
  CHECK_IS(sample.hints()[1], std::nullopt);
  CHECK_IS(sample.cost_priority(), 0.1);
  CHECK_IS(sample.speed_priority(), 0);
  CHECK_IS(sample.intelligence_priority(), 1);
  CHECK_IS(sample.stops().size(), 2u);
  CHECK_IS(sample.stops()[0], "END");
  CHECK_IS(sample.context(), "none");
  CHECK(!sample.tools());
  CHECK_IS(sample.tool_choice(), std::nullopt);
  CHECK_IS(input.message(), std::nullopt);
  CHECK_FAILS(input.accept(), mcp::status::invalid_arg);
  CHECK_FAILS(input.answer_json("{}"), mcp::status::sample);
  CHECK(input.is_open());
  CHECK_OK(input.answer_text("model-1", "BCN 7:40", "endTurn"));
  CHECK_FAILS(input.answer_text("m", "t"), mcp::status::gone);
  std::string said = scene.text(call);
  CHECK_IS(mcp::json(said).at("/content/text"), "\"BCN 7:40\"");
  CHECK_IS(mcp::json(said).at("/stopReason"), "\"endTurn\"");

  call = scene.tool("sample");
  input = scene.input(mcp::input_kind::sample);
  CHECK_IS(input.sample().temperature(), std::nullopt);
  CHECK_IS(input.sample().system_prompt(), std::nullopt);
  CHECK_OK(input.answer_json(R"({"role":"assistant","content":{"type":"text","text":"x"},"model":"m"})"));
  CHECK_IS(mcp::json(scene.text(call)).at("/model"), "\"m\"");
}

/* proves: ROO-02, ROO-03, ROO-04, ROO-05 */
void test_roots(scene &scene) {
  mcp::roots roots = mcp::roots::create().value();
  CHECK_OK(roots.set_checked(false));
  CHECK_OK(roots.add_path("/home/ana/My Trips#1/50% \u00e9", "Trips"));
  CHECK_OK(roots.add_uri("file:///srv/data"));
  CHECK_FAILS(roots.add_path("relative"), mcp::status::root);
  CHECK_FAILS(roots.add_uri("https://example.com/"), mcp::status::root);
  CHECK_IS(roots.list().size(), 2u);
  CHECK_IS(roots.list()[0].uri, "file:///home/ana/My%20Trips%231/50%25%20%C3%A9");
  CHECK_IS(roots.list()[0].name, "Trips");
  CHECK_IS(roots.list()[1].name, std::nullopt);
  CHECK_OK(roots.remove("file:///srv/data"));
  CHECK_FAILS(roots.remove("file:///srv/data"), mcp::status::gone);

  mcp::call call = scene.tool("roots");
  mcp::input input = scene.input(mcp::input_kind::roots);
  CHECK_OK(input.answer_roots(roots));
  std::string said = scene.text(call);
  CHECK_IS(mcp::json(said).at("/roots/0/name"), "\"Trips\"");
  CHECK(!mcp::json(said).at("/roots/1"));

  mcp::roots other = mcp::roots::create().value();
  CHECK_OK(other.add_path("/other"));
  CHECK_OK(roots.replace(other));
  CHECK_OK(roots.clear());
  std::swap(roots, other);
  CHECK_IS(roots.list().size(), 1u);
  CHECK(other.list().empty());
}

/* A list that the library answers from, while it changes. */
/* proves: ROO-06 */
void test_live_roots(mcp::dispatch dispatch) {
  mcp::roots roots = mcp::roots::create().value();
  CHECK_OK(roots.set_checked(false));
  CHECK_OK(roots.add_path("/one", "One"));
  mcp::host host;
  host.roots = &roots;
  scene scene(dispatch, std::move(host));
  CHECK_IS(scene.text(scene.tool("roots")), R"({"roots":[{"name":"One","uri":"file:///one"}]})");
  CHECK_OK(roots.add_path("/two"));
  CHECK_IS(scene.text(scene.tool("roots")),
           R"({"roots":[{"name":"One","uri":"file:///one"},{"uri":"file:///two"}]})");
}

/* Every way to say no. */
/* proves: ELI-31, ELI-32, ELI-38, SAM-43 */
void test_refusals() {
  struct way {
    mcp::result<void> (*answer)(mcp::input &);
    std::string told;
  };
  const way ways[] = {{[](mcp::input &input) { return input.decline("why"); }, R"({"result":{"action":"decline"}})"},
                      {[](mcp::input &input) { return input.cancel(); }, R"({"result":{"action":"cancel"}})"},
                      {[](mcp::input &input) { return input.fail(-5, "no"); },
                       R"({"error":{"code":-5,"message":"no"}})"},
                      {[](mcp::input &input) { return input.abort_call("stop"); }, R"({"result":{"action":"cancel"}})"}};
  for (const way &one : ways) {
    mcp::input input = mcp::input::rehearse("2025-06-18", "elicitation/create",
                                            R"({"message":"?","requestedSchema":{"type":"object","properties":{}}})")
                           .value();
    CHECK(!input.client() && input.calls().empty() && input.id() == 0);
    CHECK(!input.rehearsed());
    CHECK_OK(one.answer(input));
    CHECK_FAILS(one.answer(input), mcp::status::gone);
    CHECK_IS(input.rehearsed(), one.told);
  }
  CHECK_FAILS(mcp::input::rehearse("1999-01-01", "roots/list", "{}"), mcp::status::unsupported);
  CHECK_FAILS(mcp::input::rehearse("2025-06-18", "sampling/createMessage", R"({"messages":5,"maxTokens":1})"),
              mcp::status::refused);
  mcp::result<mcp::input> tools =
      mcp::input::rehearse("2025-11-25", "sampling/createMessage",
                           R"({"messages":[],"maxTokens":1,"tools":[{"name":"t","inputSchema":{"type":"object"}}],)"
                           R"("toolChoice":{"mode":"required"}})",
                           mcp::sample_features::tools | mcp::sample_features::context);
  CHECK_OK(tools);
  CHECK_IS(tools->sample().tools().at("/0/name"), "\"t\"");
  CHECK_IS(tools->sample().tool_choice(), "required");
}

void test_json() {
  mcp::json json(std::string_view(R"( {"a":[1,2.50,"x\ty",null],"b":true,"\u00e9":9007199254740993} )"));
  CHECK(json && json.kind() == mcp::json_kind::object && !json.fault());
  CHECK_IS(json.at("/a/1").number(), "2.50");
  CHECK_IS(json.at("/a/1").real(), 2.5);
  CHECK_IS(json.at("/a/1").integer(), std::nullopt);
  CHECK_IS(json.at("/a/2").text(), "x\ty");
  CHECK_IS(json.at("/a/0").text(), std::nullopt);
  CHECK(json.at("/a/3").kind() == mcp::json_kind::null);
  CHECK(json.at("/b").is_true());
  CHECK_IS(json.at("/\u00e9").integer(), 9007199254740993);
  CHECK(!json.at("/none").at("/more"));
  CHECK(json.at("/none").kind() == mcp::json_kind::none);
  std::string keys;
  for (auto [key, value] : json) keys += key.text().value() + (value ? "+" : "-");
  CHECK_IS(keys, "a+b+\u00e9+");
  std::size_t count = 0;
  for (mcp::json_element element : json.at("/a")) count += element.key ? 0 : 1;
  CHECK_IS(count, 4u);
  for (mcp::json_element element : json.at("/b")) CHECK(!element.value);
  for (mcp::json_element element : mcp::json()) CHECK(!element.value);
  CHECK_IS(mcp::json(std::string_view("[1,]")).fault(), 3u);
  CHECK_IS(mcp::json::quote("a\"\n\u00e9"), "\"a\\\"\\n\u00e9\"");
  CHECK_IS(mcp::json::quote("\xff"), std::nullopt);
  CHECK_IS(mcp::json::quote({}), "\"\"");
  CHECK_IS(mcp::json::quote(std::string_view("\0", 1)), "\"\\u0000\"");
}

void test_paths() {
  CHECK_IS(mcp::path_to_uri("/tmp/a b").value(), "file:///tmp/a%20b");
  CHECK_IS(mcp::path_to_uri("C:\\My Trips", mcp::path_style::windows).value(), "file:///C:/My%20Trips");
  CHECK_IS(mcp::uri_to_path("file:///C:/x", mcp::path_style::windows).value(), "C:\\x");
  CHECK_IS(mcp::uri_to_path("file:///a%20b").value(), "/a b");
  CHECK_FAILS(mcp::path_to_uri("tmp"), mcp::status::root);
  CHECK_FAILS(mcp::path_to_uri("/tmp", static_cast<mcp::path_style>(9)), mcp::status::invalid_arg);
  CHECK_FAILS(mcp::uri_to_path("\xff"), mcp::status::bad_json);
  CHECK_IS(mcp::uri_to_path("https://x/").error().message().empty(), false);
  CHECK(mcp::root_contains("file:///srv", "/srv/x"));
  CHECK(!mcp::root_contains("file:///srv", "/srv2"));
  CHECK(mcp::root_contains("file:///C:/x", "c:\\X", mcp::path_style::windows));
}

void test_text() {
  CHECK_IS(mcp::display("a\x1b[31mb").value().find('\x1b') == std::string::npos, true);
  CHECK_IS(mcp::display("\xff"), std::nullopt);
  CHECK_IS(mcp::display(""), "");
  CHECK_IS(mcp::display("a\nbc", 3), "a\n\u2026");
  CHECK_IS(mcp::display_line("a\nbc", 3), "a \u2026");
  CHECK_IS(mcp::display_line("a\nbc"), "a bc");
  CHECK_IS(mcp::display_line("\xff"), std::nullopt);
  CHECK_IS(mcp::version(), MCPCLIENT_VERSION);
  CHECK_IS(mcp::abi_version() >= MCPCLIENT_ABI_VERSION, true);
  CHECK_IS(mcp::name(mcp::status::too_large), "MCPCLIENT_E_TOO_LARGE");
  CHECK_IS(mcp::name(mcp::status(-9999)), "MCPCLIENT_E_UNKNOWN");
}

}  // namespace

int main() {
  for (mcp::dispatch dispatch : dispatches) {
    scene scene(dispatch);
    test_visit(scene);
    test_sample(scene);
    test_roots(scene);
    test_live_roots(dispatch);
  }
  test_refusals();
  test_json();
  test_text();
  test_paths();
  return check::finish();
}
