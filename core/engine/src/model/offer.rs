//! What a host is and offers, as servers are told.

use crate::json::Json;
use crate::sampling::Features;

/// Who the client says it is (MET-06). For display only: no server may decide by it (VER-27).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Implementation {
    /// The program's name.
    pub name: String,
    /// The program's version.
    pub version: String,
    /// A name for people; sent where the revision has it.
    pub title: Option<String>,
}

/// What the host offers to servers; what is not offered is not declared (ARC-02, VER-15).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Forms for the user.
    pub form: bool,
    /// Visits to a URL, where the revision has them.
    pub url: bool,
    /// Completions by the host's model.
    pub sample: bool,
    /// Sampling with tools, where the revision has it.
    pub sample_tools: bool,
    /// Sampling with context of servers, where the revision has it.
    pub sample_context: bool,
    /// The folders that matter.
    pub roots: Roots,
}

/// Where the roots come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Roots {
    /// Not offered.
    #[default]
    None,
    /// A live list that the session answers from; changes are announced (ROO-06).
    List,
    /// The host answers each request itself.
    Ask,
    /// As [`Roots::List`], but whoever owns the list looks first whether it still holds: see
    /// [`crate::session::Action::AnswerRoots`].
    Live,
}

impl Roots {
    /// Whether there is a list, whose changes are announced.
    pub(crate) fn is_list(self) -> bool {
        matches!(self, Self::List | Self::Live)
    }
}

impl Offer {
    /// What both offers have.
    pub(crate) fn within(self, most: Self) -> Self {
        Self {
            form: self.form && most.form,
            url: self.url && most.url,
            sample: self.sample && most.sample,
            sample_tools: self.sample_tools && most.sample_tools,
            sample_context: self.sample_context && most.sample_context,
            roots: if self.roots == Roots::None { Roots::None } else { most.roots },
        }
    }

    pub(crate) const fn sample_features(self) -> Features {
        Features { tools: self.sample_tools, context: self.sample_context }
    }
}

/// All that is declared to a server, in whichever era.
pub(crate) struct Declared<'a> {
    pub client: &'a Implementation,
    pub offer: Offer,
    pub experimental: Option<&'a Json>,
    pub extensions: Option<&'a Json>,
    pub tasks: bool,
}
