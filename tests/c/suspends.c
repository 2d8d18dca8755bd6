/* Clients that sleep and wake: what becomes of calls, of streams, and of what the state says. */
#include "peer.h"
#include "site.h"

#include <stdlib.h>
#include <string.h>

static void check_state(scene *scene, saw what, int32_t state) {
  event *event_ = scene_next(scene, what);
  CHECK_STATUS(event_->number, MCPCLIENT_OK);
  event_free(event_);
  CHECK_NUMBER(mcpclient_state(scene->client), state);
}

static void open_over(site *site, scene *scene, int32_t dispatch, int modern) {
  setting setting;
  memset(site, 0, sizeof *site);
  site->modern = modern;
  site->streams = 1;
  site_open(site);
  setting = site_setting(site, site_transport(site), dispatch);
  scene_open(scene, &setting);
}

static void await_gets(site *site, int gets) {
  pthread_mutex_lock(&site->lock);
  while (site->gets < gets) {
    pthread_cond_wait(&site->changed, &site->lock);
  }
  pthread_mutex_unlock(&site->lock);
}

/* What is asked while it sleeps goes out when it wakes. */
static void test_waiting(int32_t dispatch, int modern) {
  site site;
  scene scene;
  mcpclient_call *call;
  char *text;
  int posts;
  open_over(&site, &scene, dispatch, modern);
  /* Then the handshake is over and done with. */
  site_say(&scene, "awake");
  CHECK_OK(mcpclient_suspend(scene.client, MCPCLIENT_SUSPEND_CONTINUE));
  CHECK_OK(mcpclient_suspend(scene.client, MCPCLIENT_SUSPEND_CONTINUE));
  check_state(&scene, SAW_SUSPENDED, MCPCLIENT_STATE_SUSPENDED);
  posts = site.posts;
  call = scene_tool(&scene, "echo", "{\"text\":\"later\"}");
  CHECK_STATUS(mcpclient_call_status(call), MCPCLIENT_E_PENDING);
  CHECK_NUMBER(site.posts, posts);
  CHECK_OK(mcpclient_wake(scene.client));
  check_state(&scene, SAW_READY, MCPCLIENT_STATE_READY);
  text = scene_text(&scene, call);
  CHECK_TEXT(view(text), "later");
  free(text);
  mcpclient_call_free(call);
  CHECK(!scene_has(&scene, SAW_SUSPENDED));
  scene_close(&scene);
  site_close(&site);
}

/* What is under way ends, and so does what is begun meanwhile; afterwards all is as it was. */
static void test_failing(int32_t dispatch) {
  site site;
  scene scene;
  mcpclient_call *call, *late = NULL;
  mcpclient_status status;
  open_over(&site, &scene, dispatch, 1);
  call = scene_tool(&scene, "held", NULL);
  if (dispatch == MCPCLIENT_DISPATCH_THREAD) {
    site_await_calls(&site, 1);
  }
  CHECK_STATUS(mcpclient_suspend(scene.client, 2), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_suspend(scene.client, MCPCLIENT_SUSPEND_FAIL));
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_SUSPENDED);
  mcpclient_call_free(call);
  check_state(&scene, SAW_SUSPENDED, MCPCLIENT_STATE_SUSPENDED);
  status = mcpclient_call_tool(scene.client, view("echo"), no_text, NULL, &late);
  CHECK_STATUS(status == MCPCLIENT_OK ? scene_finish(&scene, late) : status, MCPCLIENT_E_SUSPENDED);
  mcpclient_call_free(late);
  CHECK_OK(mcpclient_wake(scene.client));
  check_state(&scene, SAW_READY, MCPCLIENT_STATE_READY);
  site_release(&site);
  site_say(&scene, "awake");
  scene_close(&scene);
  site_close(&site);
}

