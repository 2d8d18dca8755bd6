/* The headers may be included twice, by whatever path they come, beside that of C. */
#include <mcpclient.h>
#include <mcpclient.hpp>
#include "mcpclient.hpp"
#include <mcpclient/json.hpp>

bool twice(mcp::json json);
bool twice(mcp::json json) { return json.is_true(); }
