/* The reference server of the protocol's own project, which has everything. */
#include <stdlib.h>
#include <string.h>

#include "host.h"

static void set(mcpclient_input *input, const char *field, const char *typed) {
  size_t index = mcpclient_input_field_by_name(input, view(field));
  mcpclient_error *error = NULL;
  if (mcpclient_input_set_text(input, index, view(typed), &error) != MCPCLIENT_OK) abort();
}

/* All kinds of fields there are, as a person would type them; `firstLine` keeps its default. */
static void fill(mcpclient_input *input) {
  set(input, "name", "Zoë \"Z\" O'Neil");
  set(input, "check", "yes");
  set(input, "email", "zoe@example.org");
  set(input, "homepage", "https://example.org/~zoe");
  set(input, "birthdate", "2000-02-29");
  set(input, "integer", "7");
  set(input, "number", "2.50");
  set(input, "untitledSingleSelectEnum", "joey");
  set(input, "untitledMultipleSelectEnum", "Piano, 4");
  set(input, "titledSingleSelectEnum", "Green Lantern");
  set(input, "titledMultipleSelectEnum", "1,trout");
  set(input, "legacyTitledEnum", "Dogs");
}

/* The JSON in a tool's text, from its first brace on. */
static const char *json_in(const host *self) {
  const char *json = self->text ? strchr(self->text, '{') : NULL;
  return json ? json : "";
}

static void elicitation(host *self) {
  /* proves: ELI-20, ELI-21, ELI-22, ELI-23, ELI-24, ELI-27, ELI-29, ELI-30 */
  static const char *const want[][3] = {
      {"/action", "accept", "a form is accepted"},
      {"/content/name", "Zoë \"Z\" O'Neil", "a form takes text"},
      {"/content/check", "true", "a form takes a yes"},
      {"/content/firstLine", "It was a dark and stormy night.", "a form keeps defaults"},
      {"/content/email", "zoe@example.org", "a form takes a mail address"},
      {"/content/homepage", "https://example.org/~zoe", "a form takes an address"},
      {"/content/birthdate", "2000-02-29", "a form takes a date"},
      {"/content/integer", "7", "a form takes a whole number"},
      {"/content/number", "2.5", "a form takes a number"},
      {"/content/untitledSingleSelectEnum", "Joey", "a form takes a choice"},
      {"/content/untitledMultipleSelectEnum/0", "Piano", "a form takes several choices"},
      {"/content/untitledMultipleSelectEnum/1", "Drums", "a form takes choices by number"},
      {"/content/titledSingleSelectEnum", "hero-2", "a form takes a choice by its title"},
      {"/content/titledMultipleSelectEnum/0", "fish-1", "a form takes several titled choices"},
      {"/content/titledMultipleSelectEnum/1", "fish-3", "and the last of them"},
      {"/content/legacyTitledEnum", "pet-2", "a form takes a choice by its old kind of title"}};
  self->fill = fill;
  host_tool(self, "trigger-elicitation-request", NULL);
  check_status(self, MCPCLIENT_OK, "the elicitation tool ends");
  const char *raw = self->text ? strstr(self->text, "Raw result: ") : NULL;
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    check_member(self, raw ? strchr(raw, '{') : "", want[i][0], want[i][1], want[i][2]);
  }
  /* proves: ELI-31, ELI-32 */
  static const char *const others[] = {"decline", "cancel"};
  for (size_t i = 0; i < 2; i++) {
    self->action = others[i];
    host_tool(self, "trigger-elicitation-request", NULL);
    raw = self->text ? strstr(self->text, "Raw result: ") : NULL;
    check_member(self, raw ? strchr(raw, '{') : "", "/action", others[i], others[i]);
  }
  self->action = NULL;
  /* proves: ELI-35 */
  host_tool(self, "trigger-url-elicitation", "{\"url\":\"https://example.org/a?b=c#d\"}");
  check_text(self, "URL: https://example.org/a?b=c#d", "a URL visit is agreed to");
  raw = self->text ? strstr(self->text, "Raw result: ") : NULL;
  check_member(self, raw ? strchr(raw, '{') : "", "/content", "", "and has no content");
  self->fill = NULL;
}

