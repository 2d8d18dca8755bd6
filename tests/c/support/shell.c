#include "shell.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

mcpclient_transport *shell(const char *script, uint64_t grace_ms) {
  mcpclient_transport *transport = NULL;
  mcpclient_str argv[3];
  argv[0] = MCPCLIENT_STR("/bin/sh");
  argv[1] = MCPCLIENT_STR("-c");
  argv[2] = view(script);
  CHECK_OK(mcpclient_transport_stdio(argv, 3, &transport, NULL));
  CHECK_OK(mcpclient_transport_set_grace(transport, grace_ms));
  return transport;
}

mcpclient_transport *general_server(uint64_t grace_ms) {
  static const setting general;
  mcpclient_transport *transport = scene_transport(&general);
  CHECK_OK(mcpclient_transport_set_grace(transport, grace_ms));
  return transport;
}

void shell_count(mcpclient_transport *transport, int count) {
  char text[16];
  snprintf(text, sizeof text, "%d", count);
  CHECK_OK(mcpclient_transport_set_env(transport, MCPCLIENT_STR("COUNT"), view(text)));
}

void legacy(mcpclient_options *options) { options->era = MCPCLIENT_ERA_LEGACY; }

static void make_pipe(gate *gate) {
  const char *folder = getenv("TMPDIR");
  snprintf(gate->folder, sizeof gate->folder, "%.40s/mcpclient-XXXXXX", folder ? folder : "/tmp");
  CHECK(mkdtemp(gate->folder) != NULL);
  snprintf(gate->path, sizeof gate->path, "%s/pipe", gate->folder);
  CHECK(mkfifo(gate->path, 0600) == 0);
  gate->end = -1;
}

void gate_make(gate *gate, mcpclient_transport *transport) {
  make_pipe(gate);
  CHECK_OK(mcpclient_transport_set_env(transport, MCPCLIENT_STR("GATE"), view(gate->path)));
}

void gate_open(gate *gate) {
  /* One opening for all, or what a reader sees between two of them would be an end. */
  if (gate->end < 0) {
    gate->end = open(gate->path, O_WRONLY | O_CLOEXEC);
  }
  CHECK(gate->end >= 0 && write(gate->end, "\n", 1) == 1);
}

void gate_remove(gate *gate) {
  CHECK(unlink(gate->path) == 0);
  CHECK(rmdir(gate->folder) == 0);
  close(gate->end);
}

void kin_make(kin *kin) {
  make_pipe(kin);
  kin->end = open(kin->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  CHECK(kin->end >= 0);
}

void kin_tell(const kin *kin, mcpclient_transport *transport) {
  CHECK_OK(mcpclient_transport_set_env(transport, MCPCLIENT_STR("KIN"), view(kin->path)));
}

int kin_end(kin *kin) {
  struct pollfd pollfd;
  pollfd.fd = kin->end;
  pollfd.events = 0;
  return poll(&pollfd, 1, 120000) == 1 && (pollfd.revents & POLLHUP) != 0;
}

void kin_remove(kin *kin) { gate_remove(kin); }
