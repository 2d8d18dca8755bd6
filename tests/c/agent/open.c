/* A runtime and a client, and their end. */
#include "agent.h"

#include <stdlib.h>
#include <string.h>

/* The texts of an array of strings, behind `first`, which may be NULL; `*count` is how many. */
static mcpclient_str *texts(mcpclient_str array, char *first, size_t *count) {
  mcpclient_str item = {0}, *all;
  size_t index = 0, most = first != NULL;
  while (mcpclient_json_next(array, NULL, &item)) most++;
  all = need((most + 1) * sizeof *all);
  if (first != NULL) all[index++] = view(first);
  memset(&item, 0, sizeof item);
  while (mcpclient_json_next(array, NULL, &item)) all[index++] = view(member(item, ""));
  *count = index;
  return all;
}

static void texts_free(mcpclient_str *all, size_t count) {
  size_t index;
  for (index = 0; index < count; index++) free((char *)all[index].ptr);
  free(all);
}

mcpclient_status roots_of(mcpclient_str array, mcpclient_roots **out) {
  mcpclient_str item = {0};
  mcpclient_status status = mcpclient_roots_new(out);
  if (status == MCPCLIENT_OK) {
    /* The transcripts' folders are made up. */
    status = mcpclient_roots_set_checked(*out, 0);
  }
  while (!status && mcpclient_json_next(array, NULL, &item)) {
    char *uri = member(item, "/uri"), *name = member(item, "/name");
    status = mcpclient_roots_add_uri(*out, view(uri), view(name), NULL);
    free(uri);
    free(name);
  }
  return status;
}

static mcpclient_status connect(agent *agent, mcpclient_str open, mcpclient_transport *transport) {
  mcpclient_host host = host_of(agent, open);
  mcpclient_options options;
  mcpclient_status status;
  size_t count;
  mcpclient_str *revisions = texts(member_json(open, "/revisions"), NULL, &count);
  mcpclient_options_init(&options, sizeof options);
  options.label = view("puppet");
  options.program_name = view("transcripts");
  options.program_version = view("1");
  options.revisions = revisions;
  options.revision_count = count;
  options.tasks = member_true(open, "/tasks") ? MCPCLIENT_ON : MCPCLIENT_DEFAULT;
  options.timeout_ms = (uint64_t)member_number(open, "/timeout");
  options.total_timeout_ms = (uint64_t)member_number(open, "/total");
  options.connect_timeout_ms = (uint64_t)member_number(open, "/connect");
  options.input_timeout_ms = (uint64_t)member_number(open, "/inputTime");
  status = mcpclient_new(agent->runtime, transport, &host, &options, &agent->client, NULL);
  texts_free(revisions, count);
  return status;
}

/* A way to the server: a program that is run, or a URL. */
static mcpclient_status way_to(mcpclient_str open, mcpclient_transport **out) {
  char *endpoint = member(open, "/endpoint");
  mcpclient_status status;
  if (endpoint != NULL) {
    status = mcpclient_transport_http(view(endpoint), out, NULL);
    if (!status && member_true(open, "/oldSse")) {
      status = mcpclient_transport_set_old_sse(*out, MCPCLIENT_OLD_SSE_ONLY);
    }
    free(endpoint);
  } else {
    size_t count;
    mcpclient_str *argv = texts(member_json(open, "/args"), member(open, "/program"), &count);
    status = mcpclient_transport_stdio(argv, count, out, NULL);
    texts_free(argv, count);
  }
  if (!status && member_json(open, "/grace").ptr != NULL) {
    status = mcpclient_transport_set_grace(*out, (uint64_t)member_number(open, "/grace"));
  }
  return status;
}

mcpclient_status agent_open(agent *agent, mcpclient_str open) {
  mcpclient_runtime_options options;
  mcpclient_transport *transport = NULL;
  mcpclient_status status;
  mcpclient_runtime_options_init(&options, sizeof options);
  options.dispatch = MCPCLIENT_DISPATCH_PUMP;
  status = mcpclient_runtime_new(&options, &agent->runtime, NULL);
  if (!status) status = way_to(open, &transport);
  if (!status && member_json(open, "/roots").ptr != NULL) {
    status = roots_of(member_json(open, "/roots"), &agent->roots);
  }
  if (status) {
    mcpclient_transport_free(transport);
  } else {
    status = connect(agent, open, transport);
  }
  return status;
}

void agent_end(agent *agent) {
  while (agent->inputs != NULL) {
    asked *held = agent->inputs;
    agent->inputs = held->next;
    mcpclient_input_free(held->input);
    free(held);
  }
  while (agent->calls != NULL) {
    started *held = agent->calls;
    agent->calls = held->next;
    mcpclient_call_free(held->call);
    free(held->name);
    free(held);
  }
  mcpclient_free(agent->client);
  mcpclient_runtime_free(agent->runtime); /* Waits for the server, and runs what callbacks are left. */
  mcpclient_roots_free(agent->roots);
  agent->client = NULL;
  agent->runtime = NULL;
  agent->roots = NULL;
}
