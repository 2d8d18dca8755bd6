/* Servers behind sockets that carry lines: Unix domain sockets and TCP, there, not there, and gone in between. */
#include "scene.h"
#include "tiny.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* A server for one connection, on a thread. */
typedef struct {
  int listener, modern;
  /* Hangs up when this tool is called. */
  const char *leaves_at;
  char folder[32], path[64];
  unsigned port;
  pthread_t thread;
} server;

static void answer_lines(server *server, FILE *in, int out) {
  char line[4096];
  while (fgets(line, sizeof line, in) != NULL) {
    mcpclient_str message = {line, strlen(line) - 1};
    char *answer;
    if (server->leaves_at != NULL && tiny_calls(message, server->leaves_at)) {
      return;
    }
    answer = tiny_answer(message, server->modern);
    if (answer != NULL) {
      dprintf(out, "%s\n", answer);
    }
    free(answer);
  }
}

static void *serve(void *given) {
  server *server = given;
  int socket = accept(server->listener, NULL, NULL);
  FILE *in = socket >= 0 ? fdopen(socket, "r") : NULL;
  if (in != NULL) {
    answer_lines(server, in, socket);
    fclose(in);
  }
  return NULL;
}

static void start(server *server, const struct sockaddr *address, socklen_t size) {
  CHECK(server->listener >= 0 && bind(server->listener, address, size) == 0 &&
        listen(server->listener, 1) == 0);
  CHECK_NUMBER(pthread_create(&server->thread, NULL, serve, server), 0);
}

static mcpclient_transport *behind_unix(server *server) {
  struct sockaddr_un address;
  mcpclient_transport *transport = NULL;
  memset(&address, 0, sizeof address);
  address.sun_family = AF_UNIX;
  strcpy(server->folder, "/tmp/mcpclient-XXXXXX");
  CHECK(mkdtemp(server->folder) != NULL);
  snprintf(server->path, sizeof server->path, "%s/socket", server->folder);
  strcpy(address.sun_path, server->path);
  server->listener = socket(AF_UNIX, SOCK_STREAM, 0);
  start(server, (struct sockaddr *)&address, sizeof address);
  CHECK_OK(mcpclient_transport_unix(view(server->path), &transport, NULL));
  return transport;
}

static mcpclient_transport *behind_tcp(server *server) {
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  mcpclient_transport *transport = NULL;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  server->listener = socket(AF_INET, SOCK_STREAM, 0);
  start(server, (struct sockaddr *)&address, sizeof address);
  CHECK_NUMBER(getsockname(server->listener, (struct sockaddr *)&address, &size), 0);
  CHECK_OK(mcpclient_transport_tcp(view("127.0.0.1"), ntohs(address.sin_port), &transport, NULL));
  return transport;
}

static void stop(server *server) {
  pthread_join(server->thread, NULL);
  close(server->listener);
  if (server->path[0] != '\0') {
    unlink(server->path);
    rmdir(server->folder);
  }
}

static void speaks_modern(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->era = MCPCLIENT_ERA_MODERN;
}

static setting over(mcpclient_transport *transport, int32_t dispatch, int is_modern) {
  setting setting;
  memset(&setting, 0, sizeof setting);
  setting.transport = transport;
  setting.dispatch = dispatch;
  setting.adjust = is_modern ? speaks_modern : NULL;
  return setting;
}

static void test_conversation(mcpclient_transport *(*behind)(server *), int32_t dispatch, int is_modern) {
  server server;
  scene scene;
  setting setting;
  mcpclient_call *call;
  char *text;
  memset(&server, 0, sizeof server);
  server.modern = is_modern;
  setting = over(behind(&server), dispatch, is_modern);
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "echo", "{\"text\":\"over a socket\"}");
  text = scene_text(&scene, call);
  CHECK_TEXT(view(text), "over a socket");
  free(text);
  mcpclient_call_free(call);
  CHECK_OK(mcpclient_close(scene.client));
  event_free(scene_next(&scene, SAW_CLOSED));
  scene_close(&scene);
  stop(&server);
}

/* What was in flight when the server hung up is over, and so is the client. */
static void test_hanging_up(mcpclient_transport *(*behind)(server *)) {
  server server;
  scene scene;
  setting setting;
  mcpclient_call *call;
  event *event_;
  memset(&server, 0, sizeof server);
  server.leaves_at = "leave";
  setting = over(behind(&server), MCPCLIENT_DISPATCH_THREAD, 0);
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "leave", NULL);
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_CLOSED);
  mcpclient_call_free(call);
  event_ = scene_next(&scene, SAW_CLOSED);
  CHECK_STATUS(event_->number, MCPCLIENT_E_CLOSED);
  event_free(event_);
  CHECK_NUMBER(mcpclient_closed_reason(scene.client), MCPCLIENT_CLOSED_BY_SERVER);
  scene_close(&scene);
  stop(&server);
}

/* Nobody is there: the client is over, and says so, and no earlier. */
static void test_nobody(mcpclient_transport *transport) {
  scene scene;
  setting setting = over(transport, MCPCLIENT_DISPATCH_THREAD, 0);
  event *event_;
  scene_start(&scene, &setting);
  event_ = scene_next(&scene, SAW_CLOSED);
  CHECK_STATUS(event_->number, MCPCLIENT_E_NETWORK);
  CHECK(strlen(event_->text) > 0);
  event_free(event_);
  CHECK_NUMBER(mcpclient_state(scene.client), MCPCLIENT_STATE_CLOSED);
  scene_close(&scene);
}

static mcpclient_transport *nobody_at_a_path(void) {
  mcpclient_transport *transport = NULL;
  CHECK_OK(mcpclient_transport_unix(view("/nobody/has/this"), &transport, NULL));
  return transport;
}

/* A port that was somebody's a moment ago. */
static mcpclient_transport *nobody_at_a_port(void) {
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  mcpclient_transport *transport = NULL;
  int bound = socket(AF_INET, SOCK_STREAM, 0);
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  CHECK(bind(bound, (struct sockaddr *)&address, sizeof address) == 0 &&
        getsockname(bound, (struct sockaddr *)&address, &size) == 0);
  close(bound);
  CHECK_OK(mcpclient_transport_tcp(view("127.0.0.1"), ntohs(address.sin_port), &transport, NULL));
  return transport;
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_conversation(behind_unix, dispatch, 0);
    test_conversation(behind_tcp, dispatch, 1);
  }
  test_hanging_up(behind_unix);
  test_hanging_up(behind_tcp);
  test_nobody(nobody_at_a_path());
  test_nobody(nobody_at_a_port());
  return check_finish();
}
