// Ends while clients, calls and inputs are open. PUPPET names the server.

import Foundation
import MCPClient

final class Waiting: MCPHost {
    let asked: AsyncStream<Void>
    private let ask: AsyncStream<Void>.Continuation
    private let inputs = Inputs()

    init() {
        (asked, ask) = AsyncStream.makeStream()
    }

    func input(_ input: Input) {
        inputs.keep(input)
        ask.yield()
    }
}

/// Inputs that stay open.
final class Inputs: @unchecked Sendable {
    private let lock = NSLock()
    private var inputs: [Input] = []

    func keep(_ input: Input) {
        lock.lock()
        inputs.append(input)
        lock.unlock()
    }
}

let puppet = ProcessInfo.processInfo.environment["PUPPET"] ?? ""
for round in 0..<3 {
    let host = Waiting()
    let client = try await connect(to: Stdio(puppet, ["--serve"]), host: host, offering: Offer(form: true))
    _ = try await client.callTool("echo", ["text": .string("\(round)")])
    _ = try client.startTool("form")
    _ = try client.startTool("slow", settings: CallSettings(progress: true))
    for await _ in host.asked { break }
}
print("leaving")
