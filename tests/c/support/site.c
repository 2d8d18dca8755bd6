#include "site.h"

#include "tiny.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SESSION "session-4711"
#define REVISION_HEADER "mcp-protocol-version"

static const char form[] =
    "{\"message\":\"Who is it?\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{\"name\":{\"type\":"
    "\"string\"}},\"required\":[\"name\"]}}";

static mcpclient_str at(mcpclient_str json, const char *pointer) {
  return mcpclient_json_at(json, mcpclient_str_from(pointer));
}

static void noted(site *site, int *counter) {
  pthread_mutex_lock(&site->lock);
  ++*counter;
  pthread_cond_broadcast(&site->changed);
  pthread_mutex_unlock(&site->lock);
}

/* Waits for what another request brings, unless the site is closed first. */
static void await(site *site, const int *flag) {
  pthread_mutex_lock(&site->lock);
  while (!*flag && !site->closing) {
    pthread_cond_wait(&site->changed, &site->lock);
  }
  pthread_mutex_unlock(&site->lock);
}

/* ---- Answers ---- */

/* {"content":[...]} with this text, which is JSON or becomes a string as it stands. */
static char *content(const char *text) {
  size_t size = mcpclient_json_quote(mcpclient_str_from(text), NULL, 0);
  char *quoted = malloc(size), *result;
  if (quoted == NULL) {
    abort();
  }
  mcpclient_json_quote(mcpclient_str_from(text), quoted, size);
  result = tiny_text("{\"resultType\":\"complete\",\"content\":[{\"type\":\"text\",\"text\":%s}]}", quoted);
  free(quoted);
  return result;
}

static char *with_content(mcpclient_str message, const char *text) {
  char *result = content(text), *answer = tiny_result(message, result);
  free(result);
  return answer;
}

static void stream_result(web_request *request) {
  mcpclient_str message = web_body(request), token = at(message, "/params/_meta/progressToken");
  char *answer = with_content(message, "streamed");
  web_stream(request, "");
  if (token.ptr != NULL) {
    char *progress = tiny_text(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":%.*s,"
        "\"progress\":1}}",
        MCPCLIENT_PRINT(token));
    web_event(request, NULL, progress);
    free(progress);
  }
  web_raw(request, ": a comment\n\n");
  web_event(request, NULL, answer);
  web_end(request);
  free(answer);
}

/* Asks on the call's own stream, and answers there when the answer came by another request. */
static void ask_on_stream(site *site, web_request *request) {
  static const int asked = 0;
  char *question = tiny_text("{\"jsonrpc\":\"2.0\",\"id\":\"q-%d\",\"method\":\"elicitation/create\",\"params\":%s}",
                             asked, form);
  char *answer;
  pthread_mutex_lock(&site->lock);
  free(site->told);
  site->told = NULL;
  pthread_mutex_unlock(&site->lock);
  web_stream(request, "");
  web_event(request, NULL, question);
  pthread_mutex_lock(&site->lock);
  while (site->told == NULL && !site->closing) {
    pthread_cond_wait(&site->changed, &site->lock);
  }
  answer = with_content(web_body(request), site->told != NULL ? site->told : "nothing");
  pthread_mutex_unlock(&site->lock);
  web_event(request, NULL, answer);
  web_end(request);
  free(answer);
  free(question);
}

/* Asks by its answer, and is called again with what it asked for. */
static void ask_in_rounds(web_request *request) {
  mcpclient_str message = web_body(request), given = at(message, "/params/inputResponses/who");
  char *result, *text;
  if (given.ptr == NULL) {
    result = tiny_text("{\"resultType\":\"input_required\",\"inputRequests\":{\"who\":{\"method\":"
                       "\"elicitation/create\",\"params\":%s}},\"requestState\":\"s\"}",
                       form);
    web_json(request, tiny_result(message, result));
    free(result);
    return;
  }
  text = tiny_text("%.*s", MCPCLIENT_PRINT(given));
  web_json(request, with_content(message, text));
  free(text);
}

static void large(web_request *request) {
  mcpclient_str message = web_body(request);
  char digits[24], *text;
  size_t size;
  snprintf(digits, sizeof digits, "%.*s", MCPCLIENT_PRINT(at(message, "/params/arguments/bytes")));
  size = strtoul(digits, NULL, 10);
  text = malloc(size + 1);
  if (text == NULL) {
    abort();
  }
  memset(text, 'x', size);
  text[size] = '\0';
  web_json(request, with_content(message, text));
  free(text);
}

