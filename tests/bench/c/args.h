/* How a contender is called. */
#ifndef BENCH_ARGS_H
#define BENCH_ARGS_H

#include <stdbool.h>
#include <stddef.h>

struct args {
  const char *workload;
  /* The server's command line, split at spaces. */
  const char *target;
  /* How many operations. */
  size_t n;
  /* Everything on the calling thread. */
  bool on_this_thread;
};

/* [--inline] WORKLOAD stdio handshake TARGET N, or exits. */
struct args args_parse(int count, char **words);

/* How many unmeasured operations come first. */
size_t warmup(size_t n);

#endif
