#include "web.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_CONNECTIONS = 256, LARGEST_HEAD = 16 << 10 };

struct web {
  web_fn serve;
  void *given;
  int listener;
  char url[64];
  pthread_t acceptor;
  pthread_mutex_t lock;
  /* Those that there have been; -1 once one is over. */
  int sockets[MOST_CONNECTIONS];
  pthread_t threads[MOST_CONNECTIONS];
  int count, closing;
};

struct web_request {
  int socket;
  char *head, *method, *path;
  mcpclient_str body;
  /* Whether the connection can be used again. */
  int streaming, answered;
};

typedef struct {
  web *web;
  int index;
} connection;

static void *owned(void *memory) {
  if (memory == NULL) {
    abort();
  }
  return memory;
}

static int put(int socket, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t sent = send(socket, bytes, length, MSG_NOSIGNAL);
    if (sent <= 0) {
      return 0;
    }
    bytes += sent;
    length -= (size_t)sent;
  }
  return 1;
}

static int put_text(int socket, const char *text) { return put(socket, text, strlen(text)); }

const char *web_method(const web_request *request) { return request->method; }

const char *web_path(const web_request *request) { return request->path; }

mcpclient_str web_body(const web_request *request) { return request->body; }

/* The head was cut into lines that end with a NUL, the names in lower case; an empty one ends it. */
const char *web_header(const web_request *request, const char *name) {
  size_t length = strlen(name);
  const char *line = request->head + strlen(request->head) + 1;
  for (; *line != '\0'; line += strlen(line) + 1) {
    if (strncmp(line, name, length) == 0 && line[length] == ':') {
      line += length + 1;
      return line + strspn(line, " ");
    }
  }
  return NULL;
}

void web_answer(web_request *request, int status, const char *headers, const char *type,
                const char *body) {
  char head[1024];
  size_t length = body != NULL ? strlen(body) : 0;
  int size = snprintf(head, sizeof head, "HTTP/1.1 %d Said\r\n%s%s%s%sContent-Length: %zu\r\n\r\n", status,
                      headers, type != NULL ? "Content-Type: " : "", type != NULL ? type : "",
                      type != NULL ? "\r\n" : "", length);
  CHECK(size > 0 && (size_t)size < sizeof head);
  request->answered = put_text(request->socket, head) && (length == 0 || put(request->socket, body, length));
}

void web_json(web_request *request, char *body) {
  if (body == NULL) {
    web_answer(request, 202, "", NULL, NULL);
  } else {
    web_answer(request, 200, "", "application/json", body);
  }
  free(body);
}

void web_stream(web_request *request, const char *headers) {
  char head[512];
  snprintf(head, sizeof head,
           "HTTP/1.1 200 OK\r\n%sContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n",
           headers);
  request->streaming = put_text(request->socket, head);
}

int web_raw(web_request *request, const char *bytes) {
  char size[24];
  snprintf(size, sizeof size, "%zx\r\n", strlen(bytes));
  return put_text(request->socket, size) && put_text(request->socket, bytes) &&
         put_text(request->socket, "\r\n");
}

int web_event(web_request *request, const char *id, const char *data) {
  size_t size = strlen(data) + (id != NULL ? strlen(id) : 0) + 32;
  char *event = owned(malloc(size));
  int there;
  snprintf(event, size, "%s%s%sdata: %s\n\n", id != NULL ? "id: " : "", id != NULL ? id : "",
           id != NULL ? "\n" : "", data);
  there = web_raw(request, event);
  free(event);
  return there;
}

void web_end(web_request *request) {
  request->answered = request->streaming && put_text(request->socket, "0\r\n\r\n");
}

void web_wait_gone(web_request *request) {
  char byte;
  while (recv(request->socket, &byte, 1, 0) > 0) {
    continue;
  }
}

/* The next request's head, to be free()d, or NULL at the end of the connection. */
static char *read_head(int socket) {
  char *head = owned(malloc(LARGEST_HEAD + 1));
  size_t used = 0;
  while (used < LARGEST_HEAD && recv(socket, head + used, 1, 0) == 1) {
    used++;
    if (used >= 4 && memcmp(head + used - 4, "\r\n\r\n", 4) == 0) {
      head[used] = '\0';
      return head;
    }
  }
  free(head);
  return NULL;
}

