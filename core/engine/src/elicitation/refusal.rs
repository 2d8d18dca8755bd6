//! Why a server's schema is no form.

use crate::codes::codes;
use crate::display::display_line;

codes! {
    /// Reasons to refuse a schema. Numbers and names never change their meaning; new ones may be
    /// added.
    RefusalCode {
        /// The schema, or a property's, is not a JSON object.
        NotAnObject = 1 "notAnObject";
        /// A keyword occurs twice in one object.
        KeywordTwice = 2 "keywordTwice";
        /// `$schema` names a dialect that may mean something else.
        UnknownDialect = 3 "unknownDialect";
        /// The schema's own `type` is not `object`.
        NotAForm = 4 "notAForm";
        /// `properties` is missing, or not an object.
        NoProperties = 5 "noProperties";
        /// Two properties have the same name.
        NameTwice = 6 "nameTwice";
        /// More properties than [`crate::Limits::fields`].
        TooManyFields = 7 "tooManyFields";
        /// `required` is not a list of texts.
        BadRequired = 8 "badRequired";
        /// A name in `required` is no property's.
        RequiredUnknown = 9 "requiredUnknown";
        /// A keyword combines or restricts in a way that single fields cannot show.
        Combination = 10 "combination";
        /// A reference to another schema. Nothing is ever fetched.
        Reference = 11 "reference";
        /// An object inside the form, or a list of objects.
        Nested = 12 "nested";
        /// No type, and no choices that say it, or a type that forms do not have.
        NoType = 13 "noType";
        /// Several types that are not null.
        SeveralTypes = 14 "severalTypes";
        /// A list, where the protocol revision cannot answer with one (ELI-33).
        ListNotInRevision = 15 "listNotInRevision";
        /// A list of something other than choices.
        ListOfOther = 16 "listOfOther";
        /// Choices that are not texts.
        ChoicesNotText = 17 "choicesNotText";
        /// Choices that are not a list, or have no value.
        BadChoices = 18 "badChoices";
        /// More choices than [`crate::Limits::choices`].
        TooManyChoices = 19 "tooManyChoices";
        /// A limit that is no number, or a count that is no whole number from 0.
        BadLimit = 20 "badLimit";
        /// `format`, `pattern` or `uniqueItems` of the wrong type.
        BadKeyword = 21 "badKeyword";
        /// The property is required, but no answer can satisfy its limits.
        NeverAnswerable = 22 "neverAnswerable";
    }
}

impl RefusalCode {
    /// What is wrong; it follows the name of the property.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::NotAnObject => "is not described by a JSON object",
            Self::KeywordTwice => "holds a keyword twice",
            Self::UnknownDialect => "has a $schema that names an unknown dialect",
            Self::NotAForm => "must have the type \"object\"",
            Self::NoProperties => "must have properties, which must be an object",
            Self::NameTwice => "has a name that occurs twice",
            Self::TooManyFields => "has more properties than the limit",
            Self::BadRequired => "must have a list of property names as required",
            Self::RequiredUnknown => "is required but does not exist",
            Self::Combination => "uses a keyword that a form of single fields cannot show",
            Self::Reference => "refers to another schema",
            Self::Nested => "holds an object; forms have single fields only",
            Self::NoType => "has no type that a form can show",
            Self::SeveralTypes => "has more than one type",
            Self::ListNotInRevision => "is a list, which this protocol revision cannot answer",
            Self::ListOfOther => "is a list of something other than choices",
            Self::ChoicesNotText => "offers choices that are not texts",
            Self::BadChoices => "offers choices that are no list, or have no value",
            Self::TooManyChoices => "offers more choices than the limit",
            Self::BadLimit => "has a limit that is not a number of its kind",
            Self::BadKeyword => "has a keyword of the wrong type",
            Self::NeverAnswerable => "is required, but its limits contradict each other",
        }
    }
}

/// Why a schema cannot be shown whole (ELI-11). The server is told by its property's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemaFault {
    /// The property concerned; none if it is the schema as a whole.
    pub property: Option<String>,
    /// What is wrong.
    pub code: RefusalCode,
}

impl SchemaFault {
    pub(super) fn schema(code: RefusalCode) -> Self {
        Self { property: None, code }
    }

    pub(super) fn property(name: &str, code: RefusalCode) -> Self {
        Self { property: Some(name.to_owned()), code }
    }
}

impl std::fmt::Display for SchemaFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write_about(f, self.property.as_deref(), self.code.text())
    }
}

impl std::error::Error for SchemaFault {}

/// Names what `text` is about: the property, in a form that is safe to show, or the whole.
pub(super) fn write_about(
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
