#include "vector.h"

#include <stdint.h>

static int is_named(mcpclient_str wanted, const char *const *names, size_t many, int32_t number) {
  text word = read_text(wanted);
  int holds = number > 0 && (size_t)number < many &&
              mcpclient_str_equal(word.view, view(names[number]));
  text_free(&word);
  return holds;
}

static int url_hazards_are(const mcpclient_input *input, mcpclient_str wanted) {
  static const char *const names[] = {
      "",          "user-info",  "punycode",   "mixed-scripts", "address-literal", "private-address",
      "odd-port",  "plain-http", "look-alike", "rewritten",     "long",            "no-registrable-domain"};
  mcpclient_str item = no_text;
  size_t index = 0;
  int right = told_number(mcpclient_input_url_hazard_count(input), count(wanted), "hazards");
  while (right && mcpclient_json_next(wanted, NULL, &item)) {
    right = told(is_named(item, names, sizeof names / sizeof *names,
                          mcpclient_input_url_hazard(input, index++)),
                 "a hazard of the URL");
  }
  return right;
}

int url_is(const mcpclient_input *input, mcpclient_str wanted) {
  mcpclient_str url = at(wanted, "/url"), canonical = at(wanted, "/canonical");
  mcpclient_str wire = at(wanted, "/wire");
  return told_text(mcpclient_input_url_raw(input), url, "url") &&
         told_text(mcpclient_input_url_canonical(input), canonical.ptr ? canonical : url,
                   "canonical") &&
         told_text(mcpclient_input_url_host(input), at(wanted, "/host"), "host") &&
         (wire.ptr == NULL || told_text(mcpclient_input_url_host_raw(input), wire, "wire")) &&
         told_text(mcpclient_input_url_domain(input), at(wanted, "/domain"), "domain") &&
         url_hazards_are(input, at(wanted, "/hazards"));
}

int hazards_are(const mcpclient_input *input, mcpclient_str wanted) {
  static const char *const names[] = {"", "secret", "link", "control", "long"};
  mcpclient_str item = no_text, about;
  size_t index = 0, field;
  int right = told_number(mcpclient_input_hazard_count(input), count(wanted), "hazards");
  while (right && mcpclient_json_next(wanted, NULL, &item)) {
    mcpclient_hazard kind = mcpclient_input_hazard(input, index++, &field);
    about = field == SIZE_MAX ? no_text : mcpclient_input_field_name(input, field);
    right = told(is_named(at(item, "/kind"), names, sizeof names / sizeof *names, kind),
                 "a hazard") &&
            told_text(about, at(item, "/field"), "what a hazard is about");
  }
  return right;
}
