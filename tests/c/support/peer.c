#include "peer.h"

#include "tiny.h"

#include <stdlib.h>
#include <string.h>

static void on_send(void *userdata, const void *bytes, size_t size) {
  peer *peer = userdata;
  CHECK(size > 0 && ((const char *)bytes)[size - 1] == '\n');
  pthread_mutex_lock(&peer->lock);
  CHECK(!peer->closed);
  peer->sent = realloc(peer->sent, peer->length + size);
  if (peer->sent == NULL) {
    abort();
  }
  memcpy(peer->sent + peer->length, bytes, size);
  peer->length += size;
  pthread_cond_broadcast(&peer->changed);
  pthread_mutex_unlock(&peer->lock);
}

static void on_close(void *userdata) {
  peer *peer = userdata;
  pthread_mutex_lock(&peer->lock);
  peer->closed++;
  pthread_cond_broadcast(&peer->changed);
  pthread_mutex_unlock(&peer->lock);
}

static void on_ready(void *userdata) {
  peer *peer = userdata;
  pthread_mutex_lock(&peer->lock);
  peer->ready++;
  pthread_cond_broadcast(&peer->changed);
  pthread_mutex_unlock(&peer->lock);
}

static void on_free(void *userdata) {
  peer *peer = userdata;
  pthread_mutex_lock(&peer->lock);
  peer->freed++;
  pthread_cond_broadcast(&peer->changed);
  pthread_mutex_unlock(&peer->lock);
}

mcpclient_status peer_feed(peer *peer, const char *bytes, size_t length) {
  size_t step = peer->portion > 0 ? peer->portion : length;
  while (length > 0) {
    size_t now = length < step ? length : step;
    int before;
    mcpclient_status status;
    pthread_mutex_lock(&peer->lock);
    before = peer->ready;
    pthread_mutex_unlock(&peer->lock);
    status = mcpclient_lane_feed(peer->lane, bytes, now);
    if (status == MCPCLIENT_E_BUSY) {
      pthread_mutex_lock(&peer->lock);
      while (peer->ready == before) {
        pthread_cond_wait(&peer->changed, &peer->lock);
      }
      pthread_mutex_unlock(&peer->lock);
      continue;
    }
    if (status != MCPCLIENT_OK) {
      return status;
    }
    bytes += now;
    length -= now;
  }
  return MCPCLIENT_OK;
}

/* The next line that was sent, without its end, to be free()d; NULL once there will be none. */
static char *next_line(peer *peer) {
  char *line = NULL;
  pthread_mutex_lock(&peer->lock);
  while (peer->length == 0 && !peer->closed) {
    pthread_cond_wait(&peer->changed, &peer->lock);
  }
  if (peer->length > 0) {
    size_t length = (size_t)((char *)memchr(peer->sent, '\n', peer->length) - peer->sent);
    line = tiny_text("%.*s", (int)length, peer->sent);
    peer->length -= length + 1;
    memmove(peer->sent, peer->sent + length + 1, peer->length);
  }
  pthread_mutex_unlock(&peer->lock);
  return line;
}

static void *serve(void *given) {
  peer *peer = given;
  char *line;
  while ((line = next_line(peer)) != NULL) {
    char *answer = tiny_answer(mcpclient_str_from(line), peer->modern);
    if (answer != NULL) {
      char *message = tiny_text("%s\n", answer);
      mcpclient_status status = peer_feed(peer, message, strlen(message));
      CHECK(status == MCPCLIENT_OK || status == MCPCLIENT_E_GONE);
      free(message);
    }
    free(answer);
    free(line);
  }
  {
    mcpclient_status status = mcpclient_lane_end(peer->lane, no_text);
    CHECK(status == MCPCLIENT_OK || status == MCPCLIENT_E_GONE);
  }
  return NULL;
}

mcpclient_transport *peer_open(peer *peer, int modern, size_t portion) {
  mcpclient_transport *transport = NULL;
  mcpclient_lane_host host;
  memset(peer, 0, sizeof *peer);
  peer->modern = modern;
  peer->portion = portion;
  pthread_mutex_init(&peer->lock, NULL);
  pthread_cond_init(&peer->changed, NULL);
  mcpclient_lane_host_init(&host, sizeof host);
  host.userdata = peer;
  host.userdata_free = on_free;
  host.send = on_send;
  host.close = on_close;
  host.ready = on_ready;
  CHECK_OK(mcpclient_transport_lane(&host, &peer->lane, &transport, NULL));
  CHECK_NUMBER(pthread_create(&peer->thread, NULL, serve, peer), 0);
  return transport;
}

void peer_close(peer *peer) {
  pthread_join(peer->thread, NULL);
  mcpclient_lane_free(peer->lane);
  /* The library's own thread may be the last that lets go. */
  pthread_mutex_lock(&peer->lock);
  while (peer->freed == 0) {
    pthread_cond_wait(&peer->changed, &peer->lock);
  }
  pthread_mutex_unlock(&peer->lock);
  CHECK_NUMBER(peer->freed, 1);
  CHECK_NUMBER(peer->closed, 1);
  free(peer->sent);
  pthread_cond_destroy(&peer->changed);
  pthread_mutex_destroy(&peer->lock);
}
