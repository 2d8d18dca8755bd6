/*
 * The vectors of tests/vectors, through the header alone. A vector's input is rehearsed: read and
 * answered as one of a server's, without any. tests/vectors/README.md has the format.
 *
 * VECTORS names their folder. VECTORS_EVERY=20 runs every twentieth, where time matters.
 */
#include "vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* proves: ELI-10, ELI-11, ELI-19, ELI-21, ELI-22, ELI-24, ELI-28 */
static int run_forms(const vector *vector_) {
  mcpclient_str fields = at(vector_->item, "/fields"), field = no_text, property;
  mcpclient_error *error = NULL;
  mcpclient_input *input = vector_form(vector_, &error);
  char part[160];
  size_t index = 0;
  int right;
  if (at(vector_->item, "/refused").ptr != NULL) {
    property = at(vector_->item, "/refused/property");
    snprintf(part, sizeof part, "property %.*s", MCPCLIENT_PRINT(property));
    right = told(input == NULL, "refused") && told_status(error, MCPCLIENT_E_REFUSED) &&
            told_part(mcpclient_error_message(error), property.ptr ? part : "requestedSchema: ");
    mcpclient_error_free(error);
    mcpclient_input_free(input);
    return right;
  }
  if (input == NULL) {
    return told_fine(error);
  }
  right = told_number(mcpclient_input_field_count(input), count(fields), "fields");
  while (right && mcpclient_json_next(fields, NULL, &field)) {
    right = field_is(input, index++, field);
  }
  right = right && objections_are(input, at(vector_->item, "/objections"));
  mcpclient_input_free(input);
  return right;
}

/* proves: ELI-27 */
static int run_typed(const vector *vector_) {
  mcpclient_error *error = NULL, *again = NULL;
  mcpclient_input *input = vector_form(vector_, &error);
  mcpclient_str fault = at(vector_->item, "/fault");
  text typed = read_text(at(vector_->item, "/text"));
  mcpclient_status status, second;
  int right;
  if (input == NULL) {
    text_free(&typed);
    return told_fine(error);
  }
  status = mcpclient_input_set_text(input, 0, typed.view, &error);
  second = mcpclient_input_check_field(input, 0, &again);
  right = told_number(second, status, "the second check");
  if (fault.ptr != NULL) {
    right = right && told_number(mcpclient_error_field_count(error), 1, "faults") &&
            fault_is(error, 0, fault);
  } else {
    right = right && told_fine(error) &&
            told_text(mcpclient_input_value(input, 0), at(vector_->item, "/value"), "value");
    error = NULL;
  }
  mcpclient_error_free(error);
  mcpclient_error_free(again);
  mcpclient_input_free(input);
  text_free(&typed);
  return right;
}

/* Accepting `content` fails with these faults, or sends it. */
static int answer_is(const vector *vector_, mcpclient_str content, mcpclient_str faults) {
  mcpclient_error *error = NULL;
  mcpclient_input *input = vector_form(vector_, &error);
  int right;
  if (input == NULL) {
    return told_fine(error);
  }
  right = mcpclient_input_accept_json(input, content, &error) == MCPCLIENT_OK;
  if (right) {
    right = told(faults.ptr == NULL, "no fault is found") &&
            told_sent(input, "{\"result\":{\"action\":\"accept\",\"content\":",
                      mcpclient_json_at(content, view("")), "}}");
  } else if (mcpclient_json_kind(content) != MCPCLIENT_JSON_OBJECT) {
    /* The C interface takes objects only. */
    right = told(faults.ptr != NULL, "it is no object");
  } else {
    right = faults_are(error, faults);
  }
  mcpclient_error_free(error);
  mcpclient_input_free(input);
  return right;
}

/* proves: ELI-25, ELI-30, ELI-33, ELI-34 */
static int run_content(const vector *vector_) {
  text content = read_text(at(vector_->item, "/content"));
  int right = answer_is(vector_, content.view, at(vector_->item, "/faults"));
  text_free(&content);
  return right;
}

/* proves: ELI-12, ELI-14 */
static int run_texts(const vector *vector_) {
  mcpclient_error *error = NULL;
  mcpclient_input *input = vector_form(vector_, &error);
  text given = read_text(at(vector_->item, "/text"));
  text value = quoted(given.view);
  int fits = 0, right;
  if (input != NULL) {
    fits = mcpclient_input_set_json(input, 0, value.view, &error) == MCPCLIENT_OK;
  }
  right = told_number(fits, mcpclient_json_true(at(vector_->item, "/fits")), "fits");
  mcpclient_error_free(error);
  mcpclient_input_free(input);
  text_free(&given);
  text_free(&value);
  return right;
}

