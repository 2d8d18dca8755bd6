/* In a forked child nothing works but freeing; the parent does not notice. */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const setting general;

#define FORKED(call) CHECK_STATUS(call, MCPCLIENT_E_FORKED)

/* What the child tries; its exit status tells how it went. */
static int in_the_child(scene *scene, mcpclient_call *running, mcpclient_input *input,
                        mcpclient_runtime *spare) {
  mcpclient_call *call = NULL;
  mcpclient *client = NULL;
  FORKED(mcpclient_ping(scene->client, NULL, &call));
  FORKED(mcpclient_call_tool(scene->client, view("echo"), no_text, NULL, &call));
  FORKED(mcpclient_notify(scene->client, view("x"), no_text));
  FORKED(mcpclient_new(scene->runtime, scene_transport(&general), NULL, NULL, &client, NULL));
  FORKED(mcpclient_call_wait(running, -1));
  FORKED(mcpclient_call_cancel(running, no_text));
  FORKED(mcpclient_input_decline(input, no_text));
  FORKED(mcpclient_runtime_pump(scene->runtime, 0, NULL));
  CHECK(call == NULL && client == NULL);
  /* Memory alone is freed: the server must hear nothing of it. */
  mcpclient_input_free(input);
  mcpclient_call_free(running);
  mcpclient_free(scene->client);
  mcpclient_runtime_free(scene->runtime);
  mcpclient_runtime_free(spare);
  return check_finish();
}

static void test_fork(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_runtime *spare = NULL;
  mcpclient_call *call;
  mcpclient_input *input;
  int status = -1;
  char *text;
  pid_t child;
  setting.dispatch = dispatch;
  CHECK_OK(mcpclient_runtime_new(NULL, &spare, NULL));
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "form", NULL);
  input = scene_input(&scene, MCPCLIENT_INPUT_FORM);
  fflush(stdout);
  child = fork();
  if (child == 0) {
    _exit(in_the_child(&scene, call, input, spare));
  }
  CHECK(child > 0);
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);

  /* Here all goes on. */
  CHECK(mcpclient_input_is_open(input));
  CHECK_OK(mcpclient_input_decline(input, no_text));
  text = scene_text(&scene, call);
  CHECK_TEXT(view(text), "{\"action\":\"decline\"}");
  free(text);
  mcpclient_input_free(input);
  mcpclient_call_free(call);
  scene_close(&scene);
  mcpclient_runtime_free(spare);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_fork(dispatch);
  }
  return check_finish();
}
