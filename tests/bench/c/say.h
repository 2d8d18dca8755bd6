/* What every contender says, so that all put the same bytes on the wire, more or less. */
#ifndef BENCH_SAY_H
#define BENCH_SAY_H

/* Echoed by the server: 89 bytes. */
#define ECHO \
  "The quick brown fox jumps over the lazy dog; then it sleeps. 0123456789 abcdefghij klmnop"
#define ECHO_ARGUMENTS "{\"text\":\"" ECHO "\"}"

/* What the host answers to the server's form, which has these five fields. */
#define FORM \
  "{\"name\":\"Ada Lovelace\",\"email\":\"ada@example.com\",\"age\":36,\"newsletter\":true," \
  "\"plan\":\"pro\"}"

/* What the host's model says. */
#define SAMPLE "A fox jumps over a dog."

#endif
