//! TLS with authorities of our own.

use super::server::{Pipe, Server, ok};
use super::{at, failed, on_a_runtime, post, stack, whole};
use crate::Code;
use crate::io::http::{Nets, Stack};
use crate::transport::Http;
use mcpclient_engine::wire::FailureKind;
use rcgen::{
    BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd,
};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig, ServerConnection, StreamOwned};
use std::net::TcpStream;
use std::sync::Arc;

/// An authority.
pub(super) struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    pub(super) fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, "an authority of tests");
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    pub(super) fn pem(&self) -> String {
        self.0.pem()
    }

    /// A certificate for that name, and its key, as PEM.
    pub(super) fn issue(&self, name: &str, good_until: i32) -> (String, String) {
        let mut params = CertificateParams::new([name.to_owned()]).unwrap();
        params.not_after = date_time_ymd(good_until, 1, 1);
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.0).unwrap();
        (certificate.pem(), key.serialize_pem())
    }
}

const FOR_LONG: i32 = 4000;

/// For a server with that certificate; with `clients` only for those whom that authority knows.
pub(super) fn config(
    (certificate, key): &(String, String),
    clients: Option<&Authority>,
    alpn: &[&[u8]],
) -> Arc<ServerConfig> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .unwrap();
    let builder = match clients {
        None => builder.with_no_client_auth(),
        Some(authority) => {
            let mut roots = RootCertStore::empty();
            roots.add(authority.0.der().clone()).unwrap();
            let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
            builder.with_client_cert_verifier(verifier.build().unwrap())
        }
    };
    let chain =
        CertificateDer::pem_slice_iter(certificate.as_bytes()).map(Result::unwrap).collect();
    let key = PrivateKeyDer::from_pem_slice(key.as_bytes()).unwrap();
    let mut config = builder.with_single_cert(chain, key).unwrap();
    config.alpn_protocols = alpn.iter().map(|name| name.to_vec()).collect();
    Arc::new(config)
}

/// TLS on one connection.
pub(super) fn wrap(config: &Arc<ServerConfig>, socket: TcpStream) -> Box<dyn Pipe> {
    let connection = ServerConnection::new(Arc::clone(config)).unwrap();
    Box::new(StreamOwned::new(connection, socket))
}

fn server(config: Arc<ServerConfig>) -> Server {
    Server::wrapped(
        move |socket| Some(wrap(&config, socket)),
        |visit| while visit.request().is_some() && visit.say(ok("safe")) {},
    )
}

/// At `localhost`, which tests' certificates are for.
fn local(server: &Server) -> Http {
    at(format!("https://localhost:{}/mcp", server.address.port()))
}

#[test]
fn a_bundle_is_trusted() {
    let authority = Authority::new();
    let server = server(config(&authority.issue("localhost", FOR_LONG), None, &[]));
    for platform in [false, true] {
        on_a_runtime(async || {
            let http = local(&server).ca_bundle(authority.pem()).platform_trust(platform);
            let stack = stack(&http);
            assert_eq!(whole(&post(&stack, "{}")).await, (200, "safe".into()));
            assert_eq!(whole(&post(&stack, "{}")).await, (200, "safe".into()));
        });
    }
    assert_eq!(server.connections(), 2);
}

#[test]
fn certificates_that_are_no_good_are_refused() {
    let authority = Authority::new();
    let other = Authority::new();
    for (issued, said) in [
        (
            other.issue("localhost", FOR_LONG),
            "nobody who is trusted issued the server's certificate",
        ),
        (authority.issue("elsewhere", FOR_LONG), "the server's certificate is for another name"),
        (authority.issue("localhost", 2001), "the server's certificate has expired"),
    ] {
        let server = server(config(&issued, None, &[]));
        on_a_runtime(async || {
            let http = local(&server).ca_bundle(authority.pem()).platform_trust(false);
            let (kind, message) = failed(&post(&stack(&http), "secret")).await;
            assert_eq!((kind, &*message), (FailureKind::Unreachable, said));
        });
        assert_eq!(server.requests(), [""; 0]);
    }
}

#[test]
fn a_client_shows_its_certificate() {
    let (authority, clients) = (Authority::new(), Authority::new());
    let issued = authority.issue("localhost", FOR_LONG);
    let server = server(config(&issued, Some(&clients), &[]));
    let (mine, key) = clients.issue("me", FOR_LONG);
    let (stranger, its_key) = authority.issue("me", FOR_LONG);
    on_a_runtime(async || {
        let plain = local(&server).ca_bundle(authority.pem()).platform_trust(false);
        let known = plain.clone().client_certificate(mine, key);
        assert_eq!(whole(&post(&stack(&known), "{}")).await.1, "safe");
        for http in [plain.clone(), plain.client_certificate(stranger, its_key)] {
            let (kind, message) = failed(&post(&stack(&http), "{}")).await;
            assert_eq!(kind, FailureKind::Unreachable, "{message}");
            assert!(message.starts_with("the server wants another certificate"), "{message}");
        }
    });
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn what_is_not_tls_is_unreachable() {
    let server = Server::start(|visit| {
        visit.say("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
        visit.until_closed();
    });
    on_a_runtime(async || {
        let (kind, message) = failed(&post(&stack(&local(&server)), "{}")).await;
        assert_eq!(kind, FailureKind::Unreachable);
        assert_eq!(message, "what the server answered is not TLS");
    });
}

#[test]
fn material_that_cannot_be_used_is_refused_at_once() {
    let authority = Authority::new();
    let (chain, key) = authority.issue("me", FOR_LONG);
    let (_, other) = authority.issue("me", FOR_LONG);
    let http = || Http::new("https://localhost/");
    let broken = "-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n";
    for http in [
        http().ca_bundle("nothing"),
        http().ca_bundle(""),
        http().ca_bundle(broken),
        http().ca_bundle("-----BEGIN CERTIFICATE-----\n!!!\n-----END CERTIFICATE-----\n"),
        http().platform_trust(false),
        http().client_certificate(chain.clone(), other),
        http().client_certificate(chain.clone(), "nothing"),
        http().client_certificate(key.clone(), key.clone()),
        http().client_certificate(broken, key),
    ] {
        let error = Stack::new(&Nets::new(), &http).err().unwrap();
        assert_eq!(error.code, Code::InvalidArg, "{error}");
    }
}
