/* A client for the official conformance suite: does what a scenario asks of one. ../README.md says what that is, for
 * every language. */
#include "stage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const mcpclient_str nothing = {NULL, 0};

static mcpclient_str at(mcpclient_str json, const char *pointer) {
  return mcpclient_json_at(json, mcpclient_str_from(pointer));
}

static void *owned(void *memory) {
  if (memory != NULL) return memory;
  fputs("no memory\n", stderr);
  exit(1);
}

/* A member that is a text, to be freed; empty if there is none. */
static char *text_at(mcpclient_str json, const char *pointer) {
  mcpclient_str value = at(json, pointer);
  size_t size = mcpclient_json_text(value, NULL, 0);
  char *text = owned(calloc(size + 1, 1));
  mcpclient_json_text(value, text, size);
  return text;
}

/* ---- Everything that a server lists ---- */

typedef mcpclient_status (*list_fn)(mcpclient *, const mcpclient_call_options *, mcpclient_call **);
typedef bool (*each_fn)(stage *, mcpclient_str item);

/* The list, all of its pages, as a call to be freed. */
static mcpclient_call *list(stage *stage, const char *what, list_fn ask) {
  mcpclient_call_options options = stage_options();
  mcpclient_call *call = NULL;
  mcpclient_status status = ask(stage->client, &options, &call);
  return stage_finish(stage, what, status, call);
}

static bool each(stage *stage, mcpclient_str items, each_fn work) {
  mcpclient_str item = nothing;
  bool good = true;
  while (good && mcpclient_json_next(items, NULL, &item)) good = work(stage, item);
  return good;
}

static bool list_each(stage *stage, const char *member, list_fn ask, each_fn work) {
  mcpclient_call *call = list(stage, member, ask);
  bool good = call != NULL && each(stage, at(mcpclient_call_result(call), member), work);
  mcpclient_call_free(call);
  return good;
}

static bool call_named(stage *stage, mcpclient_str item, mcpclient_str arguments) {
  char *name = text_at(item, "/name");
  bool good = stage_tool(stage, mcpclient_str_from(name), arguments);
  free(name);
  return good;
}

static bool call_plainly(stage *stage, mcpclient_str tool) {
  return call_named(stage, tool, MCPCLIENT_STR("{}"));
}

static bool call_with_region(stage *stage, mcpclient_str tool) {
  return call_named(stage, tool, MCPCLIENT_STR("{\"region\":\"us-west1\"}"));
}

static bool call_as_told(stage *stage, mcpclient_str told) {
  return call_named(stage, told, at(told, "/arguments"));
}

static bool read_resource(stage *stage, mcpclient_str resource) {
  mcpclient_call_options options = stage_options();
  mcpclient_call *call = NULL;
  char *uri = text_at(resource, "/uri");
  mcpclient_status status = mcpclient_read_resource(stage->client, mcpclient_str_from(uri), &options, &call);
  call = stage_finish(stage, uri, status, call);
  mcpclient_call_free(call);
  free(uri);
  return call != NULL;
}

static bool get_prompt(stage *stage, mcpclient_str prompt) {
  mcpclient_call_options options = stage_options();
  mcpclient_call *call = NULL;
  char *name = text_at(prompt, "/name");
  mcpclient_status status =
      mcpclient_get_prompt(stage->client, mcpclient_str_from(name), nothing, &options, &call);
  call = stage_finish(stage, name, status, call);
  mcpclient_call_free(call);
  free(name);
  return call != NULL;
}

/* ---- Scenarios ---- */

static bool hello(stage *stage) {
  mcpclient_call_options options = stage_options();
  mcpclient_call *call = NULL;
  mcpclient_status status =
      mcpclient_request(stage->client, MCPCLIENT_STR("conformance/hello"), nothing, &options, &call);
  call = stage_finish(stage, "hello", status, call);
  mcpclient_call_free(call);
  return call != NULL;
}

