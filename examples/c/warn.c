/* What a user should be careful about, as the library has noticed it. Newer libraries may notice more. */
#include "host.h"

static const char *about(mcpclient_hazard hazard) {
  switch (hazard) {
    case MCPCLIENT_HAZARD_SECRET:
      return "it seems to ask for a password, a key or card data, which you should never type here";
    case MCPCLIENT_HAZARD_LINK:
      return "it holds a link, which is the server's, not ours";
    case MCPCLIENT_HAZARD_CONTROL:
      return "it holds characters that cannot be seen, or change what can; they were made visible";
    case MCPCLIENT_HAZARD_LONG:
      return "it is long enough to hide what it asks for";
    default:
      return "something about it is unusual";
  }
}

static const char *about_url(mcpclient_url_hazard hazard) {
  switch (hazard) {
    case MCPCLIENT_URL_HAZARD_USER_INFO:
      return "what stands before the @ is not where it leads";
    case MCPCLIENT_URL_HAZARD_PUNYCODE:
      return "its name has letters that may look like others";
    case MCPCLIENT_URL_HAZARD_MIXED_SCRIPTS:
      return "its name mixes scripts, as imitations do";
    case MCPCLIENT_URL_HAZARD_ADDRESS_LITERAL:
      return "it has a number in place of a name";
    case MCPCLIENT_URL_HAZARD_PRIVATE_ADDRESS:
      return "it is on this machine or near it";
    case MCPCLIENT_URL_HAZARD_ODD_PORT:
      return "its port is unusual";
    case MCPCLIENT_URL_HAZARD_PLAIN_HTTP:
      return "what you type there can be read on the way";
    case MCPCLIENT_URL_HAZARD_LOOK_ALIKE:
      return "its name looks like the server's own, and is another";
    case MCPCLIENT_URL_HAZARD_REWRITTEN:
      return "browsers read it in another way than it is written";
    case MCPCLIENT_URL_HAZARD_LONG:
      return "it is too long to be read";
    case MCPCLIENT_URL_HAZARD_NO_REGISTRABLE_DOMAIN:
      return "nobody stands for its name";
    default:
      return "something about it is unusual";
  }
}

void warn_of(const mcpclient_input *input, size_t field) {
  for (size_t index = 0; index < mcpclient_input_hazard_count(input); index++) {
    size_t where;
    mcpclient_hazard hazard = mcpclient_input_hazard(input, index, &where);
    if (where == field) say("   Careful: %s.\n", about(hazard));
  }
}

void warn_of_url(const mcpclient_input *input) {
  for (size_t index = 0; index < mcpclient_input_url_hazard_count(input); index++) {
    say("   Careful: %s.\n", about_url(mcpclient_input_url_hazard(input, index)));
  }
}
