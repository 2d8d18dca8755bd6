/* Our own server on the Python SDK behind nginx: what stands between, not what is behind it, is tried here. */
#include <stdlib.h>
#include <string.h>

#include "host.h"

static bool stateless(const host *self) {
  return mcpclient_server_era(self->client) == MCPCLIENT_ERA_MODERN;
}

static void fill(mcpclient_input *input) {
  size_t traveller = mcpclient_input_field_by_name(input, view("traveller"));
  if (mcpclient_input_set_text(input, traveller, view("Ada"), NULL) != MCPCLIENT_OK) abort();
}

/* What the questions of the server's plan are answered with. */
static void prepare(host *self) {
  if (mcpclient_roots_new(&self->roots) != MCPCLIENT_OK) abort();
  if (mcpclient_roots_set_checked(self->roots, 0)) abort(); /* they are nowhere */
  if (mcpclient_roots_add_path(self->roots, view("/srv/a b"), view("one"), NULL)) abort();
  self->fill = fill;
  self->model = "c99";
  self->answer = "Sitges";
}

/* Changes a page until the client hears of it: what happens while its stream is being made anew may go unheard
 * where no events are kept. */
static void hear_of_a_change(host *self, const char *what) {
  host_forget(self, SAW_NOTIFICATION);
  for (int tries = 0; tries < 10000 && host_seen(self, SAW_NOTIFICATION) == 0; tries++) {
    host_tool(self, "touch", NULL);
  }
  check(self, host_see(self, SAW_NOTIFICATION, "notifications/resources/updated") != NULL, what);
}

void try_nginx(host *self, int argc, char **argv) {
  prepare(self);
  host_open(self, argc, argv, NULL, 0);
  const mcpclient_str page = view("page://7");
  if (mcpclient_watch(self->client, 0, &page, 1)) abort();
  check(self, host_see(self, SAW_WATCHING, "page://7") != NULL, "a page is watched");
  hear_of_a_change(self, "its change is told");

  host_tool(self, "plan", NULL);
  check_member(self, self->text, "/form/content/traveller", "Ada", "questions are asked");
  host_tool(self, "hang_up", NULL);
  check_member(self, self->text, "/hungUp", stateless(self) ? "false" : "true",
               "a result comes though the server hung up");

  /* proves: HTP-16, HTP-17, HTP-18, HTP-19, HTP-21 */
  host_tool(self, "rest", NULL);
  if (stateless(self)) {
    check_status(self, MCPCLIENT_E_HTTP, "a call that nginx gives up is an error");
    check(self, self->http_status == 504, "of the status that nginx gave");
  } else {
    check_member(self, self->text, "/rested", "true",
                 "a silent call is taken up again as often as nginx gives it up");
  }
  /* Meanwhile connections and streams that nobody used were ended. */
  host_tool(self, "tell", NULL);
  check_member(self, self->text, "/cancelled", "0", "the next call goes well");
  hear_of_a_change(self, "changes are told by a new stream");
  host_close(self);
}

/* The arguments without an option and its value. */
static int without(int argc, char **argv, const char *option, char **out) {
  int count = 0;
  for (int i = 0; i < argc; i++) {
    if (strcmp(argv[i], option) == 0) {
      i++;
    } else {
      out[count++] = argv[i];
    }
  }
  return count;
}

void try_certificate(host *self, int argc, char **argv) {
  char *words[16];
  if (argc > 16) abort();
  int count = without(argc, argv, "--authority", words);
  host_unreachable(self, count, words, MCPCLIENT_E_NETWORK, 0,
                   "a server that an unknown authority vouches for is not spoken with");
  count = without(argc, argv, "--certificate", words);
  host_unreachable(self, count, words, MCPCLIENT_E_HTTP, 400,
                   "who shows no certificate is told what the server said");
  prepare(self);
  host_open(self, argc, argv, NULL, 0);
  host_tool(self, "plan", NULL);
  check_member(self, self->text, "/form/content/traveller", "Ada", "who shows one is let in");
  host_close(self);
}

void try_proxy(host *self, int argc, char **argv) {
  char *words[16];
  if (argc > 16) abort();
  int count = without(argc, argv, "--proxy", words);
  host_unreachable(self, count, words, MCPCLIENT_E_NETWORK, 0, "the name is known to the proxy alone");
  char wrong[256] = "";
  const char *port = strrchr(argv[argc - 1], ':');
  strncat(wrong, "http://interop:wrong@127.0.0.1", 64);
  strncat(wrong, port, 16);
  words[count] = argv[argc - 2];
  words[count + 1] = wrong;
  host_unreachable(self, count + 2, words, MCPCLIENT_E_NETWORK, 0,
                   "who has another password is not let through");
  try_python(self, argc, argv);
}
