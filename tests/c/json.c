/* The JSON cursor, and what it does with text that is none. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AT(json, pointer) mcpclient_json_at(view(json), view(pointer))

static mcpclient_str view(const char *text) { return mcpclient_str_from(text); }

static void test_kinds(void) {
  CHECK_NUMBER(mcpclient_json_kind(view("null")), MCPCLIENT_JSON_NULL);
  CHECK_NUMBER(mcpclient_json_kind(view(" true ")), MCPCLIENT_JSON_BOOL);
  CHECK_NUMBER(mcpclient_json_kind(view("-1.5e3")), MCPCLIENT_JSON_NUMBER);
  CHECK_NUMBER(mcpclient_json_kind(view("\"a\"")), MCPCLIENT_JSON_STRING);
  CHECK_NUMBER(mcpclient_json_kind(view("[1]")), MCPCLIENT_JSON_ARRAY);
  CHECK_NUMBER(mcpclient_json_kind(view("{}")), MCPCLIENT_JSON_OBJECT);
  CHECK_NUMBER(mcpclient_json_kind(view("")), MCPCLIENT_JSON_NONE);
  CHECK_NUMBER(mcpclient_json_kind(view("{} x")), MCPCLIENT_JSON_NONE);
  CHECK_NUMBER(mcpclient_json_kind(no_text), MCPCLIENT_JSON_NONE);
  CHECK_NUMBER(mcpclient_json_kind(bad_utf8), MCPCLIENT_JSON_NONE);
}

static void test_check(void) {
  size_t offset = 99;
  CHECK_OK(mcpclient_json_check(view(" [1, 2] "), &offset));
  CHECK_NUMBER(offset, 99);
  CHECK_STATUS(mcpclient_json_check(view("[1, x]"), &offset), MCPCLIENT_E_BAD_JSON);
  CHECK_NUMBER(offset, 4);
  CHECK_STATUS(mcpclient_json_check(view(""), &offset), MCPCLIENT_E_BAD_JSON);
  CHECK_NUMBER(offset, 0);
  CHECK_STATUS(mcpclient_json_check(bad_utf8, &offset), MCPCLIENT_E_BAD_JSON);
  CHECK_NUMBER(offset, 1);
  CHECK_STATUS(mcpclient_json_check(no_text, NULL), MCPCLIENT_E_BAD_JSON);
}

static void test_pointers(void) {
  const char *json = "{ \"a\": [10, {\"b\": \"x\"}], \"\": 1, \"a/b\": 2, \"m~n\": 3, \"c\\u0061t\": 4 }";
  CHECK_TEXT(AT(json, "/a/0"), "10");
  CHECK_TEXT(AT(json, "/a/1/b"), "\"x\"");
  CHECK_TEXT(AT(json, "/a/1"), "{\"b\": \"x\"}");
  CHECK_TEXT(AT(json, "/"), "1");
  CHECK_TEXT(AT(json, "/a~1b"), "2");
  CHECK_TEXT(AT(json, "/m~0n"), "3");
  CHECK_TEXT(AT(json, "/cat"), "4");
  CHECK_TEXT(AT(" [1] ", ""), "[1]");
  CHECK_TEXT(AT(json, "/a/2"), NULL);
  CHECK_TEXT(AT(json, "/a/00"), NULL);
  CHECK_TEXT(AT(json, "/a/-"), NULL);
  CHECK_TEXT(AT(json, "/a/0/b"), NULL);
  CHECK_TEXT(AT(json, "/nothing"), NULL);
  CHECK_TEXT(AT(json, "a"), NULL);
  CHECK_TEXT(AT("nothing", "/a"), NULL);
  CHECK_TEXT(AT("\"a\"", "/a"), NULL);
  CHECK_TEXT(mcpclient_json_at(no_text, view("/a")), NULL);
  CHECK_TEXT(mcpclient_json_at(bad_utf8, view("")), NULL);
  CHECK_TEXT(mcpclient_json_at(view(json), bad_utf8), NULL);
  /* Chained, a look-up of nothing is nothing. */
  CHECK_TEXT(mcpclient_json_at(AT(json, "/none"), view("/more")), NULL);
}

