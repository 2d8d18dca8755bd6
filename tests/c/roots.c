/* Roots: a live list, and a host that answers itself. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

static const setting general;

/* An empty list that is taken as it is: its paths are nowhere. */
static mcpclient_roots *unchecked(void) {
  mcpclient_roots *roots = NULL;
  CHECK_OK(mcpclient_roots_new(&roots));
  CHECK_OK(mcpclient_roots_set_checked(roots, 0));
  return roots;
}

/* proves: ROO-02, ROO-03, ROO-04, ROO-05, ROO-22 */
static void test_list(void) {
  mcpclient_roots *roots = NULL, *other = NULL;
  mcpclient_error *error = NULL;
  mcpclient_str bytes = {"/tmp/\xff", 6};
  CHECK_OK(mcpclient_roots_new(&roots));
  CHECK_NUMBER(mcpclient_roots_count(roots), 0);
  CHECK_TEXT(mcpclient_roots_uri(roots, 0), NULL);
  CHECK_OK(mcpclient_roots_add_path(roots, view("/home/ana/My Trips#1/50% \xc3\xa9"),
                                    view("Trips"), &error));
  CHECK(error == NULL);
  CHECK_TEXT(mcpclient_roots_uri(roots, 0), "file:///home/ana/My%20Trips%231/50%25%20%C3%A9");
  CHECK_TEXT(mcpclient_roots_name(roots, 0), "Trips");
  CHECK_OK(mcpclient_roots_add_uri(roots, view("file:///srv/data"), no_text, NULL));
  CHECK_NUMBER(mcpclient_roots_count(roots), 2);
  CHECK_TEXT(mcpclient_roots_uri(roots, 1), "file:///srv/data");
  CHECK_TEXT(mcpclient_roots_name(roots, 1), NULL);
  CHECK_TEXT(mcpclient_roots_uri(roots, 2), NULL);
  CHECK_TEXT(mcpclient_roots_name(roots, 2), NULL);

  /* The same place again is a new name. */
  CHECK_OK(mcpclient_roots_add_path(roots, view("/srv/data/"), view("Data"), NULL));
  CHECK_NUMBER(mcpclient_roots_count(roots), 2);
  CHECK_TEXT(mcpclient_roots_name(roots, 1), "Data");

  /* A path is bytes. */
  CHECK_OK(mcpclient_roots_add_path(roots, bytes, no_text, NULL));
  CHECK_TEXT(mcpclient_roots_uri(roots, 2), "file:///tmp/%FF");
  CHECK_OK(mcpclient_roots_remove(roots, view("file:///tmp/%FF")));
  CHECK_STATUS(mcpclient_roots_remove(roots, view("file:///tmp/%FF")), MCPCLIENT_E_GONE);

  CHECK_STATUS(mcpclient_roots_add_path(roots, view("relative"), no_text, &error),
               MCPCLIENT_E_ROOT);
  CHECK_STATUS(mcpclient_error_status(error), MCPCLIENT_E_ROOT);
  mcpclient_error_free(error);
  CHECK_STATUS(mcpclient_roots_add_uri(roots, view("https://example.com/"), no_text, NULL),
               MCPCLIENT_E_ROOT);
  CHECK_STATUS(mcpclient_roots_add_uri(roots, view("file:///a/../b"), no_text, NULL),
               MCPCLIENT_E_ROOT);
  CHECK_NUMBER(mcpclient_roots_count(roots), 2);

  CHECK_OK(mcpclient_roots_new(&other));
  CHECK_OK(mcpclient_roots_add_path(other, view("/other"), no_text, NULL));
  CHECK_OK(mcpclient_roots_replace(roots, other));
  CHECK_OK(mcpclient_roots_replace(roots, roots));
  CHECK_STATUS(mcpclient_roots_replace(roots, NULL), MCPCLIENT_E_INVALID_ARG);
  mcpclient_roots_free(other);
  CHECK_NUMBER(mcpclient_roots_count(roots), 1);
  CHECK_TEXT(mcpclient_roots_uri(roots, 0), "file:///other");
  CHECK_OK(mcpclient_roots_rename(roots, view("file:///other/"), view("Other")));
  CHECK_TEXT(mcpclient_roots_name(roots, 0), "Other");
  CHECK_STATUS(mcpclient_roots_rename(roots, view("file:///other"), view("Other")),
               MCPCLIENT_E_GONE);
  CHECK_STATUS(mcpclient_roots_rename(roots, view("file:///none"), view("x")), MCPCLIENT_E_GONE);
  CHECK_OK(mcpclient_roots_rename(roots, view("file:///other"), no_text));
  CHECK_TEXT(mcpclient_roots_name(roots, 0), NULL);
  CHECK_OK(mcpclient_roots_clear(roots));
  CHECK_NUMBER(mcpclient_roots_count(roots), 0);
  mcpclient_roots_free(roots);
}

/* What the server is told the roots are. */
static void check_told(scene *scene, const char *want) {
  mcpclient_call *call = scene_tool(scene, "roots", NULL);
  char *text = scene_text(scene, call);
  CHECK_TEXT(view(text), want);
  free(text);
  mcpclient_call_free(call);
}

