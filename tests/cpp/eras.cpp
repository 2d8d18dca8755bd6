/* Both eras of the protocol, as C++ chooses and sees them; the scripts are those of the C tests. */
#include "scene.hpp"

namespace {

mcp::stdio played(const std::string &script) {
  const char *scripts = std::getenv("SCRIPTS");
  return {{puppet(), std::string(scripts != nullptr ? scripts : "tests/transcripts") + "/../c/scripts/" + script}};
}

/* proves: MET-04, LOG-04, VER-21, PRG-01, EXT-01 */
void test_meta(scene &scene) {
  auto options = [] {
    mcp::call_options made;
    made.withhold = mcp::offers::form | mcp::offers::url | mcp::offers::sample | mcp::offers::roots;
    made.meta = R"({"mine":1})";
    made.log_level = "info";
    made.traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    made.tracestate = "a=1";
    made.baggage = "k=v";
    made.progress = false;
    return made;
  };
  mcp::call_options wrong = options();
  wrong.traceparent = "00-0af7-b7ad-01";
  CHECK_FAILS(scene.client.call_tool("a", {}, std::move(wrong)), mcp::status::invalid_arg);
  mcp::call call = scene.client.call_tool("a", {}, options()).value();
  CHECK(!scene.end(call)->age());
}

/* proves: CAC-01, CAC-03, CAC-06 */
void test_kept(scene &scene) {
  mcp::call call = scene.client.read_resource("file:///a").value();
  CHECK(!scene.end(call)->age());
  call = scene.client.read_resource("file:///a").value();
  mcp::success kept = scene.end(call).value();
  CHECK(kept.age().value_or(mcp::milliseconds(-1)).count() >= 0);
  CHECK_IS(kept.json(), R"({"contents":[],"ttlMs":3600000})");
  mcp::call_options options;
  options.fresh = true;
  options.retry_lost = true;
  call = scene.client.read_resource("file:///a", std::move(options)).value();
  CHECK(!scene.end(call)->age());
}

/* proves: SUB-04, SUB-06 */
void test_watch(scene &scene) {
  CHECK_FAILS(scene.client.watch(static_cast<mcp::lists>(8)), mcp::status::invalid_arg);
  CHECK_FAILS(scene.client.watch(mcp::lists::none, {"\xff"}), mcp::status::bad_json);
  /* The server has no changes of prompts to tell. */
  CHECK_OK(scene.client.watch(mcp::lists::tools | mcp::lists::prompts, {"file:///a", "file:///b"}));
  event granted = scene.next("watching");
  CHECK_IS(granted.number, static_cast<int>(mcp::lists::tools));
  CHECK_IS(granted.text, "file:///b ");
  CHECK_IS(scene.next("notification").text, "notifications/tools/list_changed");
}

/* proves: TSX-02, TSX-05, TSX-14 */
void test_task(scene &scene) {
  mcp::call call = scene.tool("long");
  CHECK_IS(mcp::json(scene.next("task").text).at("/status"), "\"working\"");
  CHECK_IS(mcp::json(scene.next("task").text).at("/status"), "\"completed\"");
  CHECK_IS(scene.text(call), "late");
}

/* There is no channel for a refusal: the host is told before it says no. */
/* proves: MRT-15, SAM-44 */
void test_refusal(scene &scene) {
  mcp::call call = scene.tool("asks");
  mcp::input input = scene.input(mcp::input_kind::sample);
  CHECK(input.refusal_ends_call());
  CHECK_IS(input.round(), 1u);
  CHECK_OK(input.decline());
  CHECK_FAILS(scene.end(call), mcp::status::refused);
}

mcp::host telling(const std::shared_ptr<notes> &seen) {
  mcp::host host;
  host.task = [seen](mcp::call_ref call, mcp::json state) {
    CHECK(call);
    seen->put({"task", std::string(state.view()), 0, 0});
  };
  host.watching = [seen](mcp::client_ref, mcp::lists lists, const std::vector<std::string_view> &uris) {
    std::string text;
    for (std::string_view uri : uris) text += std::string(uri) + " ";
    seen->put({"watching", text, 0, static_cast<int>(lists)});
  };
  return host;
}

/* The script has said all it has to say, and nothing else was asked of it. */
void close_played(scene &scene) {
  CHECK_OK(scene.client.close());
  scene.next("closed");
  while (std::optional<event> line = scene.seen->take("stderr")) CHECK_IS(line->text, "nothing on stderr");
}

mcp::options named() {
  mcp::options options;
  options.program_name = "c-test";
  options.program_version = "1.0";
  return options;
}

/* proves: VER-38 */
void test_modern(mcp::dispatch dispatch) {
  auto seen = std::make_shared<notes>();
  mcp::options options = named();
  options.era = mcp::era::modern;
  options.tasks = true;
  options.restart = false;
  options.max_cache_bytes = 1 << 20;
  options.wall_timeout = mcp::milliseconds(600000);
  options.extensions = R"({"com.example/x":{"deep":[1]}})";
  scene scene(dispatch, telling(seen), options, played("modern.mcpt"), seen);
  CHECK(scene.client.server_era() == mcp::era::modern);
  CHECK_IS(scene.client.revision(), "2026-07-28");
  test_meta(scene);
  test_kept(scene);
  test_watch(scene);
  test_task(scene);
  test_refusal(scene);
  close_played(scene);
}

/* proves: SUB-01, VER-45 */
void test_legacy(mcp::dispatch dispatch, mcp::era era, mcp::era known) {
  auto seen = std::make_shared<notes>();
  mcp::options options = named();
  options.era = era;
  options.known_era = known;
  scene scene(dispatch, telling(seen), options, played("legacy.mcpt"), seen);
  CHECK(scene.client.server_era() == mcp::era::legacy);
  CHECK_OK(scene.client.watch(mcp::lists::tools, {"file:///a"}));
  CHECK_IS(scene.next("watching").number, static_cast<int>(mcp::lists::tools));
  scene.next("notification");
  CHECK_OK(scene.client.watch(mcp::lists::none));
  scene.next("watching");
  close_played(scene);
}

void test_wrong_options() {
  mcp::runtime runtime = mcp::runtime::create().value();
  mcp::options options;
  options.era = static_cast<mcp::era>(3);
  CHECK_FAILS(runtime.connect(served(), {}, options), mcp::status::invalid_arg);
  options.era = mcp::era::auto_;
  options.known_era = static_cast<mcp::era>(3);
  CHECK_FAILS(runtime.connect(served(), {}, options), mcp::status::invalid_arg);
}

}  // namespace

int main() {
  for (mcp::dispatch dispatch : dispatches) {
    test_modern(dispatch);
    test_legacy(dispatch, mcp::era::legacy, mcp::era::auto_);
    test_legacy(dispatch, mcp::era::auto_, mcp::era::legacy);
  }
  test_wrong_options();
  return check::finish();
}
