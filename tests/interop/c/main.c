/* Tries one server: interop-host PEER FOLDER PROGRAM [ARGUMENT]... */
#include <stdio.h>
#include <string.h>

#include "host.h"

static const struct {
  const char *name;
  void (*run)(host *self, int argc, char **argv);
  int32_t dispatch;
} peers[] = {{"everything", try_everything, MCPCLIENT_DISPATCH_PUMP},
             {"everything-2024", try_everything_2024, MCPCLIENT_DISPATCH_INLINE},
             {"filesystem", try_filesystem, MCPCLIENT_DISPATCH_PUMP},
             {"python", try_python, MCPCLIENT_DISPATCH_INLINE}};

int main(int argc, char **argv) {
  for (size_t i = 0; argc > 3 && i < sizeof peers / sizeof *peers; i++) {
    if (strcmp(argv[1], peers[i].name) != 0) continue;
    host self = {0};
    self.peer = peers[i].name;
    self.dispatch = peers[i].dispatch;
    self.folder = argv[2];
    peers[i].run(&self, argc - 3, argv + 3);
    printf("%d passed, %d failed\n", self.passed, self.failed);
    return self.failed > 0;
  }
  fputs("usage: interop-host PEER FOLDER PROGRAM [ARGUMENT]...\n", stderr);
  return 2;
}
