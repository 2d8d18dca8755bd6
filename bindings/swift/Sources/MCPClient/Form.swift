/// A form, and what has been filled in so far. A field that nobody touched holds its default (ELI-24). It may be
/// used from any thread.
public final class Form: Sendable {
    /// The fields in the server's order (ELI-28). There may be none: a mere confirmation.
    public let fields: [Field]

    private let raw: RawForm

    init(_ raw: RawForm) {
        (self.raw, fields) = (raw, raw.fields())
    }

    /// Reads a `requestedSchema` as a protocol revision has it, without a server (ELI-10). Throws `FormRefused`:
    /// why it cannot be shown whole (ELI-11).
    public convenience init(schema: String, revision: String) throws {
        self.init(try RawForm.parse(schema: schema, revisionName: revision))
    }

    /// What is odd about the form and was read as meant: for developers.
    public var objections: [Objection] { raw.objections() }

    /// The field of that very name.
    public func field(_ name: String) -> Field? {
        fields.first { same($0.name, name) }
    }

    /// Fills in one field from text as typed (ELI-27), and gives what is wrong with the field now, if anything is.
    /// Empty text empties it. What does not fit is kept, and later checks report it again.
    @discardableResult
    public func type(_ field: Field, _ text: String) throws -> FieldFault? {
        try faults { try raw.setText(field: field.index, text: text) }.first
    }

    /// Fills in one field with a value, and gives what is wrong with the field now, if anything is.
    @discardableResult
    public func set(_ field: Field, _ value: JSON) throws -> FieldFault? {
        try faults { try raw.setJson(field: field.index, value: value.write()) }.first
    }

    /// Fills in fields by name, and checks the form. Throws `McpError.Form` with everything that is wrong, and
    /// `McpError.InvalidArg` if the form has no field of one of the names, or these are no members of an object.
    @discardableResult
    public func fill(_ values: JSON) throws -> Form {
        guard case .object(let members) = values else {
            throw McpError.InvalidArg(code: -1, detail: "a form is filled by the members of an object")
        }
        for member in members {
            // The check below tells of all that is wrong.
            let index = field(member.name)?.index ?? .max
            _ = try faults { try raw.setJson(field: index, value: member.value.write()) }
        }
        try raw.check()
        return self
    }

    /// Selects a choice, or takes it back. Of one-of fields the last one selected counts.
    public func select(_ field: Field, _ choice: Int, on: Bool = true) throws {
        try raw.select(field: field.index, choice: UInt32(count: choice), on: on)
    }

    /// Whether a choice is selected now, be it by default.
    public func isSelected(_ field: Field, _ choice: Int) -> Bool {
        raw.isSelected(field: field.index, choice: UInt32(count: choice))
    }

    /// Empties a field: an optional one is left out of the answer, whatever its default.
    public func clear(_ field: Field) throws {
        try raw.clear(field: field.index)
    }

    /// Makes a field untouched again: it holds its default (ELI-24).
    public func reset(_ field: Field) throws {
        try raw.reset(field: field.index)
    }

    /// Whether anything was entered into a field, or it was emptied.
    public func isTouched(_ field: Field) -> Bool {
        raw.isTouched(field: field.index)
    }

    /// What a field holds now, or its default if it is untouched; nothing if it is empty or unreadable.
    public func value(_ field: Field) -> JSON? {
        valueJSON(field).flatMap { try? JSON.parse($0) }
    }

    /// As `value`, as JSON text.
    public func valueJSON(_ field: Field) -> String? {
        raw.value(field: field.index)
    }

    /// What a field holds now, as text that `type` reads as the same value, for a place to type in. Choices are their
    /// labels, unless only the value is clear. Nothing if it is empty. A default is the server's text, and not safe to
    /// show: `display` makes it so.
    public func valueText(_ field: Field) -> String? {
        raw.valueText(field: field.index)
    }

    /// What is wrong with one field as it is now, if anything is (ELI-34).
    public func fault(_ field: Field) throws -> FieldFault? {
        try faults { try raw.checkField(field: field.index) }.first
    }

    /// What is wrong with the form as it is now: every wrong field, in order (ELI-34).
    public func faults() throws -> [FieldFault] {
        try faults { try raw.check() }
    }

    /// What is wrong with a whole answer, whatever is filled in (ELI-30, ELI-34).
    public func faults(of content: JSON) throws -> [FieldFault] {
        try raw.faultsOf(content: content.write())
    }

    /// An answer with the defaults of the fields that it does not have (ELI-24), as JSON text.
    public func withDefaults(_ content: JSON) throws -> String {
        try raw.withDefaults(content: content.write())
    }

    /// Exactly the content that accepting would send now, as JSON text: for a last look (ELI-48). Throws
    /// `McpError.Form` if it could not be accepted now.
    public func preview() throws -> String {
        try raw.preview()
    }

    private func faults(_ check: () throws -> Void) throws -> [FieldFault] {
        do {
            try check()
            return []
        } catch McpError.Form(_, _, let fields) {
            return fields
        }
    }
}
