import MCPClient

private func parse(_ vector: Vector) throws -> Form {
    try Form(schema: vector.schema, revision: vector.revision)
}

// proves: ELI-10, ELI-11, ELI-19, ELI-21, ELI-22, ELI-24, ELI-28
/// A schema becomes a form, or is refused.
@Sendable func runForm(_ vector: Vector) throws {
    do {
        let form = try parse(vector)
        try same("refused", nil, vector.item["refused"])
        try same("fields", .array(form.fields.map(described)), .array((vector.item["fields"]?.items ?? []).map(sorted)))
        let objections = form.objections.map { named($0.codeName, $0.property) }
        try same("objections", inOrder(objections), inOrder(vector.item["objections"]?.items ?? []))
    } catch FormRefused.Unsuitable(_, let code, let property, _) {
        try same("refused", sorted(named(code, property)), vector.item["refused"].map(sorted))
    }
}

// proves: ELI-27
/// One text, typed into the field `p`.
@Sendable func runTyped(_ vector: Vector) throws {
    let form = try parse(vector)
    let field = form.fields[0]
    let fault = try form.type(field, text(vector.item, "text"))
    let again = try form.fault(field)
    try same("a second check", again.map { described($0, form) }, fault.map { described($0, form) })
    guard let wanted = vector.item["fault"] else {
        try same("fault", fault.map { described($0, form) }, nil)
        return try same("value", form.valueJSON(field).map(JSON.string) ?? .null, vector.item["value"])
    }
    let found = fault.map { JSON.object(described($0, form).members.filter { $0.name != "field" }) }
    try same("fault", found, sorted(wanted))
}

// proves: ELI-25, ELI-30, ELI-33, ELI-34
/// A whole answer.
@Sendable func runContent(_ vector: Vector) throws {
    let form = try parse(vector)
    let faults = try form.faults(of: .raw(text(vector.item, "content")))
    try same("faults", .array(faults.map { described($0, form) }), wantedFaults(vector))
}

// proves: ELI-12, ELI-14
/// One text in an answer.
@Sendable func runText(_ vector: Vector) throws {
    let faults = try parse(vector).faults(of: ["p": .string(text(vector.item, "text"))])
    try same("fits", .bool(faults.isEmpty), vector.item["fits"])
}

// proves: ELI-24, ELI-25, ELI-41, ELI-48
/// What is sent after a form was touched.
@Sendable func runFill(_ vector: Vector) throws {
    let form = try parse(vector)
    func field(_ name: String) throws -> Field {
        guard let field = form.field(name) else { throw Differs(what: "no field \(name)") }
        return field
    }
    for touch in vector.item["touches"]?.items ?? [] {
        try apply(form, try field(text(touch, "field")), touch)
    }
    for held in vector.item["holds"]?.members ?? [] {
        let value = form.valueJSON(try field(held.name)).map(JSON.string) ?? .null
        try same("what \(held.name) holds", value, held.value)
    }
    for selected in vector.item["selected"]?.members ?? [] {
        let field = try field(selected.name)
        let found = selected.value.items.indices.map { JSON.bool(form.isSelected(field, $0)) }
        try same("choices of \(selected.name)", .array(found), selected.value)
    }
    if let touched = vector.item["touched"] {
        try same("touched", .array(form.fields.filter(form.isTouched).map { .string($0.name) }), touched)
    }
    do {
        try same("sends", .string(try form.preview()), vector.item["sends"])
    } catch McpError.Form(_, _, let faults) {
        try same("faults", .array(faults.map { described($0, form) }), wantedFaults(vector))
    }
}

/// What goes wrong with a single touch is told again at the end.
private func apply(_ form: Form, _ field: Field, _ touch: JSON) throws {
    if let typed = touch["text"]?.string {
        try form.type(field, typed)
    } else if let json = touch["json"]?.string {
        try form.set(field, .raw(json))
    } else if let choice = touch["select"]?.int {
        try form.select(field, choice)
    } else if let choice = touch["unselect"]?.int {
        try form.select(field, choice, on: false)
    } else if touch["clear"] == true {
        try form.clear(field)
    } else if touch["reset"] == true {
        try form.reset(field)
    } else {
        throw Differs(what: "an unknown touch: \(touch.write())")
    }
}

// proves: ELI-24
/// An answer with the defaults that it lacks.
@Sendable func runDefaults(_ vector: Vector) throws {
    let filled = try parse(vector).withDefaults(.raw(text(vector.item, "content")))
    try same("filled", .string(filled), vector.item["filled"])
}

