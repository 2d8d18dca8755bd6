/* Pumping and waiting: wakeups, limits, nested pumps, and what each dispatch does not have. */
#include "scene.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

static const setting general;

static int readable(scene *scene) {
  struct pollfd pollfd;
  pollfd.fd = mcpclient_runtime_wakeup_fd(scene->runtime);
  pollfd.events = POLLIN;
  pollfd.revents = 0;
  return poll(&pollfd, 1, 0) == 1;
}

/* Waits until there is something to pump, without pumping. */
static void until_readable(scene *scene) {
  struct pollfd pollfd;
  pollfd.fd = mcpclient_runtime_wakeup_fd(scene->runtime);
  pollfd.events = POLLIN;
  CHECK_NUMBER(poll(&pollfd, 1, 120000), 1);
}

static int wakeups(scene *scene) {
  int count;
  pthread_mutex_lock(&scene->lock);
  count = scene->wakeups;
  pthread_mutex_unlock(&scene->lock);
  return count;
}

/* Pumps until nothing is left. */
static void drain(scene *scene) {
  size_t left = 1;
  while (left > 0) {
    CHECK_OK(mcpclient_runtime_pump(scene->runtime, 0, &left));
  }
}

static void test_pump(void) {
  setting setting = general;
  scene scene;
  mcpclient_call *call = NULL;
  size_t left = 99;
  int before;
  setting.dispatch = MCPCLIENT_DISPATCH_PUMP;
  scene_open(&scene, &setting);
  drain(&scene);
  CHECK(!readable(&scene));

  /* An empty queue is pumped at no cost. */
  CHECK_OK(mcpclient_runtime_pump(scene.runtime, 0, &left));
  CHECK_NUMBER(left, 0);
  CHECK_OK(mcpclient_runtime_pump(scene.runtime, 1, NULL));

  /* Three callbacks, one at a time; a pump that leaves some behind wakes again. */
  before = wakeups(&scene);
  CHECK_OK(mcpclient_set_log_level(scene.client, view("debug"), NULL, &call));
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  call = scene_tool(&scene, "log", "{\"count\":3}");
  for (left = 0; left < 3;) {
    size_t rest = 0;
    until_readable(&scene);
    CHECK_OK(mcpclient_runtime_pump(scene.runtime, 1, &rest));
    CHECK((rest > 0) <= readable(&scene));
    while (scene_has(&scene, SAW_LOG)) {
      event_free(scene_next(&scene, SAW_LOG));
      left++;
    }
  }
  CHECK_NUMBER(left, 3);
  CHECK(wakeups(&scene) > before);
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);

  /* A wakeup that nobody waits for is not lost. */
  drain(&scene);
  call = scene_tool(&scene, "form", NULL);
  until_readable(&scene);
  CHECK(!scene_has(&scene, SAW_INPUT));
  drain(&scene);
  {
    mcpclient_input *input = scene_input(&scene, MCPCLIENT_INPUT_FORM);
    CHECK_OK(mcpclient_input_cancel(input));
    mcpclient_input_free(input);
  }
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);

  CHECK_STATUS(mcpclient_runtime_wait(scene.runtime, 0), MCPCLIENT_E_UNSUPPORTED);
  mcpclient_runtime_wake(scene.runtime);
  scene_close(&scene);
}

/* A modal dialog: the callback pumps a loop of its own until its user is done. */
typedef struct {
  mcpclient_call *inner;
  int depth, deepest;
} modal;

static void run_modal(scene *scene, mcpclient_input *input) {
  modal *modal = scene->extra;
  modal->depth++;
  if (modal->depth > modal->deepest) {
    modal->deepest = modal->depth;
  }
  if (modal->inner == NULL) {
    /* Another call goes all the way while this callback is on the stack. */
    CHECK_OK(mcpclient_call_tool(scene->client, view("form"), no_text, NULL, &modal->inner));
    while (mcpclient_call_status(modal->inner) == MCPCLIENT_E_PENDING) {
      until_readable(scene);
      CHECK_OK(mcpclient_runtime_pump(scene->runtime, 1, NULL));
    }
    CHECK_OK(mcpclient_call_status(modal->inner));
  }
  modal->depth--;
  CHECK_OK(mcpclient_input_decline(input, no_text));
  mcpclient_input_free(input);
}

