/* Vectors: reading them, and saying what is not as they say. */
#ifndef VECTOR_HPP
#define VECTOR_HPP

#include <mcpclient.hpp>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <vector>

namespace vectors {

/* One case in one revision, which is empty where it makes no difference. */
struct vector {
  mcp::json group, item;
  std::string revision;
};

/* What a vector has against the library. */
struct wrong : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void told(bool holds, const std::string &what) {
  if (!holds) throw wrong("not so: " + what);
}

inline std::string shown(const std::optional<std::string_view> &text) {
  return text ? std::string(*text) : "no text";
}

inline void told_text(std::optional<std::string_view> got, std::optional<std::string_view> want,
                      const std::string &what) {
  if (got != want) throw wrong(what + ": " + shown(got) + ", not " + shown(want));
}

/* `want` is a JSON string; anything else wants no text. */
inline void told_text(std::optional<std::string_view> got, mcp::json want, const std::string &what) {
  std::optional<std::string> text = want.text();
  told_text(got, text ? std::optional<std::string_view>(*text) : std::nullopt, what);
}

inline void told_json(mcp::json got, mcp::json want, const std::string &what) {
  std::optional<std::string_view> text;
  if (got) text = got.view();
  told_text(text, want, what);
}

template <typename Number, typename Other>
void told_number(Number got, Other want, const std::string &what) {
  if (got != static_cast<Number>(want)) throw wrong(what + ": " + std::to_string(got) + ", not " + std::to_string(want));
}

inline std::size_t count(mcp::json array) {
  return static_cast<std::size_t>(std::distance(array.begin(), array.end()));
}

/* The text of a string that has to be there. */
inline std::string text_at(mcp::json json, std::string_view pointer) {
  std::optional<std::string> text = json.at(pointer).text();
  told(text.has_value(), std::string(pointer) + " is in the vector");
  return *text;
}

inline bool has(const vector &vector, std::string_view pointer) { return static_cast<bool>(vector.item.at(pointer)); }

/* The schema that `from` gives, spelled out. */
inline std::string schema(mcp::json from) {
  if (std::optional<std::string> whole = from.at("/schema").text()) return *whole;
  return R"({"type":"object","properties":{"p":)" + text_at(from, "/property") +
         (from.at("/required").is_true() ? R"(},"required":["p"]})" : "}}");
}

/* The vector's message and the form of its schema, rehearsed. */
inline mcp::result<mcp::input> form_of(const vector &vector) {
  bool own = has(vector, "/schema") || has(vector, "/property");
  std::string message(has(vector, "/message") ? vector.item.at("/message").view() : R"("?")");
  std::string params =
      R"({"message":)" + message + R"(,"requestedSchema":)" + schema(own ? vector.item : vector.group) + "}";
  return mcp::input::rehearse(vector.revision, "elicitation/create", params);
}

/* The visit to the vector's URL, rehearsed. */
inline mcp::result<mcp::input> visit_of(const vector &vector) {
  std::string params = R"({"mode":"url","message":"?","elicitationId":"e","url":)";
  params += std::string(vector.item.at("/url").view()) + "}";
  return mcp::input::rehearse(vector.revision, "elicitation/create", params, mcp::sample_features::none,
                              vector.group.at("/own").text().value_or(""));
}

/* The sampling request whose parameters are a member of `from`. */
inline mcp::result<mcp::input> sample_of(const vector &vector, mcp::json from, std::string_view pointer) {
  mcp::sample_features features = mcp::sample_features::none;
  for (auto [key, word] : vector.group.at("/declared")) {
    features = features | (word.text() == "tools" ? mcp::sample_features::tools : mcp::sample_features::context);
  }
  return mcp::input::rehearse(vector.revision, "sampling/createMessage", text_at(from, pointer), features);
}

class tally {
 public:
  tally(std::string file, void (*run)(const vector &)) : file_(std::move(file)), run_(run) {
    const char *every = std::getenv("VECTORS_EVERY");
    if (every != nullptr) every_ = std::max(1, std::atoi(every));
  }

  void one(const vector &vector, std::size_t number) {
    if (seen_++ % every_ != 0) return;
    try {
      run_(vector);
      passed_++;
    } catch (const std::exception &why) {
      failed_++;
      std::cout << "FAILED " << file_ << "/" << text_at(vector.group, "/name") << "/" << number
                << (vector.revision.empty() ? "" : "@" + vector.revision) << ": " << why.what() << "\n";
    }
  }

  /* Says how many passed; returns how many did not. */
  int close() const {
    std::cout << "vectors " << file_ << ": " << passed_ << " passed, " << failed_ << " failed" << std::endl;
    return failed_;
  }

 private:
  std::string file_;
  void (*run_)(const vector &);
  int every_ = 1, seen_ = 0, passed_ = 0, failed_ = 0;
};

/* Runs all vectors of FILE.json, and gives how many failed. */
inline int run(const std::string &file, void (*test)(const vector &)) {
  const char *folder = std::getenv("VECTORS");
  std::ifstream stream(std::string(folder != nullptr ? folder : "tests/vectors") + "/" + file + ".json");
  std::string bytes((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
  mcp::json groups = mcp::json(bytes).at("/groups");
  if (!groups) {
    std::cout << "FAILED " << file << ": there are no such vectors" << std::endl;
    return 1;
  }
  tally tally(file, test);
  for (auto [key, group] : groups) {
    std::size_t number = 0;
    for (mcp::json_element item : group.at("/cases")) {
      number++;
      mcp::json revisions = group.at("/revisions");
      if (!revisions) tally.one({group, item.value, ""}, number);
      for (mcp::json_element revision : revisions) {
        tally.one({group, item.value, revision.value.text().value()}, number);
      }
    }
  }
  return tally.close();
}

}  // namespace vectors

#endif
