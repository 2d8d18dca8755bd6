/* The server as a process, and what it says of itself: facts, stderr, environment, and how it ends. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const setting general;

/* proves: VER-02, VER-16, MET-06 */
static void test_facts(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_str name;
  setting.dispatch = dispatch;
  scene_start(&scene, &setting);
  CHECK_TEXT(mcpclient_label(scene.client), "puppet");
  CHECK(mcpclient_pid(scene.client) > 0);
  event_free(scene_next(&scene, SAW_READY));
  CHECK_NUMBER(mcpclient_state(scene.client), MCPCLIENT_STATE_READY);
  CHECK_NUMBER(mcpclient_closed_reason(scene.client), 0);
  CHECK_TEXT(mcpclient_revision(scene.client), "2025-11-25");
  name = mcpclient_server_name(scene.client);
  CHECK_TEXT(name, "puppet");
  CHECK(name.ptr[name.len] == '\0');
  CHECK(name.ptr == mcpclient_server_name(scene.client).ptr);
  CHECK_TEXT(mcpclient_server_version(scene.client), "1");
  CHECK_TEXT(mcpclient_server_title(scene.client), NULL);
  CHECK_TEXT(mcpclient_server_instructions(scene.client), "Everything here is for tests.");
  CHECK_TEXT(mcpclient_json_at(mcpclient_server_capabilities(scene.client), view("/tools/listChanged")),
             "true");
  CHECK_TEXT(mcpclient_json_at(mcpclient_server_result(scene.client), view("/serverInfo/name")),
             "\"puppet\"");
  scene_close(&scene);
}

/* Before the handshake is done there are no facts, and calls wait. */
static void test_connecting(void) {
  static const char *const idle[] = {"--idle", NULL};
  setting setting = general;
  scene scene;
  mcpclient_call *call = NULL;
  setting.argv = idle;
  scene_start(&scene, &setting);
  CHECK_NUMBER(mcpclient_state(scene.client), MCPCLIENT_STATE_CONNECTING);
  CHECK_TEXT(mcpclient_revision(scene.client), NULL);
  CHECK_TEXT(mcpclient_server_name(scene.client), NULL);
  CHECK_TEXT(mcpclient_server_version(scene.client), NULL);
  CHECK_TEXT(mcpclient_server_instructions(scene.client), NULL);
  CHECK_TEXT(mcpclient_server_capabilities(scene.client), NULL);
  CHECK_TEXT(mcpclient_server_result(scene.client), NULL);
  CHECK_OK(mcpclient_list_tools(scene.client, NULL, &call));
  CHECK_STATUS(mcpclient_call_wait(call, 10), MCPCLIENT_E_PENDING);
  CHECK_OK(mcpclient_runtime_close(scene.runtime, 10));
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_CLOSED);
  mcpclient_call_free(call);
  scene_close(&scene);
}

static void be_quick(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)host;
  options->connect_timeout_ms = 50;
}

static void test_connect_timeout(void) {
  static const char *const idle[] = {"--idle", NULL};
  setting setting = general;
  scene scene;
  event *event;
  setting.argv = idle;
  setting.adjust = be_quick;
  scene_start(&scene, &setting);
  event = scene_next(&scene, SAW_CLOSED);
  CHECK_STATUS(event->number, MCPCLIENT_E_TIMEOUT);
  event_free(event);
  CHECK_NUMBER(mcpclient_closed_reason(scene.client), MCPCLIENT_CLOSED_TIMEOUT);
  CHECK_OK(mcpclient_runtime_close(scene.runtime, 10));
  scene_close(&scene);
}

static void old_revision(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  static mcpclient_str revision;
  (void)scene;
  (void)host;
  revision = view("2024-11-05");
  options->revisions = &revision;
  options->revision_count = 1;
}

/* proves: VER-05 */
static void test_revision(void) {
  setting setting = general;
  scene scene;
  setting.adjust = old_revision;
  scene_open(&scene, &setting);
  CHECK_TEXT(mcpclient_revision(scene.client), "2024-11-05");
  scene_close(&scene);
}

