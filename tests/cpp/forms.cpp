/* Forms: reading, filling, sending; accents, emoji and large integers to the letter. */
#include "scene.hpp"

namespace {

/* What the server was told: the puppet gives it back as it came. */
std::string told(scene &scene, const mcp::call &call) { return scene.text(call); }

mcp::input rehearsed(const std::string &properties, const std::string &more = "") {
  std::string params = R"({"message":"?","requestedSchema":{"type":"object","properties":)" + properties +
                       more + "}}";
  return mcp::input::rehearse("2025-11-25", "elicitation/create", params).value();
}

/* proves: ELI-27, ELI-28, ELI-39, ELI-40 */
void test_reading(scene &scene) {
  mcp::call call = scene.tool("form");
  mcp::input input = scene.input(mcp::input_kind::form);
  CHECK(input.is_open() && input.id() > 0);
  CHECK(input.client() == scene.client);
  CHECK_IS(input.server(), "puppet");
  CHECK_IS(input.calls().size(), 1u);
  CHECK(input.calls()[0] == call);
  CHECK(!input.calls()[1]);
  CHECK_IS(input.round(), 0u);
  CHECK(!input.refusal_ends_call());
  CHECK_IS(input.message(), "Please fill in");
  CHECK_IS(input.message_raw(), "Please fill in");
  CHECK_IS(input.params().at("/message"), "\"Please fill in\"");
  CHECK_IS(input.visit().url(), std::nullopt);
  CHECK(input.hazards().empty());

  std::string names;
  for (mcp::field field : input.form().fields()) {
    names += std::string(field.name()) + (field.required() ? "! " : " ");
    CHECK(field.answerable());
    CHECK_IS(input.form().find(field.name())->index(), field.index());
  }
  CHECK_IS(names, "class! day home insured mail name! seats! time weight ");
  CHECK(!input.form().find("none"));

  mcp::field name = *input.form().find("name");
  CHECK(name.kind() == mcp::field_kind::text);
  CHECK_IS(name.title(), "Name");
  CHECK_IS(name.title_raw(), "Name");
  CHECK_IS(name.description(), "as in your passport");
  CHECK_IS(name.description_raw(), "as in your passport");
  CHECK_IS(name.min_length(), 1u);
  CHECK_IS(name.max_length(), 40u);
  CHECK(!name.min() && !name.default_value());
  mcp::field seats = *input.form().find("seats");
  CHECK(seats.kind() == mcp::field_kind::integer);
  CHECK(seats.min()->number == "1" && !seats.min()->exclusive && seats.max()->number == "9");
  CHECK_IS(seats.min_length(), std::nullopt);
  mcp::field mail = *input.form().find("mail");
  CHECK_IS(mail.title_raw(), std::nullopt);
  CHECK_IS(mail.format(), "email");
  CHECK_IS(mail.pattern(), std::nullopt);
  CHECK_IS(input.form().find("insured")->default_value(), "false");
  std::string labels;
  for (mcp::option option : input.form().find("class")->options()) {
    labels += std::string(option.value()) + "=" + std::string(option.label()) + " ";
    CHECK_IS(option.label_raw(), option.label());
    CHECK(!option.selected());
  }
  CHECK_IS(labels, "eco=Economy first=First class ");
  CHECK_OK(input.decline("not for the wire"));
  CHECK_IS(told(scene, call), R"({"action":"decline"})");
}

/* proves: ELI-24, ELI-25, ELI-30, ELI-34, ELI-41, ELI-48 */
void test_filling(scene &scene) {
  mcp::call call = scene.tool("form");
  mcp::input input = scene.input(mcp::input_kind::form);
  mcp::form form = input.form();
  mcp::result<void> refused = input.accept();
  CHECK_FAILS(refused, mcp::status::form);
  CHECK(input.is_open());
  std::string wrong;
  for (mcp::field_error error : refused.error().fields()) {
    wrong += std::string(error.name()) + ":" + std::string(error.fault_name()) + " ";
    CHECK(error.fault() == mcp::fault::required);
    CHECK(!error.message().empty());
    CHECK_IS(form.fields()[*error.field()].name(), error.name());
  }
  CHECK_IS(wrong, "class:required name:required seats:required ");
  CHECK_FAILS(form.preview(), mcp::status::form);
  CHECK_FAILS(form.check(), mcp::status::form);

  mcp::field seats = *form.find("seats");
  refused = seats.set_text("12");
  CHECK_FAILS(refused, mcp::status::form);
  CHECK(refused.error().fields()[0].fault() == mcp::fault::maximum);
  CHECK_IS(refused.error().fields()[0].param("maximum"), "9");
  CHECK_IS(refused.error().fields()[0].param("minimum"), std::nullopt);
  CHECK_FAILS(seats.check(), mcp::status::form);
  CHECK_OK(seats.set_text("3"));
  CHECK_OK(seats.check());
  CHECK_IS(seats.value(), "3");
  CHECK_IS(seats.value_text(), "3");
  CHECK_IS(form.find("mail")->value_text(), std::nullopt);
  CHECK_FAILS(seats.set_json("[1"), mcp::status::bad_json);
  CHECK_FAILS(seats.set_text("\xff"), mcp::status::bad_json);
  CHECK_FAILS(form.fields()[99].set_text("x"), mcp::status::invalid_arg);
  CHECK_OK(form.find("name")->set_json("\"Ana\""));
  CHECK_OK(form.find("class")->options()[1].select());
  CHECK(form.find("class")->options()[1].selected());
  CHECK_IS(form.find("class")->value_text(), "First class");
  CHECK_FAILS(form.find("class")->options()[5].select(), mcp::status::invalid_arg);
  CHECK_OK(form.find("insured")->clear());
  CHECK_IS(form.find("insured")->value(), "no JSON");
  CHECK_OK(form.find("insured")->reset());
  CHECK_OK(form.find("mail")->set_text("ana@example.com"));
  CHECK_OK(form.find("mail")->clear());
  CHECK_OK(form.check());
  std::string content(form.preview().value().view());
  CHECK_IS(content, R"({"class":"first","insured":false,"name":"Ana","seats":3})");
  CHECK_OK(input.accept());
  CHECK(!input.is_open());
  CHECK_IS(told(scene, call), R"({"action":"accept","content":)" + content + "}");
}

/* A whole content in place of the fields. */
void test_whole(scene &scene) {
  mcp::call call = scene.tool("form");
  mcp::input input = scene.input(mcp::input_kind::form);
  CHECK_FAILS(input.accept_json("{\"seats\":"), mcp::status::bad_json);
  CHECK_FAILS(input.accept_json(R"({"seats":1})"), mcp::status::form);
  CHECK_OK(input.accept_json(R"({"seats":1,"name":"A","class":"eco"})"));
  CHECK_IS(told(scene, call), R"({"action":"accept","content":{"class":"eco","name":"A","seats":1}})");
}

/* Composed and decomposed accents stay what they are, and lengths count code points. */
/* proves: ELI-12 */
void test_characters(scene &scene) {
  const std::string composed = "Zo\u00eb", decomposed = "Zoe\u0308";
  const std::string family = "\U0001F468\u200D\U0001F469\u200D\U0001F467", flag = "\U0001F1EA\U0001F1F8";
  std::string params = R"({"params":{"message":"m","requestedSchema":{"type":"object","properties":{)"
                       R"("a":{"type":"string","maxLength":3},"b":{"type":"string","maxLength":3},)"
                       R"("c":{"type":"string","minLength":5,"maxLength":5},)"
                       R"("d":{"type":"string","maxLength":2},"o":{"type":"string","enum":[")" +
                       composed + "\",\"" + decomposed + "\"]}}}}}";
  mcp::call call = scene.tool("form", params);
  mcp::input input = scene.input(mcp::input_kind::form);
  mcp::form form = input.form();
  CHECK_OK(form.find("a")->set_text(composed));
  CHECK_FAILS(form.find("b")->set_text(decomposed), mcp::status::form);
  CHECK_OK(form.find("b")->set_text("e\u0308"));
  CHECK_OK(form.find("c")->set_text(family));
  CHECK_FAILS(form.find("d")->set_text(flag + "x"), mcp::status::form);
  CHECK_OK(form.find("d")->set_text(flag));
  CHECK_OK(form.find("o")->set_json(mcp::json::quote(decomposed).value()));
  CHECK_IS(form.find("o")->options()[1].value(), decomposed);
  CHECK(form.find("o")->options()[1].selected() && !form.find("o")->options()[0].selected());
  CHECK_IS(form.find("c")->value().text(), family);
  CHECK_OK(input.accept());
  std::string said = told(scene, call);
  mcp::json content = mcp::json(said).at("/content");
  CHECK_IS(content.at("/a").text(), composed);
  CHECK_IS(content.at("/b").text(), "e\u0308");
  CHECK_IS(content.at("/c").text(), family);
  CHECK_IS(content.at("/d").text(), flag);
  CHECK_IS(content.at("/o").text(), decomposed);
  std::string text = "{\"text\":" + mcp::json::quote(composed + decomposed + family).value() + "}";
  CHECK_IS(scene.text(scene.tool("echo", text)), composed + decomposed + family);
}

