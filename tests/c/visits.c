/*
 * Nothing touches an address but the browser: while a server asks for visits, and after each answer, this
 * process and its server may not open a single socket, so neither connect nor look up a name. The kernel
 * ends whoever tries.
 */
#include "scene.h"

#include <arpa/inet.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* A socket of this machine that waits for visitors, and its port. */
static int listening(uint16_t *port) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  socklen_t length = sizeof address;
  int made = socket(AF_INET, SOCK_STREAM, 0);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(bind(made, (struct sockaddr *)&address, length) == 0 && listen(made, 8) == 0);
  CHECK(getsockname(made, (struct sockaddr *)&address, &length) == 0);
  *port = ntohs(address.sin_port);
  return made;
}

static int has_visitor(int waiting) {
  struct pollfd pollfd = {.fd = waiting, .events = POLLIN};
  return poll(&pollfd, 1, 0) == 1;
}

/* From here on neither this process nor what it starts can make a socket. */
static void forbid_sockets(void) {
  struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  CHECK(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
  CHECK(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0);
}

/* Whoever tries ends. */
static void check_forbidden(void) {
  int status = 0;
  pid_t child = fork();
  if (child == 0) {
    _exit(socket(AF_INET, SOCK_DGRAM, 0) < 0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
}

static mcpclient_str revision;

static void spoken(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)host;
  options->revisions = &revision;
  options->revision_count = 1;
}

static void visit(scene *scene, const char *url, int answer) {
  static const char *const answers[] = {"{\"action\":\"decline\"}", "{\"action\":\"cancel\"}",
                                        "{\"action\":\"accept\"}"};
  char arguments[200];
  mcpclient_call *call;
  mcpclient_input *input;
  snprintf(arguments, sizeof arguments, "{\"url\":\"%s\"}", url);
  call = scene_tool(scene, "visit", arguments);
  input = scene_input(scene, MCPCLIENT_INPUT_URL);
  /* All that a dialog reads of it. */
  CHECK_TEXT(mcpclient_input_url_raw(input), url);
  CHECK(mcpclient_input_url(input).len > 0 && mcpclient_input_url_canonical(input).len > 0);
  CHECK(mcpclient_input_url_host(input).len > 0);
  mcpclient_input_url_domain(input);
  mcpclient_input_url_hazard_count(input);
  if (answer == 0) {
    CHECK_OK(mcpclient_input_decline(input, no_text));
  } else if (answer == 2) {
    CHECK_OK(mcpclient_input_accept(input, NULL));
  }
  mcpclient_input_free(input);
  CHECK_OK(scene_finish(scene, call));
  CHECK_TEXT(mcpclient_json_at(mcpclient_call_result(call), view("/structuredContent")),
             answers[answer]);
  mcpclient_call_free(call);
}

/* proves: ELI-35, URL-01, URL-02, URL-03 */
static void test_visits(const char *spoken_revision, const char *script, uint16_t port) {
  setting setting = {.script = script, .adjust = spoken};
  char urls[3][80];
  scene scene;
  int url, answer;
  revision = view(spoken_revision);
  snprintf(urls[0], sizeof urls[0], "http://127.0.0.1:%u/one-time/abc", (unsigned)port);
  snprintf(urls[1], sizeof urls[1], "http://localhost:%u/one-time/abc", (unsigned)port);
  snprintf(urls[2], sizeof urls[2], "https://canary.example.com/one-time/abc");
  scene_open(&scene, &setting);
  for (url = 0; url < 3; url++) {
    for (answer = 0; answer < 3; answer++) {
      visit(&scene, urls[url], answer);
    }
  }
  scene_played(&scene);
  scene_close(&scene);
}

int main(void) {
  uint16_t port = 0;
  int waiting = listening(&port), visitor = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in address = {.sin_family = AF_INET};
  forbid_sockets();
  test_visits("2025-11-25", "../c/scripts/visits.mcpt", port);
  test_visits("2026-07-28", "../c/scripts/visits-in-rounds.mcpt", port);
  CHECK(!has_visitor(waiting));
  /* What would have been noticed. */
  check_forbidden();
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(connect(visitor, (struct sockaddr *)&address, sizeof address) == 0);
  CHECK(has_visitor(waiting));
  close(visitor);
  close(waiting);
  return check_finish();
}
