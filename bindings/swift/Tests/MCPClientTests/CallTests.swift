import MCPClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct CallTests {
    // proves: VER-02, VER-16
    @Test func aClientKnowsItsServer() async throws {
        try await connected(server(), SilentHost(), Offer(), ClientOptions(label: "the puppet")) { client in
            #expect(client.label == "the puppet")
            #expect(client.revision == "2025-11-25")
            let server = try #require(client.server)
            #expect(server.name == "puppet" && server.version == "1")
            #expect(server.instructions == "Everything here is for tests.")
            #expect(try JSON.parse(server.capabilities)["tools"] == ["listChanged": true])
            #expect(client.pid != nil)
            guard case .ready = client.state else { throw Nothing(what: "not ready") }
        }
    }

    // proves: VER-32, VER-45
    @Test(arguments: [(nil, "server/discover"), (.modern, "server/discover"), (.legacy, "initialize")] as [(Era?, String)])
    func whatIsKnownOfAServerSavesAQuestion(known: Era?, first: String) async throws {
        let record = Record()
        var options = ClientOptions()
        options.knownEra = known
        try await connected(server(record), SilentHost(), Offer(), options) { client in
            #expect(client.server?.era == .legacy)
        }
        let read = try record.lines().first { $0.contains("\"read\":") }
        #expect(read?.contains(first) == true)
    }

    // proves: TOL-02, PAG-02
    @Test func everyRequestHasItsResult() async throws {
        try await connected { client in
            let tools = try await client.listTools()
            #expect(tools.value["tools"]?.items.count == 16)
            #expect(tools.setAside.isEmpty)
            #expect(try await client.callTool("echo", ["text": "hello"]).text == "hello")
            let sum = try await client.callTool("add", ["a": 2, "b": 3])
            #expect(sum.structuredContent == ["sum": 5])
            #expect(!sum.isError)
            let failure = try await client.callTool("fail", ["text": "no"])
            #expect(failure.isError && failure.text == "no")
            #expect(try await client.listResources().value["resources"]?.items.count == 2)
            #expect(try await client.listResourceTemplates().value["resourceTemplates"]?.items.count == 1)
            #expect(try await client.readResource("puppet:///text").json.contains("Grüße, 世界"))
            #expect(try await client.listPrompts().value["prompts"]?.items.count == 2)
            #expect(try await client.getPrompt("trip", ["city": "Bergen"]).json.contains("A trip to Bergen"))
            let completion = try await client.complete(.prompt(name: "trip"), argument: "city", value: "Ber")
            #expect(completion.json.contains(#"["Bergen","Berlin"]"#))
            try await client.setLogLevel("error")
            try await client.ping()
            #expect(try await client.request("tools/list").json.contains("nextCursor"))
        }
    }

    @Test func numbersAndTextArriveAsTheyAre() async throws {
        try await connected { client in
            let given: JSON = [
                "beyond double": 9_007_199_254_740_993,
                "beyond int": JSON(digits: "1267650600228229401496703205376") ?? .null,
                "as written": .raw("1.50e2"),
                "composed": "Zo\u{eb}",
                "decomposed": "Zoe\u{308}",
                "emoji": "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F466}",
                "zero": "\0",
            ]
            let echo = try await client.callTool("echo", given)
            #expect(identical(echo.text, given.write()))
            let back = try JSON.parse(echo.text)
            for member in given.members where member.name != "as written" {
                #expect(back[member.name] == member.value)
            }
            for text in ["Zo\u{eb}", "Zoe\u{308}", "\u{1F600}", ""] {
                #expect(identical(try await client.callTool("echo", ["text": .string(text)]).text, text))
            }
        }
    }

    // proves: RPC-06
    @Test func anErrorOfTheServersIsItsOwn() async throws {
        try await connected { client in
            let error = try await failure {
                try await client.callTool("error", ["code": -32001, "message": "out of \u{1b}[31mseats"])
            }
            guard case .Server(let code, let detail, let serverCode, let message, let raw, let data, nil) = error else {
                throw error
            }
            #expect(code == -9 && serverCode == -32001 && data == nil)
            #expect(raw == "out of \u{1b}[31mseats")
            #expect(!message.contains("\u{1b}"))
            #expect(!detail.contains("seats"))
            #expect(error.code == -9)
        }
    }

    @Test func whatCannotBeIsToldAtOnce() async throws {
        try await connected { client in
            for params: JSON in [.raw("[1]"), .raw("{")] {
                guard case .BadJson = try await failure({ try client.start("ping", params) }) else {
                    throw Nothing(what: "accepted")
                }
            }
            guard case .BadJson = try await failure({ try await client.callTool("echo", 7) }) else {
                throw Nothing(what: "accepted")
            }
            try await client.ping()
        }
        func refused(_ server: Stdio, _ options: ClientOptions = ClientOptions()) async throws -> Int32 {
            try await failure { try await connect(to: server, options: options) }.code
        }
        var (revisions, experimental) = (ClientOptions(), ClientOptions())
        revisions.revisions = ["1999-01-01"]
        experimental.experimental = []
        #expect(try await refused(Stdio("/no/such/program")) == -19)
        #expect(try await refused(Stdio("")) == -1)
        #expect(try await refused(Stdio(puppet, environment: ["a=b": ""])) == -1)
        #expect(try await refused(server(), revisions) == -15)
        #expect(try await refused(server(), experimental) == -2)
    }

    // proves: TMO-01
    @Test func aSilentServerRunsOutOfTime() async throws {
        try await connected { client in
            let error = try await failure { try await client.callTool("slow", timeout: .milliseconds(50)) }
            #expect(error.code == -8)
        }
    }

    // proves: PRG-01, PRG-03, LOG-03, STD-06
    @Test func theHostIsToldInOrder() async throws {
        let host = Witness()
        try await connected(server(), host) { client in
            let call = try client.startTool("slow", ["count": 3], settings: CallSettings(progress: true))
            for step in 1...3 {
                let (told, params) = try await host.next { if case .progress(let call, let params) = $0 { (call, params) } else { nil } }
                #expect(told == call)
                #expect(params["progress"]?.int == step)
            }
            #expect(try call.outcome() == nil)
            try call.cancel(reason: "enough")
            #expect(try await failure { try await call.result() }.code == -7)
            #expect(try await failure { try call.outcome() }.code == -7)
            #expect(try await failure { try call.cancel() }.code == -3)
            _ = try await client.callTool("log", ["count": 2])
            let log = try await host.next { if case .log(let params) = $0 { params } else { nil } }
            #expect(log["data"] == ["number": 1])
            try await client.subscribe("puppet:///text")
            #expect(try await client.callTool("touch", ["uri": "puppet:///text"]).text == "true")
            let (method, params) = try await host.next { if case .notification(let method, let params) = $0 { (method, params) } else { nil } }
            #expect(method == "notifications/resources/updated")
            #expect(params?["uri"] == "puppet:///text")
            try await client.unsubscribe("puppet:///text")
            _ = try await client.callTool("stderr", ["bytes": 80])
            let line = try await host.next { if case .line(let line) = $0 { line } else { nil } }
            #expect(!line.isEmpty)
            try await until { !client.stderrTail.isEmpty }
        }
        #expect(try await host.closedReason() == .host)
    }

    // proves: CAN-01, CAN-03
    @Test func aCancelledTaskCancelsItsCall() async throws {
        let record = Record()
        try await connected(server(record)) { client in
            let waiting = Task { try await client.callTool("slow") }
            try await record.awaitRead("tools/call", "slow")
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            try await record.awaitRead("notifications/cancelled")
            #expect(try await client.callTool("echo", ["text": "still here"]).text == "still here")
        }
    }

    @Test func whoOnlyStopsWaitingCancelsNothing() async throws {
        try await connected { client in
            let call = try client.startTool("slow")
            let waiting = Task { try await call.result() }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }
            #expect(try call.outcome() == nil)
            try call.cancel()
        }
    }

    @Test func cancellingAtAnyMomentLeavesTheClientWell() async throws {
        try await connected { client in
            for round in 0..<200 {
                let calls = (0..<5).map { number in
                    Task { try await client.callTool("echo", ["text": .string("\(number)")]) }
                }
                for _ in 0..<(round % 7) { await Task.yield() }
                for call in calls {
                    call.cancel()
                    _ = await call.result
                }
            }
            let echo = try await client.callTool("echo", ["text": "well"])
            #expect(echo.text == "well")
        }
    }

    @Test func manyCallsRunAtOnce() async throws {
        try await connected { client in
            let sums = try await withThrowingTaskGroup(of: Int?.self) { group in
                for number in 0..<200 {
                    group.addTask { try await client.callTool("add", ["a": JSON(number), "b": 1]).structuredContent?["sum"]?.int }
                }
                return try await group.reduce(into: Set<Int>()) { sums, sum in if let sum { sums.insert(sum) } }
            }
            #expect(sums == Set(1...200))
        }
    }

    @Test func theEndOfACallIsToldInOrder() async throws {
        let (ended, end) = AsyncStream<Call>.makeStream()
        try await connected { client in
            let call = try client.startTool("echo", ["text": "done"]) { end.yield($0) }
            for await told in ended {
                #expect(told == call)
                break
            }
            #expect(try call.outcome()?.text == "done")
        }
    }

    @Test func aServerThatDiesEndsItsCalls() async throws {
        let host = Witness()
        let client = try await connect(to: server(), host: host)
        let error = try await failure { try await client.callTool("die", ["code": 7]) }
        guard case .Closed(_, _, let exit) = error else { throw error }
        #expect(exit?.code == 7)
        #expect(try await host.closedReason() == .server)
        try await client.closed()
        // Who comes later is refused, and learns as much.
        let late = [
            try await failure { try await client.ping() },
            try await failure { try client.notify("notifications/late") },
            try await failure { try await client.ready() },
        ]
        for late in late {
            guard case .Closed(_, _, let exit) = late else { throw late }
            #expect(exit?.code == 7)
        }
        guard case .closed(_, .Closed(_, _, let why)) = client.state else { throw Nothing(what: "not closed") }
        #expect(why == Exit(code: 7, signal: nil, stderrTail: ""))
    }
}
