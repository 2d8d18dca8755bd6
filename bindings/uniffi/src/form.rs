//! Reading a form: what a server asks the user.

use crate::error::McpError;
use crate::text::{safe, safe_line};
use client::elicitation::{self, Form, Format, Kind, Pattern, SchemaFault};
use client::json::Json;
use std::fmt;

/// One question of a form. Texts are made safe to show unless they are called raw.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Field {
    /// Its place in the form, by which it is filled in.
    pub index: u32,
    /// The name under which the answer is sent, as the server wrote it: not safe to show.
    pub name: String,
    /// What to call it: its title, or its name where it has none (ELI-28).
    pub label: String,
    /// Its title as the server wrote it: not safe to show.
    pub title_raw: Option<String>,
    /// More about it.
    pub description: Option<String>,
    /// More about it, as the server wrote it: not safe to show.
    pub description_raw: Option<String>,
    /// Whether an accepted form must have a value here (ELI-25).
    pub required: bool,
    /// False if no value would do, because the server's limits contradict each other: leave such a
    /// field, which is never required, out of the dialog.
    pub answerable: bool,
    /// The value that it starts with (ELI-24), as JSON.
    pub initial: Option<String>,
    /// What it takes.
    pub kind: FieldKind,
}

/// What a field takes.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Enum)]
pub enum FieldKind {
    /// Text (ELI-12).
    Text {
        /// The fewest Unicode code points.
        min_length: Option<u64>,
        /// The most Unicode code points.
        max_length: Option<u64>,
        /// `email`, `uri`, `date`, `date-time`, or a word that is not checked.
        format: Option<String>,
        /// What the text must match somewhere (ELI-14), as the server wrote it.
        pattern: Option<String>,
    },
    /// A number (ELI-15).
    Number {
        /// The smallest.
        min: Option<Bound>,
        /// The largest.
        max: Option<Bound>,
        /// What it must be a whole multiple of, in digits.
        multiple_of: Option<String>,
    },
    /// A number without a fractional part, of any size (ELI-15).
    Integer {
        /// The smallest.
        min: Option<Bound>,
        /// The largest.
        max: Option<Bound>,
        /// What it must be a whole multiple of, in digits.
        multiple_of: Option<String>,
    },
    /// Yes or no (ELI-17).
    YesNo,
    /// One of several choices (ELI-18).
    OneOf {
        /// What there is to choose from.
        choices: Vec<Choice>,
    },
    /// Any of several choices (ELI-22).
    SomeOf {
        /// What there is to choose from.
        choices: Vec<Choice>,
        /// The fewest chosen.
        min: Option<u64>,
        /// The most chosen.
        max: Option<u64>,
        /// Whether the server forbids choosing one twice; a form that is filled in never does.
        unique: bool,
    },
    /// A kind that is newer than these bindings.
    Other,
}

/// One thing to choose.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Choice {
    /// What is sent, as the server wrote it: not safe to show.
    pub value: String,
    /// What to call it.
    pub label: String,
    /// What to call it, as the server wrote it: not safe to show.
    pub label_raw: String,
}

/// A limit for a number.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Bound {
    /// In digits.
    pub text: String,
    /// Whether the limit itself is out of bounds.
    pub exclusive: bool,
}

/// Something in a form that was read as meant: for a developer's eyes, no reason to refuse.
#[derive(Clone, Debug, PartialEq, Eq, uniffi::Record)]
pub struct Objection {
    /// What it is; the numbers never change their meaning.
    pub code: i32,
    /// The code's name.
    pub code_name: String,
    /// The field concerned; none if it is the form as a whole. As the server wrote it.
    pub property: Option<String>,
    /// What was found and what was made of it.
    pub text: String,
}

impl From<&elicitation::Objection> for Objection {
    fn from(objection: &elicitation::Objection) -> Self {
        Self {
            code: objection.code.number(),
            code_name: objection.code.name().into(),
            property: objection.property.clone(),
            text: objection.text().into(),
        }
    }
}

/// Why a `requestedSchema` is no form.
#[derive(Clone, Debug, uniffi::Error)]
pub enum FormRefused {
    /// It is no JSON, or the revision is unknown.
    Unreadable {
        /// One English sentence for developers.
        detail: String,
    },
    /// It cannot be shown whole (ELI-11).
    Unsuitable {
        /// What is wrong; the numbers never change their meaning.
        code: i32,
        /// The code's name.
        code_name: String,
        /// The property concerned; none if it is the schema as a whole. As the server wrote it.
        property: Option<String>,
        /// One English sentence for developers.
        detail: String,
    },
}

impl FormRefused {
    pub(crate) fn unreadable(error: McpError) -> Self {
        Self::Unreadable { detail: error.to_string() }
    }
}

impl From<SchemaFault> for FormRefused {
    fn from(fault: SchemaFault) -> Self {
        Self::Unsuitable {
            code: fault.code.number(),
            code_name: fault.code.name().into(),
            detail: fault.to_string(),
            property: fault.property,
        }
    }
}

impl fmt::Display for FormRefused {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Unreadable { detail } | Self::Unsuitable { detail, .. }) = self;
        out.write_str(detail)
    }
}

impl std::error::Error for FormRefused {}

impl Field {
    pub(crate) fn all(form: &Form) -> Vec<Self> {
        (0..).zip(form.fields()).map(|(index, field)| Self::new(index, field)).collect()
    }

    fn new(index: u32, field: &elicitation::Field) -> Self {
        Self {
            index,
            name: field.name.clone(),
            label: safe_line(field.label()),
            title_raw: field.title.clone(),
            description: field.description.as_deref().map(safe),
            description_raw: field.description.clone(),
            required: field.required,
            answerable: field.answerable,
            initial: field.default.as_ref().map(Json::as_str).map(str::to_owned),
            kind: (&field.kind).into(),
        }
    }
}

impl From<&Kind> for FieldKind {
    fn from(kind: &Kind) -> Self {
        let bound = |bound: &Option<elicitation::Bound>| {
            let bound = bound.as_ref()?;
            Some(Bound { text: safe_line(&bound.text()), exclusive: bound.exclusive })
        };
        let step = |step: &Option<elicitation::Step>| Some(safe_line(&step.as_ref()?.text()));
        match kind {
            Kind::Text { min, max, format, pattern } => Self::Text {
                min_length: *min,
                max_length: *max,
                format: format.as_ref().map(Format::name).map(str::to_owned),
                pattern: pattern.as_ref().map(Pattern::source).map(str::to_owned),
            },
            Kind::Number { min, max, step: every } => {
                Self::Number { min: bound(min), max: bound(max), multiple_of: step(every) }
            }
            Kind::Integer { min, max, step: every } => {
                Self::Integer { min: bound(min), max: bound(max), multiple_of: step(every) }
            }
            Kind::YesNo => Self::YesNo,
            Kind::OneOf(choices) => Self::OneOf { choices: all(choices) },
            Kind::SomeOf { choices, min, max, unique } => {
                Self::SomeOf { choices: all(choices), min: *min, max: *max, unique: *unique }
            }
            _ => Self::Other,
        }
    }
}

fn all(choices: &[elicitation::Choice]) -> Vec<Choice> {
    let choice = |choice: &elicitation::Choice| Choice {
        value: choice.value.clone(),
        label: safe_line(&choice.label),
        label_raw: choice.label.clone(),
    };
    choices.iter().map(choice).collect()
}
