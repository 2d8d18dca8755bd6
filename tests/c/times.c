/* Slow people and silent servers: whose time passes, and whose does not. */
#include "shell.h"

#include <stdlib.h>
#include <string.h>

static const setting general;

static void old_era(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)host;
  legacy(options);
}

static void hurried(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  old_era(scene, host, options);
  options->connect_timeout_ms = 50;
}

/* What waited for the handshake ends with it. */
/* proves: TMO-01, TMO-02 */
static void test_silent_at_the_start(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_call *call = NULL;
  event *event;
  setting.dispatch = dispatch;
  setting.transport = shell(DEAF_TO_THE_END, 50);
  setting.adjust = hurried;
  scene_start(&scene, &setting);
  CHECK_OK(mcpclient_ping(scene.client, NULL, &call));
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_TIMEOUT);
  event = scene_next(&scene, SAW_CLOSED);
  CHECK_STATUS(event->number, MCPCLIENT_E_TIMEOUT);
  event_free(event);
  CHECK_NUMBER(mcpclient_closed_reason(scene.client), MCPCLIENT_CLOSED_TIMEOUT);
  mcpclient_call_free(call);
  scene_close(&scene);
}

/* It is told to stop, and the next call is none the worse. */
/* proves: TMO-02, TMO-03 */
static void test_silent_in_a_call(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_call *call = NULL;
  mcpclient_call_options options;
  char *told;
  setting.dispatch = dispatch;
  /* The second thing that comes is the cancellation of the first. */
  setting.transport = shell(SHAKEN "next; silent=$id; read -r note; next\n"
                                   "case \"$note\" in *notifications/cancelled*\"$silent\"*) ;; *) exit 9 ;; esac\n"
                                   "reply '{\"content\":[{\"type\":\"text\",\"text\":\"alive\"}]}'; next",
                            20000);
  setting.adjust = old_era;
  scene_open(&scene, &setting);
  mcpclient_call_options_init(&options, sizeof options);
  options.timeout_ms = 50;
  CHECK_OK(mcpclient_call_tool(scene.client, view("t"), no_text, &options, &call));
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_TIMEOUT);
  mcpclient_call_free(call);
  call = scene_tool(&scene, "t", NULL);
  told = scene_text(&scene, call);
  CHECK_TEXT(view(told), "alive");
  free(told);
  mcpclient_call_free(call);
  scene_close(&scene);
}

/* Starts a call that both limits hold for. */
static mcpclient_call *limited(scene *scene, mcpclient *client, const char *tool, uint64_t limit) {
  mcpclient_call_options options = scene_call_options(scene, scene);
  mcpclient_call *call = NULL;
  options.timeout_ms = limit;
  options.total_timeout_ms = limit;
  CHECK_OK(mcpclient_call_tool(client, view(tool), no_text, &options, &call));
  return call;
}

/* Shows a form of a call, or says that the machine was too slow for so short a limit. */
static mcpclient_input *show(scene *scene, uint64_t limit, mcpclient_call **call) {
  mcpclient_input *input;
  *call = limited(scene, scene->client, "form", limit);
  /* The server asks whether the call has ended meanwhile or not. */
  input = scene_input(scene, MCPCLIENT_INPUT_FORM);
  if (!scene_has(scene, SAW_DONE)) {
    return input;
  }
  CHECK_STATUS(scene_finish(scene, *call), MCPCLIENT_E_TIMEOUT);
  event_free(scene_next(scene, SAW_DONE));
  event_free(scene_next(scene, SAW_FREED));
  mcpclient_call_free(*call);
  mcpclient_input_free(input);
  return NULL;
}

/*
 * Another server's silence tells that the clock has gone further than the call may take: from then on
 * the call would be over if the user's time were counted.
 */
/* proves: TMO-05 */
static void test_a_slow_human(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient *other = NULL;
  mcpclient_call *call, *witness;
  mcpclient_input *input;
  event *event;
  uint64_t limit = 100;
  char *told;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  CHECK_OK(mcpclient_new(scene.runtime, scene_transport(&setting), NULL, NULL, &other, NULL));
  CHECK_OK(mcpclient_ping(other, NULL, &call));
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  while ((input = show(&scene, limit, &call)) == NULL) {
    limit *= 2;
  }
  witness = limited(&scene, other, "slow", limit);
  CHECK_STATUS(scene_finish(&scene, witness), MCPCLIENT_E_TIMEOUT);
  event = scene_next(&scene, SAW_DONE);
  CHECK(event->call == witness);
  event_free(event);
  event_free(scene_next(&scene, SAW_FREED));
  mcpclient_call_free(witness);

  CHECK(mcpclient_input_is_open(input));
  CHECK_STATUS(mcpclient_call_status(call), MCPCLIENT_E_PENDING);
  CHECK_OK(mcpclient_input_decline(input, no_text));
  mcpclient_input_free(input);
  told = scene_text(&scene, call);
  CHECK_TEXT(view(told), "{\"action\":\"decline\"}");
  free(told);
  mcpclient_call_free(call);
  mcpclient_free(other);
  scene_close(&scene);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_silent_at_the_start(dispatch);
    test_silent_in_a_call(dispatch);
    test_a_slow_human(dispatch);
  }
  return check_finish();
}
