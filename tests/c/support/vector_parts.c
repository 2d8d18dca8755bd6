#include "vector.h"

#include <stdio.h>
#include <string.h>

static int is_word(mcpclient_str json, const char *word) {
  text text_ = read_text(json);
  int holds = text_.bytes != NULL && mcpclient_str_equal(text_.view, view(word));
  text_free(&text_);
  return holds;
}

/* A count, where there is one. */
static int length_is(int known, uint64_t got, mcpclient_str wanted, const char *what) {
  char digits[32];
  snprintf(digits, sizeof digits, "%llu", (unsigned long long)got);
  return told_text(known ? view(digits) : no_text, wanted, what);
}

static int kind_is(mcpclient_field_kind kind, mcpclient_str wanted) {
  static const char *const words[] = {"", "text", "number", "integer", "yesNo", "oneOf", "someOf"};
  return told(kind > 0 && kind < 7 && is_word(wanted, words[kind]), "the kind");
}

static int limits_are(const mcpclient_input *input, size_t index, mcpclient_str wanted) {
  mcpclient_field_kind kind = mcpclient_input_field_kind(input, index);
  mcpclient_str min = at(wanted, "/min"), max = at(wanted, "/max");
  uint64_t least = 0, most = 0;
  bool above = false, below = false, has_least, has_most;
  if (kind == MCPCLIENT_FIELD_NUMBER || kind == MCPCLIENT_FIELD_INTEGER) {
    return told_text(mcpclient_input_field_min(input, index, &above), min, "min") &&
           told_text(mcpclient_input_field_max(input, index, &below), max, "max") &&
           told_text(mcpclient_input_field_step(input, index), at(wanted, "/multipleOf"),
                     "multipleOf") &&
           told_number(above, mcpclient_json_true(at(wanted, "/minExclusive")), "minExclusive") &&
           told_number(below, mcpclient_json_true(at(wanted, "/maxExclusive")), "maxExclusive");
  }
  has_least = mcpclient_input_field_min_length(input, index, &least);
  has_most = mcpclient_input_field_max_length(input, index, &most);
  return length_is(has_least, least, min, "min") && length_is(has_most, most, max, "max");
}

static int choices_are(const mcpclient_input *input, size_t index, mcpclient_str wanted) {
  mcpclient_str pair = no_text;
  size_t option = 0;
  int right = told_number(mcpclient_input_option_count(input, index), count(wanted), "choices");
  while (right && mcpclient_json_next(wanted, NULL, &pair)) {
    right = told_text(mcpclient_input_option_value(input, index, option), at(pair, "/0"), "value") &&
            told_text(mcpclient_input_option_label_raw(input, index, option), at(pair, "/1"),
                      "label");
    option++;
  }
  return right;
}

int field_is(const mcpclient_input *input, size_t index, mcpclient_str wanted) {
  bool open = at(wanted, "/answerable").ptr == NULL;
  return told_text(mcpclient_input_field_name(input, index), at(wanted, "/name"), "name") &&
         told_text(mcpclient_input_field_title_raw(input, index), at(wanted, "/label"), "label") &&
         told_text(mcpclient_input_field_description_raw(input, index),
                   at(wanted, "/description"), "description") &&
         kind_is(mcpclient_input_field_kind(input, index), at(wanted, "/kind")) &&
         told_number(mcpclient_input_field_required(input, index),
                     mcpclient_json_true(at(wanted, "/required")), "required") &&
         told_number(mcpclient_input_field_answerable(input, index), open, "answerable") &&
         told_text(mcpclient_input_field_default(input, index), at(wanted, "/default"),
                   "default") &&
         told_text(mcpclient_input_field_format(input, index), at(wanted, "/format"), "format") &&
         told_text(mcpclient_input_field_pattern(input, index), at(wanted, "/pattern"),
                   "pattern") &&
         limits_are(input, index, wanted) && choices_are(input, index, at(wanted, "/choices"));
}

static int objection_is(const mcpclient_input *input, size_t index, mcpclient_str wanted) {
  text code = read_text(at(wanted, "/code")), property = read_text(at(wanted, "/property"));
  mcpclient_str whose = mcpclient_input_objection_property(input, index);
  int holds = mcpclient_str_equal(mcpclient_input_objection_name(input, index), code.view) &&
              (whose.ptr == NULL) == (property.bytes == NULL) &&
              mcpclient_str_equal(whose, property.view) &&
              mcpclient_input_objection_text(input, index).len > 0;
  text_free(&code);
  text_free(&property);
  return holds;
}

