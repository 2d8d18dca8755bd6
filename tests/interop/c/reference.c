/* Reference servers of the protocol's own project in Python, which speak both eras: the time, and git. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host.h"

static void begin(host *self, int argc, char **argv) {
  host_open(self, argc, argv, NULL, 0);
  /* proves: VER-33 */
  const char *newest = self->era == MCPCLIENT_ERA_LEGACY ? "2025-11-25" : "2026-07-28";
  check(self, mcpclient_str_equal(mcpclient_revision(self->client), view(newest)),
        "the revision is the newest of the era");
}

static void list_tools(host *self) {
  mcpclient_call *call = NULL;
  mcpclient_status status = mcpclient_list_tools(self->client, NULL, &call);
  host_finish(self, status, call);
}

static void refused(host *self, const char *what) {
  /* proves: TOL-13 */
  check(self, self->result && mcpclient_result_is_error(view(self->result)), what);
}

void try_time(host *self, int argc, char **argv) {
  begin(self, argc, argv);
  list_tools(self);
  check_member(self, self->result, "/tools/1/name", "convert_time", "tools are listed");
  host_tool(self, "convert_time",
            "{\"source_timezone\":\"UTC\",\"time\":\"12:30\",\"target_timezone\":\"Asia/Kathmandu\"}");
  /* proves: TOL-16 */
  check_member(self, self->result, "/structuredContent/time_difference", "+5.75h",
               "a result has a structure");
  host_tool(self, "get_current_time", "{\"timezone\":\"Nowhere\"}");
  refused(self, "there is no time nowhere");
  check_text(self, "Nowhere", "and it says so");
  host_close(self);
}

static void make_folder(const host *self, const char *name) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/%s", self->folder, name) >= (int)sizeof path) abort();
  if (mkdir(path, 0700)) abort();
}

static void make_file(const host *self, const char *name, const char *text) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/%s", self->folder, name) >= (int)sizeof path) abort();
  FILE *file = fopen(path, "w");
  if (!file || fputs(text, file) == EOF || fclose(file) != 0) abort();
}

/* Calls a tool for the folder's repository; `more` is what its arguments have beside that. */
static void in_repository(host *self, const char *tool, const char *more) {
  char path[4096], arguments[8192];
  if (mcpclient_json_quote(view(self->folder), path, sizeof path) > sizeof path) abort();
  snprintf(arguments, sizeof arguments, "{\"repo_path\":%s%s}", path, more);
  host_tool(self, tool, arguments);
}

void try_git(host *self, int argc, char **argv) {
  static const char *const folders[] = {".git", ".git/objects", ".git/refs", ".git/refs/heads"};
  for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) make_folder(self, folders[i]);
  make_file(self, ".git/HEAD", "ref: refs/heads/main\n");
  make_file(self, ".git/config", "[user]\n\tname = Ada\n\temail = ada@example.org\n");
  make_file(self, "a b.txt", "one\n");

  begin(self, argc, argv);
  list_tools(self);
  check_member(self, self->result, "/tools/0/annotations/readOnlyHint", "true", "tools are listed");
  in_repository(self, "git_add", ",\"files\":[\"a b.txt\"]");
  check_status(self, MCPCLIENT_OK, "a file is added");
  in_repository(self, "git_commit", ",\"message\":\"Zoë \\\"quotes\\\" \\u2713\"");
  check_status(self, MCPCLIENT_OK, "and committed");
  in_repository(self, "git_log", ",\"max_count\":1");
  check_text(self, "Zoë \"quotes\" ✓", "its message arrives as it was");
  host_tool(self, "git_status", "{\"repo_path\":\"/\"}");
  refused(self, "no repository is no repository");
  host_close(self);
}
