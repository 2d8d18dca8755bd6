/*
 * A terminal host for one server: what its parts know of each other.
 *
 *   main.c      the command line, and the loop over the library's descriptor and the keyboard
 *   host.c      the connection, and the call under way
 *   menu.c      the server's tools
 *   asking.c    the inputs that wait for an answer, and what can be typed at every prompt
 *   form.c      the dialog of a form
 *   visit.c     the dialog of a URL visit
 *   warn.c      what to be careful about in either
 *   sample.c    the dialog of a sample: the request, then the result
 *   models.c    which model answers
 *   rule.c      stands in for a model
 *   person.c    stands in for a person, with --yes
 *   record.c    writes down what was answered
 *   terminal.c, text.c   lines and text
 *
 * All of it runs on one thread: callbacks run inside mcpclient_runtime_pump(), which main.c calls.
 */
#ifndef HOST_H
#define HOST_H

#include <mcpclient.h>
#include <stdio.h>

#include "terminal.h"

/* Where the talk about an input stands. */
typedef enum {
  AT_FIELD,    /* a form: its field `field` is being filled in */
  AT_LAST,     /* a form: all is filled in; shall it be sent? */
  AT_VISIT,    /* a URL: would the user go there? */
  AT_REQUEST,  /* a sample: may the model see the prompt? */
  AT_PROMPT,   /* a sample: the user changes the prompt */
  AT_RESULT,   /* a sample: may the server see the answer? */
  AT_ANSWER    /* a sample: the user changes the answer */
} step;

typedef struct host host;
typedef struct talk talk;

/* How one kind of input is talked about. */
typedef struct {
  void (*show)(talk *talk); /* begins: who asks for what, and why */
  void (*ask)(talk *talk);  /* prints the prompt for where the talk stands */
  /* Takes what was typed. True when the input is answered, one way or the other. */
  bool (*hear)(host *self, talk *talk, const char *line);
} dialog;

/* One input, from its callback to its answer. */
struct talk {
  mcpclient_input *input;
  const dialog *dialog;
  talk *next;
  step step;
  size_t field;       /* a form: by index, as names may be strange, and titles alike */
  bool changing;      /* a form: this field alone, then back to the last look */
  unsigned refused;   /* how often in a row what was typed did not fit */
  const char *model;  /* a sample: who will answer */
  char *prompt;       /* a sample: what the model is asked, as the user left it */
  char *last;         /* a sample: the last text of that, which is what the user may change */
  char *answer;       /* a sample: what the user wrote in place of the model's answer, or NULL */
};

/* A tool to call, from the command line or the menu. */
typedef struct {
  const char *name;
  const char *arguments; /* JSON, or NULL */
} wish;

struct host {
  /* As main() sets it up. */
  mcpclient_roots *roots;
  const wish *wishes; /* to be called in turn; without any there is a menu */
  size_t wish_count;
  const char *const *headers; /* for a server behind a URL: "Name: value" */
  size_t header_count;
  bool yes;     /* a stand-in answers for the person */
  mcpclient_era era;
  FILE *record; /* or NULL */

  mcpclient_runtime *runtime;
  mcpclient *client;
  terminal in;
  talk *talks;          /* the first is being talked about, the others wait */
  mcpclient_call *call; /* the tool under way, or NULL */
  char *tools;          /* the server's tools, as JSON; NULL until they are known */
  size_t wished;        /* how many wishes were called */
  bool ready, listing, closing, closed, menu_shown;
  int failures;
};

/* host.c */
bool host_open(host *self, const char *const *argv, size_t argc);
/* Does the next thing that is possible without waiting. False if there is none: wait, and pump. */
bool host_step(host *self);
void host_call(host *self, const char *tool, const char *arguments);
void host_free(host *self);

/* menu.c */
/* Sees to it that the menu is on the screen. False while that has to wait for the server. */
bool menu_ready(host *self);
/* Takes what was typed at the menu. */
void menu_hear(host *self, const char *line);

/* asking.c: callbacks, whose userdata is the host; */
void asking_question(void *userdata, mcpclient_input *input);
void asking_roots(void *userdata, mcpclient_input *input);
void asking_closed(void *userdata, mcpclient *client, uint64_t id, mcpclient_withdrawn why);
/* a line for the first talk; */
void asking_hear(host *self, const char *line);
/* what a line says as an answer: a doubled slash makes a command a mere text; */
const char *typed_text(const char *line);
/* lets go of all that waits. */
void asking_end(host *self);

/* form.c, visit.c, sample.c */
extern const dialog form_dialog, visit_dialog, sample_dialog;
bool is_yes(const char *line);
/* The callback that answers a sample, once its request was approved. */
void sample_answer(void *userdata, mcpclient_input *input);

/* warn.c: what to be careful about in a field, or with SIZE_MAX in the message; and in a URL. */
void warn_of(const mcpclient_input *input, size_t field);
void warn_of_url(const mcpclient_input *input);

/* models.c: the model that fits a sample best; `why`, if it is not NULL, is told the reason, to be freed. */
const char *model_for(const mcpclient_input *input, char **why);
/* The one that comes after in the catalogue, and the first after the last. */
const char *model_after(const char *model);

/* rule.c: the answer to a prompt, to be freed, and why it ends, in the protocol's words. */
char *rule_answer(const char *prompt, size_t shown, int64_t max_tokens, const char **stop);
/* models.c: the same, by a model of that name. */
char *model_answer(const char *model, const char *prompt, int64_t max_tokens, const char **stop);

/* person.c: what somebody agreeable would type; to be freed. */
char *person_types(const talk *talk);

/* record.c: a JSON line for each answer that the library took. No record, no line. */
void record_form(FILE *record, const char *content); /* accepted; NULL for a URL */
void record_sample(FILE *record, mcpclient_str result); /* as it was sent */
void record_roots(FILE *record, const mcpclient_roots *roots);
/* "decline", "cancel" or "stop", at an input of this kind. */
void record_no(FILE *record, const char *what, mcpclient_input_type kind);

#endif
