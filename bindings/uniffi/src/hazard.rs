//! What a dialog should warn of, as data.

use crate::words::words;
use client::{elicitation, policy};

words! {
    /// What to be careful about in a message or a field.
    HazardKind of policy::HazardKind {
        /// It seems to ask for a password, a key, a token or card data, which forms must not (ELI-46).
        Secret,
        /// It holds a link; make nothing clickable but the URL of a URL visit (ELI-50).
        Link,
        /// It holds characters that control terminals, turn the writing direction, or cannot be seen.
        Control,
        /// It is long enough to bury what it asks for.
        Long,
    } else
    /// A kind that is newer than these bindings.
    Other
}

words! {
    /// What to be careful about in a URL (URL-07).
    UrlHazard of elicitation::UrlHazard {
        /// A user name or password stands before the host, perhaps to be taken for it.
        UserInfo,
        /// The host has letters beyond ASCII.
        Punycode,
        /// Letters of several scripts in one part of the host, as in imitations.
        MixedScripts,
        /// The host is an address instead of a name.
        AddressLiteral,
        /// The address leads to this machine or its neighbourhood.
        PrivateAddress,
        /// A port that browsers would not use by themselves.
        OddPort,
        /// No encryption.
        PlainHttp,
        /// The name looks like the server's own and is another.
        LookAlike,
        /// The URL is not written as browsers read it.
        Rewritten,
        /// Too long to be read in a dialog.
        Long,
        /// No part of the host can be registered, so nobody stands for it.
        NoRegistrableDomain,
    } else
    /// A kind that is newer than these bindings.
    Other
}

/// One warning, and what it is about.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Hazard {
    /// What to be careful about.
    pub kind: HazardKind,
    /// The field of the form that it is about; none is the message.
    pub field: Option<u32>,
}

impl From<policy::Hazard> for Hazard {
    fn from(hazard: policy::Hazard) -> Self {
        Self {
            kind: hazard.kind.into(),
            field: hazard.field.and_then(|field| u32::try_from(field).ok()),
        }
    }
}
