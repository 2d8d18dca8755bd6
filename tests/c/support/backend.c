#include "backend.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

struct backend_job {
  backend *backend;
  mcpclient_exchange *exchange;
  uint64_t id;
  /* -1 before there is one; shut down, not closed, by whoever is not this job's thread. */
  int socket;
  int aborted, ready;
  backend_job *next;
};

/* ---- The socket ---- */

/* The address in "http://ADDRESS:PORT/path", and where its path begins. */
static const char *read_url(const char *url, struct sockaddr_in *address) {
  char host[64];
  unsigned port = 0;
  int length = 0;
  memset(address, 0, sizeof *address);
  if (sscanf(url, "http://%63[0-9.]:%u%n", host, &port, &length) != 2) {
    return NULL;
  }
  address->sin_family = AF_INET;
  address->sin_port = htons((uint16_t)port);
  return inet_pton(AF_INET, host, &address->sin_addr) == 1 ? url + length : NULL;
}

/* Connects, where the exchange was not given up meanwhile. */
static int dial(backend_job *job, const struct sockaddr_in *address) {
  int made = socket(AF_INET, SOCK_STREAM, 0), wanted;
  pthread_mutex_lock(&job->backend->lock);
  job->socket = made;
  wanted = !job->aborted;
  pthread_mutex_unlock(&job->backend->lock);
  return wanted && made >= 0 && connect(made, (const struct sockaddr *)address, sizeof *address) == 0;
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

static int send_request(const backend_job *job, const char *path) {
  const mcpclient_exchange *exchange = job->exchange;
  mcpclient_str body = mcpclient_exchange_body(exchange);
  char length[96];
  size_t index;
  int good = put_text(job->socket, mcpclient_exchange_method(exchange).ptr) && put_text(job->socket, " ") &&
             put_text(job->socket, path) && put_text(job->socket, " HTTP/1.1\r\n");
  for (index = 0; good && index < mcpclient_exchange_header_count(exchange); index++) {
    good = put_text(job->socket, mcpclient_exchange_header_name(exchange, index).ptr) &&
           put_text(job->socket, ": ") &&
           put_text(job->socket, mcpclient_exchange_header_value(exchange, index).ptr) &&
           put_text(job->socket, "\r\n");
  }
  snprintf(length, sizeof length, "Connection: close\r\nContent-Length: %zu\r\n\r\n", body.len);
  return good && put_text(job->socket, length) && put(job->socket, body.ptr, body.len);
}

/* ---- The answer ---- */

/* A line without its end; false at the end of the connection. */
static int read_line(FILE *in, char *line, size_t size) {
  if (fgets(line, (int)size, in) == NULL) {
    return 0;
  }
  line[strcspn(line, "\r\n")] = '\0';
  return 1;
}

/* Tells the head. How long the body is goes to `*length`: -1 to the end of the connection, -2 in chunks. */
static int tell_head(backend_job *job, FILE *in, long *length) {
  char line[2048];
  unsigned status = 0;
  *length = -1;
  if (!read_line(in, line, sizeof line) || sscanf(line, "HTTP/1.%*c %u", &status) != 1) {
    return 0;
  }
  while (read_line(in, line, sizeof line)) {
    char *value = strchr(line, ':');
    if (line[0] == '\0') {
      return mcpclient_exchange_head(job->exchange, status) == MCPCLIENT_OK;
    }
    if (value == NULL) {
      return 0;
    }
    *value++ = '\0';
    value += strspn(value, " ");
    if (strcasecmp(line, "content-length") == 0) {
      *length = strtol(value, NULL, 10);
    } else if (strcasecmp(line, "transfer-encoding") == 0) {
      *length = -2;
    }
    CHECK_OK(mcpclient_exchange_add_header(job->exchange, mcpclient_str_from(line), mcpclient_str_from(value)));
  }
  return 0;
}

/* Feeds, and waits where there is no room. */
static int feed(backend_job *job, const char *bytes, size_t length) {
  backend *backend = job->backend;
  mcpclient_status status;
  while ((status = mcpclient_exchange_feed(job->exchange, bytes, length)) == MCPCLIENT_E_BUSY) {
    pthread_mutex_lock(&backend->lock);
    backend->waits++;
    while (!job->ready) {
      pthread_cond_wait(&backend->changed, &backend->lock);
    }
    job->ready = 0;
    pthread_mutex_unlock(&backend->lock);
  }
  return status == MCPCLIENT_OK;
}

/* Feeds so many bytes of the connection, or with -1 all. */
static int feed_bytes(backend_job *job, FILE *in, long length) {
  char bytes[16 << 10];
  size_t portion = job->backend->portion > 0 ? job->backend->portion : sizeof bytes;
  while (length != 0) {
    size_t want = length > 0 && (size_t)length < portion ? (size_t)length : portion;
    ssize_t got = (ssize_t)fread(bytes, 1, length < 0 ? 1 : want, in);
    if (got <= 0) {
      return length < 0;
    }
    if (!feed(job, bytes, (size_t)got)) {
      return 0;
    }
    length -= length > 0 ? got : 0;
  }
  return 1;
}

static int feed_chunks(backend_job *job, FILE *in) {
  char line[64];
  while (read_line(in, line, sizeof line)) {
    long length = strtol(line, NULL, 16);
    if (length == 0) {
      return 1;
    }
    if (!feed_bytes(job, in, length) || !read_line(in, line, sizeof line)) {
      return 0;
    }
  }
  return 0;
}

static int read_answer(backend_job *job) {
  FILE *in = fdopen(dup(job->socket), "r");
  long length = 0;
  int good = in != NULL && tell_head(job, in, &length);
  good = good && (length == -2 ? feed_chunks(job, in) : feed_bytes(job, in, length));
  if (in != NULL) {
    fclose(in);
  }
  return good;
}

/* ---- Exchanges ---- */

static mcpclient_status end(backend_job *job, mcpclient_exchange_ending how, const char *why) {
  return mcpclient_exchange_end(job->exchange, how, mcpclient_str_from(why));
}

static void *make(void *given) {
  backend_job *job = given, **place;
  backend *backend = job->backend;
  struct sockaddr_in address;
  const char *path = read_url(mcpclient_exchange_url(job->exchange).ptr, &address);
  mcpclient_status status;
  if (path == NULL || !dial(job, &address)) {
    status = end(job, MCPCLIENT_EXCHANGE_UNREACHABLE, "the test's stack could not connect");
  } else if (!send_request(job, path) || !read_answer(job)) {
    status = end(job, MCPCLIENT_EXCHANGE_BROKEN, "the test's stack lost the connection");
  } else {
    status = end(job, MCPCLIENT_EXCHANGE_COMPLETE, NULL);
  }
  CHECK(status == MCPCLIENT_OK || status == MCPCLIENT_E_GONE);
  mcpclient_exchange_free(job->exchange);
  pthread_mutex_lock(&backend->lock);
  for (place = &backend->jobs; *place != job; place = &(*place)->next) {
    continue;
  }
  *place = job->next;
  if (job->socket >= 0) {
    close(job->socket);
  }
  free(job);
  pthread_cond_broadcast(&backend->changed);
  pthread_mutex_unlock(&backend->lock);
  return NULL;
}

static void on_open(void *userdata, mcpclient_exchange *exchange) {
  backend *backend = userdata;
  backend_job *job = calloc(1, sizeof *job);
  pthread_attr_t attributes;
  pthread_t thread;
  if (job == NULL) {
    abort();
  }
  job->backend = backend;
  job->exchange = exchange;
  job->id = mcpclient_exchange_id(exchange);
  job->socket = -1;
  pthread_mutex_lock(&backend->lock);
  job->next = backend->jobs;
  backend->jobs = job;
  backend->opened++;
  pthread_mutex_unlock(&backend->lock);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  CHECK_NUMBER(pthread_create(&thread, &attributes, make, job), 0);
  pthread_attr_destroy(&attributes);
}

static backend_job *job_of(backend *backend, uint64_t id) {
  backend_job *job = backend->jobs;
  while (job != NULL && job->id != id) {
    job = job->next;
  }
  return job;
}

static void on_abort(void *userdata, uint64_t id) {
  backend *backend = userdata;
  backend_job *job;
  pthread_mutex_lock(&backend->lock);
  backend->aborted++;
  job = job_of(backend, id);
  if (job != NULL) {
    job->aborted = 1;
    if (job->socket >= 0) {
      shutdown(job->socket, SHUT_RDWR);
    }
  }
  pthread_cond_broadcast(&backend->changed);
  pthread_mutex_unlock(&backend->lock);
}

static void on_ready(void *userdata, uint64_t id) {
  backend *backend = userdata;
  backend_job *job;
  pthread_mutex_lock(&backend->lock);
  job = job_of(backend, id);
  if (job != NULL) {
    job->ready = 1;
  }
  pthread_cond_broadcast(&backend->changed);
  pthread_mutex_unlock(&backend->lock);
}

static void on_free(void *userdata) {
  backend *backend = userdata;
  pthread_mutex_lock(&backend->lock);
  backend->freed++;
  pthread_cond_broadcast(&backend->changed);
  pthread_mutex_unlock(&backend->lock);
}

void backend_open(backend *backend) {
  memset(backend, 0, sizeof *backend);
  pthread_mutex_init(&backend->lock, NULL);
  pthread_cond_init(&backend->changed, NULL);
}

void backend_take(backend *backend, mcpclient_transport *transport) {
  mcpclient_exchanger table;
  mcpclient_exchanger_init(&table, sizeof table);
  table.userdata = backend;
  table.userdata_free = on_free;
  table.open = on_open;
  table.abort = on_abort;
  table.ready = on_ready;
  CHECK_OK(mcpclient_transport_set_exchanger(transport, &table));
}

void backend_close(backend *backend) {
  pthread_mutex_lock(&backend->lock);
  while (backend->jobs != NULL || backend->freed == 0) {
    pthread_cond_wait(&backend->changed, &backend->lock);
  }
  pthread_mutex_unlock(&backend->lock);
  CHECK_NUMBER(backend->freed, 1);
  pthread_cond_destroy(&backend->changed);
  pthread_mutex_destroy(&backend->lock);
}
