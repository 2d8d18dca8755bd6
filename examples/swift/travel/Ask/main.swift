// ask TOOL SERVER [ARGUMENT]...: calls a tool, and lets you answer what the server asks.
import MCPClient

struct Asking: MCPHost {
    func elicit(_ ask: Elicitation) async throws -> Answer {
        guard case .form(let ask) = ask else { return .decline }
        print("\(ask.server) asks: \(ask.message)")
        for field in ask.form.fields {
            while true {
                print("\(field.label)?")
                guard let line = readLine() else { return .cancel }
                // An empty one keeps the default.
                let problem = try line.isEmpty ? ask.form.fault(field) : ask.form.type(field, line)
                guard let problem else { break }
                print(problem.message)
            }
        }
        return .accept
    }
}

let words = Array(CommandLine.arguments.dropFirst())
let server = Stdio(words[1], Array(words.dropFirst(2)))
try await withConnection(to: server, host: Asking(), offering: Offer(form: true)) { client in
    print(try await client.callTool(words[0]).text)
}
