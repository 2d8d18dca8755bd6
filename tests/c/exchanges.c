/* The host's own HTTP stack: over plain sockets, and by hand. */
#include "backend.h"
#include "site.h"
#include "tiny.h"

#include <stdlib.h>
#include <string.h>

/* ---- Over plain sockets ---- */

static void test_conversation(int32_t dispatch, int modern, size_t portion) {
  site site;
  scene scene;
  backend backend;
  setting setting;
  mcpclient_transport *transport;
  mcpclient_call *call;
  char *text;
  memset(&site, 0, sizeof site);
  site.modern = modern;
  site.streams = 1;
  site_open(&site);
  backend_open(&backend);
  backend.portion = portion;
  transport = site_transport(&site);
  backend_take(&backend, transport);
  setting = site_setting(&site, transport, dispatch);
  scene_open(&scene, &setting);
  site_say(&scene, "over a stack of our own");
  site_fill_in(&scene, "Ana");
  call = scene_tool(&scene, "stream", NULL);
  text = scene_text(&scene, call);
  CHECK_TEXT(view(text), "streamed");
  free(text);
  mcpclient_call_free(call);
  call = scene_tool(&scene, "busy", NULL);
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_HTTP);
  CHECK_NUMBER(mcpclient_error_http_status(mcpclient_call_error(call)), 503);
  CHECK_NUMBER(mcpclient_error_http_retry_after_ms(mcpclient_call_error(call)), 7000);
  mcpclient_call_free(call);
  CHECK_OK(mcpclient_close(scene.client));
  event_free(scene_next(&scene, SAW_CLOSED));
  scene_close(&scene);
  backend_close(&backend);
  CHECK(backend.opened > 4);
  /* The stream that the server had for itself. */
  CHECK(modern || backend.aborted > 0);
  CHECK_NUMBER(site.deletes, modern ? 0 : 1);
  site_close(&site);
}

/* A call that is cancelled in the newer era ends its exchange. proves: HTP-12 */
static void test_giving_up(void) {
  site site;
  scene scene;
  backend backend;
  setting setting;
  mcpclient_transport *transport;
  mcpclient_call *call;
  memset(&site, 0, sizeof site);
  site.modern = 1;
  site_open(&site);
  backend_open(&backend);
  transport = site_transport(&site);
  backend_take(&backend, transport);
  setting = site_setting(&site, transport, MCPCLIENT_DISPATCH_THREAD);
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "held", NULL);
  site_await_calls(&site, 1);
  CHECK_OK(mcpclient_call_cancel(call, no_text));
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_CANCELLED);
  mcpclient_call_free(call);
  pthread_mutex_lock(&backend.lock);
  while (backend.aborted == 0) {
    pthread_cond_wait(&backend.changed, &backend.lock);
  }
  CHECK_NUMBER(backend.aborted, 1);
  pthread_mutex_unlock(&backend.lock);
  scene_close(&scene);
  backend_close(&backend);
  site_release(&site);
  site_close(&site);
}

/* ---- By hand ---- */

/* A stack that only keeps what it is asked to do, for the test to answer. */
typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  mcpclient_exchange *waiting[16];
  int first, last, aborted, ready, freed;
  uint64_t last_aborted, last_ready;
} desk;

static void on_open(void *userdata, mcpclient_exchange *exchange) {
  desk *desk = userdata;
  pthread_mutex_lock(&desk->lock);
  if (CHECK(desk->last < 16)) {
    desk->waiting[desk->last++] = exchange;
  }
  pthread_cond_broadcast(&desk->changed);
  pthread_mutex_unlock(&desk->lock);
}

static void on_abort(void *userdata, uint64_t id) {
  desk *desk = userdata;
  pthread_mutex_lock(&desk->lock);
  desk->aborted++;
  desk->last_aborted = id;
  pthread_cond_broadcast(&desk->changed);
  pthread_mutex_unlock(&desk->lock);
}

static void on_ready(void *userdata, uint64_t id) {
  desk *desk = userdata;
  pthread_mutex_lock(&desk->lock);
  desk->ready++;
  desk->last_ready = id;
  pthread_cond_broadcast(&desk->changed);
  pthread_mutex_unlock(&desk->lock);
}

static void on_free(void *userdata) { ((desk *)userdata)->freed++; }

