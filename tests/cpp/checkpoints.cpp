/* Both checkpoints of a sample, the one of the roots, answers made of blocks, and the choice of a model. */
#include "scene.hpp"

namespace {

const char ask[] =
    R"({"params":{"messages":[{"role":"user","content":{"type":"text","text":"Which \u001b[1mflight?"}},)"
    R"({"role":"assistant","content":{"type":"text","text":"FR9040"}},)"
    R"({"role":"user","content":{"type":"text","text":"Why?"}}],"systemPrompt":"Be brief","maxTokens":150,)"
    R"("modelPreferences":{"hints":[{},{"name":"large"}],"costPriority":0.1}}})";

mcp::host reviewing(const std::shared_ptr<notes> &seen, mcp::review review) {
  mcp::host host;
  host.review = review;
  host.sample_features = mcp::sample_features::tools;
  host.confirm = [seen](mcp::input input) { seen->put(std::move(input)); };
  return host;
}

mcp::input next_at(scene &scene, mcp::checkpoint checkpoint) {
  mcp::input input = scene.input(mcp::input_kind::sample);
  CHECK(input.checkpoint() == checkpoint);
  return input;
}

/* proves: SAM-28, SAM-29, SAM-30, SAM-31, SAM-33, SAM-34 */
void test_both(scene &scene) {
  mcp::call call = scene.tool("sample", ask);
  mcp::input first = next_at(scene, mcp::checkpoint::request);
  mcp::sample_draft draft = first.sample_draft();
  CHECK(!first.sample_result().json());
  CHECK_IS(first.preview()->at("/systemPrompt"), "\"Be brief\"");
  CHECK_OK(draft.set_text(0, 0, "Which one?"));
  CHECK_OK(draft.set_system_prompt("Be kind"));
  CHECK_OK(draft.set_max_tokens(151));
  CHECK_FAILS(first.approve(), mcp::status::sample);
  CHECK(first.is_open());
  CHECK_OK(draft.set_max_tokens(20));
  CHECK_OK(draft.remove_message(1));
  CHECK_OK(draft.add_message("assistant", "Because"));
  CHECK_OK(draft.set_model("small-1"));
  CHECK_IS(first.preview()->at("/messages/0/content/text"), "\"Which one?\"");
  CHECK_IS(first.preview()->at("/messages/2/role"), "\"assistant\"");
  CHECK_IS(first.preview()->at("/maxTokens"), "20");
  CHECK_IS(first.preview()->at("/modelPreferences/hints/0/name"), "\"small-1\"");
  CHECK_FAILS(draft.set_text(7, 0, "x"), mcp::status::invalid_arg);
  CHECK_FAILS(draft.remove_message(7), mcp::status::invalid_arg);
  CHECK_FAILS(draft.add_message("system", "x"), mcp::status::invalid_arg);
  CHECK_FAILS(first.answer_text("m", "t"), mcp::status::invalid_arg);
  CHECK_OK(first.approve());
  CHECK_FAILS(first.approve(), mcp::status::gone);

  /* The model gets what was approved. */
  mcp::input second = next_at(scene, mcp::checkpoint::none);
  CHECK_IS(second.id(), first.id());
  CHECK_IS(second.sample().messages()[0].content()[0].text(), "Which one?");
  CHECK_IS(second.sample().system_prompt(), "Be kind");
  CHECK_FAILS(second.preview(), mcp::status::invalid_arg);
  CHECK_FAILS(second.sample_draft().reset(), mcp::status::invalid_arg);
  CHECK_FAILS(second.approve(), mcp::status::invalid_arg);
  CHECK_OK(second.answer_text("small-1", "No \x1b[1m idea", "endTurn"));

  mcp::input third = next_at(scene, mcp::checkpoint::result);
  mcp::sample_result told = third.sample_result();
  CHECK_IS(told.model(), "small-1");
  CHECK_IS(told.stop_reason(), "endTurn");
  CHECK(told.text() && told.text()->find('\x1b') == std::string_view::npos);
  CHECK_IS(told.content().size(), 1u);
  CHECK(told.content()[0].kind() == mcp::block_kind::text && told.content()[0].json().at("/text"));
  CHECK_IS(third.preview().value(), told.json());
  CHECK_OK(third.approve());
  CHECK_IS(mcp::json(scene.text(call)).at("/model"), "\"small-1\"");
}

/* proves: SAM-28, SAM-33, SAM-43 */
void test_other_ways(scene &scene) {
  mcp::call call = scene.tool("sample", ask);
  mcp::input input = next_at(scene, mcp::checkpoint::request);
  CHECK_OK(input.sample_draft().set_system_prompt({}));
  CHECK(!input.preview()->at("/systemPrompt"));
  CHECK_OK(input.sample_draft().reset());
  CHECK_IS(input.preview()->at("/systemPrompt"), "\"Be brief\"");
  CHECK_FAILS(input.approve_json("[]"), mcp::status::bad_json);
  CHECK_FAILS(input.approve_json("{}"), mcp::status::sample);
  CHECK_OK(input.approve_json(
      R"({"messages":[{"role":"user","content":{"type":"text","text":"x"}}],"maxTokens":1})"));
  input = next_at(scene, mcp::checkpoint::none);
  CHECK_IS(input.sample().messages().size(), 1u);
  CHECK_OK(input.answer_text("m", "one"));
  input = next_at(scene, mcp::checkpoint::result);
  CHECK_OK(input.answer_text("m", "two"));
  CHECK_IS(mcp::json(scene.text(call)).at("/content/text"), "\"two\"");

  /* Letting go is refusing, at each of them. */
  call = scene.tool("sample", ask);
  static_cast<void>(next_at(scene, mcp::checkpoint::request));
  CHECK(mcp::json(scene.text(call)).at("/error/code"));
}

/* proves: SAM-05, SAM-06, SAM-21, SAM-22, SAM-46 */
void test_blocks(scene &scene) {
  mcp::call call = scene.tool(
      "sample", R"({"params":{"messages":[{"role":"user","content":{"type":"text","text":"Go"}}],"maxTokens":9,)"
                R"("tools":[{"name":"look","inputSchema":{"type":"object"}}]}})");
  CHECK_OK(next_at(scene, mcp::checkpoint::request).approve());
  mcp::input input = next_at(scene, mcp::checkpoint::none);
  CHECK_OK(input.add_text("never sent"));
  CHECK_OK(input.clear_blocks());
  CHECK_OK(input.add_text("look"));
  CHECK_OK(input.add_image("AAAA", "image/png"));
  CHECK_OK(input.add_audio("AAAA", "audio/wav"));
  CHECK_OK(input.add_tool_use("1", "look", R"({"at":1.0})"));
  CHECK_OK(input.add_block(R"({"type":"text","text":"b","_meta":{"k":1}})"));
  CHECK_FAILS(input.add_tool_use("2", "look", "[]"), mcp::status::bad_json);
  CHECK_OK(input.answer_blocks("m", "toolUse"));
  CHECK_FAILS(input.answer_blocks("m"), mcp::status::gone);
  input = next_at(scene, mcp::checkpoint::result);
  CHECK_IS(input.sample_result().content().size(), 5u);
  CHECK(input.sample_result().content()[3].kind() == mcp::block_kind::tool_use);
  CHECK_IS(input.sample_result().text(), "look\nb");
  CHECK_OK(input.add_tool_use("1", "steal", "{}"));
  CHECK_FAILS(input.answer_blocks("m"), mcp::status::sample);
  CHECK_OK(input.clear_blocks());
  CHECK_OK(input.add_text("nothing"));
  CHECK_OK(input.answer_blocks("m"));
  CHECK_IS(mcp::json(scene.text(call)).at("/content/text"), "\"nothing\"");
}

/* proves: SAM-11, SAM-12, SAM-13, SAM-14, SAM-32 */
void test_models(scene &scene) {
  const std::vector<mcp::model> catalogue = {{"house-small", {}, 0.9, 0.9, 0.3},
                                             {"house-large", {"theirs-big"}, 0.1, 0.3, 0.9},
                                             {"house-medium", {}, 0.5, 0.6, 0.7}};
  mcp::call call = scene.tool("sample", ask);
  mcp::input input = next_at(scene, mcp::checkpoint::request);
  mcp::choice choice = input.choose_model(catalogue).value();
  CHECK_IS(choice.model(), 1u);
  CHECK(choice.reason() == mcp::choice_reason::hint);
  CHECK_IS(choice.hint(), 1u);
  CHECK_IS(choice.among(), 1u);
  CHECK_IS(input.sample().hints()[choice.hint()], "large");
  CHECK(choice.text().find("hint 2") != std::string::npos);
  CHECK_FAILS(input.choose_model({}), mcp::status::invalid_arg);
  CHECK_FAILS(input.choose_model({{"", {}, 0, 0, 0}}), mcp::status::invalid_arg);
  CHECK_FAILS(input.choose_model({{"x", {"\xff"}, 0, 0, 0}}), mcp::status::bad_json);
  CHECK_OK(input.decline());
  CHECK(mcp::json(scene.text(call)).at("/error"));
}

/* proves: ROO-15 */
void test_roots(mcp::dispatch dispatch) {
  auto seen = std::make_shared<notes>();
  mcp::roots roots = mcp::roots::create().value();
  CHECK_OK(roots.set_checked(false));
  CHECK_OK(roots.add_path("/one"));
  mcp::host host = reviewing(seen, mcp::review::roots);
  host.roots = &roots;
  scene scene(dispatch, std::move(host), {}, served(), seen);
  mcp::call call = scene.tool("roots");
  mcp::input input = scene.input(mcp::input_kind::roots);
  CHECK(input.checkpoint() == mcp::checkpoint::result);
  CHECK_IS(input.preview().value(), R"({"roots":[{"uri":"file:///one"}]})");
  CHECK_OK(input.approve());
  CHECK_IS(scene.text(call), R"({"roots":[{"uri":"file:///one"}]})");
}

/* proves: ROO-14, ROO-17, ROO-18, ROO-19 */
void test_scope() {
  mcp::roots roots = mcp::roots::create().value();
  CHECK_OK(roots.set_interval(mcp::milliseconds(0)));
  CHECK_OK(roots.add_path("/tmp", "Scratch"));
  CHECK_OK(roots.add_path("/nobody/has/this"));
  CHECK(roots.list()[0].offered && !roots.list()[1].offered);
  CHECK(roots.contains("/tmp/x") && !roots.contains("/nobody/has/this") && !roots.contains("/etc"));
  CHECK(roots.contains_uri("file:///tmp/x") && !roots.contains_uri("https://example.com/"));
  CHECK_OK(roots.exclude("/tmp/x"));
  CHECK(!roots.contains("/tmp/x/y"));
  CHECK_OK(roots.include("/tmp/x"));
  CHECK_FAILS(roots.include("/tmp/x"), mcp::status::gone);
  CHECK_FAILS(roots.exclude("relative"), mcp::status::root);
  CHECK_OK(roots.rename("file:///tmp", "Other"));
  CHECK_IS(roots.list()[0].name, "Other");
  CHECK_FAILS(roots.rename("file:///none", "x"), mcp::status::gone);
  CHECK_FAILS(roots.add_workspace("relative"), mcp::status::root);
  CHECK_OK(roots.add_workspace("/usr/share", "Shared"));
  CHECK_IS(roots.list()[2].name, "Shared");
  roots.look();
}

/* Nobody could approve. */
void test_without_confirm() {
  mcp::runtime runtime = mcp::runtime::create().value();
  mcp::host host;
  host.sample = [](mcp::input) {};
  host.review = mcp::review::sample_result;
  CHECK_FAILS(runtime.connect(served(), std::move(host)), mcp::status::invalid_arg);
}

}  // namespace

int main() {
  for (mcp::dispatch dispatch : dispatches) {
    auto seen = std::make_shared<notes>();
    scene scene(dispatch, reviewing(seen, mcp::review::sample_request | mcp::review::sample_result), {}, served(), seen);
    test_both(scene);
    test_other_ways(scene);
    test_blocks(scene);
    test_models(scene);
    test_roots(dispatch);
  }
  test_scope();
  test_without_confirm();
  return check::finish();
}
