#include "scene.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Long enough for a busy machine under valgrind. */
#define DEADLINE_MS 120000

/* The userdata of a call: the scene that writes it down, and what the test gave. */
typedef struct {
  scene *scene;
  void *given;
} call_data;

mcpclient_str view(const char *text) { return mcpclient_str_from(text); }

const char *puppet(void) {
  const char *path = getenv("PUPPET");
  if (path == NULL) {
    fputs("PUPPET must name the puppet server\n", stderr);
    exit(2);
  }
  return path;
}

static void give_up(const char *what) {
  printf("gave up waiting for %s\n0 passed, 1 failed\n", what);
  fflush(stdout);
  _Exit(1);
}

static char *copied(mcpclient_str text) {
  char *copy = malloc(text.len + 1);
  if (copy == NULL) {
    give_up("memory");
  }
  if (text.len > 0) {
    memcpy(copy, text.ptr, text.len);
  }
  copy[text.len] = '\0';
  return copy;
}

static void put(scene *scene, event event_) {
  event *made = malloc(sizeof *made);
  if (made == NULL) {
    give_up("memory");
  }
  *made = event_;
  made->next = NULL;
  pthread_mutex_lock(&scene->lock);
  *(scene->first == NULL ? &scene->first : &scene->last->next) = made;
  scene->last = made;
  pthread_cond_broadcast(&scene->changed);
  pthread_mutex_unlock(&scene->lock);
}

static event blank(saw what) {
  event event_;
  memset(&event_, 0, sizeof event_);
  event_.what = what;
  return event_;
}

static event texted(saw what, mcpclient_str text) {
  event event_ = blank(what);
  event_.text = copied(text);
  return event_;
}

static void on_input(void *userdata, mcpclient_input *input) {
  scene *scene = userdata;
  event event_ = blank(SAW_INPUT);
  if (scene->on_input != NULL) {
    scene->on_input(scene, input);
    return;
  }
  event_.input = input;
  put(scene, event_);
}

static void on_input_closed(void *userdata, mcpclient *client, uint64_t id, int32_t why) {
  scene *scene = userdata;
  event event_ = blank(SAW_INPUT_CLOSED);
  CHECK(client != NULL);
  event_.id = id;
  event_.number = why;
  put(scene, event_);
}

static void on_state(void *userdata, mcpclient *client, int32_t state,
                     const mcpclient_error *error) {
  scene *scene = userdata;
  event event_ = texted(state == MCPCLIENT_STATE_READY        ? SAW_READY
                        : state == MCPCLIENT_STATE_CONNECTING ? SAW_RESTARTING
                        : state == MCPCLIENT_STATE_SUSPENDED  ? SAW_SUSPENDED
                                                              : SAW_CLOSED,
                        mcpclient_error_message(error));
  event_.number = mcpclient_error_status(error);
  CHECK((state == MCPCLIENT_STATE_CLOSED) == (error != NULL));
  /* What is told may be over already. */
  CHECK(mcpclient_state(client) == state || mcpclient_state(client) == MCPCLIENT_STATE_CLOSED);
  put(scene, event_);
  if (scene->on_state != NULL) {
    scene->on_state(scene, client, state);
  }
}

static void on_progress(void *userdata, mcpclient_call *call, mcpclient_str params) {
  event event_ = texted(SAW_PROGRESS, params);
  event_.call = call;
  put(userdata, event_);
}

static void on_log(void *userdata, mcpclient *client, mcpclient_str params) {
  CHECK(client != NULL);
  put(userdata, texted(SAW_LOG, params));
}

static void on_notification(void *userdata, mcpclient *client, mcpclient_str method,
                            mcpclient_str params) {
  CHECK(client != NULL);
  CHECK(params.ptr == NULL || mcpclient_json_kind(params) == MCPCLIENT_JSON_OBJECT);
  put(userdata, texted(SAW_NOTIFICATION, method));
}

static void on_stderr(void *userdata, mcpclient *client, mcpclient_str line) {
  CHECK(client != NULL);
  CHECK(line.ptr[line.len] == '\0');
  put(userdata, texted(SAW_STDERR, line));
}