static void sampling(host *self) {
  /* proves: SAM-01, SAM-09 */
  self->model = "c99";
  self->answer = "Forty-two — \"exactly\"\nand no more";
  host_tool(self, "trigger-sampling-request", "{\"prompt\":\"Why \\u00e9?\",\"maxTokens\":77}");
  check_member(self, json_in(self), "/content/text", self->answer, "a sample returns the words");
  check_member(self, json_in(self), "/model", "c99", "a sample returns the model");
  check_member(self, json_in(self), "/stopReason", "endTurn", "a sample returns why it ended");
  const char *asked = host_see(self, SAW_SAMPLE, "");
  check_member(self, asked, "/maxTokens", "77", "a sample's limit is seen");
  check_member(self, asked, "/messages/0/content/text",
               "Resource trigger-sampling-request context: Why é?", "a sample's prompt is seen");
  /* proves: SAM-28 */
  self->action = "decline";
  host_tool(self, "trigger-sampling-request", "{\"prompt\":\"no\"}");
  check(self,
        self->status == MCPCLIENT_E_SERVER ||
            (self->result && mcpclient_result_is_error(view(self->result))),
        "a refused sample ends the tool");
  self->action = NULL;
}

static void roots(host *self) {
  /* proves: ROO-01, ROO-02, ROO-03 */
  host_tool(self, "get-roots-list", NULL);
  check_text(self, mcpclient_roots_uri(self->roots, 0).ptr ? "An Ordner #1" : "",
             "the roots have their names");
  char *uri = copy(mcpclient_roots_uri(self->roots, 0));
  check_text(self, uri, "the roots have their URIs");
  free(uri);
}

static void progress(host *self) {
  /* proves: PRG-01, PRG-03 */
  host_forget(self, SAW_PROGRESS);
  host_tool(self, "trigger-long-running-operation", "{\"duration\":1,\"steps\":5}");
  check_text(self, "completed", "a long call ends");
  check(self, host_seen(self, SAW_PROGRESS) == 5, "all progress comes before the end");
  check_member(self, host_see(self, SAW_PROGRESS, ""), "/total", "5", "progress has its total");

  /* proves: CAN-01, CAN-04 */
  host_forget(self, SAW_PROGRESS);
  mcpclient_call *call = NULL;
  mcpclient_status status =
      mcpclient_call_tool(self->client, view("trigger-long-running-operation"),
                          view("{\"duration\":600,\"steps\":1200}"), NULL, &call);
  check(self, host_see(self, SAW_PROGRESS, "") != NULL, "a very long call makes progress");
  check(self, mcpclient_call_cancel(call, view("enough")) == MCPCLIENT_OK, "it can be cancelled");
  host_finish(self, status, call);
  check_status(self, MCPCLIENT_E_CANCELLED, "and has then ended");
  host_tool(self, "echo", "{\"message\":\"still here\"}");
  check_text(self, "Echo: still here", "the server lives on");
}

static void logging(host *self) {
  /* proves: LOG-01, LOG-03 */
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_set_log_level(self->client, view("debug"), NULL, &call);
  host_finish(self, status, call);
  check_status(self, MCPCLIENT_OK, "the log level is set");
  host_tool(self, "toggle-simulated-logging", NULL);
  check(self, host_see(self, SAW_LOG, "-level message") != NULL, "the server logs");
  host_tool(self, "toggle-simulated-logging", NULL);
}

