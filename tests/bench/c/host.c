#include "host.h"

#include "say.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static mcpclient_runtime *runtime;
static mcpclient_roots *roots;
static bool on_this_thread;
static bool stateless;
static bool counting;
static mcpclient_str url;
static mcpclient_str command[8];
static size_t words;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t all_finished = PTHREAD_COND_INITIALIZER;
static size_t expected;
static atomic_size_t seen, last, disorder;

void must(bool right, const char *what) {
  if (!right) {
    fprintf(stderr, "failed: %s\n", what);
    exit(1);
  }
}

static void must_be_ok(mcpclient_status status, const char *what) {
  if (status != MCPCLIENT_OK) {
    fprintf(stderr, "failed: %s: %s\n", what, mcpclient_status_name(status).ptr);
    exit(1);
  }
}

void host_start(const struct args *args) {
  on_this_thread = args->on_this_thread;
  stateless = args->stateless;
  counting = strcmp(args->workload, "w6") == 0;
  if (args->http) {
    url = mcpclient_str_from(args->target);
  }
  char *line = args->http ? NULL : strdup(args->target);
  for (char *word = line ? strtok(line, " ") : NULL; word; word = strtok(NULL, " ")) {
    must(words < sizeof command / sizeof *command, "a short command line");
    command[words++] = mcpclient_str_from(word);
  }
  mcpclient_runtime_options options;
  mcpclient_runtime_options_init(&options, sizeof options);
  options.dispatch = on_this_thread ? MCPCLIENT_DISPATCH_INLINE : MCPCLIENT_DISPATCH_THREAD;
  must_be_ok(mcpclient_runtime_new(&options, &runtime, NULL), "a runtime");
  must_be_ok(mcpclient_roots_new(&roots), "a list of roots");
  must_be_ok(mcpclient_roots_set_checked(roots, 0), "as it is: its folders are nowhere");
  const mcpclient_str none = {0};
  must_be_ok(mcpclient_roots_add_uri(roots, MCPCLIENT_STR("file:///srv/a"), none, NULL), "a root");
  must_be_ok(mcpclient_roots_add_uri(roots, MCPCLIENT_STR("file:///srv/b"), none, NULL), "a root");
}

/* What the host does when a server asks. */

static void on_form(void *userdata, mcpclient_input *input) {
  (void)userdata;
  must_be_ok(mcpclient_input_accept_json(input, MCPCLIENT_STR(FORM), NULL), "an answered form");
  mcpclient_input_free(input);
}

static void on_sample(void *userdata, mcpclient_input *input) {
  (void)userdata;
  must_be_ok(mcpclient_input_answer_text(input, MCPCLIENT_STR("bench-model"), MCPCLIENT_STR(SAMPLE),
                                         MCPCLIENT_STR("endTurn"), NULL),
             "an answered sample");
  mcpclient_input_free(input);
}

static void on_roots(void *userdata, mcpclient_input *input) {
  (void)userdata;
  must_be_ok(mcpclient_input_answer_roots(input, roots, NULL), "answered roots");
  mcpclient_input_free(input);
}

/* What the host does when a server tells. */

static void saw(mcpclient_str index) {
  int64_t number = 0;
  must(mcpclient_json_integer(index, &number), "a number");
  if (atomic_exchange_explicit(&last, (size_t)number, memory_order_relaxed) > (size_t)number) {
    atomic_fetch_add_explicit(&disorder, 1, memory_order_relaxed);
  }
  atomic_fetch_add_explicit(&seen, 1, memory_order_relaxed);
}

static void on_progress(void *userdata, mcpclient_call *call, mcpclient_str params) {
  (void)userdata;
  (void)call;
  saw(mcpclient_json_at(params, MCPCLIENT_STR("/progress")));
}

static void on_log(void *userdata, mcpclient *client, mcpclient_str params) {
  (void)userdata;
  (void)client;
  saw(mcpclient_json_at(params, MCPCLIENT_STR("/data/seq")));
}

size_t host_seen(void) {
  return atomic_load_explicit(&seen, memory_order_relaxed);
}

