/*
 * A server at the other end of a lane, on a thread of its own inside the test: what the library sends is queued for
 * it, and it feeds its answers.
 */
#ifndef PEER_H
#define PEER_H

#include "check.h"

#include <pthread.h>

typedef struct {
  mcpclient_lane *lane;
  /* Which era it speaks, and how many bytes it feeds at a time; 0 is all of them. */
  int modern;
  size_t portion;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  pthread_t thread;
  char *sent;
  size_t length;
  int closed, ready, freed;
} peer;

/* Makes the lane, and starts the thread, which ends the lane when the library closes it. */
extern mcpclient_transport *peer_open(peer *peer, int modern, size_t portion);
/* Waits for the thread, and frees the lane if the test has not; checks that userdata is freed once. */
extern void peer_close(peer *peer);

/* Feeds all, waiting while the library is too far behind; gives what came of it. */
extern mcpclient_status peer_feed(peer *peer, const char *bytes, size_t length);

#endif
