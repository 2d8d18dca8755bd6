#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *text_room(size_t size) {
  char *bytes = malloc(size > 0 ? size : 1);
  if (!bytes) {
    fputs("travel-host: out of memory\n", stderr);
    exit(1);
  }
  bytes[0] = '\0';
  return bytes;
}

char *text_copy(mcpclient_str text) {
  char *copy = text_room(text.len + 1);
  if (text.len > 0) memcpy(copy, text.ptr, text.len);
  copy[text.len] = '\0';
  return copy;
}

/* The library's functions that write text give the size it needs when asked without a buffer. */

char *text_safe(mcpclient_str text) {
  size_t size = mcpclient_str_display(text, NULL, 0);
  char *safe = text_room(size);
  mcpclient_str_display(text, safe, size);
  return safe;
}

mcpclient_str json_at(mcpclient_str json, const char *pointer) {
  return mcpclient_json_at(json, mcpclient_str_from(pointer));
}

char *text_of_json(mcpclient_str json) {
  size_t size = mcpclient_json_text(json, NULL, 0);
  if (size == 0) return NULL;
  char *text = text_room(size);
  mcpclient_json_text(json, text, size);
  return text;
}

char *text_to_json(const char *text) {
  mcpclient_str view = mcpclient_str_from(text);
  size_t size = mcpclient_json_quote(view, NULL, 0);
  char *json = text_room(size);
  mcpclient_json_quote(view, json, size);
  return json;
}

char *text_format(const char *format, ...) {
  va_list once, again;
  va_start(once, format);
  va_copy(again, once);
  int length = vsnprintf(NULL, 0, format, once);
  va_end(once);
  size_t size = length < 0 ? 1 : (size_t)length + 1;
  char *text = text_room(size);
  if (length >= 0) vsnprintf(text, size, format, again);
  va_end(again);
  return text;
}
