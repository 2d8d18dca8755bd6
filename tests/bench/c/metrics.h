/* The figures of one run, printed as the line that the driver reads. Each workload has its own. */
#ifndef BENCH_METRICS_H
#define BENCH_METRICS_H

#include "process.h"

#include <stddef.h>

/* n operations, and how long each of them took, which may be NULL; sorts them. */
void print_operations(const struct phase *phase, size_t n, uint64_t *latencies);

/* n results of `size` bytes; `memory` began before the first result of all. */
void print_blobs(const struct phase *memory, const struct phase *phase, size_t n, size_t size);

/* Of n notifications `early` were handled before the call's result, `got` in the end. */
void print_flood(const struct phase *phase, size_t n, size_t early, size_t got, size_t disorder);

/* From the start of the process to now. */
void print_cold_start(void);

/* n listings. */
void print_listings(const struct phase *phase, size_t n);

/* n servers, all of them connected after `connected` seconds, and called once since. */
void print_servers(const struct phase *phase, double connected, size_t n);

/* 1 is delivered, 0 an error, -1 neither. */
void print_outcome(int outcome);

#endif
