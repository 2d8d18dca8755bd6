/* Versions, names of statuses, and text. */
#include "check.h"

#include <string.h>

static void test_versions(void) {
  mcpclient_str version = mcpclient_version();
  CHECK_NUMBER(mcpclient_abi_version(), MCPCLIENT_ABI_VERSION);
  CHECK_TEXT(version, MCPCLIENT_VERSION);
  CHECK(version.ptr[version.len] == '\0');
}

static void test_status_names(void) {
  mcpclient_status status;
  CHECK_TEXT(mcpclient_status_name(MCPCLIENT_OK), "MCPCLIENT_OK");
  CHECK_TEXT(mcpclient_status_name(MCPCLIENT_E_TIMEOUT), "MCPCLIENT_E_TIMEOUT");
  CHECK_TEXT(mcpclient_status_name(1), "MCPCLIENT_E_UNKNOWN");
  CHECK_TEXT(mcpclient_status_name(INT32_MIN), "MCPCLIENT_E_UNKNOWN");
  for (status = MCPCLIENT_OK; status >= MCPCLIENT_E_ROOT; status--) {
    mcpclient_str name = mcpclient_status_name(status);
    CHECK(!strncmp(name.ptr, "MCPCLIENT_", 10) && name.ptr[name.len] == '\0');
    CHECK(strcmp(name.ptr, "MCPCLIENT_E_UNKNOWN") != 0);
  }
}

static void test_views(void) {
  mcpclient_str text = MCPCLIENT_STR("text");
  mcpclient_str empty = MCPCLIENT_STR("");
  CHECK_TEXT(text, "text");
  CHECK_TEXT(mcpclient_str_from("text"), "text");
  CHECK_TEXT(mcpclient_str_from(""), "");
  CHECK_TEXT(mcpclient_str_from(NULL), NULL);
  CHECK(mcpclient_str_equal(text, mcpclient_str_from("text")));
  CHECK(!mcpclient_str_equal(text, MCPCLIENT_STR("tex")));
  CHECK(!mcpclient_str_equal(text, MCPCLIENT_STR("Text")));
  CHECK(mcpclient_str_equal(no_text, no_text));
  CHECK(mcpclient_str_equal(empty, empty));
  CHECK(!mcpclient_str_equal(no_text, empty));
  CHECK(mcpclient_str_equal(bad_utf8, bad_utf8));
}

static void test_copies(void) {
  char buffer[8];
  memset(buffer, '#', sizeof buffer);
  CHECK_NUMBER(mcpclient_str_copy(MCPCLIENT_STR("abc"), buffer, sizeof buffer), 4);
  CHECK(!memcmp(buffer, "abc\0####", 8));
  /* Cut between characters, never within one. */
  CHECK_NUMBER(mcpclient_str_copy(MCPCLIENT_STR("a\xc3\xa9z"), buffer, 3), 5);
  CHECK(!strcmp(buffer, "a"));
  CHECK_NUMBER(mcpclient_str_copy(MCPCLIENT_STR("abc"), NULL, 0), 4);
  CHECK_NUMBER(mcpclient_str_copy(MCPCLIENT_STR(""), buffer, sizeof buffer), 1);
  CHECK(buffer[0] == '\0');
  memset(buffer, '#', sizeof buffer);
  CHECK_NUMBER(mcpclient_str_copy(no_text, buffer, sizeof buffer), 0);
  CHECK_NUMBER(mcpclient_str_copy(bad_utf8, buffer, sizeof buffer), 0);
  CHECK(buffer[0] == '#');
}

/* proves: ELI-49 */
static void test_display(void) {
  char shown[64];
  CHECK_NUMBER(mcpclient_str_display(MCPCLIENT_STR("plain\ntext"), shown, sizeof shown), 11);
  CHECK(!strcmp(shown, "plain\ntext"));
  /* An escape sequence, and a turn of the writing direction. */
  CHECK(mcpclient_str_display(MCPCLIENT_STR("\x1b[31mred"), shown, sizeof shown) > 0);
  CHECK(strchr(shown, '\x1b') == NULL && strstr(shown, "red") != NULL);
  CHECK(mcpclient_str_display(MCPCLIENT_STR("a\xe2\x80\xaez"), shown, sizeof shown) > 0);
  CHECK(strstr(shown, "\xe2\x80\xae") == NULL);
  CHECK_NUMBER(mcpclient_str_display(no_text, shown, sizeof shown), 0);
  CHECK_NUMBER(mcpclient_str_display(bad_utf8, shown, sizeof shown), 0);
}

/* Lengths that cannot be right are refused, not followed. */
static void test_wild_views(void) {
  mcpclient_str null_with_length = {NULL, 3};
  mcpclient_str endless = {"x", SIZE_MAX};
  mcpclient_str text = MCPCLIENT_STR("x");
  CHECK(!mcpclient_str_equal(null_with_length, text));
  CHECK(!mcpclient_str_equal(text, endless));
  CHECK_NUMBER(mcpclient_str_copy(null_with_length, NULL, 0), 0);
  CHECK_NUMBER(mcpclient_str_copy(endless, NULL, 0), 0);
  CHECK_NUMBER(mcpclient_json_kind(endless), MCPCLIENT_JSON_NONE);
  CHECK_STATUS(mcpclient_json_check(null_with_length, NULL), MCPCLIENT_E_INVALID_ARG);
}

/* proves: ELI-49 */
static void test_limits(void) {
  char shown[32];
  mcpclient_str text = MCPCLIENT_STR("a\r\nb\x1b" "c");
  CHECK_NUMBER(mcpclient_str_display_lines(text, 3, shown, sizeof shown), 6);
  CHECK_TEXT(mcpclient_str_from(shown), "a\n\xe2\x80\xa6");
  CHECK_NUMBER(mcpclient_str_display_line(text, 4, shown, sizeof shown), 7);
  CHECK_TEXT(mcpclient_str_from(shown), "a b\xe2\x80\xa6");
  CHECK_NUMBER(mcpclient_str_display_line(text, SIZE_MAX, shown, sizeof shown), 8);
  CHECK_TEXT(mcpclient_str_from(shown), "a b\xe2\x90\x9b" "c");
  CHECK_NUMBER(mcpclient_str_display_lines(text, 0, shown, sizeof shown), 1);
  CHECK_TEXT(mcpclient_str_from(shown), "");
  CHECK_NUMBER(mcpclient_str_display_lines(text, SIZE_MAX, NULL, 0), 8);
  CHECK_NUMBER(mcpclient_str_display_lines(bad_utf8, 9, shown, sizeof shown), 0);
  CHECK_NUMBER(mcpclient_str_display_line(no_text, 9, shown, sizeof shown), 0);
}

int main(void) {
  test_versions();
  test_status_names();
  test_views();
  test_copies();
  test_display();
  test_limits();
  test_wild_views();
  return check_finish();
}
