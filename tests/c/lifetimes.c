/* Who may be freed when: parents before children, handles inside callbacks, everything in the middle of everything. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

static const setting general;

/* The client, and the runtime, are freed first; what they made stays a handle, and ends. */
static void test_freed_parents(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_call *done, *running;
  mcpclient_input *input;
  event *event;
  int mark;
  mcpclient_call_options options;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  done = scene_tool(&scene, "echo", "{\"text\":\"kept\"}");
  CHECK_OK(scene_finish(&scene, done));
  options = scene_call_options(&scene, &mark);
  CHECK_OK(mcpclient_call_tool(scene.client, view("form"), no_text, &options, &running));
  input = scene_input(&scene, MCPCLIENT_INPUT_FORM);

  mcpclient_free(scene.client);
  scene.client = NULL;
  event = scene_next(&scene, SAW_DONE);
  CHECK_STATUS(event->number, MCPCLIENT_E_CLOSED);
  CHECK(event->userdata == &mark);
  event_free(event);
  event_free(scene_next(&scene, SAW_FREED));
  event = scene_next(&scene, SAW_INPUT_CLOSED);
  CHECK_NUMBER(event->number, MCPCLIENT_WITHDRAWN_CLOSED);
  event_free(event);
  event = scene_next(&scene, SAW_CLOSED);
  CHECK_STATUS(event->number, MCPCLIENT_E_CLOSED);
  event_free(event);
  mcpclient_runtime_free(scene.runtime);
  scene.runtime = NULL;
  CHECK_NUMBER(scene.freed, 1);
  CHECK_NUMBER(scene.runtime_freed, 1);

  /* Children remember. */
  CHECK_HAS(mcpclient_call_result(done), "kept");
  CHECK_STATUS(mcpclient_call_status(running), MCPCLIENT_E_CLOSED);
  CHECK_STATUS(mcpclient_call_wait(running, -1), MCPCLIENT_E_CLOSED);
  CHECK_STATUS(mcpclient_call_cancel(running, no_text), MCPCLIENT_E_GONE);
  CHECK(mcpclient_call_client(done) != NULL);
  CHECK(!mcpclient_input_is_open(input));
  CHECK_TEXT(mcpclient_input_message(input), "Please fill in");
  CHECK_TEXT(mcpclient_input_server(input), "puppet");
  CHECK_STATUS(mcpclient_input_accept(input, NULL), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_input_decline(input, no_text), MCPCLIENT_E_GONE);

  /* So does the client itself, as long as a child holds it. */
  {
    mcpclient *client = mcpclient_call_client(done);
    mcpclient_call *late = NULL;
    CHECK_NUMBER(mcpclient_state(client), MCPCLIENT_STATE_CLOSED);
    CHECK_NUMBER(mcpclient_closed_reason(client), MCPCLIENT_CLOSED_BY_HOST);
    CHECK_TEXT(mcpclient_label(client), "puppet");
    CHECK_TEXT(mcpclient_server_name(client), "puppet");
    CHECK_STATUS(mcpclient_ping(client, NULL, &late), MCPCLIENT_E_CLOSED);
    CHECK(late == NULL);
    CHECK_STATUS(mcpclient_notify(client, view("x"), no_text), MCPCLIENT_E_CLOSED);
    CHECK_STATUS(mcpclient_close(client), MCPCLIENT_E_GONE);
  }
  mcpclient_call_free(running);
  mcpclient_input_free(input);
  mcpclient_call_free(done);
  scene_close(&scene);
}

