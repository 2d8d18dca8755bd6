/* Both checkpoints of a sample, the one of the roots, and answers made of blocks. */
#include "scene.h"

#include <stdlib.h>
#include <string.h>

static const setting general;

static const char ask[] =
    "{\"params\":{\"messages\":["
    "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Which \\u001b[1mflight?\"}},"
    "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"FR9040\"}},"
    "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Why?\"}}],"
    "\"systemPrompt\":\"Be brief\",\"maxTokens\":150,"
    "\"modelPreferences\":{\"hints\":[{},{\"name\":\"large\"}],\"costPriority\":0.1}}}";

/* Looks at both ends. */
static void review_samples(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)options;
  host->review = MCPCLIENT_REVIEW_SAMPLE_REQUEST | MCPCLIENT_REVIEW_SAMPLE_RESULT;
  host->sample_features = MCPCLIENT_SAMPLE_TOOLS;
  host->confirm = host->sample;
}

static void review_roots(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)scene;
  (void)options;
  host->review = MCPCLIENT_REVIEW_ROOTS;
  host->confirm = host->elicit_form;
}

static void review_without_confirm(scene *scene, mcpclient_host *host, mcpclient_options *options) {
  (void)options;
  mcpclient *client = NULL;
  mcpclient_host other = *host;
  other.userdata = NULL;
  other.userdata_free = NULL;
  other.review = MCPCLIENT_REVIEW_SAMPLE_RESULT;
  CHECK_STATUS(mcpclient_new(scene->runtime, scene_transport(&general), &other, NULL, &client, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK(client == NULL);
}

static mcpclient_input *next_at(scene *scene, int32_t checkpoint) {
  mcpclient_input *input = scene_input(scene, MCPCLIENT_INPUT_SAMPLE);
  CHECK_NUMBER(mcpclient_input_checkpoint(input), checkpoint);
  return input;
}

static void check_preview(mcpclient_input *input, const char *pointer, const char *want) {
  mcpclient_str shown;
  CHECK_OK(mcpclient_input_preview(input, &shown, NULL));
  CHECK_TEXT(mcpclient_json_at(shown, view(pointer)), want);
}

static void check_told(scene *scene, mcpclient_call *call, const char *pointer, const char *want) {
  char *text = scene_text(scene, call);
  CHECK_TEXT(mcpclient_json_at(view(text), view(pointer)), want);
  free(text);
  mcpclient_call_free(call);
}

/* proves: SAM-28, SAM-29, SAM-30, SAM-31, SAM-33, SAM-34 */
static void test_both(scene *scene) {
  mcpclient_error *error = NULL;
  mcpclient_call *call = scene_tool(scene, "sample", ask);
  mcpclient_input *first = next_at(scene, MCPCLIENT_CHECKPOINT_REQUEST), *second, *third;
  mcpclient_str shown;

  /* As the server wants it, and then as the user does. */
  CHECK_TEXT(mcpclient_input_result(first), NULL);
  check_preview(first, "/systemPrompt", "\"Be brief\"");
  CHECK_OK(mcpclient_input_change_text(first, 0, 0, view("Which one?")));
  CHECK_OK(mcpclient_input_change_system_prompt(first, view("Be kind")));
  CHECK_OK(mcpclient_input_change_max_tokens(first, 151));
  CHECK_STATUS(mcpclient_input_approve(first, &error), MCPCLIENT_E_SAMPLE);
  CHECK(mcpclient_error_message(error).len > 0);
  mcpclient_error_free(error);
  CHECK(mcpclient_input_is_open(first));
  CHECK_OK(mcpclient_input_change_max_tokens(first, 20));
  CHECK_OK(mcpclient_input_change_remove_message(first, 1));
  CHECK_OK(mcpclient_input_change_add_message(first, view("assistant"), view("Because")));
  CHECK_OK(mcpclient_input_change_model(first, view("small-1")));
  check_preview(first, "/messages/0/content/text", "\"Which one?\"");
  check_preview(first, "/messages/1/content/text", "\"Why?\"");
  check_preview(first, "/messages/2/role", "\"assistant\"");
  check_preview(first, "/maxTokens", "20");
  check_preview(first, "/modelPreferences/hints/0/name", "\"small-1\"");
  CHECK_STATUS(mcpclient_input_change_text(first, 7, 0, view("x")), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_change_remove_message(first, 7), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_change_max_tokens(first, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_change_add_message(first, view("system"), view("x")),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_answer_text(first, view("m"), view("t"), no_text, NULL),
               MCPCLIENT_E_INVALID_ARG);
  /* What the server wants can still be read. */
  CHECK_TEXT(mcpclient_input_sample_text(first, 1, 0), "FR9040");
  CHECK_OK(mcpclient_input_approve(first, NULL));
  CHECK_STATUS(mcpclient_input_approve(first, NULL), MCPCLIENT_E_GONE);

  /* The model gets what was approved. */
  second = next_at(scene, MCPCLIENT_CHECKPOINT_NONE);
  CHECK(mcpclient_input_id(second) == mcpclient_input_id(first));
  mcpclient_input_free(first);
  CHECK_TEXT(mcpclient_input_sample_text(second, 0, 0), "Which one?");
  CHECK_TEXT(mcpclient_input_sample_system_prompt(second), "Be kind");
  CHECK_STATUS(mcpclient_input_preview(second, &shown, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_change_reset(second), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_approve(second, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_input_answer_text(second, view("small-1"), view("No \x1b[1m idea"),
                                       view("endTurn"), NULL));
  mcpclient_input_free(second);

  third = next_at(scene, MCPCLIENT_CHECKPOINT_RESULT);
  CHECK_TEXT(mcpclient_input_result_model(third), "small-1");
  CHECK_TEXT(mcpclient_input_result_stop_reason(third), "endTurn");
  CHECK(memchr(mcpclient_input_result_text(third).ptr, 0x1b, mcpclient_input_result_text(third).len) ==
        NULL);
  CHECK_HAS(mcpclient_input_result_text(third), "idea");
  CHECK_NUMBER(mcpclient_input_result_block_count(third), 1);
  CHECK_NUMBER(mcpclient_input_result_block_kind(third, 0), MCPCLIENT_BLOCK_TEXT);
  CHECK_OK(mcpclient_input_preview(third, &shown, NULL));
  CHECK(mcpclient_str_equal(shown, mcpclient_input_result(third)));
  CHECK_STATUS(mcpclient_input_change_reset(third), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_input_approve(third, NULL));
  mcpclient_input_free(third);
  check_told(scene, call, "/model", "\"small-1\"");
}

/* proves: SAM-28, SAM-33, SAM-43 */
static void test_other_ways(scene *scene) {
  mcpclient_call *call = scene_tool(scene, "sample", ask);
  mcpclient_input *input = next_at(scene, MCPCLIENT_CHECKPOINT_REQUEST);
  /* Changes are taken back, or all is said anew. */
  CHECK_OK(mcpclient_input_change_system_prompt(input, no_text));
  check_preview(input, "/systemPrompt", NULL);
  CHECK_OK(mcpclient_input_change_reset(input));
  check_preview(input, "/systemPrompt", "\"Be brief\"");
  CHECK_STATUS(mcpclient_input_approve_json(input, view("[]"), NULL), MCPCLIENT_E_BAD_JSON);
  CHECK_STATUS(mcpclient_input_approve_json(input, view("{}"), NULL), MCPCLIENT_E_SAMPLE);
  CHECK_OK(mcpclient_input_approve_json(
      input,
      view("{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"x\"}}],"
           "\"maxTokens\":1}"),
      NULL));
  mcpclient_input_free(input);
  input = next_at(scene, MCPCLIENT_CHECKPOINT_NONE);
  CHECK_NUMBER(mcpclient_input_sample_message_count(input), 1);
  CHECK_OK(mcpclient_input_answer_text(input, view("m"), view("one"), no_text, NULL));
  mcpclient_input_free(input);
  input = next_at(scene, MCPCLIENT_CHECKPOINT_RESULT);
  CHECK_TEXT(mcpclient_input_result_stop_reason(input), NULL);
  CHECK_OK(mcpclient_input_answer_text(input, view("m"), view("two"), no_text, NULL));
  mcpclient_input_free(input);
  check_told(scene, call, "/content/text", "\"two\"");

  /* Each can refuse; letting go is refusing. */
  call = scene_tool(scene, "sample", ask);
  input = next_at(scene, MCPCLIENT_CHECKPOINT_REQUEST);
  CHECK_OK(mcpclient_input_decline(input, no_text));
  mcpclient_input_free(input);
  check_told(scene, call, "/error/code", "-1");
  call = scene_tool(scene, "sample", ask);
  input = next_at(scene, MCPCLIENT_CHECKPOINT_REQUEST);
  CHECK_OK(mcpclient_input_approve(input, NULL));
  mcpclient_input_free(input);
  input = next_at(scene, MCPCLIENT_CHECKPOINT_NONE);
  CHECK_OK(mcpclient_input_answer_text(input, view("m"), view("one"), no_text, NULL));
  mcpclient_input_free(input);
  mcpclient_input_free(next_at(scene, MCPCLIENT_CHECKPOINT_RESULT));
  check_told(scene, call, "/error/code", "-1");
}

/* proves: SAM-05, SAM-06, SAM-21, SAM-22, SAM-46 */
static void test_blocks(void) {
  static const char tools[] =
      "{\"params\":{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"Go\"}}],"
      "\"maxTokens\":9,\"tools\":[{\"name\":\"look\",\"inputSchema\":{\"type\":\"object\"}}]}}";
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  mcpclient_input *input;
  setting.adjust = review_samples;
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "sample", tools);
  input = next_at(&scene, MCPCLIENT_CHECKPOINT_REQUEST);
  CHECK_OK(mcpclient_input_approve(input, NULL));
  mcpclient_input_free(input);
  input = next_at(&scene, MCPCLIENT_CHECKPOINT_NONE);
  CHECK_OK(mcpclient_input_add_text(input, view("never sent")));
  CHECK_OK(mcpclient_input_clear_blocks(input));
  CHECK_OK(mcpclient_input_add_text(input, view("look")));
  CHECK_OK(mcpclient_input_add_image(input, view("AAAA"), view("image/png")));
  CHECK_OK(mcpclient_input_add_audio(input, view("AAAA"), view("audio/wav")));
  CHECK_OK(mcpclient_input_add_tool_use(input, view("1"), view("look"), view("{\"at\":1.0}")));
  CHECK_OK(mcpclient_input_add_block(
      input, view("{\"type\":\"text\",\"text\":\"b\",\"_meta\":{\"k\":1}}")));
  CHECK_STATUS(mcpclient_input_add_tool_use(input, view("2"), view("look"), view("[]")),
               MCPCLIENT_E_BAD_JSON);
  CHECK_STATUS(mcpclient_input_add_block(input, view("1")), MCPCLIENT_E_BAD_JSON);
  CHECK_STATUS(mcpclient_input_add_text(input, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_input_answer_blocks(input, view("m"), view("toolUse"), NULL));
  CHECK_STATUS(mcpclient_input_answer_blocks(input, view("m"), no_text, NULL), MCPCLIENT_E_GONE);
  mcpclient_input_free(input);
  input = next_at(&scene, MCPCLIENT_CHECKPOINT_RESULT);
  CHECK_NUMBER(mcpclient_input_result_block_count(input), 5);
  CHECK_NUMBER(mcpclient_input_result_block_kind(input, 3), MCPCLIENT_BLOCK_TOOL_USE);
  CHECK_TEXT(mcpclient_json_at(mcpclient_input_result_block(input, 3), view("/input/at")), "1.0");
  CHECK_TEXT(mcpclient_input_result_block(input, 5), NULL);
  CHECK_TEXT(mcpclient_input_result_text(input), "look\nb");
  /* At this checkpoint, blocks may be said anew as well. */
  CHECK_OK(mcpclient_input_add_tool_use(input, view("1"), view("steal"), view("{}")));
  CHECK_STATUS(mcpclient_input_answer_blocks(input, view("m"), no_text, NULL), MCPCLIENT_E_SAMPLE);
  CHECK_OK(mcpclient_input_clear_blocks(input));
  CHECK_OK(mcpclient_input_add_text(input, view("nothing")));
  CHECK_OK(mcpclient_input_answer_blocks(input, view("m"), no_text, NULL));
  mcpclient_input_free(input);
  check_told(&scene, call, "/content/text", "\"nothing\"");
  scene_close(&scene);
}

/* proves: SAM-11, SAM-12, SAM-13, SAM-14, SAM-32 */
static void test_models(scene *scene) {
  static const char *const names[] = {"house-small", "house-large", "house-medium"};
  static const double measures[][3] = {{0.9, 0.9, 0.3}, {0.1, 0.3, 0.9}, {0.5, 0.6, 0.7}};
  mcpclient_str aliases[2];
  mcpclient_model models[3];
  mcpclient_choice choice;
  mcpclient_error *error = NULL;
  mcpclient_call *call = scene_tool(scene, "sample", ask);
  mcpclient_input *input = next_at(scene, MCPCLIENT_CHECKPOINT_REQUEST);
  char text[128];
  size_t index;
  for (index = 0; index < 3; index++) {
    mcpclient_model_init(&models[index], sizeof models[index]);
    models[index].name = view(names[index]);
    models[index].cheapness = measures[index][0];
    models[index].speed = measures[index][1];
    models[index].intelligence = measures[index][2];
  }
  mcpclient_choice_init(&choice, sizeof choice);
  /* A hint without a name is passed over; "large" is part of a name. */
  CHECK_OK(mcpclient_input_choose_model(input, models, 3, &choice, NULL));
  CHECK_NUMBER(choice.model, 1);
  CHECK_NUMBER(choice.reason, MCPCLIENT_CHOICE_HINT);
  CHECK_NUMBER(choice.hint, 1);
  CHECK_NUMBER(choice.among, 1);
  CHECK_TEXT(mcpclient_input_sample_hint(input, choice.hint), "large");
  CHECK(mcpclient_choice_text(&choice, text, sizeof text) == strlen(text) + 1);
  CHECK_HAS(view(text), "hint 2");
  /* Between several that fit, the priorities decide: here, a low price. */
  aliases[0] = view("LARGE-like");
  aliases[1] = view("other");
  models[0].aliases = models[2].aliases = aliases;
  models[0].alias_count = models[2].alias_count = 2;
  CHECK_OK(mcpclient_input_choose_model(input, models, 3, &choice, NULL));
  CHECK_NUMBER(choice.model, 0);
  CHECK_NUMBER(choice.among, 3);
  /* Without a hint that fits, alone. */
  CHECK_OK(mcpclient_input_choose_model(input, models + 1, 1, &choice, NULL));
  models[1].name = view("huge");
  CHECK_OK(mcpclient_input_choose_model(input, models + 1, 1, &choice, NULL));
  CHECK_NUMBER(choice.reason, MCPCLIENT_CHOICE_PRIORITIES);
  CHECK(choice.score > 0.009 && choice.score < 0.011);

  CHECK_STATUS(mcpclient_input_choose_model(input, NULL, 0, &choice, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_choose_model(input, NULL, 1, &choice, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_choose_model(input, models, 3, NULL, NULL), MCPCLIENT_E_INVALID_ARG);
  models[2].speed = 1.5;
  CHECK_STATUS(mcpclient_input_choose_model(input, models, 3, &choice, &error),
               MCPCLIENT_E_INVALID_ARG);
  CHECK(mcpclient_error_message(error).len > 0);
  mcpclient_error_free(error);
  models[2].speed = 0.5;
  models[2].name = no_text;
  CHECK_STATUS(mcpclient_input_choose_model(input, models, 3, &choice, NULL),
               MCPCLIENT_E_INVALID_ARG);
  models[2].name = view("x");
  models[2].struct_size = 8;
  CHECK_STATUS(mcpclient_input_choose_model(input, models, 3, &choice, NULL),
               MCPCLIENT_E_INVALID_ARG);
  mcpclient_input_free(input);
  check_told(scene, call, "/error/code", "-1");

  /* No wish at all. */
  call = scene_tool(scene, "sample", NULL);
  input = next_at(scene, MCPCLIENT_CHECKPOINT_REQUEST);
  CHECK_OK(mcpclient_input_choose_model(input, models, 2, &choice, NULL));
  CHECK_NUMBER(choice.reason, MCPCLIENT_CHOICE_FIRST);
  CHECK_NUMBER(choice.model, 0);
  mcpclient_input_free(input);
  CHECK_OK(scene_finish(scene, call));
  mcpclient_call_free(call);
  call = scene_tool(scene, "form", NULL);
  input = scene_input(scene, MCPCLIENT_INPUT_FORM);
  CHECK_STATUS(mcpclient_input_choose_model(input, models, 2, &choice, NULL),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_input_add_text(input, view("x")), MCPCLIENT_E_INVALID_ARG);
  mcpclient_input_free(input);
  CHECK_OK(scene_finish(scene, call));
  mcpclient_call_free(call);
  choice.reason = 77;
  CHECK_NUMBER(mcpclient_choice_text(&choice, NULL, 0), 0);
}

/* proves: ROO-15 */
static void test_roots(void) {
  setting setting = general;
  scene scene;
  mcpclient_call *call;
  mcpclient_input *input;
  CHECK_OK(mcpclient_roots_new(&setting.roots));
  CHECK_OK(mcpclient_roots_set_checked(setting.roots, 0));
  CHECK_OK(mcpclient_roots_add_uri(setting.roots, view("file:///one"), no_text, NULL));
  setting.adjust = review_roots;
  scene_open(&scene, &setting);
  call = scene_tool(&scene, "roots", NULL);
  input = scene_input(&scene, MCPCLIENT_INPUT_ROOTS);
  CHECK_NUMBER(mcpclient_input_checkpoint(input), MCPCLIENT_CHECKPOINT_RESULT);
  CHECK_TEXT(mcpclient_json_at(mcpclient_input_result(input), view("/roots/0/uri")),
             "\"file:///one\"");
  CHECK_STATUS(mcpclient_input_approve_json(input, view("{\"roots\":[{\"uri\":\"x\"}]}"), NULL),
               MCPCLIENT_E_ROOT);
  CHECK_OK(mcpclient_input_approve(input, NULL));
  mcpclient_input_free(input);
  check_told(&scene, call, "/roots/0/uri", "\"file:///one\"");
  call = scene_tool(&scene, "roots", NULL);
  input = scene_input(&scene, MCPCLIENT_INPUT_ROOTS);
  CHECK_OK(mcpclient_input_decline(input, no_text));
  mcpclient_input_free(input);
  check_told(&scene, call, "/error/code", "-32603");
  mcpclient_roots_free(setting.roots);
  scene_close(&scene);
}

int main(void) {
  int32_t dispatch;
  setting setting = general;
  scene scene;
  for (dispatch = MCPCLIENT_DISPATCH_THREAD; dispatch <= MCPCLIENT_DISPATCH_INLINE; dispatch++) {
    setting.dispatch = dispatch;
    setting.adjust = review_samples;
    scene_open(&scene, &setting);
    test_both(&scene);
    test_other_ways(&scene);
    test_models(&scene);
    scene_close(&scene);
  }
  setting.dispatch = MCPCLIENT_DISPATCH_THREAD;
  setting.adjust = review_without_confirm;
  scene_open(&scene, &setting);
  scene_close(&scene);
  test_blocks();
  test_roots();
  return check_finish();
}