/* Integers beyond 2^53 keep every digit, in each direction. */
/* proves: ELI-15 */
void test_integers(scene &scene) {
  const std::string large = "9007199254740993", huge = "-9223372036854775808", vast = "123456789012345678901234567890";
  CHECK_IS(scene.text(scene.tool("echo", "{\"n\":" + large + ",\"v\":" + vast + "}")),
           "{\"n\":" + large + ",\"v\":" + vast + "}");
  mcp::input input = rehearsed(R"({"n":{"type":"integer","maximum":9007199254740993},"h":{"type":"integer"},)"
                               R"("v":{"type":"integer"}})");
  mcp::form form = input.form();
  CHECK_IS(form.find("n")->max()->number, large);
  CHECK_FAILS(form.find("n")->set_text("9007199254740994"), mcp::status::form);
  CHECK_OK(form.find("n")->set_text(large));
  CHECK_IS(form.find("n")->value().integer(), 9007199254740993);
  CHECK_OK(form.find("h")->set_text(huge));
  CHECK_IS(form.find("h")->value().integer(), std::numeric_limits<std::int64_t>::min());
  CHECK_OK(form.find("v")->set_json(vast));
  CHECK_IS(form.find("v")->value().integer(), std::nullopt);
  CHECK_IS(form.find("v")->value().number(), vast);
  CHECK_OK(input.accept());
  CHECK_IS(input.rehearsed().at("/result/content"), "{\"n\":" + large + ",\"h\":" + huge + ",\"v\":" + vast + "}");
}

