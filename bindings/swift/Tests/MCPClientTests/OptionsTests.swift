import Foundation
import MCPClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct OptionsTests {
    // proves: MET-04, MET-06, VER-05
    @Test func theServerIsToldWhoCallsAndWhy() async throws {
        let record = Record()
        var options = ClientOptions()
        (options.programName, options.programVersion, options.programTitle) = ("a-program", "7.1", "Ein Programm")
        options.revisions = ["2025-06-18"]
        options.experimental = ["com.example.x": ["deep": [1]]]
        try await connected(server(record), SilentHost(), Offer(), options) { client in
            #expect(client.revision == "2025-06-18")
            try await record.awaitRead("initialize", "a-program", "7.1", "Ein Programm", "com.example.x", "2025-06-18")
            let trace = Trace(
                parent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", state: "a=1", baggage: "k=v")
            _ = try await client.callTool("echo", settings: CallSettings(meta: ["mine": 1], trace: trace))
            try await record.awaitRead("_meta", "mine", "traceparent", "b7ad6b7169203331", "tracestate", "baggage")
        }
    }

    // proves: STD-02, STD-16
    @Test func aServerGetsItsEnvironmentAndNoOther() async throws {
        let folder = NSTemporaryDirectory() + "mcpclient-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = #"printf %s "$A-$PUPPET-${PWD##*/}" > environment; exec "$0" --serve"#
        var shell = Stdio("/bin/sh", ["-c", script, puppet], environment: ["A": "\u{e9} 1"])
        (shell.clearsEnvironment, shell.directory) = (true, folder)
        try await connected(shell) { client in _ = try await client.ping() }
        let said = try String(contentsOfFile: "\(folder)/environment", encoding: .utf8)
        #expect(identical(said, "\u{e9} 1--\((folder as NSString).lastPathComponent)"))
        #expect(!"\(shell)".contains("\u{e9}"))
    }

    @Test func tooManyCallsAreBusyAndLongMessagesTooLarge() async throws {
        var options = ClientOptions()
        (options.limits.calls, options.limits.messageBytes) = (1, 10_000)
        try await connected(server(), SilentHost(), Offer(), options) { client in
            let call = try client.startTool("slow")
            #expect(try await failure { try await client.ping() }.code == -14)
            try call.cancel()
            #expect(try await failure { try await client.callTool("big", ["bytes": 20_000]) }.code == -13)
            #expect(try await client.callTool("echo", ["text": "well"]).text == "well")
        }
    }

    // proves: ELI-45, ELI-51, TMO-01, CMP-06
    @Test func serversThatAskTooOftenAndPeopleWhoAreAwayHaveLimits() async throws {
        let host = Witness()
        var options = ClientOptions()
        options.limits.formsPerMinute = 1
        options.limits.completionsPerMinute = 1
        (options.times.idle, options.times.input) = (.milliseconds(50), .milliseconds(50))
        try await connected(server(), host, Offer(form: true), options) { client in
            #expect(try await client.callTool("form").text == #"{"action":"cancel"}"#)
            let asked = try await host.next(Input.Form.self)
            let closed = try await host.withdrawn()
            #expect(closed.id == asked.id && closed.why == .expired)
            #expect(try await client.callTool("form").text.contains("\"error\""))
            let warned = try await host.next { if case .warned(let kind, _) = $0 { kind } else { nil } }
            #expect(warned == .rate)
            #expect(try await failure { try await client.callTool("slow") }.code == -8)
            let prompt = Reference.prompt(name: "trip")
            _ = try await client.complete(prompt, argument: "city", value: "Be")
            let refused = try await failure { try await client.complete(prompt, argument: "city", value: "Be") }
            #expect(refused.code == -14)
        }
    }
}