size_t host_disorder(void) {
  return atomic_load_explicit(&disorder, memory_order_relaxed);
}

static void on_state(void *userdata, mcpclient *client, mcpclient_client_state state,
                     const mcpclient_error *error) {
  (void)userdata;
  (void)client;
  (void)error;
  must(state == MCPCLIENT_STATE_READY, "a connection");
  host_finished_one();
}

static mcpclient_transport *transport(void) {
  mcpclient_transport *transport;
  if (url.len > 0) {
    must_be_ok(mcpclient_transport_http(url, &transport, NULL), "a transport");
  } else {
    must_be_ok(mcpclient_transport_stdio(command, words, &transport, NULL), "a transport");
  }
  return transport;
}

mcpclient *host_connect(void) {
  mcpclient_host host;
  mcpclient_host_init(&host, sizeof host);
  host.elicit_form = on_form;
  host.sample = on_sample;
  host.list_roots = on_roots;
  host.state = on_state;
  if (counting) {
    host.progress = on_progress;
    host.log = on_log;
  }
  mcpclient_options options;
  mcpclient_options_init(&options, sizeof options);
  options.program_name = MCPCLIENT_STR("bench");
  options.program_version = MCPCLIENT_STR("0.1.0");
  options.era = stateless ? MCPCLIENT_ERA_MODERN : MCPCLIENT_ERA_LEGACY;
  /* Servers that ask as often as they can are the point here. */
  options.max_forms_per_minute = UINT32_MAX;
  options.max_samples_per_minute = UINT32_MAX;
  options.max_roots_per_minute = UINT32_MAX;
  mcpclient *client;
  host_expect(1);
  must_be_ok(mcpclient_new(runtime, transport(), &host, &options, &client, NULL), "a client");
  return client;
}

mcpclient_str host_text(mcpclient_str result) {
  static _Thread_local char *buffer;
  static _Thread_local size_t room;
  /* Text is never longer than the JSON that it is in. */
  if (room <= result.len) {
    free(buffer);
    room = result.len + 1;
    buffer = malloc(room);
    must(buffer != NULL, "memory");
  }
  size_t size = mcpclient_result_text(result, buffer, room);
  must(size > 0, "a result with text");
  return (mcpclient_str){buffer, size - 1};
}

mcpclient_str host_call(mcpclient *client, const char *tool, const char *arguments) {
  mcpclient_call *call;
  must_be_ok(mcpclient_call_tool(client, mcpclient_str_from(tool), mcpclient_str_from(arguments),
                                 NULL, &call),
             tool);
  must_be_ok(mcpclient_call_wait(call, -1), tool);
  mcpclient_str text = host_text(mcpclient_call_result(call));
  mcpclient_call_free(call);
  return text;
}

void host_begin(mcpclient *client, const char *tool, const char *arguments, mcpclient_done_fn done,
                void *userdata) {
  mcpclient_call_options options;
  mcpclient_call_options_init(&options, sizeof options);
  options.done = done;
  options.userdata = userdata;
  must_be_ok(mcpclient_call_tool(client, mcpclient_str_from(tool), mcpclient_str_from(arguments),
                                 &options, NULL),
             tool);
}

void host_expect(size_t count) {
  pthread_mutex_lock(&lock);
  expected += count;
  pthread_mutex_unlock(&lock);
}

void host_finished_one(void) {
  pthread_mutex_lock(&lock);
  expected--;
  if (expected == 0) {
    pthread_cond_signal(&all_finished);
  }
  pthread_mutex_unlock(&lock);
}

void host_wait_for_all(void) {
  if (on_this_thread) {
    while (expected > 0) {
      must_be_ok(mcpclient_runtime_wait(runtime, -1), "a wait");
    }
    return;
  }
  pthread_mutex_lock(&lock);
  while (expected > 0) {
    pthread_cond_wait(&all_finished, &lock);
  }
  pthread_mutex_unlock(&lock);
}

void host_idle(void) {
  if (on_this_thread) {
    mcpclient_runtime_wait(runtime, 1);
  } else {
    usleep(1000);
  }
}
