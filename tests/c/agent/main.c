/* Waits for commands and for callbacks, on one thread. */
#include "agent.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void obey(agent *agent, mcpclient_str command) {
  mcpclient_status status = MCPCLIENT_OK;
  char *what = member(command, "/do");
  bool known = what != NULL;
  text reply = {0};
  if (known && strcmp(what, "open") == 0) {
    status = agent_open(agent, command);
  } else if (known && strcmp(what, "end") == 0) {
    agent_end(agent);
  } else {
    known = known && agent->client != NULL && agent_act(agent, what, command, &status);
  }
  text_add(&reply, "{\"reply\":");
  if (known) {
    text_number(&reply, status);
  } else {
    text_add(&reply, "\"cannot do that\"");
  }
  text_add(&reply, "}");
  tell(&reply);
  text_free(&reply);
  free(what);
}

/* Obeys every whole line, and keeps the rest. */
static void obey_lines(agent *agent, text *input) {
  size_t begin = 0, index;
  for (index = 0; index < input->length; index++) {
    if (input->bytes[index] == '\n') {
      mcpclient_str line;
      line.ptr = input->bytes + begin;
      line.len = index - begin;
      obey(agent, line);
      begin = index + 1;
    }
  }
  if (begin > 0) {
    memmove(input->bytes, input->bytes + begin, input->length - begin);
    input->length -= begin;
  }
}

int main(void) {
  agent agent = {0};
  text input = {0};
  for (;;) {
    char bytes[4096];
    struct pollfd ready[2] = {{0, POLLIN, 0}, {-1, POLLIN, 0}};
    if (agent.runtime != NULL) ready[1].fd = mcpclient_runtime_wakeup_fd(agent.runtime);
    if (poll(ready, 2, -1) < 0) continue;
    if (ready[1].revents != 0) mcpclient_runtime_pump(agent.runtime, (size_t)-1, NULL);
    if (ready[0].revents != 0) {
      ssize_t count = read(0, bytes, sizeof bytes);
      mcpclient_str more;
      if (count <= 0) break;
      more.ptr = bytes;
      more.len = (size_t)count;
      text_view(&input, more);
      obey_lines(&agent, &input);
    }
  }
  agent_end(&agent);
  text_free(&input);
  return 0;
}
