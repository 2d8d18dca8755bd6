/* Servers that do what they should not, each a real process: at most what is wrong is lost. */
#include "shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Nobody waits for this long: servers that have to be ended get it for each step of their ending. */
#define LONG_MS 20000
#define SHORT_MS 50
#define UP "say notifications/up '{}'\n"

static const setting general;

static void old_era(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)host;
  legacy(options);
}

/* Starts a shell; the scene may not be ready for long. */
static void play(scene *scene, int32_t dispatch, const char *script, uint64_t grace_ms) {
  setting setting = general;
  setting.dispatch = dispatch;
  setting.transport = shell(script, grace_ms);
  setting.adjust = old_era;
  scene_start(scene, &setting);
}

static void closed(scene *scene, mcpclient_status why, mcpclient_closing reason) {
  event *event = scene_next(scene, SAW_CLOSED);
  CHECK_STATUS(event->number, why);
  CHECK_NUMBER(mcpclient_closed_reason(scene->client), reason);
  event_free(event);
}

/* What the call says of the server's death, which is all that is said. */
static void died(mcpclient_call *call, int32_t code, const char *tail) {
  const mcpclient_error *error = mcpclient_call_error(call);
  int32_t told = -1;
  CHECK(mcpclient_error_exit_code(error, &told));
  CHECK_NUMBER(told, code);
  CHECK(!mcpclient_error_exit_signal(error, NULL));
  CHECK_TEXT(mcpclient_error_stderr_tail(error), tail);
  /* A server's words are no part of the library's. */
  CHECK(*tail == '\0' || strstr(mcpclient_error_message(error).ptr, "broken") == NULL);
  CHECK_TEXT(mcpclient_call_result(call), NULL);
}

/* It dies when the call has begun, and not before. */
/* proves: STD-12, STD-14 */
static void test_death_at_the_start(int32_t dispatch, const char *last_words, const char *tail) {
  setting setting = general;
  scene scene;
  gate gate;
  char script[200];
  mcpclient_call *call;
  snprintf(script, sizeof script, GATED WAIT "%sexit 7", last_words);
  setting.dispatch = dispatch;
  setting.transport = shell(script, LONG_MS);
  setting.adjust = old_era;
  gate_make(&gate, setting.transport);
  scene_start(&scene, &setting);
  call = scene_tool(&scene, "t", NULL);
  CHECK_STATUS(mcpclient_call_status(call), MCPCLIENT_E_PENDING);
  gate_open(&gate);
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_CLOSED);
  died(call, 7, tail);
  closed(&scene, MCPCLIENT_E_CLOSED, MCPCLIENT_CLOSED_BY_SERVER);
  mcpclient_call_free(call);
  scene_close(&scene);
  gate_remove(&gate);
}

/* Every call that waits ends with it; `wound` is what the server does before it exits. */
/* proves: STD-03, STD-12, STD-14 */
static void test_death_in_a_call(int32_t dispatch, const char *wound, const char *tail) {
  enum { OTHERS = 5 };
  scene scene;
  mcpclient_call *call, *others[OTHERS], *late = NULL;
  char script[2000];
  int index;
  snprintf(script, sizeof script, "%snext; next; next; next; next; next; %s exit 3", SHAKEN, wound);
  play(&scene, dispatch, script, LONG_MS);
  for (index = 0; index < OTHERS; index++) {
    others[index] = scene_tool(&scene, "t", NULL);
  }
  call = scene_tool(&scene, "t", NULL);
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_CLOSED);
  died(call, 3, tail);
  for (index = 0; index < OTHERS; index++) {
    CHECK_STATUS(scene_finish(&scene, others[index]), MCPCLIENT_E_CLOSED);
    died(others[index], 3, tail);
    mcpclient_call_free(others[index]);
  }
  closed(&scene, MCPCLIENT_E_CLOSED, MCPCLIENT_CLOSED_BY_SERVER);
  CHECK_STATUS(mcpclient_ping(scene.client, NULL, &late), MCPCLIENT_E_CLOSED);
  CHECK(late == NULL);
  mcpclient_call_free(call);
  scene_close(&scene);
}

/* Told by a signal; and what was said before the end arrives. */
/* proves: STD-12, STD-14 */
static void test_last_words(int32_t dispatch) {
  scene scene;
  mcpclient_call *call;
  int32_t signal = 0;
  play(&scene, dispatch, SHAKEN "next; kill -9 $$", LONG_MS);
  call = scene_tool(&scene, "t", NULL);
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_CLOSED);
  CHECK(mcpclient_error_exit_signal(mcpclient_call_error(call), &signal) && signal == 9);
  mcpclient_call_free(call);
  scene_close(&scene);

  play(&scene, dispatch, SHAKEN "next; reply '{\"last\":\"words\"}'; exit 0", LONG_MS);
  call = scene_tool(&scene, "t", NULL);
  CHECK_OK(scene_finish(&scene, call));
  CHECK_TEXT(mcpclient_call_result(call), "{\"last\":\"words\"}");
  closed(&scene, MCPCLIENT_E_CLOSED, MCPCLIENT_CLOSED_BY_SERVER);
  mcpclient_call_free(call);
  scene_close(&scene);
}

