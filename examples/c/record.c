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

void record_sample(FILE *record, const char *text, const char *stop) {
  if (!record) return;
  char *json = text_to_json(text);
  fprintf(record,
          "{\"sample\":{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":%s},"
          "\"model\":\"" RULE_MODEL "\",\"stopReason\":\"%s\"}}\n",
          json, stop);
  free(json);
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
  fputs("{\"roots\":[", record);
  for (size_t index = 0; index < mcpclient_roots_count(roots); index++) {
    fputs(index > 0 ? ",{\"uri\":" : "{\"uri\":", record);
    print_json(record, mcpclient_roots_uri(roots, index));
    mcpclient_str name = mcpclient_roots_name(roots, index);
    if (name.ptr) {
      fputs(",\"name\":", record);
      print_json(record, name);
    }
    fputc('}', record);
  }
  fputs("]}\n", record);
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
