/* Structs that grow: older and newer ones, and userdata that is freed exactly once. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

static int freed;

static void count_free(void *userdata) {
  CHECK(userdata == &freed);
  freed++;
}

static void never_done(void *userdata, mcpclient_call *call, mcpclient_status status,
                       mcpclient_str result, const mcpclient_error *error) {
  (void)userdata;
  (void)call;
  (void)status;
  (void)result;
  (void)error;
  CHECK(!"done of a call that was not started");
}

/* Each struct, and room behind it for fields that this header does not know. */
typedef union {
  size_t struct_size;
  mcpclient_runtime_options runtime;
  mcpclient_host host;
  mcpclient_options client;
  mcpclient_call_options call;
  mcpclient_model model;
  mcpclient_choice choice;
  unsigned char bytes[1024];
} any;

static void init_runtime(any *any_, size_t size) {
  mcpclient_runtime_options_init(any_ ? &any_->runtime : NULL, size);
}

static void init_host(any *any_, size_t size) {
  mcpclient_host_init(any_ ? &any_->host : NULL, size);
}

static void init_client(any *any_, size_t size) {
  mcpclient_options_init(any_ ? &any_->client : NULL, size);
}

static void init_call(any *any_, size_t size) {
  mcpclient_call_options_init(any_ ? &any_->call : NULL, size);
}

static void init_model(any *any_, size_t size) {
  mcpclient_model_init(any_ ? &any_->model : NULL, size);
}

static void init_choice(any *any_, size_t size) {
  mcpclient_choice_init(any_ ? &any_->choice : NULL, size);
}

static void test_init(void) {
  static const struct {
    void (*init)(any *, size_t);
    size_t size;
  } cases[] = {{init_runtime, sizeof(mcpclient_runtime_options)},
               {init_host, sizeof(mcpclient_host)},
               {init_client, sizeof(mcpclient_options)},
               {init_call, sizeof(mcpclient_call_options)},
               {init_model, sizeof(mcpclient_model)},
               {init_choice, sizeof(mcpclient_choice)}};
  size_t index, size, at;
  for (index = 0; index < sizeof cases / sizeof *cases; index++) {
    size_t sizes[3];
    sizes[0] = sizeof(size_t);
    sizes[1] = cases[index].size;
    sizes[2] = cases[index].size + 64;
    for (size = 0; size < 3; size++) {
      any any_;
      int clean = 1;
      memset(&any_, 0xaa, sizeof any_);
      cases[index].init(&any_, sizes[size]);
      CHECK_NUMBER(any_.struct_size, sizes[size]);
      for (at = sizeof(size_t); at < sizeof any_; at++) {
        clean = clean && any_.bytes[at] == (at < sizes[size] ? 0 : 0xaa);
      }
      CHECK(clean);
    }
    /* A size that cannot be right touches nothing. */
    {
      any any_;
      memset(&any_, 0xaa, sizeof any_);
      cases[index].init(&any_, 1);
      cases[index].init(&any_, SIZE_MAX);
      cases[index].init(NULL, cases[index].size);
      CHECK(any_.bytes[0] == 0xaa);
    }
  }
}

/* Tries a struct as it is, cut to its first field, and grown. */
static void test_sizes(void (*init)(any *, size_t), size_t size,
                       mcpclient_status (*attempt)(any *)) {
  any any_;
  init(&any_, size);
  CHECK_OK(attempt(&any_));

  /* Older: the rest is zero, whatever lies there. */
  memset(&any_, 0xaa, sizeof any_);
  init(&any_, sizeof(size_t));
  CHECK_OK(attempt(&any_));

  /* Newer, and asking for nothing new. */
  init(&any_, size + 64);
  CHECK_OK(attempt(&any_));

  /* Newer, and asking for what this library does not have. */
  init(&any_, size + 64);
  any_.bytes[size + 63] = 1;
  CHECK_STATUS(attempt(&any_), MCPCLIENT_E_UNSUPPORTED);

  /* Never initialised. */
  init(&any_, size);
  any_.struct_size = 0;
  CHECK_STATUS(attempt(&any_), MCPCLIENT_E_INVALID_ARG);
  any_.struct_size = SIZE_MAX / 2;
  CHECK_STATUS(attempt(&any_), MCPCLIENT_E_INVALID_ARG);
}

static mcpclient_status make_runtime(any *any_) {
  mcpclient_runtime *runtime = NULL;
  mcpclient_status status = mcpclient_runtime_new(&any_->runtime, &runtime, NULL);
  CHECK((status == MCPCLIENT_OK) == (runtime != NULL));
  mcpclient_runtime_free(runtime);
  return status;
}

