/*
 * An HTTP stack of the host's own, as short as one can be: plain sockets, a connection and a thread for each exchange.
 * For servers of this machine, named by an address; no TLS.
 */
#ifndef BACKEND_H
#define BACKEND_H

#include "check.h"

#include <pthread.h>

typedef struct backend_job backend_job;

typedef struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  /* Those under way. */
  backend_job *jobs;
  /* What was seen: exchanges begun, given up, refused for want of room, and userdata given back. */
  int opened, aborted, waits, freed;
  /* How many bytes are fed at once; 0 is what a read brings. */
  size_t portion;
} backend;

extern void backend_open(backend *backend);
/* Has the transport's requests made here. */
extern void backend_take(backend *backend, mcpclient_transport *transport);
/* Waits for what is under way, and until the library has let go. */
extern void backend_close(backend *backend);

#endif
