/*
 * Faults that others have had between a program and the wire (tests/cases), as C meets them: numbers
 * that are none, what is absent, answers that there are not, and hosts that fail.
 */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const setting general;

static const char *const revisions[] = {"2025-06-18", "2025-11-25", "2026-07-28"};
enum { REVISIONS = 3 };

static mcpclient_input *rehearse(const char *revision, const char *method, const char *params) {
  mcpclient_input *input = NULL;
  CHECK_OK(mcpclient_input_rehearse(view(revision), view(method), view(params), 0, &input, NULL));
  return input;
}

/* A form with one field of a type. */
static mcpclient_input *form(const char *revision, const char *name, const char *type) {
  char params[200];
  snprintf(params, sizeof params,
           "{\"message\":\"?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"%s\":"
           "{\"type\":\"%s\"}}}}",
           name, type);
  return rehearse(revision, "elicitation/create", params);
}

/* The server was told this, to the letter. */
static void told(mcpclient_input *input, const char *want) {
  CHECK_TEXT(mcpclient_input_rehearsed(input), want);
  mcpclient_input_free(input);
}

/* A number that is none, or too large for every reader, goes nowhere; the input waits for a better one. */
static void no_number(mcpclient_input *input, const char *number, mcpclient_status status) {
  char content[600];
  mcpclient_error *error = NULL;
  CHECK_STATUS(mcpclient_input_set_json(input, 0, view(number), &error), status);
  if (status == MCPCLIENT_E_FORM) {
    CHECK_NUMBER(mcpclient_error_field_code(error, 0), MCPCLIENT_FAULT_NOT_FINITE);
  }
  mcpclient_error_free(error);
  CHECK_STATUS(mcpclient_input_set_text(input, 0, view(number), NULL), MCPCLIENT_E_FORM);
  snprintf(content, sizeof content, "{\"p\":%s}", number);
  CHECK_STATUS(mcpclient_input_accept_json(input, view(content), NULL), status);
  CHECK(mcpclient_input_is_open(input));
  CHECK_TEXT(mcpclient_input_rehearsed(input), NULL);
}

static void test_numbers_that_are_none(void) {
  const double none[] = {NAN, INFINITY, -INFINITY};
  char long_number[402] = "1";
  size_t revision, index;
  memset(long_number + 1, '0', 400);
  for (revision = 0; revision < REVISIONS; revision++) {
    mcpclient_input *input = form(revisions[revision], "p", "number");
    for (index = 0; index < 3; index++) {
      char printed[40];
      snprintf(printed, sizeof printed, "%f", none[index]);
      no_number(input, printed, MCPCLIENT_E_BAD_JSON);
    }
    no_number(input, "NaN", MCPCLIENT_E_BAD_JSON);
    no_number(input, "Infinity", MCPCLIENT_E_BAD_JSON);
    no_number(input, "1e400", MCPCLIENT_E_FORM);
    no_number(input, long_number, MCPCLIENT_E_FORM);
    CHECK_OK(mcpclient_input_accept_json(input, view("{\"p\":1.10}"), NULL));
    told(input, "{\"result\":{\"action\":\"accept\",\"content\":{\"p\":1.10}}}");
  }
}

/* No text is nothing, never null. */
static void test_what_is_absent_is_not_written(void) {
  size_t revision;
  for (revision = 0; revision < REVISIONS; revision++) {
    mcpclient_input *input = form(revisions[revision], "a", "string");
    CHECK_OK(mcpclient_input_decline(input, no_text));
    told(input, "{\"result\":{\"action\":\"decline\"}}");
    input = form(revisions[revision], "a", "string");
    CHECK_OK(mcpclient_input_cancel(input));
    told(input, "{\"result\":{\"action\":\"cancel\"}}");
    input = form(revisions[revision], "a", "string");
    CHECK_OK(mcpclient_input_accept_json(input, view("{\"a\":\"x\"}"), NULL));
    told(input, "{\"result\":{\"action\":\"accept\",\"content\":{\"a\":\"x\"}}}");
    input = form(revisions[revision], "a", "string");
    CHECK_OK(mcpclient_input_accept(input, NULL));
    told(input, "{\"result\":{\"action\":\"accept\",\"content\":{}}}");
    input = rehearse(revisions[revision], "sampling/createMessage",
                     "{\"messages\":[],\"maxTokens\":1}");
    CHECK_OK(mcpclient_input_answer_text(input, view("m"), view("t"), no_text, NULL));
    told(input, "{\"result\":{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"t\"},"
                "\"model\":\"m\"}}");
  }
}

/* There is a function for each answer, and no other way to say one. */
static void test_there_are_three_answers(void) {
  static const char *const words[] = {"reject", "Accept", "ACCEPT", "dismiss", "ok", ""};
  size_t index;
  for (index = 0; index < sizeof words / sizeof *words; index++) {
    mcpclient_input *input = form("2025-11-25", "a", "string");
    char answer[60];
    snprintf(answer, sizeof answer, "{\"action\":\"%s\"}", words[index]);
    CHECK_STATUS(mcpclient_input_answer_json(input, view(answer), NULL), MCPCLIENT_E_INVALID_ARG);
    CHECK(mcpclient_input_is_open(input));
    CHECK_OK(mcpclient_input_cancel(input));
    told(input, "{\"result\":{\"action\":\"cancel\"}}");
  }
}

/* What the server was told of its form. */
static void said(scene *scene, mcpclient_call *call, const char *want) {
  char *text = scene_text(scene, call);
  CHECK_TEXT(view(text), want);
  free(text);
  mcpclient_call_free(call);
}