static bool call_tool(stage *stage, const char *name) {
  return stage_tool(stage, mcpclient_str_from(name), MCPCLIENT_STR("{}"));
}

/* Sends the schema of the one tool to the other, as it came. */
static bool echo_schema(stage *stage, mcpclient_str tools) {
  static const char name[] = "json_schema_2020_12_tool", before[] = "{\"schema\":";
  mcpclient_str tool = nothing, schema = nothing;
  char *arguments;
  bool good;
  while (schema.ptr == NULL && mcpclient_json_next(tools, NULL, &tool)) {
    char *named = text_at(tool, "/name");
    if (strcmp(named, name) == 0) schema = at(tool, "/inputSchema");
    free(named);
  }
  if (schema.ptr == NULL) {
    fprintf(stderr, "no %s\n", name);
    return false;
  }
  arguments = owned(malloc(sizeof before + schema.len + 1));
  sprintf(arguments, "%s%.*s}", before, MCPCLIENT_PRINT(schema));
  good = stage_tool(stage, MCPCLIENT_STR("json_schema_echo"), mcpclient_str_from(arguments));
  free(arguments);
  return good;
}

static bool play_with_tools(stage *stage, const char *scenario, mcpclient_str context, mcpclient_str tools) {
#define IS(name) (strcmp(scenario, name) == 0)
  if (IS("tools_call")) {
    return stage_tool(stage, MCPCLIENT_STR("add_numbers"), MCPCLIENT_STR("{\"a\":5,\"b\":3}"));
  }
  if (IS("elicitation-sep1034-client-defaults")) return call_tool(stage, "test_client_elicitation_defaults");
  if (IS("sse-retry")) return call_tool(stage, "test_reconnection");
  if (IS("sep-2322-client-request-state")) {
    stage->meanwhile = "test_mrtr_unrelated";
    return call_tool(stage, "test_mrtr_echo_state") && call_tool(stage, "test_mrtr_no_state") &&
           call_tool(stage, "test_mrtr_no_result_type");
  }
  if (IS("http-standard-headers")) {
    return each(stage, tools, call_plainly) &&
           list_each(stage, "/resources", mcpclient_list_resources, read_resource) &&
           list_each(stage, "/prompts", mcpclient_list_prompts, get_prompt);
  }
  if (IS("http-custom-headers")) return each(stage, at(context, "/toolCalls"), call_as_told);
  if (IS("http-invalid-tool-headers")) return each(stage, tools, call_with_region);
  if (IS("json-schema-ref-no-deref")) return true;
  if (IS("json-schema-2020-12-preservation")) return echo_schema(stage, tools);
  if (strncmp(scenario, "auth/", 5) == 0) return call_tool(stage, "test-tool");
#undef IS
  fprintf(stderr, "nothing is known of %s\n", scenario);
  return false;
}

static bool play(stage *stage, const char *scenario, mcpclient_str context) {
  mcpclient_call *listed;
  bool good;
  if (strcmp(scenario, "initialize") == 0 || strcmp(scenario, "request-metadata") == 0) return hello(stage);
  listed = list(stage, "the tools", mcpclient_list_tools);
  good = listed != NULL &&
         play_with_tools(stage, scenario, context, at(mcpclient_call_result(listed), "/tools"));
  mcpclient_call_free(listed);
  return good;
}

int main(int argc, char **argv) {
  const char *scenario = getenv("MCP_CONFORMANCE_SCENARIO");
  const char *revision = getenv("MCP_CONFORMANCE_PROTOCOL_VERSION");
  const char *context = getenv("MCP_CONFORMANCE_CONTEXT");
  stage stage;
  bool good;
  if (argc != 2 || scenario == NULL || revision == NULL) {
    fputs("wants a URL, and in the environment a scenario and a revision\n", stderr);
    return 1;
  }
  good = stage_open(&stage, argv[1], revision) &&
         play(&stage, scenario, mcpclient_str_from(context != NULL ? context : "{}"));
  stage_close(&stage);
  return good ? 0 : 1;
}
