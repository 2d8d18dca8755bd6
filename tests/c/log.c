/* The library's own log: what happened to clients, and nothing that a user or a server said. */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  pthread_mutex_t lock;
  char lines[4096];
  int count, warnings, freed;
} book;

static void take_line(void *userdata, mcpclient_log_level level, mcpclient_str line) {
  book *book = userdata;
  pthread_mutex_lock(&book->lock);
  CHECK(line.ptr[line.len] == '\0' && line.len > 0);
  CHECK(level >= MCPCLIENT_LOG_ERROR && level <= MCPCLIENT_LOG_INFO);
  book->count++;
  book->warnings += level == MCPCLIENT_LOG_WARNING;
  strncat(book->lines, line.ptr, sizeof book->lines - strlen(book->lines) - 2);
  strcat(book->lines, "\n");
  pthread_mutex_unlock(&book->lock);
}

static void count_free(void *userdata) {
  book *book = userdata;
  book->freed++;
}

int main(void) {
  static const setting noisy = {.script = "../c/scripts/noise.mcpt"};
  book book;
  mcpclient_runtime_options options;
  mcpclient_options client_options;
  mcpclient_runtime *runtime = NULL;
  mcpclient *client = NULL;
  mcpclient_call *call = NULL;
  memset(&book, 0, sizeof book);
  pthread_mutex_init(&book.lock, NULL);
  mcpclient_runtime_options_init(&options, sizeof options);
  options.log = take_line;
  options.userdata = &book;
  options.userdata_free = count_free;
  CHECK_OK(mcpclient_runtime_new(&options, &runtime, NULL));
  mcpclient_options_init(&client_options, sizeof client_options);
  client_options.label = MCPCLIENT_STR("books");
  CHECK_OK(mcpclient_new(runtime, scene_transport(&noisy), NULL, &client_options, &client, NULL));
  CHECK_OK(mcpclient_ping(client, NULL, &call));
  CHECK_OK(mcpclient_call_wait(call, -1));
  mcpclient_call_free(call);
  mcpclient_free(client);
  CHECK_NUMBER(book.freed, 0);
  mcpclient_runtime_free(runtime);
  CHECK_NUMBER(book.freed, 1);
  CHECK_NUMBER(book.warnings, 1);
  CHECK_HAS(view(book.lines), "client \"books\": ready");
  CHECK_HAS(view(book.lines), "client \"books\": closed");
  CHECK_HAS(view(book.lines), "noise");
  CHECK(strstr(book.lines, "hello") == NULL);
  pthread_mutex_destroy(&book.lock);
  return check_finish();
}
