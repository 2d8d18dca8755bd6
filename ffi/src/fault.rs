//! What can be wrong with a field of a form.

/// What is wrong with a field. A number never changes its meaning, and new ones may come. The
/// parameters in quotes are for mcpclient_error_field_param().
pub type mcpclient_field_fault = i32;

/// A required field has no answer.
pub const MCPCLIENT_FAULT_REQUIRED: mcpclient_field_fault = 1;
/// JSON of the wrong type; "expected" is the right one.
pub const MCPCLIENT_FAULT_TYPE: mcpclient_field_fault = 2;
/// Typed text that is no number.
pub const MCPCLIENT_FAULT_NOT_NUMBER: mcpclient_field_fault = 3;
/// A number with a fractional part where none may be.
pub const MCPCLIENT_FAULT_NOT_INTEGER: mcpclient_field_fault = 4;
/// Typed text that is neither a yes nor a no.
pub const MCPCLIENT_FAULT_NOT_YES_NO: mcpclient_field_fault = 5;
/// Not one of the options.
pub const MCPCLIENT_FAULT_NOT_CHOICE: mcpclient_field_fault = 6;
/// Typed text that fits several options.
pub const MCPCLIENT_FAULT_AMBIGUOUS: mcpclient_field_fault = 7;
/// Below "minimum".
pub const MCPCLIENT_FAULT_MINIMUM: mcpclient_field_fault = 8;
/// Above "maximum".
pub const MCPCLIENT_FAULT_MAXIMUM: mcpclient_field_fault = 9;
/// Not above "exclusiveMinimum".
pub const MCPCLIENT_FAULT_EXCLUSIVE_MINIMUM: mcpclient_field_fault = 10;
/// Not below "exclusiveMaximum".
pub const MCPCLIENT_FAULT_EXCLUSIVE_MAXIMUM: mcpclient_field_fault = 11;
/// A number so large that no server could read it.
pub const MCPCLIENT_FAULT_NOT_FINITE: mcpclient_field_fault = 12;
/// Fewer characters than "minLength".
pub const MCPCLIENT_FAULT_MIN_LENGTH: mcpclient_field_fault = 13;
/// More characters than "maxLength".
pub const MCPCLIENT_FAULT_MAX_LENGTH: mcpclient_field_fault = 14;
/// Not of the format "format".
pub const MCPCLIENT_FAULT_FORMAT: mcpclient_field_fault = 15;
/// Does not match "pattern".
pub const MCPCLIENT_FAULT_PATTERN: mcpclient_field_fault = 16;
/// Fewer chosen than "minItems".
pub const MCPCLIENT_FAULT_MIN_ITEMS: mcpclient_field_fault = 17;
/// More chosen than "maxItems".
pub const MCPCLIENT_FAULT_MAX_ITEMS: mcpclient_field_fault = 18;
/// The same option twice where that is forbidden.
pub const MCPCLIENT_FAULT_UNIQUE_ITEMS: mcpclient_field_fault = 19;
/// A member that the form does not have, and the server wants no others.
pub const MCPCLIENT_FAULT_UNKNOWN_FIELD: mcpclient_field_fault = 20;
/// A member that occurs twice.
pub const MCPCLIENT_FAULT_DUPLICATE_FIELD: mcpclient_field_fault = 21;
/// Not a whole multiple of "multipleOf".
pub const MCPCLIENT_FAULT_MULTIPLE_OF: mcpclient_field_fault = 22;

#[cfg(test)]
mod tests {
    use super::*;
    use client::elicitation::FieldCode;

    #[test]
    fn the_constants_are_the_library_s_numbers() {
        let pairs = [
            (MCPCLIENT_FAULT_REQUIRED, FieldCode::Required),
            (MCPCLIENT_FAULT_TYPE, FieldCode::Type),
            (MCPCLIENT_FAULT_NOT_NUMBER, FieldCode::NotNumber),
            (MCPCLIENT_FAULT_NOT_INTEGER, FieldCode::NotInteger),
            (MCPCLIENT_FAULT_NOT_YES_NO, FieldCode::NotYesNo),
            (MCPCLIENT_FAULT_NOT_CHOICE, FieldCode::NotChoice),
            (MCPCLIENT_FAULT_AMBIGUOUS, FieldCode::Ambiguous),
            (MCPCLIENT_FAULT_MINIMUM, FieldCode::Minimum),
            (MCPCLIENT_FAULT_MAXIMUM, FieldCode::Maximum),
            (MCPCLIENT_FAULT_EXCLUSIVE_MINIMUM, FieldCode::ExclusiveMinimum),
            (MCPCLIENT_FAULT_EXCLUSIVE_MAXIMUM, FieldCode::ExclusiveMaximum),
            (MCPCLIENT_FAULT_NOT_FINITE, FieldCode::NotFinite),
            (MCPCLIENT_FAULT_MIN_LENGTH, FieldCode::MinLength),
            (MCPCLIENT_FAULT_MAX_LENGTH, FieldCode::MaxLength),
            (MCPCLIENT_FAULT_FORMAT, FieldCode::Format),
            (MCPCLIENT_FAULT_PATTERN, FieldCode::Pattern),
            (MCPCLIENT_FAULT_MIN_ITEMS, FieldCode::MinItems),
            (MCPCLIENT_FAULT_MAX_ITEMS, FieldCode::MaxItems),
            (MCPCLIENT_FAULT_UNIQUE_ITEMS, FieldCode::UniqueItems),
            (MCPCLIENT_FAULT_UNKNOWN_FIELD, FieldCode::UnknownField),
            (MCPCLIENT_FAULT_DUPLICATE_FIELD, FieldCode::DuplicateField),
            (MCPCLIENT_FAULT_MULTIPLE_OF, FieldCode::MultipleOf),
        ];
        for (constant, code) in pairs {
            assert_eq!(constant, code.number(), "{code:?}");
        }
    }
}