static mcpclient_exchange *next(desk *desk) {
  mcpclient_exchange *exchange;
  pthread_mutex_lock(&desk->lock);
  while (desk->first == desk->last) {
    pthread_cond_wait(&desk->changed, &desk->lock);
  }
  exchange = desk->waiting[desk->first++];
  pthread_mutex_unlock(&desk->lock);
  return exchange;
}

static void answer(mcpclient_exchange *exchange, const char *json) {
  CHECK_OK(mcpclient_exchange_add_header(exchange, view("Content-Type"), view("application/json")));
  CHECK_OK(mcpclient_exchange_head(exchange, 200));
  CHECK_OK(mcpclient_exchange_feed(exchange, json, strlen(json)));
  CHECK_OK(mcpclient_exchange_end(exchange, MCPCLIENT_EXCHANGE_COMPLETE, no_text));
  mcpclient_exchange_free(exchange);
}

/* Answers what the exchange asks. */
static void answer_well(mcpclient_exchange *exchange) {
  char *json = tiny_answer(mcpclient_exchange_body(exchange), 1);
  answer(exchange, json);
  free(json);
}

static mcpclient_transport *desk_open(desk *desk) {
  mcpclient_exchanger table;
  mcpclient_transport *transport = NULL;
  memset(desk, 0, sizeof *desk);
  pthread_mutex_init(&desk->lock, NULL);
  pthread_cond_init(&desk->changed, NULL);
  mcpclient_exchanger_init(&table, sizeof table);
  table.userdata = desk;
  table.userdata_free = on_free;
  table.open = on_open;
  table.abort = on_abort;
  table.ready = on_ready;
  CHECK_OK(mcpclient_transport_http(view("https://mcp.example.com/x?y=1"), &transport, NULL));
  CHECK_OK(mcpclient_transport_add_header(transport, view("X-Extra"), view("one")));
  CHECK_OK(mcpclient_transport_set_exchanger(transport, &table));
  return transport;
}

static void desk_close(desk *desk) {
  CHECK_NUMBER(desk->freed, 1);
  CHECK_NUMBER(desk->first, desk->last);
  pthread_cond_destroy(&desk->changed);
  pthread_mutex_destroy(&desk->lock);
}

/* Opens a scene over the desk, in the newer era, and answers its first question. */
static void sit_down_with(scene *scene, desk *desk, int32_t dispatch,
                          void (*adjust)(struct scene *, mcpclient_host *, mcpclient_options *)) {
  site none;
  setting setting;
  mcpclient_exchange *exchange;
  memset(&none, 0, sizeof none);
  none.modern = 1;
  setting = site_setting(&none, desk_open(desk), dispatch);
  if (adjust != NULL) {
    setting.adjust = adjust;
  }
  scene_start(scene, &setting);
  exchange = next(desk);
  CHECK(tiny_is(mcpclient_exchange_body(exchange), "server/discover"));
  answer_well(exchange);
  event_free(scene_next(scene, SAW_READY));
}

static void sit_down(scene *scene, desk *desk) {
  sit_down_with(scene, desk, MCPCLIENT_DISPATCH_THREAD, NULL);
}

static const char *header(const mcpclient_exchange *exchange, const char *name) {
  size_t index;
  for (index = 0; index < mcpclient_exchange_header_count(exchange); index++) {
    if (strcmp(mcpclient_exchange_header_name(exchange, index).ptr, name) == 0) {
      return mcpclient_exchange_header_value(exchange, index).ptr;
    }
  }
  return NULL;
}

