/* The models that this host has, and which of them a server gets: it wishes, and the library advises. */
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "text.h"

/* Both are the same rule; the smaller one says less. A real host lists the models of its providers. */
static const struct {
  const char *name;
  const char *known_as; /* what servers may ask for, and would be content with this for */
  double cheapness, speed, intelligence;
  size_t shown;
} models[] = {{"flight-rule-1", "claude-sonnet-4-20250514", 0.3, 0.5, 0.9, 3},
              {"flight-rule-mini", "claude-3-5-haiku-20241022", 0.9, 0.9, 0.2, 1}};

enum { MODELS = sizeof models / sizeof *models };

static size_t place_of(const char *name) {
  size_t place = 0;
  while (place + 1 < MODELS && strcmp(models[place].name, name) != 0) place++;
  return place;
}

const char *model_for(const mcpclient_input *input, char **why) {
  mcpclient_model catalogue[MODELS];
  mcpclient_str aliases[MODELS];
  mcpclient_choice choice;
  mcpclient_error *error = NULL;
  for (size_t place = 0; place < MODELS; place++) {
    mcpclient_model *model = &catalogue[place];
    mcpclient_model_init(model, sizeof *model);
    aliases[place] = mcpclient_str_from(models[place].known_as);
    model->name = mcpclient_str_from(models[place].name);
    model->aliases = &aliases[place];
    model->alias_count = 1;
    model->cheapness = models[place].cheapness;
    model->speed = models[place].speed;
    model->intelligence = models[place].intelligence;
  }
  mcpclient_choice_init(&choice, sizeof choice);
  mcpclient_status status =
      mcpclient_input_choose_model(input, catalogue, MODELS, &choice, &error);
  if (!went_well(status, error, "No choice of a model")) choice.model = 0;
  if (why) {
    size_t size = mcpclient_choice_text(&choice, NULL, 0);
    *why = text_room(size);
    mcpclient_choice_text(&choice, *why, size);
  }
  return models[choice.model].name;
}

const char *model_after(const char *model) {
  return models[(place_of(model) + 1) % MODELS].name;
}

char *model_answer(const char *model, const char *prompt, int64_t max_tokens, const char **stop) {
  return rule_answer(prompt, models[place_of(model)].shown, max_tokens, stop);
}
