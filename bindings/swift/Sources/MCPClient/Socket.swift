/// A stream socket that carries lines, as standard streams do. When it closes, the connection is over.
public struct Socket: Transport {
    let raw: RawTransport

    /// A Unix domain socket. Connecting may take `connectTimeout`; ten seconds otherwise.
    public init(unix path: String, connectTimeout: Duration? = nil) {
        raw = .unix(path: path, connectTimeoutMs: connectTimeout?.milliseconds)
    }

    /// A TCP connection, neither encrypted nor authenticated: for the own machine only. Connecting may take
    /// `connectTimeout`; ten seconds otherwise.
    public init(tcp host: String, _ port: UInt16, connectTimeout: Duration? = nil) {
        raw = .tcp(host: host, port: port, connectTimeoutMs: connectTimeout?.milliseconds)
    }
}