int objections_are(const mcpclient_input *input, mcpclient_str wanted) {
  size_t found = mcpclient_input_objection_count(input), index;
  mcpclient_str item = no_text;
  int right = told_number(found, count(wanted), "objections");
  while (right && mcpclient_json_next(wanted, NULL, &item)) {
    int known = 0;
    for (index = 0; index < found; index++) {
      known = known || objection_is(input, index, item);
    }
    right = told(known, "an objection");
  }
  return right;
}

int fault_is(const mcpclient_error *error, size_t index, mcpclient_str wanted) {
  mcpclient_str name = at(wanted, "/field"), params = at(wanted, "/params");
  mcpclient_str key = no_text, value = no_text;
  size_t field = 0;
  bool inside = mcpclient_error_field_index(error, index, &field);
  int right = told_text(mcpclient_error_field_code_name(error, index), at(wanted, "/code"), "code");
  right = right && told(mcpclient_error_field_message(error, index).len > 0, "a sentence");
  if (name.ptr != NULL) {
    right = right && told_text(mcpclient_error_field_name(error, index), name, "field") &&
            told_number(!inside, mcpclient_json_true(at(wanted, "/outside")), "outside");
  }
  while (right && mcpclient_json_next(params, &key, &value)) {
    text word = read_text(key);
    right = told_text(mcpclient_error_field_param(error, index, word.view), value, "a parameter");
    text_free(&word);
  }
  return right;
}

int faults_are(const mcpclient_error *error, mcpclient_str wanted) {
  mcpclient_str fault = no_text;
  size_t index = 0;
  int right = told_status(error, MCPCLIENT_E_FORM) &&
              told_number(mcpclient_error_field_count(error), count(wanted), "faults");
  while (right && mcpclient_json_next(wanted, NULL, &fault)) {
    right = fault_is(error, index++, fault);
  }
  return right;
}

static int block_is(const mcpclient_input *input, size_t message, size_t block,
                    mcpclient_str wanted) {
  static const struct {
    mcpclient_block_kind kind;
    const char *word;
  } kinds[] = {{MCPCLIENT_BLOCK_TEXT, "text"},
               {MCPCLIENT_BLOCK_IMAGE, "image"},
               {MCPCLIENT_BLOCK_AUDIO, "audio"},
               {MCPCLIENT_BLOCK_TOOL_USE, "toolUse"},
               {MCPCLIENT_BLOCK_TOOL_RESULT, "toolResult"}};
  mcpclient_block_kind kind = mcpclient_input_sample_block_kind(input, message, block);
  mcpclient_str whole = mcpclient_input_sample_block(input, message, block), input_;
  mcpclient_str id = at(whole, kind == MCPCLIENT_BLOCK_TOOL_USE ? "/id" : "/toolUseId");
  text name = read_text(at(whole, "/name")), id_ = read_text(id);
  size_t index;
  int right = 0;
  for (index = 0; index < sizeof kinds / sizeof *kinds; index++) {
    right = right || (kinds[index].kind == kind && is_word(at(wanted, "/kind"), kinds[index].word));
  }
  input_ = kind == MCPCLIENT_BLOCK_TOOL_USE ? at(whole, "/input") : no_text;
  right = told(right, "the kind of a block") &&
          told_text(mcpclient_input_sample_text_raw(input, message, block), at(wanted, "/text"),
                    "text") &&
          told_text(mcpclient_input_sample_data(input, message, block), at(wanted, "/data"),
                    "data") &&
          told_text(mcpclient_input_sample_mime(input, message, block), at(wanted, "/mimeType"),
                    "mimeType") &&
          told_text(id_.view, at(wanted, "/id"), "id") &&
          told_text(name.view, at(wanted, "/name"), "name") &&
          told_text(input_, at(wanted, "/input"), "input") &&
          told_number(mcpclient_json_true(at(whole, "/isError")),
                      mcpclient_json_true(at(wanted, "/isError")), "isError");
  text_free(&name);
  text_free(&id_);
  return right;
}

