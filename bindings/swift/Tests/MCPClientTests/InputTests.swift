import Foundation
import MCPClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct InputTests {
    private let offering = Offer(form: true, url: true)

    // proves: ELI-28, ELI-30, ELI-34
    @Test func aFormIsFilledInAndSent() async throws {
        let host = Answering { ask in
            guard case .form(let ask) = ask else { throw Nothing(what: "no form") }
            #expect(ask.server == "shop" && ask.message == "Please fill in")
            let wrong = try await failure { try ask.form.fill(["name": "Ada", "seats": 12]) }
            guard case .Form(_, _, let faults) = wrong else { throw wrong }
            #expect(faults.count == 2)
            #expect(faults.first { $0.name == "class" }?.codeName == "required")
            let seats = try #require(faults.first { $0.name == "seats" })
            #expect(seats.codeName == "maximum" && seats.params == ["maximum": "9"])
            try ask.form.fill(["seats": 2, "class": "first"])
            #expect(try JSON.parse(ask.form.preview())["seats"]?.int == 2)
            return .accept
        }
        try await connected(server(), host, Offer(form: true), ClientOptions(label: "shop")) { client in
            let told = try JSON.parse(try await client.callTool("form").text)
            #expect(told["content"]?["name"] == "Ada")
            #expect(told["content"]?["seats"]?.int == 2)
            #expect(told["content"]?["insured"] == false)
            #expect(told["content"]?["class"] == "first")
        }
    }

    // proves: ELI-12, ELI-15, ELI-17, ELI-18, ELI-24, ELI-27
    @Test func aFormIsTypedFieldByField() async throws {
        let host = Witness()
        try await connected(server(), host, Offer(form: true)) { client in
            let call = try client.startTool("form")
            let input = try await host.next(Input.Form.self)
            let form = input.form
            let properties = try JSON.parse(input.params)["requestedSchema"]?["properties"]?.members
            #expect(form.fields.map(\.name) == properties?.map(\.name))
            #expect(form.fields.count == 9)
            let name = try #require(form.field("name"))
            #expect(name.label == "Name" && name.description == "as in your passport")
            #expect(name.kind == .text(minLength: 1, maxLength: 40, format: nil, pattern: nil))
            let seats = try #require(form.field("seats"))
            #expect(seats.kind == .integer(min: Bound(text: "1", exclusive: false), max: Bound(text: "9", exclusive: false), multipleOf: nil))
            let last = try #require(form.field("class"))
            guard case .oneOf(let choices) = last.kind else { throw Nothing(what: "no choices") }
            #expect(choices.map(\.value) == ["eco", "first"])
            #expect(choices.map(\.label) == ["Economy", "First class"])
            #expect(try form.type(seats, "many")?.codeName == "notNumber")
            #expect(form.value(seats) == nil)
            #expect(form.isTouched(seats))
            #expect(try form.type(seats, " 3 ") == nil)
            #expect(form.value(seats)?.int == 3)
            try form.select(last, 1)
            #expect(form.isSelected(last, 1))
            #expect(try form.faults().map(\.name) == ["name"])
            guard case .Form = try await failure({ try input.accept() }) else { throw Nothing(what: "accepted") }
            #expect(input.isOpen)
            #expect(try form.set(name, "Zoe\u{308}") == nil)
            try form.clear(try #require(form.field("insured")))
            #expect(try await failure { try form.fill(["no such": 1]) }.code == -1)
            #expect(try await failure { try form.select(name, 0) }.code == -1)
            try input.accept()
            let content = try JSON.parse(try await call.result().text)["content"]
            #expect(content?["name"] == "Zoe\u{308}")
            #expect(content?["seats"]?.int == 3)
            #expect(content?["class"] == "first")
            #expect(content?.members.count == 3)
        }
    }

    // proves: ELI-12, ELI-15
    @Test func lengthsAreCodePointsAndIntegersExact() throws {
        let schema = """
            {"type":"object","properties":{
                "word":{"type":"string","maxLength":3},
                "count":{"type":"integer","minimum":9007199254740993}}}
            """
        let form = try Form(schema: schema, revision: "2025-06-18")
        let (word, count) = (form.fields[0], form.fields[1])
        #expect(try form.type(word, "\u{1F600}\u{1F600}\u{1F600}") == nil)
        #expect(try form.type(word, "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F466}")?.codeName == "maxLength")
        #expect(try form.type(word, "Zo\u{eb}") == nil)
        #expect(try form.type(word, "Zoe\u{308}")?.codeName == "maxLength")
        #expect(try form.type(count, "9007199254740992")?.codeName == "minimum")
        #expect(try form.type(count, "9007199254740993") == nil)
        #expect(form.value(count)?.int == 9_007_199_254_740_993)
        let digits = "123456789012345678901234567890"
        #expect(try form.set(count, try #require(JSON(digits: digits))) == nil)
        #expect(form.valueJSON(count) == digits)
        #expect(try form.faults(of: ["word": "four"]).map(\.codeName) == ["maxLength"])
        #expect(throws: FormRefused.self) { try Form(schema: "{", revision: "2025-06-18") }
        do {
            _ = try Form(schema: #"{"type":"object","properties":{"a":{"type":"object"}}}"#, revision: "2025-06-18")
            throw Nothing(what: "accepted")
        } catch FormRefused.Unsuitable(_, _, let property, _) {
            #expect(property == "a")
        }
    }

    @Test func composedAndDecomposedNamesAreTwoFields() throws {
        let (composed, decomposed) = ("Zo\u{eb}", "Zoe\u{308}")
        let schema = #"{"type":"object","properties":{"\#(composed)":{"type":"string"},"\#(decomposed)":{"type":"string"}}}"#
        let form = try Form(schema: schema, revision: "2025-06-18")
        try form.fill([composed: "one", decomposed: "other"])
        #expect(identical(try form.preview(), #"{"\#(composed)":"one","\#(decomposed)":"other"}"#))
        #expect(form.field(decomposed)?.index == 1)
    }

    // proves: ELI-31, ELI-32, ELI-35
    @Test(arguments: [
        (Answer.decline, #"{"action":"decline"}"#),
        (Answer.cancel, #"{"action":"cancel"}"#),
        (Answer.fail(code: -32050, message: "no window"), "-32050"),
        (Answer.content(["name": "Ada", "seats": 1, "class": "eco"]), #"{"action":"accept","content":"#),
    ])
    func everyAnswerReachesTheServer(answer: Answer, told: String) async throws {
        try await connected(server(), Answering { _ in answer }, offering) { client in
            let form = try await client.callTool("form")
            #expect(form.text.contains(told))
        }
    }

    // proves: ELI-39, ELI-49
    @Test func aVisitIsShownBeforeItIsMade() async throws {
        let host = Witness()
        try await connected(server(), host, offering) { client in
            let url = "https://example.com/a?b=\u{202E}c"
            let call = try client.startTool("url", ["url": .string(url)])
            let visit = try await host.next(Input.Url.self)
            #expect(visit.urlRaw == url)
            #expect(!visit.url.unicodeScalars.contains("\u{202E}"))
            #expect(visit.elicitationId == "visit-1")
            try visit.accept()
            _ = try await call.result()
            let visited = try await host.next { if case .visited(let id) = $0 { id } else { nil } }
            #expect(visited == visit.id)
        }
    }

    // proves: SAM-09, SAM-17
    @Test func aSampleIsAnsweredByAModel() async throws {
        struct Model: MCPHost {
            func sample(_ ask: Input.Sample) async throws -> Answer {
                guard case .text(_, let text)? = ask.request.messages.first?.blocks.first else { return .decline }
                #expect(ask.request.maxTokens == 100)
                return .sample(model: "a-model", text: "You said: \(text)", stopReason: "endTurn")
            }
        }
        try await connected(server(), Model(), Offer(sample: true)) { client in
            let told = try JSON.parse(try await client.callTool("sample", ["prompt": "Zoe\u{308} \u{1F600}"]).text)
            #expect(told["content"]?["text"] == "You said: Zoe\u{308} \u{1F600}")
            #expect(told["model"] == "a-model")
        }
        try await connected(server(), SilentHost(), Offer(sample: true)) { client in
            let sample = try await client.callTool("sample")
            #expect(sample.text.contains("\"error\""))
        }
    }

    // proves: ROO-02, ROO-06
    @Test func rootsAreAskedForOrAList() async throws {
        struct Asked: MCPHost {
            func roots(_ ask: Input.Roots) async throws -> Answer {
                .roots([try rootOfPath(path: "/tmp/a b", name: "A")])
            }
        }
        try await connected(server(), Asked(), Offer(roots: true)) { client in
            let roots = try await client.callTool("roots")
            #expect(roots.text == #"{"roots":[{"name":"A","uri":"file:///tmp/a%20b"}]}"#)
        }
        let (record, list) = (Record(), RootList())
        // Nothing of it is there.
        list.setChecked(checked: false)
        try list.addPath(path: "/tmp/one", name: "one")
        var options = ClientOptions()
        options.roots = list
        try await connected(server(record), SilentHost(), Offer(), options) { client in
            #expect(try await client.callTool("roots").text.contains("file:///tmp/one"))
            try list.addUri(uri: "file:///tmp/two")
            try await record.awaitRead("notifications/roots/list_changed")
            #expect(try await client.callTool("roots").text.contains("file:///tmp/two"))
            #expect(list.roots().map(\.name) == ["one", nil])
            try list.remove(uri: "file:///tmp/one")
            #expect(try await failure { try list.remove(uri: "file:///tmp/one") }.code == -3)
            #expect(try await failure { try list.addPath(path: "not/absolute") }.code == -22)
            try list.replace(roots: [Root(uri: "file:///tmp/three")])
            #expect(try await client.callTool("roots").text.contains("file:///tmp/three"))
        }
    }

    // proves: ROO-11, ROO-17, ROO-19, ROO-22
    @Test func rootsComeAndGoWithTheirFolders() throws {
        let folder = NSTemporaryDirectory() + "mcpclient-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let list = RootList()
        list.setIntervalMs(interval: nil)
        try list.addPath(path: "\(folder)/home", name: "work")
        #expect(list.offered().isEmpty)
        try FileManager.default.createDirectory(atPath: "\(folder)/home/private", withIntermediateDirectories: true)
        #expect(list.look())
        #expect(list.offered().map(\.name) == ["work"])
        #expect(list.contains(path: "\(folder)/home/private/file"))
        try list.exclude(path: "\(folder)/home/private")
        #expect(!list.contains(path: "\(folder)/home/private/file"))
        #expect(!list.containsUri(uri: "file:///etc/passwd"))
        list.rename(uri: list.roots()[0].uri, name: "home")
        #expect(list.offered().map(\.name) == ["home"])
    }

    // proves: SAM-28, SAM-29, SAM-31, SAM-33, SAM-34
    @Test func aSamplePassesBothCheckpoints() async throws {
        struct Careful: MCPHost {
            let step: AsyncStream<String>.Continuation

            func approve(_ ask: Input) async throws -> Answer {
                guard let ask = ask as? Input.Sample, let checkpoint = ask.checkpoint else { return .decline }
                step.yield("\(checkpoint)")
                guard let draft = ask.draft else {
                    let result = try JSON.parse(try #require(ask.result))
                    #expect(result["model"] == "a-model")
                    return .approveWith(.object(result.members.map { $0.name == "model" ? .init("model", "another") : $0 }))
                }
                try draft.text(0, 0, "in other words")
                try draft.maxTokens(7)
                #expect(draft.isChanged)
                return .approve
            }

            func sample(_ ask: Input.Sample) async throws -> Answer {
                step.yield("sample")
                #expect(ask.request.messages[0].blocks == [.text(text: "in other words", textRaw: "in other words")])
                #expect(ask.request.maxTokens == 7)
                return .sample(model: "a-model", text: "yes")
            }
        }
        var options = ClientOptions()
        options.review = Review(sampleRequest: true, sampleResult: true)
        let (steps, step) = AsyncStream<String>.makeStream()
        try await connected(server(), Careful(step: step), Offer(sample: true), options) { client in
            let told = try JSON.parse(try await client.callTool("sample", ["prompt": "the server's words"]).text)
            #expect(told["model"] == "another")
        }
        step.finish()
        #expect(await steps.reduce(into: []) { $0.append($1) } == ["request", "sample", "result"])
        try await connected(server(), SilentHost(), Offer(sample: true), options) { client in
            let sample = try await client.callTool("sample")
            #expect(sample.text.contains("\"error\""))
        }
    }

    @Test func anAnswerMayComeLaterAndFromAnyTask() async throws {
        let host = Witness()
        try await connected(server(), host, offering) { client in
            let call = try client.startTool("form")
            let input = try await host.next(Input.Form.self)
            #expect(input.calls == [call])
            #expect(input.client === client)
            try await Task.detached { try input.decline(reason: "not now") }.value
            #expect(try await call.result().text == #"{"action":"decline"}"#)
            #expect(!input.isOpen)
        }
    }

    @Test func secondAndLateAnswersAreGone() async throws {
        let host = Witness()
        try await connected(server(), host, offering) { client in
            let call = try client.startTool("form")
            let input = try await host.next(Input.Form.self)
            try input.cancel()
            for answer: Answer in [.accept, .decline, .cancel, .fail(code: -1, message: "late")] {
                #expect(try await failure { try input.answer(answer) }.code == -3)
            }
            _ = try await call.result()
            // The server takes the next one back.
            _ = try await client.callTool("late-cancel")
            let late = try await host.next(Input.Form.self)
            let closed = try await host.withdrawn()
            #expect(closed.id == late.id && closed.why == .byServer)
            #expect(try await failure { try late.accept() }.code == -3)
        }
    }

    @Test func answersForAnotherKindAreRefused() async throws {
        let host = Witness()
        try await connected(server(), host, everything) { client in
            let call = try client.startTool("form")
            let input = try await host.next(Input.Form.self)
            #expect(try await failure { try input.answer(.roots([])) }.code == -1)
            #expect(try await failure { try input.answer(.sample(model: "m", text: "t")) }.code == -1)
            #expect(input.isOpen)
            try input.cancel()
            _ = try await call.result()
        }
    }

    @Test func whatTheHostThrowsTurnsTheServerAway() async throws {
        struct Broken: MCPHost {
            let failures: AsyncStream<any Error>.Continuation
            let answer: Answer?

            func elicit(_ ask: Elicitation) async throws -> Answer {
                guard let answer else { throw Nothing(what: "the dialog broke") }
                return answer
            }

            func failed(_ client: Client, _ failure: any Error) { failures.yield(failure) }
        }
        for answer: Answer? in [nil, .accept] {
            let (failures, told) = AsyncStream<any Error>.makeStream()
            try await connected(server(), Broken(failures: told, answer: answer), offering) { client in
                let form = try await client.callTool("form")
                #expect(form.text.contains("the host failed"))
                for await failure in failures {
                    #expect(answer == nil ? failure is Nothing : failure is McpError)
                    break
                }
                #expect(try await client.callTool("echo", ["text": "well"]).text == "well")
            }
        }
    }

    @Test func everyFunctionThatThrowsTurnsTheServerAway() async throws {
        struct Broken: MCPHost {
            let failures: AsyncStream<any Error>.Continuation

            func sample(_ ask: Input.Sample) async throws -> Answer { throw Nothing(what: "no model") }

            func roots(_ ask: Input.Roots) async throws -> Answer { throw Nothing(what: "no folders") }

            func approve(_ ask: Input) async throws -> Answer { throw Nothing(what: "no window") }

            func failed(_ client: Client, _ failure: any Error) { failures.yield(failure) }
        }
        for review in [Review(), Review(sampleRequest: true, roots: true)] {
            let (failures, told) = AsyncStream<any Error>.makeStream()
            var options = ClientOptions()
            options.review = review
            try await connected(server(), Broken(failures: told), everything, options) { client in
                for tool in ["sample", "roots"] {
                    let told = try await client.callTool(tool)
                    #expect(told.text.contains("\"error\""))
                }
                var count = 0
                for await failure in failures {
                    #expect(failure is Nothing)
                    count += 1
                    if count == 2 { break }
                }
                let echo = try await client.callTool("echo", ["text": "well"])
                #expect(echo.text == "well")
            }
        }
    }

    @Test func anInputThatIsNoLongerWantedCancelsItsTask() async throws {
        let (asked, ask) = AsyncStream<Input>.makeStream()
        let (ended, end) = AsyncStream<Bool>.makeStream()
        let host = Answering { request in
            ask.yield(request.input)
            do {
                try await Task.sleep(for: .seconds(600))
                end.yield(false)
            } catch {
                end.yield(Task.isCancelled)
                throw error
            }
            return .decline
        }
        try await connected(server(), host, offering) { client in
            let call = Task { try await client.callTool("form") }
            for await input in asked {
                call.cancel()
                for await cancelled in ended {
                    #expect(cancelled)
                    break
                }
                try await until { !input.isOpen }
                break
            }
            try await client.ping()
        }
    }

    @Test func aWholeOperationIsAborted() async throws {
        let host = Witness()
        try await connected(server(), host, offering) { client in
            let call = try client.startTool("form")
            try await host.next(Input.Form.self).abortCall(reason: "changed my mind")
            #expect(try await failure { try await call.result() }.code == -7)
        }
    }

    @Test func aClosedClientLeavesItsInputsHarmless() async throws {
        let host = Witness()
        let client = try await connect(to: server(), host: host, offering: offering)
        let call = try client.startTool("form")
        let input = try await host.next(Input.Form.self)
        client.close()
        #expect(try await host.withdrawn().why == .closed)
        #expect(try await failure { try await call.result() }.code == -10)
        #expect(try await failure { try input.accept() }.code == -3)
        let name = try #require(input.form.field("name"))
        #expect(try input.form.type(name, "Ada") == nil)
        #expect(input.form.value(name) == "Ada")
        try await client.closed()
        #expect(try await failure { try input.cancel() }.code == -3)
    }

    @Test func aHostMayCallFromInsideItsFunctions() async throws {
        let host = Answering { ask in
            let client = try #require(ask.input.client)
            let echo = try await client.callTool("echo", ["text": "Ada"]).text
            return .content(["name": .string(echo), "seats": 1, "class": "eco"])
        }
        try await connected(server(), host, offering) { client in
            let form = try await client.callTool("form")
            #expect(form.text.contains("\"Ada\""))
        }
    }

    @Test func aRehearsalNeedsNoServer() async throws {
        let input = try Input.rehearse(revision: "2025-06-18", method: "roots/list", params: [:])
        #expect(input.client == nil && input.server == "" && input.rehearsed == nil)
        try input.answer(.roots([Root(uri: "file:///tmp/one")]))
        #expect(input.rehearsed == #"{"result":{"roots":[{"uri":"file:///tmp/one"}]}}"#)
        #expect(try await failure { try input.cancel() }.code == -3)
        let refused = try await failure {
            try Input.rehearse(revision: "2025-06-18", method: "elicitation/create", params: ["message": "no schema"])
        }
        #expect(refused.code == -12)
    }
}
