/* The macros of the header are expressions of the type they promise. */
#include <mcpclient.h>
#include <stdio.h>

#if MCPCLIENT_VERSION_MAJOR < 0 || MCPCLIENT_VERSION_MINOR < 0 || MCPCLIENT_VERSION_PATCH < 0
#error "the version cannot be compared by the preprocessor"
#endif

extern int macros(void);

int macros(void) {
  mcpclient_str text = MCPCLIENT_STR("text");
  mcpclient_str version = MCPCLIENT_STR(MCPCLIENT_VERSION);
  return printf("%.*s %.*s\n", MCPCLIENT_PRINT(text), MCPCLIENT_PRINT(version));
}
