import Foundation

/// The program's own HTTP stack, in place of the library's: see `Http` and `URLSessionExchanger`.
///
/// Redirections are not to be followed, cookies not to be kept, and bodies to be handed over as they come, without
/// waiting for their end: an event must not wait for what follows it. A limit on the silence of a stream would break
/// those that wait for a person.
public protocol Exchanger: Sendable {
    /// Makes one request, without waiting for it here: this is the thread where the library does its input and output.
    /// What comes of it is told to `exchange`, from any thread. What this throws breaks the exchange, and goes to
    /// `MCPHost.failed`.
    func open(_ exchange: Exchange) throws
}

/// One HTTP request of the library, and its answer, told step by step: `head` once, then the body by `feed` or `write`,
/// then `end`. From any thread, one step after the other.
///
/// It may be given up at any time: then each step throws `McpError.Gone`, and nothing more need be told. Let go of before
/// its end, it counts as broken on its way.
public final class Exchange: Sendable {
    private let raw: RawExchange

    init(_ raw: RawExchange) {
        self.raw = raw
    }

    /// A number that no other exchange of this process has.
    public var id: UInt64 { raw.id() }

    /// `GET`, `POST` or `DELETE`.
    public var method: String { raw.method() }

    /// Where to.
    public var url: String { raw.url() }

    /// What to send; a name may stand more than once. They hold secrets.
    public var headers: [Http.Header] { raw.headers().map { Http.Header($0.name, $0.value) } }

    /// What to send; empty but for `POST`.
    public var body: Data { raw.body() }

    /// The answer begins: its status, and its headers as they came. Throws `McpError`: `Gone` if it is over,
    /// `InvalidArg` if it began before, or the status is none.
    public func head(_ status: Int, _ headers: [Http.Header] = []) throws {
        try raw.head(
            status: UInt16(exactly: status) ?? 0, headers: headers.map { HttpHeader(name: $0.name, value: $0.value) })
    }

    /// The next part of the body, without transfer coding and compression. Throws `McpError`: `Busy` when too much
    /// waits, and then nothing was taken, and no more should be read from the server for now; `Gone` if it is over.
    public func feed(_ bytes: Data) throws { try raw.feed(bytes: bytes) }

    /// As `feed`, and waits while it is busy.
    public func write(_ bytes: Data) async throws {
        try await patiently({ try raw.feed(bytes: bytes) }, { try await raw.ready() })
    }

    /// The answer is complete, or `failure` says why it never will be; `message` is one sentence for developers, without
    /// anybody's data. Throws `McpError.Gone` if it is over.
    public func end(
        _ failure: ExchangeFailure? = nil, message: String = "the program's HTTP stack has given up"
    ) throws {
        try raw.end(failure: failure, message: message)
    }

    /// Whether the library has given it up: its connection is to be closed, or its stream of one.
    public var isAborted: Bool { raw.isAborted() }

    /// Has `told` called once, if the exchange is given up, on the thread where the library does its input and output;
    /// here and now if it was already. The last one that is set counts.
    public func onAbort(_ told: @escaping @Sendable () -> Void) { raw.onAbort(told: Told(told)) }

    private final class Told: RawTold {
        private let tell: @Sendable () -> Void

        init(_ tell: @escaping @Sendable () -> Void) {
            self.tell = tell
        }

        func told() { tell() }
    }
}
