/* The connection, the server's tools, and the call that is under way. */
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "text.h"

/* ---- What the server tells ---- */

static void on_state(void *userdata, mcpclient *client, mcpclient_client_state state,
                     const mcpclient_error *error) {
  host *self = userdata;
  if (state == MCPCLIENT_STATE_READY) {
    say("Connected to %.*s in revision %.*s.\n", MCPCLIENT_PRINT(mcpclient_label(client)),
        MCPCLIENT_PRINT(mcpclient_revision(client)));
    self->ready = true;
    return;
  }
  if (state == MCPCLIENT_STATE_CONNECTING) {
    say("The server ended, or our session with it, and it begins again.\n");
    return;
  }
  if (!self->closing) {
    say("The connection is over: %.*s\n", MCPCLIENT_PRINT(mcpclient_error_message(error)));
    mcpclient_str last_words = mcpclient_error_stderr_tail(error);
    if (!last_words.ptr) last_words = mcpclient_error_http_excerpt(error);
    if (last_words.len > 0) say_quoted(last_words);
    self->failures++;
  }
  self->closed = true;
}

static void on_progress(void *userdata, mcpclient_call *call, mcpclient_str params) {
  (void)userdata, (void)call;
  mcpclient_str done = mcpclient_json_number(json_at(params, "/progress"));
  mcpclient_str total = mcpclient_json_number(json_at(params, "/total"));
  say("\nProgress: %.*s", MCPCLIENT_PRINT(done));
  if (total.ptr) say(" of %.*s", MCPCLIENT_PRINT(total));
  say("\n");
  say_text_at(params, "/message", NULL);
}

static void on_log(void *userdata, mcpclient *client, mcpclient_str params) {
  (void)userdata;
  say("\n%.*s logs:\n", MCPCLIENT_PRINT(mcpclient_label(client)));
  mcpclient_str data = json_at(params, "/data");
  if (mcpclient_json_kind(data) == MCPCLIENT_JSON_STRING) {
    say_text_at(params, "/data", NULL);
  } else {
    say_quoted(data);
  }
}

/* ---- Calls ---- */

static void on_done(void *userdata, mcpclient_call *call, mcpclient_status status,
                    mcpclient_str result, const mcpclient_error *error) {
  host *self = userdata;
  (void)call;
  if (status == MCPCLIENT_E_CANCELLED) {
    say("\nStopped.\n");
  } else if (status == MCPCLIENT_OK) {
    bool failed = mcpclient_result_is_error(result);
    say(failed ? "\nThe tool failed, and says:\n" : "\nThe tool is done, and says:\n");
    size_t size = mcpclient_result_text(result, NULL, 0);
    char *text = size > 0 ? malloc(size) : NULL;
    if (text) {
      mcpclient_result_text(result, text, size);
      say_quoted(mcpclient_str_from(text));
    }
    free(text);
    self->failures += failed;
  } else {
    say("\nThe call did not get through: %.*s\n", MCPCLIENT_PRINT(mcpclient_error_message(error)));
    mcpclient_str reason = mcpclient_error_server_message(error);
    if (!reason.ptr) reason = mcpclient_error_http_excerpt(error);
    if (reason.len > 0) say_quoted(reason);
    self->failures++;
  }
  mcpclient_call_free(self->call);
  self->call = NULL;
}

void host_call(host *self, const char *name, const char *arguments) {
  mcpclient_call_options options;
  mcpclient_call_options_init(&options, sizeof options);
  options.done = on_done;
  options.userdata = self;
  char *shown = text_safe(mcpclient_str_from(name));
  say("\nCalling %s. /stop ends it.\n", shown);
  free(shown);
  mcpclient_status status =
      mcpclient_call_tool(self->client, mcpclient_str_from(name), mcpclient_str_from(arguments),
                          &options, &self->call);
  if (!went_well(status, NULL, "Not called")) self->failures++;
}

/* ---- One step after the other ---- */

static void leave(host *self) {
  self->closing = true;
  went_well(mcpclient_close(self->client), NULL, "Not closed");
}

/* Standard input has ended: nobody is there to answer, so that nothing may go on that might ask. */
static void left_alone(host *self) {
  say("\nThe input has ended, and with it everything else.\n");
  self->failures++;
  if (self->talks) asking_hear(self, "/stop");
  leave(self);
}

