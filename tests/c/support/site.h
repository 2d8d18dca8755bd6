/*
 * A site: a small server over HTTP, inside the test. It looks at what each request must have, and counts.
 *
 * Its tools: "echo"; "stream", whose result comes on a stream after a word of progress; "form", which asks for a name
 * first and gives back what it was told; "held", which waits until site_release(); "lost", which hangs up; "busy",
 * which is a 503; "page", which is a page for people; "large", a result of so many bytes as its argument says.
 */
#ifndef SITE_H
#define SITE_H

#include "scene.h"
#include "web.h"

typedef struct {
  web *web;
  /* As the test sets it before there is a client. */
  int modern;
  /* Whether GET opens a stream, and what is said there at first, JSON or NULL. */
  int streams;
  const char *says;
  /* Answers every request with this status, and a word about it. */
  int refuses;
  /* The transport of 2024-11-05, and nothing newer. */
  int old;

  /* What was seen. */
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int posts, gets, deletes, greetings, calls;
  char agent[64], extra[64];
  /* What was answered to the form. */
  char *told;
  int released, closing;
  /* The old transport's stream: what is to be said on it. */
  char *lines[64];
  int first, last;
} site;

/* Starts it; what is set up in `site` stays. */
extern void site_open(site *site);
extern void site_close(site *site);
/* A transport to it. */
extern mcpclient_transport *site_transport(const site *site);
/* A setting to play a scene with over this transport. */
extern setting site_setting(const site *site, mcpclient_transport *transport, int32_t dispatch);

/* Lets "held" go on, now and from now on. */
extern void site_release(site *site);
/* Waits until so many tools were called. */
extern void site_await_calls(site *site, int calls);

/* What a test says of a conversation over any way to the site. */
extern void site_say(scene *scene, const char *words);
extern void site_fill_in(scene *scene, const char *name);

#endif
