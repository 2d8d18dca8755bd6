/* The dialog of a form, field by field. */
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "text.h"

bool is_yes(const char *line) {
  return strcmp(line, "yes") == 0 || strcmp(line, "y") == 0;
}

/* The next field from `index` on that can be answered at all, or the last look. */
static void go_on(talk *talk, size_t index) {
  while (index < mcpclient_input_field_count(talk->input) &&
         !mcpclient_input_field_answerable(talk->input, index)) {
    index++;
  }
  talk->refused = 0;
  talk->changing = false;
  talk->field = index;
  talk->step = index < mcpclient_input_field_count(talk->input) ? AT_FIELD : AT_LAST;
}

static void form_show(talk *talk) {
  say("\n%.*s asks you to fill in a form, and says why:\n",
      MCPCLIENT_PRINT(mcpclient_input_server(talk->input)));
  say_quoted(mcpclient_input_message(talk->input));
  warn_of(talk->input, SIZE_MAX);
  say("Nothing is sent before you have seen it. /help says what else you can type.\n");
  go_on(talk, 0);
}

/* What a field holds, as a person would type it; NULL if nothing. A default is the server's text. */
static char *held(const mcpclient_input *input, size_t index) {
  size_t size = mcpclient_input_value_text(input, index, NULL, 0);
  if (size == 0) return NULL;
  char *raw = text_room(size);
  mcpclient_input_value_text(input, index, raw, size);
  char *safe = text_safe(mcpclient_str_from(raw));
  free(raw);
  return safe;
}

static void show_format(mcpclient_str format) {
  static const char *const known[][2] = {{"email", "a mail address, like ana@example.com"},
                                         {"uri", "a full address, like https://example.com/page"},
                                         {"date", "a date, like 1999-12-31"},
                                         {"date-time", "date and time, like 1999-12-31T09:30:00Z"}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (mcpclient_str_equal(format, mcpclient_str_from(known[i][0]))) say("   %s\n", known[i][1]);
  }
}

/* What fits into a field. */
static void show_limits(const mcpclient_input *input, size_t index) {
  uint64_t least = 0, most = 0;
  bool has_least = mcpclient_input_field_min_length(input, index, &least);
  bool has_most = mcpclient_input_field_max_length(input, index, &most);
  const char *unit = "characters";
  switch (mcpclient_input_field_kind(input, index)) {
    case MCPCLIENT_FIELD_YES_NO:
      say("   yes or no\n");
      return;
    case MCPCLIENT_FIELD_NUMBER:
    case MCPCLIENT_FIELD_INTEGER: {
      bool above = false, below = false;
      mcpclient_str min = mcpclient_input_field_min(input, index, &above);
      mcpclient_str max = mcpclient_input_field_max(input, index, &below);
      bool whole = mcpclient_input_field_kind(input, index) == MCPCLIENT_FIELD_INTEGER;
      say("   a %snumber", whole ? "whole " : "");
      if (min.ptr) say(above ? ", more than %.*s" : ", at least %.*s", MCPCLIENT_PRINT(min));
      if (max.ptr) say(below ? ", less than %.*s" : ", at most %.*s", MCPCLIENT_PRINT(max));
      say("\n");
      return;
    }
    case MCPCLIENT_FIELD_ONE_OF:
    case MCPCLIENT_FIELD_SOME_OF:
      unit = "of these";
      for (size_t i = 0; i < mcpclient_input_option_count(input, index); i++) {
        say("   %zu) %.*s\n", i + 1, MCPCLIENT_PRINT(mcpclient_input_option_label(input, index, i)));
      }
      if (mcpclient_input_field_kind(input, index) == MCPCLIENT_FIELD_SOME_OF) {
        say("   numbers or names, with commas between\n");
      }
      break;
    default:
      show_format(mcpclient_input_field_format(input, index));
  }
  if (has_least) say("   %llu or more %s\n", (unsigned long long)least, unit);
  if (has_most) say("   up to %llu %s\n", (unsigned long long)most, unit);
}

