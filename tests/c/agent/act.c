/* What the agent is told to do. */
#include "agent.h"

#include <stdlib.h>
#include <string.h>

static mcpclient_call *call_named(const agent *agent, mcpclient_str command) {
  const started *held;
  char *name = member(command, "/call");
  for (held = agent->calls; held != NULL && name != NULL; held = held->next) {
    if (strcmp(held->name, name) == 0) break;
  }
  free(name);
  return held != NULL ? held->call : NULL;
}

static mcpclient_status act_call(agent *agent, mcpclient_str command) {
  mcpclient_call_options options;
  mcpclient_status status;
  mcpclient_call *call = NULL;
  char *name = member(command, "/call"), *method = member(command, "/method");
  char *params = member(command, "/params");
  mcpclient_call_options_init(&options, sizeof options);
  options.timeout_ms = (uint64_t)member_number(command, "/timeout");
  options.total_timeout_ms = (uint64_t)member_number(command, "/total");
  options.progress = member_true(command, "/progress") ? MCPCLIENT_ON : MCPCLIENT_OFF;
  if (member_true(command, "/fresh")) options.flags |= MCPCLIENT_CALL_FRESH;
  if (member_true(command, "/retryLost")) options.flags |= MCPCLIENT_CALL_RETRY_LOST;
  options.done = host_done;
  options.userdata = copy(name);
  options.userdata_free = free;
  status = mcpclient_request(agent->client, view(method), view(params), &options, &call);
  if (!status) {
    started *held = need(sizeof *held);
    held->name = name;
    held->call = call;
    held->next = agent->calls;
    agent->calls = held;
    name = NULL;
  }
  free(name);
  free(method);
  free(params);
  return status;
}

static bool act_answer(const agent *agent, mcpclient_str command, mcpclient_status *status) {
  const asked *held = agent->inputs;
  char *how = member(command, "/how"), *content = member(command, "/content");
  char *result = member(command, "/result"), *message = member(command, "/message");
  bool known = true;
  while (held != NULL && (int64_t)held->id != member_number(command, "/input")) held = held->next;
  if (held == NULL || how == NULL) {
    known = false;
  } else if (strcmp(how, "accept") == 0 && content == NULL) {
    *status = mcpclient_input_accept(held->input, NULL);
  } else if (strcmp(how, "accept") == 0) {
    *status = mcpclient_input_accept_json(held->input, view(content), NULL);
  } else if (strcmp(how, "decline") == 0) {
    *status = mcpclient_input_decline(held->input, view(NULL));
  } else if (strcmp(how, "cancel") == 0) {
    *status = mcpclient_input_cancel(held->input);
  } else if (strcmp(how, "fail") == 0) {
    *status = mcpclient_input_fail(held->input, member_number(command, "/code"), view(message));
  } else if (strcmp(how, "result") == 0) {
    *status = mcpclient_input_answer_json(held->input, view(result), NULL);
  } else {
    known = false;
  }
  free(how);
  free(content);
  free(result);
  free(message);
  return known;
}

/* In C the list is the host's own and cannot refuse; whether a server follows it, its client says. */
static mcpclient_status act_roots(const agent *agent, mcpclient_str command) {
  mcpclient_roots *list = NULL;
  mcpclient_status status = roots_of(member_json(command, "/roots"), &list);
  if (!status && mcpclient_state(agent->client) == MCPCLIENT_STATE_CLOSED) {
    status = MCPCLIENT_E_CLOSED;
  }
  if (!status && agent->roots == NULL) status = MCPCLIENT_E_UNSUPPORTED;
  if (!status) status = mcpclient_roots_replace(agent->roots, list);
  mcpclient_roots_free(list);
  return status;
}

static mcpclient_status act_watch(const agent *agent, mcpclient_str command) {
  mcpclient_str filter = member_json(command, "/filter");
  mcpclient_str array = member_json(filter, "/resourceSubscriptions"), item = {0};
  mcpclient_str uris[64];
  uint32_t lists = 0;
  size_t count = 0, index;
  mcpclient_status status;
  if (member_true(filter, "/toolsListChanged")) lists |= MCPCLIENT_LIST_TOOLS;
  if (member_true(filter, "/promptsListChanged")) lists |= MCPCLIENT_LIST_PROMPTS;
  if (member_true(filter, "/resourcesListChanged")) lists |= MCPCLIENT_LIST_RESOURCES;
  while (count < sizeof uris / sizeof *uris && mcpclient_json_next(array, NULL, &item)) {
    uris[count++] = view(member(item, ""));
  }
  status = mcpclient_watch(agent->client, lists, uris, count);
  for (index = 0; index < count; index++) free((char *)uris[index].ptr);
  return status;
}

bool agent_act(agent *agent, const char *what, mcpclient_str command, mcpclient_status *status) {
  char *method = member(command, "/method"), *params = member(command, "/params");
  char *reason = member(command, "/reason");
  bool known = true;
  if (strcmp(what, "call") == 0) {
    *status = act_call(agent, command);
  } else if (strcmp(what, "cancel") == 0) {
    *status = mcpclient_call_cancel(call_named(agent, command), view(reason));
  } else if (strcmp(what, "resume") == 0) {
    *status = mcpclient_call_resume(call_named(agent, command));
  } else if (strcmp(what, "answer") == 0) {
    known = act_answer(agent, command, status);
  } else if (strcmp(what, "roots") == 0) {
    *status = act_roots(agent, command);
  } else if (strcmp(what, "notify") == 0) {
    *status = mcpclient_notify(agent->client, view(method), view(params));
  } else if (strcmp(what, "watch") == 0) {
    *status = act_watch(agent, command);
  } else if (strcmp(what, "close") == 0) {
    *status = mcpclient_close(agent->client);
    /* Closing twice is closing once. */
    if (*status == MCPCLIENT_E_GONE) *status = MCPCLIENT_OK;
  } else {
    known = false;
  }
  free(method);
  free(params);
  free(reason);
  return known;
}
