/* Visits to a URL: shown whole, opened by nobody here. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

static const setting general;

/* proves: ELI-29, ELI-35, URL-01, URL-04, URL-06, URL-07, URL-09, URL-10 */
static void test_visit(scene *scene) {
  mcpclient_call *call =
      scene_tool(scene, "url", "{\"url\":\"https://example.com/pay?sum=9%20\\u20ac\"}");
  mcpclient_input *input = scene_input(scene, MCPCLIENT_INPUT_URL);
  mcpclient_str url = mcpclient_input_url(input);
  event *event;
  char *text;
  uint64_t id;
  CHECK_TEXT(mcpclient_input_message(input), "Please visit");
  CHECK_TEXT(mcpclient_input_url_raw(input), "https://example.com/pay?sum=9%20\xe2\x82\xac");
  CHECK_HAS(url, "https://example.com/pay");
  CHECK(url.ptr[url.len] == '\0');
  CHECK_TEXT(mcpclient_input_elicitation_id(input), "visit-1");
  CHECK_TEXT(mcpclient_input_url_canonical(input), "https://example.com/pay?sum=9%20%E2%82%AC");
  CHECK_TEXT(mcpclient_input_url_host(input), "example.com");
  CHECK_TEXT(mcpclient_input_url_domain(input), "example.com");
  CHECK_NUMBER(mcpclient_input_url_hazard_count(input), 1);
  CHECK_NUMBER(mcpclient_input_url_hazard(input, 0), MCPCLIENT_URL_HAZARD_REWRITTEN);
  CHECK_NUMBER(mcpclient_input_url_hazard(input, 1), 0);
  CHECK_NUMBER(mcpclient_input_hazard_count(input), 0);
  id = mcpclient_input_id(input);
  CHECK_NUMBER(mcpclient_input_field_count(input), 0);
  CHECK_STATUS(mcpclient_input_preview(input, &url, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_accept_json(input, view("{}"), NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK(mcpclient_input_is_open(input));
  CHECK_OK(mcpclient_input_accept(input, NULL));
  CHECK_STATUS(mcpclient_input_accept(input, NULL), MCPCLIENT_E_GONE);
  mcpclient_input_free(input);
  text = scene_text(scene, call);
  CHECK_TEXT(view(text), "{\"action\":\"accept\"}");
  free(text);
  mcpclient_call_free(call);
  event = scene_next(scene, SAW_VISITED);
  CHECK_NUMBER(event->id, id);
  event_free(event);
}

static void with_host(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)host;
  options->server_host = view("mcp.exarnple.com");
}

/* proves: URL-06 */
static void test_own_host(void) {
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  mcpclient_input *input;
  setting.adjust = with_host;
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "url", "{\"url\":\"https://example.com/\"}");
  input = scene_input(&scene, MCPCLIENT_INPUT_URL);
  CHECK_NUMBER(mcpclient_input_url_hazard_count(input), 1);
  CHECK_NUMBER(mcpclient_input_url_hazard(input, 0), MCPCLIENT_URL_HAZARD_LOOK_ALIKE);
  CHECK_OK(mcpclient_input_decline(input, no_text));
  mcpclient_input_free(input);
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  scene_close(&scene);
}

static void test_refusals(scene *scene) {
  static const char *const wants[] = {"{\"action\":\"decline\"}", "{\"action\":\"cancel\"}",
                                      "{\"action\":\"cancel\"}"};
  size_t index;
  for (index = 0; index < 3; index++) {
    mcpclient_call *call = scene_tool(scene, "url", NULL);
    mcpclient_input *input = scene_input(scene, MCPCLIENT_INPUT_URL);
    char *text;
    if (index == 0) {
      CHECK_OK(mcpclient_input_decline(input, no_text));
    } else if (index == 1) {
      CHECK_OK(mcpclient_input_cancel(input));
    }
    mcpclient_input_free(input);
    text = scene_text(scene, call);
    CHECK_TEXT(view(text), wants[index]);
    free(text);
    mcpclient_call_free(call);
  }
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    setting setting = general;
    scene scene;
    setting.dispatch = dispatch;
    scene_open(&scene, &setting);
    test_visit(&scene);
    test_refusals(&scene);
    scene_close(&scene);
  }
  test_own_host();
  return check_finish();
}