static void ask_field(const talk *talk) {
  const mcpclient_input *input = talk->input;
  size_t index = talk->field;
  say("\n%zu. %.*s%s\n", index + 1, MCPCLIENT_PRINT(mcpclient_input_field_title(input, index)),
      mcpclient_input_field_required(input, index) ? "" : " (may be left out)");
  mcpclient_str more = mcpclient_input_field_description(input, index);
  if (more.ptr) say_quoted(more);
  warn_of(input, index);
  show_limits(input, index);
  char *now = held(input, index);
  if (now) say("   Enter for: %s\n", now);
  free(now);
  say("> ");
}

/* Back to the first field that an error names; the others keep what they hold. */
static void go_to_wrong(talk *talk, mcpclient_error *error) {
  size_t wrong = 0;
  mcpclient_error_field_index(error, 0, &wrong);
  say("%.*s.\n", MCPCLIENT_PRINT(mcpclient_error_field_message(error, 0)));
  mcpclient_error_free(error);
  talk->changing = talk->step == AT_LAST || talk->changing;
  talk->step = AT_FIELD;
  talk->field = wrong;
  talk->refused++;
}

static void form_ask(talk *talk) {
  if (talk->step == AT_LAST) {
    mcpclient_str content;
    mcpclient_error *error = NULL;
    mcpclient_status status = mcpclient_input_preview(talk->input, &content, &error);
    if (status == MCPCLIENT_E_FORM) {
      go_to_wrong(talk, error);
    } else if (went_well(status, error, "No preview")) {
      say("\nThis is what %.*s will be sent, to the letter:\n",
          MCPCLIENT_PRINT(mcpclient_input_server(talk->input)));
      say_quoted(content);
      say("Send it? yes, or the number of a field to change it.\n> ");
      return;
    } else {
      say("> ");
      return;
    }
  }
  ask_field(talk);
}

static bool send_form(host *self, talk *talk) {
  mcpclient_str content;
  mcpclient_error *error = NULL;
  mcpclient_status status = mcpclient_input_preview(talk->input, &content, &error);
  char *sent = status == MCPCLIENT_OK ? text_copy(content) : NULL;
  if (sent) status = mcpclient_input_accept(talk->input, &error);
  if (status == MCPCLIENT_E_FORM) {
    go_to_wrong(talk, error);
    free(sent);
    return false;
  }
  if (went_well(status, error, "Not sent")) {
    record_form(self->record, sent);
    say("Sent.\n");
  }
  free(sent);
  return true;
}

static bool form_hear(host *self, talk *talk, const char *line) {
  if (talk->step == AT_LAST) {
    if (is_yes(line)) return send_form(self, talk);
    char *end;
    unsigned long number = strtoul(line, &end, 10);
    if (*end || number < 1 || number > mcpclient_input_field_count(talk->input) ||
        !mcpclient_input_field_answerable(talk->input, number - 1)) {
      say("That is neither a yes nor the number of a field. /decline says no.\n");
      return false;
    }
    talk->step = AT_FIELD;
    talk->changing = true;
    talk->field = number - 1;
    return false;
  }
  mcpclient_error *error = NULL;
  mcpclient_status status = MCPCLIENT_OK;
  if (strcmp(line, "/clear") == 0) {
    status = mcpclient_input_clear(talk->input, talk->field);
  } else if (line[0]) {
    status = mcpclient_input_set_text(talk->input, talk->field, mcpclient_str_from(typed_text(line)),
                                      &error);
  }
  /* What was left empty may be needed. */
  if (status == MCPCLIENT_OK) status = mcpclient_input_check_field(talk->input, talk->field, &error);
  if (status == MCPCLIENT_E_FORM) {
    go_to_wrong(talk, error);
  } else if (went_well(status, error, "That cannot be taken")) {
    go_on(talk, talk->changing ? mcpclient_input_field_count(talk->input) : talk->field + 1);
  }
  return false;
}

const dialog form_dialog = {form_show, form_ask, form_hear};
