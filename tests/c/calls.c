/* Calls: every request, how they end, and the three ways to wait. */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const setting general;

static mcpclient_str at(mcpclient_call *call, const char *pointer) {
  return mcpclient_json_at(mcpclient_call_result(call), view(pointer));
}

/* proves: TOL-02, PAG-02 */
static void test_lists(scene *scene) {
  mcpclient_status (*const lists[])(mcpclient *, const mcpclient_call_options *,
                                    mcpclient_call **) = {
      mcpclient_list_tools, mcpclient_list_resources, mcpclient_list_resource_templates,
      mcpclient_list_prompts};
  static const char *const names[] = {"/tools", "/resources", "/resourceTemplates", "/prompts"};
  size_t index;
  for (index = 0; index < 4; index++) {
    mcpclient_call *call = NULL;
    CHECK_OK(lists[index](scene->client, NULL, &call));
    CHECK_OK(scene_finish(scene, call));
    CHECK_NUMBER(mcpclient_json_kind(at(call, names[index])), MCPCLIENT_JSON_ARRAY);
    /* All pages are one. */
    CHECK_TEXT(at(call, "/nextCursor"), NULL);
    CHECK_NUMBER(mcpclient_call_set_aside_count(call), 0);
    CHECK_TEXT(mcpclient_call_set_aside_name(call, 0), NULL);
    CHECK_TEXT(mcpclient_call_set_aside_reason(call, 0), NULL);
    mcpclient_call_free(call);
  }
}

