/* Many of everything: servers, calls, notifications. Nothing is lost. */
#include "process.h"
#include "shell.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const setting general;

/* Each has its own answer, and threads are no more than for a few. */
/* proves: STD-15 */
static void test_a_hundred_servers(int32_t dispatch) {
  enum { SERVERS = 100, MANY_THREADS = 20 };
  setting setting = general;
  scene scene;
  mcpclient *clients[SERVERS];
  mcpclient_call *calls[SERVERS];
  char text[64], arguments[64];
  int index;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  for (index = 0; index < SERVERS; index++) {
    clients[index] = NULL;
    CHECK_OK(mcpclient_new(scene.runtime, scene_transport(&general), NULL, NULL, &clients[index],
                           NULL));
  }
  for (index = 0; index < SERVERS; index++) {
    snprintf(arguments, sizeof arguments, "{\"text\":\"server %d\"}", index);
    CHECK_OK(mcpclient_call_tool(clients[index], view("echo"), view(arguments), NULL,
                                 &calls[index]));
  }
  for (index = SERVERS - 1; index >= 0; index--) {
    char *told = scene_text(&scene, calls[index]);
    snprintf(text, sizeof text, "server %d", index);
    CHECK(!strcmp(told, text));
    free(told);
    CHECK(mcpclient_call_client(calls[index]) == clients[index]);
    mcpclient_call_free(calls[index]);
  }
  CHECK(process_threads() < MANY_THREADS);
  CHECK_NUMBER(process_children(), SERVERS + 1);
  for (index = 0; index < SERVERS; index++) {
    mcpclient_free(clients[index]);
  }
  scene_close(&scene);
  CHECK_NUMBER(process_children(), 0);
}

enum { IN_FLIGHT = 64 };

/* The calls of one client, of which so many run at a time. */
typedef struct {
  int count, started, running, most;
  mcpclient_call *calls[IN_FLIGHT];
} pipeline;

static void start_next(scene *scene, pipeline *pipeline, int lane) {
  mcpclient_call_options options = scene_call_options(scene, &pipeline->calls[lane]);
  char arguments[64];
  snprintf(arguments, sizeof arguments, "{\"text\":\"call %d of lane %d\"}", pipeline->started, lane);
  pipeline->started++;
  pipeline->running++;
  pipeline->most = pipeline->running > pipeline->most ? pipeline->running : pipeline->most;
  CHECK_OK(mcpclient_call_tool(scene->client, view("echo"), view(arguments), &options,
                               &pipeline->calls[lane]));
}

/* The end of one starts the next: from inside the callback. */
static void go_on(scene *scene, mcpclient_call *call) {
  pipeline *pipeline = scene->extra;
  int lane;
  for (lane = 0; pipeline->calls[lane] != call && lane < IN_FLIGHT - 1; lane++) {
  }
  CHECK(pipeline->calls[lane] == call);
  mcpclient_call_free(call);
  pipeline->calls[lane] = NULL;
  pipeline->running--;
  if (pipeline->started < pipeline->count) {
    start_next(scene, pipeline, lane);
  }
}

/* Until the first ones are under way nobody goes on. */
static void hold(scene *scene, mcpclient_input *input) {
  pipeline *pipeline = scene->extra;
  int lane;
  for (lane = 0; lane < IN_FLIGHT; lane++) {
    start_next(scene, pipeline, lane);
  }
  scene->on_done = go_on;
  CHECK_OK(mcpclient_input_decline(input, no_text));
  mcpclient_input_free(input);
}

static void test_many_calls_with_64_in_flight(int32_t dispatch) {
  setting setting = general;
  scene scene;
  pipeline pipeline;
  mcpclient_call *form;
  int *seen;
  int index;
  memset(&pipeline, 0, sizeof pipeline);
  pipeline.count = check_count(10000, 1000);
  seen = calloc((size_t)pipeline.count, sizeof *seen);
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  scene.extra = &pipeline;
  scene.on_input = hold;
  form = scene_tool(&scene, "form", NULL);
  for (index = 0; index < pipeline.count; index++) {
    event *event = scene_next(&scene, SAW_DONE);
    mcpclient_str text = mcpclient_json_at(view(event->text), view("/content/0/text"));
    int call = -1, lane = -1;
    CHECK_OK(event->number);
    CHECK(text.ptr != NULL && sscanf(text.ptr, "\"call %d of lane %d\"", &call, &lane) == 2);
    CHECK(lane >= 0 && event->userdata == &pipeline.calls[lane]);
    CHECK(call >= 0 && call < pipeline.count && seen[call]++ == 0);
    event_free(event);
    event_free(scene_next(&scene, SAW_FREED));
  }
  CHECK_NUMBER(pipeline.started, pipeline.count);
  CHECK_NUMBER(pipeline.running, 0);
  CHECK_NUMBER(pipeline.most, IN_FLIGHT);
  CHECK(!scene_has(&scene, SAW_DONE) && !scene_has(&scene, SAW_WARNING));
  CHECK_OK(scene_finish(&scene, form));
  mcpclient_call_free(form);
  free(seen);
  scene_close(&scene);
}

/* Log messages that carry numbers, which must come in order. */
typedef struct {
  int64_t last, last_at_the_end;
  int disorder;
} order;

static void take_number(void *userdata, mcpclient *client, mcpclient_str params) {
  scene *scene = userdata;
  order *order = scene->extra;
  int64_t number = -1;
  (void)client;
  mcpclient_json_integer(mcpclient_json_at(params, MCPCLIENT_STR("/data")), &number);
  order->disorder += number != order->last + 1;
  order->last = number;
}

static void note_the_end(scene *scene, mcpclient_call *call) {
  order *order = scene->extra;
  (void)call;
  order->last_at_the_end = order->last;
}

static void count_numbers(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  legacy(options);
  host->log = take_number;
}

/* At the default limits. */
/* proves: LOG-03 */
static void test_many_notifications_in_one_call(int32_t dispatch) {
  static const char script[] = SHAKEN
      "next\n"
      "seq 1 $COUNT | sed 's/.*/{\"jsonrpc\":\"2.0\",\"method\":\"notifications\\/message\","
      "\"params\":{\"level\":\"info\",\"data\":&}}/'\n"
      "reply '{}'; next";
  const int count = check_count(100000, 10000);
  setting setting = general;
  scene scene;
  order order = {0, -1, 0};
  mcpclient_call *call = NULL;
  mcpclient_call_options options;
  event *event;
  setting.dispatch = dispatch;
  setting.transport = shell(script, 20000);
  shell_count(setting.transport, count);
  setting.adjust = count_numbers;
  scene_open(&scene, &setting);
  scene.extra = &order;
  scene.on_done = note_the_end;
  options = scene_call_options(&scene, NULL);
  CHECK_OK(mcpclient_call_tool(scene.client, view("t"), no_text, &options, &call));
  event = scene_next(&scene, SAW_DONE);
  CHECK_OK(event->number);
  event_free(event);
  event_free(scene_next(&scene, SAW_FREED));
  CHECK_NUMBER(order.last_at_the_end, count);
  CHECK_NUMBER(order.disorder, 0);
  CHECK(!scene_has(&scene, SAW_WARNING));
  mcpclient_call_free(call);
  scene_close(&scene);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_a_hundred_servers(dispatch);
    test_many_calls_with_64_in_flight(dispatch);
    test_many_notifications_in_one_call(dispatch);
  }
  return check_finish();
}
