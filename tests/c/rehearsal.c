/* Inputs that no server sent: the same reading, the same checks, and nothing on any wire. */
#include "check.h"

#define FORM(property) \
  MCPCLIENT_STR("{\"message\":\"?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":" \
                "{\"seats\":" property "},\"required\":[\"seats\"]}}")
#define SEATS "{\"type\":\"integer\",\"minimum\":1,\"x-vendor\":1}"

static mcpclient_input *rehearse(mcpclient_str method, mcpclient_str params) {
  mcpclient_input *input = NULL;
  CHECK_OK(
      mcpclient_input_rehearse(MCPCLIENT_STR("2025-11-25"), method, params, 0, &input, NULL));
  return input;
}

static mcpclient_input *form(void) {
  return rehearse(MCPCLIENT_STR("elicitation/create"), FORM(SEATS));
}

/* proves: ELI-29, ELI-30, ELI-34 */
static void test_accepting(void) {
  mcpclient_input *input = form();
  mcpclient_error *error = NULL;
  CHECK(mcpclient_input_client(input) == NULL);
  CHECK_TEXT(mcpclient_input_server(input), NULL);
  CHECK_NUMBER(mcpclient_input_call_count(input), 0);
  CHECK_NUMBER(mcpclient_input_id(input), 0);
  CHECK_NUMBER(mcpclient_input_kind(input), MCPCLIENT_INPUT_FORM);
  CHECK_TEXT(mcpclient_input_rehearsed(input), NULL);

  CHECK_NUMBER(mcpclient_input_objection_count(input), 1);
  CHECK_TEXT(mcpclient_input_objection_name(input, 0), "unknownKeyword");
  CHECK_TEXT(mcpclient_input_objection_property(input, 0), "seats");
  CHECK_HAS(mcpclient_input_objection_text(input, 0), "ignored");
  CHECK_TEXT(mcpclient_input_objection_name(input, 1), NULL);
  CHECK_TEXT(mcpclient_input_objection_property(input, 1), NULL);
  CHECK_TEXT(mcpclient_input_objection_text(input, 1), NULL);

  CHECK_STATUS(mcpclient_input_accept(input, &error), MCPCLIENT_E_FORM);
  mcpclient_error_free(error);
  CHECK(mcpclient_input_is_open(input));
  CHECK_OK(mcpclient_input_set_text(input, 0, MCPCLIENT_STR("2"), NULL));
  CHECK_OK(mcpclient_input_accept(input, NULL));
  CHECK(!mcpclient_input_is_open(input));
  CHECK_TEXT(mcpclient_input_rehearsed(input),
             "{\"result\":{\"action\":\"accept\",\"content\":{\"seats\":2}}}");
  CHECK_STATUS(mcpclient_input_cancel(input), MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_input_accept(input, NULL), MCPCLIENT_E_GONE);
  mcpclient_input_free(input);
}

/* proves: ELI-31, ELI-32, SAM-43 */
static void test_saying_no(void) {
  mcpclient_str sample = MCPCLIENT_STR("{\"messages\":[],\"maxTokens\":1}");
  mcpclient_input *input = form();
  CHECK_OK(mcpclient_input_decline(input, MCPCLIENT_STR("too far")));
  CHECK_TEXT(mcpclient_input_rehearsed(input), "{\"result\":{\"action\":\"decline\"}}");
  mcpclient_input_free(input);
  input = form();
  CHECK_OK(mcpclient_input_abort_call(input, no_text));
  CHECK_TEXT(mcpclient_input_rehearsed(input), "{\"result\":{\"action\":\"cancel\"}}");
  mcpclient_input_free(input);
  input = rehearse(MCPCLIENT_STR("sampling/createMessage"), sample);
  CHECK_OK(mcpclient_input_decline(input, no_text));
  CHECK_HAS(mcpclient_input_rehearsed(input), "{\"error\":{\"code\":-1,");
  mcpclient_input_free(input);
  /* The stateless revision has no way to say no. */
  CHECK_OK(mcpclient_input_rehearse(MCPCLIENT_STR("2026-07-28"),
                                    MCPCLIENT_STR("sampling/createMessage"), sample, 0, &input,
                                    NULL));
  CHECK_OK(mcpclient_input_decline(input, no_text));
  CHECK_TEXT(mcpclient_input_rehearsed(input), NULL);
  mcpclient_input_free(input);
  /* One that nobody answers is freed as any other. */
  mcpclient_input_free(form());
}

static void refused(mcpclient_str revision, mcpclient_str method, mcpclient_str params,
                    mcpclient_status status, const char *part) {
  mcpclient_error *error = NULL;
  mcpclient_input *input = (mcpclient_input *)&error;
  CHECK_STATUS(mcpclient_input_rehearse(revision, method, params, 0, &input, &error), status);
  CHECK(input == NULL);
  CHECK_HAS(mcpclient_error_message(error), part);
  mcpclient_error_free(error);
}

/* proves: ELI-04, ELI-11 */
static void test_refusals(void) {
  mcpclient_str now = MCPCLIENT_STR("2025-11-25"), ask = MCPCLIENT_STR("elicitation/create");
  mcpclient_error *error = NULL;
  refused(now, ask, FORM("{\"type\":\"object\"}"), MCPCLIENT_E_REFUSED, "property \"seats\"");
  refused(now, ask, MCPCLIENT_STR("{}"), MCPCLIENT_E_REFUSED, "message");
  refused(MCPCLIENT_STR("2025-03-26"), ask, FORM(SEATS), MCPCLIENT_E_REFUSED, "elicitation");
  refused(now, MCPCLIENT_STR("tools/call"), MCPCLIENT_STR("{}"), MCPCLIENT_E_REFUSED, "method");
  refused(MCPCLIENT_STR("2025-11-26"), ask, FORM(SEATS), MCPCLIENT_E_UNSUPPORTED, "revision");
  refused(now, ask, MCPCLIENT_STR("{"), MCPCLIENT_E_BAD_JSON, "byte 1");
  refused(now, ask, no_text, MCPCLIENT_E_INVALID_ARG, "parameters");
  refused(now, no_text, MCPCLIENT_STR("{}"), MCPCLIENT_E_INVALID_ARG, "method");
  refused(no_text, ask, MCPCLIENT_STR("{}"), MCPCLIENT_E_INVALID_ARG, "revision");
  CHECK_STATUS(mcpclient_input_rehearse(now, ask, FORM(SEATS), 0, NULL, &error),
               MCPCLIENT_E_INVALID_ARG);
  mcpclient_error_free(error);
}

/* proves: ELI-24 */
static void test_defaults(void) {
  mcpclient_input *input = rehearse(
      MCPCLIENT_STR("elicitation/create"),
      FORM("{\"type\":\"integer\",\"default\":2},\"city\":{\"type\":\"string\"}"));
  mcpclient_error *error = NULL;
  mcpclient_str filled = no_text, kept;
  CHECK(!mcpclient_input_touched(input, 0));
  CHECK_OK(mcpclient_input_set_text(input, 1, MCPCLIENT_STR("Rome"), NULL));
  CHECK(!mcpclient_input_touched(input, 0) && mcpclient_input_touched(input, 1));
  CHECK(!mcpclient_input_touched(input, 2));
  CHECK_OK(mcpclient_input_with_defaults(input, MCPCLIENT_STR(" {\"city\": 1} "), &filled, &error));
  CHECK_TEXT(filled, "{\"city\":1,\"seats\":2}");
  kept = filled;
  CHECK_STATUS(mcpclient_input_with_defaults(input, MCPCLIENT_STR("{"), &filled, &error),
               MCPCLIENT_E_BAD_JSON);
  CHECK_TEXT(filled, NULL);
  CHECK_HAS(mcpclient_error_message(error), "byte 1");
  mcpclient_error_free(error);
  CHECK_TEXT(kept, "{\"city\":1,\"seats\":2}");
  CHECK_STATUS(mcpclient_input_with_defaults(input, no_text, &filled, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_with_defaults(input, MCPCLIENT_STR("{}"), NULL, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_input_with_defaults(input, MCPCLIENT_STR("{}"), &filled, NULL));
  CHECK_OK(mcpclient_input_accept_json(input, filled, NULL));
  CHECK_TEXT(filled, "{\"seats\":2}");
  mcpclient_input_free(input);
  input = rehearse(MCPCLIENT_STR("roots/list"), MCPCLIENT_STR("{}"));
  CHECK_STATUS(mcpclient_input_with_defaults(input, MCPCLIENT_STR("{}"), &filled, NULL),
               MCPCLIENT_E_INVALID_ARG);
  mcpclient_input_free(input);
}

/* proves: URL-06, URL-07 */
static void test_own_host(void) {
  mcpclient_str now = MCPCLIENT_STR("2025-11-25"), ask = MCPCLIENT_STR("elicitation/create");
  mcpclient_str visit = MCPCLIENT_STR(
      "{\"mode\":\"url\",\"message\":\"?\",\"elicitationId\":\"e\","
      "\"url\":\"https://ex\xc3\xa4mple.com/\"}");
  mcpclient_input *input = NULL;
  mcpclient_error *error = NULL;
  size_t index;
  int seen = 0;
  CHECK_OK(mcpclient_input_rehearse_from(MCPCLIENT_STR("mcp.example.com"), now, ask, visit, 0,
                                         &input, &error));
  CHECK_TEXT(mcpclient_input_url_host(input), "ex\xc3\xa4mple.com");
  CHECK_TEXT(mcpclient_input_url_host_raw(input), "xn--exmple-cua.com");
  for (index = 0; index < mcpclient_input_url_hazard_count(input); index++) {
    seen += mcpclient_input_url_hazard(input, index) == MCPCLIENT_URL_HAZARD_LOOK_ALIKE;
  }
  CHECK_NUMBER(seen, 1);
  mcpclient_input_free(input);
  CHECK_STATUS(mcpclient_input_rehearse_from(no_text, now, ask, visit, 0, &input, &error),
               MCPCLIENT_E_INVALID_ARG);
  CHECK(input == NULL);
  CHECK_HAS(mcpclient_error_message(error), "host");
  mcpclient_error_free(error);
  CHECK_STATUS(mcpclient_input_rehearse_from(bad_utf8, now, ask, visit, 0, &input, NULL),
               MCPCLIENT_E_BAD_JSON);
  input = form();
  CHECK_TEXT(mcpclient_input_url_host_raw(input), NULL);
  mcpclient_input_free(input);
}

int main(void) {
  test_accepting();
  test_saying_no();
  test_refusals();
  test_defaults();
  test_own_host();
  return check_finish();
}