static int touch(mcpclient_input *input, mcpclient_str step) {
  text name = read_text(at(step, "/field"));
  size_t field = mcpclient_input_field_by_name(input, name.view);
  int64_t option = 0;
  text_free(&name);
  if (at(step, "/text").ptr != NULL) {
    text typed = read_text(at(step, "/text"));
    mcpclient_input_set_text(input, field, typed.view, NULL);
    text_free(&typed);
  } else if (at(step, "/json").ptr != NULL) {
    text json = read_text(at(step, "/json"));
    mcpclient_input_set_json(input, field, json.view, NULL);
    text_free(&json);
  } else if (mcpclient_json_integer(at(step, "/select"), &option)) {
    return mcpclient_input_select(input, field, (size_t)option, 1) == MCPCLIENT_OK;
  } else if (mcpclient_json_integer(at(step, "/unselect"), &option)) {
    return mcpclient_input_select(input, field, (size_t)option, 0) == MCPCLIENT_OK;
  } else if (mcpclient_json_true(at(step, "/clear"))) {
    return mcpclient_input_clear(input, field) == MCPCLIENT_OK;
  } else {
    return mcpclient_input_reset(input, field) == MCPCLIENT_OK;
  }
  return 1;
}

static int holds(mcpclient_input *input, mcpclient_str wanted) {
  mcpclient_str key = no_text, value = no_text, chosen;
  int right = 1;
  while (right && mcpclient_json_next(at(wanted, "/holds"), &key, &value)) {
    text name = read_text(key);
    size_t field = mcpclient_input_field_by_name(input, name.view);
    right = told_text(mcpclient_input_value(input, field), value, "what a field holds");
    text_free(&name);
  }
  key = value = no_text;
  while (right && mcpclient_json_next(at(wanted, "/selected"), &key, &value)) {
    text name = read_text(key);
    size_t field = mcpclient_input_field_by_name(input, name.view), option = 0;
    chosen = no_text;
    while (right && mcpclient_json_next(value, NULL, &chosen)) {
      right = told_number(mcpclient_input_selected(input, field, option++),
                          mcpclient_json_true(chosen), "selected");
    }
    text_free(&name);
  }
  return right;
}

/* These fields are touched, where the vector says which, and no others. */
static int touched(mcpclient_input *input, mcpclient_str wanted) {
  mcpclient_str name = no_text;
  size_t field, found = 0;
  int right = 1;
  if (wanted.ptr == NULL) {
    return 1;
  }
  for (field = 0; field < mcpclient_input_field_count(input); field++) {
    found += mcpclient_input_touched(input, field);
  }
  while (right && mcpclient_json_next(wanted, NULL, &name)) {
    text text_ = read_text(name);
    field = mcpclient_input_field_by_name(input, text_.view);
    right = told(mcpclient_input_touched(input, field), "touched");
    text_free(&text_);
  }
  return right && told_number(found, count(wanted), "touched fields");
}

/* proves: ELI-24, ELI-25, ELI-41, ELI-48 */
static int run_fill(const vector *vector_) {
  mcpclient_error *error = NULL;
  mcpclient_input *input = vector_form(vector_, &error);
  mcpclient_str touches = at(vector_->item, "/touches"), step = no_text, preview = no_text;
  mcpclient_str faults = at(vector_->item, "/faults"), sends = at(vector_->item, "/sends");
  int right = 1;
  if (input == NULL) {
    return told_fine(error);
  }
  while (right && mcpclient_json_next(touches, NULL, &step)) {
    right = told(touch(input, step), "a touch");
  }
  right = right && holds(input, vector_->item) && touched(input, at(vector_->item, "/touched"));
  if (right && mcpclient_input_preview(input, &preview, &error) == MCPCLIENT_OK) {
    right = told_text(preview, sends, "sends") &&
            told_number(mcpclient_input_accept(input, NULL), MCPCLIENT_OK, "accepted");
    if (right) {
      text sent = read_text(sends);
      right = told_sent(input, "{\"result\":{\"action\":\"accept\",\"content\":", sent.view, "}}");
      text_free(&sent);
    }
  } else if (right) {
    right = faults_are(error, faults);
  }
  mcpclient_error_free(error);
  mcpclient_input_free(input);
  return right;
}

/* proves: ELI-24 */
static int run_defaults(const vector *vector_) {
  mcpclient_error *error = NULL;
  mcpclient_input *input = vector_form(vector_, &error);
  text content = read_text(at(vector_->item, "/content"));
  mcpclient_str filled = no_text;
  int right = told_fine(error);
  if (right) {
    mcpclient_input_with_defaults(input, content.view, &filled, &error);
    right = told_fine(error) && told_text(filled, at(vector_->item, "/filled"), "filled");
  }
  mcpclient_input_free(input);
  text_free(&content);
  return right;
}

