/* The server's tools, to choose from. */
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "text.h"

static void on_tools(void *userdata, mcpclient_call *call, mcpclient_status status,
                     mcpclient_str result, const mcpclient_error *error) {
  host *self = userdata;
  (void)call;
  self->listing = false;
  if (status != MCPCLIENT_OK) {
    say("There is no list of tools: %.*s\n", MCPCLIENT_PRINT(mcpclient_error_message(error)));
    self->failures++;
  }
  self->tools = text_copy(json_at(result, "/tools"));
}

static void list_tools(host *self) {
  mcpclient_call_options options;
  mcpclient_call_options_init(&options, sizeof options);
  options.done = on_tools;
  options.userdata = self;
  mcpclient_status status = mcpclient_list_tools(self->client, &options, NULL);
  self->listing = status == MCPCLIENT_OK;
  if (went_well(status, NULL, "There is no list of tools")) return;
  self->failures++;
  self->tools = text_copy(MCPCLIENT_STR("[]"));
}

static void show(host *self) {
  mcpclient_str tools = mcpclient_str_from(self->tools), tool = {0};
  say("\n");
  for (size_t number = 1; mcpclient_json_next(tools, NULL, &tool); number++) {
    say("%zu)\n", number);
    say_text_at(tool, "/name", NULL);
    say_text_at(tool, "/description", NULL);
  }
  say("Which tool? Its number or name, then its arguments as a JSON object if it needs any; "
      "/stop leaves.\n> ");
  self->menu_shown = true;
}

bool menu_ready(host *self) {
  if (!self->tools && !self->listing) list_tools(self);
  if (self->listing) return false;
  if (!self->menu_shown) show(self);
  return true;
}

/* The name of the tool that `word` of that length means; NULL if none. To be freed. */
static char *find_tool(const host *self, const char *word, size_t length) {
  mcpclient_str tools = mcpclient_str_from(self->tools), tool = {0};
  char *typed = text_copy((mcpclient_str){word, length});
  char *end, *found = NULL;
  unsigned long wanted = strtoul(typed, &end, 10);
  if (*end || end == typed) wanted = 0;
  for (unsigned long number = 1; !found && mcpclient_json_next(tools, NULL, &tool); number++) {
    char *name = text_of_json(json_at(tool, "/name"));
    if (name && (number == wanted || strcmp(name, typed) == 0)) {
      found = name;
    } else {
      free(name);
    }
  }
  free(typed);
  return found;
}

void menu_hear(host *self, const char *line) {
  size_t length = strcspn(line, " ");
  const char *arguments = line + length + strspn(line + length, " ");
  char *name = find_tool(self, line, length);
  mcpclient_json_type kind = mcpclient_json_kind(mcpclient_str_from(arguments));
  self->menu_shown = false;
  if (!name) {
    say("There is no such tool.\n");
  } else if (*arguments && kind != MCPCLIENT_JSON_OBJECT) {
    say("The arguments are not a JSON object.\n");
  } else {
    host_call(self, name, *arguments ? arguments : NULL);
  }
  free(name);
}