static void test_resources(scene *scene) {
  mcpclient_call *call = NULL;
  char uri[256];
  event *event;
  CHECK_OK(mcpclient_list_resources(scene->client, NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  CHECK(mcpclient_json_text(at(call, "/resources/0/uri"), uri, sizeof uri) > 1);
  mcpclient_call_free(call);

  CHECK_OK(mcpclient_read_resource(scene->client, view(uri), NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  CHECK_NUMBER(mcpclient_json_kind(at(call, "/contents/0")), MCPCLIENT_JSON_OBJECT);
  mcpclient_call_free(call);

  CHECK_OK(mcpclient_subscribe(scene->client, view(uri), NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  mcpclient_call_free(call);
  {
    char arguments[300] = "{\"uri\":";
    mcpclient_json_quote(view(uri), arguments + strlen(arguments), 260);
    strcat(arguments, "}");
    call = scene_tool(scene, "touch", arguments);
  }
  event = scene_next(scene, SAW_NOTIFICATION);
  CHECK(!strcmp(event->text, "notifications/resources/updated"));
  event_free(event);
  CHECK_OK(scene_finish(scene, call));
  mcpclient_call_free(call);

  CHECK_OK(mcpclient_unsubscribe(scene->client, view(uri), NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  mcpclient_call_free(call);
}

static void test_prompts(scene *scene) {
  mcpclient_call *call = NULL;
  char name[64];
  CHECK_OK(mcpclient_list_prompts(scene->client, NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  CHECK(mcpclient_json_text(at(call, "/prompts/0/name"), name, sizeof name) > 1);
  mcpclient_call_free(call);

  CHECK_OK(mcpclient_get_prompt(scene->client, view(name), view("{\"name\":\"Ana\"}"), NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  CHECK_NUMBER(mcpclient_json_kind(at(call, "/messages/0/content")), MCPCLIENT_JSON_OBJECT);
  mcpclient_call_free(call);

  CHECK_OK(mcpclient_complete_prompt(scene->client, view(name), view("name"), view("A"), no_text,
                                     NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  CHECK_NUMBER(mcpclient_json_kind(at(call, "/completion/values")), MCPCLIENT_JSON_ARRAY);
  mcpclient_call_free(call);

  CHECK_OK(mcpclient_complete_resource(scene->client, view("puppet://city/{city}"), view("city"),
                                       view("B"), view("{\"country\":\"Norway\"}"), NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  CHECK_NUMBER(mcpclient_json_kind(at(call, "/completion/values")), MCPCLIENT_JSON_ARRAY);
  mcpclient_call_free(call);
}

/* proves: LOG-01, LOG-03 */
static void test_logging(scene *scene) {
  mcpclient_call *call = NULL;
  event *event;
  CHECK_OK(mcpclient_set_log_level(scene->client, view("debug"), NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  mcpclient_call_free(call);
  CHECK_STATUS(mcpclient_set_log_level(scene->client, view("loud"), NULL, &call),
               MCPCLIENT_E_INVALID_ARG);
  CHECK(call == NULL);

  call = scene_tool(scene, "log", "{\"count\":2,\"level\":\"warning\"}");
  event = scene_next(scene, SAW_LOG);
  CHECK_TEXT(mcpclient_json_at(view(event->text), view("/level")), "\"warning\"");
  event_free(event);
  event_free(scene_next(scene, SAW_LOG));
  CHECK_OK(scene_finish(scene, call));
  mcpclient_call_free(call);
}

static void test_tools(scene *scene) {
  mcpclient_call *call;
  char *text;
  call = scene_tool(scene, "echo", "{\"text\":\"hello \\u00e9\"}");
  text = scene_text(scene, call);
  CHECK(!strcmp(text, "hello \xc3\xa9"));
  free(text);
  CHECK(!mcpclient_result_is_error(mcpclient_call_result(call)));
  CHECK(mcpclient_call_error(call) == NULL);
  CHECK(mcpclient_call_client(call) == scene->client);
  mcpclient_call_free(call);

  /* A tool's own failure is a result. */
  call = scene_tool(scene, "fail", "{\"text\":\"no seats\"}");
  text = scene_text(scene, call);
  CHECK(!strcmp(text, "no seats"));
  free(text);
  CHECK(mcpclient_result_is_error(mcpclient_call_result(call)));
  mcpclient_call_free(call);

  call = NULL;
  CHECK_OK(mcpclient_call_tool(scene->client, view("echo"), no_text, NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  mcpclient_call_free(call);

  /* Without a done and without an out, nobody learns of the end, and nothing leaks. */
  CHECK_OK(mcpclient_call_tool(scene->client, view("echo"), view("{}"), NULL, NULL));

  CHECK_OK(mcpclient_request(scene->client, view("tools/call"),
                             view("{\"name\":\"add\",\"arguments\":{\"a\":2,\"b\":40}}"), NULL,
                             &call));
  text = scene_text(scene, call);
  CHECK(!strcmp(text, "42"));
  free(text);
  mcpclient_call_free(call);

  CHECK_OK(mcpclient_ping(scene->client, NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  CHECK_TEXT(mcpclient_call_result(call), "{}");
  mcpclient_call_free(call);

  CHECK_OK(mcpclient_notify(scene->client, view("notifications/x"), view("{\"a\":1}")));
  CHECK_OK(mcpclient_notify(scene->client, view("notifications/x"), no_text));
}

/* proves: RPC-06 */
static void test_server_error(scene *scene) {
  mcpclient_call *call = scene_tool(scene, "error", "{\"code\":-32099,\"message\":\"no \\u001b[1m\"}");
  const mcpclient_error *error;
  int64_t code = 0;
  int32_t number = 7;
  CHECK_STATUS(scene_finish(scene, call), MCPCLIENT_E_SERVER);
  CHECK_STATUS(mcpclient_call_status(call), MCPCLIENT_E_SERVER);
  CHECK_TEXT(mcpclient_call_result(call), NULL);
  error = mcpclient_call_error(call);
  CHECK(error != NULL && error == mcpclient_call_error(call));
  CHECK_STATUS(mcpclient_error_status(error), MCPCLIENT_E_SERVER);
  CHECK_TEXT(mcpclient_error_name(error), "MCPCLIENT_E_SERVER");
  CHECK(mcpclient_error_server_code(error, &code) && code == -32099);
  CHECK(mcpclient_error_server_code(error, NULL));
  CHECK_TEXT(mcpclient_error_server_message_raw(error), "no \x1b[1m");
  CHECK(memchr(mcpclient_error_server_message(error).ptr, '\x1b',
               mcpclient_error_server_message(error).len) == NULL);
  /* The library's own sentence carries nothing of the server's. */
  CHECK_HAS(mcpclient_error_message(error), "-32099");
  CHECK_TEXT(mcpclient_error_server_data(error), NULL);
  CHECK(!mcpclient_error_exit_code(error, &number) && !mcpclient_error_exit_signal(error, &number));
  CHECK_NUMBER(number, 7);
  CHECK_TEXT(mcpclient_error_stderr_tail(error), NULL);
  CHECK_NUMBER(mcpclient_error_field_count(error), 0);
  mcpclient_call_free(call);
}

/* proves: CAN-01, PRG-01 */
static void test_cancel(scene *scene) {
  int mark;
  mcpclient_call_options options = scene_call_options(scene, &mark);
  mcpclient_call *call = NULL;
  event *event;
  CHECK_OK(mcpclient_call_tool(scene->client, view("slow"), view("{\"count\":2}"), &options, &call));
  CHECK_STATUS(mcpclient_call_status(call), MCPCLIENT_E_PENDING);
  CHECK_TEXT(mcpclient_call_result(call), NULL);
  CHECK(mcpclient_call_error(call) == NULL);
  CHECK(mcpclient_call_userdata(call) == options.userdata);
  event = scene_next(scene, SAW_PROGRESS);
  CHECK(event->call == call);
  CHECK_NUMBER(mcpclient_json_kind(mcpclient_json_at(view(event->text), view("/progress"))),
               MCPCLIENT_JSON_NUMBER);
  event_free(event);
  event_free(scene_next(scene, SAW_PROGRESS));
  CHECK_STATUS(mcpclient_call_wait(call, 0), MCPCLIENT_E_PENDING);
  CHECK_STATUS(mcpclient_call_cancel(call, bad_utf8), MCPCLIENT_E_BAD_JSON);
  CHECK_OK(mcpclient_call_cancel(call, view("enough")));
  CHECK_STATUS(mcpclient_call_cancel(call, no_text), MCPCLIENT_E_GONE);
  event = scene_next(scene, SAW_DONE);
  CHECK(event->call == call && event->userdata == &mark);
  CHECK_STATUS(event->number, MCPCLIENT_E_CANCELLED);
  event_free(event);
  event = scene_next(scene, SAW_FREED);
  CHECK(event->userdata == &mark);
  event_free(event);
  CHECK_STATUS(scene_finish(scene, call), MCPCLIENT_E_CANCELLED);
  CHECK(mcpclient_call_userdata(call) == NULL);
  mcpclient_call_free(call);
}

/* proves: TMO-01, TMO-03 */
static void test_timeout(scene *scene) {
  mcpclient_call_options options;
  mcpclient_call *call = NULL;
  mcpclient_call_options_init(&options, sizeof options);
  options.timeout_ms = 20;
  CHECK_OK(mcpclient_call_tool(scene->client, view("slow"), no_text, &options, &call));
  CHECK_STATUS(scene_finish(scene, call), MCPCLIENT_E_TIMEOUT);
  mcpclient_call_free(call);
  options.timeout_ms = 0;
  options.total_timeout_ms = 20;
  CHECK_OK(mcpclient_call_tool(scene->client, view("slow"), no_text, &options, &call));
  CHECK_STATUS(scene_finish(scene, call), MCPCLIENT_E_TIMEOUT);
  mcpclient_call_free(call);
}

/* Many at once: each has its own end. */
static void test_many(scene *scene) {
  enum { COUNT = 50 };
  mcpclient_call *calls[COUNT];
  char arguments[32], want[32];
  int index;
  for (index = 0; index < COUNT; index++) {
    snprintf(arguments, sizeof arguments, "{\"text\":\"%d\"}", index);
    calls[index] = scene_tool(scene, "echo", arguments);
  }
  for (index = COUNT - 1; index >= 0; index--) {
    char *text = scene_text(scene, calls[index]);
    snprintf(want, sizeof want, "%d", index);
    CHECK(!strcmp(text, want));
    free(text);
    mcpclient_call_free(calls[index]);
  }
}

/* A message over the limit costs its call, and not the connection. */
static void limit_messages(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)host;
  options->max_message_bytes = 65536;
}

static void test_too_large(void) {
  setting limited = general;
  scene scene;
  mcpclient_call *call;
  limited.adjust = limit_messages;
  scene_open(&scene, &limited);
  call = scene_tool(&scene, "big", "{\"bytes\":100000}");
  CHECK_STATUS(scene_finish(&scene, call), MCPCLIENT_E_TOO_LARGE);
  mcpclient_call_free(call);
  call = scene_tool(&scene, "echo", "{\"text\":\"alive\"}");
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  scene_close(&scene);
}

int main(void) {
  static const int32_t dispatches[] = {MCPCLIENT_DISPATCH_THREAD, MCPCLIENT_DISPATCH_PUMP,
                                       MCPCLIENT_DISPATCH_INLINE};
  size_t index;
  for (index = 0; index < 3; index++) {
    setting setting = general;
    scene scene;
    setting.dispatch = dispatches[index];
    scene_open(&scene, &setting);
    test_lists(&scene);
    test_resources(&scene);
    test_prompts(&scene);
    test_logging(&scene);
    test_tools(&scene);
    test_server_error(&scene);
    test_cancel(&scene);
    test_timeout(&scene);
    test_many(&scene);
    scene_close(&scene);
  }
  test_too_large();
  return check_finish();
}
