import Foundation
import MCPClient
import Testing

/// Sockets, and lanes of the program's own making, with the puppet at their end.
@Suite(.timeLimit(.minutes(5))) struct LaneTests {
    @Test func aLane() async throws {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: puppet)
        process.arguments = ["--serve"]
        (process.standardInput, process.standardOutput) = (input, output)
        let ended = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { ended.continuation.yield($0.terminationStatus) }
        try process.run()
        // What takes time is done elsewhere, in order.
        let (lines, tell) = AsyncStream<Data>.makeStream()
        let lane = Lane(close: { tell.finish() }) { tell.yield($0) }
        let writer = input.fileHandleForWriting
        let writing = Task {
            for await line in lines { try writer.write(contentsOf: line) }
            try writer.close()
        }
        let reader = output.fileHandleForReading
        let reading = Task.detached {
            while true {
                let data = reader.availableData
                if data.isEmpty { break }
                try await lane.write(data)
            }
            try lane.end()
        }
        let host = Answering { _ in .decline }
        let client = try await connect(to: lane, host: host, offering: Offer(form: true))
        #expect(try await client.callTool("form").text == #"{"action":"decline"}"#)
        #expect(try await client.callTool("big", ["bytes": 4_000_000]).text.utf8.count >= 4_000_000)
        client.close()
        try await client.closed()
        try await writing.value
        try await reading.value
        for await status in ended.stream {
            #expect(status == 0)
            break
        }
        #expect(try await failure { try lane.feed(Data("\n".utf8)) }.code == -3)
        #expect(try await failure { try await connect(to: lane) }.code == -1)
    }

    @Test func aLaneWhoseEndFailsIsBroken() async throws {
        let host = Witness()
        let lane = Lane { _ in throw Nothing(what: "no cable") }
        #expect(try await failure { try await connect(to: lane, host: host) }.code == -10)
        let thrown = try await host.next { if case .failed(let error) = $0 { error as? Nothing } else { nil } }
        #expect(thrown.what == "no cable")
    }

    @Test func nothingIsBehindASocket() async throws {
        #expect(try await failure { try await connect(to: .unix("/no/such/socket")) }.code == -24)
        #expect(try await failure { try await connect(to: .tcp("127.0.0.1", 1)) }.code == -24)
    }
}
