/* The reference server for files, which takes its folders from our roots. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host.h"

/* What a path may hold and a URI may not, and letters of several scripts. */
static const char *const names[] = {"two words", "100% #1", "q?&=+;", "žluťoučký кот 日本 é",
                                    "[x] {y} ^~`'\"\\"};
enum { NAMES = sizeof names / sizeof *names };

static void make(char *path, size_t size, const char *folder, const char *name) {
  snprintf(path, size, "%s/%s", folder, name);
  mkdir(path, 0700);
  char file[4096];
  if (snprintf(file, sizeof file, "%s/file #%%20.txt", path) >= (int)sizeof file) abort();
  FILE *opened = fopen(file, "w");
  if (!opened || fprintf(opened, "in %s", name) < 0 || fclose(opened) != 0) abort();
}

static void call_with_path(host *self, const char *tool, const char *path) {
  char json[8192], arguments[8300];
  if (mcpclient_json_quote(view(path), json, sizeof json) > sizeof json) abort();
  snprintf(arguments, sizeof arguments, "{\"path\":%s}", json);
  host_tool(self, tool, arguments);
}

void try_filesystem(host *self, int argc, char **argv) {
  char paths[NAMES][2048], file[4096], what[256];
  for (size_t i = 0; i < NAMES; i++) make(paths[i], sizeof paths[i], self->folder, names[i]);

  /* All but the last are there from the beginning. */
  /* proves: ROO-02, ROO-03, ROO-04, ROO-22 */
  if (mcpclient_roots_new(&self->roots) != MCPCLIENT_OK) abort();
  for (size_t i = 0; i + 1 < NAMES; i++) {
    if (mcpclient_roots_add_path(self->roots, view(paths[i]), view(names[i]), NULL)) abort();
  }
  host_open(self, argc, argv, NULL, 0);
  /* The server says so when it has asked for the roots and looked at them. */
  check(self, host_see(self, SAW_STDERR, "4 valid directories") != NULL, "it takes our folders");
  host_tool(self, "list_allowed_directories", NULL);
  for (size_t i = 0; i + 1 < NAMES; i++) {
    snprintf(what, sizeof what, "it has the folder %s", names[i]);
    check_text(self, paths[i], what);
  }
  for (size_t i = 0; i + 1 < NAMES; i++) {
    snprintf(file, sizeof file, "%s/file #%%20.txt", paths[i]);
    call_with_path(self, "read_text_file", file);
    snprintf(what, sizeof what, "it reads a file in %s", names[i]);
    check_text(self, names[i], what);
  }
  snprintf(file, sizeof file, "%s/file #%%20.txt", paths[NAMES - 1]);
  call_with_path(self, "read_text_file", file);
  check_text(self, "Access denied", "it refuses what is no root");

  /* proves: ROO-06, ROO-08 */
  if (mcpclient_roots_add_path(self->roots, view(paths[NAMES - 1]), view(NULL), NULL)) abort();
  check(self, host_see(self, SAW_STDERR, "5 valid directories") != NULL,
        "it hears of a new folder");
  call_with_path(self, "read_text_file", file);
  check_text(self, names[NAMES - 1], "it reads a file there");

  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_list_tools(self->client, NULL, &call);
  host_finish(self, status, call);
  check_member(self, self->result, "/tools/1/name", "read_text_file", "tools are listed");
  check_member(self, self->result, "/tools/1/outputSchema/type", "object", "with their schemas");
  host_close(self);
}
