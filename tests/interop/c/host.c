#include "host.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A guard against hangs alone. */
enum { LIMIT_MS = 120 * 1000 };

mcpclient_str view(const char *text) {
  return mcpclient_str_from(text);
}

char *copy(mcpclient_str text) {
  char *bytes = malloc(text.len + 1);
  if (!bytes) abort();
  if (text.len > 0) memcpy(bytes, text.ptr, text.len);
  bytes[text.len] = '\0';
  return bytes;
}

void need(mcpclient_status status, mcpclient_error *error, const char *what) {
  if (status == MCPCLIENT_OK) return;
  fprintf(stderr, "%s: %.*s: %.*s\n", what, MCPCLIENT_PRINT(mcpclient_status_name(status)),
          MCPCLIENT_PRINT(mcpclient_error_message(error)));
  exit(2);
}

/* ---- What callbacks see ---- */

static void keep(host *self, kind kind, mcpclient_str text) {
  sight *seen = calloc(1, sizeof *seen);
  if (!seen) abort();
  seen->kind = kind;
  seen->text = copy(text);
  sight **link = &self->first;
  while (*link) link = &(*link)->next;
  *link = seen;
}

static mcpclient_status answer(host *self, mcpclient_input *input, mcpclient_error **error) {
  mcpclient_input_type kind = mcpclient_input_kind(input);
  if (self->action && strcmp(self->action, "decline") == 0) {
    return mcpclient_input_decline(input, view("not in the mood"));
  }
  if (self->action && strcmp(self->action, "cancel") == 0) return mcpclient_input_cancel(input);
  if (kind == MCPCLIENT_INPUT_SAMPLE) {
    return mcpclient_input_answer_text(input, view(self->model), view(self->answer),
                                       view("endTurn"), error);
  }
  if (kind == MCPCLIENT_INPUT_FORM && self->fill) self->fill(input);
  return mcpclient_input_accept(input, error);
}

static void on_input(void *userdata, mcpclient_input *input) {
  host *self = userdata;
  mcpclient_input_type type = mcpclient_input_kind(input);
  kind kind = type == MCPCLIENT_INPUT_FORM  ? SAW_FORM
              : type == MCPCLIENT_INPUT_URL ? SAW_URL
                                            : SAW_SAMPLE;
  keep(self, kind, mcpclient_input_params(input));
  mcpclient_error *error = NULL;
  need(answer(self, input, &error), error, "an answer was not taken");
  mcpclient_input_free(input);
}

static void on_state(void *userdata, mcpclient *client, mcpclient_client_state state,
                     const mcpclient_error *error) {
  host *self = userdata;
  (void)client;
  if (state != MCPCLIENT_STATE_CLOSED) return;
  self->closed = true;
  if (mcpclient_error_status(error) == MCPCLIENT_E_CLOSED) return;
  printf("the connection is over: %.*s\n%.*s\n", MCPCLIENT_PRINT(mcpclient_error_message(error)),
         MCPCLIENT_PRINT(mcpclient_error_stderr_tail(error)));
}

static void on_progress(void *userdata, mcpclient_call *call, mcpclient_str params) {
  (void)call;
  keep(userdata, SAW_PROGRESS, params);
}

static void on_log(void *userdata, mcpclient *client, mcpclient_str params) {
  (void)client;
  keep(userdata, SAW_LOG, params);
}

static void on_visited(void *userdata, mcpclient *client, uint64_t id) {
  (void)client;
  (void)id;
  keep(userdata, SAW_VISITED, view(""));
}

static void on_notification(void *userdata, mcpclient *client, mcpclient_str method,
                            mcpclient_str params) {
  (void)client;
  char *text = malloc(method.len + params.len + 2);
  if (!text) abort();
  snprintf(text, method.len + params.len + 2, "%.*s %.*s", MCPCLIENT_PRINT(method),
           MCPCLIENT_PRINT(params));
  keep(userdata, SAW_NOTIFICATION, view(text));
  free(text);
}

static void on_stderr(void *userdata, mcpclient *client, mcpclient_str line) {
  (void)client;
  keep(userdata, SAW_STDERR, line);
}

static void on_watching(void *userdata, mcpclient *client, mcpclient_lists lists,
                        const mcpclient_str *uris, size_t uri_count) {
  (void)client, (void)lists;
  char text[1024] = "";
  for (size_t i = 0; i < uri_count; i++) {
    size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, "%.*s\n", MCPCLIENT_PRINT(uris[i]));
  }
  keep(userdata, SAW_WATCHING, view(text));
}

