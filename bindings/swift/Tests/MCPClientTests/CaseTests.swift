import Foundation
import MCPClient
import Testing

/// Faults that others have had between a program and the wire (tests/cases), as Swift meets them.
@Suite(.timeLimit(.minutes(5))) struct CaseTests {
    private static let revisions = ["2025-06-18", "2025-11-25", "2026-07-28"]
    private let failed: JSON = ["code": -32603, "message": "the host failed"]

    private func form(_ revision: String, _ name: String, _ type: String) throws -> Input.Form {
        let properties = JSON.object([JSON.Member(name, ["type": .string(type)])])
        let params: JSON = ["message": "?", "requestedSchema": ["type": "object", "properties": properties]]
        let input = try Input.rehearse(revision: revision, method: "elicitation/create", params: params)
        return try #require(input as? Input.Form)
    }

    @Test(arguments: revisions) func numbersThatAreNoneNeverLeave(revision: String) async throws {
        let ask = try form(revision, "p", "number")
        let field = ask.form.fields[0]
        for none in [Double.nan, .infinity, -.infinity] {
            #expect(JSON(none) == nil)
        }
        for none in ["NaN", "nan", "Infinity", "-inf"] {
            #expect(try await failure { try ask.form.set(field, .raw(none)) }.code == -2)
            #expect(try await failure { try ask.form.fill(["p": .raw(none)]) }.code == -2)
            #expect(try await failure { try ask.accept(["p": .raw(none)]) }.code == -2)
            #expect(try await failure { try ask.form.fill(.raw(none)) }.code == -1)
            #expect(try ask.form.type(field, none)?.codeName == "notNumber")
        }
        let digits = "1" + String(repeating: "0", count: 400)
        for large in [try #require(JSON(digits: digits)), .raw("1e400"), .raw("-1e400")] {
            #expect(try ask.form.set(field, large)?.codeName == "notFinite")
            guard case .Form = try await failure({ try ask.accept() }) else { throw Nothing(what: "accepted") }
            guard case .Form = try await failure({ try ask.accept(["p": large]) }) else { throw Nothing(what: "accepted") }
        }
        #expect(ask.isOpen && ask.rehearsed == nil)
        try ask.accept(["p": try JSON.parse("1.10")])
        #expect(ask.rehearsed == #"{"result":{"action":"accept","content":{"p":1.10}}}"#)
    }

    @Test(arguments: revisions) func nilIsWrittenNowhere(revision: String) throws {
        func told(_ answer: (Input.Form) throws -> Void) throws -> String? {
            let ask = try form(revision, "a", "string")
            try answer(ask)
            return ask.rehearsed
        }
        #expect(try told { try $0.decline(reason: nil) } == #"{"result":{"action":"decline"}}"#)
        #expect(try told { try $0.cancel() } == #"{"result":{"action":"cancel"}}"#)
        #expect(try told { try $0.accept(["a": "x"]) } == #"{"result":{"action":"accept","content":{"a":"x"}}}"#)
        #expect(try told { try $0.accept() } == #"{"result":{"action":"accept","content":{}}}"#)
        let params: JSON = ["messages": [], "maxTokens": 1]
        let sample = try Input.rehearse(revision: revision, method: "sampling/createMessage", params: params)
        try sample.answer(.sample(model: "m", text: "t", stopReason: nil))
        #expect(try #require(sample.rehearsed).contains("null") == false)
        let roots = try Input.rehearse(revision: revision, method: "roots/list", params: [:])
        try roots.answer(.roots([Root(uri: "file:///srv", name: nil)]))
        #expect(roots.rehearsed == #"{"result":{"roots":[{"uri":"file:///srv"}]}}"#)
    }

    /// The types have no other answer to a form; one that goes around them is refused.
    @Test(arguments: ["reject", "Accept", "ACCEPT", "dismiss", "ok", "", nil])
    func thereAreThreeAnswers(word: String?) async throws {
        let ask = try form("2025-11-25", "a", "string")
        let action = word.map(JSON.string) ?? .null
        #expect(try await failure { try ask.answer(.result(["action": action])) }.code == -1)
        #expect(ask.isOpen)
        try ask.answer(.decline)
        #expect(ask.rehearsed == #"{"result":{"action":"decline"}}"#)
    }

    @Test func nobodySaysNoInTheNameOfAPerson() async throws {
        struct Failing: MCPHost {
            let failures: AsyncStream<any Error>.Continuation
            let answer: (@Sendable () throws -> Answer)?
            let silent = SilentHost()

            func elicit(_ ask: Elicitation) async throws -> Answer {
                guard let answer else { return try await silent.elicit(ask) }
                return try answer()
            }

            func failed(_ client: Client, _ failure: any Error) { failures.yield(failure) }
        }
        func told(_ host: any MCPHost, _ offering: Offer = Offer(form: true)) async throws -> JSON {
            try await connected(server(), host, offering) { try JSON.parse(try await $0.callTool("form").text) }
        }
        #expect(try await told(SilentHost(), Offer())["error"]?["code"] == -32601)
        // Declared and not there; one that throws; two that give garbage.
        let answers: [(@Sendable () throws -> Answer)?] = [
            nil,
            { throw Nothing(what: "no display in \(#filePath)") },
            { .roots([]) },
            { .content(["name": ["no", "text"]]) },
        ]
        for answer in answers {
            let (failures, tell) = AsyncStream<any Error>.makeStream()
            #expect(try await told(Failing(failures: tell, answer: answer))["error"] == failed)
            // The server may hear of it before the host does.
            var seen = failures.makeAsyncIterator()
            let first = await seen.next()
            tell.finish()
            let second = await seen.next()
            #expect(first != nil && second == nil)
        }
        // The dialog was closed.
        #expect(try await told(Answering { _ in .cancel }) == ["action": "cancel"])
    }

    /// The same transcript that every agent plays, here with what Swift makes of its numbers.
    @Test func numbersKeepTheirDigits() async throws {
        let scripts = try #require(ProcessInfo.processInfo.environment["SCRIPTS"])
        let script = Stdio(puppet, [scripts + "/cases/tools/numbers-and-members.mcpt"])
        var options = ClientOptions()
        options.revisions = ["2025-06-18"]
        try await connected(script, SilentHost(), Offer(), options) { client in
            let given: JSON = [
                "id": 9_007_199_254_740_993, "z": 1.0, "b": 1, "a": .null, "c": [], "t": "\u{2028} ",
            ]
            let result = try await client.callTool("t", given)
            let numbers = try #require(result.structuredContent)
            #expect(numbers["id"]?.int == 9_007_199_254_740_993)
            #expect(numbers["neg"]?.int == .min)
            #expect(numbers["u"]?.int == nil && numbers["u"]?.uint == .max)
            #expect(numbers["neg"]?.uint == nil)
            // What fits into neither says so, and has its digits.
            #expect(numbers["big"]?.int == nil && numbers["big"]?.uint == nil)
            #expect(numbers["big"] == JSON(digits: "123456789012345678901234567890"))
            #expect(numbers["d"]?.double == 0.1 && numbers["z"] == 1.0 && numbers["z"] != 1)
            #expect(numbers["nz"]?.double?.sign == .minus && numbers["e"]?.double == 100)
            #expect(result.json.contains(#""e":1E2,"nz":-0.0,"big":123456789012345678901234567890"#))
            // None is an empty object on the wire: some servers refuse a missing one, and others null.
            #expect(try await client.callTool("t", nil).structuredContent == ["k": 1])
        }
    }

    @Test func argumentsGoOutAsTheyWereGiven() async throws {
        let deep = (0..<100).reduce(JSON(0)) { inner, _ in ["a": inner] }
        let given: [(JSON, String)] = [
            (["b": 1, "a": .null, "c": [], "10": [:], "9": 0], #"{"b":1,"a":null,"c":[],"10":{},"9":0}"#),
            (
                ["z": 1.0, "id": 9_007_199_254_740_993, "nz": -0.0, "u": JSON(UInt64.max), "min": JSON(Int64.min)],
                #"{"z":1.0,"id":9007199254740993,"nz":-0.0,"u":18446744073709551615,"min":-9223372036854775808}"#
            ),
            (["t": ["\u{2028} ", " "]], "{\"t\":[\"\u{2028} \",\" \"]}"),
            ([:], "{}"),
            (deep, String(repeating: #"{"a":"#, count: 100) + "0" + String(repeating: "}", count: 100)),
        ]
        try await connected { client in
            for (arguments, text) in given {
                let echo = try await client.callTool("echo", arguments)
                #expect(identical(echo.text, text))
            }
            for wrong: JSON in [[], [1], .null, "text", 7, .raw("[1]"), .raw("{")] {
                let refused = try await failure { try await client.callTool("echo", wrong) }
                #expect(refused.code == -2)
            }
        }
    }
}
