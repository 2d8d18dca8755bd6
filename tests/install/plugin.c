/* Loads the library while it runs, uses it, and lets go of it: plugin LIBRARY SERVER [--leave]. The
 * library stays in memory, as threads of its own may be on their way out. */
#include <dlfcn.h>
#include <mcpclient.h>
#include <stdio.h>
#include <string.h>

/* A pointer to a function, from dlsym()'s pointer to data. */
#define LOAD(name)                                   \
  do {                                               \
    void *found = dlsym(library, "mcpclient_" #name); \
    if (!found) return 3;                            \
    memcpy(&name, &found, sizeof found);             \
  } while (0)

int main(int argc, char **argv) {
  uint32_t (*abi_version)(void);
  mcpclient_status (*runtime_new)(const mcpclient_runtime_options *, mcpclient_runtime **, mcpclient_error **);
  mcpclient_status (*transport_stdio)(const mcpclient_str *, size_t, mcpclient_transport **, mcpclient_error **);
  mcpclient_status (*new)(mcpclient_runtime *, mcpclient_transport *, const mcpclient_host *,
                          const mcpclient_options *, mcpclient **, mcpclient_error **);
  mcpclient_status (*ping)(mcpclient *, const mcpclient_call_options *, mcpclient_call **);
  mcpclient_status (*call_wait)(mcpclient_call *, int64_t);
  void (*call_free)(mcpclient_call *);
  void (*free)(mcpclient *);
  void (*runtime_free)(mcpclient_runtime *);
  mcpclient_runtime *runtime = NULL;
  mcpclient_transport *transport = NULL;
  mcpclient *client = NULL;
  mcpclient_call *call = NULL;
  mcpclient_status status;
  mcpclient_str words[2];
  void *library;
  int round;
  if (argc < 3) return 2;
  words[0].ptr = argv[2];
  words[0].len = strlen(argv[2]);
  words[1] = MCPCLIENT_STR("--serve");
  /* Twice: what was let go of is found again, and works. */
  for (round = 0; round < 2; round++) {
    library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (!library) {
      puts(dlerror());
      return 3;
    }
    LOAD(abi_version);
    LOAD(runtime_new);
    LOAD(transport_stdio);
    LOAD(new);
    LOAD(ping);
    LOAD(call_wait);
    LOAD(call_free);
    LOAD(free);
    LOAD(runtime_free);
    if (abi_version() < MCPCLIENT_ABI_VERSION) return 4;
    status = runtime_new(NULL, &runtime, NULL);
    if (!status) status = transport_stdio(words, 2, &transport, NULL);
    if (!status) status = new (runtime, transport, NULL, NULL, &client, NULL);
    if (!status) status = ping(client, NULL, &call);
    if (!status) status = call_wait(call, 120000);
    if (status) return 5;
    call_free(call);
    if (argc < 4) {
      free(client);
      runtime_free(runtime);
    }
    dlclose(library);
  }
  puts("loaded, used and left");
  return 0;
}
