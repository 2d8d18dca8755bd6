/*
 * A thousand endings of every kind: no process of a server's group, no thread, no descriptor and no
 * memory is left. Alone in its program, because it counts what the whole process has.
 */
#include "process.h"
#include "shell.h"

#include <string.h>

#define LONG_MS 20000
#define SHORT_MS 5

enum { ROUNDS = 5 };

static mcpclient_transport *server(int number) {
  switch (number % 10) {
    case 0:
      return general_server(LONG_MS);
    case 1:
      return shell(KIN "exit 1", LONG_MS);
    case 2:
      return shell(KIN SHAKEN "next; exit 2", LONG_MS);
    case 3:
      return shell(KIN SHAKEN "kill -9 $$", LONG_MS);
    case 4:
      return shell(KIN DEAF_TO_THE_END, SHORT_MS);
    case 5:
      return shell(KIN SHAKEN "trap '' TERM; sleep 600 & while :; do wait; done", SHORT_MS);
    case 6:
      return shell(KIN SHAKEN "sleep 600 & wait", SHORT_MS);
    case 7:
      return shell(KIN SHAKEN "sleep 600 & exit 0", SHORT_MS);
    case 8:
      return shell(KIN SHAKEN "exec 1>&-; " DEAF_TO_THE_END, SHORT_MS);
    default:
      return shell(KIN SHAKEN "cat > /dev/null", LONG_MS);
  }
}

static void ended(void *userdata, mcpclient_call *call, mcpclient_status status,
                  mcpclient_str result, const mcpclient_error *error) {
  (void)call;
  (void)result;
  (void)error;
  CHECK(status == MCPCLIENT_OK || status == MCPCLIENT_E_CLOSED ||
        status == MCPCLIENT_E_CANCELLED);
  ++*(int *)userdata;
}

static void closed(void *userdata, mcpclient *client, mcpclient_client_state state,
                   const mcpclient_error *error) {
  (void)client;
  (void)error;
  *(int *)userdata += state == MCPCLIENT_STATE_CLOSED;
}

/* What callbacks have told; they run on threads of the library's, one client's after the other. */
typedef struct {
  int closed, ended[3];
} tally;

/* Ends one server: each in another way, and at another moment. */
static void end_one(mcpclient_runtime *runtime, const kin *kin, int number, tally *tally,
                    int *started) {
  mcpclient_transport *transport = server(number);
  mcpclient *client = NULL;
  mcpclient_call *calls[3];
  mcpclient_host host;
  mcpclient_options options;
  int index;
  mcpclient_host_init(&host, sizeof host);
  host.userdata = &tally->closed;
  host.state = closed;
  mcpclient_options_init(&options, sizeof options);
  legacy(&options);
  kin_tell(kin, transport);
  CHECK_OK(mcpclient_new(runtime, transport, &host, &options, &client, NULL));
  for (index = 0; index < 3; index++) {
    mcpclient_call_options call_options;
    mcpclient_status status;
    mcpclient_call_options_init(&call_options, sizeof call_options);
    call_options.done = ended;
    call_options.userdata = &tally->ended[index];
    calls[index] = NULL;
    status = mcpclient_ping(client, &call_options, &calls[index]);
    CHECK(status == MCPCLIENT_OK || status == MCPCLIENT_E_CLOSED);
    *started += status == MCPCLIENT_OK;
  }
  switch (number % 4) {
    case 0:
      CHECK(mcpclient_close(client) != MCPCLIENT_E_INVALID_ARG);
      break;
    case 1:
      CHECK(mcpclient_call_cancel(calls[0], no_text) != MCPCLIENT_E_REENTRANT);
      break;
    case 2:
      CHECK(mcpclient_call_wait(calls[0], 10) != MCPCLIENT_E_REENTRANT);
      break;
    default:
      break;
  }
  for (index = 0; index < 3; index++) {
    mcpclient_call_free(calls[index]);
  }
  mcpclient_free(client);
}

/* The callbacks of the endings are due, and what is not told here is told when the runtime goes. */
static void deliver(mcpclient_runtime *runtime, int32_t dispatch) {
  if (dispatch == MCPCLIENT_DISPATCH_PUMP) {
    CHECK_OK(mcpclient_runtime_pump(runtime, 0, NULL));
  } else if (dispatch == MCPCLIENT_DISPATCH_INLINE) {
    mcpclient_status status = mcpclient_runtime_wait(runtime, 0);
    CHECK(status == MCPCLIENT_OK || status == MCPCLIENT_E_PENDING);
  }
}

static void end_many(int32_t dispatch, int count, int threads, int descriptors) {
  enum { MOST = 200 };
  static tally tallies[MOST];
  mcpclient_runtime_options options;
  mcpclient_runtime *runtime = NULL;
  int number, started = 0, told = 0;
  kin kin;
  memset(tallies, 0, sizeof tallies);
  kin_make(&kin);
  mcpclient_runtime_options_init(&options, sizeof options);
  options.dispatch = dispatch;
  CHECK_OK(mcpclient_runtime_new(&options, &runtime, NULL));
  for (number = 0; number < count; number++) {
    end_one(runtime, &kin, number, &tallies[number], &started);
    deliver(runtime, dispatch);
    /* Inline, all is done by the one thread that there is. */
    CHECK(dispatch != MCPCLIENT_DISPATCH_INLINE || process_threads() == threads);
  }
  mcpclient_runtime_free(runtime);
  for (number = 0; number < count; number++) {
    CHECK_NUMBER(tallies[number].closed, 1);
    told += tallies[number].ended[0] + tallies[number].ended[1] + tallies[number].ended[2];
  }
  CHECK_NUMBER(told, started);
  CHECK_NUMBER(process_children(), 0);
  CHECK(kin_end(&kin));
  kin_remove(&kin);
  CHECK_NUMBER(process_threads(), threads);
  CHECK_NUMBER(process_descriptors(), descriptors);
}

/* proves: STD-11 */
int main(void) {
  static const int32_t dispatches[ROUNDS] = {
      MCPCLIENT_DISPATCH_THREAD, MCPCLIENT_DISPATCH_PUMP, MCPCLIENT_DISPATCH_INLINE,
      MCPCLIENT_DISPATCH_THREAD, MCPCLIENT_DISPATCH_PUMP};
  const int count = check_count(200, 20);
  size_t memory[ROUNDS], spare = 0;
  int round, threads, descriptors;
  CHECK_NUMBER(process_threads(), 1);
  /* What is made once, whatever ends, is made before counting. */
  for (round = 0; round < 3; round++) {
    end_many(dispatches[round], 10, process_threads(), process_descriptors());
  }
  threads = process_threads();
  descriptors = process_descriptors();
  CHECK_NUMBER(threads, 1);
  for (round = 0; round < ROUNDS; round++) {
    end_many(dispatches[round], count, threads, descriptors);
    memory[round] = process_memory_left(&spare);
  }
  for (round = 1; round < ROUNDS; round++) {
    CHECK_BELOW(memory[round], memory[0] + spare);
  }
  return check_finish();
}
