import MCPClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct SampleTests {
    private let text = AnswerBlock.text("hi")
    private let use = AnswerBlock.toolUse(id: "t1", name: "look")

    private func ask(_ more: JSON = [:], revision: String = "2025-11-25") throws -> Input.Sample {
        let content: JSON = ["type": "text", "text": "Go", "annotations": ["priority": 1]]
        let params: JSON = ["messages": [["role": "user", "content": content]], "maxTokens": 9]
        let input = try Input.rehearse(
            revision: revision, method: "sampling/createMessage", params: .object(params.members + more.members),
            offering: Offer(sampleTools: true))
        return try #require(input as? Input.Sample)
    }

    private func tools(_ mode: String? = nil) -> JSON {
        let tools: JSON = ["tools": [["name": "look", "inputSchema": ["type": "object"]]]]
        guard let mode else { return tools }
        return .object(tools.members + [.init("toolChoice", ["mode": .string(mode)])])
    }

    private func told(_ ask: Input.Sample) throws -> JSON {
        let rehearsed = try #require(ask.rehearsed)
        return try #require(try JSON.parse(rehearsed)["result"])
    }

    // proves: SAM-05, SAM-06, SAM-09
    @Test func oneBlockGoesAsItIs() async throws {
        let ask = try ask(revision: "2024-11-05")
        try ask.answer(model: "m", blocks: [text], stopReason: "endTurn")
        let told = try told(ask)
        #expect(told["content"] == ["type": "text", "text": "hi"])
        #expect(told["role"] == "assistant" && told["model"] == "m" && told["stopReason"] == "endTurn")
        #expect(try await failure { try ask.answer(.blocks(model: "m", [text])) }.code == -3)
    }

    // proves: SAM-05, SAM-21, SAM-22, SAM-26, SAM-46
    @Test func severalBlocksGoAsAList() throws {
        let ask = try ask(tools())
        let made: JSON = ["type": "text", "text": "Zoe\u{308} \u{1F600}", "_meta": ["k": 1]]
        let far: JSON = ["far": 9_007_199_254_740_993]
        let blocks: [AnswerBlock] = [
            text, .image(data: "aGk=", mimeType: "image/png"), .audio(data: "aGk=", mimeType: "audio/wav"),
            .toolUse(id: "t1", name: "look", arguments: far), .made(made),
        ]
        try ask.answer(.blocks(model: "m", blocks))
        let content: JSON = [
            ["type": "text", "text": "hi"],
            ["type": "image", "data": "aGk=", "mimeType": "image/png"],
            ["type": "audio", "data": "aGk=", "mimeType": "audio/wav"],
            ["type": "tool_use", "id": "t1", "name": "look", "input": far],
            made,
        ]
        #expect(try told(ask)["content"] == content)
        #expect(try told(ask)["stopReason"] == nil)
    }

    // proves: SAM-06, SAM-20, SAM-22, SAM-38
    @Test func blocksThatDoNotFitAreNotSent() async throws {
        func refused(_ ask: Input.Sample, _ blocks: AnswerBlock..., model: String = "m") async throws {
            #expect(try await failure { try ask.answer(model: model, blocks: blocks) }.code == -21)
            #expect(ask.isOpen)
            #expect(ask.rehearsed == nil)
        }
        let result: JSON = ["type": "tool_result", "toolUseId": "t1", "content": []]
        try await refused(try ask(), .image(data: "no base64!", mimeType: "image/png"))
        try await refused(try ask(), .image(data: "aGk=", mimeType: "png"))
        try await refused(try ask(revision: "2024-11-05"), .audio(data: "aGk=", mimeType: "audio/wav"))
        try await refused(try ask(), text, text)
        try await refused(try ask())
        try await refused(try ask(), text, model: "")
        try await refused(try ask(), use)
        try await refused(try ask(tools()), .toolUse(id: "t1", name: "another"))
        try await refused(try ask(tools()), use, use)
        try await refused(try ask(tools("required")), text)
        try await refused(try ask(tools("none")), use)
        try await refused(try ask(tools()), .made(result))
        let ask = try ask()
        #expect(try await failure { try ask.answer(model: "m", blocks: [.made([1])]) }.code == -2)
        try ask.answer(model: "m", blocks: [text])
        let roots = try Input.rehearse(revision: "2025-06-18", method: "roots/list", params: [:])
        #expect(try await failure { try roots.answer(.blocks(model: "m", [text])) }.code == -1)
    }

    // proves: SAM-26, SAM-33
    @Test func aResultIsShownBeforeItIsSent() async throws {
        struct Careful: MCPHost {
            func approve(_ ask: Input) async throws -> Answer {
                let result = try #require((ask as? Input.Sample)?.sampleResult)
                #expect(result.model == "m" && result.stopReason == "endTurn")
                let shown = try #require(result.text)
                #expect(shown.contains("red") && !shown.unicodeScalars.contains("\u{1B}"))
                guard case .text(_, "\u{1B}[31mred")? = result.blocks.first else { throw Nothing(what: "no text") }
                return .approve
            }

            func sample(_ ask: Input.Sample) async throws -> Answer {
                #expect(ask.sampleResult == nil)
                let first = try #require(ask.request.messages.first)
                let message = try JSON.parse(first.json)
                #expect(message["content"]?["annotations"] == ["priority": 1])
                return .blocks(model: "m", [.text("\u{1B}[31mred")], stopReason: "endTurn")
            }

            func failed(_ client: Client, _ failure: any Error) { Issue.record(failure) }
        }
        var options = ClientOptions()
        options.review = Review(sampleResult: true)
        let params = try JSON.parse(try ask().params)
        try await connected(server(), Careful(), Offer(sample: true), options) { client in
            let told = try JSON.parse(try await client.callTool("sample", ["params": params]).text)
            #expect(told["content"]?["text"] == "\u{1B}[31mred")
        }
    }
}
