import Foundation
import MCPClient
import Testing

@Suite(.timeLimit(.minutes(10))) struct LifeTests {
    /// Descriptors, the library's threads, and child processes that are not waited for.
    private struct Held {
        let descriptors: Int
        let threads: Int
        let children: Int

        init() {
            func names(_ folder: String) -> [String] {
                (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            }
            func text(_ file: String) -> String { (try? String(contentsOfFile: file, encoding: .utf8)) ?? "" }
            descriptors = names("/proc/self/fd").count
            threads = names("/proc/self/task").filter { text("/proc/self/task/\($0)/comm").hasPrefix("mcpclient") }.count
            let own = "\(ProcessInfo.processInfo.processIdentifier)"
            // The parent stands behind the name, which is in brackets, and the state.
            children = names("/proc").filter { Int($0) != nil }.filter { process in
                text("/proc/\(process)/stat").split(separator: ")").last?.split(separator: " ").dropFirst().first == own[...]
            }.count
        }
    }

    @Test func aThousandClientsLeaveNothing() async throws {
        func round(_ runtime: Runtime, _ clients: Int) async throws {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<clients {
                    group.addTask {
                        let client = try await runtime.connect(to: server())
                        let echo = try await client.callTool("echo", ["text": .string("\(number)")])
                        #expect(echo.text == "\(number)")
                        client.close()
                        try await client.closed()
                    }
                }
                try await group.waitForAll()
            }
        }
        // What the first ones load stays.
        let first = try Runtime()
        try await round(first, 20)
        await first.shutDown()
        let before = Held()
        let runtime = try Runtime()
        for _ in 0..<50 { try await round(runtime, 20) }
        await runtime.shutDown()
        try await until {
            let now = Held()
            return now.descriptors <= before.descriptors + 5 && now.threads <= before.threads
                && now.children <= before.children
        }
    }

    @Test func clientsThatAreFreedWithOpenInputsLeaveNothing() async throws {
        func round(_ runtime: Runtime) async throws -> [Input] {
            try await withThrowingTaskGroup(of: Input.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let host = Witness()
                        let client = try await runtime.connect(to: server(), host: host, offering: Offer(form: true))
                        let call = try client.startTool("form")
                        let input = try await host.next(Input.Form.self)
                        client.close()
                        try await client.closed()
                        #expect(try await failure { try await call.result() }.code == -10)
                        #expect(try await failure { try input.accept() }.code == -3)
                        return input
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        // What the first ones load stays.
        let first = try Runtime()
        _ = try await round(first)
        await first.shutDown()
        let before = Held()
        let runtime = try Runtime()
        var kept: [Input] = []
        for _ in 0..<5 { kept += try await round(runtime) }
        await runtime.shutDown()
        try await until {
            let now = Held()
            return now.descriptors <= before.descriptors + 5 && now.threads <= before.threads
                && now.children <= before.children
        }
        // The inputs outlive all of it.
        for input in kept { #expect(try await failure { try input.decline() }.code == -3) }
    }

    @Test func callbacksRunInsideThePump() async throws {
        let wakeups = DispatchSemaphore(value: 0)
        let told = Told()
        struct Watching: MCPHost {
            let told: Told
            func state(_ client: Client, _ state: ClientState) { told.add() }
        }
        // A thread of its own, as a user interface has one.
        let done = AsyncStream<Result<String?, any Error>>.makeStream()
        let thread = Thread {
            done.continuation.yield(
                Result {
                    let runtime = try Runtime { wakeups.signal() }
                    let client = try runtime.open(server(), host: Watching(told: told))
                    /// Pumps until that many callbacks have come.
                    func pump(_ count: Int) throws {
                        while told.threads.count < count {
                            if wakeups.wait(timeout: .now() + 120) == .timedOut { throw Nothing(what: "no wakeup") }
                            try runtime.pump()
                        }
                    }
                    try pump(1)
                    let call = try client.startTool("echo", ["text": "pumped"]) { _ in told.add() }
                    try pump(2)
                    client.close()
                    try pump(3)
                    return try call.outcome()?.text
                })
        }
        thread.start()
        for await result in done.stream {
            #expect(try result.get() == "pumped")
            break
        }
        #expect(told.threads == Array(repeating: ObjectIdentifier(thread), count: 3))
        #expect(try await failure { try Runtime.shared.pump() }.code == -15)
    }

    @Test func aRuntimeThatShutsDownClosesItsClients() async throws {
        let runtime = try Runtime()
        let host = Witness()
        let client = try await runtime.connect(to: server(), host: host)
        let call = try client.startTool("slow")
        await runtime.shutDown()
        #expect(try await failure { try await call.result() }.code == -10)
        #expect(try await host.closedReason() == .host)
        #expect(try await failure { try runtime.open(server()) }.code == -10)
        runtime.closeAll(grace: .milliseconds(10))
    }

    @Test func aHostThatNobodyHoldsIsLetGo() async throws {
        final class Light: MCPHost {
            let gone: @Sendable () -> Void
            init(_ gone: @escaping @Sendable () -> Void) { self.gone = gone }
            deinit { gone() }
        }
        let (stream, gone) = AsyncStream<Void>.makeStream()
        let client = try await connect(to: server(), host: Light { gone.yield() })
        client.close()
        try await client.closed()
        for await _ in stream { break }
    }
}

/// The threads on which callbacks came.
private final class Told: @unchecked Sendable {
    private let lock = NSLock()
    private var found: [ObjectIdentifier] = []

    var threads: [ObjectIdentifier] { lock.withLock { found } }

    func add() { lock.withLock { found.append(ObjectIdentifier(Thread.current)) } }
}
