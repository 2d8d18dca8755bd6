/* Two static libraries in Rust in one program: each has a runtime of its own, and neither minds the other. */
#include <mcpclient.h>
#include <stdio.h>
#include <string.h>

extern int beside_sum(int a, int b);
extern int beside_panics(void);

int main(int argc, char **argv) {
  mcpclient_runtime *runtime = NULL;
  mcpclient_transport *transport = NULL;
  mcpclient *client = NULL;
  mcpclient_call *call = NULL;
  mcpclient_str words[2];
  mcpclient_status status;
  if (argc < 2 || beside_sum(2, 3) != 5 || beside_panics() != 1) return 2;
  words[0] = mcpclient_str_from(argv[1]);
  words[1] = MCPCLIENT_STR("--serve");
  status = mcpclient_runtime_new(NULL, &runtime, NULL);
  if (!status) status = mcpclient_transport_stdio(words, 2, &transport, NULL);
  if (!status) status = mcpclient_new(runtime, transport, NULL, NULL, &client, NULL);
  if (!status) status = mcpclient_ping(client, NULL, &call);
  if (!status) status = mcpclient_call_wait(call, 120000);
  if (beside_panics() != 2) return 3;
  printf("%s\n", mcpclient_status_name(status).ptr);
  mcpclient_call_free(call);
  mcpclient_free(client);
  mcpclient_runtime_free(runtime);
  return status != MCPCLIENT_OK;
}
