//! Which eras a host lets be spoken.

use super::Revision;

/// A choice of eras; for single revisions, see [`crate::session::SessionConfig::revisions`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Era {
    /// The stateless revision first, and a handshake with servers that do not speak it (VER-32).
    #[default]
    Auto,
    /// A handshake, and nothing before it (VER-04).
    Legacy,
    /// No handshake: a server that wants one is not spoken with (VER-38).
    Modern,
}

impl Era {
    /// The revisions of these eras, oldest first.
    pub fn revisions(self) -> Vec<Revision> {
        let is_of = |revision: &Revision| match self {
            Self::Auto => true,
            Self::Legacy => !revision.facts().stateless,
            Self::Modern => revision.facts().stateless,
        };
        Revision::ALL.into_iter().filter(is_of).collect()
    }

    /// Whether revisions of every one of these eras are among `revisions`.
    pub fn is_in(self, revisions: &[Revision]) -> bool {
        let of = |era: Self| revisions.iter().any(|revision| Self::of(*revision) == era);
        match self {
            Self::Auto => of(Self::Legacy) && of(Self::Modern),
            era => of(era),
        }
    }

    /// The era of a revision.
    pub const fn of(revision: Revision) -> Self {
        if revision.facts().stateless { Self::Modern } else { Self::Legacy }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_revision_is_of_one_era() {
        assert!(Era::Auto.is_in(&Revision::ALL) && !Era::Modern.is_in(&Revision::HANDSHAKE));
        assert_eq!(Era::Auto.revisions(), Revision::ALL);
        assert_eq!(Era::Legacy.revisions(), Revision::HANDSHAKE);
        assert_eq!(Era::Modern.revisions(), [Revision::R2026]);
        for revision in Revision::ALL {
            assert!(Era::of(revision).revisions().contains(&revision));
            assert!(Era::of(revision).is_in(&[revision]) && !Era::Auto.is_in(&[revision]));
        }
    }
}
