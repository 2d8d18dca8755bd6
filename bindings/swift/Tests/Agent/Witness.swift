import Foundation
import MCPClient

/// Tells what it is told.
final class Witness: MCPHost, @unchecked Sendable {
    private let lock = NSLock()
    private var calls: [String: Call] = [:]
    private var names: [UInt64: String] = [:]
    private var inputs: [UInt64: Input] = [:]

    /// Callbacks about a call wait until its name is known.
    func started(_ name: String, _ start: () throws -> Call) throws {
        try lock.withLock {
            let call = try start()
            calls[name] = call
            names[call.id] = name
        }
    }

    func call(_ name: String) throws -> Call {
        guard let call = lock.withLock({ calls[name] }) else { throw Unable(why: "no call \(name)") }
        return call
    }

    func input(_ number: Int) throws -> Input {
        let found = lock.withLock { inputs[UInt64(number)] }
        guard let found else { throw Unable(why: "no input \(number)") }
        return found
    }

    /// Inputs that nobody answered are turned away.
    func letGo() {
        let open = lock.withLock {
            defer { (inputs, calls) = ([:], [:]) }
            return Array(inputs.values)
        }
        // Those that were answered are gone.
        open.forEach { try? $0.cancel() }
    }

    private func name(_ call: Call) -> JSON? {
        lock.withLock { names[call.id] }.map(JSON.string)
    }

    func done(_ call: Call) {
        let name = name(call)
        do {
            guard let result = try call.outcome() else { throw Unable(why: "no outcome") }
            tell([
                ("event", "done"), ("call", name), ("result", .string(result.json)), ("kept", .bool(result.age != nil)),
            ])
        } catch let failure as McpError {
            tell([
                ("event", "done"), ("call", name), ("code", JSON(failure.code)),
                ("http", failure.httpFailure.map { JSON($0.status) }), ("error", error(failure)),
            ])
        } catch {
            tell([("event", "done"), ("call", name), ("code", .string("\(error)"))])
        }
    }

    private func error(_ failure: McpError) -> JSON? {
        guard case .Server(_, _, let code, _, let message, let data, _) = failure else { return nil }
        let error: [JSON.Member] = [.init("code", JSON(code)), .init("message", .string(message))]
        return .object(error + (data.map { [.init("data", .raw($0))] } ?? []))
    }

    func input(_ input: Input) {
        let calls = input.calls.compactMap(name)
        lock.withLock { inputs[input.id] = input }
        let fields = (input as? Input.Form)?.form.fields.map { JSON.string($0.name) }
        let kind =
            switch input {
            case is Input.Form: "form"
            case is Input.Url: "url"
            case is Input.Sample: "sample"
            default: "roots"
            }
        tell([
            ("event", "input"), ("input", JSON(input.id)), ("kind", .string(kind)), ("calls", .array(calls)),
            ("params", .string(input.params)), ("fields", fields.map(JSON.array)),
        ])
    }

    func inputClosed(_ client: Client, _ id: UInt64, _ why: Withdrawn) {
        let word =
            switch why {
            case .byServer: "server"
            case .callEnded: "call"
            case .expired: "expired"
            case .closed: "closed"
            }
        tell([("event", "withdrawn"), ("input", JSON(id)), ("why", .string(word))])
    }

    func state(_ client: Client, _ state: ClientState) {
        switch state {
        case .connecting: tell([("event", "restarting")])
        case .ready: tell([("event", "ready")])
        case .suspended: tell([("event", "suspended")])
        case .closed(let reason, _):
            let word =
                switch reason {
                case .host: "host"
                case .server: "server"
                case .revision: "revision"
                case .refused: "refused"
                case .timeout: "timeout"
                case .brokenProtocol: "protocol"
                case nil: "bug"
                }
            tell([("event", "closed"), ("reason", .string(word))])
        }
    }

    func visited(_ client: Client, _ id: UInt64) { tell([("event", "visited"), ("input", JSON(id))]) }

    func progress(_ call: Call, _ params: JSON) {
        tell([("event", "progress"), ("call", name(call)), ("params", .string(params.write()))])
    }

    func paused(_ call: Call, _ time: Duration) { tell([("event", "pause"), ("call", name(call))]) }

    func task(_ call: Call, _ task: JSON) {
        tell([("event", "task"), ("call", name(call)), ("state", .string(task.write()))])
    }

    func watching(_ client: Client, _ filter: WatchFilter) {
        var granted: [JSON.Member] = []
        if filter.tools { granted.append(.init("toolsListChanged", true)) }
        if filter.prompts { granted.append(.init("promptsListChanged", true)) }
        if filter.resources { granted.append(.init("resourcesListChanged", true)) }
        if !filter.uris.isEmpty { granted.append(.init("resourceSubscriptions", .array(filter.uris.map(JSON.string)))) }
        tell([("event", "watching"), ("filter", .string(JSON.object(granted).write()))])
    }

    func log(_ client: Client, _ params: JSON) { tell([("event", "log"), ("params", .string(params.write()))]) }

    func notification(_ client: Client, _ method: String, _ params: JSON?) {
        tell([("event", "notification"), ("method", .string(method)), ("params", params.map { .string($0.write()) })])
    }

    func warning(_ client: Client, _ kind: WarningKind, _ detail: String) {
        let word =
            switch kind {
            case .noise: "noise"
            case .malformed: "invalid-message"
            case .unknownAnswer: "unknown-answer"
            case .doubleAnswer: "double-answer"
            case .errorWithoutId: "error-without-id"
            case .tooLarge: "too-large"
            case .batch: "batch"
            case .unsent: "unsent"
            case .duplicateRequest: "duplicate-request"
            case .early: "early"
            case .dropped: "dropped"
            case .rate: "rate"
            case .deprecated: "deprecated"
            case .other: "other"
            }
        tell([("event", "warning"), ("kind", .string(word))])
    }
}
