#include "tiny.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static mcpclient_str at(mcpclient_str json, const char *pointer) {
  return mcpclient_json_at(json, mcpclient_str_from(pointer));
}

char *tiny_text(const char *format, ...) {
  va_list arguments;
  char *text;
  int size;
  va_start(arguments, format);
  size = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  text = malloc((size_t)size + 1);
  if (text == NULL) {
    abort();
  }
  va_start(arguments, format);
  vsnprintf(text, (size_t)size + 1, format, arguments);
  va_end(arguments);
  return text;
}

static int says(mcpclient_str json, const char *pointer, const char *want) {
  char text[64];
  size_t size = mcpclient_json_text(at(json, pointer), text, sizeof text);
  return size > 0 && size <= sizeof text && strcmp(text, want) == 0;
}

int tiny_is(mcpclient_str message, const char *method) { return says(message, "/method", method); }

int tiny_calls(mcpclient_str message, const char *tool) {
  return tiny_is(message, "tools/call") && says(message, "/params/name", tool);
}

char *tiny_result(mcpclient_str message, const char *result) {
  return tiny_text("{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":%s}", MCPCLIENT_PRINT(at(message, "/id")),
                   result);
}

char *tiny_error(mcpclient_str message, const char *error) {
  return tiny_text("{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"error\":%s}", MCPCLIENT_PRINT(at(message, "/id")),
                   error);
}

static char *echo(mcpclient_str message) {
  mcpclient_str text = at(message, "/params/arguments/text");
  char *result = tiny_text("{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":%.*s}]}",
                           MCPCLIENT_PRINT(text.ptr != NULL ? text : MCPCLIENT_STR("\"\"")));
  char *answer = tiny_result(message, result);
  free(result);
  return answer;
}

static char *greeting(mcpclient_str message) {
  mcpclient_str revision = at(message, "/params/protocolVersion");
  char *result = tiny_text(
      "{\"protocolVersion\":%.*s,\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"tiny\","
      "\"version\":\"1\"}}",
      MCPCLIENT_PRINT(revision));
  char *answer = tiny_result(message, result);
  free(result);
  return answer;
}

char *tiny_answer(mcpclient_str message, int modern) {
  if (at(message, "/id").ptr == NULL || at(message, "/method").ptr == NULL) {
    return NULL;
  }
  if (tiny_calls(message, "echo")) {
    return echo(message);
  }
  if (modern && tiny_is(message, "server/discover")) {
    return tiny_result(message, "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}}}");
  }
  if (!modern && tiny_is(message, "initialize")) {
    return greeting(message);
  }
  if (!modern && tiny_is(message, "ping")) {
    return tiny_result(message, "{}");
  }
  return tiny_error(message, "{\"code\":-32601,\"message\":\"not known here\"}");
}
