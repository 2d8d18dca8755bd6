/* Servers behind URLs: conversations in both eras, forms, streams, and what is no answer of the protocol's. */
#include "site.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static site plain(int modern) {
  site site;
  memset(&site, 0, sizeof site);
  site.modern = modern;
  return site;
}

static void close_client(scene *scene) {
  CHECK_OK(mcpclient_close(scene->client));
  event_free(scene_next(scene, SAW_CLOSED));
}

/* proves: HTP-01, HTP-02, HTP-03, HTP-22, HTP-26, HTP-28, HTP-29 */
static void test_conversation(int32_t dispatch, int modern) {
  site site = plain(modern);
  scene scene;
  setting setting;
  mcpclient_call *call;
  char *text;
  site_open(&site);
  setting = site_setting(&site, site_transport(&site), dispatch);
  scene_open(&scene, &setting);
  CHECK_NUMBER(mcpclient_server_era(scene.client), modern ? MCPCLIENT_ERA_MODERN : MCPCLIENT_ERA_LEGACY);
  CHECK_NUMBER(mcpclient_pid(scene.client), -1);
  site_say(&scene, "over HTTP");
  call = scene_tool(&scene, "stream", NULL);
  text = scene_text(&scene, call);
  CHECK_TEXT(view(text), "streamed");
  free(text);
  mcpclient_call_free(call);
  event_free(scene_next(&scene, SAW_PROGRESS));
  close_client(&scene);
  scene_close(&scene);
  CHECK_NUMBER(site.deletes, modern ? 0 : 1);
  CHECK_NUMBER(site.gets, modern ? 0 : 1);
  CHECK(strncmp(site.agent, "libmcpclient/", 13) == 0);
  site_close(&site);
}

/* The answer goes out while the stream that asked is open, or by a call that is sent again. proves: HTP-06 */
static void test_form(int32_t dispatch, int modern) {
  site site = plain(modern);
  scene scene;
  setting setting;
  site_open(&site);
  setting = site_setting(&site, site_transport(&site), dispatch);
  scene_open(&scene, &setting);
  site_fill_in(&scene, "Ana");
  site_fill_in(&scene, "Bo");
  scene_close(&scene);
  site_close(&site);
}

/* proves: HTP-13 */
static void test_listening(int listen) {
  site site = plain(0);
  scene scene;
  setting setting;
  mcpclient_transport *transport;
  site.streams = 1;
  site.says = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";
  site_open(&site);
  transport = site_transport(&site);
  CHECK_OK(mcpclient_transport_set_listen(transport, listen));
  setting = site_setting(&site, transport, MCPCLIENT_DISPATCH_THREAD);
  scene_open(&scene, &setting);
  site_say(&scene, "one of two streams");
  if (listen != MCPCLIENT_OFF) {
    event *event_ = scene_next(&scene, SAW_NOTIFICATION);
    CHECK_TEXT(view(event_->text), "notifications/tools/list_changed");
    event_free(event_);
  }
  close_client(&scene);
  CHECK_NUMBER(site.gets, listen == MCPCLIENT_OFF ? 0 : 1);
  scene_close(&scene);
  site_close(&site);
}

static void test_what_the_host_says(void) {
  site site = plain(1);
  scene scene;
  setting setting;
  mcpclient_transport *transport;
  site_open(&site);
  transport = site_transport(&site);
  CHECK_OK(mcpclient_transport_add_header(transport, view("X-Extra"), view("one")));
  CHECK_OK(mcpclient_transport_set_user_agent(transport, view("test/1")));
  setting = site_setting(&site, transport, MCPCLIENT_DISPATCH_THREAD);
  scene_open(&scene, &setting);
  site_say(&scene, "with headers");
  CHECK_TEXT(view(site.extra), "one");
  CHECK_TEXT(view(site.agent), "test/1");
  scene_close(&scene);
  site_close(&site);
}