static void test_walk(void) {
  mcpclient_str array = view(" [1, \"two, [\" , {\"x\":[]}, null ] ");
  mcpclient_str object = view("{\"a\":1,\"b\" : {\"a\":2} , \"a\":3}");
  mcpclient_str key = no_text, value = no_text;
  CHECK(mcpclient_json_next(array, &key, &value));
  CHECK_TEXT(value, "1");
  CHECK_TEXT(key, NULL);
  CHECK(mcpclient_json_next(array, NULL, &value));
  CHECK_TEXT(value, "\"two, [\"");
  CHECK(mcpclient_json_next(array, NULL, &value));
  CHECK_TEXT(value, "{\"x\":[]}");
  CHECK(mcpclient_json_next(array, NULL, &value));
  CHECK_TEXT(value, "null");
  CHECK(!mcpclient_json_next(array, NULL, &value));
  CHECK(!mcpclient_json_next(array, NULL, NULL));

  value = no_text;
  CHECK(mcpclient_json_next(object, &key, &value));
  CHECK_TEXT(key, "\"a\"");
  CHECK_TEXT(value, "1");
  CHECK(mcpclient_json_next(object, &key, &value));
  CHECK_TEXT(key, "\"b\"");
  CHECK_TEXT(value, "{\"a\":2}");
  CHECK(mcpclient_json_next(object, &key, &value));
  CHECK_TEXT(key, "\"a\"");
  CHECK_TEXT(value, "3");
  CHECK(!mcpclient_json_next(object, &key, &value));
}

static void test_walks_that_cannot_be(void) {
  static const char *const texts[] = {"",    "[",     "[]",     "{}",       "[,1]",    "{1:2}",
                                      "[1",  "{\"a\"", "{\"a\":", "{\"a\" 1}", "\"[1]\"", "1",
                                      "]",   "[}",    "{\"a\":}", "[\"x"};
  size_t at;
  for (at = 0; at < sizeof texts / sizeof *texts; at++) {
    mcpclient_str value = no_text;
    int steps = 0;
    while (steps < 3 && mcpclient_json_next(view(texts[at]), NULL, &value)) {
      steps++;
    }
    /* "[1" alone has an element before its fault. */
    CHECK(steps == (strcmp(texts[at], "[1") == 0));
  }
  {
    /* A place that is not in the container. */
    mcpclient_str array = view("[1,2]");
    mcpclient_str elsewhere = view("2");
    mcpclient_str far_away = {array.ptr + array.len, SIZE_MAX};
    CHECK(!mcpclient_json_next(array, NULL, &elsewhere));
    CHECK(!mcpclient_json_next(array, NULL, &far_away));
  }
}

static void test_texts(void) {
  char buffer[16];
  CHECK_NUMBER(mcpclient_json_text(view("\"a\\n\\u00e9\""), buffer, sizeof buffer), 5);
  CHECK(!strcmp(buffer, "a\n\xc3\xa9"));
  CHECK_NUMBER(mcpclient_json_text(view("\"\""), buffer, sizeof buffer), 1);
  CHECK_NUMBER(mcpclient_json_text(view("\"abc\""), buffer, 2), 4);
  CHECK(!strcmp(buffer, "a"));
  CHECK_NUMBER(mcpclient_json_text(view("1"), buffer, sizeof buffer), 0);
  CHECK_NUMBER(mcpclient_json_text(no_text, buffer, sizeof buffer), 0);
  CHECK_NUMBER(mcpclient_json_text(bad_utf8, buffer, sizeof buffer), 0);
}

static void test_numbers(void) {
  int64_t whole = 7;
  double real = 7;
  CHECK_TEXT(mcpclient_json_number(view(" 1.50 ")), "1.50");
  CHECK_TEXT(mcpclient_json_number(view("\"1\"")), NULL);
  CHECK(mcpclient_json_integer(view("-9223372036854775808"), &whole) && whole == INT64_MIN);
  CHECK(mcpclient_json_integer(view("3.0"), &whole) && whole == 3);
  CHECK(mcpclient_json_integer(view("2e2"), &whole) && whole == 200);
  CHECK(mcpclient_json_integer(view("1"), NULL));
  CHECK(!mcpclient_json_integer(view("9223372036854775808"), &whole));
  CHECK(!mcpclient_json_integer(view("0.5"), &whole));
  CHECK(!mcpclient_json_integer(view("true"), &whole));
  CHECK_NUMBER(whole, 200);
  CHECK(mcpclient_json_double(view("0.5"), &real) && real == 0.5);
  CHECK(!mcpclient_json_double(view("1e999"), &real));
  CHECK(!mcpclient_json_double(view("x"), &real));
  CHECK(real == 0.5);
  CHECK(mcpclient_json_true(view("true")));
  CHECK(!mcpclient_json_true(view("false")));
  CHECK(!mcpclient_json_true(view("1")));
  CHECK(!mcpclient_json_true(bad_utf8));
}

