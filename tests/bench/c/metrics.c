#include "metrics.h"

#include <stdio.h>
#include <stdlib.h>

struct metric {
  const char *name;
  double value;
};

static void print(const struct metric *metrics, size_t count) {
  for (size_t i = 0; i < count; i++) {
    printf("%s\"%s\":%.4f", i > 0 ? "," : "{", metrics[i].name, metrics[i].value);
  }
  printf("}\n");
  fflush(stdout);
}

#define PRINT(...) \
  do { \
    const struct metric metrics[] = {__VA_ARGS__}; \
    print(metrics, sizeof metrics / sizeof *metrics); \
  } while (0)

static int compare(const void *left, const void *right) {
  uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
  return (a > b) - (a < b);
}

static double quantile_us(const uint64_t *sorted, size_t n, double share) {
  size_t at = (size_t)((double)n * share);
  return (double)sorted[at < n ? at : n - 1] / 1e3;
}

void print_operations(const struct phase *phase, size_t n, uint64_t *latencies) {
  double secs = phase_secs(phase), cpu = phase_cpu_us(phase), peak = peak_kb();
  struct metric ops = {"ops_s", (double)n / secs};
  struct metric each = {"cpu_us_op", cpu / (double)n};
  struct metric rss = {"peak_rss_mb", peak / 1024};
  if (!latencies) {
    PRINT(ops, each, rss);
    return;
  }
  qsort(latencies, n, sizeof *latencies, compare);
  PRINT(ops, each, rss, {"p50_us", quantile_us(latencies, n, 0.50)},
        {"p99_us", quantile_us(latencies, n, 0.99)});
}

void print_blobs(const struct phase *memory, const struct phase *phase, size_t n, size_t size) {
  double secs = phase_secs(phase), cpu = phase_cpu_us(phase);
  double megabytes = (double)(n * size) / 1e6;
  PRINT({"mb_s", megabytes / secs}, {"cpu_ms_mb", cpu / 1e3 / megabytes},
        {"peak_rss_mb", peak_kb() / 1024},
        {"growth_x", phase_growth_kb(memory) * 1024 / (double)size});
}

void print_flood(const struct phase *phase, size_t n, size_t early, size_t got, size_t disorder) {
  double secs = phase_secs(phase), cpu = phase_cpu_us(phase);
  double percent = 100 / (double)n;
  PRINT({"notif_s", (double)n / secs}, {"cpu_us_notif", cpu / (double)n},
        {"growth_mb", phase_growth_kb(phase) / 1024}, {"late_pct", (double)(n - early) * percent},
        {"disorder_pct", (double)disorder * percent}, {"lost_pct", (double)(n - got) * percent});
}

void print_cold_start(void) {
  double wall = (double)(now_ns() - started_ns());
  PRINT({"cold_ms", wall / 1e6}, {"cpu_ms", cpu_us() / 1e3}, {"rss_mb", rss_kb() / 1024});
}

void print_listings(const struct phase *phase, size_t n) {
  double secs = phase_secs(phase), cpu = phase_cpu_us(phase);
  PRINT({"list_ms", secs * 1e3 / (double)n}, {"cpu_ms_list", cpu / 1e3 / (double)n},
        {"peak_rss_mb", peak_kb() / 1024});
}

void print_servers(const struct phase *phase, double connected, size_t n) {
  double secs = phase_secs(phase), cpu = phase_cpu_us(phase);
  PRINT({"start_ms", connected * 1e3}, {"first_round_ms", (secs - connected) * 1e3},
        {"cpu_ms", cpu / 1e3}, {"rss_mb", rss_kb() / 1024},
        {"rss_per_conn_kb", phase_growth_kb(phase) / (double)n}, {"threads", threads()});
}

void print_outcome(int outcome) {
  PRINT({"outcome", outcome});
}
