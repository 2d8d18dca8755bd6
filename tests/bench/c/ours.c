/* Contenders `ours` and `ours-inline`: this library, as a program in C uses it. Callbacks run on the
 * library's threads, or with --inline on this one, as all I/O does then. */

#include "args.h"
#include "host.h"
#include "metrics.h"
#include "say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONCURRENCY = 64, TOOLS = 1000, ANSWER_MS = 10000 };

static bool contains(mcpclient_str text, const char *part) {
  return memmem(text.ptr, text.len, part, strlen(part)) != NULL;
}

static bool is_echo(mcpclient_str text) {
  return mcpclient_str_equal(text, MCPCLIENT_STR(ECHO));
}

static mcpclient *connected(void) {
  mcpclient *client = host_connect();
  host_wait_for_all();
  return client;
}

/* w1, w4, w5s, w5r: one call after the other. */

struct question {
  const char *workload;
  const char *tool;
  const char *arguments;
  const char *expected;
};

static const struct question QUESTIONS[] = {
  {"w1", "echo", ECHO_ARGUMENTS, ECHO},
  {"w4", "elicit", "{}", "ada@example.com"},
  {"w5s", "sample", "{}", "A fox jumps"},
  {"w5r", "roots", "{}", "file:///srv/b"},
};

static void ask(mcpclient *client, const struct question *question) {
  mcpclient_str text = host_call(client, question->tool, question->arguments);
  must(contains(text, question->expected), question->tool);
}

static void sequential(const struct args *args, const struct question *question) {
  mcpclient *client = connected();
  for (size_t i = warmup(args->n); i > 0; i--) {
    ask(client, question);
  }
  uint64_t *latencies = calloc(args->n, sizeof *latencies);
  must(latencies != NULL, "memory");
  struct phase phase = phase_start();
  for (size_t i = 0; i < args->n; i++) {
    uint64_t start = now_ns();
    ask(client, question);
    latencies[i] = now_ns() - start;
  }
  print_operations(&phase, args->n, latencies);
}

/* w2: as one call ends, the next begins. */

struct worker {
  mcpclient *client;
  size_t left;
};

static void echoed(void *userdata, mcpclient_call *call, mcpclient_status status,
                   mcpclient_str result, const mcpclient_error *error) {
  struct worker *worker = userdata;
  (void)call;
  (void)error;
  must(status == MCPCLIENT_OK && is_echo(host_text(result)), "echo");
  if (--worker->left > 0) {
    host_begin(worker->client, "echo", ECHO_ARGUMENTS, echoed, worker);
  } else {
    host_finished_one();
  }
}

static void run_workers(mcpclient *client, size_t each) {
  static struct worker workers[CONCURRENCY];
  host_expect(CONCURRENCY);
  for (size_t i = 0; i < CONCURRENCY; i++) {
    workers[i] = (struct worker){client, each};
    host_begin(client, "echo", ECHO_ARGUMENTS, echoed, &workers[i]);
  }
  host_wait_for_all();
}

static size_t share(size_t n) {
  return (n + CONCURRENCY - 1) / CONCURRENCY;
}

static void concurrent(const struct args *args) {
  mcpclient *client = connected();
  run_workers(client, share(warmup(args->n)));
  struct phase phase = phase_start();
  run_workers(client, share(args->n));
  print_operations(&phase, share(args->n) * CONCURRENCY, NULL);
}

/* w3: large results, unescaped. */

static void large(const struct args *args, size_t size) {
  mcpclient *client = connected();
  must(is_echo(host_call(client, "echo", ECHO_ARGUMENTS)), "echo");
  char arguments[64];
  snprintf(arguments, sizeof arguments, "{\"n\":%zu}", size);
  struct phase memory = phase_start();
  must(host_call(client, "blob", arguments).len == size, "blob");
  struct phase phase = phase_start();
  for (size_t i = 0; i < args->n; i++) {
    must(host_call(client, "blob", arguments).len == size, "blob");
  }
  print_blobs(&memory, &phase, args->n, size);
}

/* w6: a flood of notifications during one call. */