static void test_nobody_says_no(void) {
  setting setting = general;
  mcpclient_call *call;
  mcpclient_input *input;
  scene scene;
  char *text;

  /* The host could not; its answer was garbage and its dialog is gone. */
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "form", NULL);
  input = scene_input(&scene, MCPCLIENT_INPUT_FORM);
  CHECK_OK(mcpclient_input_fail(input, -32603, view("the host failed")));
  mcpclient_input_free(input);
  said(&scene, call, "{\"error\":{\"code\":-32603,\"message\":\"the host failed\"}}");
  call = scene_tool(&scene, "form", NULL);
  input = scene_input(&scene, MCPCLIENT_INPUT_FORM);
  CHECK_STATUS(mcpclient_input_accept_json(input, view("garbage"), NULL), MCPCLIENT_E_BAD_JSON);
  CHECK_STATUS(mcpclient_input_accept_json(input, view("{\"seats\":[]}"), NULL), MCPCLIENT_E_FORM);
  mcpclient_input_free(input);
  said(&scene, call, "{\"action\":\"cancel\"}");
  scene_close(&scene);

  /* Without a callback nothing is declared. */
  setting.offers_nothing = 1;
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "form", NULL);
  text = scene_text(&scene, call);
  CHECK_TEXT(mcpclient_json_at(view(text), view("/error/code")), "-32601");
  free(text);
  mcpclient_call_free(call);
  scene_close(&scene);
}

static void june(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  static mcpclient_str revision;
  (void)scene;
  host->progress = NULL;
  revision = view("2025-06-18");
  options->revisions = &revision;
  options->revision_count = 1;
}

static mcpclient_str member(mcpclient_str result, const char *name) {
  char pointer[40];
  snprintf(pointer, sizeof pointer, "/structuredContent/%s", name);
  return mcpclient_json_at(result, view(pointer));
}

/* The same transcript that every agent plays, here with what C makes of its numbers. */
static void test_numbers_keep_their_digits(void) {
  setting setting = {.script = "cases/tools/numbers-and-members.mcpt", .adjust = june};
  mcpclient_str result;
  mcpclient_call *call;
  int64_t number = 7;
  double near = 7;
  scene scene;
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "t",
                    "{\"id\":9007199254740993,\"z\":1.0,\"b\":1,\"a\":null,\"c\":[],"
                    "\"t\":\"\xe2\x80\xa8 \"}");
  CHECK_OK(scene_finish(&scene, call));
  result = mcpclient_call_result(call);
  CHECK(mcpclient_json_integer(member(result, "id"), &number));
  CHECK_NUMBER(number, 9007199254740993);
  CHECK(mcpclient_json_integer(member(result, "neg"), &number));
  CHECK(number == INT64_MIN);
  /* What does not fit is said not to, and its digits are there. */
  CHECK(!mcpclient_json_integer(member(result, "u"), &number));
  CHECK(!mcpclient_json_integer(member(result, "big"), &number));
  CHECK(number == INT64_MIN);
  CHECK_TEXT(mcpclient_json_number(member(result, "u")), "18446744073709551615");
  CHECK(strtoull(mcpclient_json_number(member(result, "u")).ptr, NULL, 10) == UINT64_MAX);
  CHECK_TEXT(mcpclient_json_number(member(result, "big")), "123456789012345678901234567890");
  CHECK_TEXT(mcpclient_json_number(member(result, "z")), "1.0");
  CHECK_TEXT(mcpclient_json_number(member(result, "e")), "1E2");
  CHECK_TEXT(mcpclient_json_number(member(result, "nz")), "-0.0");
  CHECK(mcpclient_json_double(member(result, "nz"), &near) && near == 0 && signbit(near));
  CHECK(mcpclient_json_double(member(result, "d"), &near) && near == 0.1);
  mcpclient_call_free(call);
  /* No arguments are none, which is written. */
  call = scene_tool(&scene, "t", NULL);
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  scene_played(&scene);
  scene_close(&scene);
}

static void test_arguments_go_out_as_given(void) {
  static const char *const given[] = {"{\"b\":1,\"a\":null,\"c\":[],\"10\":{},\"9\":0}", "{}",
                                      "{\"z\":1.0,\"id\":9007199254740993,\"t\":[\"\xe2\x80\xa8 \"]}"};
  static const char *const refused[] = {"[]", "[1]", "null", "7", "{"};
  enum { DEEP = 100 };
  char deep[DEEP * 6 + 2] = "";
  mcpclient_call *call = NULL;
  scene scene;
  size_t index;
  scene_open(&scene, &general);
  for (index = 0; index < 3; index++) {
    said(&scene, scene_tool(&scene, "echo", given[index]), given[index]);
  }
  for (index = 0; index < DEEP; index++) {
    strcat(deep, "{\"a\":");
  }
  strcat(deep, "0");
  for (index = 0; index < DEEP; index++) {
    strcat(deep, "}");
  }
  said(&scene, scene_tool(&scene, "echo", deep), deep);
  for (index = 0; index < sizeof refused / sizeof *refused; index++) {
    mcpclient_str arguments = view(refused[index]);
    CHECK_STATUS(mcpclient_call_tool(scene.client, view("echo"), arguments, NULL, &call),
                 MCPCLIENT_E_BAD_JSON);
    CHECK(call == NULL);
  }
  scene_close(&scene);
}

int main(void) {
  test_numbers_that_are_none();
  test_what_is_absent_is_not_written();
  test_there_are_three_answers();
  test_nobody_says_no();
  test_numbers_keep_their_digits();
  test_arguments_go_out_as_given();
  return check_finish();
}
