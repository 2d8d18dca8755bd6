/* JSON in and out. */
#include "agent.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *need(size_t size) {
  void *place = malloc(size);
  if (place == NULL) {
    fputs("no memory\n", stderr);
    exit(1);
  }
  return place;
}

char *copy(const char *text) {
  size_t size = strlen(text) + 1;
  return memcpy(need(size), text, size);
}

mcpclient_str view(const char *text) {
  return mcpclient_str_from(text);
}

static char *grow(text *text, size_t more) {
  if (text->length + more + 1 > text->room) {
    char *bytes = need(text->room = (text->length + more + 1) * 2);
    if (text->bytes != NULL) memcpy(bytes, text->bytes, text->length);
    free(text->bytes);
    text->bytes = bytes;
  }
  return text->bytes + text->length;
}

void text_view(text *text, mcpclient_str view) {
  if (view.len == 0) return;
  memcpy(grow(text, view.len), view.ptr, view.len);
  text->length += view.len;
}

void text_add(text *text, const char *words) {
  text_view(text, view(words));
}

void text_quote(text *text, mcpclient_str view) {
  size_t size = mcpclient_json_quote(view, NULL, 0);
  if (size == 0) {
    text_add(text, "null");
    return;
  }
  mcpclient_json_quote(view, grow(text, size), size);
  text->length += size - 1;
}

void text_number(text *text, int64_t number) {
  char digits[32];
  snprintf(digits, sizeof digits, "%" PRId64, number);
  text_add(text, digits);
}

mcpclient_str text_whole(const text *text) {
  mcpclient_str whole;
  whole.ptr = text->bytes;
  whole.len = text->length;
  return whole;
}

void text_free(text *text) {
  free(text->bytes);
  memset(text, 0, sizeof *text);
}

void tell(const text *line) {
  fwrite(line->bytes, 1, line->length, stdout);
  putchar('\n');
  fflush(stdout);
}

mcpclient_str member_json(mcpclient_str command, const char *pointer) {
  return mcpclient_json_at(command, view(pointer));
}

char *member(mcpclient_str command, const char *pointer) {
  mcpclient_str json = member_json(command, pointer);
  size_t size = mcpclient_json_text(json, NULL, 0);
  char *words;
  if (size == 0) return NULL;
  words = need(size);
  mcpclient_json_text(json, words, size);
  return words;
}

int64_t member_number(mcpclient_str command, const char *pointer) {
  int64_t number = 0;
  mcpclient_json_integer(member_json(command, pointer), &number);
  return number;
}

bool member_true(mcpclient_str command, const char *pointer) {
  return mcpclient_json_true(member_json(command, pointer));
}