/* proves: ROO-01, ROO-08 */
static void test_live(int32_t dispatch) {
  setting setting = general;
  scene scene;
  setting.dispatch = dispatch;
  setting.roots = unchecked();
  CHECK_OK(mcpclient_roots_add_path(setting.roots, view("/one"), view("One"), NULL));
  scene_open(&scene, &setting);
  check_told(&scene, "{\"roots\":[{\"name\":\"One\",\"uri\":\"file:///one\"}]}");
  CHECK_OK(mcpclient_roots_add_path(setting.roots, view("/two"), no_text, NULL));
  check_told(&scene,
             "{\"roots\":[{\"name\":\"One\",\"uri\":\"file:///one\"},{\"uri\":\"file:///two\"}]}");
  CHECK_OK(mcpclient_roots_remove(setting.roots, view("file:///one")));
  check_told(&scene, "{\"roots\":[{\"uri\":\"file:///two\"}]}");

  /* Freed, and the client keeps what was in it. */
  mcpclient_roots_free(setting.roots);
  check_told(&scene, "{\"roots\":[{\"uri\":\"file:///two\"}]}");
  CHECK(!scene_has(&scene, SAW_INPUT));
  scene_close(&scene);
}

/* The list outlives its clients, too. */
static void test_list_outlives(void) {
  setting setting = general;
  scene scene;
  setting.roots = unchecked();
  scene_open(&scene, &setting);
  scene_close(&scene);
  CHECK_OK(mcpclient_roots_add_path(setting.roots, view("/late"), no_text, NULL));
  CHECK_NUMBER(mcpclient_roots_count(setting.roots), 1);
  mcpclient_roots_free(setting.roots);
}

/* proves: ROO-06 */
static void test_announced(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_roots *others = NULL;
  mcpclient_call *call = NULL;
  setting.dispatch = dispatch;
  setting.script = "../c/scripts/roots-announced.mcpt";
  setting.roots = unchecked();
  others = unchecked();
  CHECK_OK(mcpclient_roots_add_path(others, view("/three"), no_text, NULL));
  CHECK_OK(mcpclient_roots_add_path(others, view("/four"), no_text, NULL));
  CHECK_OK(mcpclient_roots_add_path(setting.roots, view("/one"), no_text, NULL));
  scene_open(&scene, &setting);
  CHECK_OK(mcpclient_roots_add_path(setting.roots, view("/two"), no_text, NULL));
  event_free(scene_next(&scene, SAW_LOG));
  /* Two roots at once are one change. */
  CHECK_OK(mcpclient_roots_replace(setting.roots, others));
  event_free(scene_next(&scene, SAW_LOG));
  /* What changes nothing is not announced. */
  CHECK_OK(mcpclient_roots_replace(setting.roots, others));
  CHECK_OK(mcpclient_roots_add_path(setting.roots, view("/three"), no_text, NULL));
  CHECK_STATUS(mcpclient_roots_remove(setting.roots, view("file:///none")), MCPCLIENT_E_GONE);
  CHECK_OK(mcpclient_ping(scene.client, NULL, &call));
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  scene_played(&scene);
  mcpclient_roots_free(others);
  mcpclient_roots_free(setting.roots);
  scene_close(&scene);
}

/* The host answers each request itself. */
static void test_asked(int32_t dispatch) {
  setting setting = general;
  scene scene;
  mcpclient_roots *answer = NULL;
  mcpclient_error *error = NULL;
  mcpclient_call *call;
  mcpclient_input *input;
  char *text;
  setting.dispatch = dispatch;
  answer = unchecked();
  CHECK_OK(mcpclient_roots_add_path(answer, view("/asked"), no_text, NULL));
  scene_open(&scene, &setting);

  call = scene_tool(&scene, "roots", NULL);
  input = scene_input(&scene, MCPCLIENT_INPUT_ROOTS);
  CHECK_STATUS(mcpclient_input_answer_roots(input, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_answer_json(input, view("{\"roots\":[{\"uri\":\"http://x\"}]}"),
                                           &error),
               MCPCLIENT_E_ROOT);
  mcpclient_error_free(error);
  CHECK_STATUS(mcpclient_input_accept(input, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_input_answer_roots(input, answer, NULL));
  CHECK_STATUS(mcpclient_input_answer_roots(input, answer, NULL), MCPCLIENT_E_GONE);
  mcpclient_input_free(input);
  text = scene_text(&scene, call);
  CHECK_TEXT(view(text), "{\"roots\":[{\"uri\":\"file:///asked\"}]}");
  free(text);
  mcpclient_call_free(call);

  call = scene_tool(&scene, "roots", NULL);
  input = scene_input(&scene, MCPCLIENT_INPUT_ROOTS);
  CHECK_OK(mcpclient_input_decline(input, no_text));
  mcpclient_input_free(input);
  text = scene_text(&scene, call);
  CHECK_TEXT(mcpclient_json_at(view(text), view("/error/code")), "-32603");
  free(text);
  mcpclient_call_free(call);

  call = scene_tool(&scene, "form", NULL);
  input = scene_input(&scene, MCPCLIENT_INPUT_FORM);
  CHECK_STATUS(mcpclient_input_answer_roots(input, answer, NULL), MCPCLIENT_E_INVALID_ARG);
  mcpclient_input_free(input);
  CHECK_OK(scene_finish(&scene, call));
  mcpclient_call_free(call);
  mcpclient_roots_free(answer);
  scene_close(&scene);
}

int main(void) {
  int32_t dispatch;
  test_list();
  test_list_outlives();
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_live(dispatch);
    test_announced(dispatch);
    test_asked(dispatch);
  }
  return check_finish();
}
