//! Addresses that are not public.

use super::server::{Server, ok};
use super::{at, failed, on_a_runtime, post, stack, whole};
use crate::transport::{AddressGuard, Proxy};
use mcpclient_engine::wire::FailureKind;

#[test]
fn addresses_that_are_not_public_are_not_connected_to() {
    // proves: SEC-03, SEC-04
    let server = Server::saying(ok("x"));
    let port = server.address.port();
    for host in ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "[::ffff:7f00:1]", "0", "[::1]"]
    {
        let http = at(format!("http://{host}:{port}/mcp")).guard(AddressGuard::Public);
        on_a_runtime(async || {
            let (kind, message) = failed(&post(&stack(&http), "{}")).await;
            assert_eq!(kind, FailureKind::Forbidden, "{host}: {message}");
        });
    }
    assert_eq!(server.connections(), 0);
    on_a_runtime(async || {
        let open = stack(&at(format!("http://localhost:{port}/mcp")));
        assert_eq!(whole(&post(&open, "{}")).await.0, 200);
    });
}

#[test]
fn a_proxy_may_be_anywhere_but_not_what_is_asked_of_it() {
    // proves: SEC-03, SEC-05
    let proxy = Server::saying(ok("by proxy"));
    let through = |url: &str| {
        let proxy = Proxy::Url(format!("http://{}", proxy.address));
        at(url).guard(AddressGuard::Public).proxy(proxy)
    };
    on_a_runtime(async || {
        let (kind, _) = failed(&post(&stack(&through("http://169.254.169.254/")), "{}")).await;
        assert_eq!((kind, proxy.connections()), (FailureKind::Forbidden, 0));
        let public = post(&stack(&through("http://mcp.example/")), "{}");
        assert_eq!(whole(&public).await.1, "by proxy");
    });
}
