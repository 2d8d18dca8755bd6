// flags: -fno-exceptions -fno-rtti
/* Errors as values, in a program that has no exceptions at all. */
#include <mcpclient.hpp>

#include <cstdio>
#include <cstdlib>

static_assert(MCPCLIENT_HPP_EXCEPTIONS == 0, "this program has no exceptions");

namespace {

int wrong(const char *what) {
  std::printf("%s\n0 passed, 1 failed\n", what);
  return 1;
}

int talk(const char *program) {
  mcp::result<mcp::runtime> runtime = mcp::runtime::create();
  if (!runtime) return wrong("no runtime");
  mcp::result<mcp::client> none = runtime->connect({{"/nobody/has/this"}});
  if (none || none.status() != mcp::status::start || none.error().message().empty()) return wrong("a start");
  mcp::host host;
  host.elicit_form = [](mcp::input input) {
    mcp::result<void> accepted = input.accept();
    if (!accepted && !accepted.error().fields().empty()) accepted = input.decline();
    if (!accepted) std::abort();
  };
  mcp::result<mcp::client> client = runtime->connect({{program, "--serve"}}, std::move(host));
  if (!client) return wrong("no client");
  mcp::result<mcp::call> call = client->call_tool("form");
  if (!call) return wrong("no call");
  mcp::result<mcp::success> ended = call->wait(mcp::milliseconds(120000));
  if (!ended || ended->text() != R"({"action":"decline"})") return wrong("another answer");
  if (client->request("x", "[").status() != mcp::status::bad_json) return wrong("bad JSON was taken");
  std::printf("1 passed, 0 failed\n");
  return 0;
}

}  // namespace

int main() {
  const char *program = std::getenv("PUPPET");
  return program != nullptr ? talk(program) : wrong("PUPPET must name the puppet server");
}
