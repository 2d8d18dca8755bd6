//! What is odd about a server's schema, but can be read as meant.

use super::refusal::write_about;
use crate::codes::codes;

codes! {
    /// Things in a schema that were read as meant. Numbers and names never change their meaning.
    ObjectionCode {
        /// `type` is missing, but choices say what it is.
        TypeMissing = 1 "typeMissing";
        /// `type` is a list, or `anyOf` or `oneOf` joins one type with null.
        TypeUnion = 2 "typeUnion";
        /// A keyword is null where it should be absent.
        NullKeyword = 3 "nullKeyword";
        /// The default does not fit its own field and is not used.
        BadDefault = 4 "badDefault";
        /// `enumNames` has another length than `enum`.
        LabelCount = 5 "labelCount";
        /// A choice occurs twice, is null, or breaks another keyword of its property.
        ChoiceIgnored = 6 "choiceIgnored";
        /// A keyword that forms do not have; it has no effect.
        UnknownKeyword = 7 "unknownKeyword";
        /// A format that forms do not have; it is not checked.
        UnknownFormat = 8 "unknownFormat";
        /// The pattern cannot be compiled safely; it is not checked.
        PatternNotChecked = 9 "patternNotChecked";
        /// The revision in use does not have this, or not for this kind.
        NotInRevision = 10 "notInRevision";
        /// No answer can satisfy this optional field.
        NotAnswerable = 11 "notAnswerable";
        /// A name occurs twice in `required`.
        RequiredTwice = 12 "requiredTwice";
        /// A keyword outside the form subset that is understood and checked.
        BeyondSubset = 13 "beyondSubset";
        /// A keyword outside the form subset that the server may check and the library does not.
        NotChecked = 14 "notChecked";
        /// A title or description that is no text; it is not shown.
        BadAnnotation = 15 "badAnnotation";
        /// Choices are spelled as for another kind of field.
        ChoiceSpelling = 16 "choiceSpelling";
    }
}

impl ObjectionCode {
    /// What was found and what was made of it.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::TypeMissing => "type is missing; the choices say what it is",
            Self::TypeUnion => "the type is a union; the one type that is not null is used",
            Self::NullKeyword => "a keyword is null; it is read as absent",
            Self::BadDefault => "the default does not fit the field; it is not used",
            Self::LabelCount => "enumNames and enum differ in length; values stand in for labels",
            Self::ChoiceIgnored => "a choice is repeated, null or ruled out; it is left out",
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
