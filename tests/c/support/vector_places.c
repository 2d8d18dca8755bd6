/* Vectors of what needs no server at all: paths, URIs, what lies inside, and text that is safe to show. */
#include "vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Room for `size` bytes with a NUL, of which the last is one. */
static text room(size_t size) {
  text made;
  made.bytes = calloc(1, size + 1);
  if (made.bytes == NULL) {
    printf("no memory\n");
    exit(2);
  }
  made.view.ptr = made.bytes;
  made.view.len = size > 0 ? size - 1 : 0;
  return made;
}

static mcpclient_path_style style_of(const vector *vector_) {
  text word = read_text(at(vector_->group, "/style"));
  mcpclient_path_style style = mcpclient_str_equal(word.view, view("windows"))
                                   ? MCPCLIENT_PATH_WINDOWS
                                   : MCPCLIENT_PATH_POSIX;
  text_free(&word);
  return style;
}

/* Bytes from hexadecimal digits; no text if there are none. */
static text from_hex(mcpclient_str json) {
  text digits = read_text(json), made = {NULL, {NULL, 0}};
  size_t index;
  if (digits.bytes != NULL) {
    made = room(digits.view.len / 2 + 1);
    for (index = 0; index < made.view.len; index++) {
      char pair[3] = {digits.bytes[2 * index], digits.bytes[2 * index + 1], '\0'};
      made.bytes[index] = (char)strtoul(pair, NULL, 16);
    }
  }
  text_free(&digits);
  return made;
}

/* Sizes come first, then text; what there is not leaves its reason. */
static int path_is(const vector *vector_, mcpclient_str path, mcpclient_str wanted) {
  mcpclient_path_style style = style_of(vector_);
  mcpclient_error *error = NULL;
  size_t size = mcpclient_path_to_uri(path, style, NULL, 0, &error);
  text uri = room(size);
  int right = size > 0 ? told(error == NULL, "no error") : told_status(error, MCPCLIENT_E_ROOT);
  mcpclient_error_free(error);
  right = right &&
          told_number(mcpclient_path_to_uri(path, style, uri.bytes, size, NULL), size, "size") &&
          told_text(size > 0 ? uri.view : no_text, wanted, "uri");
  text_free(&uri);
  return right;
}

static int uri_is(const vector *vector_, mcpclient_str uri) {
  mcpclient_path_style style = style_of(vector_);
  mcpclient_error *error = NULL;
  text wanted = from_hex(at(vector_->item, "/pathBytes"));
  size_t size = mcpclient_uri_to_path(uri, style, NULL, 0, &error);
  text path = room(size);
  int right = size > 0 ? told(error == NULL, "no error") : told_status(error, MCPCLIENT_E_ROOT);
  mcpclient_error_free(error);
  right = right &&
          told_number(mcpclient_uri_to_path(uri, style, path.bytes, size, NULL), size, "size");
  if (right && wanted.bytes != NULL) {
    right = told(mcpclient_str_equal(path.view, wanted.view), "the path's bytes");
  } else if (right) {
    /* A path that is no text has no place in the vector. */
    int readable = size > 0 && mcpclient_str_copy(path.view, NULL, 0) > 0;
    right = told_text(readable ? path.view : no_text, at(vector_->item, "/path"), "path");
  }
  text_free(&path);
  text_free(&wanted);
  return right;
}

/* proves: ROO-03, ROO-04, ROO-12 */
int run_paths(const vector *vector_) {
  text path = read_text(at(vector_->item, "/fromPath"));
  text uri = read_text(at(vector_->item, "/fromUri"));
  int right;
  if (path.bytes == NULL) {
    path = from_hex(at(vector_->item, "/fromPathBytes"));
  }
  right = path.bytes != NULL ? path_is(vector_, path.view, at(vector_->item, "/uri"))
                             : uri_is(vector_, uri.view);
  text_free(&path);
  text_free(&uri);
  return right;
}

/* proves: ROO-12 */
int run_containment(const vector *vector_) {
  text root = read_text(at(vector_->item, "/root"));
  text candidate = read_text(at(vector_->item, "/candidate"));
  int inside = mcpclient_root_contains(root.view, candidate.view, style_of(vector_));
  text_free(&root);
  text_free(&candidate);
  return told_number(inside, mcpclient_json_true(at(vector_->item, "/inside")), "inside");
}

static int shown_is(size_t (*show)(mcpclient_str, size_t, char *, size_t), const vector *vector_,
                    const char *wanted) {
  text given = read_text(at(vector_->item, "/text")), shown;
  int64_t max = 0;
  size_t size;
  int right = told(mcpclient_json_integer(at(vector_->item, "/max"), &max), "max is a count");
  size = show(given.view, (size_t)max, NULL, 0);
  shown = room(size);
  show(given.view, (size_t)max, shown.bytes, size);
  right = right && told_text(shown.view, at(vector_->item, wanted), wanted + 1);
  text_free(&shown);
  text_free(&given);
  return right;
}

/* proves: ELI-49 */
int run_display(const vector *vector_) {
  return shown_is(mcpclient_str_display_lines, vector_, "/lines") &&
         shown_is(mcpclient_str_display_line, vector_, "/line");
}

/* proves: ROO-02, ROO-03, ROO-12 */
int run_roots(const vector *vector_) {
  mcpclient_str result = at(vector_->item, "/result"), other = at(vector_->item, "/other");
  mcpclient_str accepted = at(vector_->item, "/accepted");
  int right = 1, good;
  if (result.ptr != NULL) {
    text answer = read_text(result);
    mcpclient_input *input = NULL;
    mcpclient_input_rehearse(view("2025-11-25"), view("roots/list"), view("{}"), 0, &input, NULL);
    good = mcpclient_input_answer_json(input, answer.view, NULL) == MCPCLIENT_OK;
    right = told_number(good, mcpclient_json_true(accepted), "accepted");
    mcpclient_input_free(input);
    text_free(&answer);
  } else {
    mcpclient_roots *roots = NULL;
    text uri = read_text(at(vector_->item, "/uri"));
    mcpclient_roots_new(&roots);
    good = mcpclient_roots_add_uri(roots, uri.view, no_text, NULL) == MCPCLIENT_OK;
    if (other.ptr != NULL) {
      text second = read_text(other);
      mcpclient_roots_add_uri(roots, second.view, no_text, NULL);
      right = told_number(mcpclient_roots_count(roots) == 1,
                          mcpclient_json_true(at(vector_->item, "/same")), "same");
      text_free(&second);
    } else {
      right = told_number(good, mcpclient_json_true(accepted), "accepted") &&
              (!good || told_text(mcpclient_roots_uri(roots, 0), at(vector_->item, "/uri"), "uri"));
    }
    text_free(&uri);
    mcpclient_roots_free(roots);
  }
  return right;
}
