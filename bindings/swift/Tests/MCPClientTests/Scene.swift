import Foundation
import MCPClient
import Testing

/// The server of the tests.
let puppet = ProcessInfo.processInfo.environment["PUPPET"] ?? "PUPPET-names-the-server-of-the-tests"

/// The general server; `record` takes down what it reads and writes.
func server(_ record: Record? = nil) -> Stdio {
    Stdio(puppet, ["--serve"] + (record.map { ["--record", $0.path] } ?? []))
}

/// Everything but forms, URLs, samples and roots.
let everything = Offer(form: true, url: true, sample: true, sampleTools: true, sampleContext: true, roots: true)

/// A file in which the server takes down what it reads; gone with this.
final class Record: Sendable {
    let path: String

    init() {
        path = NSTemporaryDirectory() + "mcpclient-\(UUID().uuidString).jsonl"
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// What the server has taken down so far.
    func lines() throws -> [Substring] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    }

    /// Waits until the server has read a message in which all these words stand.
    func awaitRead(_ words: String...) async throws {
        try await until {
            let lines = (try? lines()) ?? []
            return lines.contains { line in (words + ["\"read\":"]).allSatisfy(line.contains) }
        }
    }
}

/// Waits until it is so.
func until(_ what: () -> Bool) async throws {
    while !what() { try await Task.sleep(for: .milliseconds(5)) }
}

/// Connects to the general server, and closes the client in the end.
func connected<Result>(
    _ server: some Transport = server(),
    _ host: any MCPHost = SilentHost(),
    _ offering: Offer = Offer(),
    _ options: ClientOptions = ClientOptions(),
    _ body: (Client) async throws -> Result
) async throws -> Result {
    try await withConnection(to: server, host: host, offering: offering, options: options, body)
}

/// The error that `body` throws, which has to be one of ours.
func failure<T>(_ body: () async throws -> T) async throws -> McpError {
    do {
        _ = try await body()
    } catch let error as McpError {
        return error
    }
    throw Nothing(what: "no error was thrown")
}

struct Nothing: Error {
    let what: String
}

/// Whether two texts are the same, character by character.
func identical(_ one: String?, _ other: String) -> Bool {
    one.map { $0.unicodeScalars.elementsEqual(other.unicodeScalars) } ?? false
}

/// A host that takes down what it is told, and keeps inputs for later.
final class Witness: MCPHost {
    enum Told: Sendable {
        case input(Input)
        case visited(UInt64)
        case closed(UInt64, Withdrawn)
        case state(ClientState)
        case progress(Call, JSON)
        case log(JSON)
        case notification(String, JSON?)
        case line(String)
        case warned(WarningKind, String)
        case failed(any Error)
    }

    private let told: AsyncStream<Told>
    private let tell: AsyncStream<Told>.Continuation

    init() {
        (told, tell) = AsyncStream.makeStream()
    }

    func input(_ input: Input) { tell.yield(.input(input)) }
    func inputClosed(_ client: Client, _ id: UInt64, _ why: Withdrawn) { tell.yield(.closed(id, why)) }
    func visited(_ client: Client, _ id: UInt64) { tell.yield(.visited(id)) }
    func state(_ client: Client, _ state: ClientState) { tell.yield(.state(state)) }
    func progress(_ call: Call, _ params: JSON) { tell.yield(.progress(call, params)) }
    func log(_ client: Client, _ params: JSON) { tell.yield(.log(params)) }
    func notification(_ client: Client, _ method: String, _ params: JSON?) {
        tell.yield(.notification(method, params))
    }
    func stderr(_ client: Client, _ line: String) { tell.yield(.line(line)) }
    func warning(_ client: Client, _ kind: WarningKind, _ detail: String) { tell.yield(.warned(kind, detail)) }
    func failed(_ client: Client, _ failure: any Error) { tell.yield(.failed(failure)) }

    /// The next thing of a kind; others are passed over.
    func next<T>(_ pick: (Told) -> T?) async throws -> T {
        for await told in told {
            if let found = pick(told) { return found }
        }
        throw Nothing(what: "the host was told nothing")
    }

    /// The next input of a kind.
    func next<T: Input>(_ kind: T.Type) async throws -> T {
        try await next { if case .input(let input) = $0 { input as? T } else { nil } }
    }

    /// Why the client is closed.
    func closedReason() async throws -> ClosedReason? {
        try await next { if case .state(.closed(let reason, _)) = $0 { .some(reason) } else { nil } }
    }

    /// Which input was withdrawn, and why.
    func withdrawn() async throws -> (id: UInt64, why: Withdrawn) {
        try await next { if case .closed(let id, let why) = $0 { (id, why) } else { nil } }
    }
}

/// A host that answers what the user is asked.
struct Answering: MCPHost {
    let answer: @Sendable (Elicitation) async throws -> Answer

    func elicit(_ ask: Elicitation) async throws -> Answer { try await answer(ask) }
}
