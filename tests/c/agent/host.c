/* What the host is told, it tells. */
#include "agent.h"

#include <stdlib.h>

static text begin(const char *event) {
  text line = {0};
  text_add(&line, "{\"event\":");
  text_quote(&line, view(event));
  return line;
}

static void name_it(text *line, const char *member) {
  text_add(line, ",");
  text_quote(line, view(member));
  text_add(line, ":");
}

static void add(text *line, const char *member, mcpclient_str value) {
  if (value.ptr == NULL) return;
  name_it(line, member);
  text_quote(line, value);
}

static void add_number(text *line, const char *member, int64_t number) {
  name_it(line, member);
  text_number(line, number);
}

static void finish(text *line) {
  text_add(line, "}");
  tell(line);
  text_free(line);
}

/* The word of a number, where the words begin with that of `first`. */
static const char *word(const char *const *words, size_t count, int32_t number) {
  return number > 0 && (size_t)number <= count ? words[number - 1] : "unknown";
}

#define WORD(words, number) view(word(words, sizeof words / sizeof *words, number))

static const char *const warnings[] = {
    "noise",         "invalid-message",   "unknown-answer", "double-answer",
    "error-without-id", "too-large",      "batch",          "duplicate-request",
    "early",         "dropped",           "rate",           "deprecated",
    "unsent"};
static const char *const withdrawals[] = {"server", "call", "expired", "closed"};
static const char *const closings[] = {"host", "server", "revision", "refused", "timeout", "protocol"};
static const char *const kinds[] = {"form", "url", "sample", "roots"};

static mcpclient_str name_of(const mcpclient_call *call) {
  return view(mcpclient_call_userdata(call));
}

static void on_input(void *userdata, mcpclient_input *input) {
  agent *self = userdata;
  asked *held = need(sizeof *held);
  text line = begin("input");
  size_t index;
  int32_t kind = mcpclient_input_kind(input);
  held->id = mcpclient_input_id(input);
  held->input = input;
  held->next = self->inputs;
  self->inputs = held;
  add_number(&line, "input", (int64_t)held->id);
  add(&line, "kind", WORD(kinds, kind));
  name_it(&line, "calls");
  text_add(&line, "[");
  for (index = 0; index < mcpclient_input_call_count(input); index++) {
    mcpclient_call *call = mcpclient_input_call(input, index);
    if (index > 0) text_add(&line, ",");
    text_quote(&line, name_of(call));
  }
  text_add(&line, "]");
  add(&line, "params", mcpclient_input_params(input));
  if (kind == MCPCLIENT_INPUT_FORM) {
    name_it(&line, "fields");
    text_add(&line, "[");
    for (index = 0; index < mcpclient_input_field_count(input); index++) {
      if (index > 0) text_add(&line, ",");
      text_quote(&line, mcpclient_input_field_name(input, index));
    }
    text_add(&line, "]");
  }
  finish(&line);
}

static void on_input_closed(void *userdata, mcpclient *client, uint64_t id, int32_t why) {
  text line = begin("withdrawn");
  (void)userdata, (void)client;
  add_number(&line, "input", (int64_t)id);
  add(&line, "why", WORD(withdrawals, why));
  finish(&line);
}

static void on_visited(void *userdata, mcpclient *client, uint64_t id) {
  text line = begin("visited");
  (void)userdata, (void)client;
  add_number(&line, "input", (int64_t)id);
  finish(&line);
}

static void on_state(void *userdata, mcpclient *client, int32_t state,
                     const mcpclient_error *error) {
  text line = begin(state == MCPCLIENT_STATE_READY        ? "ready"
                    : state == MCPCLIENT_STATE_CONNECTING ? "restarting"
                    : state == MCPCLIENT_STATE_SUSPENDED  ? "suspended"
                                                          : "closed");
  (void)userdata, (void)error;
  if (state == MCPCLIENT_STATE_CLOSED) {
    add(&line, "reason", WORD(closings, mcpclient_closed_reason(client)));
  }
  finish(&line);
}

static void on_progress(void *userdata, mcpclient_call *call, mcpclient_str params) {
  text line = begin("progress");
  (void)userdata;
  add(&line, "call", name_of(call));
  add(&line, "params", params);
  finish(&line);
}

static void on_paused(void *userdata, mcpclient_call *call, uint64_t milliseconds) {
  text line = begin("pause");
  (void)userdata, (void)milliseconds;
  add(&line, "call", name_of(call));
  finish(&line);
}

