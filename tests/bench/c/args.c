#include "args.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct args args_parse(int count, char **words) {
  struct args args = {0};
  if (count > 1 && strcmp(words[1], "--inline") == 0) {
    args.on_this_thread = true;
    words++;
    count--;
  }
  bool http = count == 6 && strcmp(words[2], "http") == 0;
  if (count != 6 || !(http || strcmp(words[2], "stdio") == 0)) {
    fprintf(stderr, "usage: ours [--inline] WORKLOAD stdio|http handshake|stateless TARGET N\n");
    exit(2);
  }
  args.workload = words[1];
  args.stateless = strcmp(words[3], "stateless") == 0;
  args.http = http;
  args.target = words[4];
  args.n = strtoul(words[5], NULL, 10);
  return args;
}

size_t warmup(size_t n) {
  size_t tenth = n / 10;
  return tenth < 20 ? 20 : tenth > 500 ? 500 : tenth;
}
