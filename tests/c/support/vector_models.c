#include "vector.h"

#define MODELS 8
#define ALIASES 4

/* The names of a catalogue, kept while it is in use. */
typedef struct {
  text name;
  text aliases[ALIASES];
  mcpclient_str views[ALIASES];
} names;

static size_t catalogue_of(mcpclient_str json, mcpclient_model *models, names *kept) {
  mcpclient_str item = no_text, alias;
  size_t many = 0;
  while (many < MODELS && mcpclient_json_next(json, NULL, &item)) {
    mcpclient_model *model = &models[many];
    names *own = &kept[many++];
    mcpclient_model_init(model, sizeof *model);
    own->name = read_text(at(item, "/name"));
    model->name = own->name.view;
    mcpclient_json_double(at(item, "/cheapness"), &model->cheapness);
    mcpclient_json_double(at(item, "/speed"), &model->speed);
    mcpclient_json_double(at(item, "/intelligence"), &model->intelligence);
    alias = no_text;
    while (model->alias_count < ALIASES &&
           mcpclient_json_next(at(item, "/aliases"), NULL, &alias)) {
      own->aliases[model->alias_count] = read_text(alias);
      own->views[model->alias_count] = own->aliases[model->alias_count].view;
      model->alias_count++;
    }
    model->aliases = own->views;
  }
  return many;
}

/* Hints with a name are all that a vector counts. */
static int hint_is(const mcpclient_input *input, size_t hint, mcpclient_str wanted) {
  double number = 0;
  size_t index, named = 0;
  if (!mcpclient_json_double(wanted, &number)) {
    return 1;
  }
  for (index = 0; index < hint; index++) {
    named += mcpclient_input_sample_hint(input, index).len > 0;
  }
  return told_number((long long)named, (long long)number, "the hint");
}

int choice_is(const mcpclient_input *input, mcpclient_str catalogue, mcpclient_str wanted) {
  static const char *const reasons[] = {"", "hint", "priorities", "first"};
  mcpclient_model models[MODELS];
  names kept[MODELS];
  mcpclient_choice choice;
  mcpclient_error *error = NULL;
  size_t many = catalogue_of(catalogue, models, kept), index, alias;
  int right;
  mcpclient_choice_init(&choice, sizeof choice);
  right = told_number((long long)many, (long long)count(catalogue), "models");
  if (right && mcpclient_input_choose_model(input, models, many, &choice, &error) != MCPCLIENT_OK) {
    right = told(mcpclient_json_kind(at(wanted, "/model")) == MCPCLIENT_JSON_NULL,
                 "a model is chosen") &&
            told_status(error, MCPCLIENT_E_INVALID_ARG);
  } else if (right) {
    right = told(choice.model < many, "a place in the catalogue") &&
            told_text(models[choice.model].name, at(wanted, "/model"), "the model") &&
            told(choice.reason > 0 && choice.reason < 4, "a known reason") &&
            told_text(view(reasons[choice.reason]), at(wanted, "/reason"), "the reason") &&
            hint_is(input, choice.hint, at(wanted, "/hint"));
  }
  mcpclient_error_free(error);
  for (index = 0; index < many; index++) {
    text_free(&kept[index].name);
    for (alias = 0; alias < models[index].alias_count; alias++) {
      text_free(&kept[index].aliases[alias]);
    }
  }
  return right;
}
