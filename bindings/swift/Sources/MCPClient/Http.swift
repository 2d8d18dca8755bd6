import Foundation

/// A server behind a URL: Streamable HTTP of every revision, and the older HTTP+SSE where a server knows nothing newer
/// (HTP-01, SSE-07). No cookies are kept, no redirections to another origin are followed, and what is set here is sent
/// to the origin of the URL only (HTP-48).
public struct Http: Transport {
    /// One header.
    public struct Header: Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            (self.name, self.value) = (name, value)
        }
    }

    /// A certificate that the client shows, with its chain, and its private key: both as PEM.
    public struct ClientCertificate: Sendable {
        public var chain: String
        public var key: String

        public init(chain: String, key: String) {
            (self.chain, self.key) = (chain, key)
        }
    }

    /// The server's endpoint, `http` or `https`.
    public var url: String
    /// Sent with every request, a name more than once if need be; credentials belong here. Those of the protocol cannot
    /// be replaced.
    public var headers: [Header]
    /// In place of the library's name and version.
    public var userAgent: String?
    /// Certificates of authorities to trust, as PEM, beside those of the platform.
    public var caBundle: String?
    /// Whether the platform's authorities are trusted.
    public var platformTrust = true
    /// What servers may ask for.
    public var clientCertificate: ClientCertificate?
    /// Through which proxy; what the environment says otherwise.
    public var proxy: Proxy?
    /// Which addresses may be connected to (SEC-06); all otherwise.
    public var guarding: AddressGuard?
    /// How long connecting may take, name and TLS included; ten seconds otherwise.
    public var connectTimeout: Duration?
    /// How long the head of an answer may take where no call waits for it; thirty seconds otherwise.
    public var headTimeout: Duration?
    /// How long a body that is no stream of events may be silent, and how long a connection is kept that nobody uses; a
    /// minute otherwise.
    public var idleTimeout: Duration?
    /// How long the end of a session may take (HTP-26); two seconds otherwise.
    public var grace: Duration?
    /// Whether HTTP+SSE is spoken; where the server refuses everything newer, otherwise.
    public var oldSse: OldSse?
    /// Whether a stream is opened for what the server says unasked (HTP-13).
    public var listens = true
    /// The program's own HTTP stack, such as `URLSessionExchanger`. What is said above of certificates, proxies,
    /// addresses and connecting is then its own business.
    public var exchanger: (any Exchanger)?

    public init(_ url: String, headers: [Header] = [], exchanger: (any Exchanger)? = nil) {
        (self.url, self.headers, self.exchanger) = (url, headers, exchanger)
    }

    func raw(_ bridge: Bridge) -> RawHttp {
        RawHttp(
            url: url,
            headers: headers.map { HttpHeader(name: $0.name, value: $0.value) },
            userAgent: userAgent,
            caBundle: caBundle.map { Data($0.utf8) },
            platformTrust: platformTrust,
            clientCertificate: clientCertificate.map {
                RawCertificate(chain: Data($0.chain.utf8), key: Data($0.key.utf8))
            },
            proxy: proxy,
            guard: guarding,
            connectTimeoutMs: connectTimeout?.milliseconds,
            headTimeoutMs: headTimeout?.milliseconds,
            idleTimeoutMs: idleTimeout?.milliseconds,
            graceMs: grace?.milliseconds,
            oldSse: oldSse,
            listen: listens,
            exchanger: exchanger.map { Opener($0, bridge) }
        )
    }
}

extension Http: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// URL and headers may hold secrets.
    public var description: String { "Http(\(headers.count) headers)" }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HttpFailure {
    /// How long the server wants to be left alone (`Retry-After`).
    public var retryAfter: Duration? { retryAfterMs.map { .milliseconds($0) } }
}

/// Has the host's stack make requests.
private final class Opener: RawExchanger {
    private let exchanger: any Exchanger
    private let bridge: Bridge

    init(_ exchanger: any Exchanger, _ bridge: Bridge) {
        (self.exchanger, self.bridge) = (exchanger, bridge)
    }

    func begin(exchange: RawExchange) throws {
        try bridge.carry { try exchanger.open(Exchange(exchange)) }
    }
}
