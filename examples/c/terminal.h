/* What goes to the screen, and lines from the keyboard that never block the loop. */
#ifndef TERMINAL_H
#define TERMINAL_H

#include <mcpclient.h>

enum { TERMINAL_LINE = 4096 };

/*
 * Lines that were typed and not taken yet. We read() what poll() promised, and no more: fgets() beside
 * poll() would take two piped lines at once, show one, and hide the other where poll() cannot see it.
 */
typedef struct {
  char bytes[TERMINAL_LINE];
  size_t used;
  bool ended;     /* nothing more will come */
  bool too_long;  /* in the middle of a line that did not fit */
} terminal;

/* Whether to poll standard input: not at its end, and not while what is there fills the room. */
bool terminal_has_room(const terminal *in);
/* Reads once. To be called when poll() says that this does not block. */
void terminal_read(terminal *in);
/* Takes the oldest line, without its end, or says that there is none. `line` has TERMINAL_LINE bytes. */
bool terminal_take(terminal *in, char *line);
/* Whether the oldest line is this one. */
bool terminal_next_is(const terminal *in, const char *line);

/* Prints at once, so that a prompt is seen before its answer is waited for. */
void say(const char *format, ...);
/* A server's or a model's words, behind a bar, so that nobody takes them for ours. Made safe here. */
void say_quoted(mcpclient_str words);

/* The same for the string at a JSON pointer, under a title; nothing, if there is no such string. */
void say_text_at(mcpclient_str json, const char *pointer, const char *title);

/* Says what failed, and why; frees the error. True if nothing did. */
bool went_well(mcpclient_status status, mcpclient_error *error, const char *what);

#endif
