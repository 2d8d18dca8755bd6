/* Cancelling: from inside a callback, from another thread, at the moment the result arrives. */
#include "shell.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

static const setting general;

static void old_era(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)host;
  legacy(options);
}

/* The call ended once, so, and nothing more is told of it. */
static void ended(scene *scene, mcpclient_call *call, mcpclient_status how) {
  event *event;
  CHECK_STATUS(scene_finish(scene, call), how);
  event = scene_next(scene, SAW_DONE);
  CHECK(event->call == call);
  CHECK_STATUS(event->number, how);
  event_free(event);
  event_free(scene_next(scene, SAW_FREED));
  CHECK(!scene_has(scene, SAW_DONE) && !scene_has(scene, SAW_FREED));
  CHECK((mcpclient_call_result(call).ptr != NULL) == (how == MCPCLIENT_OK));
  CHECK_STATUS(mcpclient_call_cancel(call, no_text), MCPCLIENT_E_GONE);
  mcpclient_call_free(call);
}

static mcpclient_call *start(scene *scene, const char *tool, const char *arguments) {
  mcpclient_call_options options = scene_call_options(scene, scene);
  mcpclient_call *call = NULL;
  CHECK_OK(mcpclient_call_tool(scene->client, view(tool), view(arguments), &options, &call));
  return call;
}

/* Its own progress ends a call. */
static void cancel_at_progress(void *userdata, mcpclient_call *call, mcpclient_str params) {
  scene *scene = userdata;
  (void)params;
  ++*(int *)scene->extra;
  CHECK_OK(mcpclient_call_cancel(call, view("seen enough")));
  CHECK_STATUS(mcpclient_call_cancel(call, no_text), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_call_wait(call, -1), MCPCLIENT_E_REENTRANT);
}

static void watch_progress(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)options;
  host->progress = cancel_at_progress;
}

/* proves: CAN-01, CAN-05 */
static void test_inside_a_callback(int32_t dispatch) {
  setting setting = general;
  scene scene;
  int count = 0;
  mcpclient_call *call;
  setting.dispatch = dispatch;
  setting.adjust = watch_progress;
  scene_open(&scene, &setting);
  scene.extra = &count;
  call = start(&scene, "slow", "{\"count\":1}");
  ended(&scene, call, MCPCLIENT_E_CANCELLED);
  CHECK_NUMBER(count, 1);
  call = start(&scene, "echo", NULL);
  ended(&scene, call, MCPCLIENT_OK);
  scene_close(&scene);
}

/* While the host waits for it, another thread ends it; of many such threads one does. */
typedef struct {
  pthread_barrier_t *begin;
  mcpclient_call *call;
  mcpclient_status said;
} canceller;

static void *cancel_together(void *given) {
  canceller *canceller = given;
  pthread_barrier_wait(canceller->begin);
  canceller->said = mcpclient_call_cancel(canceller->call, no_text);
  return NULL;
}

/* proves: CAN-05 */
static void test_from_other_threads(int32_t dispatch) {
  enum { THREADS = 4 };
  setting setting = general;
  scene scene;
  pthread_barrier_t begin;
  pthread_t threads[THREADS];
  canceller cancellers[THREADS];
  mcpclient_call *call;
  int index, did = 0, late = 0;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  call = start(&scene, "slow", NULL);
  pthread_barrier_init(&begin, NULL, THREADS);
  for (index = 0; index < THREADS; index++) {
    cancellers[index].begin = &begin;
    cancellers[index].call = call;
    CHECK(pthread_create(&threads[index], NULL, cancel_together, &cancellers[index]) == 0);
  }
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_CANCELLED);
  for (index = 0; index < THREADS; index++) {
    pthread_join(threads[index], NULL);
    did += cancellers[index].said == MCPCLIENT_OK;
    late += cancellers[index].said == MCPCLIENT_E_GONE;
  }
  CHECK_NUMBER(did, 1);
  CHECK_NUMBER(late, THREADS - 1);
  ended(&scene, call, MCPCLIENT_E_CANCELLED);
  pthread_barrier_destroy(&begin);
  scene_close(&scene);
}

/* The result is there, and nobody has told the host yet: it is too late. */
/* proves: CAN-05 */
static void test_the_result_was_first(void) {
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  struct pollfd pollfd;
  size_t left = 1;
  setting.dispatch = MCPCLIENT_DISPATCH_PUMP;
  scene_open(&scene, &setting);
  CHECK_OK(mcpclient_runtime_pump(scene.runtime, 0, &left));
  CHECK_NUMBER(left, 0);
  pollfd.fd = mcpclient_runtime_wakeup_fd(scene.runtime);
  pollfd.events = POLLIN;
  CHECK_NUMBER(poll(&pollfd, 1, 0), 0);
  call = start(&scene, "echo", NULL);
  /* The only thing that can be there to pump is its end. */
  CHECK_NUMBER(poll(&pollfd, 1, 120000), 1);
  CHECK(!scene_has(&scene, SAW_DONE));
  CHECK_STATUS(mcpclient_call_cancel(call, no_text), MCPCLIENT_E_GONE);
  ended(&scene, call, MCPCLIENT_OK);
  scene_close(&scene);
}

