/// One request of the host, from its start to its one outcome. Letting go of it does not cancel.
public final class Call: Sendable {
    /// The client that it runs on.
    public let client: Client
    /// Its number, unique among the calls of its client.
    public let id: UInt64

    private let raw: RawCall

    init(_ client: Client, _ raw: RawCall) {
        (self.client, self.raw, id) = (client, raw, raw.id())
    }

    /// Waits for the outcome, and throws how the call failed. A task that is cancelled here only stops waiting
    /// (`CancellationError`): the call goes on.
    public func result() async throws -> CallResult {
        CallResult(try await raw.finish(), raw)
    }

    /// How the call ended, or nothing while it has not; throws how it failed.
    public func outcome() throws -> CallResult? {
        try raw.outcome().map { CallResult($0, raw) }
    }

    /// Ends the call here and now, and tells the server, with `reason` for its log (CAN-01, CAN-03). A result that
    /// was faster stands, and `McpError.Gone` is thrown.
    public func cancel(reason: String? = nil) throws {
        try raw.cancel(reason: reason)
    }

    /// Sends a call again at once whose server asked for patience: see `MCPHost.paused`. Throws `McpError.Gone` if
    /// the call is not paused.
    public func resume() throws {
        try raw.resume()
    }

    /// As `result`, but who stops waiting cancels the call.
    func resultOrCancel() async throws -> CallResult {
        do {
            return try await result()
        } catch let cancelled as CancellationError {
            // Where the result was faster nobody is told of it.
            try? cancel()
            throw cancelled
        }
    }
}

extension Call: Hashable {
    public static func == (left: Call, right: Call) -> Bool {
        left.id == right.id && left.client === right.client
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
    }
}
