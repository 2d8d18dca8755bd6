/*
 * Stands in for a model, so that the example needs no network and no key: it can choose among flights that
 * are written as the booking server writes them, and nothing else. A real host puts its model here.
 */
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "text.h"

/* What the traveller wants, as far as this rule understands it. */
typedef struct {
  int from, until; /* minutes of the day */
  long layovers, price;
} taste;

/* A line such as "VY7822 Vueling, departs 08:35, arrives 11:40, nonstop, $200". */
typedef struct {
  const char *line;
  int length;
  int departs;
  long layovers, price;
} flight;

enum { SHOWN = 3, DAY = 24 * 60 };

/* The number in front of a word, such as 1 in front of " layover"; -1 if there is none. */
static long number_before(const char *text, const char *word) {
  const char *found = strstr(text, word);
  if (!found || found == text || found[-1] < '0' || found[-1] > '9') return -1;
  while (found > text && found[-1] >= '0' && found[-1] <= '9') found--;
  return strtol(found, NULL, 10);
}

static long price_in(const char *text) {
  const char *dollar = strrchr(text, '$');
  return dollar ? strtol(dollar + 1, NULL, 10) : -1;
}

static bool read_flight(const char *text, int length, flight *flight) {
  char *line = text_format("%.*s", length, text);
  const char *departs = strstr(line, ", departs ");
  long layovers = strstr(line, ", nonstop,") ? 0 : number_before(line, " layover");
  flight->line = text;
  flight->length = length;
  flight->departs = departs ? (int)(strtol(departs + 10, NULL, 10) * 60) : -1;
  if (departs && strlen(departs) >= 15) flight->departs += (int)strtol(departs + 13, NULL, 10);
  flight->layovers = layovers;
  flight->price = price_in(line);
  free(line);
  return departs && layovers >= 0 && flight->price >= 0;
}

static taste read_taste(const char *text) {
  taste taste = {0, DAY, 9, 1000000};
  if (strstr(text, "morning")) taste.from = 5 * 60, taste.until = 12 * 60;
  if (strstr(text, "afternoon")) taste.from = 12 * 60, taste.until = 18 * 60;
  if (strstr(text, "evening")) taste.from = 18 * 60;
  long layovers = number_before(text, " layover");
  if (layovers >= 0) taste.layovers = layovers;
  if (strstr(text, "nonstop") || strstr(text, "direct")) taste.layovers = 0;
  long price = price_in(text);
  if (price >= 0) taste.price = price;
  return taste;
}

static bool fits(const flight *flight, const taste *taste) {
  return flight->departs >= taste->from && flight->departs < taste->until &&
         flight->layovers <= taste->layovers && flight->price <= taste->price;
}

/* Puts a flight among the `most` best, which are the cheapest. */
static void enter(flight *best, size_t *count, size_t most, flight flight) {
  size_t place = *count;
  while (place > 0 && flight.price < best[place - 1].price) place--;
  if (place == most) return;
  if (*count < most) ++*count;
  memmove(best + place + 1, best + place, (*count - 1 - place) * sizeof *best);
  best[place] = flight;
}

static char *choose(const char *prompt, size_t most) {
  flight best[SHOWN], flight;
  size_t count = 0, flights = 0;
  /* The last line says what the traveller prefers, unless it is a flight. */
  const char *last = strrchr(prompt, '\n') ? strrchr(prompt, '\n') + 1 : prompt;
  taste taste = read_taste(read_flight(last, (int)strlen(last), &flight) ? "" : last);
  for (const char *line = prompt; *line; line += line[0] == '\n') {
    size_t length = strcspn(line, "\n");
    if (read_flight(line, (int)length, &flight)) {
      flights++;
      if (fits(&flight, &taste)) enter(best, &count, most, flight);
    }
    line += length;
  }
  if (flights == 0) return text_format("There are no flights to choose from.");
  if (count == 0) return text_format("None of the %zu flights fits.", flights);
  char *answer = text_format("Of %zu flights, the cheapest that fits is %.*s.", flights,
                             best[0].length, best[0].line);
  for (size_t next = 1; next < count; next++) {
    char *longer = text_format("%s\nElse: %.*s.", answer, best[next].length, best[next].line);
    free(answer);
    answer = longer;
  }
  return answer;
}

char *rule_answer(const char *prompt, size_t shown, int64_t max_tokens, const char **stop) {
  char *answer = choose(prompt, shown < SHOWN ? shown : SHOWN);
  *stop = "endTurn";
  /* A token is about four letters. */
  if (max_tokens >= 0 && strlen(answer) / 4 > (size_t)max_tokens) {
    size_t cut = (size_t)max_tokens * 4;
    while (cut > 0 && (answer[cut] & 0xC0) == 0x80) cut--; /* not inside a character */
    answer[cut] = '\0';
    *stop = "maxTokens";
  }
  return answer;
}
