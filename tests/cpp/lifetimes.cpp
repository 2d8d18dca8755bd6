/* Who may go when: parents before children, handles inside callbacks, a thousand clients. */
#include "scene.hpp"

#include <dirent.h>

#include <type_traits>
#include <vector>

namespace {

template <typename T>
constexpr bool is_handle = !std::is_copy_constructible_v<T> && !std::is_copy_assignable_v<T> &&
                           std::is_nothrow_move_constructible_v<T> && std::is_nothrow_move_assignable_v<T>;
static_assert(is_handle<mcp::runtime> && is_handle<mcp::client> && is_handle<mcp::call> &&
              is_handle<mcp::input> && is_handle<mcp::roots>);
static_assert(std::is_copy_constructible_v<mcp::success> && std::is_copy_constructible_v<mcp::error> &&
              std::is_copy_constructible_v<mcp::failure>);

/* The client, and the runtime, go first; what they made stays, and ends. */
void test_parents_first(mcp::dispatch dispatch) {
  auto there = std::make_shared<scene>(dispatch);
  std::optional<mcp::call> done(there->tool("echo", R"({"text":"kept"})")), running(there->tool("form"));
  mcp::success success = there->end(*done).value();
  mcp::input input = there->input(mcp::input_kind::form);
  std::shared_ptr<notes> seen = there->seen;
  there.reset();
  CHECK_IS(seen->take("closed")->text, "MCPCLIENT_E_CLOSED");
  CHECK_IS(seen->take("input closed")->number, static_cast<int>(mcp::withdrawn::closed));
  CHECK_IS(done->outcome()->text(), "kept");
  mcp::result<mcp::success> ended = running->wait();
  CHECK_FAILS(ended, mcp::status::closed);
  CHECK_FAILS(running->cancel(), mcp::status::gone);
  CHECK(!input.is_open());
  CHECK_IS(input.message(), "Please fill in");
  CHECK_FAILS(input.accept(), mcp::status::gone);
  mcp::client_ref client = done->client();
  CHECK(client && client.state() == mcp::state::closed && client.closed_reason() == mcp::closing::by_host);
  CHECK_FAILS(client.ping(), mcp::status::closed);
  CHECK_FAILS(client.close(), mcp::status::gone);
  /* What was said outlives the call that said it. */
  mcp::error why = ended.error();
  done.reset();
  running.reset();
  CHECK_IS(success.text(), "kept");
  CHECK(why.status() == mcp::status::closed && !why.message().empty());
}

/* The client goes inside its own callback, and so does the call. */
void test_gone_inside(mcp::dispatch dispatch) {
  std::optional<mcp::client> client;
  std::optional<mcp::call> call;
  auto seen = std::make_shared<notes>();
  mcp::runtime_options how;
  how.dispatch = dispatch;
  mcp::runtime runtime = mcp::runtime::create(std::move(how)).value();
  mcp::host host;
  host.elicit_form = [seen](mcp::input input) { seen->put(std::move(input)); };
  client = runtime.connect(served(), std::move(host)).value();
  mcp::call_options options;
  options.done = [&](mcp::call_ref ref, mcp::result<mcp::success> ended) {
    CHECK_FAILS(ref.wait(), mcp::status::reentrant);
    CHECK(ref == *call);
    call.reset();
    client.reset();
    CHECK_OK(ended);
    CHECK_IS(ended->text(), R"({"action":"cancel"})");
    CHECK(ref.client().state() == mcp::state::closed);
    seen->put({"done", "", 0, 0});
  };
  call = client->call_tool("form", {}, std::move(options)).value();
  mcp::call guard = client->ping().value();
  CHECK_OK(guard.wait(deadline));
  /* The form holds the call back until all is in place. */
  std::optional<mcp::input> input;
  while (!(input = seen->take_input())) {
    turn(runtime, dispatch, *seen, "an input", [](const auto &, const auto &inputs) { return !inputs.empty(); });
  }
  CHECK_OK(input->cancel());
  while (!seen->take("done")) {
    turn(runtime, dispatch, *seen, "done", [](const auto &events, const auto &) { return !events.empty(); });
  }
  CHECK(!client && !call);
}

/* What callbacks hold is let go of once, also if the client never came to be. */
void test_captures() {
  auto held = std::make_shared<int>(0);
  {
    mcp::runtime runtime = mcp::runtime::create().value();
    auto host = [&] {
      mcp::host made;
      made.elicit_form = [held](mcp::input) {};
      made.state = [held](mcp::client_ref, mcp::state, const std::optional<mcp::error> &) {};
      return made;
    };
    CHECK_FAILS(runtime.connect({{"/nobody/has/this"}}, host()), mcp::status::start);
    CHECK_FAILS(runtime.connect({}, host()), mcp::status::invalid_arg);
    CHECK_FAILS(runtime.connect({{puppet()}, {{"A=B", "c"}}}, host()), mcp::status::invalid_arg);
    mcp::options odd;
    odd.revisions = {"1999-01-01"};
    CHECK_FAILS(runtime.connect(served(), host(), odd), mcp::status::unsupported);
    CHECK_IS(held.use_count(), 1);
    mcp::client client = runtime.connect(served(), host()).value();
    CHECK_IS(held.use_count(), 3);
    mcp::call_options options;
    options.done = [held](mcp::call_ref, mcp::result<mcp::success>) { ++*held; };
    CHECK_FAILS(client.request("x", "no JSON", std::move(options)), mcp::status::bad_json);
    CHECK_IS(held.use_count(), 3);
    mcp::client other = std::move(client);
    CHECK_FAILS(client.ping(), mcp::status::invalid_arg);
    CHECK_OK(runtime.close(mcp::milliseconds(1000)));
    CHECK_FAILS(runtime.connect(served(), host()), mcp::status::closed);
  }
  CHECK_IS(held.use_count(), 1);
  CHECK_IS(*held, 0);
}

/* How a server is started. */
/* proves: STD-16 */
void test_server(mcp::dispatch dispatch) {
  mcp::stdio server{{puppet(), "--serve"}, {{"PUPPET_OF", "this test"}}, true, "/", mcp::milliseconds(500), 64};
  mcp::options options;
  options.program_name = "cpp-test";
  options.program_title = "C++ test";
  options.program_version = "1.0";
  options.revisions = {"2025-03-26", "2025-06-18"};
  options.experimental = R"({"mine":{}})";
  options.timeout = mcp::milliseconds(60000);
  options.max_calls = 1;
  scene scene(dispatch, {}, options, server);
  CHECK_IS(scene.client.revision(), "2025-06-18");
  mcp::call call = scene.tool("slow");
  CHECK_FAILS(scene.client.ping(), mcp::status::busy);
  CHECK_OK(call.cancel());
  CHECK_IS(scene.text(scene.tool("stderr", R"({"bytes":800})")), "800");
  CHECK(scene.client.stderr_tail().size() <= 64);
  mcp::runtime_options none;
  none.dispatch = static_cast<mcp::dispatch>(99);
  CHECK_FAILS(mcp::runtime::create(std::move(none)), mcp::status::invalid_arg);
  CHECK(scene.runtime.wakeup_fd().has_value() == (dispatch == mcp::dispatch::pump));
  if (dispatch != mcp::dispatch::pump) CHECK_FAILS(scene.runtime.pump(), mcp::status::unsupported);
  if (dispatch != mcp::dispatch::inline_) {
    CHECK_FAILS(scene.runtime.wait(mcp::milliseconds(0)), mcp::status::unsupported);
  } else {
    scene.runtime.wake();
    CHECK_OK(scene.runtime.wait());
  }
}

std::size_t entries(const char *folder) {
  DIR *opened = opendir(folder);
  std::size_t count = 0;
  if (opened == nullptr) return 0;
  while (readdir(opened) != nullptr) count++;
  closedir(opened);
  return count;
}

/* A thousand clients, each with an open input or a call that never ends, leave nothing behind. */
void test_thousand() {
  auto held = std::make_shared<int>(0);
  std::size_t descriptors = 0, threads = 0;
  for (int round = 0; round < 20; round++) {
    mcp::runtime runtime = mcp::runtime::create().value();
    std::vector<mcp::client> clients;
    auto seen = std::make_shared<notes>();
    for (int index = 0; index < 50; index++) {
      mcp::host host;
      host.elicit_form = [held, seen](mcp::input input) {
        seen->put(std::move(input));
        seen->put({"asked", "", 0, 0});
      };
      clients.push_back(runtime.connect(served(), std::move(host)).value());
      mcp::call_options options;
      options.done = [held](mcp::call_ref, mcp::result<mcp::success> ended) {
        CHECK(ended.status() == mcp::status::closed);
      };
      CHECK_OK(clients.back().call_tool(index % 2 == 0 ? "form" : "slow", {}, std::move(options)));
    }
    for (int index = 0; index < 25; index++) {
      while (!seen->take("asked")) {
        seen->sleep("a form", [](const auto &events, const auto &) { return !events.empty(); });
      }
    }
    clients.clear();
    mcp::runtime(std::move(runtime));
    std::optional<mcp::input> input;
    std::size_t inputs = 0;
    while ((input = seen->take_input())) {
      CHECK_FAILS(input->decline(), mcp::status::gone);
      inputs++;
    }
    CHECK_IS(inputs, 25u);
    CHECK_IS(held.use_count(), 1);
    if (round == 0) {
      descriptors = entries("/proc/self/fd");
      threads = entries("/proc/self/task");
    }
  }
  CHECK_IS(entries("/proc/self/fd"), descriptors);
  CHECK_IS(entries("/proc/self/task"), threads);
}

}  // namespace

int main() {
  for (mcp::dispatch dispatch : dispatches) {
    test_parents_first(dispatch);
    test_gone_inside(dispatch);
    test_server(dispatch);
  }
  test_captures();
  test_thousand();
  return check::finish();
}
