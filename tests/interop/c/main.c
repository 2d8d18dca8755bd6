/* Tries one server: interop-host PEER ERA FOLDER PROGRAM|URL [ARGUMENT]... */
#include <stdio.h>
#include <string.h>

#include "host.h"

static const struct {
  const char *name;
  void (*run)(host *self, int argc, char **argv);
  int32_t dispatch;
  bool modern; /* speaks the newer era */
} peers[] = {{"everything", try_everything, MCPCLIENT_DISPATCH_PUMP, false},
             {"everything-2024", try_everything_2024, MCPCLIENT_DISPATCH_INLINE, false},
             {"filesystem", try_filesystem, MCPCLIENT_DISPATCH_PUMP, false},
             {"python", try_python, MCPCLIENT_DISPATCH_INLINE, true},
             {"rmcp", try_rmcp, MCPCLIENT_DISPATCH_PUMP, true},
             {"time", try_time, MCPCLIENT_DISPATCH_INLINE, true},
             {"git", try_git, MCPCLIENT_DISPATCH_INLINE, true},
             {"fetch", try_fetch, MCPCLIENT_DISPATCH_PUMP, true},
             {"python-2024", try_old, MCPCLIENT_DISPATCH_PUMP, false},
             {"python-2024-strict", try_old, MCPCLIENT_DISPATCH_INLINE, false},
             {"python-2025-03", try_old, MCPCLIENT_DISPATCH_INLINE, false},
             {"python-2025-06", try_old, MCPCLIENT_DISPATCH_PUMP, false},
             {"python-2025-11", try_old, MCPCLIENT_DISPATCH_INLINE, false},
             {"everything-http", try_everything, MCPCLIENT_DISPATCH_INLINE, false},
             {"everything-sse", try_everything, MCPCLIENT_DISPATCH_PUMP, false},
             {"everything-2024-sse", try_everything_2024, MCPCLIENT_DISPATCH_INLINE, false},
             {"python-http", try_python, MCPCLIENT_DISPATCH_PUMP, true},
             {"rmcp-http", try_rmcp, MCPCLIENT_DISPATCH_INLINE, true},
             {"typescript-http", try_typescript, MCPCLIENT_DISPATCH_PUMP, true},
             {"python-2024-sse", try_old, MCPCLIENT_DISPATCH_PUMP, false},
             {"python-2024-late-sse", try_old, MCPCLIENT_DISPATCH_INLINE, false},
             {"python-2025-03-http", try_old, MCPCLIENT_DISPATCH_PUMP, false},
             {"python-2025-06-http", try_old, MCPCLIENT_DISPATCH_INLINE, false},
             {"python-2025-11-http", try_old, MCPCLIENT_DISPATCH_PUMP, false},
             {"nginx", try_nginx, MCPCLIENT_DISPATCH_INLINE, true},
             {"tls", try_python, MCPCLIENT_DISPATCH_PUMP, true},
             {"tls-h2", try_python, MCPCLIENT_DISPATCH_INLINE, true},
             {"tls-certificate", try_certificate, MCPCLIENT_DISPATCH_PUMP, true},
             {"proxy", try_proxy, MCPCLIENT_DISPATCH_INLINE, true}};

int main(int argc, char **argv) {
  static const char *const eras[] = {"auto", "legacy", "modern"};
  int32_t era = 0;
  while (argc > 4 && era < 3 && strcmp(argv[2], eras[era]) != 0) era++;
  for (size_t i = 0; argc > 4 && era < 3 && i < sizeof peers / sizeof *peers; i++) {
    if (strcmp(argv[1], peers[i].name) != 0) continue;
    host self = {0};
    self.peer = peers[i].name;
    self.dispatch = peers[i].dispatch;
    self.era = era;
    self.folder = argv[3];
    if (era == MCPCLIENT_ERA_MODERN && strstr(peers[i].name, "-sse")) {
      host_unreachable(&self, argc - 4, argv + 4, MCPCLIENT_E_HTTP, 404,
                       "a server of the first revision takes no requests at its address");
    } else if (era == MCPCLIENT_ERA_MODERN && !peers[i].modern) {
      /* proves: VER-38 */
      host_refused(&self, argc - 4, argv + 4);
    } else {
      peers[i].run(&self, argc - 4, argv + 4);
    }
    printf("%d passed, %d failed\n", self.passed, self.failed);
    return self.failed > 0;
  }
  fputs("usage: interop-host PEER ERA FOLDER PROGRAM|URL [ARGUMENT]...\n", stderr);
  return 2;
}