/* A tool that was under way and may not run twice is lost, and said to be. */
static void test_losing(void) {
  site site;
  scene scene;
  mcpclient_call *call;
  open_over(&site, &scene, MCPCLIENT_DISPATCH_THREAD, 1);
  call = scene_tool(&scene, "held", NULL);
  site_await_calls(&site, 1);
  CHECK_OK(mcpclient_suspend(scene.client, MCPCLIENT_SUSPEND_CONTINUE));
  check_state(&scene, SAW_SUSPENDED, MCPCLIENT_STATE_SUSPENDED);
  CHECK_OK(mcpclient_wake(scene.client));
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_LOST);
  mcpclient_call_free(call);
  site_release(&site);
  site_say(&scene, "awake");
  scene_close(&scene);
  site_close(&site);
}

/* The stream for what the server says unasked is opened again. */
static void test_streams(void) {
  site site;
  scene scene;
  open_over(&site, &scene, MCPCLIENT_DISPATCH_THREAD, 0);
  await_gets(&site, 1);
  CHECK_OK(mcpclient_runtime_suspend_all(scene.runtime, MCPCLIENT_SUSPEND_CONTINUE));
  check_state(&scene, SAW_SUSPENDED, MCPCLIENT_STATE_SUSPENDED);
  CHECK_OK(mcpclient_runtime_wake_all(scene.runtime));
  check_state(&scene, SAW_READY, MCPCLIENT_STATE_READY);
  await_gets(&site, 2);
  CHECK_NUMBER(site.greetings, 1);
  CHECK_STATUS(mcpclient_runtime_suspend_all(scene.runtime, -1), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_close(scene.client));
  event_free(scene_next(&scene, SAW_CLOSED));
  CHECK_STATUS(mcpclient_suspend(scene.client, MCPCLIENT_SUSPEND_FAIL), MCPCLIENT_E_CLOSED);
  CHECK_STATUS(mcpclient_wake(scene.client), MCPCLIENT_E_CLOSED);
  scene_close(&scene);
  site_close(&site);
}

/* Closed in its sleep, it ends as any other. */
static void test_dying_asleep(void) {
  site site;
  scene scene;
  mcpclient_call *call;
  open_over(&site, &scene, MCPCLIENT_DISPATCH_THREAD, 0);
  CHECK_OK(mcpclient_suspend(scene.client, MCPCLIENT_SUSPEND_CONTINUE));
  check_state(&scene, SAW_SUSPENDED, MCPCLIENT_STATE_SUSPENDED);
  call = scene_tool(&scene, "echo", NULL);
  CHECK_OK(mcpclient_close(scene.client));
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_CLOSED);
  mcpclient_call_free(call);
  event_free(scene_next(&scene, SAW_CLOSED));
  scene_close(&scene);
  site_close(&site);
}

/* Over a lane new calls wait, and what comes is read. */
static void only_legacy(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->era = MCPCLIENT_ERA_LEGACY;
}

static void test_lanes(void) {
  static const char note[] = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n";
  scene scene;
  peer peer;
  setting setting;
  mcpclient_call *call;
  char *text;
  memset(&setting, 0, sizeof setting);
  setting.transport = peer_open(&peer, 0, 0);
  setting.adjust = only_legacy;
  scene_open(&scene, &setting);
  CHECK_OK(mcpclient_suspend(scene.client, MCPCLIENT_SUSPEND_CONTINUE));
  check_state(&scene, SAW_SUSPENDED, MCPCLIENT_STATE_SUSPENDED);
  CHECK_OK(mcpclient_lane_feed(peer.lane, note, strlen(note)));
  event_free(scene_next(&scene, SAW_NOTIFICATION));
  call = scene_tool(&scene, "echo", "{\"text\":\"later\"}");
  CHECK_STATUS(mcpclient_call_status(call), MCPCLIENT_E_PENDING);
  CHECK_OK(mcpclient_wake(scene.client));
  check_state(&scene, SAW_READY, MCPCLIENT_STATE_READY);
  text = scene_text(&scene, call);
  CHECK_TEXT(view(text), "later");
  free(text);
  mcpclient_call_free(call);
  CHECK_OK(mcpclient_close(scene.client));
  event_free(scene_next(&scene, SAW_CLOSED));
  scene_close(&scene);
  peer_close(&peer);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_waiting(dispatch, 0);
    test_waiting(dispatch, 1);
    test_failing(dispatch);
  }
  test_losing();
  test_streams();
  test_dying_asleep();
  test_lanes();
  return check_finish();
}
