/* JSON in and out, a line each. */
#ifndef TOLD_HPP
#define TOLD_HPP

#include <mcpclient.hpp>

#include <iostream>
#include <vector>

/* An object that grows, and is told as a line when it goes. */
class line {
 public:
  explicit line(std::string_view event) { add("event", event); }
  line() = default;
  line(const line &) = delete;
  line &operator=(const line &) = delete;
  ~line() { std::cout << "{" << text_ << "}\n" << std::flush; }

  line &raw(std::string_view member, std::string_view json) {
    text_ += (text_.empty() ? "" : ",") + mcp::json::quote(member).value() + ":" + std::string(json);
    return *this;
  }
  line &add(std::string_view member, std::string_view text) {
    return raw(member, mcp::json::quote(text).value_or("null"));
  }
  /* JSON goes as text, so that the spelling of numbers survives; no JSON, no member. */
  line &add(std::string_view member, mcp::json json) { return json ? add(member, json.view()) : *this; }
  line &add(std::string_view member, std::int64_t number) { return raw(member, std::to_string(number)); }
  line &add(std::string_view member, const std::vector<std::string> &texts) {
    std::string array;
    for (const std::string &text : texts) array += (array.empty() ? "" : ",") + mcp::json::quote(text).value();
    return raw(member, "[" + array + "]");
  }

 private:
  std::string text_;
};

/* A command, whose members may be absent. */
struct command {
  mcp::json json;

  std::optional<std::string> text(std::string_view member) const {
    return json.at("/" + std::string(member)).text();
  }
  std::int64_t number(std::string_view member) const {
    return json.at("/" + std::string(member)).integer().value_or(0);
  }
  mcp::milliseconds time(std::string_view member) const { return mcp::milliseconds(number(member)); }
  bool is(std::string_view member) const { return json.at("/" + std::string(member)).is_true(); }
  std::vector<std::string> texts(std::string_view member) const {
    std::vector<std::string> all;
    for (auto [key, value] : json.at("/" + std::string(member))) all.push_back(value.text().value());
    return all;
  }
};

/* What may be left out as the library takes it: no text for nothing. */
inline std::string_view optional(const std::optional<std::string> &text) {
  return text ? std::string_view(*text) : std::string_view();
}

#endif