/* proves: STD-06 */
static void test_stderr(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  event *event;
  char tail[64];
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "stderr", "{\"bytes\":400}");
  CHECK_OK(scene_finish(&scene, call));
  event = scene_next(&scene, SAW_STDERR);
  CHECK(strlen(event->text) > 0);
  event_free(event);
  CHECK(mcpclient_stderr_tail(scene.client, NULL, 0) > 1);
  CHECK(mcpclient_stderr_tail(scene.client, tail, sizeof tail) > 1);
  CHECK(strlen(tail) > 0);
  mcpclient_call_free(call);
  scene_close(&scene);
}

/* proves: STD-12, STD-14 */
static void test_death(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_call *call, *other;
  const mcpclient_error *error;
  mcpclient_error *why = NULL;
  event *event;
  int32_t code = 0;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  CHECK_OK(mcpclient_closed_error(scene.client, &why));
  CHECK(why == NULL);
  other = scene_tool(&scene, "slow", NULL);
  call = scene_tool(&scene, "die", "{\"code\":42}");
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_CLOSED);
  CHECK_STATUS(scene_finish(&scene, other), MCPCLIENT_E_CLOSED);
  error = mcpclient_call_error(call);
  CHECK(mcpclient_error_exit_code(error, &code) && code == 42);
  CHECK(!mcpclient_error_exit_signal(error, NULL));
  CHECK_TEXT(mcpclient_error_stderr_tail(error), "");
  event = scene_next(&scene, SAW_CLOSED);
  CHECK_STATUS(event->number, MCPCLIENT_E_CLOSED);
  event_free(event);
  CHECK_NUMBER(mcpclient_closed_reason(scene.client), MCPCLIENT_CLOSED_BY_SERVER);
  mcpclient_call_free(call);
  mcpclient_call_free(other);
  /* Who comes later is refused, and learns as much. */
  CHECK_STATUS(mcpclient_ping(scene.client, NULL, NULL), MCPCLIENT_E_CLOSED);
  CHECK_STATUS(mcpclient_closed_error(scene.client, &why), MCPCLIENT_E_CLOSED);
  CHECK_STATUS(mcpclient_error_status(why), MCPCLIENT_E_CLOSED);
  CHECK(mcpclient_error_exit_code(why, &code) && code == 42);
  mcpclient_error_free(why);
  CHECK_STATUS(mcpclient_closed_error(scene.client, NULL), MCPCLIENT_E_CLOSED);
  scene_close(&scene);
}

/* What is known of a server's end. */
typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int closed;
  bool exited, killed;
  int32_t code, signal;
  char tail[4096];
} ending;

static void note_end(void *userdata, mcpclient *client, int32_t state,
                     const mcpclient_error *error) {
  ending *ending = userdata;
  (void)client;
  if (state == MCPCLIENT_STATE_CLOSED) {
    pthread_mutex_lock(&ending->lock);
    ending->exited = mcpclient_error_exit_code(error, &ending->code);
    ending->killed = mcpclient_error_exit_signal(error, &ending->signal);
    mcpclient_str_copy(mcpclient_error_stderr_tail(error), ending->tail, sizeof ending->tail);
    ending->closed = 1;
    pthread_cond_broadcast(&ending->changed);
    pthread_mutex_unlock(&ending->lock);
  }
}

/* A shell that tells what it was started with, and ends. */
static void run_shell(ending *ending, mcpclient_runtime *runtime, const char *script, int clear,
                      const char *directory) {
  mcpclient_transport *transport = NULL;
  mcpclient *client = NULL;
  mcpclient_host host;
  mcpclient_str argv[3];
  argv[0] = view("/bin/sh");
  argv[1] = view("-c");
  argv[2] = view(script);
  CHECK_OK(mcpclient_transport_stdio(argv, 3, &transport, NULL));
  CHECK_OK(mcpclient_transport_set_env(transport, view("MCP_GIVEN"), view("a b=c")));
  if (clear) {
    CHECK_OK(mcpclient_transport_clear_env(transport));
  }
  if (directory != NULL) {
    CHECK_OK(mcpclient_transport_set_directory(transport, view(directory)));
  }
  CHECK_OK(mcpclient_transport_set_grace(transport, 1000));
  CHECK_OK(mcpclient_transport_set_stderr_ring(transport, 4096));
  mcpclient_host_init(&host, sizeof host);
  pthread_mutex_init(&ending->lock, NULL);
  pthread_cond_init(&ending->changed, NULL);
  host.userdata = ending;
  host.state = note_end;
  CHECK_OK(mcpclient_new(runtime, transport, &host, NULL, &client, NULL));
  pthread_mutex_lock(&ending->lock);
  while (!ending->closed) {
    pthread_cond_wait(&ending->changed, &ending->lock);
  }
  pthread_mutex_unlock(&ending->lock);
  mcpclient_free(client);
}

