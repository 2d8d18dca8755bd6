// Ways to reach a server: the host's own stack, lanes of its own, what cannot be right, and sleep.
#include <array>
#include <atomic>
#include <mutex>
#include <stdexcept>
#include <thread>

#include "scene.hpp"

namespace {

std::string text_of(mcp::json json) { return json.text().value_or(""); }

/* What the smallest of servers answers; nothing where nothing is wanted. */
std::string answer(std::string_view line) {
  mcp::json message(line);
  std::string id(message.at("/id").view()), method = text_of(message.at("/method")), result;
  if (id.empty()) return "";
  if (method == "server/discover") {
    result = R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{}}})";
  } else {
    result = R"({"resultType":"complete","content":[{"type":"text","text":)" +
             std::string(message.at("/params/arguments/text").view()) + "}]}";
  }
  return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":)" + result + "}";
}

mcp::options modern() {
  mcp::options options;
  options.era = mcp::era::modern;
  return options;
}

/* A runtime that writes down what the host sees, and which callbacks failed. */
struct place {
  std::shared_ptr<notes> seen = std::make_shared<notes>();
  mcp::runtime runtime;

  place() : runtime(make(seen)) {}
  event next(const std::string &what) {
    for (;;) {
      if (std::optional<event> found = seen->take(what)) return std::move(*found);
      seen->sleep(what, [&](const auto &events, const auto &) {
        for (const event &one : events) {
          if (one.what == what) return true;
        }
        return false;
      });
    }
  }
  template <typename Server>
  mcp::client connect(Server &&server) {
    mcp::client client = runtime.connect(std::forward<Server>(server), noting(seen), modern()).value();
    next("ready");
    return client;
  }

 private:
  static mcp::runtime make(std::shared_ptr<notes> seen) {
    mcp::runtime_options options;
    options.callback_failed = [seen](std::string_view callback, std::exception_ptr) {
      seen->put({"failed", std::string(callback), 0, 0});
    };
    return mcp::runtime::create(std::move(options)).value();
  }
};

mcp::result<mcp::success> say(const mcp::client &client, const std::string &words) {
  mcp::call call = client.call_tool("echo", R"({"text":")" + words + R"("})").value();
  return call.wait(deadline);
}

/* A stack that answers on a thread of its own, or does what the test wants instead. */
class stack : public mcp::exchanger {
 public:
  enum class mood { answering, busy, throwing, keeping };

  ~stack() override { ended(); }
  void open(mcp::exchange exchange) override {
    switch (mood_.load()) {
      case mood::answering: {
        std::lock_guard<std::mutex> guard(lock_);
        threads_.emplace_back(&stack::reply, std::move(exchange));
        break;
      }
      case mood::busy:
        CHECK_OK(exchange.add_header("Retry-After", "7"));
        CHECK_OK(exchange.add_header("Content-Type", "text/plain"));
        CHECK_OK(exchange.head(503));
        CHECK_OK(exchange.feed("Not now."));
        CHECK_OK(exchange.end());
        break;
      case mood::throwing:
        throw std::runtime_error("on purpose");
      case mood::keeping:
        kept = std::move(exchange);
        seen->put({"kept", "", 0, 0});
    }
  }
  void aborted(std::uint64_t id) override { seen->put({"aborted", "", id, 0}); }
  void feels(mood now) { mood_ = now; }
  void ended() {
    std::lock_guard<std::mutex> guard(lock_);
    for (std::thread &thread : threads_) thread.join();
    threads_.clear();
  }

  mcp::exchange kept;
  std::shared_ptr<notes> seen;

 private:
  static void reply(mcp::exchange exchange) {
    std::string said = answer(exchange.body());
    std::array<std::string, 2> halves{said.substr(0, said.size() / 2), said.substr(said.size() / 2)};
    CHECK(exchange.id() != 0 && exchange.method() == "POST" && exchange.url() == "https://mcp.example.com/");
    bool extra = false;
    for (auto [name, value] : exchange.headers()) extra = extra || (name == "X-Extra" && value == "one");
    CHECK(extra);
    CHECK_FAILS(exchange.feed("early"), mcp::status::invalid_arg);
    CHECK_FAILS(exchange.end(), mcp::status::invalid_arg);
    CHECK_OK(exchange.add_header("Content-Type", "application/json"));
    CHECK_OK(exchange.head(200));
    for (const std::string &half : halves) CHECK_OK(exchange.feed(half));
    CHECK_OK(exchange.end());
    CHECK_FAILS(exchange.end(mcp::exchange_end::broken, "again"), mcp::status::gone);
  }

