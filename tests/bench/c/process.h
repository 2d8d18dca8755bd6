/* What the system says of this process. */
#ifndef BENCH_PROCESS_H
#define BENCH_PROCESS_H

#include <stdint.h>

/* CLOCK_MONOTONIC, which the driver's clock can be compared with. */
uint64_t now_ns(void);

/* When the driver started this process. */
uint64_t started_ns(void);

/* User and system time of all threads of this process so far, its children's left out. */
double cpu_us(void);

/* Resident memory, the most of it since the last phase began, and threads. */
double rss_kb(void);
double peak_kb(void);
double threads(void);

/* A measured stretch: wall clock, CPU and memory since its start. */
struct phase {
  double rss_kb;
  double cpu_us;
  uint64_t start_ns;
};

struct phase phase_start(void);
double phase_secs(const struct phase *phase);
double phase_cpu_us(const struct phase *phase);
/* The peak since the start, or since a later phase's start, above what was resident then. */
double phase_growth_kb(const struct phase *phase);

#endif
