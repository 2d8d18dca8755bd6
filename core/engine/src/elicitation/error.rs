//! What is wrong with an answer, one field at a time.

use crate::codes::codes;
use crate::display::display_line;

codes! {
    /// The kinds of fault. Numbers and names never change their meaning; new ones may be added. A
    /// name is the schema's keyword where one was broken.
    FieldCode {
        /// A required field has no answer.
        Required = 1 "required";
        /// JSON of the wrong type. Parameter `expected`: `string`, `number`, `integer`, `boolean`,
        /// `array`, `object`, or `simple` where anything but null, objects and other lists will do.
        Type = 2 "type";
        /// Typed text that is no number.
        NotNumber = 3 "notNumber";
        /// A number with a fractional part where none may be.
        NotInteger = 4 "notInteger";
        /// Typed text that is neither a yes nor a no.
        NotYesNo = 5 "notYesNo";
        /// Not one of the choices.
        NotChoice = 6 "notChoice";
        /// Typed text that fits several choices.
        Ambiguous = 7 "ambiguous";
        /// Below the limit `minimum`.
        Minimum = 8 "minimum";
        /// Above the limit `maximum`.
        Maximum = 9 "maximum";
        /// Not above the limit `exclusiveMinimum`.
        ExclusiveMinimum = 10 "exclusiveMinimum";
        /// Not below the limit `exclusiveMaximum`.
        ExclusiveMaximum = 11 "exclusiveMaximum";
        /// A number beyond what double precision reaches, which no server could read.
        NotFinite = 12 "notFinite";
        /// Fewer characters than `minLength`.
        MinLength = 13 "minLength";
        /// More characters than `maxLength`.
        MaxLength = 14 "maxLength";
        /// Not of the format `format`.
        Format = 15 "format";
        /// Does not match `pattern`.
        Pattern = 16 "pattern";
        /// Fewer chosen than `minItems`.
        MinItems = 17 "minItems";
        /// More chosen than `maxItems`.
        MaxItems = 18 "maxItems";
        /// The same choice twice where that is forbidden.
        UniqueItems = 19 "uniqueItems";
        /// A member that the form does not have, and the server wants no others.
        UnknownField = 20 "unknownField";
        /// A member that occurs twice.
        DuplicateField = 21 "duplicateField";
        /// Not a whole multiple of `multipleOf`.
        MultipleOf = 22 "multipleOf";
    }
}

/// One fault. It never holds what the user entered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldError {
    /// The field's index in the form; [`FieldError::NO_FIELD`] if it belongs to none.
    pub field: usize,
    /// The field's name: the server's word, or for an unknown member the host's.
    pub name: String,
    /// What is wrong.
    pub code: FieldCode,
    /// What a translation needs, by name: limits and such, as the server wrote them.
    pub params: Vec<(&'static str, String)>,
}

impl FieldError {
    /// The index of faults that belong to no field of the form.
    pub const NO_FIELD: usize = usize::MAX;

    /// The parameter of that name.
    #[must_use]
    pub fn param(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(key, _)| *key == name).map(|(_, value)| value.as_str())
    }

    /// An English sentence that follows the field's label: `must be at least 18`.
    #[must_use]
    pub fn sentence(&self) -> String {
        let first = || display_line(self.params.first().map_or("", |(_, value)| value), 60);
        match self.code {
            FieldCode::Required => "an answer is needed".into(),
            FieldCode::Type => match first().as_ref() {
                "string" => "must be text".into(),
                "number" => "must be a number".into(),
                "integer" => "must be a whole number".into(),
                "boolean" => "must be yes or no".into(),
                "array" => "must be a list of choices".into(),
                "object" => "the answer must be a JSON object".into(),
                _ => "must be text, a number, yes or no, or a list of texts".into(),
            },
            FieldCode::NotNumber => "must be a number, written like 12 or -0.5".into(),
            FieldCode::NotInteger => "must be a whole number".into(),
            FieldCode::NotYesNo => "must be yes or no".into(),
            FieldCode::NotChoice => "must be one of the choices".into(),
            FieldCode::Ambiguous => "fits several of the choices".into(),
            FieldCode::Minimum => format!("must be at least {}", first()),
            FieldCode::Maximum => format!("must be at most {}", first()),
            FieldCode::ExclusiveMinimum => format!("must be more than {}", first()),
            FieldCode::ExclusiveMaximum => format!("must be less than {}", first()),
            FieldCode::MultipleOf => format!("must be a multiple of {}", first()),
            FieldCode::NotFinite => "is too large a number".into(),
            FieldCode::MinLength => format!("needs at least {}", count(&first(), "character")),
            FieldCode::MaxLength => format!("may have at most {}", count(&first(), "character")),
            FieldCode::Format => match first().as_ref() {
                "email" => "must be a mail address, like ana@example.com".into(),
                "uri" => "must be a full address, like https://example.com/page".into(),
                "date" => "must be a date, written like 1999-12-31".into(),
                _ => "must be a date and time with offset, like 1999-12-31T09:30:00Z".into(),
            },
            FieldCode::Pattern => "does not have the form that the server asks for".into(),
            FieldCode::MinItems => format!("needs at least {}", count(&first(), "choice")),
            FieldCode::MaxItems => format!("may have at most {}", count(&first(), "choice")),
            FieldCode::UniqueItems => "holds the same choice twice".into(),
            FieldCode::UnknownField => "is not part of the form".into(),
            FieldCode::DuplicateField => "is given twice".into(),
        }
    }
}

fn count(number: &str, thing: &str) -> String {
    let plural = if number == "1" { "" } else { "s" };
    format!("{number} {thing}{plural}")
}

impl std::fmt::Display for FieldError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.name.is_empty() {
            write!(f, "{}: ", display_line(&self.name, 60))?;
        }
        f.write_str(&self.sentence())
    }
}

/// A fault before it is known whose it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) code: FieldCode,
    pub(super) param: Option<(&'static str, String)>,
}

impl Fault {
    pub(super) fn new(code: FieldCode) -> Self {
        Self { code, param: None }
    }

    pub(super) fn with(code: FieldCode, value: impl Into<String>) -> Self {
        let name = match code {
            FieldCode::Type => "expected",
            _ => code.name(),
        };
        Self { code, param: Some((name, value.into())) }
    }

    pub(super) fn at(self, field: usize, name: &str) -> FieldError {
        let params = self.param.into_iter().collect();
        FieldError { field, name: name.to_owned(), code: self.code, params }
    }
}
