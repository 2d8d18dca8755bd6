/* The way to a server: a command line, or a URL and what it takes to get there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"

/* A file's text, which is yours. */
static char *file(const char *path) {
  FILE *in = fopen(path, "rb");
  char *text = calloc(1, 65536);
  if (!in || !text || fread(text, 1, 65535, in) == 0) {
    fprintf(stderr, "%s cannot be read\n", path);
    exit(2);
  }
  fclose(in);
  return text;
}

static const char *option(int argc, char **argv, const char *name) {
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], name) == 0) return argv[i + 1];
  }
  return NULL;
}

static mcpclient_transport *by_http(int argc, char **argv) {
  mcpclient_error *error = NULL;
  mcpclient_transport *transport = NULL;
  need(mcpclient_transport_http(view(argv[0]), &transport, &error), error, argv[0]);
  /* Not what the environment says of proxies. */
  const char *proxy = option(argc, argv, "--proxy");
  mcpclient_proxy by = proxy ? MCPCLIENT_PROXY_URL : MCPCLIENT_PROXY_DIRECT;
  need(mcpclient_transport_set_proxy(transport, by, view(proxy)), NULL, "a proxy");
  const char *authority = option(argc, argv, "--authority");
  if (authority) {
    char *bundle = file(authority);
    need(mcpclient_transport_set_ca_bundle(transport, view(bundle)), NULL, authority);
    free(bundle);
  }
  const char *certificate = option(argc, argv, "--certificate");
  const char *key = option(argc, argv, "--key");
  if (certificate && key) {
    char *chain = file(certificate), *secret = file(key);
    need(mcpclient_transport_set_client_certificate(transport, view(chain), view(secret)), NULL,
         certificate);
    free(chain);
    free(secret);
  }
  return transport;
}

mcpclient_transport *reach(int argc, char **argv) {
  if (strncmp(argv[0], "http", 4) == 0) return by_http(argc, argv);
  mcpclient_str words[16];
  size_t used = 0;
  while (used < 16 && (int)used < argc) {
    words[used] = view(argv[used]);
    used++;
  }
  mcpclient_error *error = NULL;
  mcpclient_transport *transport = NULL;
  need(mcpclient_transport_stdio(words, used, &transport, &error), error, argv[0]);
  return transport;
}
