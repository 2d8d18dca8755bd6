/*
 * A server of ours on the official Python SDK as it was in each revision. Those of 2024 fall silent when they are
 * asked for their era, and end with the next message; the strict one ends at once. The others answer with an error.
 * Over HTTP, those of 2024 have no such address: they are found by what a stream says first.
 */
#include <stdlib.h>
#include <string.h>

#include "host.h"

static const struct {
  const char *peer, *revision;
} known[] = {{"python-2024", "2024-11-05"},
             {"python-2024-strict", "2024-11-05"},
             {"python-2025-03", "2025-03-26"},
             {"python-2025-06", "2025-06-18"},
             {"python-2025-11", "2025-11-25"},
             {"python-2024-sse", "2024-11-05"},
             {"python-2024-late-sse", "2024-11-05"},
             {"python-2025-03-http", "2025-03-26"},
             {"python-2025-06-http", "2025-06-18"},
             {"python-2025-11-http", "2025-11-25"}};

/* Silence is an answer sooner than for real use, where servers may be slow to start. */
static void hurry(mcpclient_options *options) {
  options->probe_timeout_ms = 2000;
}

static void fill(mcpclient_input *input) {
  size_t traveller = mcpclient_input_field_by_name(input, view("traveller"));
  if (mcpclient_input_set_text(input, traveller, view("Ada"), NULL) != MCPCLIENT_OK) abort();
}

void try_old(host *self, int argc, char **argv) {
  const char *revision = NULL;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (strcmp(known[i].peer, self->peer) == 0) revision = known[i].revision;
  }
  if (!revision || mcpclient_roots_new(&self->roots) != MCPCLIENT_OK) abort();
  if (mcpclient_roots_set_checked(self->roots, 0)) abort(); /* they are nowhere */
  if (mcpclient_roots_add_path(self->roots, view("/srv/a b"), view("one"), NULL)) abort();

  /* proves: VER-35, VER-36, HTP-47, SSE-01, SSE-02, SSE-04, SSE-07 */
  self->adjust = hurry;
  host_open(self, argc, argv, NULL, 0);
  check(self, mcpclient_str_equal(mcpclient_revision(self->client), view(revision)), revision);

  self->model = "c99";
  self->answer = "Sitges";
  host_tool(self, "ask", NULL);
  check_member(self, self->text, "/content/text", "Sitges", "a sample is taken");
  host_tool(self, "folders", NULL);
  check_member(self, self->text, "/roots/0/uri", "file:///srv/a%20b", "the roots are given");
  if (strcmp(revision, "2025-06-18") >= 0) {
    self->fill = fill;
    host_tool(self, "book", NULL);
    check_member(self, self->text, "/content/traveller", "Ada", "a form is filled in");
    check_member(self, self->text, "/content/guests", "2", "and has its defaults");
  }
  host_close(self);
}
