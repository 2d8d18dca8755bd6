/* Checks: each counts, and a failed one says where it stands and what it saw. */
#ifndef CHECK_H
#define CHECK_H

#include <mcpclient.h>

#define CHECK(condition) check_true((condition) ? 1 : 0, __FILE__, __LINE__, #condition)
#define CHECK_STATUS(call, want) check_status((call), (want), __FILE__, __LINE__, #call)
#define CHECK_OK(call) CHECK_STATUS(call, MCPCLIENT_OK)
/* `want` is a C string, or NULL for no text. */
#define CHECK_TEXT(text, want) check_text((text), (want), __FILE__, __LINE__, #text)
#define CHECK_HAS(text, part) check_has((text), (part), __FILE__, __LINE__, #text)
#define CHECK_NUMBER(got, want) \
  check_number((long long)(got), (long long)(want), __FILE__, __LINE__, #got)
#define CHECK_BELOW(got, bound) \
  check_below((long long)(got), (long long)(bound), __FILE__, __LINE__, #got)

extern int check_true(int holds, const char *file, int line, const char *what);
extern int check_status(mcpclient_status got, mcpclient_status want, const char *file, int line,
                        const char *what);
extern int check_text(mcpclient_str got, const char *want, const char *file, int line,
                      const char *what);
extern int check_has(mcpclient_str got, const char *part, const char *file, int line,
                     const char *what);
extern int check_number(long long got, long long want, const char *file, int line,
                        const char *what);
extern int check_below(long long got, long long bound, const char *file, int line,
                       const char *what);

/* Prints the tally, and gives what main() returns. */
extern int check_finish(void);

/* Whether this program runs under valgrind, where some system calls are not what they are. */
extern int check_under_valgrind(void);

/* So many times for what is the same each time; fewer under valgrind, which is fifty times slower. */
extern int check_count(int plain, int under_valgrind);

/* No text, and text that is not UTF-8. */
extern const mcpclient_str no_text;
extern const mcpclient_str bad_utf8;

#endif
