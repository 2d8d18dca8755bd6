/*
 * The dialog of sampling, with its two checkpoints: what the model sees, and what the server sees. Between
 * them the library asks for the answer, with what the user has approved.
 */
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "text.h"

static void add_line(char **text, const char *line, const char *end) {
  char *longer = text_format("%s%s%s%s", *text, (*text)[0] ? "\n" : "", line, end);
  free(*text);
  *text = longer;
}

/* A block of content: these rules read text, and are told of anything else. */
static char *block_of(const mcpclient_input *input, size_t message, size_t block) {
  mcpclient_str words = mcpclient_input_sample_text_raw(input, message, block);
  return words.ptr ? text_copy(words) : text_format("(something that is no text)");
}

/* The text of all messages, with who says it if there are several. */
static char *prompt_of(const mcpclient_input *input) {
  char *prompt = text_format("");
  size_t messages = mcpclient_input_sample_message_count(input);
  for (size_t message = 0; message < messages; message++) {
    char *role = text_copy(mcpclient_input_sample_role(input, message));
    if (messages > 1) add_line(&prompt, role, ":");
    free(role);
    for (size_t block = 0; block < mcpclient_input_sample_block_count(input, message); block++) {
      char *words = block_of(input, message, block);
      add_line(&prompt, words, "");
      free(words);
    }
  }
  return prompt;
}

static int64_t limit_of(const mcpclient_input *input) {
  int64_t tokens = 0;
  mcpclient_input_sample_max_tokens(input, &tokens);
  return tokens;
}

/* Where the last block is; false if there is none. */
static bool last_block(const mcpclient_input *input, size_t *message, size_t *block) {
  size_t messages = mcpclient_input_sample_message_count(input);
  size_t blocks = messages > 0 ? mcpclient_input_sample_block_count(input, messages - 1) : 0;
  if (blocks == 0) return false;
  *message = messages - 1;
  *block = blocks - 1;
  return true;
}

/* ---- The callback between the checkpoints ---- */

void sample_answer(void *userdata, mcpclient_input *input) {
  (void)userdata;
  const char *stop = NULL;
  const char *model = model_for(input, NULL);
  char *prompt = prompt_of(input);
  char *answer = model_answer(model, prompt, limit_of(input), &stop);
  mcpclient_error *error = NULL;
  mcpclient_status status =
      mcpclient_input_answer_text(input, mcpclient_str_from(model), mcpclient_str_from(answer),
                                  mcpclient_str_from(stop), &error);
  went_well(status, error, "The model's answer does not fit");
  free(answer);
  free(prompt);
  mcpclient_input_free(input); /* if it does not fit, the server is refused */
}

/* ---- The dialog ---- */

static void show_request(talk *talk) {
  const mcpclient_input *input = talk->input;
  say("\n%.*s asks for an answer of your model.\n", MCPCLIENT_PRINT(mcpclient_input_server(input)));
  if (mcpclient_input_refusal_ends_call(input)) say("Saying no ends the tool.\n");
  mcpclient_str system = mcpclient_input_sample_system_prompt(input);
  if (system.ptr) say("It tells the model how to behave:\n");
  if (system.ptr) say_quoted(system);
  mcpclient_str hint = mcpclient_input_sample_hint(input, 0);
  if (hint.ptr) say("It would like this model, or one like it:\n");
  if (hint.ptr) say_quoted(hint);
  char *why;
  talk->model = model_for(input, &why);
  say("%s would answer, a small rule in place of a model: %s.\n", talk->model, why);
  free(why);
  size_t message, block;
  if (last_block(input, &message, &block)) talk->last = block_of(input, message, block);
  talk->prompt = prompt_of(input);
  talk->step = AT_REQUEST;
}

static void sample_show(talk *talk) {
  if (mcpclient_input_checkpoint(talk->input) == MCPCLIENT_CHECKPOINT_REQUEST) {
    show_request(talk);
  } else {
    talk->step = AT_RESULT;
  }
}

static void sample_ask(talk *talk) {
  mcpclient_str server = mcpclient_input_server(talk->input);
  switch (talk->step) {
    case AT_REQUEST:
      say("The prompt:\n");
      say_quoted(mcpclient_str_from(talk->prompt));
      say("Limit: %lld tokens.\n", (long long)limit_of(talk->input));
      say("May %s see this? yes, or change, to write the last line anew, or model, for %s.\n> ",
          talk->model, model_after(talk->model));
      break;
    case AT_RESULT:
      say("%.*s answers:\n", MCPCLIENT_PRINT(mcpclient_input_result_model(talk->input)));
      if (talk->answer) {
        say_quoted(mcpclient_str_from(talk->answer));
      } else {
        say_quoted(mcpclient_input_result_text(talk->input));
      }
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

static void change_prompt(talk *talk, const char *line) {
  size_t message, block;
  if (!talk->last || !last_block(talk->input, &message, &block)) return;
  change_last_line(&talk->last, line);
  mcpclient_status status =
      mcpclient_input_change_text(talk->input, message, block, mcpclient_str_from(talk->last));
  if (went_well(status, NULL, "Not changed")) change_last_line(&talk->prompt, line);
}

static void change_model(talk *talk) {
  const char *other = model_after(talk->model);
  mcpclient_status status = mcpclient_input_change_model(talk->input, mcpclient_str_from(other));
  if (went_well(status, NULL, "Not changed")) talk->model = other;
}

/* Too late is over, too; whatever else went wrong, the input still stands there. */
static bool is_over(mcpclient_status status, mcpclient_error *error, const char *what) {
  return went_well(status, error, what) || status == MCPCLIENT_E_GONE;
}

static bool approve_request(talk *talk) {
  mcpclient_error *error = NULL;
  mcpclient_status status = mcpclient_input_approve(talk->input, &error);
  return is_over(status, error, "Not asked");
}

/* What is approved is what goes, to the letter. */
static bool approve_result(host *self, talk *talk) {
  mcpclient_error *error = NULL;
  mcpclient_str result = mcpclient_input_result(talk->input);
  char *changed = NULL;
  if (talk->answer) {
    char *words = text_to_json(talk->answer);
    changed = text_format(
        "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":%s},\"model\":%.*s}", words,
        MCPCLIENT_PRINT(json_at(result, "/model")));
    free(words);
    result = mcpclient_str_from(changed);
  }
  mcpclient_status status = talk->answer
                                ? mcpclient_input_approve_json(talk->input, result, &error)
                                : mcpclient_input_approve(talk->input, &error);
  bool over = is_over(status, error, "Not sent");
  if (status == MCPCLIENT_OK) {
    record_sample(self->record, result);
    say("Sent.\n");
  }
  free(changed);
  return over;
}

static bool sample_hear(host *self, talk *talk, const char *line) {
  switch (talk->step) {
    case AT_REQUEST:
      if (strcmp(line, "change") == 0) talk->step = AT_PROMPT;
      if (strcmp(line, "model") == 0) change_model(talk);
      return is_yes(line) && approve_request(talk);
    case AT_PROMPT:
      change_prompt(talk, typed_text(line));
      talk->step = AT_REQUEST;
      return false;
    case AT_RESULT:
      if (strcmp(line, "change") == 0) talk->step = AT_ANSWER;
      return is_yes(line) && approve_result(self, talk);
    default:
      free(talk->answer);
      talk->answer = text_copy(mcpclient_str_from(typed_text(line)));
      talk->step = AT_RESULT;
      return false;
  }
}

const dialog sample_dialog = {sample_show, sample_ask, sample_hear};
