/* The dialog of sampling, with its two checkpoints: what the model sees, and what the server sees. */
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "text.h"

static void add_line(char **text, const char *line, const char *end) {
  char *longer = text_format("%s%s%s%s", *text, (*text)[0] ? "\n" : "", line, end);
  free(*text);
  *text = longer;
}

/* A block of content: this rule reads text, and is told of anything else. */
static void add_block(char **text, mcpclient_str block) {
  char *words = text_of_json(json_at(block, "/text"));
  add_line(text, words ? words : "(something that is no text)", "");
  free(words);
}

/* The text of all messages, with who says it if there are several. */
static char *prompt_of(mcpclient_str params) {
  char *prompt = text_copy(MCPCLIENT_STR(""));
  mcpclient_str messages = json_at(params, "/messages"), message = {0};
  bool several = json_at(messages, "/1").ptr != NULL;
  while (mcpclient_json_next(messages, NULL, &message)) {
    char *role = several ? text_of_json(json_at(message, "/role")) : NULL;
    if (role) add_line(&prompt, role, ":");
    free(role);
    mcpclient_str content = json_at(message, "/content"), block = {0};
    if (mcpclient_json_kind(content) == MCPCLIENT_JSON_OBJECT) add_block(&prompt, content);
    while (mcpclient_json_kind(content) == MCPCLIENT_JSON_ARRAY &&
           mcpclient_json_next(content, NULL, &block)) {
      add_block(&prompt, block);
    }
  }
  return prompt;
}

static int64_t limit_of(const talk *talk) {
  int64_t tokens = 0;
  mcpclient_json_integer(json_at(mcpclient_input_params(talk->input), "/maxTokens"), &tokens);
  return tokens;
}

static void sample_show(talk *talk) {
  mcpclient_str params = mcpclient_input_params(talk->input);
  say("\n%.*s asks for an answer of your model.\n",
      MCPCLIENT_PRINT(mcpclient_input_server(talk->input)));
  say_text_at(params, "/systemPrompt", "It tells the model how to behave:");
  say_text_at(params, "/modelPreferences/hints/0/name", "It would like this model, or one like it:");
  say("There is only %s here, a small rule in place of a model.\n", RULE_MODEL);
  talk->prompt = prompt_of(params);
  talk->step = AT_REQUEST;
}

static void sample_ask(talk *talk) {
  mcpclient_str server = mcpclient_input_server(talk->input);
  switch (talk->step) {
    case AT_REQUEST:
      say("The prompt:\n");
      say_quoted(mcpclient_str_from(talk->prompt));
      say("Limit: %lld tokens.\n", (long long)limit_of(talk));
      say("May %s see this? yes, or change, to write the last line anew.\n> ", RULE_MODEL);
      break;
    case AT_RESULT:
      say("%s answers:\n", RULE_MODEL);
      say_quoted(mcpclient_str_from(talk->answer));
      say("May %.*s see this? yes, or change, to write it anew.\n> ", MCPCLIENT_PRINT(server));
      break;
    default:
      say("The new line:\n> ");
  }
}

/* Writes the last line of a text anew. */
static void change_last_line(char **text, const char *line) {
  const char *last = strrchr(*text, '\n');
  int before = last ? (int)(last + 1 - *text) : 0;
  char *changed = text_format("%.*s%s", before, *text, line);
  free(*text);
  *text = changed;
}

static bool send_sample(host *self, const talk *talk) {
  mcpclient_error *error = NULL;
  mcpclient_status status = mcpclient_input_answer_text(
      talk->input, MCPCLIENT_STR(RULE_MODEL), mcpclient_str_from(talk->answer),
      mcpclient_str_from(talk->stop), &error);
  bool sent = went_well(status, error, "Not sent");
  if (sent) {
    record_sample(self->record, talk->answer, talk->stop);
    say("Sent.\n");
  }
  /* MCPCLIENT_E_SAMPLE leaves the input open: the answer may be changed, or the server refused. */
  return sent || status == MCPCLIENT_E_GONE;
}

static bool sample_hear(host *self, talk *talk, const char *line) {
  switch (talk->step) {
    case AT_REQUEST:
      if (strcmp(line, "change") == 0) talk->step = AT_PROMPT;
      if (is_yes(line)) {
        talk->answer = rule_answer(talk->prompt, limit_of(talk), &talk->stop);
        talk->step = AT_RESULT;
      }
      return false;
    case AT_PROMPT:
      change_last_line(&talk->prompt, typed_text(line));
      talk->step = AT_REQUEST;
      return false;
    case AT_RESULT:
      if (strcmp(line, "change") == 0) talk->step = AT_ANSWER;
      return is_yes(line) && send_sample(self, talk);
    default:
      free(talk->answer);
      talk->answer = text_copy(mcpclient_str_from(typed_text(line)));
      talk->step = AT_RESULT;
      return false;
  }
}

const dialog sample_dialog = {sample_show, sample_ask, sample_hear};
