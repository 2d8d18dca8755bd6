/* Floods of requests, notifications and unknown ids: memory stays bounded, and what goes is counted. */
#include "process.h"
#include "shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONG_MS 20000

/* Bytes that each message of a flood carries, so that keeping them all would show. */
enum { PAD = 1000 };
#define PADDED "pad=$(head -c 1000 /dev/zero | tr '\\0' x)\n"

/* What the buffers of two pipes and the events that may wait can come to; each flood is several times it. */
enum { BOUND = 4 << 20, EVENTS = 512, OUTGOING = 64 << 10 };

static const setting general;

/* A host that does not listen until it is let go, and then counts. */
typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int blocked, released;
  /* Of the messages, whose numbers must come in order; of warnings, all of one kind. */
  int64_t last;
  int disorder, warnings, others;
  size_t most;
} dam;

static void dam_init(dam *dam) {
  memset(dam, 0, sizeof *dam);
  pthread_mutex_init(&dam->lock, NULL);
  pthread_cond_init(&dam->changed, NULL);
}

static void hold_back(dam *dam) {
  size_t memory = process_memory();
  pthread_mutex_lock(&dam->lock);
  dam->most = memory > dam->most ? memory : dam->most;
  dam->blocked = 1;
  pthread_cond_broadcast(&dam->changed);
  while (!dam->released) {
    pthread_cond_wait(&dam->changed, &dam->lock);
  }
  pthread_mutex_unlock(&dam->lock);
}

static void until_blocked(dam *dam) {
  pthread_mutex_lock(&dam->lock);
  while (!dam->blocked) {
    pthread_cond_wait(&dam->changed, &dam->lock);
  }
  pthread_mutex_unlock(&dam->lock);
}

static void release(dam *dam) {
  pthread_mutex_lock(&dam->lock);
  dam->released = 1;
  pthread_cond_broadcast(&dam->changed);
  pthread_mutex_unlock(&dam->lock);
}

static void on_number(void *userdata, mcpclient *client, mcpclient_str params) {
  dam *dam = ((scene *)userdata)->extra;
  int64_t number = -1;
  (void)client;
  hold_back(dam);
  mcpclient_json_integer(mcpclient_json_at(params, MCPCLIENT_STR("/data")), &number);
  dam->disorder += number != dam->last + 1;
  dam->last = number;
}

static void on_unknown(void *userdata, mcpclient *client, mcpclient_warning_kind kind,
                       mcpclient_str detail) {
  dam *dam = ((scene *)userdata)->extra;
  (void)client;
  (void)detail;
  hold_back(dam);
  dam->warnings += kind == MCPCLIENT_WARNING_UNKNOWN_ANSWER;
  dam->others += kind != MCPCLIENT_WARNING_UNKNOWN_ANSWER;
}

static void narrow(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)host;
  legacy(options);
  options->max_events = EVENTS;
  options->max_outgoing_bytes = OUTGOING;
}

static void narrow_numbers(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  narrow(scene, host, options);
  host->log = on_number;
}

static void narrow_unknown(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  narrow(scene, host, options);
  host->warning = on_unknown;
}

/* A client of the same runtime beside the flood. */
static mcpclient *beside(scene *scene) {
  mcpclient *client = NULL;
  mcpclient_call *ping = NULL;
  CHECK_OK(mcpclient_new(scene->runtime, general_server(LONG_MS), NULL, NULL, &client, NULL));
  CHECK_OK(mcpclient_ping(client, NULL, &ping));
  CHECK_OK(scene_finish(scene, ping));
  mcpclient_call_free(ping);
  return client;
}

/* Gives the flood the time of many calls of another client, none of which it delays. */
static void let_it_rise(scene *scene, mcpclient *client) {
  enum { CALLS = 300 };
  int index;
  for (index = 0; index < CALLS; index++) {
    mcpclient_call *ping = NULL;
    CHECK_OK(mcpclient_ping(client, NULL, &ping));
    CHECK_OK(scene_finish(scene, ping));
    mcpclient_call_free(ping);
  }
}

static size_t growth(size_t most, size_t before) { return most > before ? most - before : 0; }

