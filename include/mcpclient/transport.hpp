/* How servers are reached. Part of mcpclient.hpp. SPDX-License-Identifier: MIT OR Apache-2.0 */
#ifndef MCPCLIENT_TRANSPORT_HPP
#define MCPCLIENT_TRANSPORT_HPP

#include <utility>
#include <vector>

#include "call.hpp"
#include "exchange.hpp"

namespace mcp {

/// A server that is run as a child process and spoken to over its standard input and output (STD-02). It
/// runs in a process group of its own.
struct stdio {
  /// The program, looked up in PATH if it is a bare name, and its arguments, verbatim: no shell is in
  /// between.
  std::vector<std::string> argv{};
  /// Variables for the server's environment, by name; credentials belong here (STD-16).
  std::vector<std::pair<std::string, std::string>> env{};
  /// Whether the server gets those variables alone, and inherits none.
  bool clear_env = false;
  /// The server's working directory; this program's if it is empty.
  std::string directory{};
  /// How long the server gets for each step of its ending (STD-11): after its input was closed, and after
  /// it was told to terminate; then it is killed, with its process group.
  std::optional<milliseconds> grace{};
  /// How many bytes of the server's stderr are kept for client_ref::stderr_tail() and for errors (STD-06).
  std::optional<std::size_t> stderr_ring{};
};

/// Through which proxy a server is reached; as it is, what the environment says when the client is made.
struct proxy {
  /// How it is chosen.
  proxy_kind kind = proxy_kind::environment;
  /// With proxy_kind::url which: `http`, `https` or `socks5`, perhaps with a user name and a password.
  std::string url{};

  /// None.
  static proxy direct() { return {proxy_kind::direct, {}}; }
  /// This one.
  static proxy at(std::string url) { return {proxy_kind::url, std::move(url)}; }
};

/// A certificate for servers that ask who you are.
struct client_certificate {
  /// The certificate, with its chain, as PEM.
  std::string chain{};
  /// Its private key, as PEM.
  std::string key{};
};

/// A server behind a URL: Streamable HTTP of every revision, and the older HTTP+SSE where a server knows
/// nothing newer (HTP-01, SSE-07). No cookies are kept, and no redirects to another origin followed; what is set
/// here is sent to the origin of the URL alone (HTP-48). Whether it can be used as it is, is seen by
/// runtime::connect().
struct http {
  /// The server's endpoint, `http` or `https`.
  std::string url{};
  /// Headers for every request, by name, which may come more than once; those of the protocol's own cannot be
  /// replaced. Credentials belong here.
  std::vector<std::pair<std::string, std::string>> headers{};
  /// `User-Agent`. Default: the library's name and version.
  std::string user_agent{};
  /// Certificates of authorities to trust, as PEM, beside those of the platform.
  std::string ca_bundle{};
  /// Whether the platform's authorities are trusted. Default: on.
  std::optional<bool> platform_trust{};
  /// For servers that ask who you are.
  std::optional<mcp::client_certificate> client_certificate{};
  /// Through which proxy.
  mcp::proxy proxy{};
  /// Which addresses may be connected to: for hosts whose URLs come from elsewhere.
  mcp::address_guard address_guard = mcp::address_guard::off;
  /// How long connecting may take, the look-up of the name and TLS included. Default: ten seconds.
  std::optional<milliseconds> connect_timeout{};
  /// How long the head of an answer may take where no call waits for it. Default: thirty seconds.
  std::optional<milliseconds> head_timeout{};
  /// How long the body of an answer, other than a stream of events, may be silent, and how long a connection is
  /// kept that nobody uses. Default: a minute.
  std::optional<milliseconds> idle_timeout{};
  /// How long the end of the session may take on its way to the server (HTP-26). Default: two seconds.
  std::optional<milliseconds> grace{};
  /// Whether the older HTTP+SSE transport is spoken.
  mcp::old_sse old_sse = mcp::old_sse::fallback;
  /// Whether a stream is opened for what the server says unasked, where the revision has one (HTP-13). Default:
  /// on.
  std::optional<bool> listen{};
  /// Your own HTTP stack, in place of the library's. What is said above of certificates, proxies, addresses and
  /// connecting is then its own business.
  std::shared_ptr<mcp::exchanger> exchanger{};
};

/// A server behind a Unix domain socket, which carries one message on each line, as standard streams do: no part
/// of the protocol's own, but what servers on one machine agree on. When it closes, the connection is over.
struct unix_socket {
  /// Where the socket is.
  std::string path{};
  /// How long connecting may take. Default: ten seconds.
  std::optional<milliseconds> connect_timeout{};
};

/// As unix_socket, for a TCP connection, which is neither encrypted nor authenticated: for your own machine only.
struct tcp_socket {
  /// A name or an address.
  std::string host{};
  /// 1 to 65535.
  std::uint32_t port = 0;
  /// How long connecting may take, the look-up of the name included. Default: ten seconds.
  std::optional<milliseconds> connect_timeout{};
};

namespace detail {

/* A transport that is not taken yet. */
using transport_ptr = std::unique_ptr<mcpclient_transport, void (*)(mcpclient_transport *)>;

/* A transport that is made, then set up step by step; the first step that fails is what came of it. */
class making {
 public:
  template <typename Make>
  explicit making(Make make) : transport_(nullptr, mcpclient_transport_free) {
    mcpclient_transport *handle = nullptr;
    status_ = make(&handle, place_.out());
    transport_.reset(handle);
  }
  template <typename Step>
  void set(Step step) {
    if (status_ == MCPCLIENT_OK) status_ = step(transport_.get());
  }
  /* Text that is empty is not set. */
  void set_text(const std::string &given, mcpclient_status (*step)(mcpclient_transport *, mcpclient_str)) {
    if (status_ == MCPCLIENT_OK && !given.empty()) status_ = step(transport_.get(), text(given));
  }
  void set_time(std::optional<milliseconds> given, mcpclient_status (*step)(mcpclient_transport *, std::uint64_t)) {
    if (status_ == MCPCLIENT_OK && given) status_ = step(transport_.get(), unsigned_ms(*given));
  }
  result<transport_ptr> made() {
    if (status_ != MCPCLIENT_OK) return place_.taken(status_);
    return std::move(transport_);
  }

