extension McpError {
    /// The number of the C ABI, which never changes its meaning.
    public var code: Int32 {
        switch self {
        case .InvalidArg(let code, _), .BadJson(let code, _), .Gone(let code, _), .Reentrant(let code, _),
            .Form(let code, _, _), .Panic(let code, _), .Cancelled(let code, _), .Timeout(let code, _),
            .Server(let code, _, _, _, _, _, _), .Closed(let code, _, _), .Lost(let code, _, _), .Refused(let code, _),
            .TooLarge(let code, _), .Busy(let code, _), .Unsupported(let code, _), .Forked(let code, _),
            .Version(let code, _), .BrokenProtocol(let code, _), .Start(let code, _, _), .Pending(let code, _),
            .Sample(let code, _), .Root(let code, _), .Http(let code, _, _), .Network(let code, _),
            .Suspended(let code, _), .Other(let code, _):
            code
        }
    }

    /// What the server answered over HTTP, when that is why.
    public var httpFailure: HttpFailure? {
        switch self {
        case .Http(_, _, let http), .Server(_, _, _, _, _, _, let http): http
        default: nil
        }
    }
}
