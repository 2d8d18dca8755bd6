/* The reference server that fetches pages, and the page: a child process serves it on the loopback. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host.h"

static const char page[] =
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 16\r\n"
    "Connection: close\r\n\r\nBergen \xE2\x98\x94 \"wet\"";
static const char nothing[] =
    "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";

/* Answers one request after the other, for as long as the process lives. */
static void serve(int listener) {
  for (;;) {
    int connection = accept(listener, NULL, NULL);
    if (connection < 0) _exit(1);
    char request[8192] = "";
    size_t got = 0;
    while (!strstr(request, "\r\n\r\n") && got + 1 < sizeof request) {
      ssize_t more = read(connection, request + got, sizeof request - 1 - got);
      if (more <= 0) break;
      got += (size_t)more;
    }
    const char *answer = strncmp(request, "GET /page ", 10) == 0 ? page : nothing;
    if (write(connection, answer, strlen(answer)) < 0) _exit(1);
    close(connection);
  }
}

/* Starts to serve the page; gives the port. */
static int start(pid_t *child) {
  struct sockaddr_in address = {0};
  socklen_t size = sizeof address;
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0 || bind(listener, (struct sockaddr *)&address, size) || listen(listener, 8)) {
    abort();
  }
  if (getsockname(listener, (struct sockaddr *)&address, &size)) abort();
  *child = fork();
  if (*child < 0) abort();
  if (*child == 0) serve(listener);
  close(listener);
  return ntohs(address.sin_port);
}

void try_fetch(host *self, int argc, char **argv) {
  pid_t child;
  int port = start(&child);
  host_open(self, argc, argv, NULL, 0);
  /* proves: VER-33 */
  check(self, mcpclient_str_equal(mcpclient_revision(self->client), view("2026-07-28")),
        "the revision is the newest");
  char arguments[256];
  snprintf(arguments, sizeof arguments, "{\"url\":\"http://127.0.0.1:%d/page\",\"raw\":true}", port);
  host_tool(self, "fetch", arguments);
  check_text(self, "Bergen \xE2\x98\x94 \"wet\"", "a page is fetched");
  snprintf(arguments, sizeof arguments, "{\"url\":\"http://127.0.0.1:%d/none\",\"raw\":true}", port);
  host_tool(self, "fetch", arguments);
  /* proves: TOL-13 */
  check(self, self->result && mcpclient_result_is_error(view(self->result)), "another is not there");
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_list_prompts(self->client, NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/prompts/0/arguments/0/required", "true", "its prompt is listed");
  host_close(self);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}