#define LOG "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\",\"data\":"

/* What is no message costs its own line; what only looks odd costs nothing. */
/* proves: STD-05, RPC-01 */
static void test_noise(int32_t dispatch) {
  static const char *const arrives[] = {
      "\"mark\"", "\"a\xe2\x80\xa8" "b\xc2\x85" "c\"", "\"\xe2\x82\xac\"", "\"last\""};
  static const char script[] = GATED SHAKEN
      "next\n"
      "printf 'Starting server...\\n\\n   \\n'\n"
      "printf '\\357\\273\\277" LOG "\"mark\"}}\\r\\n'\n"
      "printf '" LOG "\"\\377\\376\"}}\\n'\n"
      "printf '" LOG "\"a\\342\\200\\250b\\302\\205c\"}}\\n'\n"
      /* One character in three pieces, each read before the next is written. */
      "printf '" LOG "\"\\342'; echo 1 >&2\n" WAIT
      "printf '\\202'; echo 2 >&2\n" WAIT
      "printf '\\254\"}}\\r\\n'\n"
      "printf '" LOG "\"last\"}}\\n'\n"
      "reply '{\"ok\":true}'\n"
      "next; reply '{}'; next";
  setting setting = general;
  scene scene;
  mcpclient *other = NULL;
  mcpclient_call *call, *ping = NULL;
  event *event;
  gate gate;
  size_t index;
  setting.dispatch = dispatch;
  setting.transport = shell(script, LONG_MS);
  setting.adjust = old_era;
  gate_make(&gate, setting.transport);
  scene_open(&scene, &setting);
  CHECK_OK(mcpclient_new(scene.runtime, general_server(LONG_MS), NULL, NULL, &other, NULL));
  call = scene_tool(&scene, "t", NULL);
  for (index = 0; index < 2; index++) {
    event_free(scene_next(&scene, SAW_STDERR));
    /* Whoever reads for this runtime has had its turn when this comes back. */
    CHECK_OK(mcpclient_ping(other, NULL, &ping));
    CHECK_OK(scene_finish(&scene, ping));
    mcpclient_call_free(ping);
    gate_open(&gate);
  }
  CHECK_OK(scene_finish(&scene, call));
  CHECK_TEXT(mcpclient_call_result(call), "{\"ok\":true}");
  mcpclient_call_free(call);
  for (index = 0; index < sizeof arrives / sizeof *arrives; index++) {
    event = scene_next(&scene, SAW_LOG);
    CHECK_TEXT(mcpclient_json_at(view(event->text), view("/data")), arrives[index]);
    event_free(event);
  }
  for (index = 0; index < 2; index++) {
    event = scene_next(&scene, SAW_WARNING);
    CHECK_NUMBER(event->number, MCPCLIENT_WARNING_NOISE);
    event_free(event);
  }
  CHECK_OK(mcpclient_ping(scene.client, NULL, &ping));
  CHECK_OK(scene_finish(&scene, ping));
  mcpclient_call_free(ping);
  CHECK(!scene_has(&scene, SAW_LOG) && !scene_has(&scene, SAW_WARNING));
  mcpclient_free(other);
  scene_close(&scene);
  gate_remove(&gate);
}

/* Nobody blocks on stderr; and lines that the host is too slow for are counted. */
/* proves: STD-06 */
static void test_a_megabyte_on_stderr(int32_t dispatch) {
  /* With their newlines; the last is what is left of the megabyte. */
  enum { MEGABYTE = 1 << 20, LINE = 80, LAST = MEGABYTE % LINE, LINES = MEGABYTE / LINE + 1 };
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  char *text;
  size_t length = 0;
  long seen = 0, dropped = 0;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "stderr", "{\"bytes\":1048576}");
  text = scene_text(&scene, call);
  CHECK_TEXT(view(text), "1048576");
  free(text);
  mcpclient_call_free(call);
  while (length + 1 != LAST) {
    event *line = scene_next(&scene, SAW_STDERR);
    length = strlen(line->text);
    CHECK(length + 1 == LINE || length + 1 == LAST);
    event_free(line);
    seen++;
  }
  while (scene_has(&scene, SAW_WARNING)) {
    event *warning = scene_next(&scene, SAW_WARNING);
    CHECK_NUMBER(warning->number, MCPCLIENT_WARNING_DROPPED);
    dropped += strtol(warning->text, NULL, 10);
    event_free(warning);
  }
  CHECK_NUMBER(seen + dropped, LINES);
  /* As much of the end as is kept without being asked for more. */
  CHECK_NUMBER(mcpclient_stderr_tail(scene.client, NULL, 0), (64 << 10) + 1);
  CHECK_NUMBER(mcpclient_state(scene.client), MCPCLIENT_STATE_READY);
  scene_close(&scene);
}

