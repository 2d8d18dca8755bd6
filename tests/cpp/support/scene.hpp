/* A runtime, a client of the puppet server, and a host that writes down what it sees. */
#ifndef SCENE_HPP
#define SCENE_HPP

#include <poll.h>

#include <condition_variable>
#include <cstdlib>
#include <deque>

#include "check.hpp"

/* Long enough for a busy machine. */
inline constexpr mcp::milliseconds deadline{120000};

inline std::string puppet() {
  const char *path = std::getenv("PUPPET");
  if (path == nullptr) check::give_up("PUPPET, which must name the puppet server");
  return path;
}

inline mcp::stdio served() { return {{puppet(), "--serve"}}; }

/* What the host saw; what does not fit is empty. */
struct event {
  std::string what, text;
  std::uint64_t id = 0;
  int number = 0;
};

class notes {
 public:
  void put(event seen) {
    std::lock_guard<std::mutex> guard(lock_);
    events_.push_back(std::move(seen));
    changed_.notify_all();
  }
  void put(mcp::input input) {
    std::lock_guard<std::mutex> guard(lock_);
    inputs_.push_back(std::move(input));
    changed_.notify_all();
  }
  std::optional<event> take(const std::string &what) {
    std::lock_guard<std::mutex> guard(lock_);
    for (auto it = events_.begin(); it != events_.end(); ++it) {
      if (it->what != what) continue;
      event found = std::move(*it);
      events_.erase(it);
      return found;
    }
    return std::nullopt;
  }
  std::optional<mcp::input> take_input() {
    std::lock_guard<std::mutex> guard(lock_);
    if (inputs_.empty()) return std::nullopt;
    mcp::input found = std::move(inputs_.front());
    inputs_.pop_front();
    return found;
  }
  /* Waits for something to be put, where callbacks come by themselves. */
  template <typename Test>
  void sleep(const std::string &what, Test test) {
    std::unique_lock<std::mutex> guard(lock_);
    if (!changed_.wait_for(guard, deadline, [&] { return test(events_, inputs_); })) check::give_up(what);
  }

 private:
  std::mutex lock_;
  std::condition_variable changed_;
  std::deque<event> events_;
  std::deque<mcp::input> inputs_;
};

/* A host that keeps inputs and writes down the rest. What is set already stays. */
inline mcp::host noting(const std::shared_ptr<notes> &seen, mcp::host host = {}) {
  auto keep = [seen](mcp::input input) { seen->put(std::move(input)); };
  for (auto *callback : {&host.elicit_form, &host.elicit_url, &host.sample}) {
    if (!*callback) *callback = keep;
  }
  if (!host.list_roots && host.roots == nullptr) host.list_roots = keep;
  if (!host.input_closed) {
    host.input_closed = [seen](mcp::client_ref, std::uint64_t id, mcp::withdrawn why) {
      seen->put({"input closed", "", id, static_cast<int>(why)});
    };
  }
  if (!host.state) {
    host.state = [seen](mcp::client_ref client, mcp::state state, const std::optional<mcp::error> &error) {
      CHECK(client.state() == state);
      CHECK((state == mcp::state::closed) == error.has_value());
      const char *what = state == mcp::state::ready       ? "ready"
                         : state == mcp::state::suspended ? "suspended"
                         : state == mcp::state::closed    ? "closed"
                                                          : "connecting";
      seen->put({what, error ? std::string(error->name()) : "", 0, 0});
    };
  }
  if (!host.progress) {
    host.progress = [seen](mcp::call_ref call, mcp::json params) {
      CHECK(call);
      seen->put({"progress", std::string(params.view()), 0, 0});
    };
  }
  if (!host.log) {
    host.log = [seen](mcp::client_ref, mcp::json params) {
      seen->put({"log", std::string(params.view()), 0, 0});
    };
  }
  if (!host.notification) {
    host.notification = [seen](mcp::client_ref, std::string_view method, mcp::json) {
      seen->put({"notification", std::string(method), 0, 0});
    };
  }
  if (!host.stderr_line) {
    host.stderr_line = [seen](mcp::client_ref, std::string_view line) {
      seen->put({"stderr", std::string(line), 0, 0});
    };
  }
  if (!host.warning) {
    host.warning = [seen](mcp::client_ref, mcp::warning kind, std::string_view) {
      seen->put({"warning", "", 0, static_cast<int>(kind)});
    };
  }
  if (!host.visited) {
    host.visited = [seen](mcp::client_ref, std::uint64_t id) { seen->put({"visited", "", id, 0}); };
  }
  return host;
}