static void on_visited(void *userdata, mcpclient *client, uint64_t id) {
  scene *scene = userdata;
  event event_ = blank(SAW_VISITED);
  CHECK(client != NULL);
  event_.id = id;
  put(scene, event_);
}

static void on_task(void *userdata, mcpclient_call *call, mcpclient_str state) {
  event event_ = texted(SAW_TASK, state);
  event_.call = call;
  put(userdata, event_);
}

static void on_watching(void *userdata, mcpclient *client, uint32_t lists,
                        const mcpclient_str *uris, size_t uri_count) {
  char all[1024] = "";
  event event_;
  size_t index;
  CHECK(client != NULL);
  for (index = 0; index < uri_count && strlen(all) + uris[index].len + 2 < sizeof all; index++) {
    strncat(all, uris[index].ptr, uris[index].len);
    strcat(all, "\n");
  }
  event_ = texted(SAW_WATCHING, view(all));
  event_.number = (int32_t)lists;
  put(userdata, event_);
}

static void on_warning(void *userdata, mcpclient *client, int32_t kind, mcpclient_str detail) {
  event event_ = texted(SAW_WARNING, detail);
  CHECK(client != NULL);
  CHECK(detail.ptr[detail.len] == '\0');
  event_.number = kind;
  put(userdata, event_);
}

static void on_free(void *userdata) {
  scene *scene = userdata;
  pthread_mutex_lock(&scene->lock);
  scene->freed++;
  pthread_cond_broadcast(&scene->changed);
  pthread_mutex_unlock(&scene->lock);
}

static void on_runtime_free(void *userdata) {
  scene *scene = userdata;
  pthread_mutex_lock(&scene->lock);
  scene->runtime_freed++;
  pthread_cond_broadcast(&scene->changed);
  pthread_mutex_unlock(&scene->lock);
}

static void on_wakeup(void *userdata) {
  scene *scene = userdata;
  pthread_mutex_lock(&scene->lock);
  scene->wakeups++;
  pthread_cond_broadcast(&scene->changed);
  pthread_mutex_unlock(&scene->lock);
}

static void on_done(void *userdata, mcpclient_call *call, mcpclient_status status,
                    mcpclient_str result, const mcpclient_error *error) {
  call_data *data = userdata;
  event event_ = texted(SAW_DONE, status == MCPCLIENT_OK ? result : mcpclient_error_message(error));
  CHECK((status == MCPCLIENT_OK) == (error == NULL));
  CHECK((status == MCPCLIENT_OK) == (result.ptr != NULL));
  CHECK(mcpclient_call_status(call) == status);
  event_.call = call;
  event_.number = status;
  event_.userdata = data->given;
  put(data->scene, event_);
  if (data->scene->on_done != NULL) {
    data->scene->on_done(data->scene, call);
  }
}

static void on_call_free(void *userdata) {
  call_data *data = userdata;
  event event_ = blank(SAW_FREED);
  event_.userdata = data->given;
  put(data->scene, event_);
  free(data);
}

mcpclient_call_options scene_call_options(scene *scene, void *userdata) {
  mcpclient_call_options options;
  call_data *data = malloc(sizeof *data);
  if (data == NULL) {
    give_up("memory");
  }
  data->scene = scene;
  data->given = userdata;
  mcpclient_call_options_init(&options, sizeof options);
  options.done = on_done;
  options.userdata = data;
  options.userdata_free = on_call_free;
  return options;
}

mcpclient_transport *scene_transport(const setting *setting) {
  mcpclient_transport *transport = NULL;
  mcpclient_str argv[8];
  char path[1024];
  size_t argc = 0;
  if (setting->transport != NULL) {
    return setting->transport;
  }
  argv[argc++] = view(puppet());
  if (setting->argv != NULL) {
    for (; setting->argv[argc - 1] != NULL && argc < 8; argc++) {
      argv[argc] = view(setting->argv[argc - 1]);
    }
  } else if (setting->script != NULL) {
    const char *scripts = getenv("SCRIPTS");
    snprintf(path, sizeof path, "%s/%s", scripts ? scripts : ".", setting->script);
    argv[argc++] = view(path);
  } else {
    argv[argc++] = view("--serve");
  }
  CHECK_OK(mcpclient_transport_stdio(argv, argc, &transport, NULL));
  return transport;
}