static void test_quote(void) {
  char buffer[32];
  CHECK_NUMBER(mcpclient_json_quote(view("a\"\\\n\x01"), buffer, sizeof buffer), 16);
  CHECK(!strcmp(buffer, "\"a\\\"\\\\\\n\\u0001\""));
  CHECK_OK(mcpclient_json_check(view(buffer), NULL));
  CHECK_NUMBER(mcpclient_json_quote(view(""), buffer, sizeof buffer), 3);
  CHECK_NUMBER(mcpclient_json_quote(no_text, buffer, sizeof buffer), 0);
  CHECK_NUMBER(mcpclient_json_quote(bad_utf8, buffer, sizeof buffer), 0);
}

static void test_results(void) {
  mcpclient_str result = view(
      "{\"content\":[{\"type\":\"text\",\"text\":\"one\"},{\"type\":\"image\",\"data\":\"AA==\","
      "\"mimeType\":\"image/png\"},{\"type\":\"text\",\"text\":\"tw\\u006f\"},{\"type\":\"new\"},7],"
      "\"isError\":true}");
  mcpclient_str plain = view("{\"tools\":[]}");
  char text[32];
  CHECK(mcpclient_result_is_error(result));
  CHECK_NUMBER(mcpclient_result_block_count(result), 5);
  CHECK_NUMBER(mcpclient_result_block_kind(result, 0), MCPCLIENT_BLOCK_TEXT);
  CHECK_NUMBER(mcpclient_result_block_kind(result, 1), MCPCLIENT_BLOCK_IMAGE);
  CHECK_NUMBER(mcpclient_result_block_kind(result, 3), MCPCLIENT_BLOCK_OTHER);
  CHECK_NUMBER(mcpclient_result_block_kind(result, 4), MCPCLIENT_BLOCK_OTHER);
  CHECK_NUMBER(mcpclient_result_block_kind(result, 5), MCPCLIENT_BLOCK_OTHER);
  CHECK_TEXT(mcpclient_json_at(mcpclient_result_block(result, 1), view("/data")), "\"AA==\"");
  CHECK_TEXT(mcpclient_result_block(result, 5), NULL);
  CHECK_NUMBER(mcpclient_result_block_text(result, 2, text, sizeof text), 4);
  CHECK(!strcmp(text, "two"));
  CHECK_NUMBER(mcpclient_result_block_text(result, 1, text, sizeof text), 0);
  CHECK_NUMBER(mcpclient_result_text(result, text, sizeof text), 8);
  CHECK(!strcmp(text, "one\ntwo"));
  CHECK(!mcpclient_result_is_error(plain));
  CHECK_NUMBER(mcpclient_result_block_count(plain), 0);
  CHECK_NUMBER(mcpclient_result_text(plain, text, sizeof text), 0);
  CHECK_NUMBER(mcpclient_result_text(view("{\"content\":[]}"), text, sizeof text), 1);
  CHECK(!mcpclient_result_is_error(no_text));
  CHECK(!mcpclient_result_is_error(bad_utf8));
  CHECK_NUMBER(mcpclient_result_block_count(no_text), 0);
  CHECK_NUMBER(mcpclient_result_block_kind(no_text, 0), MCPCLIENT_BLOCK_OTHER);
  CHECK_TEXT(mcpclient_result_block(bad_utf8, 0), NULL);
  CHECK_NUMBER(mcpclient_result_block_text(bad_utf8, 0, text, sizeof text), 0);
  CHECK_NUMBER(mcpclient_result_text(bad_utf8, text, sizeof text), 0);
}

