/// One connection to one server. It lives until it is closed, so close it, best by `withConnection`.
///
/// The asynchronous functions make a call and wait for its result; a task that is cancelled meanwhile cancels the call,
/// the server is told, and `CancellationError` is thrown. Otherwise they throw `McpError`: `Unsupported` if the server
/// has not declared what the method needs, `Busy` if too much is under way, `Server` with the server's own error,
/// `Timeout`, `Closed`, and others. All of it may be used from any thread.
public final class Client: Sendable {
    /// The runtime that serves this client.
    public let runtime: Runtime
    /// The host's name for this server.
    public let label: String
    /// A number that is this client's alone in its runtime.
    public let id: UInt64

    private let raw: RawClient

    /// Tasks in which the host is being asked, by input.
    let asked = Locked<[UInt64: Task<Void, Never>]>([:])

    init(_ raw: RawClient, _ runtime: Runtime, _ label: String) {
        (self.raw, self.runtime, self.label, id) = (raw, runtime, label, raw.id())
    }

    /// How the client stands at this moment.
    public var state: ClientState { raw.state() }

    /// What the server said of itself, once the handshake is done.
    public var server: ServerFacts? { raw.server() }

    /// The protocol revision in use, once the handshake is done.
    public var revision: String? { server?.revision }

    /// The last of what the server wrote to stderr, made safe to show (STD-06).
    public var stderrTail: String { raw.stderrTail() }

    /// The server's process id while the process is ours to end; for logs, not for signals.
    public var pid: Int? { raw.pid().map(Int.init) }

    /// Waits until the handshake is done, and the host has been told. Throws why the client is closed.
    public func ready() async throws -> ServerFacts { try await raw.ready() }

    /// The network or the program is about to sleep: what is open over HTTP is given up, and what may go on later waits,
    /// without its time running. `ClientState.suspended` is told. `calls` says what becomes of calls. Suspending twice
    /// is suspending once. Throws `McpError.Closed`.
    public func suspend(calls: OnSuspend = .continue) throws { try raw.suspend(calls: calls) }

    /// The sleep is over: streams are opened again, and what waits is sent. `ClientState.ready` is told, or
    /// `.connecting` if the handshake was not done. Throws `McpError.Closed`.
    public func wake() throws { try raw.wake() }

    /// Begins the end and returns at once: calls end with `McpError.Closed`, inputs are withdrawn, the server is asked
    /// to go, and made to (STD-11). Closing twice is closing once.
    public func close() { raw.closeConnection() }

    /// Waits until the client is closed and its last callback is over.
    public func closed() async throws { try await raw.closed() }

    /// Starts any request, verbatim, and returns at once; before the handshake is done it waits for it. `done` is called
    /// when the call is over, in order with the host's functions and where they run.
    public func start(
        _ method: String,
        _ params: JSON? = nil,
        settings: CallSettings = CallSettings(),
        done: (@Sendable (Call) -> Void)? = nil
    ) throws -> Call {
        let settings = settings.raw(timeout: nil, done: done.map { Done(self, $0) })
        return Call(self, try raw.request(method: method, params: params?.write(), settings: settings))
    }

    /// Starts a tool, and returns at once: see `start`.
    public func startTool(
        _ name: String,
        _ arguments: JSON? = nil,
        settings: CallSettings = CallSettings(),
        done: (@Sendable (Call) -> Void)? = nil
    ) throws -> Call {
        let settings = settings.raw(timeout: nil, done: done.map { Done(self, $0) })
        return Call(self, try raw.callTool(name: name, arguments: arguments?.write(), settings: settings))
    }

    /// Sends a notification, verbatim.
    public func notify(_ method: String, _ params: JSON? = nil) throws {
        try raw.notify(method: method, params: params?.write())
    }

    /// What the host wants to hear of, in place of its last wish: see `MCPHost.watching` (SUB-01, SUB-04).
    public func watch(_ filter: WatchFilter) throws { try raw.watch(filter: filter) }

    /// A tool or prompt by its name, a resource by its URI or a template by its own, out of the last list of its kind
    /// that was read to its end; nothing if it is not there, or the server says that the list has changed. With
    /// `.server` the server, whatever the name. What a dialog needs before a tool is called (TOL-18, TOL-19).
    public func item(_ kind: ItemKind, _ name: String = "") -> Item? { raw.item(kind: kind, name: name) }

    /// Starts a call and waits for it.
    func run(_ start: (RawClient) throws -> RawCall) async throws -> CallResult {
        try Task.checkCancellation()
        return try await Call(self, start(raw)).resultOrCancel()
    }

    /// The host is being asked for an answer.
    func asked(_ input: Input, _ task: Task<Void, Never>) {
        asked.with { $0[input.id] = task }
        // It may be over, or no longer wanted, already.
        if !input.isOpen { withdrawn(input.id) }
    }

    /// An answer is no longer wanted.
    func withdrawn(_ input: UInt64) {
        asked.with { $0.removeValue(forKey: input) }?.cancel()
    }

    /// No answer is wanted any more.
    func withdrawAll() {
        let tasks = asked.with { asked in
            defer { asked = [:] }
            return Array(asked.values)
        }
        tasks.forEach { $0.cancel() }
    }
}
