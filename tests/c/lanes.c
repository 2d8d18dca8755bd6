/* Lanes of the host's own making: fed from another thread, in whatever pieces, too fast, too late, and not at all. */
#include "peer.h"
#include "scene.h"
#include "tiny.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void modern(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->era = MCPCLIENT_ERA_MODERN;
}

static void legacy_only(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->era = MCPCLIENT_ERA_LEGACY;
}

static setting over(mcpclient_transport *transport, int32_t dispatch, int is_modern) {
  setting setting;
  memset(&setting, 0, sizeof setting);
  setting.transport = transport;
  setting.dispatch = dispatch;
  setting.adjust = is_modern ? modern : legacy_only;
  return setting;
}

static void say(scene *scene, const char *words) {
  char *arguments = tiny_text("{\"text\":\"%s\"}", words);
  mcpclient_call *call = scene_tool(scene, "echo", arguments);
  char *text = scene_text(scene, call);
  CHECK_TEXT(view(text), words);
  free(text);
  free(arguments);
  mcpclient_call_free(call);
}

static void test_conversation(int32_t dispatch, int is_modern, size_t portion) {
  scene scene;
  peer peer;
  setting setting = over(peer_open(&peer, is_modern, portion), dispatch, is_modern);
  scene_open(&scene, &setting);
  CHECK_NUMBER(mcpclient_server_era(scene.client), is_modern ? MCPCLIENT_ERA_MODERN : MCPCLIENT_ERA_LEGACY);
  CHECK_NUMBER(mcpclient_pid(scene.client), -1);
  say(&scene, "over a lane");
  say(&scene, "and again");
  CHECK_OK(mcpclient_close(scene.client));
  event_free(scene_next(&scene, SAW_CLOSED));
  scene_close(&scene);
  CHECK_STATUS(mcpclient_lane_feed(peer.lane, "{}\n", 3), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_lane_end(peer.lane, view("late")), MCPCLIENT_E_GONE);
  peer_close(&peer);
}

/* A server that ends, or breaks, in the middle of a call. */
static void test_ending(const char *failure) {
  scene scene;
  peer peer;
  event *event_;
  mcpclient_call *call;
  setting setting = over(peer_open(&peer, 0, 0), MCPCLIENT_DISPATCH_THREAD, 0);
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "echo", NULL);
  CHECK_OK(mcpclient_lane_end(peer.lane, failure != NULL ? view(failure) : no_text));
  CHECK_STATUS(mcpclient_lane_end(peer.lane, no_text), MCPCLIENT_E_GONE);
  event_ = scene_next(&scene, SAW_CLOSED);
  CHECK_STATUS(event_->number, MCPCLIENT_E_CLOSED);
  if (failure != NULL) {
    CHECK_HAS(view(event_->text), failure);
  }
  event_free(event_);
  CHECK_NUMBER(mcpclient_closed_reason(scene.client), MCPCLIENT_CLOSED_BY_SERVER);
  /* The answer may have been faster than the end. */
  CHECK(scene_finish(&scene, call) == MCPCLIENT_OK || mcpclient_call_status(call) == MCPCLIENT_E_CLOSED);
  mcpclient_call_free(call);
  scene_close(&scene);
  peer_close(&peer);
}

/* What comes before there is a client waits, as far as there is room; then the host is told when there is more. */
static void test_too_early(void) {
  enum { LINE = 1 << 12 };
  static char noise[LINE];
  scene scene;
  peer peer;
  mcpclient_transport *transport = peer_open(&peer, 0, 0);
  setting setting = over(transport, MCPCLIENT_DISPATCH_THREAD, 0);
  mcpclient_status status = MCPCLIENT_OK;
  int fed = 0;
  memset(noise, ' ', sizeof noise);
  noise[LINE - 1] = '\n';
  while (status == MCPCLIENT_OK && fed < 1 << 16) {
    status = mcpclient_lane_feed(peer.lane, noise, sizeof noise);
    fed += status == MCPCLIENT_OK;
  }
  CHECK_STATUS(status, MCPCLIENT_E_BUSY);
  CHECK(fed > 0);
  CHECK_NUMBER(peer.ready, 0);
  scene_open(&scene, &setting);
  pthread_mutex_lock(&peer.lock);
  while (peer.ready == 0) {
    pthread_cond_wait(&peer.changed, &peer.lock);
  }
  CHECK_NUMBER(peer.ready, 1);
  pthread_mutex_unlock(&peer.lock);
  say(&scene, "after the noise");
  CHECK_OK(mcpclient_close(scene.client));
  event_free(scene_next(&scene, SAW_CLOSED));
  scene_close(&scene);
  peer_close(&peer);
}

