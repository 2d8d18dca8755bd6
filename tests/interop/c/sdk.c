/* Servers of ours on three official SDKs, with the same tools: in both eras they are told the same. */
#include <stdlib.h>
#include <string.h>

#include "host.h"

static bool stateless(const host *self) {
  return mcpclient_server_era(self->client) == MCPCLIENT_ERA_MODERN;
}

static void begin(host *self, int argc, char **argv) {
  if (mcpclient_roots_new(&self->roots) != MCPCLIENT_OK) abort();
  if (mcpclient_roots_set_checked(self->roots, 0)) abort(); /* they are nowhere */
  if (mcpclient_roots_add_path(self->roots, view("/srv/a b"), view("one"), NULL)) abort();
  host_open(self, argc, argv, NULL, 0);
  /* proves: VER-32, VER-38 */
  const char *newest = self->era == MCPCLIENT_ERA_LEGACY ? "2025-11-25" : "2026-07-28";
  check(self, mcpclient_str_equal(mcpclient_revision(self->client), view(newest)),
        "the revision is the newest of the era");
  self->model = "c99";
  self->answer = "Sitges \xF0\x9F\x8F\x96";
}

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
  /* proves: ELI-24, ELI-29, ELI-30, ELI-31, ELI-32, ELI-34 */
  static const char *const want[][2] = {
      {"/content/traveller", "Ada"},
      {"/content/guests", "2"},
      {"/content/seat", "aisle"},
      {"/content/insured", "false"},
  };
  self->fill = fill;
  host_tool(self, "book", NULL);
  check_member(self, self->text, "/action", "accept", "a form is accepted");
  for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
    check_member(self, self->text, want[i][0], want[i][1],
                 "a form returns what was filled in, and the defaults");
  }
  static const char *const others[] = {"decline", "cancel"};
  for (size_t i = 0; i < 2; i++) {
    self->action = others[i];
    host_tool(self, "book", NULL);
    check_member(self, self->text, "/action", others[i], others[i]);
    check_member(self, self->text, "/content", "", "then there is no content");
  }
  self->action = NULL;

  host_tool(self, "visit", NULL);
  check_member(self, self->text, "/action", "accept", "a URL visit is agreed to");
  check_member(self, host_see(self, SAW_URL, ""), "/url", "https://pay.example.org/?id=7#now",
               "with its whole address");

  /* proves: SAM-04, SAM-09 */
  host_tool(self, "ask", NULL);
  check_member(self, self->text, "/content/text", self->answer, "a sample returns the words");
  check_member(self, self->text, "/model", "c99", "a sample returns the model");
  const char *asked = host_see(self, SAW_SAMPLE, "");
  check_member(self, asked, "/messages/1/role", "assistant", "a sample's messages are seen");
  check_member(self, asked, "/stopSequences/0", ".", "a sample's settings are seen");

  /* proves: SAM-28 */
  self->action = "decline";
  host_tool(self, "ask", NULL);
  bool ended = self->status == (stateless(self) ? MCPCLIENT_E_REFUSED : MCPCLIENT_E_SERVER);
  check(self, ended, "a refused sample ends the tool");
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
  check_member(self, self->text, "/rootsChanged", stateless(self) ? "0" : "1",
               "and was announced where that is possible");
}

/* A text inside of a result; yours. */
static char *inside(const host *self, const char *pointer) {
  mcpclient_str value = mcpclient_json_at(view(self->result), view(pointer));
  size_t size = mcpclient_json_text(value, NULL, 0);
  char *text = calloc(1, size + 1);
  if (!text) abort();
  mcpclient_json_text(value, text, size);
  return text;
}

/* Questions that come several at a time, one after the other, and to other requests than calls. */
static void rounds(host *self) {
  /* proves: MRT-01, MRT-03, MRT-05, MRT-08 */
  host_forget(self, SAW_SAMPLE);
  host_tool(self, "plan", NULL);
  check_member(self, self->text, "/form/content/traveller", "Ada", "of three answers, a form");
  check_member(self, self->text, "/roots/roots/0/name", "one", "the roots");
  check_member(self, self->text, "/sample/content/text", self->answer, "and a sample");
  check_member(self, host_see(self, SAW_SAMPLE, ""), "/messages/0/content/text",
               "Where does Ada go, from one?", "which was asked after the others");

  mcpclient_call *call = NULL;
  mcpclient_status status =
      mcpclient_get_prompt(self->client, view("packing"), view(NULL), NULL, &call);
  host_finish(self, status, call);
  char *told = inside(self, "/messages/0/content/text");
  check_member(self, told, "/content/traveller", "Ada", "a prompt asks");
  free(told);
  status = mcpclient_read_resource(self->client, view("ask://folders"), NULL, &call);
  host_finish(self, status, call);
  told = inside(self, "/contents/0/text");
  check_member(self, told, "/0/name", "one", "a resource asks");
  free(told);
}

