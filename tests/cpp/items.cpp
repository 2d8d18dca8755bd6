/* What a server lists, and whether its tools keep their word; the script is that of the C tests. */
#include "scene.hpp"

namespace {

/* proves: TOL-08, TOL-10, PRM-03 */
void test_items() {
  mcp::item tool = mcp::item::read(mcp::item_kind::tool,
                                   R"({"name":"t","title":"T","inputSchema":{"type":"object"}})")
                       .value();
  CHECK_IS(tool.label(), "T");
  CHECK_IS(tool.name(), "t");
  CHECK((tool.hints() & mcp::hints::destructive) != mcp::hints::none);
  CHECK(!tool.description() && !tool.uri() && !tool.mime_type() && !tool.size());
  CHECK(tool.hazards().empty());
  CHECK_FAILS(mcp::item::read(mcp::item_kind::tool, "{}"), mcp::status::protocol);
  mcp::item prompt =
      mcp::item::read(mcp::item_kind::prompt, R"({"name":"p","arguments":[{"name":"a","required":true}]})").value();
  CHECK_IS(prompt.arguments()[0].label(), "a");
  CHECK_IS(prompt.arguments()[0].name(), "a");
  CHECK(prompt.arguments()[0].required() && !prompt.arguments()[0].description());
  mcp::result<void> missing = prompt.check_arguments();
  CHECK(missing.status() == mcp::status::form);
  CHECK_IS(missing.error().fields().size(), 1u);
  CHECK_OK(prompt.check_arguments(R"({"a":"b"})"));
}

/* proves: RES-06, MET-09, MET-10, MET-11 */
void test_templates_and_icons() {
  mcp::item found =
      mcp::item::read(mcp::item_kind::resource_template, R"({"uriTemplate":"x://{a}{?b}","name":"t"})").value();
  CHECK_IS(found.expand(R"({"a":"1 2"})").value(), "x://1%202");
  CHECK_FAILS(found.expand("[]"), mcp::status::bad_json);
  mcp::item server = mcp::item::read(mcp::item_kind::server, R"({"name":"s","icons":[{"src":"file:///a"},
      {"src":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==","theme":"dark"}]})")
                         .value();
  CHECK(server.icons()[0].fault() == mcp::icon_fault::scheme);
  CHECK_IS(server.icons()[0].source(), "file:///a");
  CHECK(!server.icons()[0].may_redirect("https://example.com/"));
  mcp::icon icon = server.choose_icon(16).value();
  CHECK(icon.fault() == mcp::icon_fault::good && icon.theme() == mcp::theme::dark);
  CHECK_IS(icon.bytes().substr(1, 3), "PNG");
  CHECK(icon.vet("GIF89a") == mcp::icon_fault::content);
}

/* proves: MET-10 */
void test_icons_elsewhere() {
  mcp::options options;
  options.server_host = "example.com";
  scene scene(mcp::dispatch::thread, {}, options);
  mcp::item server = scene.client.item(mcp::item_kind::server).value();
  CHECK(server.icons()[0].fault() == mcp::icon_fault::good);
  CHECK(server.icons()[1].fault() == mcp::icon_fault::origin);
}

/* proves: RES-11 */
void test_base64() {
  CHECK_IS(mcp::decode_base64("YWJj", 3).value(), "abc");
  CHECK_IS(mcp::decode_base64("", 0).value(), "");
  CHECK_FAILS(mcp::decode_base64("YWJj", 2), mcp::status::too_large);
  CHECK_FAILS(mcp::decode_base64("YWJ", 3), mcp::status::protocol);
  CHECK_IS(mcp::decode_base64({}, 3).value(), "");
}

/* proves: TOL-16 */
void test_output(mcp::dispatch dispatch) {
  const char *scripts = std::getenv("SCRIPTS");
  std::string script = std::string(scripts != nullptr ? scripts : "tests/transcripts") + "/../c/scripts/output.mcpt";
  mcp::options options;
  options.era = mcp::era::legacy;
  scene scene(dispatch, {}, options, mcp::stdio{{puppet(), script}});
  CHECK_FAILS(scene.client.item(mcp::item_kind::tool, "price"), mcp::status::gone);
  mcp::call call = scene.client.list_tools().value();
  CHECK_OK(scene.end(call));
  CHECK_IS(scene.client.item(mcp::item_kind::tool, "price").value().label(), "Price");
  call = scene.client.call_tool("price").value();
  mcp::success fits = scene.end(call).value();
  CHECK(fits.output() == mcp::output_state::fits && !fits.output_place() && !fits.output_reason());
  call = scene.client.call_tool("price").value();
  mcp::success violates = scene.end(call).value();
  CHECK(violates.output() == mcp::output_state::violates);
  CHECK_IS(violates.output_place().value_or(""), "/eur");
  CHECK_IS(violates.output_reason().value_or(""), "type");
  call = scene.client.call_tool("odd").value();
  CHECK(scene.end(call)->output() == mcp::output_state::unchecked);
}

}  // namespace

int main() {
  test_items();
  test_templates_and_icons();
  test_icons_elsewhere();
  test_base64();
  for (mcp::dispatch dispatch : dispatches) test_output(dispatch);
  return check::finish();
}