/* proves: STD-02, STD-16 */
static void test_environment(void) {
  static const char script[] = "echo \"$MCP_GIVEN|$MCP_HERE|$(pwd)\" >&2; exit 3";
  mcpclient_runtime *runtime = NULL;
  /* They live as long as the runtime, whose callbacks write to them. */
  ending endings[3];
  memset(endings, 0, sizeof endings);
  setenv("MCP_HERE", "inherited", 1);
  CHECK_OK(mcpclient_runtime_new(NULL, &runtime, NULL));
  run_shell(&endings[0], runtime, script, 0, "/");
  CHECK_HAS(view(endings[0].tail), "a b=c|inherited|/");
  CHECK(endings[0].exited && endings[0].code == 3 && !endings[0].killed);
  run_shell(&endings[1], runtime, script, 1, NULL);
  CHECK_HAS(view(endings[1].tail), "a b=c||/");
  run_shell(&endings[2], runtime, "kill -9 $$", 0, NULL);
  CHECK(endings[2].killed && endings[2].signal == 9 && !endings[2].exited);
  mcpclient_runtime_free(runtime);
  CHECK(!strcmp(getenv("MCP_HERE"), "inherited"));
}

/* What is not JSON costs a warning, and nothing else. */
static void test_noise(void) {
  setting setting = general;
  scene scene;
  event *event;
  mcpclient_call *call = NULL;
  setting.script = "../c/scripts/noise.mcpt";
  scene_open(&scene, &setting);
  event = scene_next(&scene, SAW_WARNING);
  CHECK_NUMBER(event->number, MCPCLIENT_WARNING_NOISE);
  CHECK(strstr(event->text, "hello") == NULL);
  event_free(event);
  CHECK_OK(mcpclient_ping(scene.client, NULL, &call));
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  scene_played(&scene);
  scene_close(&scene);
}

/* proves: TOL-02 */
static void test_set_aside(void) {
  setting setting = general;
  scene scene;
  mcpclient_call *call = NULL;
  setting.script = "../c/scripts/set-aside.mcpt";
  scene_open(&scene, &setting);
  CHECK_OK(mcpclient_list_tools(scene.client, NULL, &call));
  CHECK_OK(scene_finish(&scene, call));
  CHECK_NUMBER(mcpclient_call_set_aside_count(call), 1);
  CHECK_TEXT(mcpclient_call_set_aside_name(call, 0), "broken");
  CHECK(mcpclient_call_set_aside_reason(call, 0).len > 0);
  CHECK_TEXT(mcpclient_json_at(mcpclient_call_result(call), view("/tools/1/name")), "\"last\"");
  CHECK_TEXT(mcpclient_json_at(mcpclient_call_result(call), view("/tools/2")), NULL);
  mcpclient_call_free(call);
  scene_played(&scene);
  scene_close(&scene);
}

/* A call of what the server did not declare. */
static void test_undeclared(void) {
  setting setting = general;
  scene scene;
  mcpclient_call *call = NULL;
  setting.script = "../c/scripts/bare.mcpt";
  scene_open(&scene, &setting);
  CHECK_STATUS(mcpclient_list_tools(scene.client, NULL, &call), MCPCLIENT_E_UNSUPPORTED);
  CHECK(call == NULL);
  scene_played(&scene);
  scene_close(&scene);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_facts(dispatch);
    test_stderr(dispatch);
    test_death(dispatch);
  }
  test_connecting();
  test_connect_timeout();
  test_revision();
  test_environment();
  test_noise();
  test_set_aside();
  test_undeclared();
  return check_finish();
}
