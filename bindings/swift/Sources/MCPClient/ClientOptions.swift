/// How a client works. What is not given is the library's default.
public struct ClientOptions: Sendable {
    /// The host's name for the server: what dialogs show when they say who asks (ELI-39).
    public var label: String
    /// What the program calls itself to servers (MET-06).
    public var programName: String?
    /// Its version.
    public var programVersion: String?
    /// Its name for people.
    public var programTitle: String?
    /// A live list of folders, which is offered by itself (ROO-06).
    public var roots: RootList?
    /// Which inputs stop at which checkpoints, for `MCPHost.approve`.
    public var review = Review()
    /// The eras of the protocol that may be spoken: otherwise both, the newest first.
    public var era: Era?
    /// Which era this server was seen to speak in an earlier run of the program (`Client.server`): one that makes a
    /// handshake is then not asked first. Doubted when that does not work; within a runtime the library remembers
    /// it by itself (VER-45).
    public var knownEra: Era?
    /// The protocol revisions that may be spoken, such as `2025-06-18` (VER-05, VER-06); wins over the eras.
    public var revisions: [String]?
    /// Members for `capabilities.experimental`.
    public var experimental: JSON?
    /// Members for `capabilities.extensions` (EXT-01).
    public var extensions: JSON?
    /// Offer the tasks extension, in the stateless era.
    public var tasks = false
    /// Start the server again when it ends unexpectedly, in the stateless era (STD-13).
    public var restart = true
    /// The server's own host, where it has one: a URL that imitates it is pointed out (URL-06), and icons
    /// elsewhere are at fault (MET-10).
    public var serverHost: String?
    /// Whether the host is told of each line of the server's stderr (STD-06).
    public var stderrLines = true
    /// How long things may take.
    public var times = Times()
    /// The bounds of memory and patience.
    public var limits = Limits()

    public init(label: String = "server") {
        self.label = label
    }

    /// How long things may take.
    public struct Times: Sendable {
        /// Until the server has answered the handshake; a minute otherwise.
        public var connect: Duration?
        /// Until it has answered which era of the protocol it speaks (VER-35); ten seconds.
        public var probe: Duration?
        /// Until the next sign of life of a call: its result or its progress (TMO-01, TMO-04); a minute. Stands
        /// still while the host owes the server an answer (TMO-05).
        public var idle: Duration?
        /// The whole of a call, whatever progress it reports; an hour. Stands still likewise.
        public var total: Duration?
        /// The whole of a call by the clock on the wall; a day.
        public var wall: Duration?
        /// Until an input is answered; then it is cancelled for the host (ELI-51); a day.
        public var input: Duration?

        public init() {}
    }

    /// Bounds.
    public struct Limits: Sendable {
        /// Bytes of one message; a longer one costs its call, not the connection.
        public var messageBytes: Int?
        /// Bytes that wait to be sent; beyond, `McpError.Busy`.
        public var outgoingBytes: Int?
        /// Bytes of results that are kept as long as the server allows; 0 keeps none.
        public var cacheBytes: Int?
        /// Callbacks that wait; beyond, progress is merged and log messages are dropped.
        public var events: Int?
        /// Calls in flight; beyond, `McpError.Busy`.
        public var calls: Int?
        /// Inputs open at once; beyond, servers are refused.
        public var inputs: Int?
        /// Pages of one listing.
        public var pages: Int?
        /// Items of one listing.
        public var items: Int?
        /// Forms that a server may ask for in a minute, and at once after a quiet one (ELI-45).
        public var formsPerMinute: Int?
        /// URL visits, likewise.
        public var urlsPerMinute: Int?
        /// Samples, likewise (SAM-37).
        public var samplesPerMinute: Int?
        /// Lists of roots, likewise.
        public var rootsPerMinute: Int?
        /// Suggestions that you may ask of the server in a minute; beyond, a call is refused as busy (CMP-06).
        public var completionsPerMinute: Int?

        public init() {}
    }

    func raw(offering: Offer) -> RawClientOptions {
        let size = UInt64.init(size:)
        let count = { (count: Int) in UInt32(count: Swift.max(0, count)) }
        return RawClientOptions(
            label: label,
            programName: programName,
            programVersion: programVersion,
            programTitle: programTitle,
            offer: offering,
            review: review,
            roots: roots,
            era: era,
            knownEra: knownEra,
            revisions: revisions,
            experimental: experimental?.write(),
            extensions: extensions?.write(),
            tasks: tasks,
            restart: restart,
            serverHost: serverHost,
            stderrLines: stderrLines,
            connectTimeoutMs: times.connect?.milliseconds,
            probeTimeoutMs: times.probe?.milliseconds,
            timeoutMs: times.idle?.milliseconds,
            totalTimeoutMs: times.total?.milliseconds,
            wallTimeoutMs: times.wall?.milliseconds,
            inputTimeoutMs: times.input?.milliseconds,
            cacheBytes: limits.cacheBytes.map(size),
            maxMessageBytes: limits.messageBytes.map(size),
            maxOutgoingBytes: limits.outgoingBytes.map(size),
            maxEvents: limits.events.map(size),
            maxCalls: limits.calls.map(size),
            maxInputs: limits.inputs.map(size),
            maxPages: limits.pages.map(size),
            maxItems: limits.items.map(size),
            maxFormsPerMinute: limits.formsPerMinute.map(count),
            maxUrlsPerMinute: limits.urlsPerMinute.map(count),
            maxSamplesPerMinute: limits.samplesPerMinute.map(count),
            maxRootsPerMinute: limits.rootsPerMinute.map(count),
            maxCompletionsPerMinute: limits.completionsPerMinute.map(count)
        )
    }
}