static int messages_are(const mcpclient_input *input, mcpclient_str wanted) {
  mcpclient_str message = no_text, block;
  size_t index = 0, inner;
  int right =
      told_number(mcpclient_input_sample_message_count(input), count(wanted), "messages");
  while (right && mcpclient_json_next(wanted, NULL, &message)) {
    mcpclient_str blocks = at(message, "/blocks");
    right = told_text(mcpclient_input_sample_role(input, index), at(message, "/role"), "role") &&
            told_number(mcpclient_input_sample_block_count(input, index), count(blocks), "blocks");
    block = no_text;
    inner = 0;
    while (right && mcpclient_json_next(blocks, NULL, &block)) {
      right = block_is(input, index, inner++, block);
    }
    index++;
  }
  return right;
}

/* Hints with a name, which are all that a vector tells of. */
static int hints_are(const mcpclient_input *input, mcpclient_str wanted) {
  size_t total = mcpclient_input_sample_hint_count(input), index, found = 0;
  char pointer[32];
  int right = 1;
  for (index = 0; right && index < total; index++) {
    mcpclient_str hint = mcpclient_input_sample_hint(input, index);
    if (hint.len > 0) {
      snprintf(pointer, sizeof pointer, "/%lu", (unsigned long)found++);
      right = told_text(hint, at(wanted, pointer), "a hint");
    }
  }
  return right && told_number(found, count(wanted), "hints");
}

static int wish_is(bool known, double got, mcpclient_str wanted, const char *what) {
  double want = 0;
  bool wished = mcpclient_json_double(wanted, &want);
  return told(known == wished && (!known || got == want), what);
}

static int priorities_are(const mcpclient_input *input, mcpclient_str wanted) {
  double cost = 0, speed = 0, sense = 0;
  bool has_cost = mcpclient_input_sample_cost_priority(input, &cost);
  bool has_speed = mcpclient_input_sample_speed_priority(input, &speed);
  bool has_sense = mcpclient_input_sample_intelligence_priority(input, &sense);
  return wish_is(has_cost, cost, at(wanted, "/costPriority"), "costPriority") &&
         wish_is(has_speed, speed, at(wanted, "/speedPriority"), "speedPriority") &&
         wish_is(has_sense, sense, at(wanted, "/intelligencePriority"), "intelligencePriority");
}

static int stops_are(const mcpclient_input *input, mcpclient_str wanted) {
  mcpclient_str stop = no_text;
  size_t index = 0;
  int right =
      told_number(mcpclient_input_sample_stop_count(input), count(wanted), "stopSequences");
  while (right && mcpclient_json_next(wanted, NULL, &stop)) {
    right = told_text(mcpclient_input_sample_stop(input, index++), stop, "a stop sequence");
  }
  return right;
}

/* A word that is absent in the vector where it is the usual one. */
static int word_is(mcpclient_str got, mcpclient_str wanted, const char *usual, const char *what) {
  int plain = got.ptr == NULL || mcpclient_str_equal(got, view(usual));
  return told_text(plain ? no_text : got, wanted, what);
}

int sample_is(const mcpclient_input *input, mcpclient_str wanted) {
  text number = read_text(at(wanted, "/temperature"));
  mcpclient_str tools = mcpclient_input_sample_tools(input);
  mcpclient_json_type no_tools = mcpclient_json_kind(tools);
  int64_t tokens = 0;
  double heat = 0;
  bool has_tokens = mcpclient_input_sample_max_tokens(input, &tokens);
  bool has_heat = mcpclient_input_sample_temperature(input, &heat);
  char digits[32];
  int right;
  snprintf(digits, sizeof digits, "%lld", (long long)tokens);
  right = told_text(has_tokens ? view(digits) : no_text, at(wanted, "/maxTokens"), "maxTokens") &&
          wish_is(has_heat, heat, number.view, "temperature") &&
          told_text(mcpclient_input_sample_system_prompt_raw(input), at(wanted, "/systemPrompt"),
                    "systemPrompt") &&
          told_number(no_tools == MCPCLIENT_JSON_ARRAY ? count(tools) : 0,
                      count(at(wanted, "/tools")), "tools") &&
          word_is(mcpclient_input_sample_context(input), at(wanted, "/includeContext"), "none",
                  "includeContext") &&
          word_is(mcpclient_input_sample_tool_choice(input), at(wanted, "/toolChoice"), "auto",
                  "toolChoice") &&
          messages_are(input, at(wanted, "/messages")) && hints_are(input, at(wanted, "/hints")) &&
          priorities_are(input, wanted) && stops_are(input, at(wanted, "/stopSequences"));
  text_free(&number);
  return right;
}