bool host_step(host *self) {
  char line[TERMINAL_LINE];
  if (!self->ready || self->closing) return false;
  if (self->talks) {
    if (self->yes) {
      char *typed = person_types(self->talks);
      say("%s\n", typed);
      asking_hear(self, typed);
      free(typed);
      return true;
    }
    if (terminal_take(&self->in, line)) {
      asking_hear(self, line);
      return true;
    }
    if (self->in.ended) left_alone(self);
    return false;
  }
  if (self->call) {
    if (!terminal_next_is(&self->in, "/stop") || !terminal_take(&self->in, line)) return false;
    mcpclient_status status =
        mcpclient_call_cancel(self->call, MCPCLIENT_STR("the user stopped it"));
    if (status != MCPCLIENT_E_GONE) went_well(status, NULL, "Not stopped");
    return true;
  }
  if (self->wish_count > 0) {
    if (self->wished == self->wish_count) {
      leave(self);
      return false;
    }
    const wish *next = &self->wishes[self->wished++];
    host_call(self, next->name, next->arguments);
    return true;
  }
  if (!menu_ready(self)) return false;
  if (!terminal_take(&self->in, line)) {
    if (self->in.ended) leave(self);
    return false;
  }
  if (strcmp(line, "/stop") == 0) {
    leave(self);
    return false;
  }
  menu_hear(self, line);
  return true;
}

/* ---- The beginning and the end ---- */

static bool is_url(const char *server) {
  return strncmp(server, "https://", 8) == 0 || strncmp(server, "http://", 7) == 0;
}

/* A header as it is typed: "Name: value". */
static mcpclient_status add_header(mcpclient_transport *transport, const char *line) {
  size_t length = strcspn(line, ":");
  mcpclient_str name = {line, length};
  const char *value = line + length + (line[length] == ':');
  return mcpclient_transport_add_header(transport, name, mcpclient_str_from(value + strspn(value, " ")));
}

static mcpclient_transport *transport_to_url(const host *self, const char *url) {
  mcpclient_transport *transport = NULL;
  mcpclient_error *error = NULL;
  mcpclient_status status = mcpclient_transport_http(mcpclient_str_from(url), &transport, &error);
  for (size_t i = 0; !status && i < self->header_count; i++) status = add_header(transport, self->headers[i]);
  if (went_well(status, error, "No server")) return transport;
  mcpclient_transport_free(transport);
  return NULL;
}

static mcpclient_transport *transport_to_program(const char *const *argv, size_t argc) {
  mcpclient_transport *transport = NULL;
  mcpclient_error *error = NULL;
  mcpclient_str *words = malloc(argc * sizeof *words);
  if (!words) return NULL;
  for (size_t i = 0; i < argc; i++) words[i] = mcpclient_str_from(argv[i]);
  went_well(mcpclient_transport_stdio(words, argc, &transport, &error), error, "No server");
  free(words);
  return transport;
}

/* What dialogs call the server: the name of its program, or the host in its URL. */
static mcpclient_str label_of(const char *server) {
  const char *slash = strrchr(server, '/');
  if (!is_url(server)) return mcpclient_str_from(slash ? slash + 1 : server);
  const char *host = strstr(server, "//") + 2;
  mcpclient_str label = {host, strcspn(host, "/?#")};
  return label;
}

bool host_open(host *self, const char *const *argv, size_t argc) {
  mcpclient_error *error = NULL;
  mcpclient_runtime_options runtime;
  mcpclient_runtime_options_init(&runtime, sizeof runtime);
  runtime.dispatch = MCPCLIENT_DISPATCH_PUMP;
  mcpclient_status status = mcpclient_runtime_new(&runtime, &self->runtime, &error);
  if (!went_well(status, error, "No runtime")) return false;

  mcpclient_host callbacks;
  mcpclient_host_init(&callbacks, sizeof callbacks);
  callbacks.userdata = self;
  callbacks.elicit_form = asking_question;
  callbacks.elicit_url = asking_question;
  callbacks.sample = sample_answer;
  callbacks.review = MCPCLIENT_REVIEW_SAMPLE_REQUEST | MCPCLIENT_REVIEW_SAMPLE_RESULT;
  callbacks.confirm = asking_question;
  callbacks.list_roots = asking_roots;
  callbacks.input_closed = asking_closed;
  callbacks.state = on_state;
  callbacks.progress = on_progress;
  callbacks.log = on_log;

  mcpclient_options options;
  mcpclient_options_init(&options, sizeof options);
  options.label = label_of(argv[0]);
  options.program_name = MCPCLIENT_STR("travel-host");
  options.program_version = MCPCLIENT_STR(MCPCLIENT_VERSION);
  options.era = self->era;

  mcpclient_transport *transport =
      is_url(argv[0]) ? transport_to_url(self, argv[0]) : transport_to_program(argv, argc);
  if (!transport) return false;
  error = NULL;
  status = mcpclient_new(self->runtime, transport, &callbacks, &options, &self->client, &error);
  return went_well(status, error, "No connection");
}

void host_free(host *self) {
  asking_end(self);
  mcpclient_call_free(self->call);
  mcpclient_free(self->client);
  mcpclient_runtime_free(self->runtime); /* waits for the server to be gone */
  free(self->tools);
}
