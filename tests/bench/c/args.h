/* How a contender is called. */
#ifndef BENCH_ARGS_H
#define BENCH_ARGS_H

#include <stdbool.h>
#include <stddef.h>

struct args {
  const char *workload;
  /* The server's command line, split at spaces, or its URL. */
  const char *target;
  bool http;
  /* How many operations. */
  size_t n;
  /* 2026-07-28 alone, instead of 2025-11-25. */
  bool stateless;
  /* Everything on the calling thread. */
  bool on_this_thread;
};

/* [--inline] WORKLOAD stdio|http handshake|stateless TARGET N, or exits. */
struct args args_parse(int count, char **words);

/* How many unmeasured operations come first. */
size_t warmup(size_t n);

#endif
