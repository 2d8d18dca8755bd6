/* Stands in for a person with --yes: agrees to everything, and mistypes a mail address once. */
#include <string.h>

#include "host.h"
#include "text.h"

static const char *text_of_format(mcpclient_str format, bool again) {
  if (mcpclient_str_equal(format, MCPCLIENT_STR("email"))) return again ? "ada@example.org" : "ada";
  if (mcpclient_str_equal(format, MCPCLIENT_STR("uri"))) return "https://example.org/ada";
  if (mcpclient_str_equal(format, MCPCLIENT_STR("date"))) return "2026-06-15";
  if (mcpclient_str_equal(format, MCPCLIENT_STR("date-time"))) return "2026-06-15T10:00:00Z";
  return "Ada Lovelace";
}

char *person_types(const talk *talk) {
  const mcpclient_input *input = talk->input;
  size_t index = talk->field;
  if (talk->step == AT_VISIT || talk->refused > 1) return text_format("/decline");
  if (talk->step != AT_FIELD) return text_format("yes");
  bool again = talk->refused > 0;
  /* Enter keeps what is there. */
  if (mcpclient_input_value(input, index).ptr && !again) return text_format("");
  switch (mcpclient_input_field_kind(input, index)) {
    case MCPCLIENT_FIELD_YES_NO:
      return text_format("yes");
    case MCPCLIENT_FIELD_NUMBER:
    case MCPCLIENT_FIELD_INTEGER: {
      mcpclient_str min = mcpclient_input_field_min(input, index, NULL);
      return min.ptr ? text_copy(min) : text_format("1");
    }
    case MCPCLIENT_FIELD_ONE_OF:
    case MCPCLIENT_FIELD_SOME_OF: {
      /* By name or by number, as it comes. */
      size_t last = mcpclient_input_option_count(input, index) - 1;
      if (index % 2 == 0) return text_format("1");
      return text_copy(mcpclient_input_option_label(input, index, last));
    }
    default:
      if (!mcpclient_input_field_required(input, index)) return text_format("");
      return text_format("%s", text_of_format(mcpclient_input_field_format(input, index), again));
  }
}
