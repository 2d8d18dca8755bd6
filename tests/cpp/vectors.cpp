/*
 * The vectors of tests/vectors, through the C++ headers alone. A vector's input is rehearsed: read and
 * answered as one of a server's, without any. tests/vectors/README.md has the format.
 *
 * VECTORS names their folder. VECTORS_EVERY=20 runs every twentieth, where time matters.
 */
#include "vector_parts.hpp"

namespace {

using namespace vectors;

/* The server was told that the form was accepted with this content. */
void told_accepted(const mcp::input &input, std::string_view content) {
  std::string want = R"({"result":{"action":"accept","content":)" + std::string(content) + "}}";
  told_text(input.rehearsed().view(), std::string_view(want), "what the server is told");
}

/* proves: ELI-10, ELI-11, ELI-19, ELI-21, ELI-22, ELI-24, ELI-28 */
void run_forms(const vector &vector) {
  mcp::result<mcp::input> input = form_of(vector);
  if (has(vector, "/refused")) {
    /* In quotes, if there is one. */
    mcp::json property = vector.item.at("/refused/property");
    told(input.status() == mcp::status::refused, "refused");
    std::string part = property ? "property " + std::string(property.view()) : "requestedSchema: ";
    told(input.error().message().find(part) != std::string_view::npos, "the message names " + part);
    return;
  }
  mcp::form form = input->form();
  told_number(form.fields().size(), count(vector.item.at("/fields")), "fields");
  std::size_t index = 0;
  for (auto [key, field] : vector.item.at("/fields")) told_field(form.fields()[index++], field);
  told_objections(form, vector.item.at("/objections"));
}

/* proves: ELI-27 */
void run_typed(const vector &vector) {
  mcp::input input = form_of(vector).value();
  mcp::field field = input.form().fields()[0];
  mcp::result<void> typed = field.set_text(text_at(vector.item, "/text"));
  told(field.check().status() == typed.status(), "the second check");
  if (has(vector, "/fault")) {
    told(!typed, "a fault");
    told_number(typed.error().fields().size(), 1, "faults");
    told_fault(typed.error().fields()[0], vector.item.at("/fault"));
  } else {
    typed.value();
    told_json(field.value(), vector.item.at("/value"), "value");
  }
}

/* proves: ELI-25, ELI-30, ELI-33, ELI-34 */
void run_content(const vector &vector) {
  mcp::input input = form_of(vector).value();
  std::string content = text_at(vector.item, "/content");
  mcp::json faults = vector.item.at("/faults"), whole = mcp::json(std::string_view(content)).at("");
  mcp::result<void> accepted = input.accept_json(content);
  if (accepted) {
    told(!faults, "no fault is found");
    told_accepted(input, whole.view());
  } else if (whole.kind() != mcp::json_kind::object) {
    /* The interface takes objects only. */
    told(static_cast<bool>(faults), "it is no object");
  } else {
    told_faults(accepted.error(), faults);
  }
}

/* proves: ELI-12, ELI-14 */
void run_texts(const vector &vector) {
  std::string value = mcp::json::quote(text_at(vector.item, "/text")).value();
  mcp::result<mcp::input> input = form_of(vector);
  bool fits = input && input->form().fields()[0].set_json(value);
  told(fits == vector.item.at("/fits").is_true(), "fits");
}

void touch(mcp::form form, mcp::json step) {
  mcp::field field = form.find(text_at(step, "/field")).value();
  if (std::optional<std::string> text = step.at("/text").text()) {
    static_cast<void>(field.set_text(*text));
  } else if (std::optional<std::string> json = step.at("/json").text()) {
    static_cast<void>(field.set_json(*json));
  } else if (std::optional<std::int64_t> on = step.at("/select").integer()) {
    field.options()[static_cast<std::size_t>(*on)].select().value();
  } else if (std::optional<std::int64_t> off = step.at("/unselect").integer()) {
    field.options()[static_cast<std::size_t>(*off)].select(false).value();
  } else if (step.at("/clear").is_true()) {
    field.clear().value();
  } else {
    field.reset().value();
  }
}

void told_held(mcp::form form, mcp::json want) {
  for (auto [key, value] : want.at("/holds")) {
    told_json(form.find(key.text().value()).value().value(), value, "what a field holds");
  }
  for (auto [key, chosen] : want.at("/selected")) {
    mcp::field field = form.find(key.text().value()).value();
    std::size_t index = 0;
    for (mcp::json_element one : chosen) told(field.options()[index++].selected() == one.value.is_true(), "selected");
  }
}

/* These fields are touched, and no others. */
void told_touched(mcp::form form, mcp::json want) {
  std::size_t touched = 0;
  for (mcp::field field : form.fields()) touched += field.touched() ? 1 : 0;
  told_number(touched, count(want), "touched fields");
  for (auto [key, name] : want) told(form.find(name.text().value()).value().touched(), "touched");
}

/* proves: ELI-24, ELI-25, ELI-41, ELI-48 */
void run_fill(const vector &vector) {
  mcp::input input = form_of(vector).value();
  for (auto [key, step] : vector.item.at("/touches")) touch(input.form(), step);
  told_held(input.form(), vector.item);
  if (has(vector, "/touched")) told_touched(input.form(), vector.item.at("/touched"));
  mcp::result<mcp::json> preview = input.form().preview();
  if (!preview) return told_faults(preview.error(), vector.item.at("/faults"));
  told_json(*preview, vector.item.at("/sends"), "sends");
  std::string content(preview->view());
  input.accept().value();
  told_accepted(input, content);
}

/* proves: ELI-24 */
void run_defaults(const vector &vector) {
  mcp::input input = form_of(vector).value();
  std::string content = text_at(vector.item, "/content");
  told_json(input.form().with_defaults(content).value(), vector.item.at("/filled"), "filled");
}

/* proves: ELI-49 */
void run_display(const vector &vector) {
  std::string text = text_at(vector.item, "/text");
  auto max = static_cast<std::size_t>(vector.item.at("/max").integer().value());
  told_text(mcp::display(text, max), vector.item.at("/lines"), "lines");
  told_text(mcp::display_line(text, max), vector.item.at("/line"), "line");
}

mcp::path_style style(const vector &vector) {
  return text_at(vector.group, "/style") == "windows" ? mcp::path_style::windows : mcp::path_style::posix;
}

/* What there is; nothing for what no root can be. */
std::optional<std::string> unless_refused(mcp::result<std::string> made) {
  if (made) return std::move(*made);
  told(made.status() == mcp::status::root, "a reason");
  return std::nullopt;
}

std::optional<std::string> from_hex(const std::optional<std::string> &digits) {
  if (!digits) return std::nullopt;
  std::string bytes;
  for (std::size_t at = 0; at < digits->size(); at += 2) {
    bytes.push_back(static_cast<char>(std::stoi(digits->substr(at, 2), nullptr, 16)));
  }
  return bytes;
}

/* proves: ROO-03, ROO-04, ROO-12 */
void run_paths(const vector &vector) {
  std::optional<std::string> path = vector.item.at("/fromPath").text();
  if (!path) path = from_hex(vector.item.at("/fromPathBytes").text());
  if (path) return told_text(unless_refused(mcp::path_to_uri(*path, style(vector))), vector.item.at("/uri"), "uri");
  std::optional<std::string> found = unless_refused(mcp::uri_to_path(text_at(vector.item, "/fromUri"), style(vector)));
  if (auto bytes = from_hex(vector.item.at("/pathBytes").text())) return told(found == bytes, "the path's bytes");
  /* A path that is no text has no place in the vector. */
  if (found && !mcp::display(*found)) found = std::nullopt;
  told_text(found, vector.item.at("/path"), "path");
}

/* proves: ROO-12 */
void run_containment(const vector &vector) {
  bool inside =
      mcp::root_contains(text_at(vector.item, "/root"), text_at(vector.item, "/candidate"), style(vector));
  told(inside == vector.item.at("/inside").is_true(), "inside");
}

/* proves: ROO-02, ROO-03, ROO-12 */
void run_roots(const vector &vector) {
  bool accepted = vector.item.at("/accepted").is_true();
  if (std::optional<std::string> result = vector.item.at("/result").text()) {
    mcp::input input = mcp::input::rehearse("2025-11-25", "roots/list", "{}").value();
    told(input.answer_json(*result).has_value() == accepted, "accepted");
    return;
  }
  mcp::roots roots = mcp::roots::create().value();
  bool added = roots.add_uri(text_at(vector.item, "/uri")).has_value();
  if (std::optional<std::string> other = vector.item.at("/other").text()) {
    static_cast<void>(roots.add_uri(*other));
    told((roots.list().size() == 1) == vector.item.at("/same").is_true(), "same");
    return;
  }
  told(added == accepted, "accepted");
  if (added) told_text(roots.list()[0].uri, vector.item.at("/uri"), "uri");
}

/* proves: SAM-04, SAM-05, SAM-06, SAM-16, SAM-19, SAM-23, SAM-24 */
void run_requests(const vector &vector) {
  mcp::result<mcp::input> input = sample_of(vector, vector.item, "/params");
  /* What is no object never gets as far. */
  if (has(vector, "/refused")) return told(!input, "refused");
  mcp::sample sample = input->sample();
  if (has(vector, "/reads")) told_sample(sample, vector.item.at("/reads"));
}

/* proves: SAM-06, SAM-09, SAM-20, SAM-22, SAM-38 */
void run_results(const vector &vector) {
  mcp::input input = sample_of(vector, vector.group, "/request").value();
  std::string result = text_at(vector.item, "/result");
  mcp::result<void> answered = input.answer_json(result);
  if (vector.item.at("/refused").is_true()) {
    told(!answered && input.is_open(), "refused, and still open");
    return;
  }
  answered.value();
  std::string want = "{\"result\":" + vector.item.at("/sent").text().value_or(result) + "}";
  told_text(input.rehearsed().view(), std::string_view(want), "what the server is told");
}

/* proves: ELI-46, ELI-47, ELI-50 */
void run_hazards(const vector &vector) {
  told_hazards(form_of(vector).value(), vector.item.at("/hazards"));
}

/* proves: URL-02, URL-04, URL-06, URL-07, URL-08 */
void run_urls(const vector &vector) {
  mcp::result<mcp::input> input = visit_of(vector);
  if (has(vector, "/refused")) return told(input.status() == mcp::status::refused, "refused");
  told_visit(input->visit(), vector.item);
}

/* proves: SAM-11, SAM-12, SAM-13, SAM-14 */
void run_models(const vector &vector) {
  std::vector<mcp::model> catalogue;
  for (auto [key, one] : vector.group.at("/catalogue")) {
    mcp::model model{text_at(one, "/name"), {}, one.at("/cheapness").real().value(), one.at("/speed").real().value(),
                     one.at("/intelligence").real().value()};
    for (mcp::json_element alias : one.at("/aliases")) model.aliases.push_back(alias.value.text().value());
    catalogue.push_back(std::move(model));
  }
  std::string params = R"({"messages":[],"maxTokens":1,"modelPreferences":)" + text_at(vector.item, "/preferences") + "}";
  mcp::input input = mcp::input::rehearse(vector.revision, "sampling/createMessage", params).value();
  mcp::result<mcp::choice> choice = input.choose_model(catalogue);
  if (!vector.item.at("/model").text()) return told(choice.status() == mcp::status::invalid_arg, "nothing to choose");
  static const std::string_view reasons[] = {"", "hint", "priorities", "first"};
  told_text(catalogue.at(choice->model()).name, vector.item.at("/model"), "the model");
  told_text(reasons[static_cast<std::size_t>(choice->reason())], vector.item.at("/reason"), "the reason");
  std::optional<std::int64_t> hint = vector.item.at("/hint").integer();
  if (!hint) return;
  /* Hints with a name are all that a vector counts. */
  std::int64_t named = 0;
  for (std::size_t index = 0; index < choice->hint(); index++) {
    if (!input.sample().hints()[index].value_or("").empty()) named++;
  }
  told_number(named, *hint, "the hint");
}

}  // namespace

int main() {
  const std::pair<const char *, void (*)(const vector &)> files[] = {
      {"containment", run_containment}, {"content", run_content},
      {"defaults", run_defaults},       {"display", run_display},
      {"display-cut", run_display},     {"fill", run_fill},
      {"formats", run_texts},           {"forms", run_forms},
      {"hazards", run_hazards},         {"model-choice", run_models},
      {"paths", run_paths},             {"patterns", run_texts},
      {"roots", run_roots},             {"sample-requests", run_requests},
      {"sample-results", run_results},  {"typed", run_typed},
      {"urls", run_urls},               {"urls-own", run_urls}};
  int failed = 0;
  for (const auto &[file, test] : files) failed += vectors::run(file, test);
  return failed > 0 ? 1 : 0;
}
