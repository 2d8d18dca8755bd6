/* What a server lists, one thing at a time, and whether its tools keep their word. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

static mcpclient_item *item(int32_t kind, const char *json) {
  mcpclient_item *item = NULL;
  CHECK_OK(mcpclient_item_read(kind, view(json), &item, NULL));
  return item;
}

/* proves: TOL-05, TOL-08, TOL-10, MET-05 */
static void test_tool(void) {
  const char *json = "{\"name\":\"b\\u0000k\",\"annotations\":{\"title\":\"Book\\u001b[2J\",\"openWorldHint\":false},"
                     "\"description\":\"See https://example.com\",\"inputSchema\":{\"type\":\"object\"}}";
  mcpclient_item *tool = item(MCPCLIENT_ITEM_TOOL, json);
  mcpclient_str label = mcpclient_item_label(tool);
  CHECK_TEXT(mcpclient_item_json(tool), json);
  CHECK_NUMBER(mcpclient_item_name(tool).len, 3);
  CHECK(memchr(label.ptr, '\x1b', label.len) == NULL);
  CHECK(label.ptr[label.len] == '\0');
  CHECK_TEXT(mcpclient_item_description(tool), "See https://example.com");
  CHECK_NUMBER(mcpclient_item_hints(tool), MCPCLIENT_HINT_DESTRUCTIVE);
  CHECK_NUMBER(mcpclient_item_hazard_count(tool), 2);
  CHECK_NUMBER(mcpclient_item_hazard(tool, 0), MCPCLIENT_HAZARD_LINK);
  CHECK_NUMBER(mcpclient_item_hazard(tool, 1), MCPCLIENT_HAZARD_CONTROL);
  CHECK_NUMBER(mcpclient_item_hazard(tool, 2), 0);
  CHECK_TEXT(mcpclient_item_uri(tool), NULL);
  CHECK_NUMBER(mcpclient_item_argument_count(tool), 0);
  mcpclient_item_free(tool);
  tool = item(MCPCLIENT_ITEM_TOOL,
              "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"readOnlyHint\":true}}");
  CHECK_NUMBER(mcpclient_item_hints(tool), MCPCLIENT_HINT_READ_ONLY | MCPCLIENT_HINT_OPEN_WORLD);
  CHECK_NUMBER(mcpclient_item_hazard_count(tool), 0);
  mcpclient_item_free(tool);
  tool = item(MCPCLIENT_ITEM_TOOL,
              "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":{\"idempotentHint\":true}}");
  CHECK((mcpclient_item_hints(tool) & MCPCLIENT_HINT_IDEMPOTENT) != 0);
  mcpclient_item_free(tool);
}

static void test_wrong(void) {
  mcpclient_error *error = NULL;
  mcpclient_item *item = (mcpclient_item *)&error;
  CHECK_STATUS(mcpclient_item_read(MCPCLIENT_ITEM_TOOL, view("{\"name\":\"t\"}"), &item, &error),
               MCPCLIENT_E_PROTOCOL);
  CHECK(item == NULL);
  CHECK_HAS(mcpclient_error_message(error), "inputSchema");
  mcpclient_error_free(error);
  CHECK_STATUS(mcpclient_item_read(6, view("{}"), &item, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_item_read(MCPCLIENT_ITEM_TOOL, view("{"), &item, NULL), MCPCLIENT_E_BAD_JSON);
}

/* proves: RES-05, RES-06 */
static void test_resources(void) {
  uint64_t size = 0;
  size_t needed = 0;
  char uri[64];
  mcpclient_item *resource =
      item(MCPCLIENT_ITEM_RESOURCE, "{\"uri\":\"x:a\",\"name\":\"a\",\"mimeType\":\"text/plain\",\"size\":9}");
  CHECK_TEXT(mcpclient_item_uri(resource), "x:a");
  CHECK_TEXT(mcpclient_item_mime_type(resource), "text/plain");
  CHECK(mcpclient_item_size(resource, &size) && size == 9);
  CHECK_STATUS(mcpclient_item_expand(resource, no_text, NULL, 0, NULL, NULL), MCPCLIENT_E_UNSUPPORTED);
  mcpclient_item_free(resource);
  resource = item(MCPCLIENT_ITEM_RESOURCE_TEMPLATE, "{\"uriTemplate\":\"x://{a}{?b*}\",\"name\":\"t\"}");
  CHECK(!mcpclient_item_size(resource, NULL));
  CHECK_NUMBER(mcpclient_item_argument_count(resource), 2);
  CHECK_TEXT(mcpclient_item_argument_name(resource, 1), "b");
  CHECK_OK(mcpclient_item_expand(resource, view("{\"a\":\"\\u00e9/\",\"b\":[\"1\",\"2\"]}"), uri, sizeof uri,
                                 &needed, NULL));
  CHECK_TEXT(view(uri), "x://%C3%A9%2F?b=1&b=2");
  CHECK_NUMBER(needed, strlen(uri) + 1);
  CHECK_STATUS(mcpclient_item_expand(resource, view("{\"a\":1}"), uri, sizeof uri, NULL, NULL),
               MCPCLIENT_E_INVALID_ARG);
  mcpclient_item_free(resource);
}

/* proves: PRM-03 */
static void test_prompt(void) {
  mcpclient_error *error = NULL;
  size_t index = 9;
  mcpclient_item *prompt = item(MCPCLIENT_ITEM_PROMPT,
                                "{\"name\":\"p\",\"arguments\":[{\"name\":\"day\"},{\"name\":\"city\",\"title\":\"City\","
                                "\"description\":\"Where\",\"required\":true}]}");
  CHECK_NUMBER(mcpclient_item_argument_count(prompt), 2);
  CHECK_TEXT(mcpclient_item_argument_label(prompt, 0), "day");
  CHECK_TEXT(mcpclient_item_argument_label(prompt, 1), "City");
  CHECK_TEXT(mcpclient_item_argument_description(prompt, 0), NULL);
  CHECK_TEXT(mcpclient_item_argument_description(prompt, 1), "Where");
  CHECK(!mcpclient_item_argument_required(prompt, 0) && mcpclient_item_argument_required(prompt, 1));
  CHECK_STATUS(mcpclient_item_check_arguments(prompt, no_text, &error), MCPCLIENT_E_FORM);
  CHECK_NUMBER(mcpclient_error_field_count(error), 1);
  CHECK(mcpclient_error_field_index(error, 0, &index) && index == 1);
  CHECK_TEXT(mcpclient_error_field_name(error, 0), "city");
  mcpclient_error_free(error);
  CHECK_OK(mcpclient_item_check_arguments(prompt, view("{\"city\":\"Bergen\"}"), NULL));
  CHECK_STATUS(mcpclient_item_check_arguments(prompt, view("{\"city\":1}"), NULL), MCPCLIENT_E_INVALID_ARG);
  mcpclient_item_free(prompt);
}

/* proves: MET-06, MET-07, MET-09, MET-10, MET-11 */
static void test_icons(void) {
  unsigned char bytes[4] = {0};
  mcpclient_item *server =
      item(MCPCLIENT_ITEM_SERVER,
           "{\"name\":\"s\",\"version\":\"1\",\"icons\":["
           "{\"src\":\"https://example.com/a.png\",\"sizes\":[\"16x16\"],\"theme\":\"dark\"},"
           "{\"src\":\"javascript:1\"},"
           "{\"src\":\"data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==\",\"sizes\":[\"64x64\"],\"theme\":\"light\"},"
           "{\"src\":\"data:image/png;base64,AAAA\"}]}");
  CHECK_NUMBER(mcpclient_item_icon_count(server), 4);
  CHECK_TEXT(mcpclient_item_icon_source(server, 0), "https://example.com/a.png");
  CHECK_NUMBER(mcpclient_item_icon_fault(server, 0), MCPCLIENT_ICON_GOOD);
  CHECK_NUMBER(mcpclient_item_icon_fault(server, 1), MCPCLIENT_ICON_SCHEME);
  CHECK_NUMBER(mcpclient_item_icon_fault(server, 2), MCPCLIENT_ICON_GOOD);
  CHECK_NUMBER(mcpclient_item_icon_fault(server, 3), MCPCLIENT_ICON_CONTENT);
  CHECK_NUMBER(mcpclient_item_icon_fault(server, 4), MCPCLIENT_ICON_MALFORMED);
  CHECK_NUMBER(mcpclient_item_icon_theme(server, 0), MCPCLIENT_THEME_DARK);
  CHECK_NUMBER(mcpclient_item_icon_theme(server, 1), MCPCLIENT_THEME_ANY);
  CHECK_NUMBER(mcpclient_item_icon_theme(server, 2), MCPCLIENT_THEME_LIGHT);
  CHECK_NUMBER(mcpclient_item_choose_icon(server, 16, MCPCLIENT_THEME_ANY), 0);
  CHECK_NUMBER(mcpclient_item_choose_icon(server, 16, MCPCLIENT_THEME_LIGHT), 2);
  CHECK_NUMBER(mcpclient_item_choose_icon(server, 60, MCPCLIENT_THEME_DARK), 0);
  CHECK_NUMBER(mcpclient_item_icon_bytes(server, 0, bytes, sizeof bytes), 0);
  CHECK_NUMBER(mcpclient_item_icon_bytes(server, 2, bytes, sizeof bytes), 16);
  CHECK(memcmp(bytes, "\x89PNG", sizeof bytes) == 0);
  CHECK_NUMBER(mcpclient_item_vet_icon(server, 0, "\x89PNG\r\n\x1a\n", 8), MCPCLIENT_ICON_GOOD);
  CHECK_NUMBER(mcpclient_item_vet_icon(server, 0, "<svg onload='x'/>", 17), MCPCLIENT_ICON_ACTIVE);
  CHECK_NUMBER(mcpclient_item_vet_icon(server, 0, "GIF89a", 6), MCPCLIENT_ICON_CONTENT);
  CHECK(mcpclient_item_icon_may_redirect(server, 0, view("https://example.com/b.png")));
  CHECK(!mcpclient_item_icon_may_redirect(server, 0, view("http://example.com/b.png")));
  mcpclient_item_free(server);
  server = item(MCPCLIENT_ITEM_SERVER, "{\"name\":\"s\",\"icons\":[{},{\"src\":\"https://a.example/\","
                                       "\"mimeType\":\"text/html\"},{\"src\":\"data:image/png,x\"},"
                                       "{\"src\":\"data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==\","
                                       "\"mimeType\":\"text/html\"}]}");
  CHECK_NUMBER(mcpclient_item_icon_fault(server, 0), MCPCLIENT_ICON_MALFORMED);
  CHECK_NUMBER(mcpclient_item_icon_fault(server, 1), MCPCLIENT_ICON_TYPE);
  CHECK_NUMBER(mcpclient_item_icon_fault(server, 2), MCPCLIENT_ICON_DATA);
  CHECK_NUMBER(mcpclient_item_icon_fault(server, 3), MCPCLIENT_ICON_TYPE);
  CHECK_NUMBER(mcpclient_item_icon_bytes(server, 3, NULL, 0), 0);
  CHECK_NUMBER(mcpclient_item_vet_icon(server, 1, "\x89PNG\r\n\x1a\n", 8), MCPCLIENT_ICON_TYPE);
  CHECK(mcpclient_item_choose_icon(server, 16, MCPCLIENT_THEME_ANY) == SIZE_MAX);
  mcpclient_item_free(server);
}

/* proves: MET-10 */
static void test_large_icon(void) {
  enum { LARGEST = 1 << 20, TEXT = LARGEST / 3 * 4 };
  static const char head[] = "{\"name\":\"s\",\"icons\":[{\"src\":\"data:image/png;base64,iVBORw0KGgoA";
  static const char tail[] = "\"}]}";
  char *json = malloc(sizeof head + TEXT + sizeof tail), *bytes = calloc(LARGEST + 1, 1);
  size_t at = sizeof head - 1;
  mcpclient_item *server;
  if (json == NULL || bytes == NULL) {
    CHECK(json != NULL && bytes != NULL);
    free(json);
    free(bytes);
    return;
  }
  memcpy(json, head, at);
  memset(json + at, 'A', TEXT);
  memcpy(json + at + TEXT, tail, sizeof tail);
  server = item(MCPCLIENT_ITEM_SERVER, json);
  CHECK_NUMBER(mcpclient_item_icon_fault(server, 0), MCPCLIENT_ICON_LARGE);
  CHECK_NUMBER(mcpclient_item_icon_bytes(server, 0, NULL, 0), 0);
  CHECK_NUMBER(mcpclient_item_vet_icon(server, 0, "\x89PNG\r\n\x1a\n", 8), MCPCLIENT_ICON_LARGE);
  mcpclient_item_free(server);
  server = item(MCPCLIENT_ITEM_SERVER, "{\"name\":\"s\",\"icons\":[{\"src\":\"https://example.com/a.png\"}]}");
  memcpy(bytes, "\x89PNG\r\n\x1a\n", 8);
  CHECK_NUMBER(mcpclient_item_vet_icon(server, 0, bytes, LARGEST), MCPCLIENT_ICON_GOOD);
  CHECK_NUMBER(mcpclient_item_vet_icon(server, 0, bytes, LARGEST + 1), MCPCLIENT_ICON_LARGE);
  mcpclient_item_free(server);
  free(json);
  free(bytes);
}

static void at_home(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)host;
  options->server_host = view("Example.com");
}

/* The icons of the general server: on example.com, and on cdn.example. */
static void check_icons(void (*adjust)(scene *, mcpclient_host *, mcpclient_options *), int32_t elsewhere) {
  setting setting = {.offers_nothing = 1};
  scene scene;
  mcpclient_item *server = NULL;
  setting.adjust = adjust;
  scene_open(&scene, &setting);
  CHECK_OK(mcpclient_item_find(scene.client, MCPCLIENT_ITEM_SERVER, no_text, &server, NULL));
  CHECK_NUMBER(mcpclient_item_icon_count(server), 2);
  CHECK_NUMBER(mcpclient_item_icon_fault(server, 0), MCPCLIENT_ICON_GOOD);
  CHECK_NUMBER(mcpclient_item_icon_fault(server, 1), elsewhere);
  CHECK_NUMBER(mcpclient_item_vet_icon(server, 1, "\x89PNG\r\n\x1a\n", 8), elsewhere);
  CHECK(mcpclient_item_icon_may_redirect(server, 1, view("https://cdn.example/b.png")) ==
        (elsewhere == MCPCLIENT_ICON_GOOD));
  mcpclient_item_free(server);
  scene_close(&scene);
}

/* proves: MET-10 */
static void test_icons_elsewhere(void) {
  check_icons(NULL, MCPCLIENT_ICON_GOOD);
  check_icons(at_home, MCPCLIENT_ICON_ORIGIN);
}

static mcpclient_call *told(scene *scene, const char *tool) {
  mcpclient_call *call = NULL;
  CHECK_OK(mcpclient_call_tool(scene->client, view(tool), no_text, NULL, &call));
  CHECK_OK(scene_finish(scene, call));
  return call;
}

/* proves: TOL-16, TOL-20 */
static void test_output(int32_t dispatch) {
  setting setting = {.script = "../c/scripts/output.mcpt", .offers_nothing = 1};
  scene scene;
  mcpclient_call *call = NULL;
  mcpclient_item *tool = NULL;
  setting.dispatch = dispatch;
  scene_start(&scene, &setting);
  CHECK_STATUS(mcpclient_item_find(scene.client, MCPCLIENT_ITEM_TOOL, view("price"), &tool, NULL),
               MCPCLIENT_E_GONE);
  CHECK_OK(mcpclient_list_tools(scene.client, NULL, &call));
  CHECK_OK(scene_finish(&scene, call));
  CHECK_NUMBER(mcpclient_call_output(call), MCPCLIENT_OUTPUT_NONE);
  mcpclient_call_free(call);
  CHECK_OK(mcpclient_item_find(scene.client, MCPCLIENT_ITEM_TOOL, view("price"), &tool, NULL));
  CHECK_TEXT(mcpclient_item_label(tool), "Price");
  mcpclient_item_free(tool);
  CHECK_OK(mcpclient_item_find(scene.client, MCPCLIENT_ITEM_SERVER, no_text, &tool, NULL));
  mcpclient_item_free(tool);

  call = told(&scene, "price");
  CHECK_NUMBER(mcpclient_call_output(call), MCPCLIENT_OUTPUT_FITS);
  CHECK_TEXT(mcpclient_call_output_place(call), NULL);
  CHECK_TEXT(mcpclient_call_output_reason(call), NULL);
  mcpclient_call_free(call);
  call = told(&scene, "price");
  CHECK_NUMBER(mcpclient_call_output(call), MCPCLIENT_OUTPUT_VIOLATES);
  CHECK_TEXT(mcpclient_call_output_place(call), "/eur");
  CHECK_TEXT(mcpclient_call_output_reason(call), "type");
  CHECK_TEXT(mcpclient_json_at(mcpclient_call_result(call), view("/structuredContent/eur")), "\"1\"");
  mcpclient_call_free(call);
  call = told(&scene, "odd");
  CHECK_NUMBER(mcpclient_call_output(call), MCPCLIENT_OUTPUT_UNCHECKED);
  CHECK_TEXT(mcpclient_call_output_place(call), NULL);
  CHECK_HAS(mcpclient_call_output_reason(call), "schema");
  mcpclient_call_free(call);
  scene_close(&scene);
}

int main(void) {
  int32_t dispatch = MCPCLIENT_DISPATCH_THREAD;
  test_tool();
  test_wrong();
  test_resources();
  test_prompt();
  test_icons();
  test_large_icon();
  test_icons_elsewhere();
  for (; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) test_output(dispatch);
  return check_finish();
}