  std::atomic<mood> mood_{mood::answering};
  std::mutex lock_;
  std::vector<std::thread> threads_;
};

mcp::http site(const std::shared_ptr<stack> &stack) {
  mcp::http server{"https://mcp.example.com/"};
  server.headers = {{"X-Extra", "one"}};
  server.exchanger = stack;
  return server;
}

void test_exchanger() {
  place place;
  auto own = std::make_shared<stack>();
  own->seen = place.seen;
  mcp::client client = place.connect(site(own));
  CHECK(say(client, "by a stack of ours").value().text() == "by a stack of ours");

  own->feels(stack::mood::busy);
  mcp::result<mcp::success> refused = say(client, "anybody?");
  CHECK_FAILS(refused, mcp::status::http);
  CHECK(refused.error().http_status() == 503u);
  CHECK(refused.error().http_content_type() == "text/plain");
  CHECK(refused.error().http_excerpt() == "Not now.");
  CHECK(refused.error().http_retry_after() == std::chrono::seconds(7));

  own->feels(stack::mood::throwing);
  refused = say(client, "anybody?");
  CHECK_FAILS(refused, mcp::status::lost);
  CHECK(!refused.error().http_status() && !refused.error().http_content_type() &&
        !refused.error().http_excerpt() && !refused.error().http_retry_after());
  CHECK(place.next("failed").text == "exchanger::open");

  own->feels(stack::mood::answering);
  CHECK_OK(say(client, "well again"));
  own->ended();
}

/* The exchanger lives as long as its client, and as its exchanges. */
void test_lifetimes() {
  auto own = std::make_shared<stack>();
  std::weak_ptr<stack> watched = own;
  mcp::exchange kept;
  auto seen = std::make_shared<notes>();
  {
    place place;
    own->seen = place.seen;
    mcp::client client = place.connect(site(own));
    own->feels(stack::mood::keeping);
    mcp::call call = client.call_tool("echo").value();
    place.next("kept");
    kept = std::move(own->kept);
    CHECK(!kept.is_aborted());
    CHECK_OK(call.cancel());
    CHECK(place.next("aborted").id == kept.id());
    CHECK(kept.is_aborted());
    own->ended();
    own.reset();
  }
  CHECK(!watched.expired());
  CHECK(kept.url() == "https://mcp.example.com/");
  CHECK_FAILS(kept.head(200), mcp::status::gone);
  kept = mcp::exchange();
  CHECK(watched.expired());
}

/* A lane whose server is a function. */
mcp::lane looped(std::shared_ptr<mcp::lane> &self, const std::shared_ptr<notes> &seen) {
  mcp::lane_host host;
  host.send = [&self](std::string_view bytes) {
    while (!bytes.empty()) {
      std::size_t end = bytes.find('\n');
      std::string said = answer(bytes.substr(0, end));
      if (!said.empty()) CHECK_OK(self->feed(said + "\n"));
      bytes.remove_prefix(end + 1);
    }
  };
  host.close = [&self, seen] {
    CHECK_OK(self->end());
    seen->put({"lane closed", "", 0, 0});
  };
  return mcp::lane::create(std::move(host)).value();
}

