/* Forms: what a dialog can read of one, filling it in, and every way to answer it. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

static const setting general;

/* Where the fields of the puppet's form are. */
enum { CLASS, DAY, HOME, INSURED, MAIL, NAME, SEATS, TIME, WEIGHT, FIELDS };

static mcpclient_input *ask(scene *scene, const char *params, mcpclient_call **call) {
  *call = scene_tool(scene, "form", params);
  return scene_input(scene, MCPCLIENT_INPUT_FORM);
}

/* The call ends, and the server was told `want`, which is a JSON result. */
static void told(scene *scene, mcpclient_call *call, const char *want) {
  char *text = scene_text(scene, call);
  CHECK_TEXT(view(text), want);
  free(text);
  mcpclient_call_free(call);
}

/* proves: ELI-27, ELI-28, ELI-39, ELI-40 */
static void test_reading(scene *scene) {
  static const struct {
    const char *name, *title;
    int32_t kind;
    bool required;
  } fields[FIELDS] = {{"class", "class", MCPCLIENT_FIELD_ONE_OF, true},
                      {"day", "day", MCPCLIENT_FIELD_TEXT, false},
                      {"home", "home", MCPCLIENT_FIELD_TEXT, false},
                      {"insured", "Insurance", MCPCLIENT_FIELD_YES_NO, false},
                      {"mail", "mail", MCPCLIENT_FIELD_TEXT, false},
                      {"name", "Name", MCPCLIENT_FIELD_TEXT, true},
                      {"seats", "Seats", MCPCLIENT_FIELD_INTEGER, true},
                      {"time", "time", MCPCLIENT_FIELD_TEXT, false},
                      {"weight", "weight", MCPCLIENT_FIELD_NUMBER, false}};
  mcpclient_call *call;
  mcpclient_input *input = ask(scene, NULL, &call);
  mcpclient_str text;
  bool exclusive = true;
  uint64_t length = 0;
  size_t index;

  CHECK(mcpclient_input_is_open(input));
  CHECK(mcpclient_input_id(input) > 0);
  CHECK(mcpclient_input_client(input) == scene->client);
  CHECK_TEXT(mcpclient_input_server(input), "puppet");
  CHECK_NUMBER(mcpclient_input_call_count(input), 1);
  CHECK(mcpclient_input_call(input, 0) == call);
  CHECK(mcpclient_input_call(input, 1) == NULL);
  CHECK_NUMBER(mcpclient_input_round(input), 0);
  CHECK(!mcpclient_input_refusal_ends_call(input));
  CHECK_TEXT(mcpclient_input_message(input), "Please fill in");
  text = mcpclient_input_message(input);
  CHECK(text.ptr[text.len] == '\0');
  CHECK_TEXT(mcpclient_input_message_raw(input), "Please fill in");
  CHECK_TEXT(mcpclient_json_at(mcpclient_input_params(input), view("/message")),
             "\"Please fill in\"");
  CHECK_TEXT(mcpclient_input_url(input), NULL);
  CHECK_TEXT(mcpclient_input_url_raw(input), NULL);
  CHECK_TEXT(mcpclient_input_elicitation_id(input), NULL);

  CHECK_NUMBER(mcpclient_input_field_count(input), FIELDS);
  for (index = 0; index < FIELDS; index++) {
    CHECK_TEXT(mcpclient_input_field_name(input, index), fields[index].name);
    CHECK_TEXT(mcpclient_input_field_title(input, index), fields[index].title);
    CHECK_NUMBER(mcpclient_input_field_kind(input, index), fields[index].kind);
    CHECK(mcpclient_input_field_required(input, index) == fields[index].required);
    CHECK(mcpclient_input_field_answerable(input, index));
    CHECK_NUMBER(mcpclient_input_field_by_name(input, view(fields[index].name)), index);
  }
  CHECK(mcpclient_input_field_by_name(input, view("none")) == SIZE_MAX);
  CHECK_TEXT(mcpclient_input_field_title_raw(input, NAME), "Name");
  CHECK_TEXT(mcpclient_input_field_title_raw(input, MAIL), NULL);
  CHECK_TEXT(mcpclient_input_field_description(input, NAME), "as in your passport");
  CHECK_TEXT(mcpclient_input_field_description_raw(input, NAME), "as in your passport");
  CHECK_TEXT(mcpclient_input_field_description(input, MAIL), NULL);
  CHECK(mcpclient_input_field_min_length(input, NAME, &length) && length == 1);
  CHECK(mcpclient_input_field_max_length(input, NAME, &length) && length == 40);
  CHECK(!mcpclient_input_field_max_length(input, MAIL, &length) && length == 40);
  CHECK(!mcpclient_input_field_min_length(input, SEATS, NULL));
  CHECK_TEXT(mcpclient_input_field_format(input, MAIL), "email");
  CHECK_TEXT(mcpclient_input_field_format(input, DAY), "date");
  CHECK_TEXT(mcpclient_input_field_format(input, NAME), NULL);
  CHECK_TEXT(mcpclient_input_field_pattern(input, NAME), NULL);
  CHECK_TEXT(mcpclient_input_field_min(input, SEATS, &exclusive), "1");
  CHECK(!exclusive);
  CHECK_TEXT(mcpclient_input_field_max(input, WEIGHT, NULL), "32");
  CHECK_TEXT(mcpclient_input_field_min(input, WEIGHT, NULL), "0.5");
  CHECK_TEXT(mcpclient_input_field_min(input, NAME, NULL), NULL);
  CHECK_TEXT(mcpclient_input_field_default(input, INSURED), "false");
  CHECK_TEXT(mcpclient_input_field_default(input, NAME), NULL);
  CHECK_NUMBER(mcpclient_input_option_count(input, CLASS), 2);
  CHECK_TEXT(mcpclient_input_option_value(input, CLASS, 1), "first");
  CHECK_TEXT(mcpclient_input_option_label(input, CLASS, 1), "First class");
  CHECK_TEXT(mcpclient_input_option_label_raw(input, CLASS, 1), "First class");
  CHECK_TEXT(mcpclient_input_option_value(input, CLASS, 2), NULL);
  CHECK_TEXT(mcpclient_input_option_label(input, CLASS, 2), NULL);
  CHECK_TEXT(mcpclient_input_option_label_raw(input, CLASS, 2), NULL);
  CHECK_NUMBER(mcpclient_input_option_count(input, NAME), 0);
  CHECK_TEXT(mcpclient_input_option_label(input, NAME, 0), NULL);

  /* An index beyond the form is nothing. */
  CHECK_TEXT(mcpclient_input_field_name(input, FIELDS), NULL);
  CHECK_TEXT(mcpclient_input_field_title(input, SIZE_MAX), NULL);
  CHECK_NUMBER(mcpclient_input_field_kind(input, FIELDS), 0);
  CHECK(!mcpclient_input_field_required(input, FIELDS));
  CHECK(!mcpclient_input_field_answerable(input, FIELDS));
  CHECK_TEXT(mcpclient_input_value(input, FIELDS), NULL);

  CHECK_OK(mcpclient_input_decline(input, no_text));
  mcpclient_input_free(input);
  told(scene, call, "{\"action\":\"decline\"}");
}

