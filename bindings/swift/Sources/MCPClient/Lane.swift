import Foundation

/// A lane of the program's own making, for one client: lines over whatever it makes of them. What the server says goes
/// in by `feed` or `write`, from any thread, however its lines are cut.
///
/// Its functions are called one at a time, on the thread where the library does its input and output: every server waits
/// meanwhile, so hand on what takes time. What they throw breaks the lane, and goes to `MCPHost.failed`.
public final class Lane: Transport {
    private let send: @Sendable (Data) throws -> Void
    private let close: (@Sendable () throws -> Void)?
    private let raw: RawLane

    /// `send` is called with whole lines for the server, to be taken in full; `close` when the client is over, and
    /// nothing more is sent: to be answered with `end` once what was sent is gone. Without it the lane ends at once.
    /// `grace` is how long `end` may then take; two seconds otherwise.
    public init(
        grace: Duration? = nil,
        close: (@Sendable () throws -> Void)? = nil,
        send: @escaping @Sendable (Data) throws -> Void
    ) {
        (self.send, self.close, raw) = (send, close, RawLane(graceMs: grace?.milliseconds))
    }

    /// The next bytes that the server has sent. Throws `McpError`: `Busy` when too much waits, and then nothing was
    /// taken, and no more should be read from the server for now; `Gone` once the lane has ended or its client is over.
    public func feed(_ bytes: Data) throws { try raw.feed(bytes: bytes) }

    /// As `feed`, and waits while it is busy.
    public func write(_ bytes: Data) async throws {
        try await patiently({ try raw.feed(bytes: bytes) }, { try await raw.ready() })
    }

    /// The lane is at its end: in order, or broken, as `failure` says in one sentence for developers. None of its
    /// functions is called any more. Throws `McpError.Gone` if it has ended, or its client is over.
    public func end(_ failure: String? = nil) throws { try raw.end(failure: failure) }

    func raw(_ bridge: Bridge) -> RawTransport { .lane(lane: raw, host: End(self, bridge)) }

    private final class End: RawLaneHost {
        private let lane: Lane
        private let bridge: Bridge

        init(_ lane: Lane, _ bridge: Bridge) {
            (self.lane, self.bridge) = (lane, bridge)
        }

        func send(bytes: Data) throws {
            try bridge.carry { try lane.send(bytes) }
        }

        func clientOver() throws {
            try bridge.carry {
                guard let close = lane.close else {
                    // The server may have been faster.
                    try? lane.end()
                    return
                }
                try close()
            }
        }
    }
}

/// Tries until it is taken.
func patiently(_ feed: () throws -> Void, _ ready: () async throws -> Void) async throws {
    while true {
        do {
            return try feed()
        } catch McpError.Busy {
            try await ready()
        }
    }
}