static void test_nested_pumps(void) {
  setting setting = general;
  scene scene;
  modal modal = {NULL, 0, 0};
  mcpclient_call *outer;
  char *text;
  setting.dispatch = MCPCLIENT_DISPATCH_PUMP;
  scene_open(&scene, &setting);
  scene.extra = &modal;
  scene.on_input = run_modal;
  outer = scene_tool(&scene, "form", NULL);
  text = scene_text(&scene, outer);
  CHECK_TEXT(view(text), "{\"action\":\"decline\"}");
  free(text);
  CHECK_NUMBER(modal.deepest, 2);
  mcpclient_call_free(outer);
  mcpclient_call_free(modal.inner);
  scene_close(&scene);
}

/* One thread pumps at a time; another is told so. */
static void *pump_beside(void *runtime) {
  CHECK_STATUS(mcpclient_runtime_pump(runtime, 0, NULL), MCPCLIENT_E_BUSY);
  return NULL;
}

static void pump_from_elsewhere(scene *scene, mcpclient_input *input) {
  pthread_t thread;
  pthread_create(&thread, NULL, pump_beside, scene->runtime);
  pthread_join(thread, NULL);
  mcpclient_input_free(input);
}

static void test_pumps_side_by_side(void) {
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  setting.dispatch = MCPCLIENT_DISPATCH_PUMP;
  scene_open(&scene, &setting);
  scene.on_input = pump_from_elsewhere;
  call = scene_tool(&scene, "form", NULL);
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  scene_close(&scene);
}

static void *wake_up(void *runtime) {
  mcpclient_runtime_wake(runtime);
  return NULL;
}

static void test_inline(void) {
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  pthread_t thread;
  setting.dispatch = MCPCLIENT_DISPATCH_INLINE;
  scene_open(&scene, &setting);
  CHECK_NUMBER(mcpclient_runtime_wakeup_fd(scene.runtime), -1);
  CHECK_STATUS(mcpclient_runtime_pump(scene.runtime, 0, NULL), MCPCLIENT_E_UNSUPPORTED);
  while (mcpclient_runtime_wait(scene.runtime, 0) == MCPCLIENT_OK) {
  }
  CHECK_STATUS(mcpclient_runtime_wait(scene.runtime, 0), MCPCLIENT_E_PENDING);
  CHECK_STATUS(mcpclient_runtime_wait(scene.runtime, 10), MCPCLIENT_E_PENDING);

  /* Woken before, and from another thread. */
  mcpclient_runtime_wake(scene.runtime);
  CHECK_OK(mcpclient_runtime_wait(scene.runtime, -1));
  pthread_create(&thread, NULL, wake_up, scene.runtime);
  CHECK_OK(mcpclient_runtime_wait(scene.runtime, -1));
  pthread_join(thread, NULL);

  /* Nothing moves but while somebody waits. */
  call = scene_tool(&scene, "form", NULL);
  CHECK(!scene_has(&scene, SAW_INPUT));
  CHECK_STATUS(mcpclient_call_status(call), MCPCLIENT_E_PENDING);
  CHECK_STATUS(mcpclient_call_wait(call, 0), MCPCLIENT_E_PENDING);
  {
    mcpclient_input *input = scene_input(&scene, MCPCLIENT_INPUT_FORM);
    CHECK_OK(mcpclient_input_decline(input, no_text));
    mcpclient_input_free(input);
  }
  CHECK_OK(mcpclient_call_wait(call, -1));
  CHECK_OK(mcpclient_call_wait(call, 0));
  mcpclient_call_free(call);

  /* Whoever does not wait for the call itself is woken for its end as well. */
  call = scene_tool(&scene, "echo", "{\"text\":\"x\"}");
  while (mcpclient_call_status(call) == MCPCLIENT_E_PENDING) {
    CHECK_OK(mcpclient_runtime_wait(scene.runtime, -1));
  }
  CHECK_OK(mcpclient_call_status(call));
  mcpclient_call_free(call);
  scene_close(&scene);
}

static void test_thread(void) {
  scene scene;
  scene_open(&scene, &general);
  CHECK_NUMBER(mcpclient_runtime_wakeup_fd(scene.runtime), -1);
  CHECK_STATUS(mcpclient_runtime_pump(scene.runtime, 0, NULL), MCPCLIENT_E_UNSUPPORTED);
  CHECK_STATUS(mcpclient_runtime_wait(scene.runtime, 0), MCPCLIENT_E_UNSUPPORTED);
  CHECK_NUMBER(scene.wakeups, 0);
  scene_close(&scene);
}

int main(void) {
  test_thread();
  test_pump();
  test_nested_pumps();
  test_pumps_side_by_side();
  test_inline();
  return check_finish();
}