/* The host is behind: the server waits, and nothing is lost. */
static void flood(const char *script, int count,
                  void (*adjust)(scene *, mcpclient_host *, mcpclient_options *), dam *dam) {
  setting setting = general;
  scene scene;
  mcpclient *other;
  mcpclient_call *call;
  size_t before;
  dam_init(dam);
  setting.transport = shell(script, LONG_MS);
  shell_count(setting.transport, count);
  setting.adjust = adjust;
  scene_open(&scene, &setting);
  scene.extra = dam;
  other = beside(&scene);
  before = process_memory();
  call = scene_tool(&scene, "t", NULL);
  until_blocked(dam);
  let_it_rise(&scene, other);
  CHECK_STATUS(mcpclient_call_status(call), MCPCLIENT_E_PENDING);
  CHECK_BELOW(growth(process_memory(), before), BOUND);
  release(dam);
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  CHECK_BELOW(growth(dam->most, before), BOUND);
  mcpclient_free(other);
  scene_close(&scene);
}

/* proves: SEC-17, LOG-03 */
static void test_notifications(void) {
  static const char script[] =
      SHAKEN PADDED
      "next; seq 1 $COUNT | sed \"s/.*/{\\\"jsonrpc\\\":\\\"2.0\\\","
      "\\\"method\\\":\\\"notifications\\\\/message\\\",\\\"params\\\":{\\\"level\\\":\\\"info\\\","
      "\\\"data\\\":&,\\\"pad\\\":\\\"$pad\\\"}}/\"\n"
      "reply '{}'; next";
  const int count = check_count(20000, 8000);
  dam dam;
  CHECK(count * PAD > BOUND);
  flood(script, count, narrow_numbers, &dam);
  CHECK_NUMBER(dam.last, count);
  CHECK_NUMBER(dam.disorder, 0);
}

/* proves: SEC-17 */
static void test_unknown_ids(void) {
  static const char script[] =
      SHAKEN "next; seq 1 $COUNT | sed 's/.*/{\"jsonrpc\":\"2.0\",\"id\":\"nobody-&\",\"result\":{}}/'\n"
      "reply '{}'; next";
  const int count = check_count(100000, 30000);
  dam dam;
  flood(script, count, narrow_unknown, &dam);
  CHECK_NUMBER(dam.warnings, count);
  CHECK_NUMBER(dam.others, 0);
}

/* Nobody reads the answers: no more requests are read, until somebody does. */
/* proves: SEC-17, TMO-07 */
static void test_requests(int32_t dispatch) {
  /* Each id comes back, so an answer is as long as a request. */
  static const char script[] =
      GATED SHAKEN PADDED
      "next; seq 1 $COUNT | sed \"s/.*/{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":\\\"$pad-&\\\","
      "\\\"method\\\":\\\"ping\\\"}/\" &\n" WAIT
      "answered=$(head -n $COUNT | grep -c '^{.*x-.*\"result\":{}.*}$')\n"
      "reply \"{\\\"answered\\\":$answered}\"; next";
  const int count = check_count(20000, 8000);
  setting setting = general;
  scene scene;
  gate gate;
  mcpclient *other;
  mcpclient_call *call;
  int64_t answered = 0;
  size_t before, most = 0;
  setting.dispatch = dispatch;
  setting.transport = shell(script, LONG_MS);
  shell_count(setting.transport, count);
  setting.adjust = narrow;
  gate_make(&gate, setting.transport);
  scene_open(&scene, &setting);
  other = beside(&scene);
  before = process_memory();
  call = scene_tool(&scene, "t", NULL);
  let_it_rise(&scene, other);
  CHECK_BELOW(growth(process_memory(), before), BOUND);
  gate_open(&gate);
  while (mcpclient_call_status(call) == MCPCLIENT_E_PENDING) {
    mcpclient_call *ping = NULL;
    size_t memory;
    CHECK_OK(mcpclient_ping(other, NULL, &ping));
    CHECK_OK(scene_finish(&scene, ping));
    mcpclient_call_free(ping);
    memory = process_memory();
    most = memory > most ? memory : most;
  }
  CHECK_OK(scene_finish(&scene, call));
  CHECK(mcpclient_json_integer(mcpclient_json_at(mcpclient_call_result(call), view("/answered")),
                               &answered));
  CHECK_NUMBER(answered, count);
  CHECK_BELOW(growth(most, before), BOUND);
  mcpclient_call_free(call);
  mcpclient_free(other);
  scene_close(&scene);
  gate_remove(&gate);
}

