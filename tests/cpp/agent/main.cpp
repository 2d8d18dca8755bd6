/*
 * Plays the host's half of transcripts over the C++ headers: tests/transcripts/AGENTS.md says how.
 * Commands and callbacks share one thread: callbacks run inside runtime::pump().
 */
#include "stage.hpp"

#include <poll.h>
#include <unistd.h>

namespace {

void obey(std::unique_ptr<stage> &stage, std::string_view words) {
  command command{mcp::json(words)};
  std::string what = command.text("do").value_or("");
  std::optional<mcp::status> reply;
  if (what == "open" && stage == nullptr) {
    reply = stage::open(command, stage);
  } else if (what == "end") {
    stage.reset();
    reply = mcp::status::ok;
  } else if (stage != nullptr) {
    reply = stage->obey(command);
  }
  line told;
  if (reply) {
    told.add("reply", static_cast<std::int64_t>(*reply));
  } else {
    told.add("reply", "cannot do that");
  }
}

}  // namespace

int main() {
  std::unique_ptr<stage> stage;
  std::string input;
  for (;;) {
    pollfd ready[2] = {{STDIN_FILENO, POLLIN, 0}, {stage ? stage->descriptor() : -1, POLLIN, 0}};
    if (poll(ready, 2, -1) < 0) continue;
    if (ready[1].revents != 0) stage->pump();
    if (ready[0].revents == 0) continue;
    char bytes[4096];
    ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
    if (count <= 0) return 0;
    input.append(bytes, static_cast<std::size_t>(count));
    for (std::size_t end; (end = input.find('\n')) != std::string::npos; input.erase(0, end + 1)) {
      obey(stage, std::string_view(input).substr(0, end));
    }
  }
}
