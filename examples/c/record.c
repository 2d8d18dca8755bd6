/* What was answered, in the words of the protocol, so that a server's own record can be compared. */
#include <stdlib.h>

#include "host.h"
#include "text.h"

void record_form(FILE *record, const char *content) {
  if (!record) return;
  fputs("{\"answer\":{\"action\":\"accept\"", record);
  if (content) fprintf(record, ",\"content\":%s", content);
  fputs("}}\n", record);
}

void record_sample(FILE *record, mcpclient_str result) {
  if (record) fprintf(record, "{\"sample\":%.*s}\n", MCPCLIENT_PRINT(result));
}

static void print_json(FILE *record, mcpclient_str text) {
  char *copy = text_copy(text);
  char *json = text_to_json(copy);
  fputs(json, record);
  free(json);
  free(copy);
}

void record_roots(FILE *record, const mcpclient_roots *roots) {
  if (!record) return;
  const char *before = "{\"roots\":[";
  for (size_t index = 0; index < mcpclient_roots_count(roots); index++) {
    if (!mcpclient_roots_offered(roots, index)) continue;
    fprintf(record, "%s{\"uri\":", before);
    before = ",";
    print_json(record, mcpclient_roots_uri(roots, index));
    mcpclient_str name = mcpclient_roots_name(roots, index);
    if (name.ptr) {
      fputs(",\"name\":", record);
      print_json(record, name);
    }
    fputc('}', record);
  }
  fprintf(record, "%s]}\n", before[0] == ',' ? "" : before);
}

void record_no(FILE *record, const char *what, mcpclient_input_type kind) {
  if (!record) return;
  bool elicited = kind == MCPCLIENT_INPUT_FORM || kind == MCPCLIENT_INPUT_URL;
  if (what[0] == 's') { /* what the server sees of that depends on what it was doing */
    fputs("{\"stopped\":true}\n", record);
  } else if (elicited) {
    fprintf(record, "{\"answer\":{\"action\":\"%s\"}}\n", what);
  } else {
    fputs("{\"refused\":\"sampling/createMessage\"}\n", record);
  }
}
