#include "vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the vector that runs has against it. */
static char why[600];

static void out_of(const char *what) {
  printf("no %s\n", what);
  exit(2);
}

mcpclient_str at(mcpclient_str json, const char *pointer) {
  return mcpclient_json_at(json, view(pointer));
}

size_t count(mcpclient_str array) {
  mcpclient_str item = no_text;
  size_t found = 0;
  while (mcpclient_json_next(array, NULL, &item)) {
    found++;
  }
  return found;
}

static text sized(size_t size) {
  text made = {NULL, {NULL, 0}};
  if (size > 0) {
    made.bytes = malloc(size);
    if (made.bytes == NULL) {
      out_of("memory");
    }
    made.view.ptr = made.bytes;
    made.view.len = size - 1;
  }
  return made;
}

text read_text(mcpclient_str json) {
  text made = sized(mcpclient_json_text(json, NULL, 0));
  mcpclient_json_text(json, made.bytes, made.bytes ? made.view.len + 1 : 0);
  return made;
}

text quoted(mcpclient_str plain) {
  text made = sized(mcpclient_json_quote(plain, NULL, 0));
  mcpclient_json_quote(plain, made.bytes, made.bytes ? made.view.len + 1 : 0);
  return made;
}

void text_free(text *text_) {
  free(text_->bytes);
  text_->bytes = NULL;
}

/* `before`, `middle` and `after` in one. */
static text joined(const char *before, mcpclient_str middle, const char *after) {
  text made = sized(strlen(before) + middle.len + strlen(after) + 1);
  sprintf(made.bytes, "%s", before);
  if (middle.len > 0) {
    memcpy(made.bytes + strlen(before), middle.ptr, middle.len);
  }
  sprintf(made.bytes + strlen(before) + middle.len, "%s", after);
  return made;
}

int told(int holds, const char *what) {
  if (!holds) {
    snprintf(why, sizeof why, "not so: %s", what);
  }
  return holds;
}

int told_number(long long got, long long want, const char *what) {
  if (got != want) {
    snprintf(why, sizeof why, "%s: %lld, not %lld", what, got, want);
  }
  return got == want;
}

static int same(mcpclient_str got, mcpclient_str want, const char *what) {
  int holds = (got.ptr == NULL) == (want.ptr == NULL) && mcpclient_str_equal(got, want);
  if (!holds) {
    snprintf(why, sizeof why, "%s: %.200s, not %.200s", what, got.ptr ? "(below)" : "no text",
             want.ptr ? "(below)" : "no text");
    if (got.ptr != NULL || want.ptr != NULL) {
      printf("  got  %.*s\n  want %.*s\n", MCPCLIENT_PRINT(got), MCPCLIENT_PRINT(want));
    }
  }
  return holds;
}

int told_text(mcpclient_str got, mcpclient_str wanted, const char *what) {
  text want = read_text(wanted);
  int holds = same(got, want.view, what);
  text_free(&want);
  return holds;
}

int told_part(mcpclient_str got, const char *part) {
  size_t length = strlen(part), place;
  for (place = 0; got.ptr != NULL && place + length <= got.len; place++) {
    if (memcmp(got.ptr + place, part, length) == 0) {
      return 1;
    }
  }
  snprintf(why, sizeof why, "%.300s does not hold %.200s", got.ptr ? got.ptr : "nothing", part);
  return 0;
}

int told_status(const mcpclient_error *error, mcpclient_status want) {
  mcpclient_status got = error == NULL ? MCPCLIENT_OK : mcpclient_error_status(error);
  if (got != want) {
    snprintf(why, sizeof why, "%s, not %s", mcpclient_status_name(got).ptr,
             mcpclient_status_name(want).ptr);
  }
  return got == want;
}

int told_fine(mcpclient_error *error) {
  int fine = error == NULL;
  if (!fine) {
    snprintf(why, sizeof why, "refused: %.500s", mcpclient_error_message(error).ptr);
  }
  mcpclient_error_free(error);
  return fine;
}

int told_sent(const mcpclient_input *input, const char *before, mcpclient_str middle,
              const char *after) {
  text want = joined(before, middle, after);
  int holds = same(mcpclient_input_rehearsed(input), want.view, "what the server is told");
  text_free(&want);
  return holds;
}

/* The schema that `from` gives, spelled out. */
static text schema(mcpclient_str from) {
  text given = read_text(at(from, "/schema")), whole;
  if (given.bytes != NULL) {
    return given;
  }
  given = read_text(at(from, "/property"));
  whole = joined("{\"type\":\"object\",\"properties\":{\"p\":", given.view,
                 mcpclient_json_true(at(from, "/required")) ? "},\"required\":[\"p\"]}" : "}}");
  text_free(&given);
  return whole;
}

