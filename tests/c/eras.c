/* Both eras of the protocol, as C chooses and sees them. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

static const char *const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

static void modern(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->era = MCPCLIENT_ERA_MODERN;
  options->tasks = MCPCLIENT_ON;
  options->extensions = MCPCLIENT_STR("{\"com.example/x\":{\"deep\":[1]}}");
}

static void modern_plain(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->era = MCPCLIENT_ERA_MODERN;
  options->cache = MCPCLIENT_OFF;
}

static void legacy(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->era = MCPCLIENT_ERA_LEGACY;
}

/* As a host says it that was here before, and knows. */
static void known(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->era = MCPCLIENT_ERA_AUTO;
  options->known_era = MCPCLIENT_ERA_LEGACY;
}

static void no_choice(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->era = MCPCLIENT_ERA_AUTO;
  options->cache = MCPCLIENT_OFF;
}

static void finished(scene *scene, mcpclient_call *call) {
  CHECK_OK(scene_finish(scene, call));
  mcpclient_call_free(call);
}

/* proves: MET-04, LOG-04, VER-21, PRG-01, EXT-01 */
static void test_meta(scene *scene) {
  mcpclient_call *call = NULL;
  mcpclient_call_options options;
  mcpclient_call_options_init(&options, sizeof options);
  options.withhold = MCPCLIENT_OFFER_FORM | MCPCLIENT_OFFER_URL | MCPCLIENT_OFFER_SAMPLE |
                     MCPCLIENT_OFFER_ROOTS;
  options.meta = MCPCLIENT_STR("{\"mine\":1}");
  options.log_level = MCPCLIENT_STR("info");
  options.tracestate = MCPCLIENT_STR("a=1");
  options.baggage = MCPCLIENT_STR("k=v");
  options.progress = MCPCLIENT_OFF;
  /* What cannot be right is said at once, and nothing is sent. */
  options.traceparent = MCPCLIENT_STR("00-0af7-b7ad-01");
  CHECK_STATUS(mcpclient_call_tool(scene->client, view("a"), no_text, &options, &call),
               MCPCLIENT_E_INVALID_ARG);
  options.traceparent = view(parent);
  options.progress = 7;
  CHECK_STATUS(mcpclient_call_tool(scene->client, view("a"), no_text, &options, &call),
               MCPCLIENT_E_INVALID_ARG);
  options.progress = MCPCLIENT_OFF;
  options.flags = 1u << 31;
  CHECK_STATUS(mcpclient_call_tool(scene->client, view("a"), no_text, &options, &call),
               MCPCLIENT_E_UNSUPPORTED);
  options.flags = 0;
  CHECK_OK(mcpclient_call_tool(scene->client, view("a"), no_text, &options, &call));
  CHECK_OK(scene_finish(scene, call));
  CHECK_NUMBER(mcpclient_call_age_ms(call), -1);
  mcpclient_call_free(call);
}

