/* The headers need nothing before them. */
#include <mcpclient.hpp>

/* Uses names of theirs, so that they cannot have been empty. */
std::size_t alone(mcp::host &host);
std::size_t alone(mcp::host &host) {
  host.elicit_form = [](mcp::input input) { static_cast<void>(input.decline()); };
  mcp::result<mcp::runtime> runtime = mcp::runtime::create();
  return runtime ? mcp::json(std::string_view("[1]")).view().size() : 0;
}
