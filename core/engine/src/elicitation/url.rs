//! What a person should know of a URL before visiting it (URL rows, ELI-50).
//!
//! The library never opens or fetches it. It reads the URL as a browser would, and says what a
//! dialog has to show: the whole of it, the part of the host that somebody had to register, and
//! whatever about it is made to mislead.

use crate::codes::codes;
use std::net::IpAddr;
use std::ops::Range;
use unicode_security::{MixedScript, skeleton};
use url::{Host, Url};

/// Longer URLs are refused.
const LONGEST: usize = 8_192;
/// A URL longer than this hardly fits a dialog.
const LONG: usize = 512;

codes! {
    /// What to be careful about. Numbers and names never change their meaning; new ones may be added.
    UrlHazard {
        /// A user name or password stands before the host, perhaps to be taken for it.
        UserInfo = 1 "user-info";
        /// The host has letters beyond ASCII; `host` shows how it is spelled on the wire.
        Punycode = 2 "punycode";
        /// Letters of several scripts in one host, as in imitations.
        MixedScripts = 3 "mixed-scripts";
        /// The host is an address instead of a name.
        AddressLiteral = 4 "address-literal";
        /// The address leads to this machine or its neighbourhood.
        PrivateAddress = 5 "private-address";
        /// A port that browsers would not use by themselves.
        OddPort = 6 "odd-port";
        /// No encryption.
        PlainHttp = 7 "plain-http";
        /// The name looks like the server's own and is another.
        LookAlike = 8 "look-alike";
        /// The URL is not written as browsers read it; `canonical` is how they do.
        Rewritten = 9 "rewritten";
        /// Too long to be read in a dialog.
        Long = 10 "long";
        /// No part of the host can be registered, so nobody stands for it.
        NoRegistrableDomain = 11 "no-registrable-domain";
    }
}

/// A URL that may be shown, and what there is to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UrlFacts {
    written: String,
    canonical: String,
    host: String,
    shown_host: String,
    registrable: Option<Range<usize>>,
    hazards: Vec<UrlHazard>,
}

impl UrlFacts {
    /// Reads `url`. `own` is the host of the server that asks, where it has one.
    ///
    /// # Errors
    /// What is wrong with it: no URL, or not `https` (or `http` on this machine).
    pub fn read(url: &str, own: Option<&str>) -> Result<Self, &'static str> {
        if url.len() > LONGEST {
            return Err("the URL is too long");
        }
        if !is_plain(url) {
            return Err("the URL is not written as one");
        }
        let parsed = Url::parse(url).map_err(|_| "the URL cannot be read")?;
        let host = parsed.host().ok_or("the URL has no host")?;
        let local = is_local(&host);
        match parsed.scheme() {
            "https" => {}
            "http" if local => {}
            _ => return Err("the URL is neither https nor http on this machine"),
        }
        let ascii = host.to_string();
        let shown_host = match &host {
            Host::Domain(name) => unicode(name),
            Host::Ipv4(_) | Host::Ipv6(_) => ascii.clone(),
        };
        let registrable = match &host {
            Host::Domain(name) => registrable_part(name, &shown_host),
            Host::Ipv4(_) | Host::Ipv6(_) => None,
        };
        let mut facts = Self {
            written: url.to_owned(),
            canonical: parsed.as_str().to_owned(),
            host: ascii,
            shown_host,
            registrable,
            hazards: Vec::new(),
        };
        facts.judge(&parsed, &host, local, own);
        Ok(facts)
    }

    fn judge(&mut self, url: &Url, host: &Host<&str>, local: bool, own: Option<&str>) {
        let named = matches!(host, Host::Domain(_));
        let mut note = |hazard, seen| {
            if seen {
                self.hazards.push(hazard);
            }
        };
        note(UrlHazard::UserInfo, !url.username().is_empty() || url.password().is_some());
        note(UrlHazard::Punycode, named && self.host != self.shown_host);
        note(
            UrlHazard::MixedScripts,
            self.shown_host.split('.').any(|label| !label.is_single_script()),
        );
        note(UrlHazard::AddressLiteral, !named);
        note(UrlHazard::PrivateAddress, local || is_private(host));
        note(UrlHazard::OddPort, url.port().is_some());
        note(UrlHazard::PlainHttp, url.scheme() == "http");
        note(
            UrlHazard::LookAlike,
            own.is_some_and(|own| named && looks_like(&self.shown_host, own)),
        );
        note(UrlHazard::Rewritten, !is_same(&self.written, &self.canonical));
        note(UrlHazard::Long, self.written.chars().count() > LONG);
        note(UrlHazard::NoRegistrableDomain, named && !local && self.registrable.is_none());
    }

    /// As the server wrote it: what the host opens, if the user agrees.
    #[must_use]
    pub fn url(&self) -> &str {
        &self.written
    }

    /// As a browser reads it: what a dialog shows in full.
    #[must_use]
    pub fn canonical(&self) -> &str {
        &self.canonical
    }

    /// The host as it goes over the wire.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The host as people read it.
    #[must_use]
    pub fn shown_host(&self) -> &str {
        &self.shown_host
    }

    /// The part of [`UrlFacts::shown_host`] that somebody had to register, in bytes; it should stand out.
    #[must_use]
    pub fn registrable(&self) -> Option<Range<usize>> {
        self.registrable.clone()
    }

    /// What to be careful about.
    #[must_use]
    pub fn hazards(&self) -> &[UrlHazard] {
        &self.hazards
    }
}