void test_lane() {
  place place;
  std::shared_ptr<mcp::lane> lane;
  lane = std::make_shared<mcp::lane>(looped(lane, place.seen));
  CHECK_OK(lane->set_grace(deadline));
  mcp::client client = place.connect(*lane);
  CHECK_FAILS(place.runtime.connect(*lane), mcp::status::invalid_arg);
  CHECK_FAILS(lane->set_grace(mcp::milliseconds(100)), mcp::status::invalid_arg);
  CHECK(say(client, "around").value().text() == "around");

  CHECK_OK(client.suspend());
  place.next("suspended");
  CHECK(client.state() == mcp::state::suspended);
  mcp::call late = client.call_tool("echo", R"({"text":"late"})").value();
  CHECK_FAILS(late.outcome(), mcp::status::pending);
  CHECK_OK(client.wake());
  place.next("ready");
  CHECK(late.wait(deadline).value().text() == "late");
  CHECK_OK(place.runtime.suspend_all(mcp::on_suspend::fail));
  place.next("suspended");
  CHECK_FAILS(client.call_tool("echo"), mcp::status::suspended);
  CHECK_OK(place.runtime.wake_all());
  place.next("ready");

  CHECK_OK(client.close());
  CHECK(place.next("closed").text == "MCPCLIENT_E_CLOSED");
  place.next("lane closed");
  CHECK_FAILS(client.suspend(), mcp::status::closed);
  CHECK_FAILS(lane->feed("{}\n"), mcp::status::gone);
  CHECK_FAILS(lane->end("late"), mcp::status::gone);
}

/* What leaves a callback of a lane is reported; and one that nobody takes is no lane. */
void test_lane_at_fault() {
  CHECK_FAILS(mcp::lane::create({}), mcp::status::invalid_arg);
  mcp::lane_host host;
  host.send = [](std::string_view) { throw std::runtime_error("on purpose"); };
  mcp::lane lane = mcp::lane::create(std::move(host)).value();
  mcp::lane moved = std::move(lane);
  place place;
  mcp::client client = place.runtime.connect(moved, noting(place.seen), modern()).value();
  CHECK(place.next("failed").text == "lane_host::send");
  CHECK_OK(moved.end("no more"));
  CHECK(place.next("closed").text == "MCPCLIENT_E_CLOSED");
}

void test_what_cannot_be() {
  place place;
  mcp::http bad{"https://mcp.example.com/"};
  bad.headers = {{"a b", "c"}};
  CHECK_FAILS(place.runtime.connect(bad), mcp::status::invalid_arg);
  bad.headers.clear();
  bad.proxy = mcp::proxy::at("");
  CHECK_FAILS(place.runtime.connect(bad), mcp::status::invalid_arg);
  bad.proxy = mcp::proxy::direct();
  bad.client_certificate = mcp::client_certificate{"no", "key"};
  CHECK_FAILS(place.runtime.connect(bad), mcp::status::invalid_arg);
  bad.client_certificate.reset();
  bad.idle_timeout = mcp::milliseconds(0);
  CHECK_FAILS(place.runtime.connect(bad), mcp::status::invalid_arg);
  CHECK_FAILS(place.runtime.connect(mcp::http{}), mcp::status::invalid_arg);
  CHECK_FAILS(place.runtime.connect(mcp::unix_socket{}), mcp::status::invalid_arg);
  CHECK_FAILS(place.runtime.connect(mcp::tcp_socket{"localhost"}), mcp::status::invalid_arg);
  mcp::client nobody = place.runtime.connect(mcp::unix_socket{"/nobody/has/this"}, noting(place.seen)).value();
  CHECK(place.next("closed").text == "MCPCLIENT_E_NETWORK");
}

/* Everything that can be said of a URL, and an address that it forbids. */
void test_all_settings() {
  place place;
  mcp::http server{"http://127.0.0.1:9/"};
  server.user_agent = "test/1";
  server.platform_trust = true;
  server.proxy = mcp::proxy::direct();
  server.address_guard = mcp::address_guard::public_;
  server.connect_timeout = server.head_timeout = server.idle_timeout = server.grace = std::chrono::seconds(1);
  server.old_sse = mcp::old_sse::never;
  server.listen = false;
  mcp::client client = place.runtime.connect(server, noting(place.seen)).value();
  CHECK(place.next("closed").text == "MCPCLIENT_E_REFUSED");
}

}  // namespace

int main() {
  test_exchanger();
  test_lifetimes();
  test_lane();
  test_lane_at_fault();
  test_what_cannot_be();
  test_all_settings();
  return check::finish();
}
