#include "process.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

uint64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t started_ns(void) {
  const char *started = getenv("BENCH_T0_NS");
  return started ? strtoull(started, NULL, 10) : now_ns();
}

static double us(struct timeval time) {
  return (double)time.tv_sec * 1e6 + (double)time.tv_usec;
}

double cpu_us(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return us(usage.ru_utime) + us(usage.ru_stime);
}

static double status(const char *key) {
  FILE *file = fopen("/proc/self/status", "r");
  char line[256];
  double value = 0;
  while (file && fgets(line, sizeof line, file)) {
    if (strncmp(line, key, strlen(key)) == 0) {
      value = strtod(line + strlen(key), NULL);
      break;
    }
  }
  if (file) {
    fclose(file);
  }
  return value;
}

double rss_kb(void) {
  return status("VmRSS:");
}

double peak_kb(void) {
  return status("VmHWM:");
}

double threads(void) {
  return status("Threads:");
}

/* Where this is not allowed, the peak is that of the whole run. */
static void reset_peak(void) {
  int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  if (file >= 0) {
    ssize_t ignored = write(file, "5", 1);
    (void)ignored;
    close(file);
  }
}

struct phase phase_start(void) {
  reset_peak();
  struct phase phase = {.rss_kb = rss_kb()};
  phase.cpu_us = cpu_us();
  phase.start_ns = now_ns();
  return phase;
}

double phase_secs(const struct phase *phase) {
  return (double)(now_ns() - phase->start_ns) / 1e9;
}

double phase_cpu_us(const struct phase *phase) {
  return cpu_us() - phase->cpu_us;
}

double phase_growth_kb(const struct phase *phase) {
  double growth = peak_kb() - phase->rss_kb;
  return growth > 0 ? growth : 0;
}
