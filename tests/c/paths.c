/* Paths and file: URIs of this system and of another, without a server or a list. */
#include "check.h"

#include <string.h>

#define ROOM 64

typedef size_t (*between)(mcpclient_str, mcpclient_path_style, char *, size_t, mcpclient_error **);

static void gives(between convert, mcpclient_path_style style, mcpclient_str from,
                  const char *want) {
  mcpclient_error *error = (mcpclient_error *)&error;
  char buffer[ROOM];
  size_t size = convert(from, style, NULL, 0, &error);
  CHECK(error == NULL);
  CHECK_NUMBER(size, strlen(want) + 1);
  CHECK_NUMBER(convert(from, style, buffer, sizeof buffer, NULL), size);
  CHECK_TEXT(mcpclient_str_from(buffer), want);
}

static void refuses(between convert, mcpclient_path_style style, mcpclient_str from,
                    mcpclient_status status, const char *part) {
  mcpclient_error *error = NULL;
  char buffer[ROOM] = "#";
  CHECK_NUMBER(convert(from, style, buffer, sizeof buffer, &error), 0);
  CHECK(buffer[0] == '#');
  CHECK_STATUS(mcpclient_error_status(error), status);
  CHECK_HAS(mcpclient_error_message(error), part);
  mcpclient_error_free(error);
  CHECK_NUMBER(convert(from, style, NULL, 0, NULL), 0);
}

/* proves: ROO-03, ROO-04 */
static void test_paths(void) {
  between to = mcpclient_path_to_uri;
  gives(to, MCPCLIENT_PATH_POSIX, MCPCLIENT_STR("/home/ana/My Trips/"),
        "file:///home/ana/My%20Trips");
  gives(to, MCPCLIENT_PATH_POSIX, MCPCLIENT_STR("/caf\xe9"), "file:///caf%E9");
  gives(to, MCPCLIENT_PATH_WINDOWS, MCPCLIENT_STR("C:\\My Trips"), "file:///C:/My%20Trips");
  gives(to, MCPCLIENT_PATH_WINDOWS, MCPCLIENT_STR("\\\\srv\\share\\x"), "file://srv/share/x");
  gives(to, MCPCLIENT_PATH_NATIVE, MCPCLIENT_STR("/tmp"), "file:///tmp");
  refuses(to, MCPCLIENT_PATH_POSIX, MCPCLIENT_STR("C:\\x"), MCPCLIENT_E_ROOT, "absolute");
  refuses(to, MCPCLIENT_PATH_POSIX, MCPCLIENT_STR("/a/../b"), MCPCLIENT_E_ROOT, "..");
  refuses(to, MCPCLIENT_PATH_POSIX, MCPCLIENT_STR(""), MCPCLIENT_E_ROOT, "absolute");
  refuses(to, MCPCLIENT_PATH_WINDOWS, bad_utf8, MCPCLIENT_E_ROOT, "");
  refuses(to, MCPCLIENT_PATH_POSIX, no_text, MCPCLIENT_E_INVALID_ARG, "missing");
  refuses(to, 3, MCPCLIENT_STR("/tmp"), MCPCLIENT_E_INVALID_ARG, "style");
  refuses(to, -1, MCPCLIENT_STR("/tmp"), MCPCLIENT_E_INVALID_ARG, "style");
}

/* proves: ROO-04, ROO-12 */
static void test_uris(void) {
  between to = mcpclient_uri_to_path;
  char buffer[ROOM];
  gives(to, MCPCLIENT_PATH_POSIX, MCPCLIENT_STR("file:///a/../b%20c/"), "/b c");
  gives(to, MCPCLIENT_PATH_POSIX, MCPCLIENT_STR("file:///caf%E9"), "/caf\xe9");
  gives(to, MCPCLIENT_PATH_WINDOWS, MCPCLIENT_STR("file:///c%3A/x"), "c:\\x");
  gives(to, MCPCLIENT_PATH_NATIVE, MCPCLIENT_STR("file:///tmp"), "/tmp");
  refuses(to, MCPCLIENT_PATH_POSIX, MCPCLIENT_STR("https://x/"), MCPCLIENT_E_ROOT, "file:");
  refuses(to, MCPCLIENT_PATH_POSIX, MCPCLIENT_STR("file://host/x"), MCPCLIENT_E_ROOT, "machine");
  refuses(to, MCPCLIENT_PATH_WINDOWS, MCPCLIENT_STR("file:///tmp"), MCPCLIENT_E_ROOT, "drive");
  refuses(to, MCPCLIENT_PATH_POSIX, bad_utf8, MCPCLIENT_E_BAD_JSON, "UTF-8");
  refuses(to, MCPCLIENT_PATH_POSIX, no_text, MCPCLIENT_E_INVALID_ARG, "missing");
  refuses(to, 3, MCPCLIENT_STR("file:///tmp"), MCPCLIENT_E_INVALID_ARG, "style");
  /* What does not fit is cut, and the size says so. */
  memset(buffer, '#', sizeof buffer);
  CHECK_NUMBER(to(MCPCLIENT_STR("file:///tmp"), MCPCLIENT_PATH_POSIX, buffer, 3, NULL), 5);
  CHECK(!memcmp(buffer, "/t\0#", 4));
}

/* proves: ROO-12 */
static void test_containment(void) {
  mcpclient_str posix = MCPCLIENT_STR("file:///srv/app"), drive = MCPCLIENT_STR("file:///C:/work");
  CHECK(mcpclient_root_contains(posix, MCPCLIENT_STR("/srv/app/x"), MCPCLIENT_PATH_POSIX));
  CHECK(mcpclient_root_contains(posix, MCPCLIENT_STR("/srv/app"), MCPCLIENT_PATH_NATIVE));
  CHECK(mcpclient_root_contains(drive, MCPCLIENT_STR("c:\\WORK\\x"), MCPCLIENT_PATH_WINDOWS));
  CHECK(!mcpclient_root_contains(posix, MCPCLIENT_STR("/srv/app2"), MCPCLIENT_PATH_POSIX));
  CHECK(!mcpclient_root_contains(posix, MCPCLIENT_STR("/srv/app/x"), MCPCLIENT_PATH_WINDOWS));
  CHECK(!mcpclient_root_contains(posix, MCPCLIENT_STR("/srv/app"), 3));
  CHECK(!mcpclient_root_contains(posix, bad_utf8, MCPCLIENT_PATH_POSIX));
  CHECK(!mcpclient_root_contains(posix, no_text, MCPCLIENT_PATH_POSIX));
  CHECK(!mcpclient_root_contains(bad_utf8, MCPCLIENT_STR("/srv"), MCPCLIENT_PATH_POSIX));
}

int main(void) {
  test_paths();
  test_uris();
  test_containment();
  return check_finish();
}
