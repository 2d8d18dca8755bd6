//! One question of a form.

use super::bound::{Bound, Step};
use super::choices::{Choice, Choices};
use super::pattern::Pattern;
use crate::json::Json;

/// One field, ready to be shown. All text is the server's: untrusted, plain, never markup (ELI-49).
#[derive(Clone, Debug)]
pub struct Field {
    /// The name under which the answer is sent.
    pub name: String,
    /// What the server calls it for people; [`Field::label`] is what to show.
    pub title: Option<String>,
    /// More about it.
    pub description: Option<String>,
    /// Whether an accepted form must hold it (ELI-25).
    pub required: bool,
    /// The value it starts with, which fits the field (ELI-24).
    pub default: Option<Json>,
    /// What it takes.
    pub kind: Kind,
    /// False if the server's limits contradict each other. Only optional fields can be so; leave
    /// them out of the dialog.
    pub answerable: bool,
}

impl Field {
    /// The title, or the name where there is none (ELI-28).
    #[must_use]
    pub fn label(&self) -> &str {
        self.title.as_deref().unwrap_or(&self.name)
    }

    /// What there is to choose from; empty for other kinds.
    #[must_use]
    pub fn choices(&self) -> &[Choice] {
        match &self.kind {
            Kind::OneOf(choices) | Kind::SomeOf { choices, .. } => choices,
            _ => &[],
        }
    }
}

/// What a field takes. Bounds are inclusive unless they say otherwise.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Text (ELI-12).
    Text {
        /// Fewest Unicode code points.
        min: Option<u64>,
        /// Most Unicode code points.
        max: Option<u64>,
        /// What the text must be.
        format: Option<Format>,
        /// What the text must match somewhere (ELI-14).
        pattern: Option<Pattern>,
    },
    /// A number (ELI-15).
    Number {
        /// The smallest.
        min: Option<Bound>,
        /// The largest.
        max: Option<Bound>,
        /// What the number must be a multiple of.
        step: Option<Step>,
    },
    /// A number without a fractional part, of any size (ELI-15).
    Integer {
        /// The smallest.
        min: Option<Bound>,
        /// The largest.
        max: Option<Bound>,
        /// What the number must be a multiple of.
        step: Option<Step>,
    },
    /// Yes or no (ELI-17).
    YesNo,
    /// One of several choices (ELI-18, ELI-20, ELI-21).
    OneOf(Choices),
    /// Any of several choices (ELI-22, ELI-23).
    SomeOf {
        /// What there is to choose from.
        choices: Choices,
        /// Fewest chosen.
        min: Option<u64>,
        /// Most chosen.
        max: Option<u64>,
        /// Whether the schema forbids choosing one twice. A draft never does.
        unique: bool,
    },
}

/// What a text must be.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// A mail address; also an internationalized one.
    Email,
    /// An absolute URI. That it is one says nothing about whether it is safe to open.
    Uri,
    /// A day as RFC 3339 writes it.
    Date,
    /// A moment as RFC 3339 writes it.
    DateTime,
    /// A name that forms do not define. Not checked.
    Other(String),
}

impl Format {
    pub(super) fn from_name(name: &str) -> Self {
        match name {
            "email" => Self::Email,
            "uri" => Self::Uri,
            "date" => Self::Date,
            "date-time" => Self::DateTime,
            other => Self::Other(other.to_owned()),
        }
    }

    /// The name in the schema.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Email => "email",
            Self::Uri => "uri",
            Self::Date => "date",
            Self::DateTime => "date-time",
            Self::Other(name) => name,
        }
    }
}
