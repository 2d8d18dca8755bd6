/* Checks: each counts, and a failed one says where it stands and what it saw. */
#ifndef CHECK_HPP
#define CHECK_HPP

#include <mcpclient.hpp>

#include <iostream>
#include <mutex>
#include <optional>
#include <sstream>
#include <string>

#define CHECK(condition) check::holds((condition) ? true : false, __FILE__, __LINE__, #condition)
#define CHECK_IS(got, want) check::is((got), (want), __FILE__, __LINE__, #got)
/* A mcp::result that went well, or did not, and why. */
#define CHECK_OK(result) check::went((result), mcp::status::ok, __FILE__, __LINE__, #result)
#define CHECK_FAILS(result, status) check::went((result), (status), __FILE__, __LINE__, #result)

namespace check {

struct tally {
  std::mutex lock;
  int passed = 0, failed = 0;
};

inline tally &counted() {
  static tally counts;
  return counts;
}

inline bool holds(bool good, const char *file, int line, const std::string &what) {
  std::lock_guard<std::mutex> guard(counted().lock);
  (good ? counted().passed : counted().failed)++;
  if (!good) std::cout << file << ":" << line << ": " << what << std::endl;
  return good;
}

template <typename T>
std::string shown(const T &value) {
  std::ostringstream text;
  if constexpr (std::is_enum_v<T>) {
    text << static_cast<std::int64_t>(value);
  } else {
    text << value;
  }
  return text.str();
}
template <typename T>
std::string shown(const std::optional<T> &value) {
  return value ? shown(*value) : "nothing";
}
inline std::string shown(const mcp::json &json) {
  return json ? std::string(json.view()) : "no JSON";
}
inline std::string shown(std::nullopt_t) { return "nothing"; }

/* Compared as they are shown, so that views, texts and literals are alike. */
template <typename Got, typename Want>
bool is(const Got &got, const Want &want, const char *file, int line, const char *what) {
  std::string one = shown(got), other = shown(want);
  return holds(one == other, file, line, std::string(what) + " is " + one + ", not " + other);
}

template <typename T>
bool went(const mcp::result<T> &result, mcp::status want, const char *file, int line, const char *what) {
  std::string got(mcp::name(result.status()));
  if (!result) got += " (" + std::string(result.error().message()) + ")";
  return holds(result.status() == want, file, line,
               std::string(what) + " is " + got + ", not " + std::string(mcp::name(want)));
}

/* Prints the tally, and gives what main() returns. */
inline int finish() {
  std::cout << counted().passed << " passed, " << counted().failed << " failed" << std::endl;
  return counted().failed == 0 && counted().passed > 0 ? 0 : 1;
}

/* Ends a program that would wait for ever. */
[[noreturn]] inline void give_up(const std::string &what) {
  std::cout << "gave up waiting for " << what << "\n0 passed, 1 failed" << std::endl;
  std::_Exit(1);
}

}  // namespace check

#endif