/* proves: CAC-01, CAC-03, CAC-06 */
static void test_kept(scene *scene) {
  mcpclient_call *call = NULL;
  mcpclient_call_options options;
  mcpclient_call_options_init(&options, sizeof options);
  CHECK_OK(mcpclient_read_resource(scene->client, view("file:///a"), NULL, &call));
  CHECK_NUMBER(mcpclient_call_age_ms(call), -1);
  CHECK_OK(scene_finish(scene, call));
  CHECK_NUMBER(mcpclient_call_age_ms(call), -1);
  mcpclient_call_free(call);

  CHECK_OK(mcpclient_read_resource(scene->client, view("file:///a"), NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  CHECK(mcpclient_call_age_ms(call) >= 0);
  CHECK_TEXT(mcpclient_call_result(call), "{\"contents\":[],\"ttlMs\":3600000}");
  mcpclient_call_free(call);

  options.flags = MCPCLIENT_CALL_FRESH | MCPCLIENT_CALL_RETRY_LOST;
  CHECK_OK(mcpclient_read_resource(scene->client, view("file:///a"), &options, &call));
  CHECK_OK(scene_finish(scene, call));
  CHECK_NUMBER(mcpclient_call_age_ms(call), -1);
  mcpclient_call_free(call);
}

/* proves: SUB-04, SUB-06 */
static void test_watch(scene *scene) {
  mcpclient_str uris[2] = {{0}, {0}};
  event *event;
  uris[0] = view("file:///a");
  uris[1] = view("file:///b");
  CHECK_STATUS(mcpclient_watch(scene->client, 8, NULL, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_watch(scene->client, 0, NULL, 1), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_watch(scene->client, 0, &bad_utf8, 1), MCPCLIENT_E_BAD_JSON);
  /* The server has no changes of prompts to tell. */
  CHECK_OK(mcpclient_watch(scene->client, MCPCLIENT_LIST_TOOLS | MCPCLIENT_LIST_PROMPTS, uris, 2));
  event = scene_next(scene, SAW_WATCHING);
  CHECK_NUMBER(event->number, MCPCLIENT_LIST_TOOLS);
  CHECK(!strcmp(event->text, "file:///b\n"));
  event_free(event);
  event = scene_next(scene, SAW_NOTIFICATION);
  CHECK(!strcmp(event->text, "notifications/tools/list_changed"));
  event_free(event);
}

/* proves: TSX-02, TSX-05, TSX-14 */
static void test_task(scene *scene) {
  mcpclient_call *call = scene_tool(scene, "long", NULL);
  event *event = scene_next(scene, SAW_TASK);
  char *text;
  CHECK(event->call == call);
  CHECK_TEXT(mcpclient_json_at(view(event->text), view("/status")), "\"working\"");
  event_free(event);
  event = scene_next(scene, SAW_TASK);
  CHECK_TEXT(mcpclient_json_at(view(event->text), view("/status")), "\"completed\"");
  event_free(event);
  text = scene_text(scene, call);
  CHECK(!strcmp(text, "late"));
  free(text);
  mcpclient_call_free(call);
}

/* There is no channel for a refusal: the host is told before it says no. proves: MRT-15, SAM-44 */
static void test_refusal(scene *scene) {
  mcpclient_call *call = scene_tool(scene, "asks", NULL);
  mcpclient_input *input = scene_input(scene, MCPCLIENT_INPUT_SAMPLE);
  CHECK(mcpclient_input_refusal_ends_call(input));
  CHECK_NUMBER(mcpclient_input_round(input), 1);
  CHECK_OK(mcpclient_input_decline(input, no_text));
  CHECK_STATUS(scene_finish(scene, call), MCPCLIENT_E_REFUSED);
  mcpclient_input_free(input);
  mcpclient_call_free(call);
}

/* proves: VER-38 */
static void test_modern(void) {
  static const setting setting = {.script = "../c/scripts/modern.mcpt", .adjust = modern};
  scene scene;
  scene_start(&scene, &setting);
  event_free(scene_next(&scene, SAW_READY));
  CHECK_NUMBER(mcpclient_server_era(scene.client), MCPCLIENT_ERA_MODERN);
  CHECK_TEXT(mcpclient_revision(scene.client), "2026-07-28");
  test_meta(&scene);
  test_kept(&scene);
  test_watch(&scene);
  test_task(&scene);
  test_refusal(&scene);
  scene_played(&scene);
  scene_close(&scene);
}

/* A host that does not choose asks for the newer era. proves: VER-32 */
static void test_without_a_cache(void (*adjust)(scene *, mcpclient_host *, mcpclient_options *)) {
  const setting setting = {
      .script = "../c/scripts/modern-plain.mcpt", .offers_nothing = 1, .adjust = adjust};
  scene scene;
  mcpclient_call *call = NULL;
  int count;
  scene_open(&scene, &setting);
  for (count = 0; count < 2; count++) {
    CHECK_OK(mcpclient_read_resource(scene.client, view("file:///a"), NULL, &call));
    finished(&scene, call);
  }
  scene_played(&scene);
  scene_close(&scene);
}

/* proves: SUB-01, VER-45 */
static void test_legacy(void (*adjust)(scene *, mcpclient_host *, mcpclient_options *)) {
  const setting setting = {.script = "../c/scripts/legacy.mcpt", .adjust = adjust};
  scene scene;
  event *event;
  mcpclient_str uri = {0};
  uri = view("file:///a");
  scene_open(&scene, &setting);
  CHECK_NUMBER(mcpclient_server_era(scene.client), MCPCLIENT_ERA_LEGACY);
  CHECK_OK(mcpclient_watch(scene.client, MCPCLIENT_LIST_TOOLS, &uri, 1));
  event = scene_next(&scene, SAW_WATCHING);
  CHECK_NUMBER(event->number, MCPCLIENT_LIST_TOOLS);
  event_free(event);
  event_free(scene_next(&scene, SAW_NOTIFICATION));
  CHECK_OK(mcpclient_watch(scene.client, 0, NULL, 0));
  event_free(scene_next(&scene, SAW_WATCHING));
  scene_played(&scene);
  scene_close(&scene);
}

/* A server of the older era, for a host that speaks nothing but the newer. proves: VER-38 */
static void test_no_era_in_common(void) {
  static const setting setting = {.adjust = modern};
  scene scene;
  event *event;
  scene_start(&scene, &setting);
  event = scene_next(&scene, SAW_CLOSED);
  CHECK_NUMBER(event->number, MCPCLIENT_E_VERSION);
  event_free(event);
  CHECK_NUMBER(mcpclient_server_era(scene.client), MCPCLIENT_ERA_AUTO);
  scene_close(&scene);
}

static void not_an_era(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->era = 3;
}

static void not_known(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->known_era = -1;
}

static void neither_on_nor_off(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->restart = -1;
}

static void test_options(void) {
  static void (*const wrong[])(scene *, mcpclient_host *, mcpclient_options *) = {
      not_an_era, not_known, neither_on_nor_off};
  size_t index;
  for (index = 0; index < 3; index++) {
    static const setting setting;
    scene scene;
    mcpclient_host host;
    mcpclient_options options;
    mcpclient_runtime *runtime = NULL;
    mcpclient *client = NULL;
    memset(&scene, 0, sizeof scene);
    mcpclient_host_init(&host, sizeof host);
    mcpclient_options_init(&options, sizeof options);
    wrong[index](&scene, &host, &options);
    CHECK_OK(mcpclient_runtime_new(NULL, &runtime, NULL));
    CHECK_STATUS(mcpclient_new(runtime, scene_transport(&setting), &host, &options, &client, NULL),
                 MCPCLIENT_E_INVALID_ARG);
    CHECK(client == NULL);
    mcpclient_runtime_free(runtime);
  }
}

int main(void) {
  test_modern();
  test_without_a_cache(modern_plain);
  test_without_a_cache(no_choice);
  test_legacy(legacy);
  test_legacy(known);
  test_no_era_in_common();
  test_options();
  return check_finish();
}
