/*
 * Servers that do what no server should: each a shell with a few lines to say.
 *
 * A script that begins with SHAKEN has the handshake behind it. After that `next` reads a request,
 * whose id is then in $id, `reply` answers it with a result, and `say` sends a notification: of a
 * method and its params.
 */
#ifndef SHELL_H
#define SHELL_H

#include "scene.h"

#define SHAKEN_IN(revision)                                                                     \
  "next() { read -r line || exit 0; id=${line#*'\"id\":'}; id=${id%%[,\\}]*}; }\n"              \
  "reply() { printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}\\n' \"$id\" \"$1\"; }\n"     \
  "say() { printf '{\"jsonrpc\":\"2.0\",\"method\":\"%s\",\"params\":%s}\\n' \"$1\" \"$2\"; }\n" \
  "next\n"                                                                                      \
  "reply '{\"protocolVersion\":\"" revision "\",\"capabilities\":{\"tools\":{},\"logging\":{}}," \
  "\"serverInfo\":{\"name\":\"sh\",\"version\":\"1\"}}'\n"                                      \
  "read -r line\n"
#define SHAKEN SHAKEN_IN("2025-06-18")

/* Does not end with its input, but when it is told to. */
#define DEAF_TO_THE_END "exec sleep 600"

/* A server that a shell makes of the script; the grace is that of each step of its ending. */
extern mcpclient_transport *shell(const char *script, uint64_t grace_ms);
/* The general server, likewise. */
extern mcpclient_transport *general_server(uint64_t grace_ms);

/* Gives the script a number, as $COUNT. */
extern void shell_count(mcpclient_transport *transport, int count);

/* Options for servers that shake hands: without the question that servers of the other era are asked. */
extern void legacy(mcpclient_options *options);

/* A gate: a server that begins with GATED waits where it says WAIT, until the test opens it once more. */
#define GATED "exec 3<>\"$GATE\"\n"
#define WAIT "read -r _ <&3\n"
typedef struct {
  char folder[64], path[80];
  int end;
} gate;
/* Makes a gate, and tells the server where it is. */
extern void gate_make(gate *gate, mcpclient_transport *transport);
/* Opens it; the first time, waits until the server is there. */
extern void gate_open(gate *gate);
extern void gate_remove(gate *gate);

/*
 * Kin: all processes that come of servers which begin with KIN, in whatever group they are. Each holds
 * one end of a pipe, and the last that ends lets go of it.
 */
#define KIN "exec 4>\"$KIN\"\n"
typedef gate kin;
extern void kin_make(kin *kin);
/* Makes a server one of them. */
extern void kin_tell(const kin *kin, mcpclient_transport *transport);
/* Waits until none is left; false if some stay. There must have been one. */
extern int kin_end(kin *kin);
extern void kin_remove(kin *kin);

#endif
