/* The header needs nothing before it. */
#include <mcpclient.h>

extern uint32_t alone(mcpclient_str text);

/* Uses one name of the header, so that it cannot have been empty. */
uint32_t alone(mcpclient_str text) { return (uint32_t)text.len; }