void scene_start(scene *scene, const setting *setting) {
  mcpclient_runtime_options runtime_options;
  mcpclient_options options;
  mcpclient_host host;
  mcpclient_error *error = NULL;
  memset(scene, 0, sizeof *scene);
  pthread_mutex_init(&scene->lock, NULL);
  pthread_cond_init(&scene->changed, NULL);
  scene->dispatch = setting->dispatch;

  mcpclient_runtime_options_init(&runtime_options, sizeof runtime_options);
  runtime_options.dispatch = setting->dispatch;
  runtime_options.wakeup = on_wakeup;
  runtime_options.userdata = scene;
  runtime_options.userdata_free = on_runtime_free;
  CHECK_OK(mcpclient_runtime_new(&runtime_options, &scene->runtime, NULL));

  mcpclient_host_init(&host, sizeof host);
  host.userdata = scene;
  host.userdata_free = on_free;
  host.input_closed = on_input_closed;
  host.state = on_state;
  host.progress = on_progress;
  host.log = on_log;
  host.notification = on_notification;
  host.stderr_line = on_stderr;
  host.warning = on_warning;
  host.visited = on_visited;
  host.task = on_task;
  host.watching = on_watching;
  host.roots = setting->roots;
  if (!setting->offers_nothing) {
    host.elicit_form = on_input;
    host.elicit_url = on_input;
    host.sample = on_input;
    host.list_roots = setting->roots == NULL ? on_input : NULL;
  }
  mcpclient_options_init(&options, sizeof options);
  options.label = MCPCLIENT_STR("puppet");
  options.program_name = MCPCLIENT_STR("c-test");
  options.program_version = MCPCLIENT_STR("1.0");
  /* A script has to say first what is asked first. */
  if (setting->script != NULL) {
    options.era = MCPCLIENT_ERA_LEGACY;
  }
  if (setting->adjust != NULL) {
    setting->adjust(scene, &host, &options);
  }
  if (!CHECK_OK(mcpclient_new(scene->runtime, scene_transport(setting), &host, &options,
                              &scene->client, &error))) {
    printf("%s\n", mcpclient_error_message(error).ptr);
    give_up("the puppet");
  }
}

void scene_open(scene *scene, const setting *setting) {
  scene_start(scene, setting);
  event_free(scene_next(scene, SAW_READY));
}

void scene_close(scene *scene) {
  event *event_, *next;
  mcpclient_free(scene->client);
  mcpclient_runtime_free(scene->runtime);
  CHECK_NUMBER(scene->freed, 1);
  CHECK_NUMBER(scene->runtime_freed, 1);
  for (event_ = scene->first; event_ != NULL; event_ = next) {
    next = event_->next;
    mcpclient_input_free(event_->input);
    event_free(event_);
  }
  pthread_cond_destroy(&scene->changed);
  pthread_mutex_destroy(&scene->lock);
}

void scene_played(scene *scene) {
  CHECK_OK(mcpclient_close(scene->client));
  event_free(scene_next(scene, SAW_CLOSED));
  while (scene_has(scene, SAW_STDERR)) {
    event *line = scene_next(scene, SAW_STDERR);
    CHECK_TEXT(view(line->text), "nothing on stderr");
    event_free(line);
  }
}

void event_free(event *event_) {
  free(event_->text);
  free(event_);
}

static event *take(scene *scene, saw what) {
  event **place, *before = NULL;
  for (place = &scene->first; *place != NULL; place = &(*place)->next) {
    if ((*place)->what == what) {
      event *found = *place;
      *place = found->next;
      scene->last = scene->last == found ? before : scene->last;
      return found;
    }
    before = *place;
  }
  return NULL;
}

int scene_has(scene *scene, saw what) {
  event *event_;
  int found = 0;
  pthread_mutex_lock(&scene->lock);
  for (event_ = scene->first; event_ != NULL; event_ = event_->next) {
    found = found || event_->what == what;
  }
  pthread_mutex_unlock(&scene->lock);
  return found;
}

