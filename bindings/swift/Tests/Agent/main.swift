// Plays the host's half of transcripts: tests/transcripts/AGENTS.md says how.

import Foundation
import MCPClient

/// One line for whoever plays the other half.
@Sendable func tell(_ members: [(String, JSON?)]) {
    let line = JSON.object(members.compactMap { name, value in value.map { JSON.Member(name, $0) } }).write() + "\n"
    out.write(line)
}

/// Lines are written whole.
final class Out: @unchecked Sendable {
    private let lock = NSLock()

    func write(_ line: String) {
        lock.withLock { FileHandle.standardOutput.write(Data(line.utf8)) }
    }
}

/// Why the agent cannot do as it is told.
struct Unable: Error {
    let why: String
}

let out = Out()
var stage: Stage?
while let line = readLine() {
    do {
        let command = try JSON.parse(line)
        switch command["do"]?.string {
        case "open": stage = try Stage(command)
        case "end":
            await stage?.end()
            stage = nil
        default:
            guard let stage else { throw Unable(why: "no client") }
            try stage.obey(command)
        }
        tell([("reply", 0)])
    } catch let refused as McpError {
        tell([("reply", JSON(refused.code))])
    } catch {
        tell([("reply", .string("\(error)"))])
    }
}
