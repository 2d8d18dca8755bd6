/// Settings of one call.
public struct CallSettings: Sendable {
    /// Until the server's next sign of life, its result or its progress; stands still while the host owes the
    /// server an answer (TMO-01, TMO-03, TMO-05).
    public var timeout: Duration?
    /// The whole of the call, whatever progress it reports; stands still likewise (TMO-04).
    public var total: Duration?
    /// Ask the server for progress, for `MCPHost.progress` (PRG-01).
    public var progress: Bool
    /// Members for `_meta` of the request, merged with the request's own (MET-04).
    public var meta: JSON?
    /// The host's trace context (MET-04).
    public var trace: Trace?
    /// From which level on the server shall log about this call (LOG-04). Where levels are set once for all calls, it
    /// has no effect: see `Client.setLogLevel`.
    public var logLevel: String?
    /// Offer the server no more than this, for this call only (VER-21). Where capabilities are agreed on once, it
    /// has no effect.
    public var offering: Offer?
    /// Do not use a result that was kept (CAC-06).
    public var fresh: Bool
    /// Send a call of a tool, or of a method that is not the protocol's, again, once, if it was lost with its
    /// server or its stream: only for what may run twice.
    public var retryLost: Bool

    public init(
        timeout: Duration? = nil,
        total: Duration? = nil,
        progress: Bool = false,
        meta: JSON? = nil,
        trace: Trace? = nil,
        logLevel: String? = nil,
        offering: Offer? = nil,
        fresh: Bool = false,
        retryLost: Bool = false
    ) {
        self.timeout = timeout
        self.total = total
        self.progress = progress
        self.meta = meta
        self.trace = trace
        self.logLevel = logLevel
        self.offering = offering
        self.fresh = fresh
        self.retryLost = retryLost
    }

    func raw(timeout: Duration?, done: RawDone? = nil) -> RawCallSettings {
        RawCallSettings(
            timeoutMs: (timeout ?? self.timeout)?.milliseconds,
            totalTimeoutMs: total?.milliseconds,
            progress: progress,
            meta: meta?.write(),
            traceParent: trace?.parent,
            traceState: trace?.state,
            baggage: trace?.baggage,
            logLevel: logLevel,
            offer: offering,
            fresh: fresh,
            retryLost: retryLost,
            done: done
        )
    }
}

/// A trace context as W3C writes it: `traceparent`, `tracestate` and `baggage`.
public struct Trace: Sendable {
    public var parent: String?
    public var state: String?
    public var baggage: String?

    public init(parent: String? = nil, state: String? = nil, baggage: String? = nil) {
        (self.parent, self.state, self.baggage) = (parent, state, baggage)
    }
}