/* Lets something happen; gives up when nothing does. */
static void turn(scene *scene) {
  if (scene->dispatch == MCPCLIENT_DISPATCH_PUMP) {
    struct pollfd pollfd;
    pollfd.fd = mcpclient_runtime_wakeup_fd(scene->runtime);
    pollfd.events = POLLIN;
    if (poll(&pollfd, 1, DEADLINE_MS) != 1) {
      give_up("something to pump");
    }
    CHECK_OK(mcpclient_runtime_pump(scene->runtime, 0, NULL));
  } else if (mcpclient_runtime_wait(scene->runtime, DEADLINE_MS) != MCPCLIENT_OK) {
    give_up("something to happen");
  }
}

/* Nothing comes after the client's last callback. */
static void still_open(const scene *scene, const char *what) {
  const event *event_, *line;
  for (event_ = scene->first; event_ != NULL; event_ = event_->next) {
    if (event_->what == SAW_CLOSED) {
      for (line = scene->first; line != NULL; line = line->next) {
        if (line->what == SAW_STDERR) {
          printf("%s\n", line->text);
        }
      }
      printf("closed: %s\n", event_->text);
      give_up(what);
    }
  }
}

event *scene_next(scene *scene, saw what) {
  static const char *const names[] = {[SAW_INPUT] = "an input",
                                      [SAW_INPUT_CLOSED] = "an input's end",
                                      [SAW_VISITED] = "a visit's end",
                                      [SAW_READY] = "ready",
                                      [SAW_SUSPENDED] = "suspended",
                                      [SAW_CLOSED] = "closed",
                                      [SAW_PROGRESS] = "progress",
                                      [SAW_LOG] = "a log message",
                                      [SAW_NOTIFICATION] = "a notification",
                                      [SAW_STDERR] = "stderr",
                                      [SAW_WARNING] = "a warning",
                                      [SAW_DONE] = "a call's end",
                                      [SAW_FREED] = "userdata's end"};
  struct timespec until;
  event *found;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += DEADLINE_MS / 1000;
  pthread_mutex_lock(&scene->lock);
  while ((found = take(scene, what)) == NULL) {
    still_open(scene, names[what]);
    if (scene->dispatch != MCPCLIENT_DISPATCH_THREAD) {
      pthread_mutex_unlock(&scene->lock);
      turn(scene);
      pthread_mutex_lock(&scene->lock);
    } else if (pthread_cond_timedwait(&scene->changed, &scene->lock, &until) == ETIMEDOUT) {
      give_up(names[what]);
    }
  }
  pthread_mutex_unlock(&scene->lock);
  return found;
}

mcpclient_status scene_finish(scene *scene, mcpclient_call *call) {
  mcpclient_status status = mcpclient_call_wait(call, DEADLINE_MS);
  (void)scene;
  if (status == MCPCLIENT_E_PENDING) {
    give_up("a call's end");
  }
  return status;
}

mcpclient_call *scene_tool(scene *scene, const char *name, const char *arguments) {
  mcpclient_call *call = NULL;
  CHECK_OK(mcpclient_call_tool(scene->client, view(name), view(arguments), NULL, &call));
  return call;
}

mcpclient_input *scene_input(scene *scene, int32_t kind) {
  event *event_ = scene_next(scene, SAW_INPUT);
  mcpclient_input *input = event_->input;
  CHECK_NUMBER(mcpclient_input_kind(input), kind);
  event_free(event_);
  return input;
}

char *scene_text(scene *scene, mcpclient_call *call) {
  mcpclient_str result;
  size_t size;
  char *text;
  CHECK_OK(scene_finish(scene, call));
  result = mcpclient_call_result(call);
  size = mcpclient_result_text(result, NULL, 0);
  text = malloc(size + 1);
  if (text == NULL) {
    give_up("memory");
  }
  text[0] = '\0';
  CHECK_NUMBER(mcpclient_result_text(result, text, size), size);
  return text;
}