/* proves: ELI-11, ELI-46, ELI-47 */
void test_notes() {
  mcp::input input = rehearsed(R"({"password":{"type":"string","x-vendor":1}})");
  CHECK_IS(input.form().objections().size(), 1u);
  for (mcp::objection objection : input.form().objections()) {
    CHECK_IS(objection.name, "unknownKeyword");
    CHECK_IS(objection.property, "password");
    CHECK(!objection.text.empty());
  }
  bool found = false;
  for (mcp::hazard_note note : input.hazards()) {
    found = found || (note.hazard == mcp::hazard::secret && note.field == std::size_t{0});
  }
  CHECK(found);
  CHECK(rehearsed(R"({"n":{"type":"number","exclusiveMinimum":0}})").form().fields()[0].min()->exclusive);
  CHECK(input.form().fields()[7].kind() == mcp::field_kind{});
  mcp::input spoken = mcp::input::rehearse("2025-11-25", "elicitation/create",
                                           R"({"message":"see https://a.example","requestedSchema":{"type":"object","properties":{}}})")
                          .value();
  CHECK(spoken.hazards()[0].hazard == mcp::hazard::link && !spoken.hazards()[0].field);
  CHECK_OK(spoken.accept());
}

}  // namespace

int main() {
  for (mcp::dispatch dispatch : dispatches) {
    scene scene(dispatch);
    test_reading(scene);
    test_filling(scene);
    test_whole(scene);
    test_characters(scene);
    test_integers(scene);
  }
  test_notes();
  return check::finish();
}
