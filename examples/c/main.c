/*
 * The command line, and the loop. Start reading here; host.h says what is where.
 *
 *     cargo build && cd examples/c
 *     cc -std=c99 -I../../include *.c ../../target/debug/libmcpclient.a -lm -o travel-host
 */
#define _XOPEN_SOURCE 700 /* poll() and realpath(), which plain C99 does not have */

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"
#include "text.h"

static const char usage[] =
    "usage: travel-host [OPTION]... -- SERVER [ARGUMENT]...\n"
    "       travel-host [OPTION]... -- URL\n"
    "Runs an MCP server, or reaches one, and lets you answer what it asks.\n"
    "  --tool NAME         call this tool; may be repeated. Without it there is a menu\n"
    "  --arguments OBJECT  the arguments of the last --tool, as JSON\n"
    "  --root FOLDER       let the server know of this folder; may be repeated\n"
    "  --yes               answer by itself, and print what you would have seen\n"
    "  --era ERA           speak as servers did (legacy), as they do now (modern), or both (auto)\n"
    "  --header HEADER     send this to a URL, as in 'Authorization: Bearer ...'; may be repeated\n"
    "  --record FILE       write down what was answered, a JSON line each\n";

enum { MOST_WISHES = 32, MOST_HEADERS = 8 };

typedef struct {
  wish wishes[MOST_WISHES];
  const char *headers[MOST_HEADERS];
  const char *record;
  char **server;
  int server_count;
} options;

/* A root's URI needs a path from the top, and its name is what people call the folder. */
static bool add_root(mcpclient_roots *roots, const char *folder) {
  mcpclient_error *error = NULL;
  char *path = realpath(folder, NULL);
  if (!path) {
    say("--root %s: %s\n", folder, strerror(errno));
    return false;
  }
  const char *name = strrchr(path, '/') + 1;
  mcpclient_status status = mcpclient_roots_add_path(
      roots, mcpclient_str_from(path), mcpclient_str_from(*name ? name : path), &error);
  free(path);
  return went_well(status, error, "--root");
}

static bool read_era(const char *name, mcpclient_era *era) {
  static const char *const names[] = {"auto", "legacy", "modern"};
  static const mcpclient_era eras[] = {MCPCLIENT_ERA_AUTO, MCPCLIENT_ERA_LEGACY,
                                       MCPCLIENT_ERA_MODERN};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(name, names[i]) != 0) continue;
    *era = eras[i];
    return true;
  }
  return false;
}

static bool read_arguments(int argc, char **argv, host *self, options *options) {
  for (int i = 1; i < argc; i++) {
    const char *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(argv[i], "--") == 0) {
      options->server = argv + i + 1;
      options->server_count = argc - i - 1;
      break;
    } else if (strcmp(argv[i], "--yes") == 0) {
      self->yes = true;
      continue;
    } else if (!value) {
      return false;
    } else if (strcmp(argv[i], "--tool") == 0 && self->wish_count < MOST_WISHES) {
      options->wishes[self->wish_count++].name = value;
    } else if (strcmp(argv[i], "--arguments") == 0 && self->wish_count > 0) {
      options->wishes[self->wish_count - 1].arguments = value;
    } else if (strcmp(argv[i], "--root") == 0) {
      if (!add_root(self->roots, value)) return false;
    } else if (strcmp(argv[i], "--era") == 0) {
      if (!read_era(value, &self->era)) return false;
    } else if (strcmp(argv[i], "--header") == 0 && self->header_count < MOST_HEADERS) {
      options->headers[self->header_count++] = value;
    } else if (strcmp(argv[i], "--record") == 0) {
      options->record = value;
    } else {
      return false;
    }
    i++;
  }
  self->wishes = options->wishes;
  self->headers = options->headers;
  /* A menu needs somebody to choose from it. */
  return options->server_count > 0 && (!self->yes || self->wish_count > 0);
}

/*
 * Two things can happen: the library has callbacks for us, or a line was typed. Standard input is polled for
 * as long as it has not ended, and ended input is not polled again, or the loop would spin.
 */
static bool run(host *self) {
  while (!self->closed) {
    while (host_step(self)) continue;
    struct pollfd ready[2] = {
        {mcpclient_runtime_wakeup_fd(self->runtime), POLLIN, 0},
        {terminal_has_room(&self->in) && !self->yes ? STDIN_FILENO : -1, POLLIN, 0}};
    if (poll(ready, 2, -1) < 0 && errno != EINTR) {
      say("poll: %s\n", strerror(errno));
      return false;
    }
    if (ready[1].revents) terminal_read(&self->in);
    if (!ready[0].revents) continue;
    mcpclient_status status = mcpclient_runtime_pump(self->runtime, 0, NULL);
    if (!went_well(status, NULL, "No callbacks")) return false;
  }
  return true;
}

int main(int argc, char **argv) {
  host self = {0};
  options options = {0};
  bool good = went_well(mcpclient_roots_new(&self.roots), NULL, "No roots");
  if (!good || !read_arguments(argc, argv, &self, &options)) {
    fputs(usage, stderr);
    mcpclient_roots_free(self.roots);
    return 2;
  }
  if (options.record && !(self.record = fopen(options.record, "w"))) {
    say("%s: %s\n", options.record, strerror(errno));
    good = false;
  }
  good = good && host_open(&self, (const char *const *)options.server, (size_t)options.server_count);
  good = good && run(&self);
  host_free(&self);
  mcpclient_roots_free(self.roots);
  if (self.record && fclose(self.record) != 0) {
    say("%s: %s\n", options.record, strerror(errno));
    good = false;
  }
  return good && self.failures == 0 ? 0 : 1;
}