static void call_tool(site *site, web_request *request) {
  mcpclient_str message = web_body(request);
  noted(site, &site->calls);
  if (tiny_calls(message, "stream")) {
    stream_result(request);
  } else if (tiny_calls(message, "form") && site->modern) {
    ask_in_rounds(request);
  } else if (tiny_calls(message, "form")) {
    ask_on_stream(site, request);
  } else if (tiny_calls(message, "large")) {
    large(request);
  } else if (tiny_calls(message, "held")) {
    await(site, &site->released);
    web_json(request, with_content(message, "held no more"));
  } else if (tiny_calls(message, "busy")) {
    web_answer(request, 503, "Retry-After: 7\r\n", "text/plain; charset=utf-8", "Too much to do.");
  } else if (tiny_calls(message, "page")) {
    web_answer(request, 200, "", "text/html", "<html><body>Log in \033[31mhere</body></html>");
  } else if (!tiny_calls(message, "lost")) {
    web_json(request, tiny_answer(message, site->modern));
  }
}

/* ---- Requests ---- */

static void look_at_headers(site *site, web_request *request) {
  const char *accept = web_header(request, "accept"), *agent = web_header(request, "user-agent");
  const char *extra = web_header(request, "x-extra"), *type = web_header(request, "content-type");
  CHECK(accept != NULL && strstr(accept, "text/event-stream") != NULL);
  CHECK(accept != NULL && strstr(accept, "application/json") != NULL);
  CHECK(type != NULL && strncmp(type, "application/json", 16) == 0);
  CHECK(web_header(request, "cookie") == NULL);
  pthread_mutex_lock(&site->lock);
  snprintf(site->agent, sizeof site->agent, "%s", agent != NULL ? agent : "");
  snprintf(site->extra, sizeof site->extra, "%s", extra != NULL ? extra : "");
  pthread_mutex_unlock(&site->lock);
}

static int is(const char *value, const char *want) { return value != NULL && strcmp(value, want) == 0; }

static void greet(site *site, web_request *request) {
  char *answer = tiny_answer(web_body(request), 0);
  CHECK(web_header(request, "mcp-session-id") == NULL);
  noted(site, &site->greetings);
  web_answer(request, 200, "Mcp-Session-Id: " SESSION "\r\nSet-Cookie: a=b\r\n", "application/json", answer);
  free(answer);
}

static void post(site *site, web_request *request) {
  mcpclient_str message = web_body(request);
  int has_method = at(message, "/method").ptr != NULL;
  noted(site, &site->posts);
  look_at_headers(site, request);
  if (site->modern) {
    CHECK(is(web_header(request, REVISION_HEADER), "2026-07-28"));
    CHECK(web_header(request, "mcp-method") != NULL);
    CHECK(web_header(request, "mcp-session-id") == NULL);
  } else if (tiny_is(message, "initialize")) {
    greet(site, request);
    return;
  } else if (has_method && tiny_is(message, "server/discover")) {
    web_answer(request, 400, "", "text/plain", "no session");
    return;
  } else {
    CHECK(is(web_header(request, "mcp-session-id"), SESSION));
    CHECK(is(web_header(request, REVISION_HEADER), "2025-11-25"));
  }
  if (!has_method) {
    pthread_mutex_lock(&site->lock);
    free(site->told);
    site->told = tiny_text("%.*s", MCPCLIENT_PRINT(at(message, "/result")));
    pthread_cond_broadcast(&site->changed);
    pthread_mutex_unlock(&site->lock);
    web_json(request, NULL);
  } else if (tiny_is(message, "tools/call")) {
    call_tool(site, request);
  } else {
    web_json(request, tiny_answer(message, site->modern));
  }
}

static void open_stream(site *site, web_request *request) {
  noted(site, &site->gets);
  CHECK(!site->modern);
  if (!site->streams) {
    web_answer(request, 405, "", NULL, NULL);
    return;
  }
  CHECK(is(web_header(request, "mcp-session-id"), SESSION));
  web_stream(request, "");
  if (site->says != NULL) {
    web_event(request, NULL, site->says);
  }
  web_wait_gone(request);
}

/* The older transport: requests are accepted, and answered on the one stream. */
static void old_stream(site *site, web_request *request) {
  int over = 0;
  noted(site, &site->gets);
  web_stream(request, "");
  over = !web_raw(request, "event: endpoint\ndata: /messages?id=1\n\n");
  while (!over) {
    char *line = NULL;
    pthread_mutex_lock(&site->lock);
    while (site->first == site->last && !site->closing) {
      pthread_cond_wait(&site->changed, &site->lock);
    }
    over = site->closing;
    if (!over) {
      line = site->lines[site->first++];
    }
    pthread_mutex_unlock(&site->lock);
    over = over || !web_event(request, NULL, line);
    free(line);
  }
}