static void flood(const struct args *args) {
  mcpclient *client = connected();
  for (size_t i = 0; i < 20; i++) {
    must(is_echo(host_call(client, "echo", ECHO_ARGUMENTS)), "echo");
  }
  char arguments[64];
  snprintf(arguments, sizeof arguments, "{\"n\":%zu}", args->n);
  struct phase phase = phase_start();
  host_call(client, "notify", arguments);
  size_t early = host_seen();
  for (size_t ms = 0; ms < ANSWER_MS && host_seen() < args->n; ms++) {
    host_idle();
  }
  print_flood(&phase, args->n, early, host_seen(), host_disorder());
}

/* w8: all tools, page by page. */

static void list(mcpclient *client) {
  mcpclient_call *call;
  must(mcpclient_list_tools(client, NULL, &call) == MCPCLIENT_OK, "a listing");
  must(mcpclient_call_wait(call, -1) == MCPCLIENT_OK, "a listing");
  mcpclient_str tools = mcpclient_json_at(mcpclient_call_result(call), MCPCLIENT_STR("/tools"));
  mcpclient_str tool = {0};
  size_t count = 0;
  while (mcpclient_json_next(tools, NULL, &tool)) {
    count++;
  }
  must(count == TOOLS && mcpclient_call_set_aside_count(call) == 0, "all tools");
  mcpclient_call_free(call);
}

static void listing(const struct args *args) {
  mcpclient *client = connected();
  list(client);
  struct phase phase = phase_start();
  for (size_t i = 0; i < args->n; i++) {
    list(client);
  }
  print_listings(&phase, args->n);
}

/* w9: many servers. */

static void servers(const struct args *args) {
  struct phase phase = phase_start();
  struct worker *workers = calloc(args->n, sizeof *workers);
  must(workers != NULL, "memory");
  for (size_t i = 0; i < args->n; i++) {
    workers[i] = (struct worker){host_connect(), 1};
  }
  host_wait_for_all();
  double connected = phase_secs(&phase);
  host_expect(args->n);
  for (size_t i = 0; i < args->n; i++) {
    host_begin(workers[i].client, "echo", ECHO_ARGUMENTS, echoed, &workers[i]);
  }
  host_wait_for_all();
  print_servers(&phase, connected, args->n);
}

/* d16: what the defaults allow. */

static void default_limits(void) {
  mcpclient *client = connected();
  mcpclient_call *call;
  must(mcpclient_call_tool(client, MCPCLIENT_STR("blob"), MCPCLIENT_STR("{\"n\":16777216}"), NULL,
                           &call) == MCPCLIENT_OK,
       "blob");
  mcpclient_status status = mcpclient_call_wait(call, ANSWER_MS);
  print_outcome(status == MCPCLIENT_OK ? 1 : status == MCPCLIENT_E_PENDING ? -1 : 0);
}

int main(int count, char **words) {
  struct args args = args_parse(count, words);
  const char *workload = args.workload;
  host_start(&args);
  for (size_t i = 0; i < sizeof QUESTIONS / sizeof *QUESTIONS; i++) {
    if (strcmp(workload, QUESTIONS[i].workload) == 0) {
      sequential(&args, &QUESTIONS[i]);
      return 0;
    }
  }
  if (strcmp(workload, "w2") == 0) {
    concurrent(&args);
  } else if (strcmp(workload, "w3-1m") == 0) {
    large(&args, 1u << 20);
  } else if (strcmp(workload, "w3-16m") == 0) {
    large(&args, 16u << 20);
  } else if (strcmp(workload, "w6") == 0) {
    flood(&args);
  } else if (strcmp(workload, "w7") == 0) {
    must(is_echo(host_call(host_connect(), "echo", ECHO_ARGUMENTS)), "echo");
    print_cold_start();
  } else if (strcmp(workload, "w8") == 0) {
    listing(&args);
  } else if (strcmp(workload, "w9") == 0) {
    servers(&args);
  } else if (strcmp(workload, "d16") == 0) {
    default_limits();
  } else {
    must(false, "a known workload");
  }
  /* Ending in order is nobody's figure: the servers end with this process. */
  return 0;
}
