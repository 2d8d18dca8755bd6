/* A server of ours on the official Python SDK. */
#include <stdlib.h>
#include <string.h>

#include "host.h"

static void fill(mcpclient_input *input) {
  size_t traveller = mcpclient_input_field_by_name(input, view("traveller"));
  size_t seat = mcpclient_input_field_by_name(input, view("seat"));
  mcpclient_error *error = NULL;
  /* One letter is too few: nothing is lost, and the field can be filled in again. */
  if (mcpclient_input_set_text(input, traveller, view("A"), &error) != MCPCLIENT_E_FORM) abort();
  mcpclient_error_free(error);
  error = NULL;
  if (mcpclient_input_accept(input, &error) != MCPCLIENT_E_FORM) abort();
  mcpclient_error_free(error);
  if (mcpclient_input_set_text(input, traveller, view("Ada"), NULL) != MCPCLIENT_OK) abort();
  if (mcpclient_input_select(input, seat, 1, 1) != MCPCLIENT_OK) abort();
}

static void inputs(host *self) {
  /* proves: ELI-24, ELI-29, ELI-30, ELI-34 */
  self->fill = fill;
  host_tool(self, "book", NULL);
  check_member(self, self->text, "/action", "accept", "a form is accepted");
  check_member(self, self->text, "/content",
               "{\"traveller\": \"Ada\", \"guests\": 2, \"seat\": \"aisle\", \"insured\": false}",
               "a form returns what was filled in, and the defaults");
  self->action = "decline";
  host_tool(self, "book", NULL);
  check_member(self, self->text, "", "{\"action\": \"decline\"}", "a form is declined");
  self->action = "cancel";
  host_tool(self, "book", NULL);
  check_member(self, self->text, "", "{\"action\": \"cancel\"}", "a form is cancelled");
  self->action = NULL;

  host_tool(self, "visit", NULL);
  check_member(self, self->text, "/action", "accept", "a URL visit is agreed to");
  check_member(self, host_see(self, SAW_URL, ""), "/url", "https://pay.example.org/?id=7#now",
               "with its whole address");
  check(self, host_see(self, SAW_VISITED, "") != NULL, "and its end is told");

  /* proves: SAM-04, SAM-09 */
  self->model = "c99";
  self->answer = "Sitges \xF0\x9F\x8F\x96";
  host_tool(self, "ask", NULL);
  check_member(self, self->text, "/content/text", self->answer, "a sample returns the words");
  check_member(self, self->text, "/model", "c99", "a sample returns the model");
  const char *asked = host_see(self, SAW_SAMPLE, "");
  check_member(self, asked, "/messages/1/role", "assistant", "a sample's messages are seen");
  check_member(self, asked, "/stopSequences/0", ".", "a sample's settings are seen");
  self->action = "decline";
  host_tool(self, "ask", NULL);
  check(self, self->status == MCPCLIENT_E_SERVER || self->status == MCPCLIENT_OK,
        "a refused sample ends the tool");
  self->action = NULL;
}

static void roots(host *self) {
  /* proves: ROO-02, ROO-06, ROO-08 */
  host_tool(self, "folders", NULL);
  check_member(self, self->text, "/0/name", "one", "a root has its name");
  check_member(self, self->text, "/0/uri", "file:///srv/a%20b", "a root has its URI");
  check_member(self, self->text, "/1", "", "there is one root");
  if (mcpclient_roots_add_uri(self->roots, view("file:///srv/%23two"), view(NULL), NULL)) abort();
  host_tool(self, "folders", NULL);
  check_member(self, self->text, "/1/uri", "file:///srv/%23two", "a new root is there at once");
  host_tool(self, "tell", NULL);
  check_member(self, self->text, "/rootsChanged", "1", "and was announced");
}

static void calls(host *self) {
  /* proves: CAN-01, CAN-03 */
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_call_tool(self->client, view("wait"), view(NULL), NULL, &call);
  check_member(self, host_see(self, SAW_PROGRESS, ""), "/message", "waiting", "progress has words");
  check(self, mcpclient_call_cancel(call, view("enough")) == MCPCLIENT_OK, "a call is cancelled");
  host_finish(self, status, call);
  check_status(self, MCPCLIENT_E_CANCELLED, "and has then ended");
  host_tool(self, "tell", NULL);
  check_member(self, self->text, "/cancelled", "1", "the server has heard of it");

  /* proves: TOL-13 */
  host_tool(self, "fail", NULL);
  check(self, self->result && mcpclient_result_is_error(view(self->result)), "a tool fails");
  check_text(self, "this tool always fails", "and says why");
}

static void lists(host *self) {
  /* proves: PAG-01, PAG-02, PAG-04 */
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_list_resources(self->client, NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/resources/24/uri", "page://24", "three pages make one list");
  check_member(self, self->result, "/resources/25", "", "and there is no more");
  status = mcpclient_list_tools(self->client, NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/tools/6/name", "fail", "tools are listed");

  /* proves: RES-04, RES-08 */
  status = mcpclient_read_resource(self->client, view("page://7"), NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/contents/0/text", "This is page://7.", "a resource is read");
  status = mcpclient_subscribe(self->client, view("page://7"), NULL, &call);
  host_finish(self, status, call);
  check(self, host_see(self, SAW_NOTIFICATION, "notifications/resources/updated") != NULL,
        "a subscription brings an update");
  status = mcpclient_unsubscribe(self->client, view("page://7"), NULL, &call);
  host_finish(self, status, call);
  check_status(self, MCPCLIENT_OK, "the subscription ends");

  status = mcpclient_get_prompt(self->client, view("plan"), view("{\"city\":\"Bergen\"}"), NULL,
                                &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/messages/0/content/text", "Plan a week in Bergen.",
               "a prompt takes arguments");
  status = mcpclient_complete_prompt(self->client, view("plan"), view("city"), view("ber"),
                                     view(NULL), NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/completion/values/1", "Berlin", "an argument is completed");

  /* proves: LOG-01, LOG-03 */
  status = mcpclient_set_log_level(self->client, view("warning"), NULL, &call);
  host_finish(self, status, call);
  check_member(self, host_see(self, SAW_LOG, "peer"), "/data/level", "warning",
               "the server logs values, too");
}

void try_python(host *self, int argc, char **argv) {
  static const char *const revisions[] = {"2025-11-25", "2025-06-18"};
  if (mcpclient_roots_new(&self->roots) != MCPCLIENT_OK) abort();
  if (mcpclient_roots_set_checked(self->roots, 0)) abort(); /* they are nowhere */
  if (mcpclient_roots_add_path(self->roots, view("/srv/a b"), view("one"), NULL)) abort();
  host_open(self, argc, argv, revisions, 2);
  check(self, mcpclient_str_equal(mcpclient_revision(self->client), view(revisions[0])),
        "the revision is the newest of the handshake ones");
  inputs(self);
  roots(self);
  calls(self);
  lists(self);
  host_close(self);
}