/* A client that never came to be: whoever waits to feed it learns that none ever will. */
static void test_never(void) {
  static const char noise[1 << 12];
  peer peer;
  mcpclient_transport *transport = peer_open(&peer, 0, 0);
  mcpclient_status status = MCPCLIENT_OK;
  int fed = 0;
  while (status == MCPCLIENT_OK && fed < 1 << 16) {
    status = mcpclient_lane_feed(peer.lane, noise, sizeof noise);
    fed += status == MCPCLIENT_OK;
  }
  CHECK_STATUS(status, MCPCLIENT_E_BUSY);
  CHECK_NUMBER(peer.ready, 0);
  mcpclient_transport_free(transport);
  CHECK_NUMBER(peer.ready, 1);
  CHECK_STATUS(mcpclient_lane_feed(peer.lane, noise, sizeof noise), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_lane_end(peer.lane, no_text), MCPCLIENT_E_GONE);
  /* Nobody asks its thread to come to an end. */
  pthread_mutex_lock(&peer.lock);
  peer.closed = 1;
  pthread_cond_broadcast(&peer.changed);
  pthread_mutex_unlock(&peer.lock);
  peer_close(&peer);
}

static void few_events(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  legacy_only(scene, host, options);
  options->max_events = 16;
}

/* A host that falls behind: the server's words wait, whoever feeds is told when to go on, and none is lost. */
static void test_too_fast(void) {
  static const char note[] = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n";
  scene scene;
  peer peer;
  setting setting = over(peer_open(&peer, 0, 0), MCPCLIENT_DISPATCH_PUMP, 0);
  mcpclient_status status = MCPCLIENT_OK;
  int fed = 0, seen;
  setting.adjust = few_events;
  scene_open(&scene, &setting);
  say(&scene, "keeping up");
  while (status == MCPCLIENT_OK && fed < 1 << 20) {
    status = mcpclient_lane_feed(peer.lane, note, strlen(note));
    fed += status == MCPCLIENT_OK;
  }
  CHECK_STATUS(status, MCPCLIENT_E_BUSY);
  CHECK_NUMBER(peer.ready, 0);
  for (seen = 0; seen < fed; seen++) {
    event_free(scene_next(&scene, SAW_NOTIFICATION));
  }
  pthread_mutex_lock(&peer.lock);
  while (peer.ready == 0) {
    pthread_cond_wait(&peer.changed, &peer.lock);
  }
  CHECK_NUMBER(peer.ready, 1);
  pthread_mutex_unlock(&peer.lock);
  say(&scene, "keeping up again");
  CHECK(!scene_has(&scene, SAW_NOTIFICATION));
  CHECK_OK(mcpclient_close(scene.client));
  event_free(scene_next(&scene, SAW_CLOSED));
  scene_close(&scene);
  peer_close(&peer);
}

/* A lane whose server answers inside `send`, and that has nothing to do for its end. */
typedef struct {
  mcpclient_lane *lane;
  int freed;
  /* Held while the lane is fed: nobody may free it meanwhile. */
  pthread_mutex_t lock;
} loop;

static void answer_at_once(void *userdata, const void *bytes, size_t size) {
  loop *loop = userdata;
  const char *from = bytes, *end = from + size, *line;
  pthread_mutex_lock(&loop->lock);
  for (; from < end; from = line + 1) {
    mcpclient_str message;
    char *answer;
    line = memchr(from, '\n', (size_t)(end - from));
    message.ptr = from;
    message.len = (size_t)(line - from);
    answer = tiny_answer(message, 1);
    if (answer != NULL) {
      CHECK_OK(mcpclient_lane_feed(loop->lane, answer, strlen(answer)));
      CHECK_OK(mcpclient_lane_feed(loop->lane, "\n", 1));
    }
    free(answer);
  }
  pthread_mutex_unlock(&loop->lock);
}

static void loop_free(void *userdata) { ((loop *)userdata)->freed++; }

static mcpclient_transport *loop_open(loop *loop) {
  mcpclient_lane_host host;
  mcpclient_transport *transport = NULL;
  loop->freed = 0;
  pthread_mutex_init(&loop->lock, NULL);
  mcpclient_lane_host_init(&host, sizeof host);
  host.send = answer_at_once;
  host.userdata = loop;
  host.userdata_free = loop_free;
  CHECK_OK(mcpclient_transport_lane(&host, &loop->lane, &transport, NULL));
  return transport;
}

static void test_answers_inside(int32_t dispatch) {
  scene scene;
  loop loop;
  setting setting = over(loop_open(&loop), dispatch, 1);
  scene_open(&scene, &setting);
  say(&scene, "inside");
  scene_close(&scene);
  CHECK_NUMBER(loop.freed, 0);
  mcpclient_lane_free(loop.lane);
  CHECK_NUMBER(loop.freed, 1);
  pthread_mutex_destroy(&loop.lock);
}

/* Nobody can feed what was freed. */
static void test_letting_go(void) {
  scene scene;
  loop loop;
  setting setting = over(loop_open(&loop), MCPCLIENT_DISPATCH_THREAD, 1);
  scene_open(&scene, &setting);
  say(&scene, "once");
  pthread_mutex_lock(&loop.lock);
  mcpclient_lane_free(loop.lane);
  pthread_mutex_unlock(&loop.lock);
  event_free(scene_next(&scene, SAW_CLOSED));
  scene_close(&scene);
  CHECK_NUMBER(loop.freed, 1);
  pthread_mutex_destroy(&loop.lock);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_conversation(dispatch, 0, 0);
    test_conversation(dispatch, 1, 7);
    test_answers_inside(dispatch);
  }
  test_ending(NULL);
  test_ending("the cable is cut");
  test_letting_go();
  test_too_early();
  test_never();
  test_too_fast();
  return check_finish();
}