static void test_what_is_asked(void) {
  desk desk;
  scene scene;
  mcpclient_call *call;
  mcpclient_exchange *exchange;
  size_t count;
  uint64_t id;
  sit_down(&scene, &desk);
  call = scene_tool(&scene, "echo", "{\"text\":\"by hand\"}");
  exchange = next(&desk);
  id = mcpclient_exchange_id(exchange);
  CHECK(id != 0);
  CHECK_TEXT(mcpclient_exchange_method(exchange), "POST");
  CHECK_TEXT(mcpclient_exchange_url(exchange), "https://mcp.example.com/x?y=1");
  CHECK(tiny_calls(mcpclient_exchange_body(exchange), "echo"));
  CHECK_TEXT(view(header(exchange, "X-Extra")), "one");
  CHECK_TEXT(view(header(exchange, "Mcp-Method")), "tools/call");
  CHECK_TEXT(view(header(exchange, "Mcp-Name")), "echo");
  count = mcpclient_exchange_header_count(exchange);
  CHECK_TEXT(mcpclient_exchange_header_name(exchange, count), NULL);
  CHECK_TEXT(mcpclient_exchange_header_value(exchange, count), NULL);
  CHECK(!mcpclient_exchange_is_aborted(exchange));

  /* One step after the other, and each once. */
  CHECK_STATUS(mcpclient_exchange_feed(exchange, "{}", 2), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_exchange_end(exchange, MCPCLIENT_EXCHANGE_COMPLETE, no_text),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_exchange_end(exchange, 6, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_exchange_end(exchange, MCPCLIENT_EXCHANGE_BROKEN, bad_utf8), MCPCLIENT_E_BAD_JSON);
  /* A head that is refused takes none of its headers with it. */
  CHECK_OK(mcpclient_exchange_add_header(exchange, view("content-TYPE"), view("application/json")));
  CHECK_STATUS(mcpclient_exchange_head(exchange, 70000), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_exchange_head(exchange, 42), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_exchange_add_header(exchange, no_text, view("x")), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_exchange_add_header(exchange, view("x"), no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_exchange_add_header(exchange, bad_utf8, view("x")), MCPCLIENT_E_BAD_JSON);
  CHECK_OK(mcpclient_exchange_add_header(exchange, view("x-odd"), bad_utf8));
  CHECK_STATUS(mcpclient_exchange_feed(exchange, NULL, 2), MCPCLIENT_E_INVALID_ARG);
  {
    char *json = tiny_answer(mcpclient_exchange_body(exchange), 1);
    size_t half = strlen(json) / 2;
    CHECK_OK(mcpclient_exchange_head(exchange, 200));
    CHECK_STATUS(mcpclient_exchange_head(exchange, 200), MCPCLIENT_E_INVALID_ARG);
    CHECK_OK(mcpclient_exchange_feed(exchange, NULL, 0));
    CHECK_OK(mcpclient_exchange_feed(exchange, json, half));
    CHECK_OK(mcpclient_exchange_feed(exchange, json + half, strlen(json) - half));
    free(json);
  }
  CHECK_OK(mcpclient_exchange_end(exchange, MCPCLIENT_EXCHANGE_COMPLETE, no_text));
  CHECK_STATUS(mcpclient_exchange_feed(exchange, "x", 1), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_exchange_end(exchange, MCPCLIENT_EXCHANGE_COMPLETE, no_text), MCPCLIENT_E_GONE);
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);

  /* What was borrowed lives as long as the handle. */
  CHECK_TEXT(mcpclient_exchange_method(exchange), "POST");
  CHECK_NUMBER(mcpclient_exchange_id(exchange), id);
  mcpclient_exchange_free(exchange);
  scene_close(&scene);
  desk_close(&desk);
}

/* Each way in which an exchange can fail, and what becomes of a call that may not be repeated. */
static void test_failures(void) {
  static const struct {
    mcpclient_exchange_ending how;
    mcpclient_status status;
  } cases[] = {{MCPCLIENT_EXCHANGE_UNREACHABLE, MCPCLIENT_E_NETWORK},
               {MCPCLIENT_EXCHANGE_FORBIDDEN, MCPCLIENT_E_REFUSED},
               {MCPCLIENT_EXCHANGE_TIMEOUT, MCPCLIENT_E_TIMEOUT},
               {MCPCLIENT_EXCHANGE_BROKEN, MCPCLIENT_E_LOST},
               {MCPCLIENT_EXCHANGE_TOO_LARGE, MCPCLIENT_E_TOO_LARGE}};
  desk desk;
  scene scene;
  size_t index;
  sit_down(&scene, &desk);
  for (index = 0; index < sizeof cases / sizeof *cases; index++) {
    mcpclient_call *call = scene_tool(&scene, "echo", NULL);
    mcpclient_exchange *exchange = next(&desk);
    CHECK_OK(mcpclient_exchange_end(exchange, cases[index].how, view("the test says so")));
    mcpclient_exchange_free(exchange);
    CHECK_STATUS(scene_finish(&scene, call), cases[index].status);
    if (cases[index].status != MCPCLIENT_E_LOST) {
      CHECK_HAS(mcpclient_error_message(mcpclient_call_error(call)), "the test says so");
    }
    mcpclient_call_free(call);
  }
  scene_close(&scene);
  desk_close(&desk);
}

/* Freed before its end it is broken: before its head, and in the middle of its body. */
static void test_letting_go(int in_the_middle) {
  desk desk;
  scene scene;
  mcpclient_call *call;
  mcpclient_exchange *exchange;
  sit_down(&scene, &desk);
  call = scene_tool(&scene, "echo", NULL);
  exchange = next(&desk);
  if (in_the_middle) {
    CHECK_OK(mcpclient_exchange_add_header(exchange, view("Content-Type"), view("application/json")));
    CHECK_OK(mcpclient_exchange_head(exchange, 200));
    CHECK_OK(mcpclient_exchange_feed(exchange, "{\"jsonrpc\"", 10));
  }
  mcpclient_exchange_free(exchange);
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_LOST);
  mcpclient_call_free(call);
  scene_close(&scene);
  desk_close(&desk);
}

