/*
 * A web server inside the test: HTTP/1.1 on a port of its own, each connection on a thread, and each request given
 * to the test, which answers before it returns.
 */
#ifndef WEB_H
#define WEB_H

#include "check.h"

typedef struct web web;
typedef struct web_request web_request;

/* Answers one request; called on the connection's thread, with what web_open() was given. */
typedef void (*web_fn)(void *given, web_request *request);

extern web *web_open(web_fn serve, void *given);
/* Ends all connections, and waits for their threads. */
extern void web_close(web *web);
/* Its URL, with a path: "http://127.0.0.1:PORT/mcp". */
extern const char *web_url(const web *web);
/* How many connections there have been. */
extern int web_connections(web *web);
/* Ends all connections, as a server does that is started again. */
extern void web_hang_up_all(web *web);

/* What is asked. All is borrowed until the request was answered. */
extern const char *web_method(const web_request *request);
extern const char *web_path(const web_request *request);
/* NULL if there is none; `name` in lower case. */
extern const char *web_header(const web_request *request, const char *name);
extern mcpclient_str web_body(const web_request *request);

/* Answers in full. `headers` are more lines, each ending with "\r\n", or ""; a NULL `type` and body are none. */
extern void web_answer(web_request *request, int status, const char *headers, const char *type,
                       const char *body);
/* Answers with JSON, which is free()d; NULL is 202 and no body. */
extern void web_json(web_request *request, char *body);

/* Begins a stream of events. */
extern void web_stream(web_request *request, const char *headers);
/* An event with this data, on one line; `id` may be NULL. False if nobody listens any more. */
extern int web_event(web_request *request, const char *id, const char *data);
/* Any bytes of the stream. */
extern int web_raw(web_request *request, const char *bytes);
/* Waits until the client ends the connection, or web_close() does. */
extern void web_wait_gone(web_request *request);
/* Ends the stream. Without it the connection is cut off when the test's function returns. */
extern void web_end(web_request *request);

#endif
