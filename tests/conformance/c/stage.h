/* One client of one server, on one thread, and calls that are waited for. */
#ifndef STAGE_H
#define STAGE_H

#include <mcpclient.h>
#include <stdbool.h>

typedef struct form form;

typedef struct {
  mcpclient_runtime *runtime;
  mcpclient *client;
  /* Those that nobody has answered yet, the oldest first. */
  form *forms;
  /* A tool to call, and to wait for, while the first form is open; or NULL. */
  const char *meanwhile;
} stage;

/* Each says on standard error what failed, and is then false or NULL. */

/* Connects, and speaks no newer revision. */
extern bool stage_open(stage *stage, const char *url, const char *revision);
/* Closes all; after stage_open() in any case. */
extern void stage_close(stage *stage);

/* Waits for a call whose beginning had this status, and whose options are those below; answers the forms that come
 * meanwhile with what they suggest, and gives the call, to be freed. */
extern mcpclient_call *stage_finish(stage *stage, const char *what, mcpclient_status begun, mcpclient_call *call);
extern mcpclient_call_options stage_options(void);

/* Calls a tool, and waits; one that says that it failed is a failure here. */
extern bool stage_tool(stage *stage, mcpclient_str name, mcpclient_str arguments);

#endif
