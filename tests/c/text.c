/* Text that is not UTF-8, JSON that is none, and arguments that are missing: refused by every function, and nothing
 * changes. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

#define BAD_JSON(call) CHECK_STATUS(call, MCPCLIENT_E_BAD_JSON)
#define INVALID(call) CHECK_STATUS(call, MCPCLIENT_E_INVALID_ARG)

static const setting general;

/* JSON that is no object. */
static const char *const no_objects[] = {"", "[]", "1", "\"x\"", "{", "{\"a\":}", "{} {}", "{'a':1}"};
enum { NO_OBJECTS = sizeof no_objects / sizeof *no_objects };

static void test_transport(void) {
  mcpclient_transport *transport = NULL;
  mcpclient_error *error = NULL;
  mcpclient_str argv[2], with_nul = {"a\0b", 3};
  argv[0] = bad_utf8;
  argv[1] = view("x");
  BAD_JSON(mcpclient_transport_stdio(argv, 2, &transport, &error));
  CHECK(transport == NULL);
  CHECK_HAS(mcpclient_error_message(error), "UTF-8");
  mcpclient_error_free(error);
  argv[0] = view("x");
  argv[1] = bad_utf8;
  BAD_JSON(mcpclient_transport_stdio(argv, 2, &transport, NULL));
  argv[1] = no_text;
  INVALID(mcpclient_transport_stdio(argv, 2, &transport, NULL));
  argv[1] = with_nul;
  INVALID(mcpclient_transport_stdio(argv, 2, &transport, NULL));
  argv[0] = view("");
  INVALID(mcpclient_transport_stdio(argv, 1, &transport, NULL));
  INVALID(mcpclient_transport_stdio(argv, 0, &transport, NULL));
  INVALID(mcpclient_transport_stdio(argv, SIZE_MAX, &transport, NULL));
  argv[0] = view("x");
  INVALID(mcpclient_transport_stdio(argv, 1, NULL, NULL));
  CHECK_OK(mcpclient_transport_stdio(argv, 1, &transport, NULL));

  BAD_JSON(mcpclient_transport_set_env(transport, bad_utf8, view("x")));
  BAD_JSON(mcpclient_transport_set_env(transport, view("X"), bad_utf8));
  INVALID(mcpclient_transport_set_env(transport, no_text, view("x")));
  INVALID(mcpclient_transport_set_env(transport, view(""), view("x")));
  INVALID(mcpclient_transport_set_env(transport, view("A=B"), view("x")));
  INVALID(mcpclient_transport_set_env(transport, view("X"), no_text));
  INVALID(mcpclient_transport_set_env(transport, with_nul, view("x")));
  INVALID(mcpclient_transport_set_env(transport, view("X"), with_nul));
  BAD_JSON(mcpclient_transport_set_directory(transport, bad_utf8));
  INVALID(mcpclient_transport_set_directory(transport, no_text));
  INVALID(mcpclient_transport_set_directory(transport, view("")));
  INVALID(mcpclient_transport_set_directory(transport, with_nul));
  mcpclient_transport_free(transport);
}

