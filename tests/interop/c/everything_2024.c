/* The same server as it was in 2024, in the first revision: it has pages, and no forms. */
#include <stdlib.h>

#include "host.h"

void try_everything_2024(host *self, int argc, char **argv) {
  if (mcpclient_roots_new(&self->roots) != MCPCLIENT_OK) abort();
  host_open(self, argc, argv, NULL, 0);
  check(self, mcpclient_str_equal(mcpclient_revision(self->client), view("2024-11-05")),
        "the revision is the first");

  /* proves: PAG-01, PAG-02, PAG-05 */
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_list_resources(self->client, NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/resources/0/uri", "test://static/resource/1",
               "ten pages begin with the first");
  check_member(self, self->result, "/resources/99/uri", "test://static/resource/100",
               "and end with the last");
  check_member(self, self->result, "/resources/100", "", "and there is no more");

  self->model = "c99";
  self->answer = "1969";
  host_tool(self, "sampleLLM", "{\"prompt\":\"When?\",\"maxTokens\":5}");
  check_text(self, "LLM sampling result", "a sample is taken");
  check_member(self, host_see(self, SAW_SAMPLE, "When?"), "/maxTokens", "5", "its limit is seen");

  /* The server samples before it answers: an input inside of another request than a tool's call. */
  status = mcpclient_subscribe(self->client, view("test://static/resource/1"), NULL, &call);
  host_finish(self, status, call);
  check_status(self, MCPCLIENT_OK, "a subscription that samples is made");
  check(self, host_see(self, SAW_SAMPLE, "A new subscription was started") != NULL,
        "and has sampled");
  check(self, host_see(self, SAW_NOTIFICATION, "notifications/resources/updated") != NULL,
        "its update comes");

  host_forget(self, SAW_PROGRESS);
  host_tool(self, "longRunningOperation", "{\"duration\":1,\"steps\":4}");
  check_text(self, "completed", "a long call ends");
  check(self, host_seen(self, SAW_PROGRESS) == 4, "all progress comes before the end");

  status = mcpclient_set_log_level(self->client, view("error"), NULL, &call);
  host_finish(self, status, call);
  check(self, host_see(self, SAW_LOG, "Logging level set to: error") != NULL, "the server logs");

  status = mcpclient_get_prompt(self->client, view("complex_prompt"),
                                view("{\"temperature\":\"0.5\",\"style\":\"dry\"}"), NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/messages/2/content/type", "image", "a prompt holds an image");
  host_close(self);
}