static void old_post(site *site, web_request *request) {
  mcpclient_str message = web_body(request);
  char *answer;
  noted(site, &site->posts);
  if (strcmp(web_path(request), "/messages?id=1") != 0) {
    web_answer(request, 405, "", NULL, NULL);
    return;
  }
  answer = tiny_is(message, "initialize")
               ? tiny_result(message, "{\"protocolVersion\":\"2024-11-05\",\"capabilities\":{\"tools\":{}},"
                                      "\"serverInfo\":{\"name\":\"old\",\"version\":\"1\"}}")
               : tiny_answer(message, 0);
  CHECK(web_header(request, "mcp-session-id") == NULL && web_header(request, REVISION_HEADER) == NULL);
  web_answer(request, 202, "", "text/plain", "Accepted");
  pthread_mutex_lock(&site->lock);
  if (answer != NULL && CHECK(site->last < (int)(sizeof site->lines / sizeof *site->lines))) {
    site->lines[site->last++] = answer;
  }
  pthread_cond_broadcast(&site->changed);
  pthread_mutex_unlock(&site->lock);
}

static void serve(void *given, web_request *request) {
  site *site = given;
  const char *method = web_method(request);
  if (site->refuses != 0) {
    noted(site, &site->posts);
    web_answer(request, site->refuses, "", "text/plain", "Not for you.");
  } else if (site->old) {
    (strcmp(method, "GET") == 0 ? old_stream : old_post)(site, request);
  } else if (strcmp(method, "POST") == 0) {
    post(site, request);
  } else if (strcmp(method, "GET") == 0) {
    open_stream(site, request);
  } else {
    CHECK(is(method, "DELETE") && is(web_header(request, "mcp-session-id"), SESSION));
    noted(site, &site->deletes);
    web_answer(request, 200, "", NULL, NULL);
  }
}

/* ---- For tests ---- */

void site_open(site *site) {
  pthread_mutex_init(&site->lock, NULL);
  pthread_cond_init(&site->changed, NULL);
  site->web = web_open(serve, site);
}

void site_close(site *site) {
  pthread_mutex_lock(&site->lock);
  site->closing = 1;
  pthread_cond_broadcast(&site->changed);
  pthread_mutex_unlock(&site->lock);
  web_close(site->web);
  while (site->first < site->last) {
    free(site->lines[site->first++]);
  }
  free(site->told);
  pthread_cond_destroy(&site->changed);
  pthread_mutex_destroy(&site->lock);
}

mcpclient_transport *site_transport(const site *site) {
  mcpclient_transport *transport = NULL;
  CHECK_OK(mcpclient_transport_http(view(web_url(site->web)), &transport, NULL));
  CHECK_OK(mcpclient_transport_set_proxy(transport, MCPCLIENT_PROXY_DIRECT, no_text));
  return transport;
}

static void only_modern(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene, (void)host;
  options->era = MCPCLIENT_ERA_MODERN;
}

setting site_setting(const site *site, mcpclient_transport *transport, int32_t dispatch) {
  setting setting;
  memset(&setting, 0, sizeof setting);
  setting.transport = transport;
  setting.dispatch = dispatch;
  /* Otherwise it is found out. */
  setting.adjust = site->modern ? only_modern : NULL;
  return setting;
}

void site_release(site *site) {
  pthread_mutex_lock(&site->lock);
  site->released = 1;
  pthread_cond_broadcast(&site->changed);
  pthread_mutex_unlock(&site->lock);
}

void site_await_calls(site *site, int calls) {
  pthread_mutex_lock(&site->lock);
  while (site->calls < calls) {
    pthread_cond_wait(&site->changed, &site->lock);
  }
  pthread_mutex_unlock(&site->lock);
}

void site_say(scene *scene, const char *words) {
  char *arguments = tiny_text("{\"text\":\"%s\"}", words);
  mcpclient_call *call = scene_tool(scene, "echo", arguments);
  char *text = scene_text(scene, call);
  CHECK_TEXT(view(text), words);
  free(text);
  free(arguments);
  mcpclient_call_free(call);
}

void site_fill_in(scene *scene, const char *name) {
  mcpclient_call *call = scene_tool(scene, "form", NULL);
  mcpclient_input *input = scene_input(scene, MCPCLIENT_INPUT_FORM);
  char *text;
  CHECK_NUMBER(mcpclient_input_call_count(input), 1);
  CHECK_OK(mcpclient_input_set_text(input, 0, view(name), NULL));
  CHECK_OK(mcpclient_input_accept(input, NULL));
  mcpclient_input_free(input);
  text = scene_text(scene, call);
  CHECK_TEXT(mcpclient_json_at(view(text), view("/action")), "\"accept\"");
  CHECK_HAS(mcpclient_json_at(view(text), view("/content/name")), name);
  free(text);
  mcpclient_call_free(call);
}
