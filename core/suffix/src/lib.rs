//! Which part of a host's name somebody had to register, by the public suffix list.
//!
//! A crate of its own because the list is code that is compiled where it is used: here once, instead of
//! with every change of the engine.

#![forbid(unsafe_code)]

/// The registrable part of `host`, which is a name in lower case ASCII without a last dot: `example.co.uk`
/// of `www.example.co.uk`. There is none for a public suffix itself.
#[must_use]
pub fn registrable(host: &str) -> Option<&str> {
    psl::domain_str(host)
}

#[cfg(test)]
mod tests {
    use super::registrable;

    #[test]
    fn what_was_registered_lies_below_a_public_suffix() {
        assert_eq!(registrable("www.example.co.uk"), Some("example.co.uk"));
        assert_eq!(registrable("example.com"), Some("example.com"));
        assert_eq!(registrable("co.uk"), None);
    }
}
