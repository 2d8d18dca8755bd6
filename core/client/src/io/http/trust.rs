//! TLS: who is trusted, and what the client shows.

use super::failure;
use crate::Error;
use mcpclient_engine::Code;
use mcpclient_engine::wire::Failure;
use rustls::client::WebPkiServerVerifier;
use rustls::client::danger::ServerCertVerifier;
use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::{CertifiedKey, SingleCertAndKey};
use rustls::{ClientConfig, RootCertStore};
use std::sync::Arc;
use tokio::sync::OnceCell;
use tokio::task;

/// What TLS is made of. Looked through when the client is made; what the platform trusts is read when TLS is needed
/// for the first time, since that takes longer than a client that speaks plain HTTP should wait.
pub(super) struct Trust {
    provider: Arc<CryptoProvider>,
    bundle: Vec<CertificateDer<'static>>,
    platform: bool,
    shown: Option<Arc<CertifiedKey>>,
    config: OnceCell<Configs>,
}

/// The one that offers HTTP/2, and one for proxies.
#[derive(Clone)]
pub(super) struct Configs {
    pub(super) server: Arc<ClientConfig>,
    pub(super) proxy: Arc<ClientConfig>,
}

impl Trust {
    pub(super) fn new(
        bundle: Option<&[u8]>,
        platform: bool,
        certificate: Option<&(Vec<u8>, Vec<u8>)>,
    ) -> Result<Self, Error> {
        let provider = Arc::new(ring::default_provider());
        let bundle = bundle.map_or(Ok(Vec::new()), authorities)?;
        if bundle.is_empty() && !platform {
            return Err(invalid(
                "ca_bundle: without it and the platform's authorities nobody is trusted",
            ));
        }
        let shown = certificate.map(|(chain, key)| shown(chain, key, &provider)).transpose()?;
        Ok(Self { provider, bundle, platform, shown, config: OnceCell::new() })
    }

    /// How TLS is to be spoken.
    pub(super) async fn configs(&self) -> Result<Configs, Failure> {
        self.config.get_or_try_init(|| self.make()).await.cloned()
    }

    async fn make(&self) -> Result<Configs, Failure> {
        let (bundle, provider) = (self.bundle.clone(), Arc::clone(&self.provider));
        let verifier = if self.platform {
            // Files are read.
            let platform = task::spawn_blocking(move || platform(bundle, provider)).await;
            platform
                .map_err(|_| failure::unreachable("the platform's authorities cannot be read"))?
        } else {
            roots(bundle, provider)
        }?;
        let config = ClientConfig::builder_with_provider(Arc::clone(&self.provider))
            .with_safe_default_protocol_versions()
            .map_err(|_| failure::unreachable("TLS cannot be spoken"))?
            .dangerous()
            .with_custom_certificate_verifier(verifier);
        // A proxy is not who the client's certificate is for.
        let mut proxy = config.clone().with_no_client_auth();
        let mut server = match &self.shown {
            Some(key) => {
                config.with_client_cert_resolver(Arc::new(SingleCertAndKey::from(Arc::clone(key))))
            }
            None => config.with_no_client_auth(),
        };
        server.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        proxy.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Configs { server: Arc::new(server), proxy: Arc::new(proxy) })
    }
}

type Verifier = Result<Arc<dyn ServerCertVerifier>, Failure>;

fn roots(bundle: Vec<CertificateDer<'static>>, provider: Arc<CryptoProvider>) -> Verifier {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(bundle);
    match WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider).build() {
        Ok(verifier) => Ok(verifier),
        Err(_) => Err(failure::unreachable("no authority is trusted by this system")),
    }
}

#[cfg(not(target_os = "android"))]
fn platform(bundle: Vec<CertificateDer<'static>>, provider: Arc<CryptoProvider>) -> Verifier {
    match rustls_platform_verifier::Verifier::new_with_extra_roots(bundle, provider) {
        Ok(verifier) => Ok(Arc::new(verifier)),
        Err(_) => Err(failure::unreachable("no authority is trusted by this system")),
    }
}

/// The authorities of the system, from its files: those that users add, and what an app says of its network, only
/// Java could tell, and a library that is loaded by any program has none at hand.
#[cfg(target_os = "android")]
fn platform(mut bundle: Vec<CertificateDer<'static>>, provider: Arc<CryptoProvider>) -> Verifier {
    bundle.extend(rustls_native_certs::load_native_certs().certs);
    roots(bundle, provider)
}

fn authorities(pem: &[u8]) -> Result<Vec<CertificateDer<'static>>, Error> {
    let found = certificates(pem, "ca_bundle")?;
    let mut roots = RootCertStore::empty();
    for (index, certificate) in found.iter().enumerate() {
        roots.add(certificate.clone()).map_err(|_| {
            invalid(&format!("ca_bundle: certificate {} cannot be read", index + 1))
        })?;
    }
    Ok(found)
}

fn shown(chain: &[u8], key: &[u8], provider: &CryptoProvider) -> Result<Arc<CertifiedKey>, Error> {
    let chain = certificates(chain, "client_certificate")?;
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| {
        invalid("client_certificate: the key is not PEM of an unencrypted private key")
    })?;
    match CertifiedKey::from_der(chain, key, provider) {
        Ok(key) => Ok(Arc::new(key)),
        Err(rustls::Error::InconsistentKeys(_)) => {
            Err(invalid("client_certificate: the key is not the one of the certificate"))
        }
        Err(_) => Err(invalid("client_certificate: the key or the certificate cannot be used")),
    }
}

fn certificates(pem: &[u8], what: &str) -> Result<Vec<CertificateDer<'static>>, Error> {
    let found: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(pem).collect();
    match found {
        Ok(found) if !found.is_empty() => Ok(found),
        Ok(_) => Err(invalid(&format!("{what}: no certificate as PEM in it"))),
        Err(_) => Err(invalid(&format!("{what}: not PEM"))),
    }
}

fn invalid(message: &str) -> Error {
    Error::new(Code::InvalidArg, message)
}
