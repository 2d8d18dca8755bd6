// A terminal host: it runs a server, calls some of its tools, and lets you answer what they ask.
//
//     cargo xtask demo --language swift
//
// The server is examples/servers/travel. With --yes everything is answered as somebody might.

import Foundation
import MCPClient

let words = CommandLine.arguments.dropFirst()
let own = Array(words.prefix { $0 != "--" })
let command = Array(words.drop { $0 != "--" }.dropFirst())

func values(_ name: String) -> [String] {
    zip(own, own.dropFirst()).filter { $0.0 == name }.map(\.1)
}

guard let program = command.first else {
    FileHandle.standardError.write(
        Data("usage: travel [--yes] [--root FOLDER]... --tool NAME... [--era ERA] [--record FILE] -- SERVER [ARGUMENT]...\n".utf8))
    exit(2)
}

let folders = try values("--root").map { path in
    let folder = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    return try rootOfPath(path: folder.path, name: folder.lastPathComponent)
}
let terminal = Terminal(
    alone: own.contains("--yes"), folders: folders, record: try Record(values("--record").first))
var options = ClientOptions(label: URL(fileURLWithPath: program).lastPathComponent)
options.programName = "travel"
options.era = values("--era").first.flatMap { ["legacy": Era.legacy, "modern": Era.modern][$0] }

let failures = try await withConnection(
    to: Stdio(program, Array(command.dropFirst())),
    host: terminal,
    offering: Offer(form: true, url: true, sample: true, roots: true),
    options: options
) { client in
    print("Connected to \(client.label) in revision \(client.revision ?? "?").")
    var failures: Int32 = 0
    for tool in values("--tool") {
        let result = try await client.callTool(tool)
        print("\n\(tool) says:\n\(indented(display(result.text)))")
        failures += result.isError ? 1 : 0
    }
    return failures
}
exit(failures)