/* The result is under way when the call is cancelled, and comes after that: it is passed over. */
/* proves: CAN-04, CAN-05 */
static void test_the_result_was_second(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  setting.dispatch = dispatch;
  /* It answers when it reads of the cancellation, and answers the next call after that. */
  setting.transport = shell(SHAKEN "while :; do\n"
                                   "  next; reply '{\"first\":true}'; next; late=$id\n"
                                   "  read -r line; id=$late; reply '{\"late\":true}'\n"
                                   "done",
                            20000);
  setting.adjust = old_era;
  scene_open(&scene, &setting);
  call = start(&scene, "t", NULL);
  ended(&scene, call, MCPCLIENT_OK);
  call = start(&scene, "t", NULL);
  CHECK_OK(mcpclient_call_cancel(call, no_text));
  ended(&scene, call, MCPCLIENT_E_CANCELLED);
  call = start(&scene, "t", NULL);
  CHECK_OK(scene_finish(&scene, call));
  CHECK_TEXT(mcpclient_call_result(call), "{\"first\":true}");
  ended(&scene, call, MCPCLIENT_OK);
  CHECK(!scene_has(&scene, SAW_WARNING));
  scene_close(&scene);
}

/*
 * The callback of one call cancels the next one, whose result the server wrote together with the
 * first: whether it was read by then is the system's choice, and what is told fits together.
 */
static void cancel_the_next(scene *scene, mcpclient_call *call) {
  mcpclient_call **calls = scene->extra;
  if (call == calls[0]) {
    mcpclient_status said = mcpclient_call_cancel(calls[1], no_text);
    CHECK(said == MCPCLIENT_OK || said == MCPCLIENT_E_GONE);
    calls[2] = said == MCPCLIENT_OK ? calls[1] : NULL;
  }
}

/* proves: CAN-04, CAN-05 */
static void test_both_at_once(int32_t dispatch) {
  const int rounds = check_count(100, 10);
  setting setting = general;
  scene scene;
  mcpclient_call *calls[3];
  event *event;
  int round;
  setting.dispatch = dispatch;
  setting.transport =
      shell(SHAKEN "while :; do\n"
                   "  next; first=$id; next\n"
                   "  printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}\\n"
                   "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}\\n' \"$first\" \"$id\"\n"
                   "  next; case \"$line\" in *notifications/cancelled*) next ;; esac\n"
                   "  reply '{}'\n"
                   "done",
            20000);
  setting.adjust = old_era;
  scene_open(&scene, &setting);
  scene.extra = calls;
  for (round = 0; round < rounds; round++) {
    /* The callback finds both under way: the server answers none before it has read two. */
    calls[2] = NULL;
    calls[0] = calls[1] = NULL;
    scene.on_done = NULL;
    {
      mcpclient_call_options options = scene_call_options(&scene, &scene);
      CHECK_OK(mcpclient_call_tool(scene.client, view("t"), no_text, &options, &calls[0]));
      scene.on_done = cancel_the_next;
      options = scene_call_options(&scene, &scene);
      CHECK_OK(mcpclient_call_tool(scene.client, view("t"), no_text, &options, &calls[1]));
    }
    event = scene_next(&scene, SAW_DONE);
    CHECK(event->call == calls[0]);
    CHECK_OK(event->number);
    event_free(event);
    event_free(scene_next(&scene, SAW_FREED));
    CHECK_STATUS(scene_finish(&scene, calls[1]),
                 calls[2] != NULL ? MCPCLIENT_E_CANCELLED : MCPCLIENT_OK);
    ended(&scene, calls[1], mcpclient_call_status(calls[1]));
    mcpclient_call_free(calls[0]);
    scene.on_done = NULL;
    calls[0] = start(&scene, "t", NULL);
    ended(&scene, calls[0], MCPCLIENT_OK);
  }
  CHECK(!scene_has(&scene, SAW_WARNING));
  scene_close(&scene);
}

int main(void) {
  int32_t dispatch;
  test_the_result_was_first();
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_inside_a_callback(dispatch);
    test_from_other_threads(dispatch);
    test_the_result_was_second(dispatch);
    test_both_at_once(dispatch);
  }
  return check_finish();
}
