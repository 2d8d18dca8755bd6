#include "check.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int passed, failed;

const mcpclient_str no_text = {NULL, 0};
const mcpclient_str bad_utf8 = {"a\xff", 2};

int check_true(int holds, const char *file, int line, const char *what) {
  pthread_mutex_lock(&lock);
  if (holds) {
    passed++;
  } else {
    failed++;
    printf("%s:%d: %s\n", file, line, what);
    fflush(stdout);
  }
  pthread_mutex_unlock(&lock);
  return holds;
}

static int told(int holds, const char *file, int line, const char *what, const char *got,
                const char *want) {
  char text[1200];
  snprintf(text, sizeof text, "%s is %.500s, not %.500s", what, got, want);
  return check_true(holds, file, line, holds ? what : text);
}

int check_status(mcpclient_status got, mcpclient_status want, const char *file, int line,
                 const char *what) {
  return told(got == want, file, line, what, mcpclient_status_name(got).ptr,
              mcpclient_status_name(want).ptr);
}

int check_number(long long got, long long want, const char *file, int line, const char *what) {
  char texts[2][32];
  snprintf(texts[0], sizeof texts[0], "%lld", got);
  snprintf(texts[1], sizeof texts[1], "%lld", want);
  return told(got == want, file, line, what, texts[0], texts[1]);
}

int check_below(long long got, long long bound, const char *file, int line, const char *what) {
  char text[200];
  snprintf(text, sizeof text, "%.100s is %lld, and %lld is the bound", what, got, bound);
  return check_true(got < bound, file, line, got < bound ? what : text);
}

int check_text(mcpclient_str got, const char *want, const char *file, int line, const char *what) {
  char text[512];
  int holds = want == NULL
                  ? got.ptr == NULL && got.len == 0
                  : got.ptr != NULL && got.len == strlen(want) && !memcmp(got.ptr, want, got.len);
  snprintf(text, sizeof text, "%.*s", MCPCLIENT_PRINT(got));
  return told(holds, file, line, what, got.ptr ? text : "no text", want ? want : "no text");
}

int check_has(mcpclient_str got, const char *part, const char *file, int line, const char *what) {
  char text[512];
  size_t length = strlen(part), at;
  int holds = 0;
  for (at = 0; got.ptr != NULL && at + length <= got.len; at++) {
    holds = holds || !memcmp(got.ptr + at, part, length);
  }
  snprintf(text, sizeof text, "%.*s", MCPCLIENT_PRINT(got));
  return told(holds, file, line, what, text, part);
}

int check_under_valgrind(void) {
  const char *preload = getenv("LD_PRELOAD");
  return preload != NULL && strstr(preload, "vgpreload") != NULL;
}

int check_count(int plain, int under_valgrind) {
  return check_under_valgrind() ? under_valgrind : plain;
}

int check_finish(void) {
  printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 && passed > 0 ? 0 : 1;
}