 private:
  transport_ptr transport_;
  error_place place_;
  mcpclient_status status_ = MCPCLIENT_OK;
};

inline result<transport_ptr> transport_for_c(const stdio &server, const reporter_ptr &) {
  std::vector<mcpclient_str> argv = texts(server.argv);
  making of([&](auto **out, auto **error) {
    return mcpclient_transport_stdio(argv.data(), argv.size(), out, error);
  });
  if (server.clear_env) of.set(mcpclient_transport_clear_env);
  for (const auto &[name, value] : server.env) {
    mcpclient_str name_text = text(name), value_text = text(value);
    of.set([&](auto *handle) { return mcpclient_transport_set_env(handle, name_text, value_text); });
  }
  of.set_text(server.directory, mcpclient_transport_set_directory);
  of.set_time(server.grace, mcpclient_transport_set_grace);
  if (server.stderr_ring) {
    of.set([&](auto *handle) { return mcpclient_transport_set_stderr_ring(handle, *server.stderr_ring); });
  }
  return of.made();
}

inline result<transport_ptr> transport_for_c(const http &server, const reporter_ptr &reporter) {
  making of([&](auto **out, auto **error) { return mcpclient_transport_http(text(server.url), out, error); });
  for (const auto &[name, value] : server.headers) {
    mcpclient_str name_text = text(name), value_text = text(value);
    of.set([&](auto *handle) { return mcpclient_transport_add_header(handle, name_text, value_text); });
  }
  of.set_text(server.user_agent, mcpclient_transport_set_user_agent);
  of.set_text(server.ca_bundle, mcpclient_transport_set_ca_bundle);
  of.set([&](auto *handle) {
    return mcpclient_transport_set_platform_trust(handle, switch_of(server.platform_trust));
  });
  if (server.client_certificate) {
    of.set([&](auto *handle) {
      return mcpclient_transport_set_client_certificate(handle, text(server.client_certificate->chain),
                                                        text(server.client_certificate->key));
    });
  }
  of.set([&](auto *handle) {
    return mcpclient_transport_set_proxy(handle, static_cast<mcpclient_proxy>(server.proxy.kind),
                                         text_if_any(server.proxy.url));
  });
  of.set([&](auto *handle) {
    return mcpclient_transport_set_address_guard(handle,
                                                 static_cast<mcpclient_address_guard>(server.address_guard));
  });
  of.set_time(server.connect_timeout, mcpclient_transport_set_connect_timeout);
  of.set_time(server.head_timeout, mcpclient_transport_set_head_timeout);
  of.set_time(server.idle_timeout, mcpclient_transport_set_idle_timeout);
  of.set_time(server.grace, mcpclient_transport_set_grace);
  of.set([&](auto *handle) {
    return mcpclient_transport_set_old_sse(handle, static_cast<mcpclient_old_sse>(server.old_sse));
  });
  of.set([&](auto *handle) { return mcpclient_transport_set_listen(handle, switch_of(server.listen)); });
  if (server.exchanger) {
    of.set([&](auto *handle) {
      mcpclient_exchanger raw = exchanger_for_c(server.exchanger, reporter);
      return mcpclient_transport_set_exchanger(handle, &raw);
    });
  }
  return of.made();
}

inline result<transport_ptr> transport_for_c(const unix_socket &server, const reporter_ptr &) {
  making of([&](auto **out, auto **error) { return mcpclient_transport_unix(text(server.path), out, error); });
  of.set_time(server.connect_timeout, mcpclient_transport_set_connect_timeout);
  return of.made();
}

inline result<transport_ptr> transport_for_c(const tcp_socket &server, const reporter_ptr &) {
  making of([&](auto **out, auto **error) {
    return mcpclient_transport_tcp(text(server.host), server.port, out, error);
  });
  of.set_time(server.connect_timeout, mcpclient_transport_set_connect_timeout);
  return of.made();
}

/* What a template of connect() is for. */
template <typename Server>
using is_way = decltype(transport_for_c(std::declval<const Server &>(), std::declval<const reporter_ptr &>()));

}  // namespace detail

}  // namespace mcp

#endif