/* Calls that cannot be written wait, and end when they are told to; nothing blocks. */
/* proves: STD-11, CAN-05 */
static void test_a_server_that_stops_reading(int32_t dispatch) {
  enum { CALLS = 8, LARGE = 1 << 20 };
  scene scene;
  mcpclient_call *calls[CALLS];
  char *large = malloc(LARGE + 16);
  int index;
  sprintf(large, "{\"text\":\"");
  memset(large + 9, 'x', LARGE);
  strcpy(large + 9 + LARGE, "\"}");
  play(&scene, dispatch, SHAKEN "trap '' PIPE\n" UP DEAF_TO_THE_END, SHORT_MS);
  event_free(scene_next(&scene, SAW_NOTIFICATION));
  for (index = 0; index < CALLS; index++) {
    calls[index] = scene_tool(&scene, "t", large);
  }
  /* All but the first cannot have left; ending them needs no room in the pipe. */
  for (index = 0; index < CALLS; index++) {
    CHECK_STATUS(mcpclient_call_status(calls[index]), MCPCLIENT_E_PENDING);
    CHECK_OK(mcpclient_call_cancel(calls[index], no_text));
    CHECK_STATUS(scene_finish(&scene, calls[index]), MCPCLIENT_E_CANCELLED);
    mcpclient_call_free(calls[index]);
  }
  free(large);
  CHECK_OK(mcpclient_close(scene.client));
  closed(&scene, MCPCLIENT_E_CLOSED, MCPCLIENT_CLOSED_BY_HOST);
  mcpclient_runtime_free(scene.runtime);
  scene.runtime = NULL;
  CHECK_NUMBER(mcpclient_pid(scene.client), -1);
  scene_close(&scene);
}

/* One end of the pipes is closed, and the process lives on. */
/* proves: STD-12, STD-14 */
static void test_half_closed(int32_t dispatch, const char *script) {
  scene scene;
  mcpclient_call *call;
  play(&scene, dispatch, script, SHORT_MS);
  event_free(scene_next(&scene, SAW_NOTIFICATION));
  call = scene_tool(&scene, "t", NULL);
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_CLOSED);
  closed(&scene, MCPCLIENT_E_CLOSED, MCPCLIENT_CLOSED_BY_SERVER);
  mcpclient_call_free(call);
  scene_close(&scene);
}

static void small(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  old_era(scene, host, options);
  options->max_message_bytes = 65536;
}

/* Only the end of the line says whose it is; other calls, and the connection, live on. */
/* proves: SEC-17 */
static void test_too_large(int32_t dispatch) {
  static const char script[] = SHAKEN
      "large() { head -c 100000 /dev/zero | tr '\\0' x; }\n"
      "next; first=$id; next; second=$id; next\n"
      "printf '{\"jsonrpc\":\"2.0\",\"result\":{\"pad\":\"'; large; printf '\"},\"id\":%s}\\n' \"$first\"\n"
      "printf '" LOG "\"'; large; printf '\"}}\\n'\n"
      "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"pad\":\"' \"$second\"; large; printf '\"}}\\n'\n"
      "reply '{\"ok\":true}'\n"
      "next; reply '{}'; next";
  setting setting = general;
  scene scene;
  mcpclient_call *calls[3], *ping = NULL;
  event *event;
  int index;
  setting.dispatch = dispatch;
  setting.transport = shell(script, LONG_MS);
  setting.adjust = small;
  scene_open(&scene, &setting);
  for (index = 0; index < 3; index++) {
    calls[index] = scene_tool(&scene, "t", NULL);
  }
  CHECK_STATUS(scene_finish(&scene, calls[0]), MCPCLIENT_E_TOO_LARGE);
  CHECK_STATUS(scene_finish(&scene, calls[1]), MCPCLIENT_E_TOO_LARGE);
  CHECK_OK(scene_finish(&scene, calls[2]));
  CHECK_TEXT(mcpclient_call_result(calls[2]), "{\"ok\":true}");
  event = scene_next(&scene, SAW_WARNING);
  CHECK_NUMBER(event->number, MCPCLIENT_WARNING_TOO_LARGE);
  event_free(event);
  CHECK(!scene_has(&scene, SAW_LOG));
  CHECK_OK(mcpclient_ping(scene.client, NULL, &ping));
  CHECK_OK(scene_finish(&scene, ping));
  mcpclient_call_free(ping);
  for (index = 0; index < 3; index++) {
    mcpclient_call_free(calls[index]);
  }
  scene_close(&scene);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_death_at_the_start(dispatch, "", "");
    test_death_at_the_start(dispatch, "echo broken >&2; ", "broken\n");
    test_death_in_a_call(dispatch, "", "");
    test_death_in_a_call(dispatch, "echo broken >&2;", "broken\n");
    test_death_in_a_call(
        dispatch, "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"a\":1' \"$id\";", "");
    test_death_in_a_call(dispatch,
                         "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"a\":1' \"$id\"; "
                         "echo broken >&2;",
                         "broken\n");
    test_last_words(dispatch);
    test_noise(dispatch);
    test_a_megabyte_on_stderr(dispatch);
    test_a_server_that_stops_reading(dispatch);
    test_half_closed(dispatch, SHAKEN "exec 0<&-\n" UP DEAF_TO_THE_END);
    test_half_closed(dispatch, SHAKEN UP "next; exec 1>&-; " DEAF_TO_THE_END);
    test_too_large(dispatch);
  }
  return check_finish();
}