/* Lets something happen; gives up when nothing does. `test` says whether it has, where callbacks come by
 * themselves. */
template <typename Test>
void turn(mcp::runtime &runtime, mcp::dispatch dispatch, notes &seen, const std::string &what, Test test) {
  if (dispatch == mcp::dispatch::thread) {
    seen.sleep(what, test);
  } else if (dispatch == mcp::dispatch::pump) {
    pollfd ready{runtime.wakeup_fd().value_or(-1), POLLIN, 0};
    if (poll(&ready, 1, static_cast<int>(deadline.count())) != 1) check::give_up(what);
    CHECK_OK(runtime.pump());
  } else if (!runtime.wait(deadline)) {
    check::give_up(what);
  }
}

struct scene {
  std::shared_ptr<notes> seen;
  mcp::dispatch dispatch;
  mcp::runtime runtime;
  mcp::client client;

  explicit scene(mcp::dispatch how, mcp::host host = {}, mcp::options options = {}, mcp::stdio server = served(),
                 std::shared_ptr<notes> into = std::make_shared<notes>())
      : seen(std::move(into)), dispatch(how), runtime(make(how)), client(open(std::move(host), std::move(options), server)) {
    next("ready");
  }

  event next(const std::string &what) {
    for (;;) {
      if (std::optional<event> found = seen->take(what)) return std::move(*found);
      turn(runtime, dispatch, *seen, what, [&](const auto &events, const auto &) {
        for (const event &one : events) {
          if (one.what == what) return true;
        }
        return false;
      });
    }
  }
  mcp::input input(mcp::input_kind kind) {
    for (;;) {
      if (std::optional<mcp::input> found = seen->take_input()) {
        CHECK(found->kind() == kind);
        return std::move(*found);
      }
      turn(runtime, dispatch, *seen, "an input", [](const auto &, const auto &inputs) { return !inputs.empty(); });
    }
  }
  mcp::call tool(std::string_view name, std::string_view arguments = {}) {
    return client.call_tool(name, arguments).value();
  }
  /* How a call ends, which it does in time. */
  mcp::result<mcp::success> end(const mcp::call &call) {
    mcp::result<mcp::success> ended = call.wait(deadline);
    if (ended.status() == mcp::status::pending) check::give_up("a call");
    return ended;
  }
  std::string text(const mcp::call &call) {
    mcp::result<mcp::success> ended = end(call);
    return CHECK_OK(ended) ? ended->text() : "";
  }

 private:
  mcp::runtime make(mcp::dispatch how) {
    mcp::runtime_options options;
    options.dispatch = how;
    options.callback_failed = [seen = seen](std::string_view callback, std::exception_ptr) {
      seen->put({"failed", std::string(callback), 0, 0});
    };
    return mcp::runtime::create(std::move(options)).value();
  }
  mcp::client open(mcp::host host, mcp::options options, const mcp::stdio &server) {
    if (options.label.empty()) options.label = "puppet";
    return runtime.connect(server, noting(seen, std::move(host)), options).value();
  }
};

inline constexpr mcp::dispatch dispatches[] = {mcp::dispatch::thread, mcp::dispatch::pump,
                                               mcp::dispatch::inline_};

#endif