static void test_requests(scene *scene) {
  mcpclient *client = scene->client;
  mcpclient_str x = view("x");
  mcpclient_call *call = NULL;
  size_t index;

  BAD_JSON(mcpclient_request(client, bad_utf8, no_text, NULL, &call));
  BAD_JSON(mcpclient_request(client, x, bad_utf8, NULL, &call));
  INVALID(mcpclient_request(client, no_text, no_text, NULL, &call));
  INVALID(mcpclient_request(client, view(""), no_text, NULL, &call));
  BAD_JSON(mcpclient_call_tool(client, bad_utf8, no_text, NULL, &call));
  BAD_JSON(mcpclient_call_tool(client, x, bad_utf8, NULL, &call));
  INVALID(mcpclient_call_tool(client, no_text, no_text, NULL, &call));
  BAD_JSON(mcpclient_read_resource(client, bad_utf8, NULL, &call));
  INVALID(mcpclient_read_resource(client, no_text, NULL, &call));
  BAD_JSON(mcpclient_subscribe(client, bad_utf8, NULL, &call));
  INVALID(mcpclient_subscribe(client, no_text, NULL, &call));
  BAD_JSON(mcpclient_unsubscribe(client, bad_utf8, NULL, &call));
  INVALID(mcpclient_unsubscribe(client, no_text, NULL, &call));
  BAD_JSON(mcpclient_get_prompt(client, bad_utf8, no_text, NULL, &call));
  BAD_JSON(mcpclient_get_prompt(client, x, bad_utf8, NULL, &call));
  INVALID(mcpclient_get_prompt(client, no_text, no_text, NULL, &call));
  BAD_JSON(mcpclient_complete_prompt(client, bad_utf8, x, x, no_text, NULL, &call));
  BAD_JSON(mcpclient_complete_prompt(client, x, bad_utf8, x, no_text, NULL, &call));
  BAD_JSON(mcpclient_complete_prompt(client, x, x, bad_utf8, no_text, NULL, &call));
  BAD_JSON(mcpclient_complete_prompt(client, x, x, x, bad_utf8, NULL, &call));
  INVALID(mcpclient_complete_prompt(client, no_text, x, x, no_text, NULL, &call));
  INVALID(mcpclient_complete_prompt(client, x, no_text, x, no_text, NULL, &call));
  BAD_JSON(mcpclient_complete_resource(client, bad_utf8, x, x, no_text, NULL, &call));
  BAD_JSON(mcpclient_complete_resource(client, x, bad_utf8, x, no_text, NULL, &call));
  BAD_JSON(mcpclient_complete_resource(client, x, x, bad_utf8, no_text, NULL, &call));
  BAD_JSON(mcpclient_complete_resource(client, x, x, x, bad_utf8, NULL, &call));
  INVALID(mcpclient_complete_resource(client, no_text, x, x, no_text, NULL, &call));
  BAD_JSON(mcpclient_set_log_level(client, bad_utf8, NULL, &call));
  INVALID(mcpclient_set_log_level(client, no_text, NULL, &call));
  BAD_JSON(mcpclient_notify(client, bad_utf8, no_text));
  BAD_JSON(mcpclient_notify(client, x, bad_utf8));
  INVALID(mcpclient_notify(client, no_text, no_text));
  INVALID(mcpclient_notify(client, view(""), no_text));
  for (index = 0; index < NO_OBJECTS; index++) {
    mcpclient_str json = view(no_objects[index]);
    BAD_JSON(mcpclient_request(client, x, json, NULL, &call));
    BAD_JSON(mcpclient_call_tool(client, x, json, NULL, &call));
    BAD_JSON(mcpclient_get_prompt(client, x, json, NULL, &call));
    BAD_JSON(mcpclient_complete_prompt(client, x, x, x, json, NULL, &call));
    BAD_JSON(mcpclient_complete_resource(client, x, x, x, json, NULL, &call));
    BAD_JSON(mcpclient_notify(client, x, json));
  }
  CHECK(call == NULL);
}

/* Deeper than anything is read. */
static void test_depth(scene *scene) {
  enum { DEPTH = 100000 };
  char *text = malloc(2 * DEPTH + 8);
  mcpclient_str json;
  mcpclient_call *call = NULL;
  if (text == NULL) {
    CHECK(text != NULL);
    return;
  }
  memcpy(text, "{\"a\":", 5);
  memset(text + 5, '[', DEPTH);
  memset(text + 5 + DEPTH, ']', DEPTH);
  text[5 + 2 * DEPTH] = '}';
  json.ptr = text;
  json.len = 6 + 2 * DEPTH;
  BAD_JSON(mcpclient_call_tool(scene->client, view("echo"), json, NULL, &call));
  CHECK_NUMBER(mcpclient_json_kind(json), MCPCLIENT_JSON_NONE);
  CHECK_TEXT(mcpclient_json_at(json, view("/a")), NULL);
  free(text);
}

static void test_call(scene *scene) {
  mcpclient_call *call = scene_tool(scene, "slow", NULL);
  BAD_JSON(mcpclient_call_cancel(call, bad_utf8));
  CHECK_STATUS(mcpclient_call_status(call), MCPCLIENT_E_PENDING);
  CHECK_OK(mcpclient_call_cancel(call, no_text));
  mcpclient_call_free(call);
}

