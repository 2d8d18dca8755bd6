/* What a dialog is warned of: requests for secrets, links, control characters, text without end. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const char *message;
  const char *properties;
  /* Pairs of a field, or -1 for the message, and a kind; until a kind of 0. */
  int want[8];
} row;

static const row rows[] = {
    {"Where shall we go?", "\"city\":{\"type\":\"string\"}", {0, 0}},
    {"Please give us your password.", "\"city\":{\"type\":\"string\"}",
     {-1, MCPCLIENT_HAZARD_SECRET, 0, 0}},
    {"Sign in", "\"city\":{\"type\":\"string\"},\"p\":{\"type\":\"string\",\"title\":\"API key\"}",
     {1, MCPCLIENT_HAZARD_SECRET, 0, 0}},
    {"Karte", "\"k\":{\"type\":\"string\",\"title\":\"Passwort\"}", {0, MCPCLIENT_HAZARD_SECRET, 0, 0}},
    {"See https://example.com/login first", "\"city\":{\"type\":\"string\"}",
     {-1, MCPCLIENT_HAZARD_LINK, 0, 0}},
    {"Hello \\u001b[31mthere", "\"c\":{\"type\":\"string\",\"title\":\"a\\u202eb\"}",
     {-1, MCPCLIENT_HAZARD_CONTROL, 0, MCPCLIENT_HAZARD_CONTROL, 0, 0}},
};

static mcpclient_input *rehearse(const char *message, const char *properties) {
  static const char frame[] =
      "{\"message\":\"%s\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{%s}}}";
  size_t size = sizeof frame + strlen(message) + strlen(properties);
  char *params = malloc(size);
  mcpclient_input *input = NULL;
  snprintf(params, size, frame, message, properties);
  CHECK_OK(mcpclient_input_rehearse(MCPCLIENT_STR("2025-11-25"), MCPCLIENT_STR("elicitation/create"),
                                    mcpclient_str_from(params), 0, &input, NULL));
  free(params);
  return input;
}

static int has(const mcpclient_input *input, size_t field, mcpclient_hazard kind) {
  size_t index, about;
  for (index = 0; index < mcpclient_input_hazard_count(input); index++) {
    if (mcpclient_input_hazard(input, index, &about) == kind && about == field) {
      /* Where nobody asks for the field, the kind is the same. */
      return mcpclient_input_hazard(input, index, NULL) == kind;
    }
  }
  return 0;
}

/* proves: ELI-46, ELI-47 */
static void test_rows(void) {
  size_t index;
  for (index = 0; index < sizeof rows / sizeof *rows; index++) {
    mcpclient_input *input = rehearse(rows[index].message, rows[index].properties);
    const int *want = rows[index].want;
    size_t wanted = 0;
    for (; want[1] != 0; want += 2, wanted++) {
      if (!CHECK(has(input, want[0] < 0 ? SIZE_MAX : (size_t)want[0], want[1]))) {
        printf("row %d\n", (int)index);
      }
    }
    if (!CHECK_NUMBER(mcpclient_input_hazard_count(input), wanted)) {
      printf("row %d\n", (int)index);
    }
    CHECK_NUMBER(mcpclient_input_hazard(input, mcpclient_input_hazard_count(input), NULL), 0);
    mcpclient_input_free(input);
  }
}

/* Text that buries what it asks for. proves: ELI-47 */
static void test_long(void) {
  static char message[20001];
  mcpclient_input *input;
  memset(message, 'a', sizeof message - 1);
  input = rehearse(message, "\"city\":{\"type\":\"string\"}");
  CHECK(has(input, SIZE_MAX, MCPCLIENT_HAZARD_LONG));
  mcpclient_input_free(input);
}

int main(void) {
  test_rows();
  test_long();
  return check_finish();
}