static void on_task(void *userdata, mcpclient_call *call, mcpclient_str state) {
  (void)call;
  keep(userdata, SAW_TASK, state);
}

static void on_warning(void *userdata, mcpclient *client, mcpclient_warning_kind kind,
                       mcpclient_str detail) {
  (void)client;
  host *self = userdata;
  /* What these servers use on purpose, for as long as the revision still has it. */
  if (kind != MCPCLIENT_WARNING_DEPRECATED) check(self, false, detail.ptr);
}

static const char *find(const host *self, kind kind, const char *part) {
  for (const sight *seen = self->first; seen; seen = seen->next) {
    if (seen->kind == kind && strstr(seen->text, part)) return seen->text;
  }
  return NULL;
}

size_t host_seen(const host *self, kind kind) {
  size_t count = 0;
  for (const sight *seen = self->first; seen; seen = seen->next) count += seen->kind == kind;
  return count;
}

void host_forget(host *self, kind kind) {
  for (sight **link = &self->first; *link;) {
    sight *seen = *link;
    if (seen->kind == kind) {
      *link = seen->next;
      free(seen->text);
      free(seen);
    } else {
      link = &seen->next;
    }
  }
}

/* ---- Waiting ---- */

static int64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Lets some callbacks run, by the time `end` at the latest. */
static void turn(host *self, int64_t end) {
  int64_t left = end - now_ms();
  if (left < 0) left = 0;
  if (self->dispatch == MCPCLIENT_DISPATCH_INLINE) {
    mcpclient_status status = mcpclient_runtime_wait(self->runtime, left);
    if (status != MCPCLIENT_E_PENDING) need(status, NULL, "mcpclient_runtime_wait");
    return;
  }
  struct pollfd ready = {mcpclient_runtime_wakeup_fd(self->runtime), POLLIN, 0};
  if (poll(&ready, 1, (int)left) < 0 && errno != EINTR) abort();
  /* One at a time, so that pumps which leave something behind are tried too. */
  need(mcpclient_runtime_pump(self->runtime, 1, NULL), NULL, "mcpclient_runtime_pump");
}

const char *host_see(host *self, kind kind, const char *part) {
  int64_t end = now_ms() + LIMIT_MS;
  const char *text;
  while (!(text = find(self, kind, part)) && now_ms() < end && !self->closed) turn(self, end);
  return text;
}

/* ---- Calls ---- */

mcpclient_status host_finish(host *self, mcpclient_status started, mcpclient_call *call) {
  free(self->result);
  free(self->text);
  free(self->server_message);
  self->result = self->text = self->server_message = NULL;
  self->http_status = 0;
  self->status = started;
  if (started != MCPCLIENT_OK) return started;
  self->status = mcpclient_call_wait(call, LIMIT_MS);
  if (self->status == MCPCLIENT_OK) {
    self->result = copy(mcpclient_call_result(call));
    size_t size = mcpclient_result_text(view(self->result), NULL, 0);
    if (size > 0) {
      self->text = malloc(size);
      if (!self->text) abort();
      mcpclient_result_text(view(self->result), self->text, size);
    }
  } else {
    self->server_message = copy(mcpclient_error_server_message(mcpclient_call_error(call)));
    self->http_status = mcpclient_error_http_status(mcpclient_call_error(call));
  }
  mcpclient_call_free(call);
  return self->status;
}

mcpclient_status host_tool(host *self, const char *name, const char *arguments) {
  mcpclient_call *call = NULL;
  mcpclient_status status =
      mcpclient_call_tool(self->client, view(name), view(arguments), NULL, &call);
  return host_finish(self, status, call);
}

/* ---- Checks ---- */

bool check(host *self, bool holds, const char *what) {
  printf("%s  %s: %s\n", holds ? "ok    " : "FAILED", self->peer, what);
  fflush(stdout);
  if (holds) {
    self->passed++;
  } else {
    self->failed++;
  }
  return holds;
}

static void show(const char *what, const char *text) {
  printf("        %s: %s\n", what, text ? text : "none");
}

bool check_status(host *self, mcpclient_status want, const char *what) {
  bool holds = check(self, self->status == want, what);
  if (!holds) {
    show("status", mcpclient_status_name(self->status).ptr);
    show("the server", self->server_message);
  }
  return holds;
}

bool check_text(host *self, const char *part, const char *what) {
  bool holds = check(self, self->text && strstr(self->text, part), what);
  if (!holds) {
    show("status", mcpclient_status_name(self->status).ptr);
    show("text", self->text);
    show("not in it", part);
  }
  return holds;
}

