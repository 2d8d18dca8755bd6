//! What went wrong, in the engine's words: above all whether the server can have seen anything of it.

use mcpclient_engine::wire::{Failure, FailureKind};
use rustls::{AlertDescription, CertificateError};
use std::error::Error;
use std::io;

pub(super) fn unreachable(message: impl Into<String>) -> Failure {
    Failure { kind: FailureKind::Unreachable, message: message.into() }
}

pub(super) fn forbidden(message: impl Into<String>) -> Failure {
    Failure { kind: FailureKind::Forbidden, message: message.into() }
}

pub(super) fn broken(message: impl Into<String>) -> Failure {
    Failure { kind: FailureKind::Broken, message: message.into() }
}

/// What a connection that was there ended with.
pub(super) fn of_connection(error: &(dyn Error + 'static), when: &str) -> Failure {
    if let Some(tls) = find::<rustls::Error>(error) {
        return match tls {
            // A server of TLS 1.3 looks at the client's certificate after the client is through; it has looked
            // at nothing else by then.
            rustls::Error::AlertReceived(alert) if refuses_client(*alert) => of_tls(tls),
            _ => broken(format!("TLS broke {when}: {}", alert_or(tls, "not what TLS allows"))),
        };
    }
    if let Some(h2) = find::<h2::Error>(error) {
        return broken(match h2.reason() {
            Some(reason) => {
                format!("the server gave the request up {when}: {}", reason.description())
            }
            None => format!("the connection broke {when}"),
        });
    }
    if let Some(hyper) = find::<hyper::Error>(error) {
        if is_too_large(hyper) {
            let message = "the head of the server's answer is too large".into();
            return Failure { kind: FailureKind::TooLarge, message };
        }
        if hyper.is_parse() {
            return broken("what the server answered is not HTTP");
        }
    }
    match find::<io::Error>(error) {
        Some(io) => broken(format!("the connection broke {when}: {}", io.kind())),
        None => broken(format!("the server closed the connection {when}")),
    }
}

/// The error has no other way to say so to a client.
fn is_too_large(error: &hyper::Error) -> bool {
    error.is_parse() && error.to_string() == "message head is too large"
}

/// What kept TLS from starting, or what the server said of the client's certificate.
pub(super) fn of_handshake(error: &io::Error) -> Failure {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) {
        Some(tls) => of_tls(tls),
        None if error.kind() == io::ErrorKind::UnexpectedEof => {
            unreachable("the server closed the connection while TLS began")
        }
        None => unreachable(format!("TLS could not begin: {}", error.kind())),
    }
}

fn of_tls(error: &rustls::Error) -> Failure {
    use CertificateError as Certificate;
    let why = match error {
        rustls::Error::InvalidCertificate(why) => match why {
            // The signature of one who only bears the name of an authority.
            Certificate::UnknownIssuer | Certificate::BadSignature => {
                "nobody who is trusted issued the server's certificate"
            }
            Certificate::NotValidForName | Certificate::NotValidForNameContext { .. } => {
                "the server's certificate is for another name"
            }
            Certificate::Expired | Certificate::ExpiredContext { .. } => {
                "the server's certificate has expired"
            }
            Certificate::NotValidYet | Certificate::NotValidYetContext { .. } => {
                "the server's certificate is not valid yet"
            }
            Certificate::Revoked => "the server's certificate was revoked",
            _ => "the server's certificate is not valid",
        },
        rustls::Error::AlertReceived(alert) if refuses_client(*alert) => {
            "the server wants another certificate of the client than it was given, or one at all"
        }
        rustls::Error::InvalidMessage(_) => "what the server answered is not TLS",
        rustls::Error::PeerIncompatible(_) => "the server speaks no TLS that is safe",
        _ => return unreachable(format!("TLS could not begin: {}", alert_or(error, "it failed"))),
    };
    unreachable(why)
}

fn refuses_client(alert: AlertDescription) -> bool {
    use AlertDescription as Alert;
    matches!(
        alert,
        Alert::CertificateRequired
            | Alert::NoCertificate
            | Alert::BadCertificate
            | Alert::UnsupportedCertificate
            | Alert::CertificateRevoked
            | Alert::CertificateExpired
            | Alert::CertificateUnknown
            | Alert::UnknownCA
            | Alert::AccessDenied
            | Alert::DecryptError
    )
}

fn alert_or(error: &rustls::Error, otherwise: &str) -> String {
    match error {
        rustls::Error::AlertReceived(alert) => format!("the server says {alert:?}"),
        _ => otherwise.into(),
    }
}

/// Whether the server says that it has not looked at the request, so that it may be sent again whatever it was:
/// it is on its way out, or has too much to do (RFC 9113, 8.7).
pub(super) fn is_untouched(error: &hyper::Error) -> bool {
    let refused = |h2: &h2::Error| h2.is_reset() && h2.reason() == Some(h2::Reason::REFUSED_STREAM);
    is_leaving(error) || find::<h2::Error>(error).is_some_and(refused)
}

/// Whether the server is on its way out, and takes nothing more on this connection.
pub(super) fn is_leaving(error: &hyper::Error) -> bool {
    find::<h2::Error>(error).is_some_and(|h2| {
        h2.is_go_away() && h2.is_remote() && h2.reason() == Some(h2::Reason::NO_ERROR)
    })
}

/// The first error of that type among the causes; those inside of I/O errors are no causes of theirs.
fn find<'a, E: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a E> {
    let mut next = Some(error);
    while let Some(error) = next {
        if let Some(found) = error.downcast_ref::<E>() {
            return Some(found);
        }
        next = match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
            Some(inner) => Some(inner),
            None => error.source(),
        };
    }
    None
}