/* The runtime goes while everything is open: what is owed is delivered before the function returns. */
static void test_runtime_first(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  mcpclient_input *input;
  mcpclient *client;
  event *event;
  int mark;
  mcpclient_call_options options;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  options = scene_call_options(&scene, &mark);
  CHECK_OK(mcpclient_call_tool(scene.client, view("form"), no_text, &options, &call));
  input = scene_input(&scene, MCPCLIENT_INPUT_FORM);
  mcpclient_runtime_free(scene.runtime);
  scene.runtime = NULL;
  CHECK_NUMBER(scene.freed, 1);
  CHECK(scene_has(&scene, SAW_DONE) && scene_has(&scene, SAW_FREED) &&
        scene_has(&scene, SAW_INPUT_CLOSED) && scene_has(&scene, SAW_CLOSED));
  event = scene_next(&scene, SAW_DONE);
  CHECK_STATUS(event->number, MCPCLIENT_E_CLOSED);
  event_free(event);
  client = scene.client;
  CHECK_NUMBER(mcpclient_state(client), MCPCLIENT_STATE_CLOSED);
  CHECK_STATUS(mcpclient_call_tool(client, view("echo"), no_text, NULL, NULL), MCPCLIENT_E_CLOSED);
  mcpclient_input_free(input);
  mcpclient_call_free(call);
  mcpclient_free(client);
  scene.client = NULL;
  scene_close(&scene);
}

/* A client that was closed, and is freed later; a runtime that was closed, and takes no more. */
static void test_close_then_free(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient *client = NULL;
  mcpclient_call *call;
  event *event;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "slow", NULL);
  CHECK_OK(mcpclient_close(scene.client));
  CHECK_STATUS(mcpclient_close(scene.client), MCPCLIENT_E_GONE);
  event = scene_next(&scene, SAW_CLOSED);
  CHECK_STATUS(event->number, MCPCLIENT_E_CLOSED);
  event_free(event);
  CHECK_STATUS(mcpclient_call_status(call), MCPCLIENT_E_CLOSED);
  mcpclient_call_free(call);
  CHECK_OK(mcpclient_runtime_close(scene.runtime, 100));
  CHECK_OK(mcpclient_runtime_close(scene.runtime, 0));
  CHECK_STATUS(mcpclient_new(scene.runtime, scene_transport(&setting), NULL, NULL, &client, NULL),
               MCPCLIENT_E_CLOSED);
  CHECK(client == NULL);
  scene_close(&scene);
}

/* Each input is answered by the callback that brings it, and freed there. */
static void answer_at_once(scene *scene, mcpclient_input *input) {
  (void)scene;
  CHECK(mcpclient_input_is_open(input));
  CHECK_OK(mcpclient_input_decline(input, no_text));
  CHECK_STATUS(mcpclient_input_cancel(input), MCPCLIENT_E_GONE);
  mcpclient_input_free(input);
}

/* Waiting is what a callback may not do; calling more is. */
static void wait_in_done(scene *scene, mcpclient_call *call) {
  mcpclient_call *more = NULL;
  if (scene->extra != NULL) {
    return;
  }
  scene->extra = scene;
  CHECK_STATUS(mcpclient_call_wait(call, 0), MCPCLIENT_E_REENTRANT);
  CHECK_OK(mcpclient_call_tool(mcpclient_call_client(call), view("slow"), no_text, NULL, &more));
  CHECK_STATUS(mcpclient_call_wait(more, -1), MCPCLIENT_E_REENTRANT);
  CHECK_STATUS(mcpclient_call_wait(more, 0), MCPCLIENT_E_REENTRANT);
  CHECK_STATUS(mcpclient_runtime_wait(scene->runtime, -1), MCPCLIENT_E_REENTRANT);
  CHECK_OK(mcpclient_call_cancel(more, no_text));
  mcpclient_call_free(more);
}

static void test_answers_in_callbacks(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  mcpclient_call_options options;
  char *text;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  scene.on_input = answer_at_once;
  call = scene_tool(&scene, "form", NULL);
  text = scene_text(&scene, call);
  CHECK_TEXT(view(text), "{\"action\":\"decline\"}");
  free(text);
  mcpclient_call_free(call);
  scene.on_input = NULL;
  scene.on_done = wait_in_done;
  options = scene_call_options(&scene, NULL);
  CHECK_OK(mcpclient_ping(scene.client, &options, &call));
  /* Which comes when the callback has returned. */
  event_free(scene_next(&scene, SAW_FREED));
  mcpclient_call_free(call);
  scene_close(&scene);
}

