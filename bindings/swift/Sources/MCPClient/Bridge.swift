import Dispatch

/// One host, for one client.
final class Bridge: RawHost {
    private let host: any MCPHost
    /// There from the moment that the client was opened; a callback may be faster.
    private let client = Soon<Client>()

    init(_ host: any MCPHost) {
        self.host = host
    }

    func begin(_ client: Client) {
        self.client.set(client)
    }

    func input(input: RawInput) {
        host.input(Input.of(client.get(), input))
    }

    func confirm(input: RawInput) {
        host.confirm(Input.of(client.get(), input))
    }

    func inputClosed(id: UInt64, why: Withdrawn) {
        let client = client.get()
        client.withdrawn(id)
        host.inputClosed(client, id, why)
    }

    func visited(id: UInt64) {
        host.visited(client.get(), id)
    }

    func state(state: ClientState) {
        let client = client.get()
        host.state(client, state)
        if case .closed = state { client.withdrawAll() }
    }

    func progress(call: RawCall, params: String) {
        host.progress(Call(client.get(), call), parsed(params))
    }

    func paused(call: RawCall, milliseconds: UInt64) {
        host.paused(Call(client.get(), call), .milliseconds(milliseconds))
    }

    func task(call: RawCall, task: String) {
        host.task(Call(client.get(), call), parsed(task))
    }

    func watching(filter: WatchFilter) {
        host.watching(client.get(), filter)
    }

    func log(params: String) {
        host.log(client.get(), parsed(params))
    }

    func notification(method: String, params: String?) {
        host.notification(client.get(), method, params.map(parsed))
    }

    func stderr(line: String) {
        host.stderr(client.get(), line)
    }

    func warning(kind: WarningKind, detail: String) {
        host.warning(client.get(), kind, detail)
    }

    /// The host's own part of a transport: what it throws is told on another thread, and thrown on. Neither the client
    /// nor the host is waited for here, where the library does its input and output.
    func carry(_ what: () throws -> Void) throws {
        do {
            try what()
        } catch {
            DispatchQueue.global().async { [host, client] in host.failed(client.get(), error) }
            throw error
        }
    }

    /// The library has read it before.
    private func parsed(_ json: String) -> JSON {
        (try? JSON.parse(json)) ?? .null
    }
}

/// Tells the host that a call is over.
final class Done: RawDone {
    private let client: Client
    private let tell: @Sendable (Call) -> Void

    init(_ client: Client, _ tell: @escaping @Sendable (Call) -> Void) {
        (self.client, self.tell) = (client, tell)
    }

    func done(call: RawCall) {
        tell(Call(client, call))
    }
}

/// Tells the host that there is something to pump.
final class Wakeup: RawWakeup {
    private let tell: @Sendable () -> Void

    init(_ tell: @escaping @Sendable () -> Void) {
        self.tell = tell
    }

    func wake() {
        tell()
    }
}
