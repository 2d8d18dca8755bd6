/* The header may be included twice, by whatever path it comes. */
#include <mcpclient.h>
#include "mcpclient.h"

extern size_t twice(mcpclient_str text);

size_t twice(mcpclient_str text) { return text.len; }
