/* How servers end: with everything they started, whatever they do against it. */
#include "process.h"
#include "shell.h"

#include <stdlib.h>
#include <string.h>

#define SHORT_MS 50
#define LONG_MS 20000
/* What the server started is there. */
#define UP "say notifications/up '{}'\n"
/* One that tells so itself, when it has left for a session of its own. */
#define LEAVE                                                                                    \
  "setsid sh -c 'echo \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/up\\\"}\"; " \
  "exec sleep 600' &\n"

static const setting general;

static void old_era(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)host;
  legacy(options);
}

/* Starts a server, and waits until what it starts in turn is up. */
static void play(scene *scene, kin *kin, int32_t dispatch, const char *script) {
  setting setting = general;
  kin_make(kin);
  setting.dispatch = dispatch;
  setting.transport = shell(script, SHORT_MS);
  setting.adjust = old_era;
  kin_tell(kin, setting.transport);
  scene_open(scene, &setting);
  event_free(scene_next(scene, SAW_NOTIFICATION));
}

/* Nothing that came of the server outlives it by itself. */
static void finish(scene *scene, kin *kin) {
  scene_close(scene);
  CHECK_NUMBER(process_children(), 0);
  CHECK(kin_end(kin));
  kin_remove(kin);
}

/* The shell is gone when the runtime is, and so is what it was the wrapper of. */
/* proves: STD-11 */
static void test_a_wrapper(int32_t dispatch, const char *script) {
  scene scene;
  kin kin;
  play(&scene, &kin, dispatch, script);
  CHECK_NUMBER(mcpclient_state(scene.client), MCPCLIENT_STATE_READY);
  finish(&scene, &kin);
}

/* The connection is over although the pipes are still open somewhere. */
/* proves: STD-11, STD-12 */
static void test_a_grandchild_that_holds_the_pipes(int32_t dispatch) {
  scene scene;
  kin kin;
  mcpclient_call *call;
  event *event;
  play(&scene, &kin, dispatch, KIN SHAKEN "sleep 600 &\n" UP "next; reply '{}'; exit 0");
  call = scene_tool(&scene, "t", NULL);
  CHECK_OK(scene_finish(&scene, call));
  event = scene_next(&scene, SAW_CLOSED);
  CHECK_STATUS(event->number, MCPCLIENT_E_CLOSED);
  event_free(event);
  CHECK_NUMBER(mcpclient_closed_reason(scene.client), MCPCLIENT_CLOSED_BY_SERVER);
  mcpclient_call_free(call);
  finish(&scene, &kin);
}

/* Nor does one that never stops to write keep a dead server alive. */
/* proves: STD-11 */
static void test_a_grandchild_that_never_stops(int32_t dispatch) {
  scene scene;
  kin kin;
  event *event;
  play(&scene, &kin, dispatch,
       KIN SHAKEN "noise=$(head -c 10000 /dev/zero | tr '\\0' x)\n" UP
                  "(trap '' TERM; while :; do echo \"$noise\"; done) &\n"
                  "exit 3");
  event = scene_next(&scene, SAW_CLOSED);
  CHECK_STATUS(event->number, MCPCLIENT_E_CLOSED);
  event_free(event);
  finish(&scene, &kin);
}

/* Nothing is lost of what was sent before the end, and a good server ends by itself. */
/* proves: STD-11 */
static void test_a_good_end(int32_t dispatch) {
  enum { NOTES = 5, LARGE = 300000 };
  scene scene;
  gate gate;
  setting setting = general;
  char *params = malloc(LARGE + 16);
  int note, lines = 0, others = 0;
  strcpy(params, "{\"pad\":\"");
  memset(params + 8, 'x', LARGE);
  strcpy(params + 8 + LARGE, "\"}");
  setting.dispatch = dispatch;
  /* It begins to read when all was sent, and all was sent when the client is closed. */
  setting.transport =
      shell(GATED SHAKEN "trap 'echo told twice >&2' TERM\n" WAIT
            "while read -r line; do echo \"${#line}\" >&2; done; echo end >&2",
            LONG_MS);
  setting.adjust = old_era;
  gate_make(&gate, setting.transport);
  scene_open(&scene, &setting);
  for (note = 0; note < NOTES; note++) {
    CHECK_OK(mcpclient_notify(scene.client, view("notifications/n"), view(params)));
  }
  CHECK_OK(mcpclient_close(scene.client));
  gate_open(&gate);
  event_free(scene_next(&scene, SAW_CLOSED));
  mcpclient_runtime_free(scene.runtime);
  scene.runtime = NULL;
  {
    /* What comes on stderr after the last callback is in the tail. */
    char tail[200], *line;
    mcpclient_stderr_tail(scene.client, tail, sizeof tail);
    for (line = strtok(tail, "\n"); line != NULL; line = strtok(NULL, "\n")) {
      lines += strtol(line, NULL, 10) > LARGE;
      others += strtol(line, NULL, 10) == 0;
      CHECK(strtol(line, NULL, 10) > LARGE || !strcmp(line, "end"));
    }
  }
  CHECK_NUMBER(lines, NOTES);
  CHECK_NUMBER(others, 1);
  CHECK_NUMBER(mcpclient_pid(scene.client), -1);
  free(params);
  scene_close(&scene);
  gate_remove(&gate);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    /* The inner server ignores the end of its input; that it is told to end; or has left the group. */
    test_a_wrapper(dispatch, KIN SHAKEN "sleep 600 &\n" UP "wait");
    test_a_wrapper(dispatch, KIN SHAKEN "trap '' TERM; sleep 600 &\n" UP "while :; do wait; done");
    if (process_can_end_strays()) {
      test_a_wrapper(dispatch, KIN SHAKEN LEAVE "while read -r line; do :; done");
    }
    test_a_grandchild_that_holds_the_pipes(dispatch);
    test_a_grandchild_that_never_stops(dispatch);
    test_a_good_end(dispatch);
  }
  return check_finish();
}