// proves: ELI-49
/// Text as it is shown.
@Sendable func runDisplay(_ vector: Vector) throws {
    let (given, max) = (text(vector.item, "text"), vector.item["max"]?.int ?? .max)
    try same("lines", .string(display(given, max: max)), vector.item["lines"])
    try same("line", .string(displayLine(given, max: max)), vector.item["line"])
}

// proves: ELI-46, ELI-47, ELI-50
/// What to warn of in a message and a form.
@Sendable func runHazards(_ vector: Vector) throws {
    let params: JSON = [
        "message": vector.item["message"] ?? "?", "requestedSchema": .raw(vector.schema),
    ]
    let input = try Input.rehearse(revision: vector.revision, method: "elicitation/create", params: params)
    guard let ask = input as? Input.Form else { throw Differs(what: "no form") }
    let found = ask.hazards.map { hazard in
        let field = hazard.field.flatMap { index in ask.form.fields.first { $0.index == index } }
        return JSON.object(
            [.init("kind", .string(word("\(hazard.kind)")))] + (field.map { [.init("field", .string($0.name))] } ?? []))
    }
    try same("hazards", .array(found), vector.item["hazards"] ?? [])
}

private func named(_ code: String, _ property: String?) -> JSON {
    .object([.init("code", .string(code))] + (property.map { [.init("property", .string($0))] } ?? []))
}

private func wantedFaults(_ vector: Vector) -> JSON {
    .array((vector.item["faults"]?.items ?? []).map(sorted))
}

private func inOrder(_ list: [JSON]) -> JSON {
    .array(list.map(sorted).sorted { Array($0.write().utf8).lexicographicallyPrecedes(Array($1.write().utf8)) })
}

/// With its members, and theirs, in the order of their names.
func sorted(_ json: JSON) -> JSON {
    let members = json.members.map { JSON.Member($0.name, sorted($0.value)) }
    guard case .object = json else { return json }
    return .object(members.sorted { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) })
}

/// A fault as the vectors describe it.
private func described(_ fault: FieldFault, _ form: Form) -> JSON {
    var out: [JSON.Member] = [.init("field", .string(fault.name)), .init("code", .string(fault.codeName))]
    if fault.index == nil {
        out.append(.init("outside", true))
    } else if form.field(fault.name)?.index != fault.index {
        out.append(.init("index", JSON(fault.index ?? 0)))
    }
    if !fault.params.isEmpty {
        out.append(.init("params", .object(fault.params.map { .init($0, .string($1)) })))
    }
    if fault.message.isEmpty { out.append(.init("message", "")) }
    return sorted(.object(out))
}

/// A field as the vectors describe it: what is absent is not told.
private func described(_ field: Field) -> JSON {
    var out: [JSON.Member] = [.init("name", .string(field.name))]
    func tell(_ name: String, _ value: JSON?) {
        if let value { out.append(.init(name, value)) }
    }
    func tell(_ name: String, _ text: String?) { tell(name, text.map(JSON.string)) }
    func count(_ name: String, _ count: UInt64?) { tell(name, count.map { "\($0)" }) }
    func bound(_ name: String, _ bound: Bound?) {
        tell(name, bound?.text)
        tell("\(name)Exclusive", bound?.exclusive == true ? true : nil as JSON?)
    }
    func choices(_ choices: [Choice]) {
        tell("choices", .array(choices.map { [.string($0.value), .string($0.labelRaw)] }))
    }
    if let title = field.titleRaw, JSON.string(title) != .string(field.name) { tell("label", title) }
    tell("description", field.descriptionRaw)
    tell("required", field.required ? true : nil as JSON?)
    tell("answerable", field.answerable ? nil : false as JSON?)
    tell("default", field.initial)
    switch field.kind {
    case .text(let min, let max, let format, let pattern):
        tell("kind", "text" as String?)
        count("min", min)
        count("max", max)
        tell("format", format)
        tell("pattern", pattern)
    case .number(let min, let max, let multipleOf):
        tell("kind", "number" as String?)
        bound("min", min)
        bound("max", max)
        tell("multipleOf", multipleOf)
    case .integer(let min, let max, let multipleOf):
        tell("kind", "integer" as String?)
        bound("min", min)
        bound("max", max)
        tell("multipleOf", multipleOf)
    case .yesNo: tell("kind", "yesNo" as String?)
    case .oneOf(let all):
        tell("kind", "oneOf" as String?)
        choices(all)
    case .someOf(let all, let min, let max, let unique):
        tell("kind", "someOf" as String?)
        choices(all)
        count("min", min)
        count("max", max)
        tell("unique", unique ? true : nil as JSON?)
    case .other: tell("kind", "unknown" as String?)
    }
    return sorted(.object(out))
}
