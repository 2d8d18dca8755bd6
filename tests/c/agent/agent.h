/*
 * Plays the host's half of transcripts over the header alone: tests/transcripts/AGENTS.md says how.
 * Callbacks run on the one thread, inside mcpclient_runtime_pump().
 */
#ifndef AGENT_H
#define AGENT_H

#include <mcpclient.h>

/* ---- text.c: JSON in and out ---- */

/* A text that grows; all zero is an empty one. */
typedef struct {
  char *bytes;
  size_t length, room;
} text;

extern void text_add(text *text, const char *words);
extern void text_view(text *text, mcpclient_str view);
/* As a JSON string; null for no text. */
extern void text_quote(text *text, mcpclient_str view);
extern void text_number(text *text, int64_t number);
extern mcpclient_str text_whole(const text *text);
extern void text_free(text *text);

/* The text of the JSON string at `pointer`, to free(); NULL if there is none. */
extern char *member(mcpclient_str command, const char *pointer);
extern mcpclient_str view(const char *text);
/* 0 if there is none. */
extern int64_t member_number(mcpclient_str command, const char *pointer);
extern bool member_true(mcpclient_str command, const char *pointer);
extern mcpclient_str member_json(mcpclient_str command, const char *pointer);

/* Writes a line, whole. */
extern void tell(const text *line);

/* malloc() and strdup(), or the end. */
extern void *need(size_t size);
extern char *copy(const char *text);

/* ---- The agent ---- */

typedef struct started {
  char *name;
  mcpclient_call *call;
  struct started *next;
} started;

typedef struct asked {
  uint64_t id;
  mcpclient_input *input;
  struct asked *next;
} asked;

typedef struct {
  mcpclient_runtime *runtime;
  mcpclient *client;
  mcpclient_roots *roots;
  started *calls;
  asked *inputs;
} agent;

/* host.c: the callbacks, and what they tell. */
extern mcpclient_host host_of(agent *agent, mcpclient_str open);
extern void host_done(void *name, mcpclient_call *call, mcpclient_status status,
                      mcpclient_str result, const mcpclient_error *error);

/* open.c */
extern mcpclient_status agent_open(agent *agent, mcpclient_str open);
extern void agent_end(agent *agent);
/* Fills a new list from an array of roots. */
extern mcpclient_status roots_of(mcpclient_str array, mcpclient_roots **out);

/* act.c: does what it is told. False if that is no command. */
extern bool agent_act(agent *agent, const char *what, mcpclient_str command,
                      mcpclient_status *status);

#endif
