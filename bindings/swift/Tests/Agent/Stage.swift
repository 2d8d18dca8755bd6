import MCPClient

extension JSON {
    func text(_ name: String) throws -> String {
        guard let text = self[name]?.string else { throw Unable(why: "no `\(name)`") }
        return text
    }

    fileprivate func isSet(_ name: String) -> Bool { self[name] == true }

    fileprivate func time(_ name: String) -> Duration? { self[name]?.int.map { .milliseconds($0) } }

    /// JSON that comes as text goes out as it was written.
    fileprivate func json(_ name: String) -> JSON? { self[name]?.string.map(JSON.raw) }

    fileprivate func roots() throws -> [Root] {
        try (self["roots"]?.items ?? []).map { Root(uri: try $0.text("uri"), name: $0["name"]?.string) }
    }
}

/// The roots of transcripts are on nobody's disk.
private func list(_ roots: [Root]) throws -> RootList {
    let list = RootList()
    list.setChecked(checked: false)
    try list.replace(roots: roots)
    return list
}

/// One client, and what it is told to do.
final class Stage: Sendable {
    /// What the C ABI calls it when the client is over.
    private static let closed: Int32 = -10
    /// And when it was not made for what is asked.
    private static let unsupported: Int32 = -15

    private let host = Witness()
    private let runtime: Runtime
    private let client: Client
    private let listed: RootList?

    init(_ open: JSON) throws {
        listed = open["roots"] == nil ? nil : try list(try open.roots())
        let server = try Self.server(open)
        let offering = Offer(
            form: open.isSet("form"), url: open.isSet("url"), sample: open.isSet("sample"),
            sampleTools: open.isSet("sampleTools"), sampleContext: open.isSet("sampleContext"),
            roots: open.isSet("askRoots"))
        var options = ClientOptions(label: "puppet")
        (options.programName, options.programVersion) = ("transcripts", "1")
        options.roots = listed
        options.revisions = open["revisions"]?.items.compactMap(\.string)
        options.tasks = open.isSet("tasks")
        options.stderrLines = false
        options.times.connect = open.time("connect")
        options.times.idle = open.time("timeout")
        options.times.total = open.time("total")
        options.times.input = open.time("inputTime")
        runtime = try Runtime()
        client = try runtime.open(server, host: host, offering: offering, options: options)
    }

    func obey(_ command: JSON) throws {
        switch try command.text("do") {
        case "call": try call(command)
        case "cancel": try host.call(try command.text("call")).cancel(reason: command["reason"]?.string)
        case "resume": try host.call(try command.text("call")).resume()
        case "answer": try host.input(command["input"]?.int ?? 0).answer(try answer(command))
        case "roots": try replace(try command.roots())
        case "notify": try client.notify(try command.text("method"), command.json("params"))
        case "watch": try client.watch(filter(command["filter"] ?? [:]))
        case "close": client.close()
        case let other: throw Unable(why: "cannot \(other)")
        }
    }

    /// The list is the host's own and cannot refuse; whether a server follows it, its client says.
    private func replace(_ roots: [Root]) throws {
        if case .closed = client.state {
            throw McpError.Closed(code: Stage.closed, detail: "the client is closed", exit: nil)
        }
        guard let listed else {
            throw McpError.Unsupported(code: Stage.unsupported, detail: "the client has no list")
        }
        try listed.replace(roots: roots)
    }

    private func call(_ command: JSON) throws {
        let settings = CallSettings(
            timeout: command.time("timeout"), total: command.time("total"), progress: command.isSet("progress"),
            fresh: command.isSet("fresh"), retryLost: command.isSet("retryLost"))
        let (method, host) = (try command.text("method"), host)
        try host.started(try command.text("call")) {
            try client.start(method, command.json("params"), settings: settings) { host.done($0) }
        }
    }

    private func answer(_ command: JSON) throws -> Answer {
        switch try command.text("how") {
        case "accept": command.json("content").map(Answer.content) ?? .accept
        case "decline": .decline
        case "cancel": .cancel
        case "fail": .fail(code: Int64(command["code"]?.int ?? 0), message: try command.text("message"))
        case "result": .result(.raw(try command.text("result")))
        case let other: throw Unable(why: "cannot answer with \(other)")
        }
    }

    private func filter(_ filter: JSON) -> WatchFilter {
        WatchFilter(
            tools: filter.isSet("toolsListChanged"), prompts: filter.isSet("promptsListChanged"),
            resources: filter.isSet("resourcesListChanged"),
            uris: (filter["resourceSubscriptions"]?.items ?? []).compactMap(\.string))
    }

    private static func server(_ open: JSON) throws -> any Transport {
        if let url = open["endpoint"]?.string {
            var http = Http(url)
            if open.isSet("oldSse") { http.oldSse = .only }
            return http
        }
        var stdio = Stdio(try open.text("program"), (open["args"]?.items ?? []).compactMap(\.string))
        stdio.grace = open.time("grace")
        return stdio
    }

    /// Every callback has returned after it.
    func end() async {
        host.letGo()
        client.close()
        await runtime.shutDown()
    }
}