static mcpclient_runtime *shared;

static mcpclient_status make_client(const mcpclient_host *host, const mcpclient_options *options) {
  static const setting general;
  mcpclient *client = NULL;
  mcpclient_error *error = NULL;
  mcpclient_status status =
      mcpclient_new(shared, scene_transport(&general), host, options, &client, &error);
  CHECK((status == MCPCLIENT_OK) == (client != NULL));
  CHECK((status == MCPCLIENT_OK) == (error == NULL));
  CHECK_STATUS(mcpclient_error_status(error), status);
  mcpclient_error_free(error);
  mcpclient_free(client);
  return status;
}

static mcpclient_status make_host(any *any_) { return make_client(&any_->host, NULL); }

static mcpclient_status make_options(any *any_) { return make_client(NULL, &any_->client); }

static scene stage;

static mcpclient_status make_call(any *any_) {
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_ping(stage.client, &any_->call, &call);
  CHECK((status == MCPCLIENT_OK) == (call != NULL));
  if (call != NULL) {
    CHECK_OK(scene_finish(&stage, call));
  }
  mcpclient_call_free(call);
  return status;
}

/* Whatever made it fail, the userdata is freed, once, and before the function returns. */
static void test_runtime_userdata(void) {
  mcpclient_runtime_options options;
  mcpclient_runtime *runtime = NULL;
  mcpclient_error *error = NULL;
  any any_;
  freed = 0;
  mcpclient_runtime_options_init(&options, sizeof options);
  options.userdata = &freed;
  options.userdata_free = count_free;
  options.dispatch = 77;
  CHECK_STATUS(mcpclient_runtime_new(&options, &runtime, &error), MCPCLIENT_E_INVALID_ARG);
  CHECK(runtime == NULL);
  CHECK_HAS(mcpclient_error_message(error), "dispatch");
  mcpclient_error_free(error);
  CHECK_NUMBER(freed, 1);
  options.dispatch = -1;
  CHECK_STATUS(mcpclient_runtime_new(&options, &runtime, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(freed, 2);
  options.dispatch = MCPCLIENT_DISPATCH_THREAD;
  CHECK_STATUS(mcpclient_runtime_new(&options, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(freed, 3);
  init_runtime(&any_, sizeof options + 64);
  any_.runtime.userdata = &freed;
  any_.runtime.userdata_free = count_free;
  any_.bytes[sizeof options] = 1;
  CHECK_STATUS(mcpclient_runtime_new(&any_.runtime, &runtime, NULL), MCPCLIENT_E_UNSUPPORTED);
  CHECK_NUMBER(freed, 4);
  CHECK_OK(mcpclient_runtime_new(&options, &runtime, NULL));
  CHECK_NUMBER(freed, 4);
  mcpclient_runtime_free(runtime);
  CHECK_NUMBER(freed, 5);
}

static void test_host_userdata(void) {
  static const setting general;
  mcpclient_options options;
  mcpclient_host host;
  mcpclient *client = NULL;
  mcpclient_transport *nowhere = NULL;
  mcpclient_str program = MCPCLIENT_STR("/nowhere/at/all");
  mcpclient_error *error = NULL;
  any any_;
  freed = 0;
  mcpclient_host_init(&host, sizeof host);
  host.userdata = &freed;
  host.userdata_free = count_free;
  mcpclient_options_init(&options, sizeof options);
  CHECK_STATUS(mcpclient_new(NULL, scene_transport(&general), &host, NULL, &client, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(freed, 1);
  CHECK_STATUS(mcpclient_new(shared, NULL, &host, NULL, &client, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(freed, 2);
  CHECK_STATUS(mcpclient_new(shared, scene_transport(&general), &host, NULL, NULL, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(freed, 3);
  options.label = bad_utf8;
  CHECK_STATUS(mcpclient_new(shared, scene_transport(&general), &host, &options, &client, NULL),
               MCPCLIENT_E_BAD_JSON);
  CHECK_NUMBER(freed, 4);
  init_host(&any_, sizeof host + 64);
  any_.host.userdata = &freed;
  any_.host.userdata_free = count_free;
  any_.bytes[sizeof host + 8] = 1;
  CHECK_STATUS(mcpclient_new(shared, scene_transport(&general), &any_.host, NULL, &client, NULL),
               MCPCLIENT_E_UNSUPPORTED);
  CHECK_NUMBER(freed, 5);
  CHECK_OK(mcpclient_transport_stdio(&program, 1, &nowhere, NULL));
  if (check_under_valgrind()) {
    /* Its posix_spawn never fails. */
    mcpclient_transport_free(nowhere);
    return;
  }
  CHECK_STATUS(mcpclient_new(shared, nowhere, &host, NULL, &client, &error), MCPCLIENT_E_START);
  CHECK(mcpclient_error_message(error).len > 0);
  mcpclient_error_free(error);
  CHECK_NUMBER(freed, 6);
  CHECK(client == NULL);
}

static void test_call_userdata(void) {
  mcpclient_call_options options;
  mcpclient_call *call = NULL;
  any any_;
  freed = 0;
  mcpclient_call_options_init(&options, sizeof options);
  options.userdata = &freed;
  options.userdata_free = count_free;
  options.done = never_done;
  CHECK_STATUS(mcpclient_ping(NULL, &options, &call), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(freed, 1);
  CHECK_STATUS(mcpclient_request(stage.client, view("x"), view("[]"), &options, &call),
               MCPCLIENT_E_BAD_JSON);
  CHECK_NUMBER(freed, 2);
  CHECK_STATUS(mcpclient_call_tool(stage.client, no_text, no_text, &options, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(freed, 3);
  options.meta = bad_utf8;
  CHECK_STATUS(mcpclient_ping(stage.client, &options, &call), MCPCLIENT_E_BAD_JSON);
  CHECK_NUMBER(freed, 4);
  init_call(&any_, sizeof options + 64);
  any_.call.userdata = &freed;
  any_.call.userdata_free = count_free;
  any_.call.done = never_done;
  any_.bytes[sizeof options + 8] = 1;
  CHECK_STATUS(mcpclient_ping(stage.client, &any_.call, &call), MCPCLIENT_E_UNSUPPORTED);
  CHECK_NUMBER(freed, 5);
  CHECK(call == NULL);

  /* Without a done, the userdata is freed all the same when the call is over. */
  options.meta = no_text;
  options.done = NULL;
  CHECK_OK(mcpclient_ping(stage.client, &options, &call));
  CHECK_OK(scene_finish(&stage, call));
  CHECK_NUMBER(freed, 6);
  CHECK(mcpclient_call_userdata(call) == NULL);
  mcpclient_call_free(call);
}

static void test_options(void) {
  mcpclient_options options;
  mcpclient_str revisions[2];
  mcpclient_options_init(&options, sizeof options);
  revisions[0] = view("2025-06-18");
  revisions[1] = view("1999-01-01");
  options.revisions = revisions;
  options.revision_count = 2;
  CHECK_STATUS(make_client(NULL, &options), MCPCLIENT_E_UNSUPPORTED);
  revisions[1] = bad_utf8;
  CHECK_STATUS(make_client(NULL, &options), MCPCLIENT_E_BAD_JSON);
  revisions[1] = no_text;
  CHECK_STATUS(make_client(NULL, &options), MCPCLIENT_E_INVALID_ARG);
  options.revisions = NULL;
  CHECK_STATUS(make_client(NULL, &options), MCPCLIENT_E_INVALID_ARG);
  options.revision_count = 0;
  options.experimental = view("[1]");
  CHECK_STATUS(make_client(NULL, &options), MCPCLIENT_E_BAD_JSON);
  options.experimental = view("{\"x\":{}}");
  options.extensions = view("{");
  CHECK_STATUS(make_client(NULL, &options), MCPCLIENT_E_BAD_JSON);
  options.extensions = no_text;
  options.server_host = bad_utf8;
  CHECK_STATUS(make_client(NULL, &options), MCPCLIENT_E_BAD_JSON);
  options.server_host = view("mcp.example.com");
  CHECK_OK(make_client(NULL, &options));
}

int main(void) {
  static const setting general;
  test_init();
  test_sizes(init_runtime, sizeof(mcpclient_runtime_options), make_runtime);
  test_runtime_userdata();
  CHECK_OK(mcpclient_runtime_new(NULL, &shared, NULL));
  test_sizes(init_host, sizeof(mcpclient_host), make_host);
  test_sizes(init_client, sizeof(mcpclient_options), make_options);
  test_host_userdata();
  test_options();
  mcpclient_runtime_free(shared);
  scene_open(&stage, &general);
  test_sizes(init_call, sizeof(mcpclient_call_options), make_call);
  test_call_userdata();
  scene_close(&stage);
  return check_finish();
}