static mcpclient_call *failed(scene *scene, const char *tool, mcpclient_status want) {
  mcpclient_call *call = scene_tool(scene, tool, NULL);
  CHECK_STATUS(scene_finish(scene, call), want);
  return call;
}

/* What is no answer of the protocol's costs its call alone, and says what it was. */
static void test_no_answers(int modern) {
  site site = plain(modern);
  scene scene;
  setting setting;
  mcpclient_call *call;
  const mcpclient_error *error;
  site_open(&site);
  setting = site_setting(&site, site_transport(&site), MCPCLIENT_DISPATCH_THREAD);
  scene_open(&scene, &setting);

  call = failed(&scene, "busy", MCPCLIENT_E_HTTP);
  error = mcpclient_call_error(call);
  CHECK_NUMBER(mcpclient_error_http_status(error), 503);
  CHECK_TEXT(mcpclient_error_http_content_type(error), "text/plain; charset=utf-8");
  CHECK_TEXT(mcpclient_error_http_excerpt(error), "Too much to do.");
  CHECK_NUMBER(mcpclient_error_http_retry_after_ms(error), 7000);
  CHECK_HAS(mcpclient_error_message(error), "503");
  mcpclient_call_free(call);

  call = failed(&scene, "page", MCPCLIENT_E_HTTP);
  error = mcpclient_call_error(call);
  CHECK_NUMBER(mcpclient_error_http_status(error), 200);
  CHECK_TEXT(mcpclient_error_http_content_type(error), "text/html");
  CHECK_HAS(mcpclient_error_http_excerpt(error), "Log in");
  CHECK(memchr(mcpclient_error_http_excerpt(error).ptr, '\033', mcpclient_error_http_excerpt(error).len) ==
        NULL);
  CHECK_NUMBER(mcpclient_error_http_retry_after_ms(error), -1);
  mcpclient_call_free(call);

  call = failed(&scene, "lost", MCPCLIENT_E_LOST);
  CHECK_NUMBER(mcpclient_error_http_status(mcpclient_call_error(call)), 0);
  CHECK_TEXT(mcpclient_error_http_excerpt(mcpclient_call_error(call)), NULL);
  mcpclient_call_free(call);

  site_say(&scene, "all the same");
  scene_close(&scene);
  site_close(&site);
}

static event *start_and_fail(scene *scene, mcpclient_transport *transport, mcpclient_status want) {
  site none = plain(0);
  setting setting = site_setting(&none, transport, MCPCLIENT_DISPATCH_THREAD);
  event *event_;
  scene_start(scene, &setting);
  event_ = scene_next(scene, SAW_CLOSED);
  CHECK_STATUS(event_->number, want);
  return event_;
}

/* proves: VER-44 */
static void test_turned_away(void) {
  site site = plain(0);
  scene scene;
  mcpclient_error *error = NULL;
  site.refuses = 401;
  site_open(&site);
  event_free(start_and_fail(&scene, site_transport(&site), MCPCLIENT_E_HTTP));
  CHECK_STATUS(mcpclient_closed_error(scene.client, &error), MCPCLIENT_E_HTTP);
  CHECK_NUMBER(mcpclient_error_http_status(error), 401);
  CHECK_TEXT(mcpclient_error_http_excerpt(error), "Not for you.");
  mcpclient_error_free(error);
  CHECK_NUMBER(site.posts, 1);
  scene_close(&scene);
  site_close(&site);
}

/* proves: SEC-03 */
static void test_addresses(void) {
  site site = plain(0);
  scene scene;
  mcpclient_transport *transport;
  site_open(&site);
  transport = site_transport(&site);
  CHECK_OK(mcpclient_transport_set_address_guard(transport, MCPCLIENT_GUARD_PUBLIC));
  event_free(start_and_fail(&scene, transport, MCPCLIENT_E_REFUSED));
  CHECK_NUMBER(web_connections(site.web), 0);
  scene_close(&scene);
  site_close(&site);
}

