//! What is wrong with a server's schema, fatal and not.

use crate::policy::display_line;

/// Things in a schema that were read as meant. Numbers and names never change their meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
#[non_exhaustive]
pub enum ObjectionCode {
    /// `type` is missing, but choices say what it is.
    TypeMissing = 1,
    /// `type` is a list, or `anyOf` or `oneOf` joins one type with null.
    TypeUnion = 2,
    /// A keyword is null where it should be absent.
    NullKeyword = 3,
    /// The default does not fit its own field and is not used.
    BadDefault = 4,
    /// `enumNames` has another length than `enum`.
    LabelCount = 5,
    /// A choice occurs twice, or is null.
    ChoiceIgnored = 6,
    /// A keyword that forms do not have; it has no effect.
    UnknownKeyword = 7,
    /// A format that forms do not have; it is not checked.
    UnknownFormat = 8,
    /// The pattern cannot be compiled safely; it is not checked.
    PatternNotChecked = 9,
    /// The revision in use does not have this, or not for this kind.
    NotInRevision = 10,
    /// No answer can satisfy this optional field.
    NotAnswerable = 11,
    /// A name occurs twice in `required`.
    RequiredTwice = 12,
    /// A keyword outside the form subset that is understood and checked.
    BeyondSubset = 13,
    /// A keyword outside the form subset that the server may check and the library does not.
    NotChecked = 14,
    /// A title or description that is no text; it is not shown.
    BadAnnotation = 15,
    /// Choices are spelled as for another kind of field.
    ChoiceSpelling = 16,
}

impl ObjectionCode {
    /// The number that crosses every language border.
    #[must_use]
    pub const fn number(self) -> i32 {
        self as i32
    }

    /// What was found and what was made of it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::TypeMissing => "type is missing; the choices say what it is",
            Self::TypeUnion => "the type is a union; the one type that is not null is used",
            Self::NullKeyword => "a keyword is null; it is read as absent",
            Self::BadDefault => "the default does not fit the field; it is not used",
            Self::LabelCount => "enumNames and enum differ in length; values stand in for labels",
            Self::ChoiceIgnored => "a choice is repeated or null; it is left out",
            Self::UnknownKeyword => "an unknown keyword is ignored",
            Self::UnknownFormat => "an unknown format is not checked",
            Self::PatternNotChecked => "the pattern cannot be compiled safely; it is not checked",
            Self::NotInRevision => {
                "this protocol revision does not have it; it is used all the same"
            }
            Self::NotAnswerable => "the limits contradict each other; the field cannot be answered",
            Self::RequiredTwice => "a name is required twice; once counts",
            Self::BeyondSubset => "a keyword outside the form subset is checked all the same",
            Self::NotChecked => "a keyword outside the form subset is not checked",
            Self::BadAnnotation => "a title or description is not text; it is not shown",
            Self::ChoiceSpelling => "choices are spelled as for another kind of field",
        }
    }
}

/// Something in the schema that was read as meant: for a developer's eyes, no reason to refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objection {
    /// What it is.
    pub code: ObjectionCode,
    /// The property concerned; none if it is the schema as a whole.
    pub property: Option<String>,
}

impl Objection {
    /// What was found and what was made of it; fixed English that quotes nothing.
    #[must_use]
    pub fn text(&self) -> &'static str {
        self.code.text()
    }
}

impl std::fmt::Display for Objection {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write_about(f, self.property.as_deref(), self.text())
    }
}

/// Why a schema cannot be shown whole (ELI-11). The server is told by its property's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaFault {
    /// The property concerned; none if it is the schema as a whole.
    pub property: Option<String>,
    /// What is wrong; fixed English that quotes nothing.
    pub problem: &'static str,
}

impl SchemaFault {
    pub(super) fn schema(problem: &'static str) -> Self {
        Self { property: None, problem }
    }

    pub(super) fn property(name: &str, problem: &'static str) -> Self {
        Self { property: Some(name.to_owned()), problem }
    }
}

impl std::fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write_about(f, self.property.as_deref(), self.problem)
    }
}

impl std::error::Error for SchemaFault {}

fn write_about(
    f: &mut std::fmt::Formatter<'_>,
    property: Option<&str>,
    text: &str,
) -> std::fmt::Result {
    match property {
        Some(name) => {
            write!(f, "requestedSchema, property \"{}\": {text}", display_line(name, 100))
        }
        None => write!(f, "requestedSchema: {text}"),
    }
}
