// A client for the official conformance suite: does what a scenario asks of one. `../../../../README.md` says what that is, for
// every language.

import Foundation
import MCPClient

struct Failed: Error, CustomStringConvertible {
    let description: String
}

let handshake = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
let modern = "2026-07-28"

/// Accepts forms as they are. What else is asked is turned away.
actor Forms: MCPHost {
    private var meanwhile: String?
    private var client: Client?

    func serve(_ client: Client) { self.client = client }

    /// A tool to call, and to wait for, while the first form is open.
    func callMeanwhile(_ tool: String) { meanwhile = tool }

    func elicit(_ ask: Elicitation) async throws -> Answer {
        guard case .form = ask else { return .cancel }
        let tool = meanwhile
        meanwhile = nil
        if let tool, let client { try await call(client, tool) }
        return .accept
    }

    func sample(_ ask: Input.Sample) async throws -> Answer { .cancel }
}

/// A tool that says that it failed is a failure here.
func call(_ client: Client, _ name: String, _ arguments: JSON = .object([])) async throws {
    let result = try await client.callTool(name, arguments)
    if result.isError { throw Failed(description: "\(name) failed: \(result.json)") }
}

func texts(_ result: CallResult, _ list: String, _ name: String) -> [String] {
    (result.value[list]?.items ?? []).compactMap { $0[name]?.string }
}

/// Calls every tool, reads every resource, gets every prompt.
func everything(_ client: Client, _ tools: CallResult) async throws {
    for name in texts(tools, "tools", "name") { try await call(client, name) }
    for uri in texts(try await client.listResources(), "resources", "uri") { _ = try await client.readResource(uri) }
    for name in texts(try await client.listPrompts(), "prompts", "name") { _ = try await client.getPrompt(name) }
}

func play(_ client: Client, _ host: Forms, _ scenario: String, _ context: JSON) async throws {
    if ["initialize", "request-metadata"].contains(scenario) {
        _ = try await client.request("conformance/hello")
        return
    }
    let tools = try await client.listTools()
    switch scenario {
    case "tools_call": try await call(client, "add_numbers", ["a": 5, "b": 3])
    case "elicitation-sep1034-client-defaults": try await call(client, "test_client_elicitation_defaults")
    case "sse-retry": try await call(client, "test_reconnection")
    case "sep-2322-client-request-state":
        await host.callMeanwhile("test_mrtr_unrelated")
        for name in ["test_mrtr_echo_state", "test_mrtr_no_state", "test_mrtr_no_result_type"] {
            try await call(client, name)
        }
    case "http-standard-headers": try await everything(client, tools)
    case "http-custom-headers":
        for each in context["toolCalls"]?.items ?? [] {
            try await call(client, each["name"]?.string ?? "", each["arguments"] ?? .object([]))
        }
    case "http-invalid-tool-headers":
        for name in texts(tools, "tools", "name") { try await call(client, name, ["region": "us-west1"]) }
    case "json-schema-ref-no-deref": break
    case "json-schema-2020-12-preservation":
        let tool = tools.value["tools"]?.items.first { $0["name"]?.string == "json_schema_2020_12_tool" }
        guard let schema = tool?["inputSchema"] else { throw Failed(description: "no such tool") }
        try await call(client, "json_schema_echo", ["schema": schema])
    default:
        guard scenario.hasPrefix("auth/") else { throw Failed(description: "nothing is known of \(scenario)") }
        try await call(client, "test-tool")
    }
}

/// Those that the client may speak: up to the one that the suite names, which is the one it proposes then; and the
/// newest of all has no handshake, and so none before it.
func revisions(_ newest: String) -> [String] {
    if newest == modern { return [modern] }
    return handshake.filter { $0 <= newest }
}

func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    func given(_ name: String) throws -> String {
        guard let value = environment[name] else { throw Failed(description: "no \(name)") }
        return value
    }
    let scenario = try given("MCP_CONFORMANCE_SCENARIO")
    let context = try JSON.parse(environment["MCP_CONFORMANCE_CONTEXT"] ?? "{}")
    var options = ClientOptions()
    options.label = "suite"
    (options.programName, options.programVersion) = ("conformance", "1")
    options.revisions = revisions(try given("MCP_CONFORMANCE_PROTOCOL_VERSION"))
    options.roots = RootList()
    let runtime = try Runtime()
    let host = Forms()
    let offer = Offer(form: true, sample: true)
    let client = try runtime.open(.http(CommandLine.arguments.last ?? ""), host: host, offering: offer, options: options)
    await host.serve(client)
    let result: Result<Void, any Error>
    do { result = .success(try await play(client, host, scenario, context)) } catch { result = .failure(error) }
    client.close()
    await runtime.shutDown()
    try result.get()
}

do {
    try await run()
} catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(1)
}