static void on_task(void *userdata, mcpclient_call *call, mcpclient_str state) {
  text line = begin("task");
  (void)userdata;
  add(&line, "call", name_of(call));
  add(&line, "state", state);
  finish(&line);
}

static void on_watching(void *userdata, mcpclient *client, uint32_t lists,
                        const mcpclient_str *uris, size_t uri_count) {
  static const struct {
    uint32_t list;
    const char *member;
  } members[] = {{MCPCLIENT_LIST_TOOLS, "toolsListChanged"},
                 {MCPCLIENT_LIST_PROMPTS, "promptsListChanged"},
                 {MCPCLIENT_LIST_RESOURCES, "resourcesListChanged"}};
  text line = begin("watching"), filter = {0};
  size_t index;
  (void)userdata, (void)client;
  for (index = 0; index < sizeof members / sizeof *members; index++) {
    if (!(lists & members[index].list)) continue;
    text_add(&filter, filter.length ? ",\"" : "\"");
    text_add(&filter, members[index].member);
    text_add(&filter, "\":true");
  }
  if (uri_count > 0) {
    text_add(&filter, filter.length ? "," : "");
    text_add(&filter, "\"resourceSubscriptions\":[");
    for (index = 0; index < uri_count; index++) {
      if (index > 0) text_add(&filter, ",");
      text_quote(&filter, uris[index]);
    }
    text_add(&filter, "]");
  }
  {
    text whole = {0};
    text_add(&whole, "{");
    text_view(&whole, text_whole(&filter));
    text_add(&whole, "}");
    add(&line, "filter", text_whole(&whole));
    text_free(&whole);
  }
  text_free(&filter);
  finish(&line);
}

static void on_log(void *userdata, mcpclient *client, mcpclient_str params) {
  text line = begin("log");
  (void)userdata, (void)client;
  add(&line, "params", params);
  finish(&line);
}

static void on_notification(void *userdata, mcpclient *client, mcpclient_str method,
                            mcpclient_str params) {
  text line = begin("notification");
  (void)userdata, (void)client;
  add(&line, "method", method);
  add(&line, "params", params);
  finish(&line);
}

static void on_warning(void *userdata, mcpclient *client, int32_t kind, mcpclient_str detail) {
  text line = begin("warning");
  (void)userdata, (void)client, (void)detail;
  add(&line, "kind", WORD(warnings, kind));
  finish(&line);
}

void host_done(void *name, mcpclient_call *call, mcpclient_status status, mcpclient_str result,
               const mcpclient_error *error) {
  text line = begin("done");
  int64_t code;
  add(&line, "call", view(name));
  if (status == MCPCLIENT_OK) {
    add(&line, "result", result);
    text_add(&line, mcpclient_call_age_ms(call) < 0 ? ",\"kept\":false" : ",\"kept\":true");
  } else {
    add_number(&line, "code", status);
  }
  if (mcpclient_error_http_status(error) != 0) {
    add_number(&line, "http", mcpclient_error_http_status(error));
  }
  if (mcpclient_error_server_code(error, &code)) {
    mcpclient_str data = mcpclient_error_server_data(error);
    text_add(&line, ",\"error\":{\"code\":");
    text_number(&line, code);
    add(&line, "message", mcpclient_error_server_message_raw(error));
    if (data.ptr != NULL) {
      text_add(&line, ",\"data\":");
      text_view(&line, data);
    }
    text_add(&line, "}");
  }
  finish(&line);
}

mcpclient_host host_of(agent *agent, mcpclient_str open) {
  mcpclient_host host;
  mcpclient_host_init(&host, sizeof host);
  host.userdata = agent;
  if (member_true(open, "/form")) host.elicit_form = on_input;
  if (member_true(open, "/url")) host.elicit_url = on_input;
  if (member_true(open, "/sample")) host.sample = on_input;
  if (member_true(open, "/askRoots")) host.list_roots = on_input;
  if (member_true(open, "/sampleTools")) host.sample_features |= MCPCLIENT_SAMPLE_TOOLS;
  if (member_true(open, "/sampleContext")) host.sample_features |= MCPCLIENT_SAMPLE_CONTEXT;
  host.roots = agent->roots;
  host.input_closed = on_input_closed;
  host.state = on_state;
  host.progress = on_progress;
  host.log = on_log;
  host.notification = on_notification;
  host.warning = on_warning;
  host.paused = on_paused;
  host.visited = on_visited;
  host.task = on_task;
  host.watching = on_watching;
  return host;
}
