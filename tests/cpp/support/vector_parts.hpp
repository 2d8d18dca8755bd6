/* Forms, faults and samples, against what a vector says of them. */
#ifndef VECTOR_PARTS_HPP
#define VECTOR_PARTS_HPP

#include "vector.hpp"

namespace vectors {

inline void told_length(std::optional<std::uint64_t> got, mcp::json want, const std::string &what) {
  std::string digits = std::to_string(got.value_or(0));
  told_text(got ? std::optional<std::string_view>(digits) : std::nullopt, want, what);
}

inline void told_limits(mcp::field field, mcp::json want) {
  bool number = field.kind() == mcp::field_kind::number || field.kind() == mcp::field_kind::integer;
  if (!number) {
    told_length(field.min_length(), want.at("/min"), "min");
    told_length(field.max_length(), want.at("/max"), "max");
    return;
  }
  auto bound = [&](std::optional<mcp::limit> got, const std::string &name) {
    told_text(got ? std::optional(got->number) : std::nullopt, want.at("/" + name), name);
    told(got.value_or(mcp::limit{}).exclusive == want.at("/" + name + "Exclusive").is_true(), name + "Exclusive");
  };
  bound(field.min(), "min");
  bound(field.max(), "max");
  told_text(field.step(), want.at("/multipleOf"), "multipleOf");
}

inline void told_field(mcp::field field, mcp::json want) {
  static const std::string_view kinds[] = {"", "text", "number", "integer", "yesNo", "oneOf", "someOf"};
  auto kind = static_cast<std::size_t>(field.kind());
  told_text(field.name(), want.at("/name"), "name");
  told_text(field.title_raw(), want.at("/label"), "label");
  told_text(field.description_raw(), want.at("/description"), "description");
  told_text(kind < 7 ? kinds[kind] : "", want.at("/kind"), "kind");
  told(field.required() == want.at("/required").is_true(), "required");
  told(field.answerable() == !want.at("/answerable"), "answerable");
  told_json(field.default_value(), want.at("/default"), "default");
  told_text(field.format(), want.at("/format"), "format");
  told_text(field.pattern(), want.at("/pattern"), "pattern");
  told_limits(field, want);
  told_number(field.options().size(), count(want.at("/choices")), "choices");
  std::size_t index = 0;
  for (auto [key, pair] : want.at("/choices")) {
    mcp::option option = field.options()[index++];
    told_text(option.value(), pair.at("/0"), "value");
    told_text(option.label_raw(), pair.at("/1"), "label");
  }
}

inline void told_objections(mcp::form form, mcp::json want) {
  told_number(form.objections().size(), count(want), "objections");
  for (auto [key, item] : want) {
    std::optional<std::string> code = item.at("/code").text(), property = item.at("/property").text();
    bool known = false;
    for (mcp::objection objection : form.objections()) {
      known = known || (objection.name == code.value_or("") && objection.property == property && !objection.text.empty());
    }
    told(known, "an objection");
  }
}

inline void told_hazards(const mcp::input &input, mcp::json want) {
  static const std::string_view names[] = {"", "secret", "link", "control", "long"};
  told_number(input.hazards().size(), count(want), "hazards");
  std::size_t index = 0;
  for (auto [key, item] : want) {
    mcp::hazard_note note = input.hazards()[index++];
    auto kind = static_cast<std::size_t>(note.hazard);
    told_text(kind < 5 ? names[kind] : "", item.at("/kind"), "a hazard");
    std::optional<std::string_view> about;
    if (note.field) about = input.form().fields()[*note.field].name();
    told_text(about, item.at("/field"), "what a hazard is about");
  }
}

inline void told_visit(mcp::visit visit, mcp::json want) {
  static const std::string_view names[] = {
      "",         "user-info",  "punycode",   "mixed-scripts", "address-literal", "private-address",
      "odd-port", "plain-http", "look-alike", "rewritten",     "long",            "no-registrable-domain"};
  bool rewritten = static_cast<bool>(want.at("/canonical"));
  told_text(visit.url_raw(), want.at("/url"), "url");
  told_text(visit.canonical(), want.at(rewritten ? "/canonical" : "/url"), "canonical");
  told_text(visit.host(), want.at("/host"), "host");
  if (want.at("/wire")) told_text(visit.host_raw(), want.at("/wire"), "wire");
  told_text(visit.domain(), want.at("/domain"), "domain");
  told_number(visit.hazards().size(), count(want.at("/hazards")), "hazards");
  std::size_t index = 0;
  for (auto [key, name] : want.at("/hazards")) {
    auto hazard = static_cast<std::size_t>(visit.hazards()[index++]);
    told_text(hazard < 12 ? names[hazard] : "", name, "a hazard of the URL");
  }
}

inline void told_fault(const mcp::field_error &error, mcp::json want) {
  told_text(error.fault_name(), want.at("/code"), "code");
  told(!error.message().empty(), "a sentence");
  if (want.at("/field")) {
    told_text(error.name(), want.at("/field"), "field");
    told(!error.field() == want.at("/outside").is_true(), "outside");
  }
  for (auto [key, value] : want.at("/params")) {
    told_text(error.param(key.text().value()), value, "a parameter");
  }
}

inline void told_faults(const mcp::error &error, mcp::json want) {
  told_text(error.name(), mcp::name(mcp::status::form), "status");
  told_number(error.fields().size(), count(want), "faults");
  std::size_t index = 0;
  for (auto [key, fault] : want) told_fault(error.fields()[index++], fault);
}

inline void told_block(mcp::sample_block block, mcp::json want) {
  static const std::pair<mcp::block_kind, std::string_view> kinds[] = {
      {mcp::block_kind::text, "text"},
      {mcp::block_kind::image, "image"},
      {mcp::block_kind::audio, "audio"},
      {mcp::block_kind::tool_use, "toolUse"},
      {mcp::block_kind::tool_result, "toolResult"}};
  std::string_view kind;
  for (const auto &[known, word] : kinds) {
    if (block.kind() == known) kind = word;
  }
  bool use = block.kind() == mcp::block_kind::tool_use;
  told_text(kind, want.at("/kind"), "the kind of a block");
  told_text(block.text_raw(), want.at("/text"), "text");
  told_text(block.data(), want.at("/data"), "data");
  told_text(block.mime(), want.at("/mimeType"), "mimeType");
  told_text(block.json().at(use ? "/id" : "/toolUseId").text(), want.at("/id"), "id");
  told_text(block.json().at("/name").text(), want.at("/name"), "name");
  told_json(use ? block.json().at("/input") : mcp::json(), want.at("/input"), "input");
  told(block.json().at("/isError").is_true() == want.at("/isError").is_true(), "isError");
}

inline void told_messages(mcp::sample sample, mcp::json want) {
  told_number(sample.messages().size(), count(want), "messages");
  std::size_t index = 0;
  for (auto [key, message] : want) {
    mcp::sample_message got = sample.messages()[index++];
    told_text(got.role(), message.at("/role"), "role");
    told_number(got.content().size(), count(message.at("/blocks")), "blocks");
    std::size_t inner = 0;
    for (mcp::json_element block : message.at("/blocks")) told_block(got.content()[inner++], block.value);
  }
}

inline void told_sample(mcp::sample sample, mcp::json want) {
  auto wish = [](std::optional<double> got, std::optional<double> wanted, const char *what) { told(got == wanted, what); };
  /* A word that is absent in the vector where it is the usual one. */
  auto word = [&](std::optional<std::string_view> got, std::string_view usual, const std::string &name) {
    told_text(got == usual ? std::nullopt : got, want.at("/" + name), name);
  };
  std::string tokens = std::to_string(sample.max_tokens().value_or(0));
  told_text(sample.max_tokens() ? std::optional<std::string_view>(tokens) : std::nullopt, want.at("/maxTokens"), "maxTokens");
  std::optional<std::string> heat = want.at("/temperature").text();
  wish(sample.temperature(), heat ? mcp::json(std::string_view(*heat)).real() : std::nullopt, "temperature");
  told_text(sample.system_prompt_raw(), want.at("/systemPrompt"), "systemPrompt");
  bool tools = sample.tools().kind() == mcp::json_kind::array;
  told_number(tools ? count(sample.tools()) : 0, count(want.at("/tools")), "tools");
  word(sample.context(), "none", "includeContext");
  word(sample.tool_choice(), "auto", "toolChoice");
  told_messages(sample, want.at("/messages"));
  /* Hints with a name are all that a vector tells of. */
  std::size_t named = 0;
  for (std::optional<std::string_view> hint : sample.hints()) {
    if (hint && !hint->empty()) told_text(hint, want.at("/hints/" + std::to_string(named++)), "a hint");
  }
  told_number(named, count(want.at("/hints")), "hints");
  wish(sample.cost_priority(), want.at("/costPriority").real(), "costPriority");
  wish(sample.speed_priority(), want.at("/speedPriority").real(), "speedPriority");
  wish(sample.intelligence_priority(), want.at("/intelligencePriority").real(), "intelligencePriority");
  told_number(sample.stops().size(), count(want.at("/stopSequences")), "stopSequences");
  std::size_t index = 0;
  for (auto [key, stop] : want.at("/stopSequences")) told_text(sample.stops()[index++], stop, "a stop sequence");
}

}  // namespace vectors

#endif