static void test_form(scene *scene) {
  mcpclient_call *call = scene_tool(scene, "form", NULL);
  mcpclient_input *input = scene_input(scene, MCPCLIENT_INPUT_FORM);
  mcpclient_error *error = NULL;
  size_t index;
  size_t name = mcpclient_input_field_by_name(input, view("name"));
  CHECK(mcpclient_input_field_by_name(input, bad_utf8) == SIZE_MAX);
  CHECK(mcpclient_input_field_by_name(input, no_text) == SIZE_MAX);
  CHECK_OK(mcpclient_input_set_text(input, name, view("Ana"), NULL));
  BAD_JSON(mcpclient_input_set_text(input, name, bad_utf8, &error));
  CHECK_STATUS(mcpclient_error_status(error), MCPCLIENT_E_BAD_JSON);
  mcpclient_error_free(error);
  BAD_JSON(mcpclient_input_set_json(input, name, bad_utf8, NULL));
  BAD_JSON(mcpclient_input_set_json(input, name, view("Ana"), NULL));
  BAD_JSON(mcpclient_input_set_json(input, name, view(""), NULL));
  CHECK_TEXT(mcpclient_input_value(input, name), "\"Ana\"");
  BAD_JSON(mcpclient_input_accept_json(input, bad_utf8, NULL));
  for (index = 0; index < NO_OBJECTS; index++) {
    BAD_JSON(mcpclient_input_accept_json(input, view(no_objects[index]), NULL));
  }
  BAD_JSON(mcpclient_input_decline(input, bad_utf8));
  BAD_JSON(mcpclient_input_fail(input, 1, bad_utf8));
  BAD_JSON(mcpclient_input_abort_call(input, bad_utf8));
  CHECK(mcpclient_input_is_open(input));
  CHECK_OK(mcpclient_input_abort_call(input, no_text));
  CHECK_STATUS(scene_finish(scene, call), MCPCLIENT_E_CANCELLED);
  mcpclient_input_free(input);
  mcpclient_call_free(call);
}

static void test_sample(scene *scene) {
  mcpclient_call *call = scene_tool(scene, "sample", NULL);
  mcpclient_input *input = scene_input(scene, MCPCLIENT_INPUT_SAMPLE);
  mcpclient_str x = view("x");
  size_t index;
  BAD_JSON(mcpclient_input_answer_text(input, bad_utf8, x, x, NULL));
  BAD_JSON(mcpclient_input_answer_text(input, x, bad_utf8, x, NULL));
  BAD_JSON(mcpclient_input_answer_text(input, x, x, bad_utf8, NULL));
  INVALID(mcpclient_input_answer_text(input, no_text, x, x, NULL));
  INVALID(mcpclient_input_answer_text(input, x, no_text, x, NULL));
  BAD_JSON(mcpclient_input_answer_json(input, bad_utf8, NULL));
  INVALID(mcpclient_input_answer_json(input, no_text, NULL));
  for (index = 0; index < NO_OBJECTS; index++) {
    BAD_JSON(mcpclient_input_answer_json(input, view(no_objects[index]), NULL));
  }
  CHECK(mcpclient_input_is_open(input));
  CHECK_OK(mcpclient_input_answer_text(input, x, x, no_text, NULL));
  CHECK_OK(scene_finish(scene, call));
  mcpclient_input_free(input);
  mcpclient_call_free(call);
}

static void test_roots(void) {
  mcpclient_roots *roots = NULL;
  mcpclient_str x = view("x");
  CHECK_OK(mcpclient_roots_new(&roots));
  BAD_JSON(mcpclient_roots_add_path(roots, view("/x"), bad_utf8, NULL));
  INVALID(mcpclient_roots_add_path(roots, no_text, x, NULL));
  BAD_JSON(mcpclient_roots_add_uri(roots, bad_utf8, x, NULL));
  BAD_JSON(mcpclient_roots_add_uri(roots, view("file:///x"), bad_utf8, NULL));
  INVALID(mcpclient_roots_add_uri(roots, no_text, x, NULL));
  BAD_JSON(mcpclient_roots_remove(roots, bad_utf8));
  INVALID(mcpclient_roots_remove(roots, no_text));
  BAD_JSON(mcpclient_roots_rename(roots, bad_utf8, x));
  BAD_JSON(mcpclient_roots_rename(roots, view("file:///x"), bad_utf8));
  INVALID(mcpclient_roots_add_workspace(roots, no_text, x, NULL));
  INVALID(mcpclient_roots_exclude(roots, no_text, NULL));
  INVALID(mcpclient_roots_include(roots, no_text));
  CHECK_NUMBER(mcpclient_roots_count(roots), 0);
  mcpclient_roots_free(roots);
}

int main(void) {
  scene scene;
  test_transport();
  test_roots();
  scene_open(&scene, &general);
  test_requests(&scene);
  test_depth(&scene);
  test_call(&scene);
  test_form(&scene);
  test_sample(&scene);
  scene_close(&scene);
  return check_finish();
}
