/* Samples: reading what a server wants from a model, and answering. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

static const setting general;

static const char rich[] =
    "{\"params\":{\"messages\":["
    "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Which \\u001b[1m flight?\"}},"
    "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"Let me see\"},"
    "{\"type\":\"image\",\"data\":\"aGVsbG8=\",\"mimeType\":\"image/png\"}]},"
    "{\"role\":\"user\",\"content\":{\"type\":\"audio\",\"data\":\"AAAA\",\"mimeType\":\"audio/wav\"}}],"
    "\"systemPrompt\":\"You are\\ta clerk\",\"maxTokens\":150,\"temperature\":0.25,"
    "\"stopSequences\":[\"END\",\"\\n\\n\"],\"includeContext\":\"none\","
    "\"modelPreferences\":{\"hints\":[{\"name\":\"large\"},{\"name\":\"mid\\u00e9\"}],"
    "\"costPriority\":0.1,\"speedPriority\":0,\"intelligencePriority\":1}}}";

static mcpclient_input *ask(scene *scene, const char *arguments, mcpclient_call **call) {
  *call = scene_tool(scene, "sample", arguments);
  return scene_input(scene, MCPCLIENT_INPUT_SAMPLE);
}

static void told(scene *scene, mcpclient_call *call, const char *pointer, const char *want) {
  char *text = scene_text(scene, call);
  CHECK_TEXT(mcpclient_json_at(view(text), view(pointer)), want);
  free(text);
  mcpclient_call_free(call);
}

/* proves: SAM-05, SAM-07, SAM-11, SAM-12, SAM-15, SAM-17, SAM-31, SAM-32 */
static void test_reading(scene *scene) {
  mcpclient_call *call;
  mcpclient_input *input = ask(scene, rich, &call);
  int64_t tokens = 0;
  double number = 7;
  mcpclient_str text;

  CHECK_NUMBER(mcpclient_input_sample_message_count(input), 3);
  CHECK_TEXT(mcpclient_input_sample_role(input, 0), "user");
  CHECK_TEXT(mcpclient_input_sample_role(input, 1), "assistant");
  CHECK_TEXT(mcpclient_input_sample_role(input, 3), NULL);
  CHECK_NUMBER(mcpclient_input_sample_block_count(input, 0), 1);
  CHECK_NUMBER(mcpclient_input_sample_block_count(input, 1), 2);
  CHECK_NUMBER(mcpclient_input_sample_block_count(input, 3), 0);
  CHECK_NUMBER(mcpclient_input_sample_block_kind(input, 0, 0), MCPCLIENT_BLOCK_TEXT);
  CHECK_NUMBER(mcpclient_input_sample_block_kind(input, 1, 1), MCPCLIENT_BLOCK_IMAGE);
  CHECK_NUMBER(mcpclient_input_sample_block_kind(input, 2, 0), MCPCLIENT_BLOCK_AUDIO);
  CHECK_NUMBER(mcpclient_input_sample_block_kind(input, 2, 1), MCPCLIENT_BLOCK_OTHER);

  /* What is shown is harmless; what the model gets is verbatim. */
  text = mcpclient_input_sample_text(input, 0, 0);
  CHECK(memchr(text.ptr, '\x1b', text.len) == NULL && text.ptr[text.len] == '\0');
  CHECK_HAS(text, "flight?");
  CHECK_TEXT(mcpclient_input_sample_text_raw(input, 0, 0), "Which \x1b[1m flight?");
  CHECK(mcpclient_input_sample_text_raw(input, 0, 0).ptr ==
        mcpclient_input_sample_text_raw(input, 0, 0).ptr);
  CHECK_TEXT(mcpclient_input_sample_text(input, 1, 0), "Let me see");
  CHECK_TEXT(mcpclient_input_sample_text(input, 1, 1), NULL);
  CHECK_TEXT(mcpclient_input_sample_text_raw(input, 1, 2), NULL);
  CHECK_TEXT(mcpclient_input_sample_mime(input, 1, 1), "image/png");
  CHECK_TEXT(mcpclient_input_sample_data(input, 1, 1), "aGVsbG8=");
  CHECK_TEXT(mcpclient_input_sample_mime(input, 0, 0), NULL);
  CHECK_TEXT(mcpclient_input_sample_data(input, 0, 0), NULL);
  CHECK_TEXT(mcpclient_json_at(mcpclient_input_sample_block(input, 2, 0), view("/data")),
             "\"AAAA\"");
  CHECK_TEXT(mcpclient_input_sample_block(input, 2, 1), NULL);

  CHECK_TEXT(mcpclient_input_sample_system_prompt(input), "You are\ta clerk");
  CHECK_TEXT(mcpclient_input_sample_system_prompt_raw(input), "You are\ta clerk");
  CHECK(mcpclient_input_sample_max_tokens(input, &tokens) && tokens == 150);
  CHECK(mcpclient_input_sample_max_tokens(input, NULL));
  CHECK(mcpclient_input_sample_temperature(input, &number) && number == 0.25);
  CHECK_NUMBER(mcpclient_input_sample_hint_count(input), 2);
  CHECK_TEXT(mcpclient_input_sample_hint(input, 0), "large");
  CHECK_TEXT(mcpclient_input_sample_hint(input, 1), "mid\xc3\xa9");
  CHECK_TEXT(mcpclient_input_sample_hint(input, 2), NULL);
  CHECK(mcpclient_input_sample_cost_priority(input, &number) && number == 0.1);
  CHECK(mcpclient_input_sample_speed_priority(input, &number) && number == 0);
  CHECK(mcpclient_input_sample_intelligence_priority(input, &number) && number == 1);
  CHECK_NUMBER(mcpclient_input_sample_stop_count(input), 2);
  CHECK_TEXT(mcpclient_input_sample_stop(input, 1), "\n\n");
  CHECK_TEXT(mcpclient_input_sample_stop(input, 2), NULL);
  CHECK_TEXT(mcpclient_input_sample_context(input), "none");
  CHECK_TEXT(mcpclient_input_sample_tools(input), NULL);
  CHECK_TEXT(mcpclient_input_sample_tool_choice(input), NULL);

  /* It is no form, and no visit. */
  CHECK_NUMBER(mcpclient_input_field_count(input), 0);
  CHECK_TEXT(mcpclient_input_field_title(input, 0), NULL);
  CHECK_TEXT(mcpclient_input_message(input), NULL);
  CHECK_STATUS(mcpclient_input_set_text(input, 0, view("x"), NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_check(input, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_accept(input, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK(mcpclient_input_is_open(input));

  CHECK_OK(mcpclient_input_answer_text(input, view("model-1"), view("BCN 7:40"), view("endTurn"),
                                       NULL));
  CHECK_STATUS(mcpclient_input_answer_text(input, view("m"), view("t"), no_text, NULL),
               MCPCLIENT_E_GONE);
  /* Still readable. */
  CHECK_TEXT(mcpclient_input_sample_text_raw(input, 0, 0), "Which \x1b[1m flight?");
  mcpclient_input_free(input);
  {
    char *text_ = scene_text(scene, call);
    mcpclient_str said = view(text_);
    CHECK_TEXT(mcpclient_json_at(said, view("/model")), "\"model-1\"");
    CHECK_TEXT(mcpclient_json_at(said, view("/role")), "\"assistant\"");
    CHECK_TEXT(mcpclient_json_at(said, view("/content/text")), "\"BCN 7:40\"");
    CHECK_TEXT(mcpclient_json_at(said, view("/stopReason")), "\"endTurn\"");
    free(text_);
    mcpclient_call_free(call);
  }
}

/* What the server did not say is not there. */
static void test_plain(scene *scene) {
  mcpclient_call *call;
  mcpclient_input *input = ask(scene, "{\"prompt\":\"Hello\"}", &call);
  double number = 7;
  CHECK_TEXT(mcpclient_input_sample_text(input, 0, 0), "Hello");
  CHECK_TEXT(mcpclient_input_sample_system_prompt(input), NULL);
  CHECK_TEXT(mcpclient_input_sample_system_prompt_raw(input), NULL);
  CHECK(!mcpclient_input_sample_temperature(input, &number));
  CHECK(!mcpclient_input_sample_cost_priority(input, &number));
  CHECK(!mcpclient_input_sample_speed_priority(input, &number));
  CHECK(!mcpclient_input_sample_intelligence_priority(input, &number));
  CHECK(number == 7);
  CHECK_NUMBER(mcpclient_input_sample_hint_count(input), 0);
  CHECK_NUMBER(mcpclient_input_sample_stop_count(input), 0);
  CHECK_TEXT(mcpclient_input_sample_context(input), NULL);

  /* Freed without an answer: refused. */
  mcpclient_input_free(input);
  told(scene, call, "/error/code", "-1");
}

/* proves: SAM-09, SAM-28, SAM-43 */
static void test_answers(scene *scene) {
  mcpclient_call *call;
  mcpclient_input *input;
  mcpclient_error *error = NULL;

  input = ask(scene, NULL, &call);
  CHECK_STATUS(mcpclient_input_answer_json(input, view("{\"role\":\"assistant\"}"), &error),
               MCPCLIENT_E_SAMPLE);
  CHECK(mcpclient_error_message(error).len > 0);
  mcpclient_error_free(error);
  CHECK(mcpclient_input_is_open(input));
  CHECK_OK(mcpclient_input_answer_json(
      input,
      view("{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"t\"},"
           "\"stopReason\":\"other\"}"),
      &error));
  mcpclient_input_free(input);
  told(scene, call, "/stopReason", "\"other\"");

  input = ask(scene, NULL, &call);
  CHECK_OK(mcpclient_input_decline(input, view("not today")));
  mcpclient_input_free(input);
  told(scene, call, "/error/code", "-1");

  input = ask(scene, NULL, &call);
  CHECK_OK(mcpclient_input_fail(input, -32603, view("no model")));
  mcpclient_input_free(input);
  told(scene, call, "/error/message", "\"no model\"");

  input = ask(scene, NULL, &call);
  CHECK_OK(mcpclient_input_answer_text(input, view("m"), view(""), no_text, NULL));
  mcpclient_input_free(input);
  told(scene, call, "/stopReason", NULL);
}

/* Tools in a sample, where the host declared that its model takes them. */
static void with_tools(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)options;
  host->sample_features = MCPCLIENT_SAMPLE_TOOLS | MCPCLIENT_SAMPLE_CONTEXT;
}

/* proves: SAM-20, SAM-21, SAM-22 */
static void test_tools(void) {
  static const char arguments[] =
      "{\"params\":{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Go\"}}],"
      "\"maxTokens\":9,\"includeContext\":\"thisServer\",\"tools\":[{\"name\":\"look\","
      "\"inputSchema\":{\"type\":\"object\"}}],\"toolChoice\":{\"mode\":\"required\"}}}";
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  mcpclient_input *input;
  setting.adjust = with_tools;
  scene_open(&scene, &setting);
  input = ask(&scene, arguments, &call);
  CHECK_TEXT(mcpclient_json_at(mcpclient_input_sample_tools(input), view("/0/name")), "\"look\"");
  CHECK_TEXT(mcpclient_input_sample_tool_choice(input), "required");
  CHECK_TEXT(mcpclient_input_sample_context(input), "thisServer");
  CHECK_STATUS(mcpclient_input_answer_text(input, view("m"), view("no tool"), view("endTurn"), NULL),
               MCPCLIENT_E_SAMPLE);
  CHECK_OK(mcpclient_input_answer_json(
      input,
      view("{\"role\":\"assistant\",\"model\":\"m\",\"stopReason\":\"toolUse\",\"content\":[{\"type\":"
           "\"tool_use\",\"id\":\"t1\",\"name\":\"look\",\"input\":{}}]}"),
      NULL));
  mcpclient_input_free(input);
  told(&scene, call, "/stopReason", "\"toolUse\"");
  scene_close(&scene);
}

int main(void) {
  int32_t dispatch;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    setting setting = general;
    scene scene;
    setting.dispatch = dispatch;
    scene_open(&scene, &setting);
    test_reading(&scene);
    test_plain(&scene);
    test_answers(&scene);
    scene_close(&scene);
  }
  test_tools();
  return check_finish();
}
