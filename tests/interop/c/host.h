/*
 * A host for other people's servers: starts or reaches one, answers what it asks as a test has set it up, and
 * keeps what it saw. One thread; callbacks run inside the functions that wait.
 */
#ifndef INTEROP_HOST_H
#define INTEROP_HOST_H

#include <mcpclient.h>

/* What callbacks saw, and was kept as text. */
typedef enum kind {
  SAW_FORM,         /* the request's params */
  SAW_URL,          /* the request's params */
  SAW_SAMPLE,       /* the request's params */
  SAW_PROGRESS,     /* the notification's params */
  SAW_LOG,          /* the notification's params */
  SAW_NOTIFICATION, /* the method, a space, the params */
  SAW_VISITED,      /* nothing */
  SAW_STDERR,       /* a line */
  SAW_WATCHING,     /* the URIs that are watched, each in a line */
  SAW_TASK,         /* the server's word on it */
  SAW_KINDS
} kind;

typedef struct sight {
  kind kind;
  char *text;
  struct sight *next;
} sight;

typedef struct {
  const char *peer;    /* for the lines that are printed */
  const char *folder;  /* where files may be made; it is there */
  mcpclient_era era;   /* which may be spoken */
  int32_t dispatch;    /* pump or inline */
  mcpclient_runtime *runtime;
  mcpclient *client;
  mcpclient_roots *roots;
  bool closed;
  sight *first;
  int passed, failed;

  /* Changes how the client works before it starts, or NULL. */
  void (*adjust)(mcpclient_options *options);

  /* How the next inputs are answered: an action of the protocol's, "accept" if it is NULL. */
  const char *action;
  /* Fills in a form before it is accepted. */
  void (*fill)(mcpclient_input *input);
  /* What the model says. */
  const char *model, *answer;

  /* How the last call ended. The texts are NULL if there are none. */
  mcpclient_status status;
  char *result, *text, *server_message;
  uint32_t http_status; /* 0 if no answer over HTTP is why it failed */
} host;

/* The way to a server: its command line, or its URL, with --authority FILE, --certificate FILE, --key FILE and
 * --proxy URL behind it. */
mcpclient_transport *reach(int argc, char **argv);

/* Starts a server, or goes to it, and waits until it is ready. */
void host_open(host *self, int argc, char **argv, const char *const *revisions, size_t count);
/* As host_open(), with a server that speaks none of the revisions: ends the host as well. */
void host_refused(host *self, int argc, char **argv);
/* As host_open(), with a server that cannot be reached: by what error it ends, and which status of HTTP's was the
 * answer, 0 if there was none. The host can be opened anew. */
void host_unreachable(host *self, int argc, char **argv, mcpclient_status want,
                      uint32_t http_status, const char *what);
void host_close(host *self);

/* Waits for a call that was started with this status, and keeps how it ended. */
mcpclient_status host_finish(host *self, mcpclient_status started, mcpclient_call *call);
/* Calls a tool, and waits for its end. `arguments` is JSON, or NULL. */
mcpclient_status host_tool(host *self, const char *name, const char *arguments);
/* Waits until something of that kind was seen that has `part` in it; its text, or NULL if that never comes. */
const char *host_see(host *self, kind kind, const char *part);
/* How often something of that kind was seen. */
size_t host_seen(const host *self, kind kind);
/* Forgets what was seen of that kind. */
void host_forget(host *self, kind kind);

/* Ends the program unless the status is OK: nothing that follows would mean anything. */
void need(mcpclient_status status, mcpclient_error *error, const char *what);

/* Checks: each prints a line. */
bool check(host *self, bool holds, const char *what);
/* The last call went well, and its text has this part. */
bool check_text(host *self, const char *part, const char *what);
/* The string, or the number or word, at a JSON pointer of a text is this one. */
bool check_member(host *self, const char *json, const char *pointer, const char *want,
                  const char *what);
bool check_status(host *self, mcpclient_status want, const char *what);

/* The peers. */
void try_everything(host *self, int argc, char **argv);
void try_everything_2024(host *self, int argc, char **argv);
void try_filesystem(host *self, int argc, char **argv);
void try_python(host *self, int argc, char **argv);
void try_rmcp(host *self, int argc, char **argv);
void try_typescript(host *self, int argc, char **argv);
void try_old(host *self, int argc, char **argv);
void try_time(host *self, int argc, char **argv);
void try_git(host *self, int argc, char **argv);
void try_fetch(host *self, int argc, char **argv);
void try_nginx(host *self, int argc, char **argv);
void try_certificate(host *self, int argc, char **argv);
void try_proxy(host *self, int argc, char **argv);

mcpclient_str view(const char *text);
char *copy(mcpclient_str text);

#endif