static void calls(host *self) {
  /* proves: CAN-01, CAN-03 */
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_call_tool(self->client, view("wait"), view(NULL), NULL, &call);
  check_member(self, host_see(self, SAW_PROGRESS, ""), "/message", "waiting", "progress has words");
  check(self, mcpclient_call_cancel(call, view("enough")) == MCPCLIENT_OK, "a call is cancelled");
  host_finish(self, status, call);
  check_status(self, MCPCLIENT_E_CANCELLED, "and has then ended");
  /* The server may hear of it after it was asked. */
  for (int tries = 0; tries < 10000; tries++) {
    host_tool(self, "tell", NULL);
    mcpclient_str heard = mcpclient_json_at(view(self->text), view("/cancelled"));
    if (mcpclient_str_equal(heard, view("1"))) break;
  }
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
  check_member(self, self->result, "/tools/7/name", "fail", "tools are listed");

  status = mcpclient_read_resource(self->client, view("page://7"), NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/contents/0/text", "This is page://7.", "a resource is read");
  status = mcpclient_get_prompt(self->client, view("plan"), view("{\"city\":\"Bergen\"}"), NULL,
                                &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/messages/0/content/text", "Plan a week in Bergen.",
               "a prompt takes arguments");
  status = mcpclient_complete_prompt(self->client, view("plan"), view("city"), view("ber"),
                                     view(NULL), NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/completion/values/1", "Berlin", "an argument is completed");
}

/* The one log message is all that this level lets through. Of the older era, the SDK for Python does not know levels. */
static void changes(host *self, size_t logged) {
  /* proves: RES-04, RES-08, SUB-01, SUB-06 */
  const mcpclient_str page = view("page://7");
  if (mcpclient_watch(self->client, 0, &page, 1)) abort();
  check(self, host_see(self, SAW_WATCHING, "page://7") != NULL, "a page is watched");
  host_tool(self, "touch", NULL);
  check(self, host_see(self, SAW_NOTIFICATION, "notifications/resources/updated") != NULL,
        "and its change is told");
  if (mcpclient_watch(self->client, 0, NULL, 0)) abort();

  /* proves: LOG-01, LOG-03, LOG-04 */
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_set_log_level(self->client, view("warning"), NULL, &call);
  host_finish(self, status, call);
  check_status(self, MCPCLIENT_OK, "a log level is set");
  host_tool(self, "log", NULL);
  check_member(self, host_see(self, SAW_LOG, "warning"), "/data/level", "warning",
               "the server logs values, too");
  check(self, host_seen(self, SAW_LOG) == logged, "at that level");
}

static void visited(host *self) {
  /* In the newer era the end of a visit is not told. */
  if (!stateless(self)) {
    check(self, host_see(self, SAW_VISITED, "") != NULL, "the end of the visit is told");
  }
}

/* The stream of a call ends before there is a result; it comes by another, where events are kept. */
static void hung_up(host *self) {
  /* proves: HTP-16, HTP-17, HTP-18, HTP-19 */
  host_tool(self, "hang_up", NULL);
  bool by_stream = strcmp(self->peer, "python") != 0;
  check_member(self, self->text, "/hungUp", !stateless(self) && by_stream ? "true" : "false",
               "a result comes though the server hung up");
}

void try_python(host *self, int argc, char **argv) {
  begin(self, argc, argv);
  inputs(self);
  visited(self);
  roots(self);
  rounds(self);
  calls(self);
  hung_up(self);
  lists(self);
  changes(self, stateless(self) ? 1 : 2);
  host_close(self);
}

void try_typescript(host *self, int argc, char **argv) {
  begin(self, argc, argv);
  inputs(self);
  visited(self);
  roots(self);
  rounds(self);
  calls(self);
  hung_up(self);
  lists(self);
  changes(self, 1);
  host_close(self);
}

/* Less than what the server's task takes. */
enum { IDLE_MS = 1000 };

static void with_tasks(mcpclient_options *options) {
  options->tasks = MCPCLIENT_ON;
}

static void toil(host *self) {
  mcpclient_call_options options;
  mcpclient_call_options_init(&options, sizeof options);
  options.timeout_ms = IDLE_MS;
  mcpclient_call *call = NULL;
  mcpclient_status status =
      mcpclient_call_tool(self->client, view("toil"), view(NULL), &options, &call);
  host_finish(self, status, call);
  if (!stateless(self)) {
    check_status(self, MCPCLIENT_E_TIMEOUT, "what is silent for longer than is allowed is given up");
    return;
  }
  /* proves: TSX-01, TSX-02, TSX-05, TSX-06, TSX-07, TSX-09 */
  check_text(self, "done at last", "a task outlasts the time between signs of life");
  char *told = inside(self, "/content/1/text");
  check_member(self, told, "/content/traveller", "Ada", "it had a form filled in");
  free(told);
  check(self, host_see(self, SAW_TASK, "toiling") != NULL, "and said how it went");
}

void try_rmcp(host *self, int argc, char **argv) {
  self->adjust = with_tasks;
  begin(self, argc, argv);
  inputs(self);
  roots(self);
  rounds(self);
  calls(self);
  toil(self);
  host_close(self);
}
