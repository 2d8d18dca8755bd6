/*
 * A scene: one runtime, one client, the puppet server, and a host that writes down what it sees.
 *
 * The host's callbacks put events into a queue, and the test takes them out: scene_next() waits
 * for the next one of a kind, however callbacks run. Nothing here sleeps; a deadline guards
 * against hangs alone.
 */
#ifndef SCENE_H
#define SCENE_H

#include "check.h"

#include <pthread.h>

typedef enum {
  SAW_INPUT,
  SAW_INPUT_CLOSED,
  SAW_READY,
  SAW_RESTARTING,
  SAW_SUSPENDED,
  SAW_CLOSED,
  SAW_PROGRESS,
  SAW_LOG,
  SAW_NOTIFICATION,
  SAW_STDERR,
  SAW_WARNING,
  SAW_VISITED,
  SAW_TASK,
  SAW_WATCHING,
  SAW_DONE,
  SAW_FREED
} saw;

typedef struct event {
  saw what;
  /* SAW_INPUT: whoever takes the event owns it. */
  mcpclient_input *input;
  /* SAW_DONE, SAW_PROGRESS: which call, for comparing only. */
  const mcpclient_call *call;
  /* SAW_DONE: the call's userdata. */
  void *userdata;
  /* SAW_DONE, SAW_CLOSED: how; SAW_INPUT_CLOSED: why; SAW_WARNING: which kind;
   * SAW_WATCHING: the lists. */
  int32_t number;
  /* SAW_INPUT_CLOSED, SAW_VISITED. */
  uint64_t id;
  /* The result, the params, the line, the method, ...; the test's to free() with the event. */
  char *text;
  struct event *next;
} event;

typedef struct scene scene;
struct scene {
  mcpclient_runtime *runtime;
  mcpclient *client;
  int32_t dispatch;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  event *first, *last;
  /* How often the host's, and the runtime's, userdata was freed. */
  int freed, runtime_freed, wakeups;
  /* Called in place of writing an input down. */
  void (*on_input)(scene *, mcpclient_input *);
  /* Called when a call is over, after it was written down. */
  void (*on_done)(scene *, mcpclient_call *);
  /* Called when the client is ready or closed, after it was written down. */
  void (*on_state)(scene *, mcpclient *, int32_t state);
  /* For the test. */
  void *extra;
};

/* How a scene is set up; zero is a general server, a thread, and a host that offers everything. */
typedef struct {
  int32_t dispatch;
  /* A transcript below SCRIPTS, in place of the general server. */
  const char *script;
  /* The server's argv after the program, in place of both. */
  const char *const *argv;
  /* What the scene is played with, once, in place of all of them. */
  mcpclient_transport *transport;
  /* Nothing is offered to the server. */
  int offers_nothing;
  /* The roots are a list. */
  mcpclient_roots *roots;
  /* Changes what the scene would use. */
  void (*adjust)(scene *, mcpclient_host *, mcpclient_options *);
} setting;

/* Starts, and waits until the client is ready. */
extern void scene_open(scene *scene, const setting *setting);
/* As scene_open(), without the wait. */
extern void scene_start(scene *scene, const setting *setting);
/* Closes what is still there, and checks that nothing was freed more or less than once. */
extern void scene_close(scene *scene);

/* Closes the client, and checks that the puppet has nothing to complain about: its script is played. */
extern void scene_played(scene *scene);

/* The oldest event of that kind, waited for; events of other kinds stay. The test frees it. */
extern event *scene_next(scene *scene, saw what);
/* Whether such an event is there; takes nothing, and waits for nothing. */
extern int scene_has(scene *scene, saw what);
extern void event_free(event *event);
/* Lets callbacks run until the call is over. */
extern mcpclient_status scene_finish(scene *scene, mcpclient_call *call);

/* Options of a call whose end is written down as SAW_DONE, and whose userdata as SAW_FREED. */
extern mcpclient_call_options scene_call_options(scene *scene, void *userdata);
/* Starts `tools/call`; `arguments` is JSON, or NULL. */
extern mcpclient_call *scene_tool(scene *scene, const char *name, const char *arguments);
/* The next input, which must be of that kind. */
extern mcpclient_input *scene_input(scene *scene, int32_t kind);
/* The text of the tool's result of a call that must have gone well; the test free()s it. */
extern char *scene_text(scene *scene, mcpclient_call *call);

/* The puppet's path, and a transport to it. */
extern const char *puppet(void);
extern mcpclient_transport *scene_transport(const setting *setting);

extern mcpclient_str view(const char *text);

#endif
