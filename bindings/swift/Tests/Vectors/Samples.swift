import MCPClient

private func ask(_ vector: Vector, _ params: String) throws -> Input.Sample {
    let declared = vector.group["declared"]?.items ?? []
    let offering = Offer(sampleTools: declared.contains("tools"), sampleContext: declared.contains("context"))
    let input = try Input.rehearse(
        revision: vector.revision, method: "sampling/createMessage", params: .raw(params), offering: offering)
    guard let sample = input as? Input.Sample else { throw Differs(what: "no sample") }
    return sample
}

// proves: SAM-04, SAM-05, SAM-06, SAM-16, SAM-19, SAM-23, SAM-24
/// What a server asks.
@Sendable func runSampleRequest(_ vector: Vector) throws {
    do {
        let input = try ask(vector, text(vector.item, "params"))
        try same("refused", nil, vector.item["refused"])
        guard let wanted = vector.item["reads"] else { return }
        try same("reads", described(input.request), plain(wanted))
    } catch McpError.Refused {
        if vector.item["refused"] == nil { throw Differs(what: "refused") }
    }
}

// proves: SAM-06, SAM-09, SAM-20, SAM-22, SAM-38
/// What goes back.
@Sendable func runSampleResult(_ vector: Vector) throws {
    let input = try ask(vector, text(vector.group, "request"))
    let result = text(vector.item, "result")
    var accepted = true
    do {
        try input.answerResult(.raw(result))
    } catch McpError.Sample {
        accepted = false
    }
    try same("refused", .bool(!accepted), .bool(vector.item["refused"] == true))
    try same("open", .bool(input.isOpen), .bool(!accepted))
    if accepted {
        let sent = vector.item["sent"]?.string ?? result
        try same("sent", input.rehearsed.map(JSON.string), .string(#"{"result":\#(sent)}"#))
    }
}

// proves: SAM-11, SAM-12, SAM-14
/// Which model fits.
@Sendable func runModelChoice(_ vector: Vector) throws {
    let prompt = #"[{"role":"user","content":{"type":"text","text":"?"}}]"#
    let params = #"{"messages":\#(prompt),"maxTokens":9,"modelPreferences":\#(text(vector.item, "preferences"))}"#
    let catalogue = (vector.group["catalogue"]?.items ?? []).map { model in
        Model(
            name: text(model, "name"), aliases: (model["aliases"]?.items ?? []).compactMap(\.string),
            cheapness: model["cheapness"]?.double ?? 0, speed: model["speed"]?.double ?? 0,
            intelligence: model["intelligence"]?.double ?? 0)
    }
    let choice = try ask(vector, params).chooseModel(catalogue)
    try same("model", choice.map { .string(catalogue[Int($0.model)].name) } ?? .null, vector.item["model"])
    guard let choice else { return }
    if choice.text.isEmpty { throw Differs(what: "a choice without a sentence") }
    let (reason, hint): (JSON, JSON?) =
        switch choice.reason {
        case .hint(let place): ("hint", JSON(place))
        case .priorities: ("priorities", nil)
        case .first: ("first", nil)
        }
    try same("reason", reason, vector.item["reason"])
    try same("hint", hint, vector.item["hint"])
}

/// The vectors' numbers by value, and without what is not read: how a message's content was written.
private func plain(_ reads: JSON) throws -> JSON {
    let members = try reads.members.map { member in
        switch (member.name, member.value) {
        case ("messages", let messages):
            let plain = messages.items.map { JSON.object($0.members.filter { $0.name != "list" }) }
            return JSON.Member(member.name, .array(plain.map { sortedDeep($0) }))
        case ("temperature", .string(let number)):
            return JSON.Member(member.name, JSON(try JSON.parse(number).double ?? .nan) ?? .null)
        case (_, .number(let number)): return JSON.Member(member.name, JSON(number.double) ?? .null)
        default: return member
        }
    }
    return sortedDeep(.object(members))
}

private func sortedDeep(_ json: JSON) -> JSON {
    switch json {
    case .array(let items): .array(items.map(sortedDeep))
    case .object(let members): sorted(.object(members.map { .init($0.name, sortedDeep($0.value)) }))
    default: json
    }
}

/// A request as the vectors describe it: what is absent is not told.
private func described(_ request: SampleRequest) -> JSON {
    var out: [JSON.Member] = []
    func tell(_ name: String, _ value: JSON?) {
        if let value, value != .array([]) { out.append(.init(name, value)) }
    }
    func texts(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }
    out.append(.init("messages", .array(request.messages.map(described))))
    tell("maxTokens", .string("\(request.maxTokens)"))
    tell("systemPrompt", request.systemPromptRaw.map(JSON.string))
    tell("temperature", request.temperature.flatMap { JSON($0) })
    tell("stopSequences", texts(request.stopSequences))
    tell("metadata", request.metadata.map(JSON.string))
    tell("hints", texts(request.hints))
    tell("tools", texts(request.tools))
    tell("costPriority", request.costPriority.flatMap { JSON($0) })
    tell("speedPriority", request.speedPriority.flatMap { JSON($0) })
    tell("intelligencePriority", request.intelligencePriority.flatMap { JSON($0) })
    switch request.includeContext {
    case .nobody: break
    case .thisServer: tell("includeContext", "thisServer")
    case .allServers: tell("includeContext", "allServers")
    }
    switch request.toolChoice {
    case .auto: break
    case .required: tell("toolChoice", "required")
    case .forbidden: tell("toolChoice", "none")
    }
    return sortedDeep(.object(out))
}

private func described(_ message: SampleMessage) -> JSON {
    ["role": message.role == .user ? "user" : "assistant", "blocks": .array(message.blocks.map(described))]
}

private func described(_ block: Block) -> JSON {
    switch block {
    case .text(_, let text): ["kind": "text", "text": .string(text)]
    case .image(let data, let mimeType): ["kind": "image", "data": .string(data), "mimeType": .string(mimeType)]
    case .audio(let data, let mimeType): ["kind": "audio", "data": .string(data), "mimeType": .string(mimeType)]
    case .toolUse(let id, let name, let arguments):
        ["kind": "toolUse", "id": .string(id), "name": .string(name), "input": .string(arguments)]
    case .toolResult(let id, let isError, _):
        isError ? ["kind": "toolResult", "id": .string(id), "isError": true] : ["kind": "toolResult", "id": .string(id)]
    case .other: ["kind": "unknown"]
    }
}
