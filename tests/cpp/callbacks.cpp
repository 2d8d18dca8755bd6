/* Exceptions inside callbacks, late and double answers, cancellation from both sides. */
#include "scene.hpp"

#include <stdexcept>
#include <thread>

namespace {

struct broken : std::runtime_error {
  broken() : std::runtime_error("the host broke") {}
};

/* The server is told that the host could not, at each kind of input, and the client lives on. */
/* proves: RPC-27 */
void test_throwing_inputs(mcp::dispatch dispatch) {
  mcp::host host;
  host.elicit_form = [](mcp::input) { throw broken(); };
  host.elicit_url = [](mcp::input) { throw 7; };
  host.sample = [](mcp::input input) {
    std::string said(input.sample().messages()[0].content()[0].text().value());
    throw std::runtime_error(said);
  };
  host.list_roots = [](mcp::input) { mcp::result<void>(mcp::error(mcp::status::busy)).value(); };
  scene scene(dispatch, std::move(host));
  const char *const callbacks[] = {"elicit_form", "elicit_url", "sample", "list_roots"};
  const char *const tools[] = {"form", "url", "sample", "roots"};
  for (int index = 0; index < 4; index++) {
    CHECK_IS(scene.text(scene.tool(tools[index])), R"({"error":{"code":-32603,"message":"the host failed"}})");
    CHECK_IS(scene.next("failed").text, callbacks[index]);
  }
  CHECK_IS(scene.text(scene.tool("echo", R"({"text":"alive"})")), "alive");
}

/* An answer that was given before the exception stands. One that was to come later is too late. */
void test_throwing_after(mcp::dispatch dispatch) {
  auto kept = std::make_shared<notes>();
  bool answer = true;
  mcp::host host;
  host.elicit_form = [&](mcp::input input) {
    if (answer) {
      CHECK_OK(input.decline());
    } else {
      kept->put(std::move(input));
    }
    throw broken();
  };
  scene scene(dispatch, std::move(host));
  CHECK_IS(scene.text(scene.tool("form")), R"({"action":"decline"})");
  CHECK_IS(scene.next("failed").text, "elicit_form");
  answer = false;
  CHECK_IS(scene.text(scene.tool("form")), R"({"error":{"code":-32603,"message":"the host failed"}})");
  scene.next("failed");
  mcp::input late = kept->take_input().value();
  CHECK(!late.is_open());
  CHECK_FAILS(late.accept(), mcp::status::gone);
  CHECK_IS(late.message(), "Please fill in");
}

/* Every other callback may throw as well, and nothing is lost but what it would have done. */
void test_throwing_elsewhere(mcp::dispatch dispatch) {
  mcp::host host;
  auto seen = std::make_shared<notes>();
  auto breaks = [seen](const char *what) {
    seen->put({what, "", 0, 0});
    throw broken();
  };
  host.progress = [=](mcp::call_ref, mcp::json) { breaks("progress"); };
  host.log = [=](mcp::client_ref, mcp::json) { breaks("log"); };
  host.notification = [=](mcp::client_ref, std::string_view, mcp::json) { breaks("notification"); };
  host.stderr_line = [=](mcp::client_ref, std::string_view) { breaks("stderr_line"); };
  host.visited = [=](mcp::client_ref, std::uint64_t) { breaks("visited"); };
  host.input_closed = [=](mcp::client_ref, std::uint64_t, mcp::withdrawn) { breaks("input_closed"); };
  scene scene(dispatch, std::move(host));
  auto failed = [&](const std::string &callback) { CHECK_IS(scene.next("failed").text, callback); };

  mcp::call call = scene.tool("slow", R"({"count":1})");
  failed("progress");
  CHECK_OK(call.cancel());
  CHECK_IS(scene.text(scene.tool("log", R"({"count":1})")), "1");
  failed("log");
  CHECK_IS(scene.text(scene.tool("change")), "tools");
  failed("notification");
  CHECK_IS(scene.text(scene.tool("stderr", R"({"bytes":80})")), "80");
  failed("stderr_line");
  call = scene.tool("url");
  CHECK_OK(scene.input(mcp::input_kind::url).accept());
  CHECK_OK(scene.end(call));
  failed("visited");
  CHECK_IS(scene.text(scene.tool("late-cancel")), "taken back");
  failed("input_closed");

  mcp::call_options options;
  options.done = [](mcp::call_ref, mcp::result<mcp::success> ended) { ended->json().at("/a").text().value(); };
  call = scene.client.ping(std::move(options)).value();
  CHECK_OK(scene.end(call));
  failed("done");
  CHECK_IS(scene.text(scene.tool("echo", R"({"text":"alive"})")), "alive");
}

void test_throwing_state(mcp::dispatch dispatch) {
  auto seen = std::make_shared<notes>();
  mcp::host host;
  host.state = [seen](mcp::client_ref, mcp::state state, const std::optional<mcp::error> &) {
    seen->put({state == mcp::state::ready ? "ready" : "closed", "", 0, 0});
    throw broken();
  };
  mcp::runtime_options options;
  options.dispatch = dispatch;
  options.callback_failed = [seen](std::string_view callback, std::exception_ptr exception) {
    try {
      std::rethrow_exception(exception);
    } catch (const std::exception &error) {
      seen->put({std::string(callback), error.what(), 0, 0});
    }
  };
  {
    mcp::runtime runtime = mcp::runtime::create(std::move(options)).value();
    mcp::client client = runtime.connect(served(), std::move(host)).value();
    mcp::call call = client.ping().value();
    CHECK_OK(call.wait(deadline));
  }
  CHECK(seen->take("ready") && seen->take("closed"));
  CHECK_IS(seen->take("state")->text, "the host broke");
  CHECK(seen->take("state"));
}

/* Without anybody to tell, the name of the callback goes to stderr, and the program goes on. */
void test_nobody_told() {
  mcp::runtime runtime = mcp::runtime::create().value();
  mcp::host host;
  host.elicit_form = [](mcp::input) { throw broken(); };
  mcp::client client = runtime.connect(served(), std::move(host)).value();
  mcp::call call = client.call_tool("form").value();
  CHECK_IS(call.wait(deadline)->text(), R"({"error":{"code":-32603,"message":"the host failed"}})");
}

/* An answer from another thread, a second one, and one that comes when nobody waits any more. */
/* proves: ELI-43, CAN-06 */
void test_answers(mcp::dispatch dispatch) {
  scene scene(dispatch);
  mcp::call call = scene.tool("form");
  mcp::input input = scene.input(mcp::input_kind::form);
  mcp::input moved = std::move(input);
  std::thread elsewhere([&] {
    CHECK_OK(moved.decline());
    CHECK_FAILS(moved.decline(), mcp::status::gone);
    CHECK_FAILS(moved.accept(), mcp::status::gone);
    CHECK_FAILS(moved.fail(-1, "late"), mcp::status::gone);
  });
  elsewhere.join();
  CHECK_IS(scene.text(call), R"({"action":"decline"})");

  /* The server takes it back. */
  CHECK_IS(scene.text(scene.tool("late-cancel")), "taken back");
  event closed = scene.next("input closed");
  mcp::input late = scene.input(mcp::input_kind::form);
  CHECK_IS(closed.id, late.id());
  CHECK_IS(closed.number, static_cast<int>(mcp::withdrawn::by_server));
  CHECK(!late.is_open());
  CHECK_FAILS(late.decline(), mcp::status::gone);
  CHECK_FAILS(late.abort_call(), mcp::status::gone);

  /* We stop the whole operation. */
  call = scene.tool("form");
  input = scene.input(mcp::input_kind::form);
  CHECK_OK(input.abort_call("the user stopped it"));
  CHECK_FAILS(scene.end(call), mcp::status::cancelled);

  /* A handle that was moved away has nothing, and takes nothing. */
  CHECK(!moved.is_open() && moved.message());
  mcp::input last = std::move(moved);
  CHECK(!moved.message() && moved.form().fields().empty() && moved.kind() == mcp::input_kind{});
  CHECK_FAILS(moved.accept(), mcp::status::invalid_arg);
  CHECK_FAILS(moved.form().check(), mcp::status::invalid_arg);
}

/* Nobody answers: letting go of the input turns the server away. */
void test_dropped(mcp::dispatch dispatch) {
  mcp::host host;
  for (auto *callback : {&host.elicit_form, &host.elicit_url, &host.sample, &host.list_roots}) {
    *callback = [](mcp::input) {};
  }
  scene scene(dispatch, std::move(host));
  CHECK_IS(scene.text(scene.tool("form")), R"({"action":"cancel"})");
  CHECK_IS(scene.text(scene.tool("url")), R"({"action":"cancel"})");
  CHECK(mcp::json(scene.text(scene.tool("sample"))).at("/error/code"));
  CHECK(mcp::json(scene.text(scene.tool("roots"))).at("/error/code"));
}

}  // namespace

int main() {
  for (mcp::dispatch dispatch : dispatches) {
    test_throwing_inputs(dispatch);
    test_throwing_after(dispatch);
    test_throwing_elsewhere(dispatch);
    test_throwing_state(dispatch);
    test_answers(dispatch);
    test_dropped(dispatch);
  }
  test_nobody_told();
  return check::finish();
}
