/* Small helpers for text. What they return is the caller's to free(); no memory ends the program. */
#ifndef TEXT_H
#define TEXT_H

#include <mcpclient.h>

/* Empty text, and room for so many bytes. */
char *text_room(size_t size);
/* The text, its bytes as they are, with a NUL behind them; "" for no text. */
char *text_copy(mcpclient_str text);
/* The text made safe to show, whatever a server put into it. */
char *text_safe(mcpclient_str text);
/* The value at a JSON pointer: a view into `json`. */
mcpclient_str json_at(mcpclient_str json, const char *pointer);
/* What a JSON string says; NULL if it is none. */
char *text_of_json(mcpclient_str json);
/* The text as a JSON string, with its quotes. */
char *text_to_json(const char *text);
/* As printf() would print it. */
char *text_format(const char *format, ...);

#endif