mcpclient_input *vector_form(const vector *vector_, mcpclient_error **error) {
  int own = at(vector_->item, "/schema").ptr != NULL || at(vector_->item, "/property").ptr != NULL;
  text asked = schema(own ? vector_->item : vector_->group);
  mcpclient_str given = at(vector_->item, "/message");
  text message = joined("{\"message\":", given.ptr ? given : view("\"?\""),
                        ",\"requestedSchema\":");
  text params = joined(message.bytes, asked.view, "}");
  mcpclient_input *input = NULL;
  mcpclient_input_rehearse(vector_->revision, view("elicitation/create"), params.view, 0, &input,
                           error);
  text_free(&asked);
  text_free(&message);
  text_free(&params);
  return input;
}

mcpclient_input *vector_visit(const vector *vector_, mcpclient_error **error) {
  text params = joined("{\"mode\":\"url\",\"message\":\"?\",\"elicitationId\":\"e\",\"url\":",
                       at(vector_->item, "/url"), "}");
  text own = read_text(at(vector_->group, "/own"));
  mcpclient_input *input = NULL;
  if (own.bytes != NULL) {
    mcpclient_input_rehearse_from(own.view, vector_->revision, view("elicitation/create"),
                                  params.view, 0, &input, error);
  } else {
    mcpclient_input_rehearse(vector_->revision, view("elicitation/create"), params.view, 0, &input,
                             error);
  }
  text_free(&own);
  text_free(&params);
  return input;
}

mcpclient_input *vector_sample(const vector *vector_, mcpclient_str from, const char *pointer,
                               mcpclient_error **error) {
  mcpclient_str declared = at(vector_->group, "/declared"), item = no_text;
  text params = read_text(at(from, pointer));
  mcpclient_sample_features features = 0;
  mcpclient_input *input = NULL;
  while (mcpclient_json_next(declared, NULL, &item)) {
    text word = read_text(item);
    features |= mcpclient_str_equal(word.view, view("tools")) ? MCPCLIENT_SAMPLE_TOOLS
                                                              : MCPCLIENT_SAMPLE_CONTEXT;
    text_free(&word);
  }
  mcpclient_input_rehearse(vector_->revision, view("sampling/createMessage"), params.view, features,
                           &input, error);
  text_free(&params);
  return input;
}

static char *file_text(const char *path) {
  FILE *file = fopen(path, "rb");
  char *bytes;
  long size;
  if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0) {
    out_of(path);
    return NULL;
  }
  rewind(file);
  bytes = malloc((size_t)size + 1);
  if (bytes == NULL || fread(bytes, 1, (size_t)size, file) != (size_t)size) {
    out_of(path);
    return NULL;
  }
  bytes[size] = '\0';
  fclose(file);
  return bytes;
}

typedef struct {
  const char *file;
  int (*run)(const vector *);
  int every, seen, passed, failed;
} tally;

static void one(tally *tally_, const vector *vector_, size_t number) {
  text name, revision = {NULL, {NULL, 0}};
  vector known = *vector_;
  if (tally_->seen++ % tally_->every != 0) {
    return;
  }
  name = read_text(at(vector_->group, "/name"));
  if (vector_->revision.ptr != NULL) {
    revision = read_text(vector_->revision);
    known.revision = revision.view;
  }
  why[0] = '\0';
  if (tally_->run(&known)) {
    tally_->passed++;
  } else {
    tally_->failed++;
    printf("FAILED %s/%s/%lu%s%s: %s\n", tally_->file, name.bytes, (unsigned long)number,
           revision.bytes ? "@" : "", revision.bytes ? revision.bytes : "", why);
  }
  text_free(&name);
  text_free(&revision);
}

int vectors_run(const char *file, int (*run)(const vector *)) {
  const char *folder = getenv("VECTORS"), *every = getenv("VECTORS_EVERY");
  tally tally_ = {NULL, NULL, 1, 0, 0, 0};
  vector vector_ = {{NULL, 0}, {NULL, 0}, {NULL, 0}};
  mcpclient_str groups;
  char path[1024], *bytes;
  tally_.file = file;
  tally_.run = run;
  tally_.every = every == NULL ? 1 : atoi(every);
  snprintf(path, sizeof path, "%s/%s.json", folder ? folder : "tests/vectors", file);
  bytes = file_text(path);
  groups = at(view(bytes), "/groups");
  while (mcpclient_json_next(groups, NULL, &vector_.group)) {
    mcpclient_str cases = at(vector_.group, "/cases"), revisions;
    size_t number = 0;
    revisions = at(vector_.group, "/revisions");
    vector_.item = no_text;
    while (mcpclient_json_next(cases, NULL, &vector_.item)) {
      number++;
      vector_.revision = no_text;
      if (revisions.ptr == NULL) {
        one(&tally_, &vector_, number);
      }
      while (mcpclient_json_next(revisions, NULL, &vector_.revision)) {
        one(&tally_, &vector_, number);
      }
    }
  }
  printf("vectors %s: %d passed, %d failed\n", file, tally_.passed, tally_.failed);
  free(bytes);
  return tally_.failed;
}
