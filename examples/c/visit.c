/* The dialog of a URL visit. Nothing here opens the page. */
#include "host.h"

static void visit_show(talk *talk) {
  say("\n%.*s asks you to visit a page, and says why:\n",
      MCPCLIENT_PRINT(mcpclient_input_server(talk->input)));
  say_quoted(mcpclient_input_message(talk->input));
  warn_of(talk->input, SIZE_MAX);
  say("The page, to be opened by you, in a browser of yours:\n");
  say_quoted(mcpclient_input_url(talk->input));
  mcpclient_str host = mcpclient_input_url_host(talk->input);
  mcpclient_str domain = mcpclient_input_url_domain(talk->input);
  say("It is at %.*s", MCPCLIENT_PRINT(host));
  if (domain.ptr) say(", which belongs to whoever owns %.*s", MCPCLIENT_PRINT(domain));
  say(".\n");
  warn_of_url(talk->input);
  talk->step = AT_VISIT;
}

static void visit_ask(talk *talk) {
  (void)talk;
  say("Do you want to go there? yes, or /decline.\n> ");
}

static bool visit_hear(host *self, talk *talk, const char *line) {
  if (!is_yes(line)) return false;
  mcpclient_error *error = NULL;
  if (went_well(mcpclient_input_accept(talk->input, &error), error, "Not sent")) {
    record_form(self->record, NULL);
  }
  return true;
}

const dialog visit_dialog = {visit_show, visit_ask, visit_hear};
