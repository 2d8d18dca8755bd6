/* Many threads: answers from wherever they come, calls from everywhere at once, races that have one winner. */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const setting general;

/* A dialog on a thread of its own: it fills in, answers and frees. */
static void *dialog(void *given) {
  mcpclient_input *input = given;
  CHECK_OK(mcpclient_input_set_text(input, mcpclient_input_field_by_name(input, view("name")),
                                    view("Ana"), NULL));
  CHECK_OK(mcpclient_input_set_text(input, mcpclient_input_field_by_name(input, view("seats")),
                                    view("3"), NULL));
  CHECK_OK(mcpclient_input_set_text(input, mcpclient_input_field_by_name(input, view("class")),
                                    view("eco"), NULL));
  CHECK_OK(mcpclient_input_accept(input, NULL));
  mcpclient_input_free(input);
  return NULL;
}

static void test_answer_from_elsewhere(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  mcpclient_input *input;
  pthread_t thread;
  char *text;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "form", NULL);
  input = scene_input(&scene, MCPCLIENT_INPUT_FORM);
  CHECK_NUMBER(pthread_create(&thread, NULL, dialog, input), 0);
  text = scene_text(&scene, call);
  CHECK_TEXT(mcpclient_json_at(view(text), view("/content/seats")), "3");
  pthread_join(thread, NULL);
  free(text);
  mcpclient_call_free(call);
  scene_close(&scene);
}

/* Several threads answer the same input; one of them is heard. */
typedef struct {
  mcpclient_input *input;
  pthread_mutex_t lock;
  int heard, late;
} race;

static void *answer(void *given) {
  race *race = given;
  mcpclient_status status = mcpclient_input_decline(race->input, no_text);
  pthread_mutex_lock(&race->lock);
  race->heard += status == MCPCLIENT_OK;
  race->late += status == MCPCLIENT_E_GONE;
  pthread_mutex_unlock(&race->lock);
  return NULL;
}

static void test_one_is_heard(int32_t dispatch) {
  enum { THREADS = 8 };
  setting setting = general;
  scene scene;
  race race = {NULL, PTHREAD_MUTEX_INITIALIZER, 0, 0};
  mcpclient_call *call;
  pthread_t threads[THREADS];
  char *text;
  int index;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "form", NULL);
  race.input = scene_input(&scene, MCPCLIENT_INPUT_FORM);
  for (index = 0; index < THREADS; index++) {
    pthread_create(&threads[index], NULL, answer, &race);
  }
  for (index = 0; index < THREADS; index++) {
    pthread_join(threads[index], NULL);
  }
  CHECK_NUMBER(race.heard, 1);
  CHECK_NUMBER(race.late, THREADS - 1);
  text = scene_text(&scene, call);
  CHECK_TEXT(view(text), "{\"action\":\"decline\"}");
  free(text);
  mcpclient_input_free(race.input);
  mcpclient_call_free(call);
  scene_close(&scene);
}

/* One client, called from many threads, each waiting for its own. */
static void *call_many(void *given) {
  mcpclient *client = given;
  int index;
  for (index = 0; index < 20; index++) {
    char arguments[64], text[64], want[32];
    mcpclient_call *call = NULL;
    snprintf(want, sizeof want, "%p %d", (void *)&index, index);
    snprintf(arguments, sizeof arguments, "{\"text\":\"%s\"}", want);
    CHECK_OK(mcpclient_call_tool(client, view("echo"), view(arguments), NULL, &call));
    CHECK_OK(mcpclient_call_wait(call, -1));
    mcpclient_result_text(mcpclient_call_result(call), text, sizeof text);
    CHECK(!strcmp(text, want));
    mcpclient_call_free(call);
  }
  return NULL;
}

static void test_calls_from_everywhere(int32_t dispatch) {
  enum { THREADS = 6 };
  setting setting = general;
  scene scene;
  pthread_t threads[THREADS];
  int index;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  for (index = 0; index < THREADS; index++) {
    pthread_create(&threads[index], NULL, call_many, scene.client);
  }
  for (index = 0; index < THREADS; index++) {
    pthread_join(threads[index], NULL);
  }
  scene_close(&scene);
}

/* Cancelled and answered at once: whoever wins, the call ends once. */
static void *cancel(void *call) {
  mcpclient_status status = mcpclient_call_cancel(call, no_text);
  CHECK(status == MCPCLIENT_OK || status == MCPCLIENT_E_GONE);
  return NULL;
}

/* proves: CAN-05 */
static void test_cancel_races(int32_t dispatch) {
  setting setting = general;
  scene scene;
  int index;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  for (index = 0; index < 20; index++) {
    mcpclient_call_options options = scene_call_options(&scene, NULL);
    mcpclient_call *call = NULL;
    mcpclient_status status;
    pthread_t thread;
    event *event;
    CHECK_OK(mcpclient_call_tool(scene.client, view("echo"), no_text, &options, &call));
    pthread_create(&thread, NULL, cancel, call);
    status = scene_finish(&scene, call);
    CHECK(status == MCPCLIENT_OK || status == MCPCLIENT_E_CANCELLED);
    pthread_join(thread, NULL);
    event = scene_next(&scene, SAW_DONE);
    CHECK_STATUS(event->number, status);
    event_free(event);
    event_free(scene_next(&scene, SAW_FREED));
    CHECK(!scene_has(&scene, SAW_DONE) && !scene_has(&scene, SAW_FREED));
    mcpclient_call_free(call);
  }
  scene_close(&scene);
}

/* The roots change while clients come and go. */
static void *change_roots(void *roots) {
  int index;
  for (index = 0; index < 50; index++) {
    CHECK_OK(mcpclient_roots_add_path(roots, view("/a"), index % 2 ? view("odd") : no_text, NULL));
    CHECK_OK(mcpclient_roots_clear(roots));
  }
  return NULL;
}

static void test_roots_change_meanwhile(void) {
  setting setting = general;
  pthread_t thread;
  int index;
  CHECK_OK(mcpclient_roots_new(&setting.roots));
  pthread_create(&thread, NULL, change_roots, setting.roots);
  for (index = 0; index < 3; index++) {
    scene scene;
    mcpclient_call *call;
    scene_open(&scene, &setting);
    call = scene_tool(&scene, "roots", NULL);
    CHECK_OK(scene_finish(&scene, call));
    mcpclient_call_free(call);
    scene_close(&scene);
  }
  pthread_join(thread, NULL);
  mcpclient_roots_free(setting.roots);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_answer_from_elsewhere(dispatch);
    test_one_is_heard(dispatch);
    test_calls_from_everywhere(dispatch);
    test_cancel_races(dispatch);
  }
  test_roots_change_meanwhile();
  return check_finish();
}