/* Nobody listens where somebody did a moment ago. */
static void test_nobody(void) {
  site site = plain(0);
  scene scene;
  mcpclient_transport *transport;
  event *event_;
  site_open(&site);
  transport = site_transport(&site);
  site_close(&site);
  event_ = start_and_fail(&scene, transport, MCPCLIENT_E_NETWORK);
  CHECK(strlen(event_->text) > 0);
  event_free(event_);
  scene_close(&scene);
}

/* proves: HTP-47, SSE-01, SSE-02, SSE-04 */
static void test_old_servers(int32_t old_sse) {
  site site = plain(0);
  scene scene;
  setting setting;
  mcpclient_transport *transport;
  site.old = 1;
  site_open(&site);
  transport = site_transport(&site);
  CHECK_OK(mcpclient_transport_set_old_sse(transport, old_sse));
  setting = site_setting(&site, transport, MCPCLIENT_DISPATCH_THREAD);
  scene_open(&scene, &setting);
  CHECK_TEXT(mcpclient_revision(scene.client), "2024-11-05");
  site_say(&scene, "as it used to be");
  close_client(&scene);
  CHECK_NUMBER(site.gets, 1);
  scene_close(&scene);
  site_close(&site);
}

static void refused(mcpclient_runtime *runtime, mcpclient_transport *transport) {
  mcpclient *client = NULL;
  mcpclient_error *error = NULL;
  CHECK_STATUS(mcpclient_new(runtime, transport, NULL, NULL, &client, &error), MCPCLIENT_E_INVALID_ARG);
  CHECK(client == NULL && mcpclient_error_message(error).len > 0);
  mcpclient_error_free(error);
}

static mcpclient_transport *to(const char *url) {
  mcpclient_transport *transport = NULL;
  CHECK_OK(mcpclient_transport_http(view(url), &transport, NULL));
  return transport;
}

/* What cannot be used is seen before anything is sent. */
static void test_unusable(void) {
  static const char *const urls[] = {"example.com", "ftp://example.com/", "http://", "https://a:b@example.com/"};
  static const char no_pem[] = "-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n";
  mcpclient_runtime *runtime = NULL;
  mcpclient_transport *transport;
  size_t index;
  CHECK_OK(mcpclient_runtime_new(NULL, &runtime, NULL));
  for (index = 0; index < sizeof urls / sizeof *urls; index++) {
    refused(runtime, to(urls[index]));
  }
  transport = to("https://example.com/");
  CHECK_OK(mcpclient_transport_set_ca_bundle(transport, mcpclient_str_from(no_pem)));
  refused(runtime, transport);
  transport = to("https://example.com/");
  CHECK_OK(mcpclient_transport_set_client_certificate(transport, view("x"), view("y")));
  refused(runtime, transport);
  transport = to("https://example.com/");
  CHECK_OK(mcpclient_transport_set_proxy(transport, MCPCLIENT_PROXY_URL, view("gopher://x")));
  refused(runtime, transport);
  transport = to("https://example.com/");
  CHECK_OK(mcpclient_transport_add_header(transport, view("Mcp-Session-Id"), view("mine")));
  refused(runtime, transport);
  mcpclient_runtime_free(runtime);
}

int main(void) {
  int32_t dispatch;
  int modern;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    for (modern = 0; modern <= 1; modern++) {
      test_conversation(dispatch, modern);
      test_form(dispatch, modern);
    }
  }
  test_listening(MCPCLIENT_DEFAULT);
  test_listening(MCPCLIENT_OFF);
  test_what_the_host_says();
  test_no_answers(0);
  test_no_answers(1);
  test_turned_away();
  test_addresses();
  test_nobody();
  test_old_servers(MCPCLIENT_OLD_SSE_ONLY);
  test_old_servers(MCPCLIENT_OLD_SSE_FALLBACK);
  test_unusable();
  return check_finish();
}