/* See web_header(). */
static void cut(char *head) {
  char *line = head, *from = head;
  while ((line = strstr(from, "\r\n")) != NULL) {
    char *name = from == head ? line : from;
    for (; name < line && *name != ':'; name++) {
      *name = (char)tolower((unsigned char)*name);
    }
    *line = '\0';
    memmove(line + 1, line + 2, strlen(line + 2) + 1);
    from = line + 1;
  }
}

static int serve_one(web *web, int socket) {
  web_request request;
  const char *size;
  char *body;
  size_t length, used = 0;
  memset(&request, 0, sizeof request);
  request.socket = socket;
  request.head = read_head(socket);
  if (request.head == NULL || strchr(request.head, ' ') == NULL) {
    free(request.head);
    return 0;
  }
  cut(request.head);
  request.method = owned(strdup(request.head));
  request.path = request.method + strcspn(request.method, " ");
  *request.path++ = '\0';
  request.path[strcspn(request.path, " ")] = '\0';
  size = web_header(&request, "content-length");
  length = size != NULL ? strtoul(size, NULL, 10) : 0;
  body = owned(malloc(length + 1));
  while (used < length) {
    ssize_t got = recv(socket, body + used, length - used, 0);
    if (got <= 0) {
      break;
    }
    used += (size_t)got;
  }
  if (used == length) {
    body[length] = '\0';
    request.body.ptr = body;
    request.body.len = length;
    web->serve(web->given, &request);
  }
  free(body);
  free(request.method);
  free(request.head);
  return request.answered;
}

static void *serve_connection(void *given) {
  connection *self = given;
  web *web = self->web;
  int socket = web->sockets[self->index];
  while (serve_one(web, socket)) {
    continue;
  }
  pthread_mutex_lock(&web->lock);
  web->sockets[self->index] = -1;
  close(socket);
  pthread_mutex_unlock(&web->lock);
  free(self);
  return NULL;
}

static void *accept_all(void *given) {
  web *web = given;
  int socket;
  while ((socket = accept(web->listener, NULL, NULL)) >= 0) {
    connection *made = owned(malloc(sizeof *made));
    pthread_mutex_lock(&web->lock);
    if (web->closing || web->count == MOST_CONNECTIONS) {
      close(socket);
      free(made);
    } else {
      made->web = web;
      made->index = web->count++;
      web->sockets[made->index] = socket;
      CHECK_NUMBER(pthread_create(&web->threads[made->index], NULL, serve_connection, made), 0);
    }
    pthread_mutex_unlock(&web->lock);
  }
  return NULL;
}

web *web_open(web_fn serve, void *given) {
  web *web = owned(calloc(1, sizeof *web));
  struct sockaddr_in address;
  socklen_t size = sizeof address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  web->serve = serve;
  web->given = given;
  pthread_mutex_init(&web->lock, NULL);
  web->listener = socket(AF_INET, SOCK_STREAM, 0);
  CHECK(web->listener >= 0 && bind(web->listener, (struct sockaddr *)&address, sizeof address) == 0 &&
        listen(web->listener, 64) == 0 &&
        getsockname(web->listener, (struct sockaddr *)&address, &size) == 0);
  snprintf(web->url, sizeof web->url, "http://127.0.0.1:%u/mcp", (unsigned)ntohs(address.sin_port));
  CHECK_NUMBER(pthread_create(&web->acceptor, NULL, accept_all, web), 0);
  return web;
}

const char *web_url(const web *web) { return web->url; }

int web_connections(web *web) {
  int count;
  pthread_mutex_lock(&web->lock);
  count = web->count;
  pthread_mutex_unlock(&web->lock);
  return count;
}

static void hang_up(web *web) {
  int index;
  for (index = 0; index < web->count; index++) {
    if (web->sockets[index] >= 0) {
      shutdown(web->sockets[index], SHUT_RDWR);
    }
  }
}

void web_hang_up_all(web *web) {
  pthread_mutex_lock(&web->lock);
  hang_up(web);
  pthread_mutex_unlock(&web->lock);
}

void web_close(web *web) {
  int index;
  pthread_mutex_lock(&web->lock);
  web->closing = 1;
  hang_up(web);
  pthread_mutex_unlock(&web->lock);
  shutdown(web->listener, SHUT_RDWR);
  pthread_join(web->acceptor, NULL);
  close(web->listener);
  for (index = 0; index < web->count; index++) {
    pthread_join(web->threads[index], NULL);
  }
  pthread_mutex_destroy(&web->lock);
  free(web);
}