/* As the server's script says. */
enum { INPUTS = 4 };

static void few_inputs(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  narrow(scene, host, options);
  options->max_inputs = INPUTS;
}

/* So many are open, and the rest is refused; those that are open can be answered. */
/* proves: SEC-17, ELI-45 */
static void test_forms(int32_t dispatch) {
  static const char script[] =
      SHAKEN "next; seq 1 $COUNT | sed 's/.*/{\"jsonrpc\":\"2.0\",\"id\":&,"
      "\"method\":\"elicitation\\/create\",\"params\":{\"message\":\"m\","
      "\"requestedSchema\":{\"type\":\"object\",\"properties\":{}}}}/' &\n"
      "refused=$(head -n $((COUNT - 4)) | grep -c '\"error\"')\n"
      "reply \"{\\\"refused\\\":$refused}\"\n"
      "next; declined=$(head -n 4 | grep -c '\"decline\"')\n"
      "reply \"{\\\"declined\\\":$declined}\"; next";
  const int count = 1000;
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  int64_t refused = 0, declined = 0;
  int index;
  setting.dispatch = dispatch;
  setting.transport = shell(script, LONG_MS);
  shell_count(setting.transport, count);
  setting.adjust = few_inputs;
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "t", NULL);
  CHECK_OK(scene_finish(&scene, call));
  CHECK(mcpclient_json_integer(mcpclient_json_at(mcpclient_call_result(call), view("/refused")),
                               &refused));
  CHECK_NUMBER(refused, count - INPUTS);
  mcpclient_call_free(call);
  call = scene_tool(&scene, "t", NULL);
  for (index = 0; index < INPUTS; index++) {
    mcpclient_input *input = scene_input(&scene, MCPCLIENT_INPUT_FORM);
    CHECK(mcpclient_input_is_open(input));
    CHECK_OK(mcpclient_input_decline(input, no_text));
    mcpclient_input_free(input);
  }
  CHECK_OK(scene_finish(&scene, call));
  CHECK(mcpclient_json_integer(mcpclient_json_at(mcpclient_call_result(call), view("/declined")),
                               &declined));
  CHECK_NUMBER(declined, INPUTS);
  CHECK(!scene_has(&scene, SAW_INPUT));
  mcpclient_call_free(call);
  scene_close(&scene);
}

enum { ROOM = 16 };

static void little_room(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  static mcpclient_str revision;
  (void)scene;
  (void)host;
  revision = view("2025-03-26");
  options->revisions = &revision;
  options->revision_count = 1;
  options->max_events = ROOM;
}

/* One line brings more than may wait: the rest goes, and the host is told how much. */
/* proves: SEC-17 */
static void test_what_is_dropped_is_counted(int32_t dispatch) {
  static const char script[] =
      SHAKEN_IN("2025-03-26")
      "next; printf '['; seq 1 $COUNT | sed 's/.*/{\"jsonrpc\":\"2.0\",\"method\":"
      "\"notifications\\/message\",\"params\":{\"level\":\"info\",\"data\":&}},/' | tr -d '\\n'\n"
      "printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}]\\n' \"$id\"; next";
  const int count = 500;
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  event *event;
  int kept = 0, dropped = 0;
  setting.dispatch = dispatch;
  setting.transport = shell(script, LONG_MS);
  shell_count(setting.transport, count);
  setting.adjust = little_room;
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "t", NULL);
  /* Which is no notification, and comes in any case. */
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  event = scene_next(&scene, SAW_WARNING);
  CHECK_NUMBER(event->number, MCPCLIENT_WARNING_DROPPED);
  dropped = (int)strtol(event->text, NULL, 10);
  event_free(event);
  while (scene_has(&scene, SAW_LOG)) {
    event = scene_next(&scene, SAW_LOG);
    event_free(event);
    kept++;
  }
  CHECK_NUMBER(kept, ROOM);
  CHECK_NUMBER(kept + dropped, count);
  CHECK(!scene_has(&scene, SAW_WARNING));
  scene_close(&scene);
}

int main(void) {
  int32_t dispatch;
  /* A host that does not listen blocks a thread of the library's; elsewhere it would block itself. */
  test_notifications();
  test_unknown_ids();
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_requests(dispatch);
    test_forms(dispatch);
    test_what_is_dropped_is_counted(dispatch);
  }
  return check_finish();
}