/* Client and runtime are gone; the exchange is still a handle, and keeps the userdata. */
static void test_outliving(void) {
  desk desk;
  scene scene;
  mcpclient_call *call;
  mcpclient_exchange *exchange;
  sit_down(&scene, &desk);
  call = scene_tool(&scene, "echo", NULL);
  exchange = next(&desk);
  mcpclient_call_free(call);
  scene_close(&scene);
  CHECK_NUMBER(desk.aborted, 1);
  CHECK(desk.last_aborted == mcpclient_exchange_id(exchange));
  CHECK(mcpclient_exchange_is_aborted(exchange));
  CHECK_STATUS(mcpclient_exchange_head(exchange, 200), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_exchange_feed(exchange, "x", 1), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_exchange_end(exchange, MCPCLIENT_EXCHANGE_BROKEN, no_text), MCPCLIENT_E_GONE);
  CHECK_TEXT(mcpclient_exchange_url(exchange), "https://mcp.example.com/x?y=1");
  CHECK_NUMBER(desk.freed, 0);
  mcpclient_exchange_free(exchange);
  desk_close(&desk);
}

static void few_events(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->era = MCPCLIENT_ERA_MODERN;
  options->max_events = 16;
}

/* A host that falls behind: the stream waits, whoever feeds it is told when to go on, and nothing is lost. */
static void test_too_fast(void) {
  static const char note[] = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/of/mine\"}\n\n";
  desk desk;
  scene scene;
  mcpclient_call *call;
  mcpclient_exchange *exchange;
  mcpclient_status status = MCPCLIENT_OK;
  char *json, *last;
  int fed = 0, seen;
  sit_down_with(&scene, &desk, MCPCLIENT_DISPATCH_PUMP, few_events);
  call = scene_tool(&scene, "echo", "{\"text\":\"at last\"}");
  exchange = next(&desk);
  CHECK_OK(mcpclient_exchange_add_header(exchange, view("Content-Type"), view("text/event-stream")));
  CHECK_OK(mcpclient_exchange_head(exchange, 200));
  while (status == MCPCLIENT_OK && fed < 1 << 20) {
    status = mcpclient_exchange_feed(exchange, note, strlen(note));
    fed += status == MCPCLIENT_OK;
  }
  CHECK_STATUS(status, MCPCLIENT_E_BUSY);
  CHECK_NUMBER(desk.ready, 0);
  for (seen = 0; seen < fed; seen++) {
    event *event_ = scene_next(&scene, SAW_NOTIFICATION);
    CHECK_TEXT(view(event_->text), "notifications/of/mine");
    event_free(event_);
  }
  pthread_mutex_lock(&desk.lock);
  while (desk.ready == 0) {
    pthread_cond_wait(&desk.changed, &desk.lock);
  }
  CHECK_NUMBER(desk.ready, 1);
  CHECK(desk.last_ready == mcpclient_exchange_id(exchange));
  pthread_mutex_unlock(&desk.lock);
  json = tiny_answer(mcpclient_exchange_body(exchange), 1);
  last = tiny_text("data: %s\n\n", json);
  CHECK_OK(mcpclient_exchange_feed(exchange, last, strlen(last)));
  free(last);
  free(json);
  json = scene_text(&scene, call);
  CHECK_TEXT(view(json), "at last");
  free(json);
  mcpclient_exchange_free(exchange);
  mcpclient_call_free(call);
  scene_close(&scene);
  desk_close(&desk);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_conversation(dispatch, 0, 0);
    test_conversation(dispatch, 1, 3);
  }
  test_giving_up();
  test_what_is_asked();
  test_failures();
  test_letting_go(0);
  test_letting_go(1);
  test_outliving();
  test_too_fast();
  return check_finish();
}