/* Whatever order a block has its members in, and whatever stands around it. */
static void test_odd_blocks(void) {
  static const struct {
    const char *blocks, *text;
  } cases[] = {
      {"{\"text\":\"late\",\"type\":\"text\"}", "late"},
      {" { \"type\" : \"text\" , \"text\" : \"a\\tb\" , \"_meta\" : { \"text\" : \"no\" } } , 7", "a\tb"},
      {"{\"type\":\"text\"},{\"type\":\"text\",\"text\":1},{\"text\":\"typeless\"}", ""},
      {"{\"type\":\"text\",\"text\":\"first\",\"text\":\"second\"}", "first"},
      {"\"text\",[\"text\"],{},{\"type\":\"text\",\"text\":\"last\"}", "last"},
      {"{\"type\":\"text\",\"text\":\"\"},{\"type\":\"text\",\"text\":\"\\ud83d\\ude00\"}",
       "\n\xf0\x9f\x98\x80"},
  };
  char json[256], text[32];
  size_t at;
  for (at = 0; at < sizeof cases / sizeof *cases; at++) {
    sprintf(json, "{\"content\": [%s], \"more\": 1}", cases[at].blocks);
    CHECK_NUMBER(mcpclient_result_text(view(json), text, sizeof text),
                 strlen(cases[at].text) + 1);
    CHECK(!strcmp(text, cases[at].text));
  }
  CHECK_NUMBER(mcpclient_result_text(view("{\"content\":[{\"type\":\"text\",\"text\":\"x"), text,
                                     sizeof text),
               0);
  CHECK_NUMBER(mcpclient_result_text(view("{\"content\":[{\"type\":\"text\",\"text\":\"x\"} x"),
                                     text, sizeof text),
               2);
}

/* A walk over a long list looks at each element once: a second look would take minutes here. */
static void test_long_list(void) {
  enum { COUNT = 200000 };
  size_t at, length = 0, seen = 0;
  char *text = malloc(COUNT * 8 + 3);
  mcpclient_str list, value = no_text;
  if (text == NULL) {
    CHECK(text != NULL);
    return;
  }
  text[length++] = '[';
  for (at = 0; at < COUNT; at++) {
    length += (size_t)sprintf(text + length, "%s%06u", at ? "," : "", (unsigned)(100000 + at));
  }
  text[length++] = ']';
  list.ptr = text;
  list.len = length;
  while (mcpclient_json_next(list, NULL, &value)) {
    seen++;
  }
  CHECK_NUMBER(seen, COUNT);
  free(text);
}

/* proves: RES-11 */
static void test_base64(void) {
  static const char *const wrong[] = {"YWJ", "YWI", "YWI==", "YW I=", "YWJj\n", "YWJ-", "YWK=", "=", "====", "\xc3\xa9"};
  unsigned char bytes[4] = {9, 9, 9, 9};
  size_t at, needed = 7;
  mcpclient_error *error = NULL;
  CHECK_OK(mcpclient_base64_decode(view("AP9hYg=="), 4, NULL, sizeof bytes, &needed, NULL));
  CHECK_NUMBER(needed, 4);
  CHECK_OK(mcpclient_base64_decode(view("AP9hYg=="), 4, bytes, 2, &needed, NULL));
  CHECK(memcmp(bytes, "\x00\xff\x09\x09", sizeof bytes) == 0);
  CHECK_OK(mcpclient_base64_decode(view("AP9hYg=="), 4, bytes, sizeof bytes, NULL, NULL));
  CHECK(memcmp(bytes, "\x00\xff\x61\x62", sizeof bytes) == 0);
  CHECK_OK(mcpclient_base64_decode(view(""), 0, bytes, sizeof bytes, &needed, NULL));
  CHECK_NUMBER(needed, 0);
  needed = 7;
  for (at = 0; at < sizeof wrong / sizeof *wrong; at++) {
    CHECK_STATUS(mcpclient_base64_decode(view(wrong[at]), 100, bytes, sizeof bytes, &needed, NULL),
                 MCPCLIENT_E_PROTOCOL);
  }
  CHECK_STATUS(mcpclient_base64_decode(view("AP9hYg=="), 3, bytes, sizeof bytes, &needed, &error),
               MCPCLIENT_E_TOO_LARGE);
  CHECK(error != NULL);
  mcpclient_error_free(error);
  CHECK_STATUS(mcpclient_base64_decode(bad_utf8, 100, bytes, sizeof bytes, &needed, NULL), MCPCLIENT_E_BAD_JSON);
  CHECK_NUMBER(needed, 7);
}

int main(void) {
  test_kinds();
  test_check();
  test_pointers();
  test_walk();
  test_walks_that_cannot_be();
  test_texts();
  test_numbers();
  test_quote();
  test_base64();
  test_results();
  test_odd_blocks();
  test_long_list();
  return check_finish();
}