/// Browsers forgive white space, backslashes and missing slashes, and so read another URL than people
/// do; what no URL may hold is a shell's or a page's language (SEC-08).
fn is_plain(url: &str) -> bool {
    let forbidden = |c: char| c.is_whitespace() || c.is_control() || "\"<>\\`".contains(c);
    let rest = url.split_once("://").map(|(_, rest)| rest);
    rest.is_some_and(|rest| !rest.starts_with('/')) && !url.contains(forbidden)
}

fn unicode(name: &str) -> String {
    let (text, good) = idna(name);
    if good { text } else { name.to_owned() }
}

/// The `url` crate checks names with the IDNA rules; their reverse is only for showing.
fn idna(name: &str) -> (String, bool) {
    let (text, result) = idna::domain_to_unicode(name);
    (text, result.is_ok())
}

/// The registrable domain is a suffix of the host in both spellings, with as many labels.
fn registrable_part(ascii: &str, shown: &str) -> Option<Range<usize>> {
    let ascii = ascii.trim_end_matches('.');
    let domain = mcpclient_suffix::registrable(ascii)?;
    let labels = domain.split('.').count();
    let trimmed = shown.trim_end_matches('.');
    let start = trimmed.rmatch_indices('.').nth(labels - 1).map_or(0, |(dot, _)| dot + 1);
    Some(start..trimmed.len())
}

fn is_local(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => {
            let name = name.trim_end_matches('.');
            name.eq_ignore_ascii_case("localhost")
                || name.to_ascii_lowercase().ends_with(".localhost")
        }
        Host::Ipv4(address) => address.is_loopback(),
        Host::Ipv6(address) => address.is_loopback(),
    }
}

fn is_private(host: &Host<&str>) -> bool {
    let address = match host {
        Host::Domain(_) => return false,
        Host::Ipv4(address) => IpAddr::V4(*address),
        Host::Ipv6(address) => address.to_ipv4_mapped().map_or(IpAddr::V6(*address), IpAddr::V4),
    };
    match address {
        IpAddr::V4(v4) => {
            v4.is_private() || v4.is_link_local() || v4.is_loopback() || v4.is_unspecified()
        }
        // Unique local (fc00::/7) and link-local (fe80::/10) addresses.
        IpAddr::V6(v6) => {
            let first = v6.segments()[0];
            v6.is_loopback()
                || v6.is_unspecified()
                || first & 0xfe00 == 0xfc00
                || first & 0xffc0 == 0xfe80
        }
    }
}

/// Equal but for what every browser adds: an empty path, and the case of scheme and host.
fn is_same(written: &str, canonical: &str) -> bool {
    written == canonical
        || format!("{written}/") == canonical
        || written.eq_ignore_ascii_case(canonical)
}

/// Another domain whose name would be taken for `own`: by its shape, or but for one letter.
fn looks_like(shown: &str, own: &str) -> bool {
    let of = |host: &str| {
        let ascii = idna::domain_to_ascii(host).ok()?;
        registrable_part(&ascii, host).map(|part| host[part].to_lowercase())
    };
    let (Some(shown), Some(own)) = (of(shown), of(&unicode(own))) else { return false };
    if shown == own {
        return false;
    }
    skeleton(&shown).eq(skeleton(&own))
        || is_one_letter_off(&shown, &own)
        || shown.contains(label(&own))
}

/// The name without what follows its first dot; too short a name is in many others.
fn label(domain: &str) -> &str {
    const TOO_SHORT: usize = 4;
    let label = domain.split('.').next().unwrap_or(domain);
    if label.chars().count() < TOO_SHORT { domain } else { label }
}

fn is_one_letter_off(left: &str, right: &str) -> bool {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().collect(), right.chars().collect());
    let (short, long) = if left.len() <= right.len() { (&left, &right) } else { (&right, &left) };
    if long.len() - short.len() > 1 {
        return false;
    }
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let rest = usize::from(short.len() == long.len());
    short[(same + rest).min(short.len())..] == long[(same + 1).min(long.len())..]
}