/* proves: SAM-04, SAM-05, SAM-06, SAM-16, SAM-19, SAM-23, SAM-24 */
static int run_requests(const vector *vector_) {
  mcpclient_error *error = NULL;
  mcpclient_input *input = vector_sample(vector_, vector_->item, "/params", &error);
  mcpclient_str reads = at(vector_->item, "/reads");
  int right;
  if (at(vector_->item, "/refused").ptr != NULL) {
    /* What is no object never gets as far. */
    right = told(input == NULL, "refused");
  } else if (input == NULL) {
    return told_fine(error);
  } else {
    right = reads.ptr == NULL || sample_is(input, reads);
  }
  mcpclient_error_free(error);
  mcpclient_input_free(input);
  return right;
}

/* proves: SAM-06, SAM-09, SAM-20, SAM-22, SAM-38 */
static int run_results(const vector *vector_) {
  mcpclient_error *error = NULL;
  mcpclient_input *input = vector_sample(vector_, vector_->group, "/request", &error);
  text result = read_text(at(vector_->item, "/result")), sent;
  mcpclient_str wanted = at(vector_->item, "/sent");
  int right;
  if (input == NULL) {
    text_free(&result);
    return told_fine(error);
  }
  right = mcpclient_input_answer_json(input, result.view, NULL) == MCPCLIENT_OK;
  if (mcpclient_json_true(at(vector_->item, "/refused"))) {
    right = told(!right, "refused") && told(mcpclient_input_is_open(input), "still open");
  } else {
    sent = read_text(wanted.ptr ? wanted : at(vector_->item, "/result"));
    right = told(right, "accepted") && told_sent(input, "{\"result\":", sent.view, "}");
    text_free(&sent);
  }
  mcpclient_input_free(input);
  text_free(&result);
  return right;
}

/* proves: URL-02, URL-04, URL-06, URL-07, URL-08 */
static int run_urls(const vector *vector_) {
  mcpclient_error *error = NULL;
  mcpclient_input *input = vector_visit(vector_, &error);
  int right;
  if (mcpclient_json_true(at(vector_->item, "/refused"))) {
    right = told(input == NULL, "refused") && told_status(error, MCPCLIENT_E_REFUSED);
    mcpclient_error_free(error);
  } else {
    right = told_fine(error) && url_is(input, vector_->item);
  }
  mcpclient_input_free(input);
  return right;
}

/* proves: ELI-46, ELI-47, ELI-50 */
static int run_hazards(const vector *vector_) {
  mcpclient_error *error = NULL;
  mcpclient_input *input = vector_form(vector_, &error);
  int right = told_fine(error) && hazards_are(input, at(vector_->item, "/hazards"));
  mcpclient_input_free(input);
  return right;
}

/* proves: SAM-11, SAM-12, SAM-13, SAM-14 */
static int run_models(const vector *vector_) {
  mcpclient_error *error = NULL;
  mcpclient_input *input = NULL;
  text preferences = read_text(at(vector_->item, "/preferences"));
  char params[1024];
  int length = snprintf(params, sizeof params,
                        "{\"messages\":[],\"maxTokens\":1,\"modelPreferences\":%.*s}",
                        MCPCLIENT_PRINT(preferences.view));
  int right = told(length > 0 && (size_t)length < sizeof params, "the preferences fit");
  if (right) {
    mcpclient_input_rehearse(vector_->revision, view("sampling/createMessage"), view(params), 0,
                             &input, &error);
    right = told_fine(error) && choice_is(input, at(vector_->group, "/catalogue"), vector_->item);
  }
  mcpclient_input_free(input);
  text_free(&preferences);
  return right;
}

int main(void) {
  static const struct {
    const char *file;
    int (*run)(const vector *);
  } files[] = {{"containment", run_containment},
               {"content", run_content},
               {"defaults", run_defaults},
               {"display", run_display},
               {"display-cut", run_display},
               {"fill", run_fill},
               {"formats", run_texts},
               {"forms", run_forms},
               {"hazards", run_hazards},
               {"model-choice", run_models},
               {"paths", run_paths},
               {"patterns", run_texts},
               {"roots", run_roots},
               {"sample-requests", run_requests},
               {"sample-results", run_results},
               {"typed", run_typed},
               {"urls", run_urls},
               {"urls-own", run_urls}};
  size_t index;
  int failed = 0;
  for (index = 0; index < sizeof files / sizeof *files; index++) {
    failed += vectors_run(files[index].file, files[index].run);
  }
  return failed > 0;
}
