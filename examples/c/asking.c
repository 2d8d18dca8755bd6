/* What the server wants: several inputs may be open at once; they are talked about one after the other. */
#include <stdlib.h>
#include <string.h>

#include "host.h"

static void talk_free(talk *talk) {
  mcpclient_input_free(talk->input);
  free(talk->prompt);
  free(talk->last);
  free(talk->answer);
  free(talk);
}

static void begin(talk *talk) {
  talk->dialog->show(talk);
  talk->dialog->ask(talk);
}

/* Takes a talk out of the queue, and begins the next if it was the first. */
static void end_talk(host *self, talk *over) {
  talk **link = &self->talks;
  while (*link != over) link = &(*link)->next;
  bool first = link == &self->talks;
  *link = over->next;
  talk_free(over);
  if (first && self->talks) begin(self->talks);
}

void asking_question(void *userdata, mcpclient_input *input) {
  host *self = userdata;
  talk *asked = calloc(1, sizeof *asked);
  if (!asked) {
    mcpclient_input_free(input); /* turns the server away */
    return;
  }
  asked->input = input;
  mcpclient_input_type kind = mcpclient_input_kind(input);
  asked->dialog = kind == MCPCLIENT_INPUT_FORM  ? &form_dialog
                  : kind == MCPCLIENT_INPUT_URL ? &visit_dialog
                                                : &sample_dialog;
  talk **link = &self->talks;
  while (*link) link = &(*link)->next;
  *link = asked;
  if (asked == self->talks) begin(asked);
}

/* Whoever named folders on the command line has agreed that the server learns of them. */
void asking_roots(void *userdata, mcpclient_input *input) {
  host *self = userdata;
  mcpclient_error *error = NULL;
  say("\n%.*s asks for the folders to work in, and is told:\n",
      MCPCLIENT_PRINT(mcpclient_input_server(input)));
  size_t told = 0;
  mcpclient_roots_look(self->roots); /* a folder that is gone is not offered */
  for (size_t index = 0; index < mcpclient_roots_count(self->roots); index++) {
    if (!mcpclient_roots_offered(self->roots, index)) continue;
    say_quoted(mcpclient_roots_uri(self->roots, index));
    told++;
  }
  if (told == 0) say("   none\n");
  mcpclient_status status = mcpclient_input_answer_roots(input, self->roots, &error);
  if (went_well(status, error, "Not told")) record_roots(self->record, self->roots);
  mcpclient_input_free(input);
}

void asking_closed(void *userdata, mcpclient *client, uint64_t id, mcpclient_withdrawn why) {
  host *self = userdata;
  (void)client;
  talk *gone = self->talks;
  while (gone && mcpclient_input_id(gone->input) != id) gone = gone->next;
  if (!gone) return;
  say("\n%.*s does not wait for an answer any more%s.\n",
      MCPCLIENT_PRINT(mcpclient_input_server(gone->input)),
      why == MCPCLIENT_WITHDRAWN_EXPIRED ? ": the time is over" : "");
  end_talk(self, gone);
}

static void help(void) {
  say("   Enter      keeps what a field holds\n"
      "   /clear     empties a field\n"
      "   /decline   says no to all of what the server asks here\n"
      "   /cancel    turns away without an answer\n"
      "   /stop      ends the whole operation\n"
      "   //stop     is the text /stop, and so for the others\n");
}

/* What can be typed at every prompt. True if `line` was that; `*over` if the talk is then over. */
static bool hear_command(host *self, talk *talk, const char *line, bool *over) {
  mcpclient_input_type kind = mcpclient_input_kind(talk->input);
  mcpclient_status status;
  const char *what;
  if (strcmp(line, "/help") == 0) {
    help();
    return true;
  } else if (strcmp(line, "/decline") == 0) {
    what = "decline";
    status = mcpclient_input_decline(talk->input, (mcpclient_str){NULL, 0});
  } else if (strcmp(line, "/cancel") == 0) {
    what = "cancel";
    status = mcpclient_input_cancel(talk->input);
  } else if (strcmp(line, "/stop") == 0) {
    what = "stop";
    status = mcpclient_input_abort_call(talk->input, MCPCLIENT_STR("the user stopped it"));
  } else {
    return false;
  }
  /* In the newer era a server cannot be told that a model's answer was refused: its call has ended. */
  if (kind == MCPCLIENT_INPUT_SAMPLE && mcpclient_input_refusal_ends_call(talk->input)) what = "stop";
  if (went_well(status, NULL, "Too late")) record_no(self->record, what, kind);
  *over = true;
  return true;
}

const char *typed_text(const char *line) {
  static const char *const commands[] = {"/help", "/clear", "/decline", "/cancel", "/stop"};
  for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
    if (line[0] == '/' && strcmp(line + 1, commands[i]) == 0) return line + 1;
  }
  return line;
}

void asking_hear(host *self, const char *line) {
  talk *talk = self->talks;
  bool over = false;
  if (!hear_command(self, talk, line, &over)) over = talk->dialog->hear(self, talk, line);
  if (over) {
    end_talk(self, talk);
  } else {
    talk->dialog->ask(talk);
  }
}

void asking_end(host *self) {
  while (self->talks) {
    talk *next = self->talks->next;
    talk_free(self->talks);
    self->talks = next;
  }
}
