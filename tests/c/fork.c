/* In a forked child nothing works but freeing; the parent does not notice. */
#include "scene.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const setting general;

#define FORKED(call) CHECK_STATUS(call, MCPCLIENT_E_FORKED)

/* What the child tries; a zero in the pipe tells that it went well. */
static int in_the_child(scene *scene, mcpclient_call *running, mcpclient_input *input,
                        mcpclient_runtime *spare, mcpclient_lane *lane) {
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
  FORKED(mcpclient_suspend(scene->client, MCPCLIENT_SUSPEND_CONTINUE));
  FORKED(mcpclient_wake(scene->client));
  FORKED(mcpclient_lane_feed(lane, "{}\n", 3));
  FORKED(mcpclient_lane_end(lane, no_text));
  CHECK(call == NULL && client == NULL);
  /* Memory alone is freed: the server must hear nothing of it. */
  mcpclient_input_free(input);
  mcpclient_call_free(running);
  mcpclient_free(scene->client);
  mcpclient_runtime_free(scene->runtime);
  mcpclient_runtime_free(spare);
  mcpclient_lane_free(lane);
  return check_finish();
}

static void send_nothing(void *userdata, const void *bytes, size_t size) {
  (void)userdata, (void)bytes, (void)size;
}

static void test_fork(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_runtime *spare = NULL;
  mcpclient_call *call;
  mcpclient_input *input;
  mcpclient_lane *lane = NULL;
  mcpclient_lane_host host;
  mcpclient_transport *unused = NULL;
  int status = -1, verdict = -1, ends[2];
  char *text;
  pid_t child;
  setting.dispatch = dispatch;
  CHECK_OK(mcpclient_runtime_new(NULL, &spare, NULL));
  mcpclient_lane_host_init(&host, sizeof host);
  host.send = send_nothing;
  CHECK_OK(mcpclient_transport_lane(&host, &lane, &unused, NULL));
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "form", NULL);
  input = scene_input(&scene, MCPCLIENT_INPUT_FORM);
  fflush(stdout);
  CHECK(pipe(ends) == 0);
  child = fork();
  if (child == 0) {
    verdict = in_the_child(&scene, call, input, spare, lane);
    /* An exit would make valgrind look for what the parent has and the child could not free. */
    if (write(ends[1], &verdict, sizeof verdict) == sizeof verdict) {
      raise(SIGKILL);
    }
    _exit(1);
  }
  CHECK(child > 0);
  CHECK(read(ends[0], &verdict, sizeof verdict) == sizeof verdict && verdict == 0);
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  close(ends[0]);
  close(ends[1]);

  /* Here all goes on. */
  CHECK(mcpclient_input_is_open(input));
  CHECK_OK(mcpclient_input_decline(input, no_text));
  text = scene_text(&scene, call);
  CHECK_TEXT(view(text), "{\"action\":\"decline\"}");
  free(text);
  mcpclient_input_free(input);
  mcpclient_call_free(call);
  scene_close(&scene);
  CHECK_OK(mcpclient_lane_feed(lane, "{}\n", 3));
  mcpclient_lane_free(lane);
  mcpclient_transport_free(unused);
  mcpclient_runtime_free(spare);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_fork(dispatch);
  }
  return check_finish();
}
