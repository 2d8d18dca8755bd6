import Dispatch

/// What all clients of a program share. A program may have several; most use `shared`.
public final class Runtime: Sendable {
    /// One for those who need no other.
    public static let shared: Runtime = {
        do {
            return try Runtime()
        } catch {
            // No thread or descriptor is left on the whole machine.
            fatalError("\(error)")
        }
    }()

    private let raw: RawRuntime

    /// `wakeup` makes the host's functions that are not asynchronous run inside `pump` only, and is called on any
    /// thread when there is something to pump: for posting to a user interface's loop. It must not call the library.
    /// Without it they run on threads of the library, one client's one at a time and in order.
    public init(wakeup: (@Sendable () -> Void)? = nil) throws {
        raw = try RawRuntime(wakeup: wakeup.map(Wakeup.init))
    }

    /// Opens a client, and does not wait for the server: calls may be made at once, and wait for the handshake. What is
    /// not in `offering` is refused without asking the host.
    ///
    /// Throws `McpError`: `Start` if the server cannot be started, `InvalidArg`, `BadJson`, `Unsupported`, `Closed`. Then
    /// the host is not called.
    public func open(
        _ server: some Transport,
        host: any MCPHost = SilentHost(),
        offering: Offer = Offer(),
        options: ClientOptions = ClientOptions()
    ) throws -> Client {
        let bridge = Bridge(host)
        let raw = try raw.open(server: server.raw(bridge), host: bridge, options: options.raw(offering: offering))
        let client = Client(raw, self, options.label)
        bridge.begin(client)
        return client
    }

    /// As `open`, and waits until the handshake is done; if there is none, the client is closed.
    public func connect(
        to server: some Transport,
        host: any MCPHost = SilentHost(),
        offering: Offer = Offer(),
        options: ClientOptions = ClientOptions()
    ) async throws -> Client {
        let client = try open(server, host: host, offering: offering, options: options)
        do {
            _ = try await client.ready()
            return client
        } catch {
            client.close()
            throw error
        }
    }

    /// Runs up to `max` callbacks on this thread, and gives how many events are left; never blocks by itself. From
    /// inside a callback it may be called again. Throws `McpError`: `Busy` while another thread is pumping, `Unsupported`
    /// without a wakeup.
    @discardableResult
    public func pump(max: Int = .max) throws -> Int {
        Int(clamping: try raw.pump(max: UInt32(count: max)))
    }

    /// `Client.suspend` for every client there is.
    public func suspendAll(calls: OnSuspend = .continue) { raw.suspendAll(calls: calls) }

    /// `Client.wake` for every client there is.
    public func wakeAll() { raw.wakeAll() }

    /// Closes every client, and opens no more; returns at once. Each server has `grace` for each step of its ending.
    public func closeAll(grace: Duration) {
        raw.closeAll(graceMs: grace.milliseconds)
    }

    /// Closes every client, and waits until all servers have ended and all callbacks have returned. From inside a
    /// callback it only begins.
    public func shutDown() async {
        let raw = raw
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                raw.shutDown()
                continuation.resume()
            }
        }
    }
}

/// Connects to a server with the shared runtime: see `Runtime.connect`. The client lives until it is closed.
public func connect(
    to server: some Transport,
    host: any MCPHost = SilentHost(),
    offering: Offer = Offer(),
    options: ClientOptions = ClientOptions()
) async throws -> Client {
    try await Runtime.shared.connect(to: server, host: host, offering: offering, options: options)
}

/// As `connect`, and closes the client when `body` is over, however it ends.
public func withConnection<Result>(
    to server: some Transport,
    host: any MCPHost = SilentHost(),
    offering: Offer = Offer(),
    options: ClientOptions = ClientOptions(),
    _ body: (Client) async throws -> Result
) async throws -> Result {
    let client = try await connect(to: server, host: host, offering: offering, options: options)
    defer { client.close() }
    return try await body(client)
}