static void resources(host *self) {
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_list_resources(self->client, NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/resources/0/uri",
               "demo://resource/static/document/architecture.md", "resources are listed");
  status = mcpclient_list_resource_templates(self->client, NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/resourceTemplates/0/uriTemplate",
               "demo://resource/dynamic/text/{resourceId}", "templates are listed");
  /* proves: RES-04, RES-08 */
  mcpclient_str uri = view("demo://resource/dynamic/text/1");
  status = mcpclient_read_resource(self->client, uri, NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/contents/0/uri", uri.ptr, "a resource is read");
  status = mcpclient_subscribe(self->client, uri, NULL, &call);
  host_finish(self, status, call);
  check_status(self, MCPCLIENT_OK, "a resource is subscribed to");
  host_tool(self, "toggle-subscriber-updates", NULL);
  check(self, host_see(self, SAW_NOTIFICATION, "notifications/resources/updated {\"uri\":\"demo:"),
        "its update comes");
  host_tool(self, "toggle-subscriber-updates", NULL);
  status = mcpclient_unsubscribe(self->client, uri, NULL, &call);
  host_finish(self, status, call);
  check_status(self, MCPCLIENT_OK, "the subscription ends");
}

static void prompts(host *self) {
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_list_prompts(self->client, NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/prompts/1/name", "args-prompt", "prompts are listed");
  /* proves: PRM-03, PRM-04 */
  status = mcpclient_get_prompt(self->client, view("args-prompt"),
                                view("{\"city\":\"Bergen\",\"state\":\"Vestland\"}"), NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/messages/0/content/text",
               "What's weather in Bergen, Vestland?", "a prompt takes arguments");
  /* proves: CMP-01, CMP-02, CMP-03 */
  status = mcpclient_complete_prompt(self->client, view("completable-prompt"), view("department"),
                                     view("E"), view(NULL), NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/completion/values/0", "Engineering",
               "a prompt's argument is completed");
  status = mcpclient_complete_prompt(self->client, view("completable-prompt"), view("name"),
                                     view(""), view("{\"department\":\"Engineering\"}"), NULL,
                                     &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/completion/values/0", "Alice",
               "and the next one from the first");
  status = mcpclient_complete_resource(self->client,
                                       view("demo://resource/dynamic/text/{resourceId}"),
                                       view("resourceId"), view("12"), view(NULL), NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/completion/values/0", "12",
               "a template's variable is completed");
}

static void tools(host *self) {
  /* proves: TOL-02, TOL-04 */
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_list_tools(self->client, NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/tools/0/name", "echo", "tools are listed");
  /* Over HTTP it is told as soon as the server has begun, be there a stream for it or not. */
  if (!strstr(self->peer, "-http")) {
    check(self, host_see(self, SAW_NOTIFICATION, "notifications/tools/list_changed") != NULL,
          "changes of the list are told");
  }
  /* proves: TOL-12, TOL-13, TOL-15 */
  host_tool(self, "get-structured-content", "{\"location\":\"Chicago\"}");
  check_member(self, self->result, "/structuredContent/conditions", "Light rain / drizzle",
               "structured content arrives");
  host_tool(self, "get-tiny-image", NULL);
  check(self, mcpclient_result_block_kind(view(self->result), 1) == MCPCLIENT_BLOCK_IMAGE,
        "an image arrives");
  host_tool(self, "get-resource-links", "{\"count\":2}");
  check(self, mcpclient_result_block_kind(view(self->result), 1) == MCPCLIENT_BLOCK_RESOURCE_LINK,
        "links to resources arrive");
  host_tool(self, "get-resource-reference", NULL);
  check(self, mcpclient_result_block_kind(view(self->result), 1) == MCPCLIENT_BLOCK_RESOURCE,
        "a resource itself arrives");
  host_tool(self, "get-sum", "{\"a\":\"one\"}");
  check(self, self->result && mcpclient_result_is_error(view(self->result)),
        "a tool tells of wrong arguments");
  status = mcpclient_ping(self->client, NULL, &call);
  host_finish(self, status, call);
  check_status(self, MCPCLIENT_OK, "a ping is answered");
}

void try_everything(host *self, int argc, char **argv) {
  static const char *const revisions[] = {"2025-11-25", "2025-06-18"};
  if (mcpclient_roots_new(&self->roots) != MCPCLIENT_OK) abort();
  if (mcpclient_roots_add_path(self->roots, view(self->folder), view("An Ordner #1"), NULL)) abort();
  host_open(self, argc, argv, revisions, self->era == MCPCLIENT_ERA_LEGACY ? 2 : 0);
  check(self, mcpclient_str_equal(mcpclient_revision(self->client), view(revisions[0])),
        "the revision is the newest of the handshake ones");
  check(self, mcpclient_server_instructions(self->client).len > 0, "instructions come");
  tools(self);
  elicitation(self);
  sampling(self);
  roots(self);
  progress(self);
  logging(self);
  resources(self);
  prompts(self);
  host_close(self);
}
