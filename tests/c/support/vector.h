/* Vectors: reading them, and comparing what the library says with what they say. */
#ifndef VECTOR_H
#define VECTOR_H

#include <mcpclient.h>

extern const mcpclient_str no_text;
extern mcpclient_str view(const char *text);

/* One case in one revision. */
typedef struct {
  mcpclient_str group;
  mcpclient_str item;
  /* No text where it makes no difference. */
  mcpclient_str revision;
} vector;

/* Text of our own, which may hold a NUL. */
typedef struct {
  char *bytes;
  mcpclient_str view;
} text;

/* Runs all vectors of tests/vectors/FILE.json, and gives how many failed. */
extern int vectors_run(const char *file, int (*run)(const vector *));

/* The vector's message and the form of its schema, rehearsed; NULL and `*error` if it is refused. */
extern mcpclient_input *vector_form(const vector *vector_, mcpclient_error **error);
/* The visit to the vector's URL, rehearsed. */
extern mcpclient_input *vector_visit(const vector *vector_, mcpclient_error **error);
/* The sampling request whose parameters are the member `pointer` of `from`. */
extern mcpclient_input *vector_sample(const vector *vector_, mcpclient_str from,
                                      const char *pointer, mcpclient_error **error);

extern mcpclient_str at(mcpclient_str json, const char *pointer);
/* How many elements an array has. */
extern size_t count(mcpclient_str array);
/* The text of a JSON string; no text of anything else. Free it. */
extern text read_text(mcpclient_str json);
/* Text as a JSON string. Free it. */
extern text quoted(mcpclient_str plain);
extern void text_free(text *text_);

/*
 * Each gives whether it is as wanted, and keeps what is not for the line that tells of it. `wanted`
 * of told_text() is a JSON string; no text, or null, want no text.
 */
extern int told(int holds, const char *what);
extern int told_number(long long got, long long want, const char *what);
extern int told_text(mcpclient_str got, mcpclient_str wanted, const char *what);
extern int told_part(mcpclient_str got, const char *part);
extern int told_status(const mcpclient_error *error, mcpclient_status want);
/* There is no error; one that is there is freed. */
extern int told_fine(mcpclient_error *error);
/* What a rehearsal's server was told: `before`, `middle` and `after` in one. */
extern int told_sent(const mcpclient_input *input, const char *before, mcpclient_str middle,
                     const char *after);

extern int field_is(const mcpclient_input *input, size_t index, mcpclient_str wanted);
extern int objections_are(const mcpclient_input *input, mcpclient_str wanted);
extern int fault_is(const mcpclient_error *error, size_t index, mcpclient_str wanted);
extern int faults_are(const mcpclient_error *error, mcpclient_str wanted);
/* What is told of a URL, and what to warn of in a message and a form. */
extern int url_is(const mcpclient_input *input, mcpclient_str wanted);
extern int hazards_are(const mcpclient_input *input, mcpclient_str wanted);
extern int sample_is(const mcpclient_input *input, mcpclient_str wanted);
/* Which model of the catalogue is chosen, and why. */
extern int choice_is(const mcpclient_input *input, mcpclient_str catalogue, mcpclient_str wanted);

/* Vectors of what needs no server at all. */
extern int run_paths(const vector *vector_);
extern int run_containment(const vector *vector_);
extern int run_display(const vector *vector_);
extern int run_roots(const vector *vector_);

#endif