/* All handles go inside the callback of a call that none of them survives. */
static void free_all(scene *scene, mcpclient_call *call) {
  mcpclient_call *mine = scene->extra;
  CHECK(call == mine);
  mcpclient_call_free(mine);
  mcpclient_free(scene->client);
  mcpclient_runtime_free(scene->runtime);
  scene->client = NULL;
  /* The callback still has its own call, result and all. */
  CHECK_OK(mcpclient_call_status(call));
  CHECK(mcpclient_call_result(call).ptr != NULL);
}

static void test_frees_in_callback(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_call *call = NULL;
  mcpclient_call_options options;
  mcpclient_runtime *runtime;
  event *event;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  options = scene_call_options(&scene, NULL);
  runtime = scene.runtime;
  CHECK(runtime != NULL);
  /* The form holds the call back until the callback's data is ready. */
  CHECK_OK(mcpclient_call_tool(scene.client, view("form"), no_text, &options, &call));
  {
    mcpclient_input *input = scene_input(&scene, MCPCLIENT_INPUT_FORM);
    scene.extra = call;
    scene.on_done = free_all;
    CHECK_OK(mcpclient_input_cancel(input));
    mcpclient_input_free(input);
  }
  event = scene_next(&scene, SAW_DONE);
  CHECK_OK(event->number);
  event_free(event);
  event_free(scene_next(&scene, SAW_FREED));
  event_free(scene_next(&scene, SAW_CLOSED));
  /* The runtime ended when the callback had returned; on another thread, perhaps a moment later. */
  pthread_mutex_lock(&scene.lock);
  while (scene.runtime_freed == 0) {
    pthread_cond_wait(&scene.changed, &scene.lock);
  }
  pthread_mutex_unlock(&scene.lock);
  scene.runtime = NULL;
  scene_close(&scene);
}

/* The client goes inside its own state callback. */
static void free_client(scene *scene, mcpclient *client, int32_t state) {
  if (state == MCPCLIENT_STATE_READY) {
    CHECK(client == scene->client);
    mcpclient_free(client);
    scene->client = NULL;
  }
}

static void test_freed_when_ready(int32_t dispatch) {
  setting setting = general;
  scene scene;
  setting.dispatch = dispatch;
  scene_start(&scene, &setting);
  scene.on_state = free_client;
  event_free(scene_next(&scene, SAW_READY));
  event_free(scene_next(&scene, SAW_CLOSED));
  scene_close(&scene);
}

/* Freed before the server has said anything. */
static void test_freed_at_once(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_call *call = NULL;
  setting.dispatch = dispatch;
  scene_start(&scene, &setting);
  CHECK_OK(mcpclient_list_tools(scene.client, NULL, &call));
  mcpclient_free(scene.client);
  scene.client = NULL;
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_CLOSED);
  mcpclient_call_free(call);
  scene_close(&scene);
}

/* One runtime, several clients; nothing of one is the other's. */
static void test_two_clients(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient *other = NULL;
  mcpclient_call *calls[2];
  char *text;
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  CHECK_OK(mcpclient_new(scene.runtime, scene_transport(&setting), NULL, NULL, &other, NULL));
  CHECK_OK(mcpclient_call_tool(other, view("echo"), view("{\"text\":\"two\"}"), NULL, &calls[1]));
  calls[0] = scene_tool(&scene, "echo", "{\"text\":\"one\"}");
  text = scene_text(&scene, calls[1]);
  CHECK_TEXT(view(text), "two");
  free(text);
  text = scene_text(&scene, calls[0]);
  CHECK_TEXT(view(text), "one");
  free(text);
  CHECK(mcpclient_call_client(calls[1]) == other);
  CHECK_TEXT(mcpclient_label(other), "server");
  mcpclient_free(other);
  mcpclient_call_free(calls[0]);
  mcpclient_call_free(calls[1]);
  scene_close(&scene);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_freed_parents(dispatch);
    test_runtime_first(dispatch);
    test_close_then_free(dispatch);
    test_answers_in_callbacks(dispatch);
    test_frees_in_callback(dispatch);
    test_freed_when_ready(dispatch);
    test_freed_at_once(dispatch);
    test_two_clients(dispatch);
  }
  return check_finish();
}
