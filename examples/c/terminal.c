#include "terminal.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

bool terminal_has_room(const terminal *in) {
  return !in->ended && in->used < sizeof in->bytes;
}

void terminal_read(terminal *in) {
  if (!terminal_has_room(in)) return;
  ssize_t got = read(STDIN_FILENO, in->bytes + in->used, sizeof in->bytes - in->used);
  if (got > 0) {
    in->used += (size_t)got;
  } else if (got == 0 || (errno != EINTR && errno != EAGAIN)) {
    in->ended = true;
  }
}

static void drop(terminal *in, size_t count) {
  in->used -= count;
  memmove(in->bytes, in->bytes + count, in->used);
}

bool terminal_take(terminal *in, char *line) {
  const char *end = memchr(in->bytes, '\n', in->used);
  if (!end && in->used == sizeof in->bytes) {
    if (!in->too_long) say("That line is too long, and was left out. Try again:\n> ");
    in->too_long = true;
    in->used = 0;
    return false;
  }
  if (!end && !(in->ended && in->used > 0)) return false;
  /* The last line may lack its end. */
  size_t length = end ? (size_t)(end - in->bytes) : in->used;
  bool left_out = in->too_long;
  in->too_long = false;
  memcpy(line, in->bytes, length);
  drop(in, end ? length + 1 : length);
  if (length > 0 && line[length - 1] == '\r') length--;
  line[length] = '\0';
  if (strlen(line) < length) {
    say("That line holds a NUL, and was left out. Try again:\n> ");
    left_out = true;
  }
  return left_out ? terminal_take(in, line) : true;
}

bool terminal_next_is(const terminal *in, const char *line) {
  size_t length = strlen(line);
  return in->used > length && in->bytes[length] == '\n' && memcmp(in->bytes, line, length) == 0;
}

void say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vprintf(format, arguments);
  va_end(arguments);
  fflush(stdout);
}

void say_quoted(mcpclient_str words) {
  char *safe = text_safe(words);
  for (const char *line = safe; line;) {
    const char *end = strchr(line, '\n');
    printf("  | %.*s\n", (int)(end ? end - line : (ptrdiff_t)strlen(line)), line);
    line = end ? end + 1 : NULL;
  }
  fflush(stdout);
  free(safe);
}

void say_text_at(mcpclient_str json, const char *pointer, const char *title) {
  char *text = text_of_json(json_at(json, pointer));
  if (!text) return;
  if (title) say("%s\n", title);
  say_quoted(mcpclient_str_from(text));
  free(text);
}

bool went_well(mcpclient_status status, mcpclient_error *error, const char *what) {
  if (status == MCPCLIENT_OK) return true;
  /* The error's message is the library's own sentence; its name is all there is without one. */
  mcpclient_str why = error ? mcpclient_error_message(error) : mcpclient_status_name(status);
  say("%s: %.*s\n", what, MCPCLIENT_PRINT(why));
  mcpclient_error_free(error);
  return false;
}
