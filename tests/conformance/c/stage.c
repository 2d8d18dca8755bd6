#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A guard against hangs alone; the suite has one too. */
#define LIMIT_MS 120000

struct form {
  mcpclient_input *input;
  form *next;
};

static bool went_well(const char *what, mcpclient_status status, const mcpclient_error *error) {
  if (status == MCPCLIENT_OK) return true;
  fprintf(stderr, "%s: %s %.*s\n", what, mcpclient_status_name(status).ptr,
          MCPCLIENT_PRINT(mcpclient_error_message(error)));
  return false;
}

static void on_form(void *userdata, mcpclient_input *input) {
  stage *self = userdata;
  form **place = &self->forms, *made = malloc(sizeof *made);
  if (made == NULL) {
    mcpclient_input_free(input);
    return;
  }
  made->input = input;
  made->next = NULL;
  while (*place != NULL) place = &(*place)->next;
  *place = made;
}

/* What is not a form is turned away by letting it go. */
static void on_sample(void *userdata, mcpclient_input *input) {
  (void)userdata;
  mcpclient_input_free(input);
}

/* Having one ends the wait for it. */
static void on_done(void *userdata, mcpclient_call *call, mcpclient_status status, mcpclient_str result,
                    const mcpclient_error *error) {
  (void)userdata, (void)call, (void)status, (void)result, (void)error;
}

mcpclient_call_options stage_options(void) {
  mcpclient_call_options options;
  mcpclient_call_options_init(&options, sizeof options);
  options.done = on_done;
  return options;
}

static bool answer_forms(stage *stage) {
  form *open = stage->forms;
  const char *tool = stage->meanwhile;
  mcpclient_error *error = NULL;
  mcpclient_status status;
  bool good;
  if (open == NULL) return true;
  stage->forms = open->next;
  stage->meanwhile = NULL;
  good = tool == NULL || stage_tool(stage, mcpclient_str_from(tool), MCPCLIENT_STR("{}"));
  status = mcpclient_input_accept(open->input, &error);
  good = went_well("the form", status, error) && good;
  mcpclient_error_free(error);
  mcpclient_input_free(open->input);
  free(open);
  return good;
}

mcpclient_call *stage_finish(stage *stage, const char *what, mcpclient_status begun, mcpclient_call *call) {
  mcpclient_status status = begun;
  while (status == MCPCLIENT_OK && mcpclient_call_status(call) == MCPCLIENT_E_PENDING) {
    if (stage->forms != NULL) {
      if (!answer_forms(stage)) status = MCPCLIENT_E_FORM;
    } else {
      status = mcpclient_runtime_wait(stage->runtime, LIMIT_MS);
    }
  }
  if (status == MCPCLIENT_OK) status = mcpclient_call_status(call);
  if (went_well(what, status, mcpclient_call_error(call))) return call;
  mcpclient_call_free(call);
  return NULL;
}

bool stage_tool(stage *stage, mcpclient_str name, mcpclient_str arguments) {
  char what[128];
  mcpclient_call_options options = stage_options();
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_call_tool(stage->client, name, arguments, &options, &call);
  bool failed;
  snprintf(what, sizeof what, "%.*s", MCPCLIENT_PRINT(name));
  call = stage_finish(stage, what, status, call);
  failed = call == NULL || mcpclient_result_is_error(mcpclient_call_result(call));
  if (call != NULL && failed) {
    fprintf(stderr, "%s failed: %.*s\n", what, MCPCLIENT_PRINT(mcpclient_call_result(call)));
  }
  mcpclient_call_free(call);
  return !failed;
}

/* Up to the one that the suite names, which is the one it proposes then; and the newest of all has no handshake, and so
 * none before it. */
static size_t revisions(const char *newest, mcpclient_str *out) {
  static const char *const handshake[] = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"};
  size_t index, count = 0;
  if (strcmp(newest, "2026-07-28") == 0) {
    out[0] = mcpclient_str_from(newest);
    return 1;
  }
  for (index = 0; index < sizeof handshake / sizeof *handshake; index++) {
    if (strcmp(handshake[index], newest) <= 0) out[count++] = mcpclient_str_from(handshake[index]);
  }
  return count;
}

bool stage_open(stage *stage, const char *url, const char *revision) {
  mcpclient_runtime_options runtime;
  mcpclient_transport *transport = NULL;
  mcpclient_roots *roots = NULL;
  mcpclient_host host;
  mcpclient_options options;
  mcpclient_str may_speak[4];
  mcpclient_error *error = NULL;
  mcpclient_status status;
  memset(stage, 0, sizeof *stage);
  mcpclient_runtime_options_init(&runtime, sizeof runtime);
  runtime.dispatch = MCPCLIENT_DISPATCH_INLINE;
  mcpclient_options_init(&options, sizeof options);
  options.label = MCPCLIENT_STR("suite");
  options.program_name = MCPCLIENT_STR("conformance");
  options.program_version = MCPCLIENT_STR("1");
  options.revisions = may_speak;
  options.revision_count = revisions(revision, may_speak);
  status = mcpclient_runtime_new(&runtime, &stage->runtime, &error);
  if (!status) status = mcpclient_roots_new(&roots);
  if (!status) status = mcpclient_transport_http(mcpclient_str_from(url), &transport, &error);
  if (!status) {
    mcpclient_host_init(&host, sizeof host);
    host.userdata = stage;
    host.elicit_form = on_form;
    host.sample = on_sample;
    host.roots = roots;
    status = mcpclient_new(stage->runtime, transport, &host, &options, &stage->client, &error);
  }
  mcpclient_roots_free(roots);
  went_well(url, status, error);
  mcpclient_error_free(error);
  return status == MCPCLIENT_OK;
}

void stage_close(stage *stage) {
  while (stage->forms != NULL) {
    form *open = stage->forms;
    stage->forms = open->next;
    mcpclient_input_free(open->input);
    free(open);
  }
  mcpclient_free(stage->client);
  mcpclient_runtime_free(stage->runtime); /* Waits for the end of the session. */
}
