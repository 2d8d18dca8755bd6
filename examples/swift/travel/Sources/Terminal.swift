import Foundation
import MCPClient

/// Asks a person at a terminal, one thing after the other.
actor Terminal: MCPHost {
    private let alone: Bool
    private let folders: [Root]
    private let record: Record

    init(alone: Bool, folders: [Root], record: Record) {
        (self.alone, self.folders, self.record) = (alone, folders, record)
    }

    // Nothing in here waits for anything else, so that an actor asks one thing at a time.

    func elicit(_ ask: Elicitation) async throws -> Answer {
        switch ask {
        case .form(let form):
            let answer = try fillIn(form)
            try record.write(["answer": told(answer, content: try? form.form.preview())])
            return answer
        case .url(let visit):
            let answer = self.visit(visit)
            try record.write(["answer": told(answer, content: nil)])
            return answer
        }
    }

    private func fillIn(_ ask: Input.Form) throws -> Answer {
        print("\n\(ask.server) asks you to fill in a form:\n\(indented(ask.message))")
        for field in ask.form.fields where field.answerable {
            while let wrong = try ask.form.type(field, line(question(field), example(field))) {
                print("   \(wrong.message)")
            }
        }
        print("   This is what \(ask.server) will be sent: \(try ask.form.preview())")
        return line("Send it?", "yes") == "yes" ? .accept : .decline
    }

    private func visit(_ ask: Input.Url) -> Answer {
        print("\n\(ask.server) asks you to visit \(ask.host):\n   \(ask.url)\n\(indented(ask.message))")
        return line("Do you want to go there?", "no") == "yes" ? .accept : .decline
    }

    private func told(_ answer: Answer, content: String?) -> JSON {
        guard case .accept = answer else { return ["action": "decline"] }
        return .object([.init("action", "accept")] + (content.map { [.init("content", .raw($0))] } ?? []))
    }

    func sample(_ ask: Input.Sample) async throws -> Answer {
        let prompt = ask.request.messages.flatMap(\.blocks).compactMap { block -> (shown: String, raw: String)? in
            if case .text(let shown, let raw) = block { (shown, raw) } else { nil }
        }
        print("\n\(ask.server) asks your model:")
        prompt.forEach { print(indented($0.shown)) }
        let chosen = cheapest(prompt.map(\.raw).joined(separator: "\n"))
        print("   The model says: \(chosen)")
        guard line("Send it?", "yes") == "yes" else {
            // In the newer era there is no telling a server that a sample was refused: its call ends instead.
            try record.write(ask.refusalEndsCall ? ["stopped": true] : ["refused": "sampling/createMessage"])
            return .decline
        }
        let content: JSON = ["type": "text", "text": .string(chosen)]
        try record.write(["sample": ["role": "assistant", "content": content, "model": "rule"]])
        return .sample(model: "rule", text: chosen)
    }

    func roots(_ ask: Input.Roots) async throws -> Answer {
        let shared = folders.map { JSON.object([.init("uri", .string($0.uri)), .init("name", .string($0.name ?? ""))]) }
        try record.write(["roots": .array(shared)])
        return .roots(folders)
    }

    /// Stands in for a model: the cheapest nonstop flight among lines as the server writes them.
    private func cheapest(_ prompt: String) -> String {
        let flights = prompt.split(separator: "\n").filter { $0.contains(", nonstop, $") }
        let price = { (flight: Substring) in flight.split(separator: "$").last.flatMap { Int($0) } ?? .max }
        return flights.min { price($0) < price($1) }.map(String.init) ?? "There are no flights to choose from."
    }

    private func question(_ field: Field) -> String {
        let choices =
            switch field.kind {
            case .oneOf(let choices): ": " + choices.map(\.label).joined(separator: ", ")
            case .someOf(let choices, _, _, _): ": some of " + choices.map(\.label).joined(separator: ", ")
            case .yesNo: ": yes or no"
            default: ""
            }
        return "\(field.label)\(choices)\(field.required ? "" : " (may be left out)")"
    }

    private func example(_ field: Field) -> String {
        switch field.kind {
        case .yesNo: "yes"
        case .oneOf(let choices), .someOf(let choices, _, _, _): choices.first?.label ?? ""
        case .number, .integer: "2"
        case .text(_, _, let format, _):
            ["email": "ada@example.org", "date": "2026-06-15"][format ?? ""] ?? "Ada Lovelace"
        case .other: ""
        }
    }

    private func line(_ prompt: String, _ person: String) -> String {
        print("   \(prompt)\n   > ", terminator: "")
        if alone {
            print(person)
            return person
        }
        fflush(nil)
        guard let line = readLine() else { exit(1) }
        return line
    }
}

func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "   \($0)" }.joined(separator: "\n")
}

/// What was answered, line by line.
struct Record: Sendable {
    private let path: String?

    init(_ path: String?) throws {
        self.path = path
        if let path { try Data().write(to: URL(fileURLWithPath: path)) }
    }

    func write(_ line: JSON) throws {
        guard let path, let file = FileHandle(forWritingAtPath: path) else { return }
        try file.seekToEnd()
        try file.write(contentsOf: Data((line.write() + "\n").utf8))
        try file.close()
    }
}
