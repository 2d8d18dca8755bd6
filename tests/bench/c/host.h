/* The library as a program uses it: one runtime, clients of the server under test, and a host that
 * answers at once. Whatever goes wrong ends the program. */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include "args.h"

#include <mcpclient.h>

/* Ends the program unless `right`. */
void must(bool right, const char *what);

/* Makes the runtime that all the rest uses. */
void host_start(const struct args *args);

/* Starts a server and opens a client, without waiting for it. */
mcpclient *host_connect(void);

/* One call of a tool, to its end: the text of its result, in a buffer that the next call reuses. */
mcpclient_str host_call(mcpclient *client, const char *tool, const char *arguments);

/* Starts a call of a tool; `done` gets `userdata`. */
void host_begin(mcpclient *client, const char *tool, const char *arguments, mcpclient_done_fn done,
                void *userdata);

/* The text of a result, in a buffer that the next use by the same thread reuses. */
mcpclient_str host_text(mcpclient_str result);

/* Work that callbacks finish: what is added to is waited for until as much has been taken away. */
void host_expect(size_t count);
void host_finished_one(void);
void host_wait_for_all(void);

/* Does for a millisecond whatever there is to do. */
void host_idle(void);

/* How many notifications were handled, and how many of them after one with a higher number. */
size_t host_seen(void);
size_t host_disorder(void);

#endif
