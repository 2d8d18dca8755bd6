/*
 * A server as small as can be, for tests whose matter is the way to it: what it answers to a message, in either era.
 * It has a tool "echo", which gives back its argument "text", and says that it knows nothing else.
 */
#ifndef TINY_H
#define TINY_H

#include "check.h"

/* The answer to a message, without a line's end, to be free()d; NULL if it wants none. */
extern char *tiny_answer(mcpclient_str message, int modern);
/* An answer with this result, or this error, both JSON. */
extern char *tiny_result(mcpclient_str message, const char *result);
extern char *tiny_error(mcpclient_str message, const char *error);
/* Whether the message has this method. */
extern int tiny_is(mcpclient_str message, const char *method);
/* Whether it calls this tool. */
extern int tiny_calls(mcpclient_str message, const char *tool);

/* Text put together as printf does, to be free()d. */
extern char *tiny_text(const char *format, ...);

#endif
