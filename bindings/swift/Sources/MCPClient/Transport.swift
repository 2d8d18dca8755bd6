/// A way to reach one server: `Stdio`, `Http`, `Socket` or `Lane`. Others of your own are refused; what they could do
/// is done by a `Lane`.
public protocol Transport: Sendable {}

extension Transport {
    /// As the library wants it; what the host's own part of it throws goes to `bridge`.
    func raw(_ bridge: Bridge) throws -> RawTransport {
        switch self {
        case let stdio as Stdio: .stdio(stdio: stdio.raw)
        case let http as Http: .http(http: http.raw(bridge))
        case let socket as Socket: socket.raw
        case let lane as Lane: lane.raw(bridge)
        default: throw McpError.Unsupported(code: -15, detail: "a transport that the library does not know")
        }
    }
}

extension Transport where Self == Stdio {
    /// A server that is run as a child process.
    public static func stdio(_ program: String, _ arguments: [String] = []) -> Stdio { Stdio(program, arguments) }
}

extension Transport where Self == Http {
    /// A server behind a URL.
    public static func http(_ url: String, headers: [Http.Header] = []) -> Http { Http(url, headers: headers) }
}

extension Transport where Self == Socket {
    /// A Unix domain socket.
    public static func unix(_ path: String) -> Socket { .init(unix: path) }

    /// A TCP connection, neither encrypted nor authenticated: for the own machine only.
    public static func tcp(_ host: String, _ port: UInt16) -> Socket { .init(tcp: host, port) }
}