/* What is wrong with the one field of an error, which is freed. */
static void faulty(mcpclient_error *error, size_t field, int32_t code) {
  size_t index = 99;
  CHECK_STATUS(mcpclient_error_status(error), MCPCLIENT_E_FORM);
  CHECK_NUMBER(mcpclient_error_field_count(error), 1);
  CHECK(mcpclient_error_field_index(error, 0, &index) && index == field);
  CHECK_NUMBER(mcpclient_error_field_code(error, 0), code);
  mcpclient_error_free(error);
}

/* proves: ELI-24, ELI-25, ELI-30, ELI-34, ELI-41, ELI-48 */
static void test_filling(scene *scene) {
  mcpclient_call *call;
  mcpclient_input *input = ask(scene, NULL, &call);
  mcpclient_error *error = NULL;
  mcpclient_str preview = MCPCLIENT_STR("old"), kept;
  size_t index;

  /* Nothing is filled in: every required field is named, and nothing is sent. */
  CHECK_STATUS(mcpclient_input_accept(input, &error), MCPCLIENT_E_FORM);
  CHECK_NUMBER(mcpclient_error_field_count(error), 3);
  CHECK_TEXT(mcpclient_error_field_name(error, 0), "class");
  CHECK_NUMBER(mcpclient_error_field_code(error, 0), MCPCLIENT_FAULT_REQUIRED);
  CHECK_TEXT(mcpclient_error_field_code_name(error, 0), "required");
  CHECK_HAS(mcpclient_error_field_message(error, 0), "needed");
  CHECK(mcpclient_error_field_index(error, 2, &index) && index == SEATS);
  CHECK_TEXT(mcpclient_error_field_name(error, 3), NULL);
  CHECK_NUMBER(mcpclient_error_field_code(error, 3), 0);
  CHECK_TEXT(mcpclient_error_field_code_name(error, 3), NULL);
  CHECK_TEXT(mcpclient_error_field_message(error, 3), NULL);
  CHECK(!mcpclient_error_field_index(error, 3, &index));
  mcpclient_error_free(error);
  CHECK_STATUS(mcpclient_input_preview(input, &preview, NULL), MCPCLIENT_E_FORM);
  CHECK_TEXT(preview, NULL);
  CHECK_STATUS(mcpclient_input_check(input, &error), MCPCLIENT_E_FORM);
  mcpclient_error_free(error);
  CHECK_STATUS(mcpclient_input_check_field(input, NAME, &error), MCPCLIENT_E_FORM);
  faulty(error, NAME, MCPCLIENT_FAULT_REQUIRED);
  CHECK_OK(mcpclient_input_check_field(input, MAIL, &error));
  CHECK(error == NULL);
  CHECK(mcpclient_input_is_open(input));

  /* One field is wrong: the others keep what they hold. */
  CHECK_OK(mcpclient_input_set_text(input, NAME, view("Ana"), NULL));
  CHECK_STATUS(mcpclient_input_set_text(input, SEATS, view("12"), &error), MCPCLIENT_E_FORM);
  CHECK_TEXT(mcpclient_error_field_param(error, 0, view("maximum")), "9");
  CHECK_TEXT(mcpclient_error_field_param(error, 0, view("minimum")), NULL);
  CHECK_TEXT(mcpclient_error_field_param(error, 0, bad_utf8), NULL);
  CHECK_TEXT(mcpclient_error_field_param(error, 0, no_text), NULL);
  faulty(error, SEATS, MCPCLIENT_FAULT_MAXIMUM);
  CHECK_STATUS(mcpclient_input_set_text(input, SEATS, view("two"), &error), MCPCLIENT_E_FORM);
  faulty(error, SEATS, MCPCLIENT_FAULT_NOT_NUMBER);
  CHECK_TEXT(mcpclient_input_value(input, SEATS), NULL);
  CHECK_OK(mcpclient_input_set_text(input, SEATS, view(" 2 "), NULL));
  CHECK_TEXT(mcpclient_input_value(input, SEATS), "2");
  CHECK_TEXT(mcpclient_input_value(input, NAME), "\"Ana\"");
  CHECK_STATUS(mcpclient_input_set_text(input, MAIL, view("nowhere"), &error), MCPCLIENT_E_FORM);
  faulty(error, MAIL, MCPCLIENT_FAULT_FORMAT);
  CHECK_OK(mcpclient_input_clear(input, MAIL));

  /* A default counts as long as nobody touches it. */
  CHECK_TEXT(mcpclient_input_value(input, INSURED), "false");
  CHECK_OK(mcpclient_input_set_json(input, INSURED, view("true"), NULL));
  CHECK_TEXT(mcpclient_input_value(input, INSURED), "true");
  CHECK_OK(mcpclient_input_reset(input, INSURED));
  CHECK_TEXT(mcpclient_input_value(input, INSURED), "false");
  CHECK_STATUS(mcpclient_input_set_json(input, WEIGHT, view("\"x\""), &error), MCPCLIENT_E_FORM);
  faulty(error, WEIGHT, MCPCLIENT_FAULT_TYPE);
  CHECK_OK(mcpclient_input_clear(input, WEIGHT));

  CHECK(!mcpclient_input_selected(input, CLASS, 0));
  CHECK_OK(mcpclient_input_select(input, CLASS, 0, 1));
  CHECK_OK(mcpclient_input_select(input, CLASS, 1, 2));
  CHECK(!mcpclient_input_selected(input, CLASS, 0));
  CHECK(mcpclient_input_selected(input, CLASS, 1));
  CHECK_OK(mcpclient_input_select(input, CLASS, 1, 0));
  CHECK_TEXT(mcpclient_input_value(input, CLASS), NULL);
  CHECK_OK(mcpclient_input_set_text(input, CLASS, view("economy"), NULL));
  CHECK_TEXT(mcpclient_input_value(input, CLASS), "\"eco\"");

  /* What cannot be is refused, and changes nothing. */
  CHECK_STATUS(mcpclient_input_set_text(input, FIELDS, view("x"), NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_set_text(input, NAME, no_text, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_set_json(input, NAME, no_text, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_select(input, CLASS, 2, 1), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_select(input, NAME, 0, 1), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_clear(input, FIELDS), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_reset(input, FIELDS), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_check_field(input, FIELDS, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_preview(input, NULL, NULL), MCPCLIENT_E_INVALID_ARG);

  CHECK_OK(mcpclient_input_check(input, &error));
  CHECK_OK(mcpclient_input_preview(input, &preview, &error));
  CHECK_TEXT(preview, "{\"class\":\"eco\",\"insured\":false,\"name\":\"Ana\",\"seats\":2}");
  kept = mcpclient_input_value(input, NAME);
  CHECK_OK(mcpclient_input_accept(input, &error));
  CHECK(error == NULL);
  CHECK(!mcpclient_input_is_open(input));

  /* Answered once: later answers change nothing, and what was read stays readable. */
  CHECK_STATUS(mcpclient_input_accept(input, NULL), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_input_accept_json(input, view("{}"), &error), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_error_status(error), MCPCLIENT_E_GONE);
  mcpclient_error_free(error);
  CHECK_STATUS(mcpclient_input_decline(input, no_text), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_input_cancel(input), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_input_fail(input, -1, view("x")), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_input_abort_call(input, no_text), MCPCLIENT_E_GONE);
  CHECK_TEXT(kept, "\"Ana\"");
  CHECK_TEXT(preview, "{\"class\":\"eco\",\"insured\":false,\"name\":\"Ana\",\"seats\":2}");
  CHECK_TEXT(mcpclient_input_message(input), "Please fill in");
  {
    char *text = scene_text(scene, call);
    mcpclient_str said = view(text);
    CHECK_TEXT(mcpclient_json_at(said, view("/action")), "\"accept\"");
    CHECK_TEXT(mcpclient_json_at(said, view("/content/name")), "\"Ana\"");
    CHECK_TEXT(mcpclient_json_at(said, view("/content/seats")), "2");
    CHECK_TEXT(mcpclient_json_at(said, view("/content/insured")), "false");
    CHECK_TEXT(mcpclient_json_at(said, view("/content/class")), "\"eco\"");
    CHECK_TEXT(mcpclient_json_at(said, view("/content/mail")), NULL);
    free(text);
  }
  mcpclient_input_free(input);
  mcpclient_call_free(call);
}

/* proves: ELI-29, ELI-31, ELI-32, ELI-34, ELI-36, ELI-38, ELI-43 */
static void test_other_answers(scene *scene) {
  mcpclient_call *call;
  mcpclient_input *input;
  mcpclient_error *error = NULL;

  input = ask(scene, NULL, &call);
  CHECK_STATUS(mcpclient_input_accept_json(input, view("{\"name\":\"Ana\",\"seats\":0}"), &error),
               MCPCLIENT_E_FORM);
  CHECK_NUMBER(mcpclient_error_field_count(error), 2);
  mcpclient_error_free(error);
  CHECK_STATUS(mcpclient_input_accept_json(input, view("[1]"), NULL), MCPCLIENT_E_BAD_JSON);
  CHECK_STATUS(mcpclient_input_accept_json(input, no_text, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_input_accept_json(
      input, view("{\"name\":\"Ana\",\"seats\":1,\"class\":\"first\"}"), NULL));
  mcpclient_input_free(input);
  told(scene, call,
       "{\"action\":\"accept\",\"content\":{\"class\":\"first\",\"name\":\"Ana\",\"seats\":1}}");

  input = ask(scene, NULL, &call);
  CHECK_OK(mcpclient_input_decline(input, view("my business alone")));
  mcpclient_input_free(input);
  told(scene, call, "{\"action\":\"decline\"}");

  input = ask(scene, NULL, &call);
  CHECK_OK(mcpclient_input_cancel(input));
  mcpclient_input_free(input);
  told(scene, call, "{\"action\":\"cancel\"}");

  /* To be freed without an answer is an answer. */
  input = ask(scene, NULL, &call);
  mcpclient_input_free(input);
  told(scene, call, "{\"action\":\"cancel\"}");

  input = ask(scene, NULL, &call);
  CHECK_STATUS(mcpclient_input_fail(input, -32050, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_input_fail(input, -32050, view("no display")));
  mcpclient_input_free(input);
  told(scene, call, "{\"error\":{\"code\":-32050,\"message\":\"no display\"}}");

  /* The whole operation, not only this prompt. */
  input = ask(scene, NULL, &call);
  CHECK_OK(mcpclient_input_abort_call(input, view("enough")));
  CHECK(!mcpclient_input_is_open(input));
  CHECK_STATUS(scene_finish(scene, call), MCPCLIENT_E_CANCELLED);
  mcpclient_input_free(input);
  mcpclient_call_free(call);

  /* What is not for a form. */
  input = ask(scene, NULL, &call);
  CHECK_STATUS(mcpclient_input_answer_text(input, view("m"), view("t"), no_text, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_answer_json(input, view("{}"), &error), MCPCLIENT_E_INVALID_ARG);
  CHECK(mcpclient_error_message(error).len > 0);
  mcpclient_error_free(error);
  CHECK(mcpclient_input_is_open(input));
  CHECK_OK(mcpclient_input_cancel(input));
  mcpclient_input_free(input);
  told(scene, call, "{\"action\":\"cancel\"}");
}

/* proves: ELI-22, ELI-23, ELI-14 */
static void test_titled_and_several(scene *scene) {
  static const char params[] =
      "{\"params\":{\"message\":\"Pick \\u001b[2J\",\"requestedSchema\":{\"type\":\"object\","
      "\"properties\":{\"a\":{\"type\":\"array\",\"title\":\"T\\u202eags\",\"minItems\":1,"
      "\"maxItems\":2,\"items\":{\"anyOf\":[{\"const\":\"a\",\"title\":\"Alpha\"},"
      "{\"const\":\"b\",\"title\":\"Be\\u0000ta\"},{\"const\":\"c\",\"title\":\"Gamma\"}]}},"
      "\"code\":{\"type\":\"string\",\"pattern\":\"^[A-Z]+$\"}}}}}";
  mcpclient_call *call;
  mcpclient_input *input = ask(scene, params, &call);
  mcpclient_error *error = NULL;
  mcpclient_str label = mcpclient_input_option_label(input, 0, 1);
  uint64_t count = 0;

  CHECK_NUMBER(mcpclient_input_field_kind(input, 0), MCPCLIENT_FIELD_SOME_OF);
  CHECK(mcpclient_input_field_min_length(input, 0, &count) && count == 1);
  CHECK(mcpclient_input_field_max_length(input, 0, &count) && count == 2);
  /* What is shown is harmless, and what is raw is the server's very words. */
  CHECK(memchr(mcpclient_input_message(input).ptr, '\x1b', mcpclient_input_message(input).len) ==
        NULL);
  CHECK_TEXT(mcpclient_input_message_raw(input), "Pick \x1b[2J");
  CHECK_TEXT(mcpclient_input_field_title_raw(input, 0), "T\xe2\x80\xae" "ags");
  CHECK(strstr(mcpclient_input_field_title(input, 0).ptr, "\xe2\x80\xae") == NULL);
  CHECK_NUMBER(strlen(label.ptr), label.len);
  CHECK_NUMBER(mcpclient_input_option_label_raw(input, 0, 1).len, 5);
  CHECK_TEXT(mcpclient_input_field_pattern(input, 1), "^[A-Z]+$");

  CHECK_STATUS(mcpclient_input_set_text(input, 1, view("ab"), &error), MCPCLIENT_E_FORM);
  faulty(error, 1, MCPCLIENT_FAULT_PATTERN);
  CHECK_OK(mcpclient_input_clear(input, 1));
  CHECK_OK(mcpclient_input_select(input, 0, 2, 1));
  CHECK_OK(mcpclient_input_select(input, 0, 0, 1));
  CHECK_TEXT(mcpclient_input_value(input, 0), "[\"a\",\"c\"]");
  CHECK_OK(mcpclient_input_select(input, 0, 1, 1));
  CHECK_STATUS(mcpclient_input_check(input, &error), MCPCLIENT_E_FORM);
  faulty(error, 0, MCPCLIENT_FAULT_MAX_ITEMS);
  CHECK_OK(mcpclient_input_select(input, 0, 2, 0));
  CHECK_OK(mcpclient_input_accept(input, NULL));
  mcpclient_input_free(input);
  told(scene, call, "{\"action\":\"accept\",\"content\":{\"a\":[\"a\",\"b\"]}}");
}

/* proves: CAN-06 */
static void test_taken_back(scene *scene) {
  mcpclient_call *call = scene_tool(scene, "late-cancel", NULL);
  mcpclient_input *input = scene_input(scene, MCPCLIENT_INPUT_FORM);
  event *event = scene_next(scene, SAW_INPUT_CLOSED);
  CHECK(event->id == mcpclient_input_id(input));
  CHECK_NUMBER(event->number, MCPCLIENT_WITHDRAWN_BY_SERVER);
  event_free(event);
  CHECK(!mcpclient_input_is_open(input));
  CHECK_STATUS(mcpclient_input_accept(input, NULL), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_input_decline(input, no_text), MCPCLIENT_E_GONE);
  CHECK_NUMBER(mcpclient_input_field_count(input), FIELDS);
  mcpclient_input_free(input);
  CHECK_OK(scene_finish(scene, call));
  mcpclient_call_free(call);
}

/* The dialog outlives the call that caused it. */
static void test_call_ends_first(scene *scene) {
  mcpclient_call *call;
  mcpclient_input *input = ask(scene, NULL, &call);
  event *event;
  CHECK_OK(mcpclient_call_cancel(call, no_text));
  CHECK_STATUS(scene_finish(scene, call), MCPCLIENT_E_CANCELLED);
  event = scene_next(scene, SAW_INPUT_CLOSED);
  CHECK(event->id == mcpclient_input_id(input));
  CHECK_NUMBER(event->number, MCPCLIENT_WITHDRAWN_CALL_ENDED);
  event_free(event);
  mcpclient_call_free(call);
  CHECK(mcpclient_input_call(input, 0) != NULL);
  CHECK_STATUS(mcpclient_input_cancel(input), MCPCLIENT_E_GONE);
  mcpclient_input_free(input);
}

/* The host's own limit of time. */
static void hurry(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)host;
  options->input_timeout_ms = 20;
}

/* proves: ELI-51 */
static void test_expiry(void) {
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  mcpclient_input *input;
  event *event;
  setting.adjust = hurry;
  scene_open(&scene, &setting);
  input = ask(&scene, NULL, &call);
  event = scene_next(&scene, SAW_INPUT_CLOSED);
  CHECK_NUMBER(event->number, MCPCLIENT_WITHDRAWN_EXPIRED);
  event_free(event);
  CHECK_STATUS(mcpclient_input_cancel(input), MCPCLIENT_E_GONE);
  mcpclient_input_free(input);
  told(&scene, call, "{\"action\":\"cancel\"}");
  scene_close(&scene);
}

/* The host's own limit of haste. */
static void slow_down(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)host;
  options->max_forms_per_minute = 1;
  options->max_samples_per_minute = 1;
  options->max_completions_per_minute = 1;
}

/* The next one within a minute never reaches the host. */
static void refused(scene *scene, const char *tool) {
  mcpclient_call *call = scene_tool(scene, tool, NULL);
  event *event;
  CHECK_OK(scene_finish(scene, call));
  CHECK_HAS(mcpclient_call_result(call), "too often");
  mcpclient_call_free(call);
  CHECK(!scene_has(scene, SAW_INPUT));
  event = scene_next(scene, SAW_WARNING);
  CHECK_NUMBER(event->number, MCPCLIENT_WARNING_RATE);
  event_free(event);
}

static mcpclient_status complete(scene *scene, mcpclient_call **call) {
  return mcpclient_complete_prompt(scene->client, view("trip"), view("city"), view("Be"), no_text, NULL,
                                   call);
}

/* proves: ELI-45, SAM-37, CMP-06 */
static void test_too_often(void) {
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  mcpclient_input *input;
  setting.adjust = slow_down;
  scene_open(&scene, &setting);
  input = ask(&scene, NULL, &call);
  CHECK_OK(mcpclient_input_cancel(input));
  mcpclient_input_free(input);
  told(&scene, call, "{\"action\":\"cancel\"}");
  refused(&scene, "form");
  /* Each kind is counted for itself. */
  call = scene_tool(&scene, "sample", NULL);
  input = scene_input(&scene, MCPCLIENT_INPUT_SAMPLE);
  CHECK_OK(mcpclient_input_fail(input, -1, view("no model")));
  mcpclient_input_free(input);
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  refused(&scene, "sample");
  /* And the other way round. */
  CHECK_OK(complete(&scene, &call));
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  CHECK_STATUS(complete(&scene, &call), MCPCLIENT_E_BUSY);
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
    test_reading(&scene);
    test_filling(&scene);
    test_other_answers(&scene);
    test_titled_and_several(&scene);
    test_taken_back(&scene);
    test_call_ends_first(&scene);
    scene_close(&scene);
  }
  test_expiry();
  test_too_often();
  return check_finish();
}
