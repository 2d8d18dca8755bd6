/* Faults that others have had between a program and the wire (tests/cases), as C++ meets them. */
#include "scene.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

namespace {

const char *const revisions[] = {"2025-06-18", "2025-11-25", "2026-07-28"};

mcp::input form(std::string_view revision, const std::string &name, const std::string &type) {
  return mcp::input::rehearse(revision, "elicitation/create",
                              R"({"message":"?","requestedSchema":{"type":"object","properties":{")" + name +
                                  R"(":{"type":")" + type + R"("}}}})")
      .value();
}

void test_numbers_that_are_none() {
  using limits = std::numeric_limits<double>;
  std::vector<std::string> none = {"NaN", "Infinity"};
  for (double number : {limits::quiet_NaN(), limits::infinity(), -limits::infinity()}) {
    none.push_back(std::to_string(number));
  }
  for (const char *revision : revisions) {
    mcp::input input = form(revision, "p", "number");
    mcp::field field = *input.form().fields().begin();
    for (const std::string &number : none) {
      CHECK_FAILS(field.set_json(number), mcp::status::bad_json);
      CHECK_FAILS(input.accept_json("{\"p\":" + number + "}"), mcp::status::bad_json);
      CHECK_FAILS(field.set_text(number), mcp::status::form);
    }
    for (const std::string &number : {std::string("1e400"), "1" + std::string(400, '0')}) {
      mcp::result<void> large = field.set_json(number);
      CHECK_FAILS(large, mcp::status::form);
      CHECK(large.error().fields()[0].fault() == mcp::fault::not_finite);
      CHECK_FAILS(input.accept_json("{\"p\":" + number + "}"), mcp::status::form);
    }
    CHECK(input.is_open() && !input.rehearsed());
    CHECK_OK(input.accept_json(R"({"p":1.10})"));
    CHECK_IS(input.rehearsed(), R"({"result":{"action":"accept","content":{"p":1.10}}})");
  }
}

/* What is left out is written nowhere, and is never null. */
void test_what_is_absent_is_not_written() {
  for (const char *revision : revisions) {
    mcp::input input = form(revision, "a", "string");
    CHECK_OK(input.decline());
    CHECK_IS(input.rehearsed(), R"({"result":{"action":"decline"}})");
    input = form(revision, "a", "string");
    CHECK_OK(input.cancel());
    CHECK_IS(input.rehearsed(), R"({"result":{"action":"cancel"}})");
    input = form(revision, "a", "string");
    CHECK_OK(input.accept_json(R"({"a":"x"})"));
    CHECK_IS(input.rehearsed(), R"({"result":{"action":"accept","content":{"a":"x"}}})");
    input = mcp::input::rehearse(revision, "sampling/createMessage", R"({"messages":[],"maxTokens":1})").value();
    CHECK_OK(input.answer_text("m", "t"));
    CHECK(input.rehearsed() && input.rehearsed().view().find("null") == std::string_view::npos);
  }
}

/* There is a function for each answer, and no other way to say one. */
void test_there_are_three_answers() {
  for (const char *word : {"reject", "Accept", "ACCEPT", "dismiss", "ok", ""}) {
    mcp::input input = form("2025-11-25", "a", "string");
    CHECK_FAILS(input.answer_json(std::string(R"({"action":")") + word + R"("})"), mcp::status::invalid_arg);
    CHECK(input.is_open());
    CHECK_OK(input.cancel());
    CHECK_IS(input.rehearsed(), R"({"result":{"action":"cancel"}})");
  }
}

void test_nobody_says_no(mcp::dispatch dispatch) {
  mcp::host host;
  int asked = 0;
  host.elicit_form = [&](mcp::input input) {
    // Garbage first, which leaves it open; then the dialog is gone.
    CHECK_FAILS(input.accept_json("garbage"), mcp::status::bad_json);
    CHECK_FAILS(input.accept_json(R"({"seats":[]})"), mcp::status::form);
    if (asked++ > 0) throw std::runtime_error(__FILE__);
  };
  {
    scene scene(dispatch, std::move(host));
    CHECK_IS(scene.text(scene.tool("form")), R"({"action":"cancel"})");
    CHECK_IS(scene.text(scene.tool("form")), R"({"error":{"code":-32603,"message":"the host failed"}})");
    scene.next("failed");
  }
  mcp::runtime runtime = mcp::runtime::create().value();
  mcp::client client = runtime.connect(served(), {}).value();
  mcp::success refused = client.call_tool("form").value().wait(deadline).value();
  CHECK_IS(mcp::json(refused.text()).at("/error/code"), "-32601");
}

/* The same transcript that every agent plays, here with what C++ makes of its numbers. */
void test_numbers_keep_their_digits() {
  const char *scripts = std::getenv("SCRIPTS");
  std::string script = std::string(scripts != nullptr ? scripts : "tests/transcripts");
  mcp::runtime runtime = mcp::runtime::create().value();
  mcp::options options;
  options.revisions = {"2025-06-18"};
  mcp::stdio server{{puppet(), script + "/cases/tools/numbers-and-members.mcpt"}};
  mcp::client client = runtime.connect(server, {}, options).value();
  mcp::success result =
      client.call_tool("t", R"({"id":9007199254740993,"z":1.0,"b":1,"a":null,"c":[],"t":"\u2028 "})")
          .value()
          .wait(deadline)
          .value();
  mcp::json numbers = result.json().at("/structuredContent");
  CHECK_IS(numbers.at("/id").integer(), 9007199254740993);
  CHECK_IS(numbers.at("/neg").integer(), std::numeric_limits<std::int64_t>::min());
  // What does not fit is said not to, and its digits are there.
  CHECK(!numbers.at("/u").integer() && !numbers.at("/big").integer());
  CHECK_IS(numbers.at("/u").number(), "18446744073709551615");
  CHECK_IS(numbers.at("/big").number(), "123456789012345678901234567890");
  CHECK_IS(numbers.at("/z").number(), "1.0");
  CHECK_IS(numbers.at("/e").number(), "1E2");
  CHECK_IS(numbers.at("/nz").number(), "-0.0");
  CHECK(std::signbit(numbers.at("/nz").real().value_or(1)) && numbers.at("/d").real() == 0.1);
  // No arguments are none, which is written.
  CHECK_OK(client.call_tool("t").value().wait(deadline));
}

void test_arguments_go_out_as_given(mcp::dispatch dispatch) {
  scene scene(dispatch);
  std::string deep = "0";
  for (int level = 0; level < 100; level++) deep = R"({"a":)" + deep + "}";
  const std::string given[] = {R"({"b":1,"a":null,"c":[],"10":{},"9":0})", "{}",
                               "{\"z\":1.0,\"id\":9007199254740993,\"t\":[\"\u2028 \"]}", deep};
  for (const std::string &arguments : given) {
    CHECK_IS(scene.text(scene.tool("echo", arguments)), arguments);
  }
  for (const char *arguments : {"[]", "[1]", "null", "7", "{"}) {
    CHECK_FAILS(scene.client.call_tool("echo", arguments), mcp::status::bad_json);
  }
}

}  // namespace

int main() {
  test_numbers_that_are_none();
  test_what_is_absent_is_not_written();
  test_there_are_three_answers();
  test_numbers_keep_their_digits();
  for (mcp::dispatch dispatch : dispatches) {
    test_nobody_says_no(dispatch);
    test_arguments_go_out_as_given(dispatch);
  }
  return check::finish();
}
