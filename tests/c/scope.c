/* Roots on a file system: what is offered of them, and what lies in them. */
#define _XOPEN_SOURCE 700

#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const setting general;
static char top[256];

/* A path below the folder of this test; good until the eighth call after. */
static const char *at(const char *name) {
  static char paths[8][512];
  static int next;
  char *path = paths[next++ % 8];
  snprintf(path, sizeof paths[0], "%s%s", top, name);
  return path;
}

static void make(const char *name) { CHECK_NUMBER(mkdir(at(name), 0700), 0); }

static int has(const mcpclient_roots *roots, const char *name) {
  return mcpclient_roots_contains(roots, view(at(name)));
}

/* proves: ROO-11, ROO-17, ROO-18, ROO-19 */
static void test_offered(mcpclient_roots *roots) {
  mcpclient_error *error = NULL;
  CHECK_OK(mcpclient_roots_add_path(roots, view(at("/home")), no_text, NULL));
  CHECK_OK(mcpclient_roots_add_path(roots, view(at("/late")), no_text, NULL));
  CHECK(mcpclient_roots_offered(roots, 0) && !mcpclient_roots_offered(roots, 1));
  CHECK(!mcpclient_roots_offered(roots, 2));
  CHECK(!mcpclient_roots_look(roots));
  make("/late");
  CHECK(mcpclient_roots_look(roots));
  CHECK(mcpclient_roots_offered(roots, 1));

  CHECK_OK(mcpclient_roots_exclude(roots, view(at("/home/money")), &error));
  CHECK(error == NULL);
  CHECK(has(roots, "/home/code") && !has(roots, "/home/money/tax"));
  CHECK_STATUS(mcpclient_roots_exclude(roots, view("money"), NULL), MCPCLIENT_E_ROOT);
  CHECK_OK(mcpclient_roots_include(roots, view(at("/home/money"))));
  CHECK_STATUS(mcpclient_roots_include(roots, view(at("/home/money"))), MCPCLIENT_E_GONE);
  CHECK(has(roots, "/home/money/tax"));
  CHECK_OK(mcpclient_roots_exclude(roots, view(at("/home/money")), NULL));

  CHECK_OK(mcpclient_roots_add_workspace(roots, view(at("/home/code/src")), no_text, NULL));
  CHECK_NUMBER(mcpclient_roots_count(roots), 3);
  CHECK_TEXT(mcpclient_roots_name(roots, 2), "code");
  CHECK_OK(mcpclient_roots_add_workspace(roots, view(at("/home/code")), view("Mine"), NULL));
  CHECK_NUMBER(mcpclient_roots_count(roots), 3);
  CHECK_TEXT(mcpclient_roots_name(roots, 2), "Mine");
  CHECK_STATUS(mcpclient_roots_add_workspace(roots, view(at("/none")), no_text, &error),
               MCPCLIENT_E_ROOT);
  mcpclient_error_free(error);
}

/* proves: ROO-12 */
static void test_contains(mcpclient_roots *roots) {
  char uri[512];
  CHECK_NUMBER(symlink(at("/outside"), at("/home/leads-out")), 0);
  CHECK(has(roots, "/home") && has(roots, "/home/new/file") && has(roots, "/home/code/../new"));
  CHECK(!has(roots, "/outside") && !has(roots, "/home/../outside") && !has(roots, "/homely"));
  CHECK(!has(roots, "/home/leads-out/file") && !has(roots, "/home/none/../../outside"));
  CHECK(!mcpclient_roots_contains(roots, view("home")));
  snprintf(uri, sizeof uri, "file://%s/home/a", top);
  CHECK(mcpclient_roots_contains_uri(roots, view(uri)));
  snprintf(uri, sizeof uri, "file://%s/home/%%2E%%2E/outside", top);
  CHECK(!mcpclient_roots_contains_uri(roots, view(uri)));
  CHECK(!mcpclient_roots_contains_uri(roots, view("https://example.com/home")));
}

/* What the server is told. */
static void check_told(scene *scene, const char *name, int there) {
  mcpclient_call *call = scene_tool(scene, "roots", NULL);
  char *text = scene_text(scene, call);
  CHECK((strstr(text, name) != NULL) == there);
  free(text);
  mcpclient_call_free(call);
}

/* A root that vanishes is taken from what is offered, and comes back. proves: ROO-06, ROO-14 */
static void test_watched(int32_t dispatch) {
  setting setting = general;
  scene scene;
  CHECK_OK(mcpclient_roots_new(&setting.roots));
  CHECK_OK(mcpclient_roots_set_interval(setting.roots, 0));
  CHECK_OK(mcpclient_roots_add_path(setting.roots, view(at("/home")), no_text, NULL));
  CHECK_OK(mcpclient_roots_add_path(setting.roots, view(at("/late")), no_text, NULL));
  setting.dispatch = dispatch;
  scene_open(&scene, &setting);
  check_told(&scene, "/late", 1);
  CHECK_NUMBER(rmdir(at("/late")), 0);
  CHECK(mcpclient_roots_look(setting.roots));
  check_told(&scene, "/late", 0);
  check_told(&scene, "/home", 1);
  make("/late");
  CHECK(mcpclient_roots_look(setting.roots));
  check_told(&scene, "/late", 1);
  scene_close(&scene);
  mcpclient_roots_free(setting.roots);
}

int main(void) {
  static const char *const folders[] = {"",           "/home",          "/home/money", "/home/code",
                                        "/outside", "/home/code/.git", "/home/code/src"};
  mcpclient_roots *roots = NULL;
  const char *temporary = getenv("TMPDIR");
  char *real;
  size_t index;
  int32_t dispatch;
  snprintf(top, sizeof top, "%s/mcpclient-scope-XXXXXX", temporary ? temporary : "/tmp");
  CHECK(mkdtemp(top) != NULL);
  real = realpath(top, NULL);
  snprintf(top, sizeof top, "%s", real ? real : top);
  free(real);
  for (index = 1; index < sizeof folders / sizeof *folders; index++) {
    make(folders[index]);
  }
  CHECK_OK(mcpclient_roots_new(&roots));
  test_offered(roots);
  test_contains(roots);
  mcpclient_roots_free(roots);
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    test_watched(dispatch);
  }
  CHECK_NUMBER(unlink(at("/home/leads-out")), 0);
  CHECK_NUMBER(rmdir(at("/late")), 0);
  for (index = sizeof folders / sizeof *folders; index-- > 0;) {
    /* What is inside of another comes later. */
    (void)rmdir(at(folders[index]));
  }
  CHECK(access(top, F_OK) != 0);
  return check_finish();
}
