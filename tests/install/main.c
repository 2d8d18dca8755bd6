/* A program over an installed library: calls a tool of the server that it is given, and leaves. With
 * --leave it returns from main() with all of it alive, which has to be clean too. */
#include <mcpclient.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  mcpclient_runtime *runtime = NULL;
  mcpclient_transport *transport = NULL;
  mcpclient *client = NULL;
  mcpclient_call *call = NULL;
  mcpclient_status status;
  mcpclient_str words[2];
  char text[16] = "";
  if (argc < 2 || mcpclient_abi_version() < MCPCLIENT_ABI_VERSION) return 2;
  words[0] = mcpclient_str_from(argv[1]);
  words[1] = MCPCLIENT_STR("--serve");
  status = mcpclient_runtime_new(NULL, &runtime, NULL);
  if (!status) status = mcpclient_transport_stdio(words, 2, &transport, NULL);
  if (!status) status = mcpclient_new(runtime, transport, NULL, NULL, &client, NULL);
  if (!status) {
    status = mcpclient_call_tool(client, MCPCLIENT_STR("echo"), MCPCLIENT_STR("{\"text\":\"hello\"}"),
                                 NULL, &call);
  }
  if (!status) status = mcpclient_call_wait(call, 120000);
  mcpclient_result_text(mcpclient_call_result(call), text, sizeof text);
  printf("%s %s\n", mcpclient_status_name(status).ptr, text);
  if (argc < 3) {
    mcpclient_call_free(call);
    mcpclient_free(client);
    mcpclient_runtime_free(runtime);
  }
  return status != MCPCLIENT_OK || strcmp(text, "hello") != 0;
}
