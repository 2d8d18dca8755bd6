import Foundation
import MCPClient
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(10))) struct HttpTests {
    /// The library's stack, and the platform's.
    static let stacks = [false, true]

    private func http(_ web: Web, _ own: Bool) -> Http {
        Http(web.url, headers: [.init("X-Ours", "1")], exchanger: own ? URLSessionExchanger() : nil)
    }

    private func serving<T>(_ body: (Web) async throws -> T) async throws -> T {
        let web = Web()
        defer { web.end() }
        return try await body(web)
    }

    // proves: HTP-01, HTP-02, HTP-06, HTP-22, HTP-26, HTP-28
    @Test(arguments: stacks) func aWholeSession(own: Bool) async throws {
        try await serving { web in
            let host = Answering { ask in
                guard case .form(let ask) = ask else { return .decline }
                _ = try ask.form.type(ask.form.fields[0], "Bergen")
                return .accept
            }
            let client = try await connect(to: http(web, own), host: host, offering: Offer(form: true))
            #expect(client.revision == "2025-11-25")
            #expect(identical(try await client.callTool("echo", ["text": "Grüße"]).text, "Grüße"))
            let answer = try JSON.parse(try await client.callTool("ask").text)
            #expect(answer["content"]?["city"]?.string == "Bergen")
            #expect(try await client.callTool("big", ["bytes": 4_000_000]).text.utf8.count == 4_000_000)
            client.close()
            try await client.closed()
            try await until { web.seen.contains { $0.method == "DELETE" } }
            for seen in web.seen {
                #expect(seen.headers["x-ours"] == "1")
                if seen.method != "POST" || seen.rpc == "tools/call" {
                    #expect(seen.headers["mcp-session-id"] == "session-1")
                    #expect(seen.headers["mcp-protocol-version"] == "2025-11-25")
                }
            }
            #expect(!"\(http(web, own))".contains("X-Ours"))
        }
    }

    @Test func aUrlIsEnough() async throws {
        try await serving { web in
            try await withConnection(to: .http(web.url)) { client in
                let echo = try await client.callTool("echo", ["text": "x"])
                #expect(echo.text == "x")
            }
        }
    }

    // proves: HTP-05, HTP-11
    @Test(arguments: stacks) func whatIsNoAnswerIsTold(own: Bool) async throws {
        try await serving { web in
            try await connected(http(web, own)) { client in
                guard case .Http(let code, let detail, let told?) = try await failure({ try await client.callTool("busy") })
                else { throw Nothing(what: "another error") }
                #expect(code == -23 && told.status == 503 && told.retryAfter == .seconds(7))
                #expect(told.contentType == "text/html" && told.excerpt.contains("soon") && !detail.contains("soon"))
                #expect(try await failure { try await client.callTool("hang up") }.code == -11)
                #expect(try await client.callTool("echo", ["text": "on"]).text == "on")
            }
        }
    }

    @Test(arguments: stacks) func nobodyListens(own: Bool) async throws {
        let web = Web()
        web.end()
        #expect(try await failure { try await connect(to: http(web, own)) }.code == -24)
    }

    @Test(arguments: stacks) func aCallThatIsCancelledGivesUpItsExchange(own: Bool) async throws {
        try await serving { web in
            try await connected(http(web, own)) { client in
                let call = Task { try await client.callTool("wait") }
                try await until { web.waiting == 1 }
                call.cancel()
                _ = await call.result
                #expect(try await client.callTool("echo", ["text": "on"]).text == "on")
                try await until { web.seen.contains { $0.rpc == "notifications/cancelled" } }
            }
        }
    }

    @Test(arguments: stacks) func sleep(own: Bool) async throws {
        try await serving { web in
            let host = Witness()
            func ready() async throws {
                try await host.next { if case .state(.ready) = $0 { () } else { nil } }
            }
            func suspended() async throws {
                try await host.next { if case .state(.suspended) = $0 { () } else { nil } }
            }
            let runtime = try Runtime()
            let client = try await runtime.connect(to: http(web, own), host: host)
            try await ready()
            try await until { web.opened == 1 }
            try client.suspend(calls: .fail)
            try await suspended()
            #expect(try await failure { try await client.callTool("echo", ["text": "now"]) }.code == -25)
            try client.wake()
            try await ready()
            // Its stream is there again.
            try await until { web.opened == 2 }
            runtime.suspendAll()
            try await suspended()
            let call = try client.startTool("echo", ["text": "later"])
            runtime.wakeAll()
            #expect(try await call.result().text == "later")
            client.close()
            try await client.closed()
            #expect(try await failure { try client.wake() }.code == -10)
            await runtime.shutDown()
        }
    }

    /// Notes that come faster than the host is told of them.
    private static let notes = 2_000

    /// A client whose host is told nothing until it pumps.
    private func behind(_ exchanger: URLSessionExchanger, _ body: (Web, Runtime, Client, Call, Counting) async throws -> Void)
        async throws
    {
        try await serving { web in
            let runtime = try Runtime(wakeup: {})
            let host = Counting()
            var options = ClientOptions()
            options.limits.events = 16
            let client = try runtime.open(Http(web.url, exchanger: exchanger), host: host, options: options)
            while client.server == nil {
                try runtime.pump()
                try await Task.sleep(for: .milliseconds(5))
            }
            let call = try client.startTool("notes", ["count": JSON(Self.notes)])
            try await body(web, runtime, client, call, host)
            client.close()
            while host.isOpen {
                try runtime.pump()
                try await Task.sleep(for: .milliseconds(5))
            }
            await runtime.shutDown()
        }
    }

    // proves: HTP-02
    @Test func aHostThatFallsBehindGetsItsAnswerAndAsksOnce() async throws {
        try await behind(URLSessionExchanger()) { web, runtime, _, call, host in
            while try call.outcome() == nil {
                try runtime.pump(max: 1000)
                try await Task.sleep(for: .milliseconds(1))
            }
            #expect(try await call.result().text == "at last")
            #expect(host.notes > 0)
            #expect(web.seen.filter { $0.rpc == "tools/call" }.count == 1)
        }
    }

    @Test func aHostThatStaysBehindCostsTheAnswer() async throws {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = 77
        try await behind(URLSessionExchanger(configuration: configuration, backlog: 1000)) { _, runtime, _, call, _ in
            // The end comes after what was taken before it, so the host has to move, but far too slowly.
            let code = try await failure {
                while try call.outcome() == nil {
                    try runtime.pump(max: 1)
                    try await Task.sleep(for: .milliseconds(5))
                }
            }.code
            #expect([-11, -13].contains(code))
        }
        // It is the caller's.
        #expect(configuration.timeoutIntervalForRequest == 77)
    }

    @Test func aStackThatFailsCostsItsExchange() async throws {
        struct Partly: Exchanger {
            let other = URLSessionExchanger()

            func open(_ exchange: Exchange) throws {
                let body = String(decoding: exchange.body, as: UTF8.self)
                if body.contains("\"hang up\"") { throw Nothing(what: "out of order") }
                guard body.contains("\"busy\"") else { return try other.open(exchange) }
                #expect(throws: McpError.self) { try exchange.feed(Data([1])) }
                #expect(throws: McpError.self) { try exchange.head(7) }
                #expect(throws: McpError.self) { try exchange.end() }
                try exchange.end(.broken)
                #expect(throws: McpError.self) { try exchange.end() }
            }
        }
        try await serving { web in
            let host = Witness()
            let server = Http(web.url, exchanger: Partly())
            try await withConnection(to: server, host: host) { client in
                #expect(try await failure { try await client.callTool("hang up") }.code == -11)
                let thrown = try await host.next { if case .failed(let error) = $0 { error as? Nothing } else { nil } }
                #expect(thrown.what == "out of order")
                #expect(try await failure { try await client.callTool("busy") }.code == -11)
                #expect(try await client.callTool("echo", ["text": "on"]).text == "on")
            }
        }
    }

    @Test func whatCannotBeRightIsTold() async throws {
        struct Own: Transport {}
        var wrong = ["ftp://localhost/", "http://"].map { Http($0) }
        func with(_ set: (inout Http) -> Void) {
            var http = Http("http://localhost/")
            set(&http)
            wrong.append(http)
        }
        with { $0.headers = [.init("a b", "c")] }
        with { $0.headers = [.init("a", "b\n")] }
        with { $0.userAgent = "a\r\nb" }
        with { $0.caBundle = "no PEM" }
        with { $0.clientCertificate = .init(chain: "no", key: "PEM") }
        with { $0.proxy = .at(url: "nonsense") }
        for http in wrong { #expect(try await failure { try await connect(to: http) }.code == -1) }
        #expect(try await failure { try await connect(to: Own()) }.code == -15)
        let web = Web()
        web.end()
        var all = Http(web.url)
        (all.proxy, all.guarding, all.oldSse, all.listens) = (.direct, .public, .never, false)
        (all.connectTimeout, all.headTimeout, all.idleTimeout) = (.seconds(9), .seconds(9), .seconds(9))
        all.grace = .seconds(1)
        #expect([-12, -24].contains(try await failure { try await connect(to: all) }.code))
    }
}

/// A host that counts notifications, and knows when it is over.
private final class Counting: MCPHost, @unchecked Sendable {
    private let lock = NSLock()
    private var count = 0
    private var isClosed = false

    var notes: Int { lock.withLock { count } }
    var isOpen: Bool { lock.withLock { !isClosed } }

    func notification(_ client: Client, _ method: String, _ params: JSON?) { lock.withLock { count += 1 } }

    func state(_ client: Client, _ state: ClientState) {
        if case .closed = state { lock.withLock { isClosed = true } }
    }
}
