/* A visit to a URL. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_VISIT_HPP
#define MCPCLIENT_VISIT_HPP

#include "codes.hpp"
#include "text.hpp"

namespace mcp {

/// Where a server would have the user go, with what a dialog has to show. Borrowed from its input. Of
/// other kinds of input there is nothing.
///
/// Show it before anything is opened, and open it only if the user agrees: input::accept() says that the
/// user wants to go there, not that they have arrived. The library never opens it (ELI-35).
class visit {
  static url_hazard hazard_at(const mcpclient_input *const &of, std::size_t index) {
    return static_cast<url_hazard>(mcpclient_input_url_hazard(of, index));
  }

 public:
  using hazard_list = detail::list<url_hazard, const mcpclient_input *, &visit::hazard_at>;

  explicit visit(const mcpclient_input *of) noexcept : input_(of) {}

  /// The URL, made safe to show, whole.
  std::optional<std::string_view> url() const noexcept {
    return detail::view_or_none(mcpclient_input_url(input_));
  }
  /// As url(), as the server wrote it: to be opened, not shown.
  std::optional<std::string_view> url_raw() const noexcept {
    return detail::view_or_none(mcpclient_input_url_raw(input_));
  }
  /// The URL as browsers read it.
  std::optional<std::string_view> canonical() const noexcept {
    return detail::view_or_none(mcpclient_input_url_canonical(input_));
  }
  /// The host of the URL as people read it, which a dialog names plainly (URL-04).
  std::optional<std::string_view> host() const noexcept {
    return detail::view_or_none(mcpclient_input_url_host(input_));
  }
  /// The host as it goes over the wire, where letters beyond ASCII are spelled in Punycode (URL-07).
  std::optional<std::string_view> host_raw() const noexcept {
    return detail::view_or_none(mcpclient_input_url_host_raw(input_));
  }
  /// The end of host() that somebody had to register, which should stand out against look-alikes
  /// (URL-06); nothing if there is none.
  std::optional<std::string_view> domain() const noexcept {
    return detail::view_or_none(mcpclient_input_url_domain(input_));
  }
  /// What to be careful about (URL-07).
  hazard_list hazards() const noexcept { return {input_, mcpclient_input_url_hazard_count(input_)}; }
  /// The server's name for the visit, where the revision has one. Whether the visit is finished,
  /// host::visited tells.
  std::optional<std::string_view> elicitation_id() const noexcept {
    return detail::view_or_none(mcpclient_input_elicitation_id(input_));
  }

 private:
  const mcpclient_input *input_;
};

}  // namespace mcp

#endif