bool check_member(host *self, const char *json, const char *pointer, const char *want,
                  const char *what) {
  mcpclient_str value = mcpclient_json_at(view(json), view(pointer));
  char *got = copy(value);
  if (mcpclient_json_kind(value) == MCPCLIENT_JSON_STRING) {
    size_t size = mcpclient_json_text(value, NULL, 0);
    free(got);
    got = malloc(size);
    if (!got) abort();
    mcpclient_json_text(value, got, size);
  }
  bool holds = check(self, strcmp(got, want) == 0, what);
  if (!holds) {
    show(pointer, got);
    show("not", want);
    show("in", json);
  }
  free(got);
  return holds;
}

/* ---- The beginning and the end ---- */

static void host_connect(host *self, int argc, char **argv, const char *const *revisions,
                         size_t count) {
  mcpclient_error *error = NULL;
  mcpclient_runtime_options runtime;
  mcpclient_runtime_options_init(&runtime, sizeof runtime);
  runtime.dispatch = self->dispatch;
  need(mcpclient_runtime_new(&runtime, &self->runtime, &error), error, "mcpclient_runtime_new");

  mcpclient_host callbacks;
  mcpclient_host_init(&callbacks, sizeof callbacks);
  callbacks.userdata = self;
  callbacks.elicit_form = on_input;
  callbacks.elicit_url = on_input;
  callbacks.sample = on_input;
  callbacks.roots = self->roots;
  callbacks.state = on_state;
  callbacks.progress = on_progress;
  callbacks.log = on_log;
  callbacks.notification = on_notification;
  callbacks.visited = on_visited;
  callbacks.stderr_line = on_stderr;
  callbacks.warning = on_warning;
  callbacks.watching = on_watching;
  callbacks.task = on_task;

  mcpclient_str dates[8];
  size_t dates_used = 0;
  while (dates_used < 8 && dates_used < count) {
    dates[dates_used] = view(revisions[dates_used]);
    dates_used++;
  }
  mcpclient_options options;
  mcpclient_options_init(&options, sizeof options);
  options.label = view(self->peer);
  options.program_name = view("libmcpclient-interop");
  options.program_version = view("1");
  options.revisions = dates;
  options.revision_count = dates_used;
  options.era = self->era;
  if (self->adjust) self->adjust(&options);
  mcpclient_transport *transport = reach(argc, argv);
  need(mcpclient_new(self->runtime, transport, &callbacks, &options, &self->client, &error), error,
       argv[0]);

  int64_t end = now_ms() + LIMIT_MS;
  while (mcpclient_state(self->client) == MCPCLIENT_STATE_CONNECTING && now_ms() < end) {
    turn(self, end);
  }
}

void host_open(host *self, int argc, char **argv, const char *const *revisions, size_t count) {
  host_connect(self, argc, argv, revisions, count);
  if (!check(self, mcpclient_state(self->client) == MCPCLIENT_STATE_READY, "the server is ready")) {
    exit(1);
  }
}

static void let_go(host *self) {
  mcpclient_free(self->client);
  mcpclient_runtime_free(self->runtime);
  mcpclient_roots_free(self->roots);
  for (int kind = 0; kind < SAW_KINDS; kind++) host_forget(self, (enum kind)kind);
  free(self->result);
  free(self->text);
  free(self->server_message);
  self->client = NULL;
  self->runtime = NULL;
  self->roots = NULL;
  self->result = self->text = self->server_message = NULL;
  self->closed = false;
}

void host_refused(host *self, int argc, char **argv) {
  host_connect(self, argc, argv, NULL, 0);
  check(self, mcpclient_closed_reason(self->client) == MCPCLIENT_CLOSED_REVISION,
        "there is no revision in common");
  while (!self->closed) turn(self, now_ms() + LIMIT_MS);
  let_go(self);
}

void host_unreachable(host *self, int argc, char **argv, mcpclient_status want,
                      uint32_t http_status, const char *what) {
  host_connect(self, argc, argv, NULL, 0);
  while (!self->closed) turn(self, now_ms() + LIMIT_MS);
  mcpclient_error *error = NULL;
  self->status = mcpclient_closed_error(self->client, &error);
  check_status(self, want, what);
  check(self, mcpclient_error_http_status(error) == http_status, "by the status of its answer");
  mcpclient_error_free(error);
  let_go(self);
}

void host_close(host *self) {
  int64_t end = now_ms() + LIMIT_MS;
  self->status = mcpclient_close(self->client);
  check_status(self, MCPCLIENT_OK, "closing begins");
  while (!self->closed && now_ms() < end) turn(self, end);
  check(self, self->closed, "closing ends");
  let_go(self);
}
