/* Ways to reach a server: what can be set for which, what cannot be right, and that what was given is given back. */
#include "scene.h"

#include <stdio.h>
#include <string.h>

static const char pem[] = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";

static void send_nothing(void *userdata, const void *bytes, size_t size) {
  (void)userdata, (void)bytes, (void)size;
}

static void open_nothing(void *userdata, mcpclient_exchange *exchange) {
  (void)userdata;
  mcpclient_exchange_free(exchange);
}

static void count(void *counter) { ++*(int *)counter; }

static mcpclient_transport *over_http(void) {
  mcpclient_transport *transport = NULL;
  CHECK_OK(mcpclient_transport_http(view("https://mcp.example.com/mcp"), &transport, NULL));
  return transport;
}

static mcpclient_transport *over_lane(mcpclient_lane **lane) {
  mcpclient_transport *transport = NULL;
  mcpclient_lane_host host;
  mcpclient_lane_host_init(&host, sizeof host);
  host.send = send_nothing;
  CHECK_OK(mcpclient_transport_lane(&host, lane, &transport, NULL));
  return transport;
}

static void test_making(void) {
  mcpclient_transport *transport = over_http();
  mcpclient_error *error = NULL;
  mcpclient_transport_free(transport);
  CHECK_STATUS(mcpclient_transport_http(view(""), &transport, &error), MCPCLIENT_E_INVALID_ARG);
  CHECK(transport == NULL && mcpclient_error_message(error).len > 0);
  mcpclient_error_free(error);
  CHECK_STATUS(mcpclient_transport_http(bad_utf8, &transport, NULL), MCPCLIENT_E_BAD_JSON);
  CHECK_STATUS(mcpclient_transport_unix(view(""), &transport, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_unix(MCPCLIENT_STR("a\0b"), &transport, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_tcp(view(""), 1, &transport, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_tcp(view("localhost"), 0, &transport, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_tcp(view("localhost"), 65536, &transport, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK(transport == NULL);
}

/* proves: SEC-05 */
static void test_setting(void) {
  mcpclient_transport *http = over_http();
  mcpclient_str chain = mcpclient_str_from(pem);
  CHECK_OK(mcpclient_transport_add_header(http, view("Authorization"), view("Bearer x")));
  CHECK_OK(mcpclient_transport_add_header(http, view("X-Empty"), view("")));
  CHECK_STATUS(mcpclient_transport_add_header(http, view(""), view("x")), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_add_header(http, view("a b"), view("x")), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_add_header(http, view("a"), view("x\r\nb: y")), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_add_header(http, view("a"), no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_add_header(http, bad_utf8, view("x")), MCPCLIENT_E_BAD_JSON);
  CHECK_OK(mcpclient_transport_set_user_agent(http, view("test/1")));
  CHECK_STATUS(mcpclient_transport_set_user_agent(http, view("test\n")), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_transport_set_ca_bundle(http, chain));
  CHECK_STATUS(mcpclient_transport_set_ca_bundle(http, view("")), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_transport_set_platform_trust(http, MCPCLIENT_OFF));
  CHECK_STATUS(mcpclient_transport_set_platform_trust(http, 7), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_transport_set_client_certificate(http, chain, chain));
  CHECK_STATUS(mcpclient_transport_set_client_certificate(http, chain, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_transport_set_proxy(http, MCPCLIENT_PROXY_URL, view("http://proxy:3128")));
  CHECK_OK(mcpclient_transport_set_proxy(http, MCPCLIENT_PROXY_DIRECT, no_text));
  CHECK_OK(mcpclient_transport_set_proxy(http, MCPCLIENT_PROXY_ENVIRONMENT, no_text));
  CHECK_STATUS(mcpclient_transport_set_proxy(http, MCPCLIENT_PROXY_URL, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_proxy(http, MCPCLIENT_PROXY_DIRECT, view("http://proxy")),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_proxy(http, 3, no_text), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_transport_set_address_guard(http, MCPCLIENT_GUARD_PUBLIC));
  CHECK_STATUS(mcpclient_transport_set_address_guard(http, 2), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_transport_set_connect_timeout(http, 1));
  CHECK_OK(mcpclient_transport_set_head_timeout(http, UINT64_MAX));
  CHECK_OK(mcpclient_transport_set_idle_timeout(http, 1));
  CHECK_STATUS(mcpclient_transport_set_connect_timeout(http, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_head_timeout(http, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_idle_timeout(http, 0), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_transport_set_grace(http, 0));
  CHECK_OK(mcpclient_transport_set_old_sse(http, MCPCLIENT_OLD_SSE_NEVER));
  CHECK_STATUS(mcpclient_transport_set_old_sse(http, 3), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_transport_set_listen(http, MCPCLIENT_OFF));
  CHECK_STATUS(mcpclient_transport_set_listen(http, -1), MCPCLIENT_E_INVALID_ARG);
  mcpclient_transport_free(http);
}

/* What is only for a URL, tried with another way. */
static void refuse_http(mcpclient_transport *other) {
  mcpclient_exchanger exchanger;
  int freed = 0;
  CHECK_STATUS(mcpclient_transport_add_header(other, view("a"), view("b")), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_user_agent(other, view("a")), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_ca_bundle(other, mcpclient_str_from(pem)), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_platform_trust(other, MCPCLIENT_ON), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_client_certificate(other, view("a"), view("b")),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_proxy(other, MCPCLIENT_PROXY_DIRECT, no_text),
               MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_address_guard(other, MCPCLIENT_GUARD_OFF), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_head_timeout(other, 1), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_idle_timeout(other, 1), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_old_sse(other, MCPCLIENT_OLD_SSE_NEVER), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_listen(other, MCPCLIENT_ON), MCPCLIENT_E_INVALID_ARG);
  mcpclient_exchanger_init(&exchanger, sizeof exchanger);
  exchanger.open = open_nothing;
  exchanger.userdata = &freed;
  exchanger.userdata_free = count;
  CHECK_STATUS(mcpclient_transport_set_exchanger(other, &exchanger), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(freed, 1);
}

/* What is only for a program, tried with another way. */
static void refuse_stdio(mcpclient_transport *other) {
  CHECK_STATUS(mcpclient_transport_set_env(other, view("A"), view("b")), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_clear_env(other), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_directory(other, view("/")), MCPCLIENT_E_INVALID_ARG);
  CHECK_STATUS(mcpclient_transport_set_stderr_ring(other, 1), MCPCLIENT_E_INVALID_ARG);
}

static void test_what_does_not_fit(void) {
  mcpclient_str program = view("true");
  mcpclient_transport *other = NULL;
  mcpclient_lane *lane = NULL;
  CHECK_OK(mcpclient_transport_stdio(&program, 1, &other, NULL));
  refuse_http(other);
  CHECK_STATUS(mcpclient_transport_set_connect_timeout(other, 1), MCPCLIENT_E_INVALID_ARG);
  mcpclient_transport_free(other);

  CHECK_OK(mcpclient_transport_unix(view("/nobody/has/this"), &other, NULL));
  refuse_http(other);
  refuse_stdio(other);
  CHECK_STATUS(mcpclient_transport_set_grace(other, 1), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_transport_set_connect_timeout(other, 1));
  mcpclient_transport_free(other);

  CHECK_OK(mcpclient_transport_tcp(view("::1"), 65535, &other, NULL));
  CHECK_OK(mcpclient_transport_set_connect_timeout(other, 1));
  mcpclient_transport_free(other);

  other = over_lane(&lane);
  refuse_http(other);
  refuse_stdio(other);
  CHECK_STATUS(mcpclient_transport_set_connect_timeout(other, 1), MCPCLIENT_E_INVALID_ARG);
  CHECK_OK(mcpclient_transport_set_grace(other, 1));
  mcpclient_transport_free(other);
  mcpclient_lane_free(lane);

  other = over_http();
  refuse_stdio(other);
  mcpclient_transport_free(other);
}

/* Userdata is given back once, whatever becomes of what it came with. */
static void test_userdata(void) {
  mcpclient_transport *transport = NULL;
  mcpclient_lane *lane = NULL;
  mcpclient_lane_host host;
  mcpclient_exchanger exchanger;
  int freed = 0;
  mcpclient_lane_host_init(&host, sizeof host);
  CHECK_NUMBER(host.struct_size, sizeof host);
  host.userdata = &freed;
  host.userdata_free = count;
  CHECK_STATUS(mcpclient_transport_lane(&host, &lane, &transport, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(freed, 1);
  CHECK_STATUS(mcpclient_transport_lane(&host, NULL, &transport, NULL), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(freed, 2);
  host.send = send_nothing;
  CHECK_OK(mcpclient_transport_lane(&host, &lane, &transport, NULL));
  mcpclient_transport_free(transport);
  CHECK_STATUS(mcpclient_lane_end(lane, bad_utf8), MCPCLIENT_E_BAD_JSON);
  CHECK_NUMBER(freed, 2);
  mcpclient_lane_free(lane);
  CHECK_NUMBER(freed, 3);
  CHECK_OK(mcpclient_transport_lane(&host, &lane, &transport, NULL));
  mcpclient_lane_free(lane);
  CHECK_NUMBER(freed, 3);
  mcpclient_transport_free(transport);
  CHECK_NUMBER(freed, 4);

  mcpclient_exchanger_init(&exchanger, sizeof exchanger);
  CHECK_NUMBER(exchanger.struct_size, sizeof exchanger);
  exchanger.userdata = &freed;
  exchanger.userdata_free = count;
  transport = over_http();
  CHECK_STATUS(mcpclient_transport_set_exchanger(transport, &exchanger), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(freed, 5);
  exchanger.open = open_nothing;
  CHECK_STATUS(mcpclient_transport_set_exchanger(NULL, &exchanger), MCPCLIENT_E_INVALID_ARG);
  CHECK_NUMBER(freed, 6);
  CHECK_OK(mcpclient_transport_set_exchanger(transport, &exchanger));
  CHECK_OK(mcpclient_transport_set_exchanger(transport, &exchanger));
  CHECK_NUMBER(freed, 7);
  mcpclient_transport_free(transport);
  CHECK_NUMBER(freed, 8);
}

int main(void) {
  test_making();
  test_setting();
  test_what_does_not_fit();
  test_userdata();
  return check_finish();
}
