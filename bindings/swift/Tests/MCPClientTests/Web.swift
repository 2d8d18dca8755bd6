import Foundation
import MCPClient

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A small server over Streamable HTTP, of the handshake's last revision: one connection for each request. It answers
/// tools by their names.
final class Web: @unchecked Sendable {
    /// One request of the client.
    struct Seen: Sendable {
        let method: String
        let headers: [String: String]
        let body: JSON?
        var rpc: String? { body?["method"]?.string }
    }

    private let lock = NSCondition()
    private var all: [Seen] = []
    private var answers: [JSON] = []
    private var streams = 0
    private var waits = 0
    private var isOver = false
    private let listening: Int32
    let url: String

    init() {
        #if canImport(Glibc)
            let stream = Int32(SOCK_STREAM.rawValue)
        #else
            let stream = SOCK_STREAM
        #endif
        listening = socket(AF_INET, stream, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let socket = listening
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(socket, address, length) == 0 && listen(socket, 64) == 0)
                getsockname(socket, address, &length)
            }
        }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/mcp"
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listening, nil, nil)
                if connection < 0 { return }
                Thread.detachNewThread {
                    Talk(self, connection).serve()
                    shutdown(connection, Int32(SHUT_RDWR))
                    close(connection)
                }
            }
        }
    }

    /// Lets everything that waits go on, and takes no more connections.
    func end() {
        with { isOver = true }
        shutdown(listening, Int32(SHUT_RDWR))
        close(listening)
    }

    var seen: [Seen] { with { all } }
    var opened: Int { with { streams } }
    var waiting: Int { with { waits } }

    private func with<T>(_ body: () -> T) -> T {
        lock.lock()
        defer { lock.unlock() }
        let result = body()
        lock.broadcast()
        return result
    }

    fileprivate func saw(_ seen: Seen) { with { all.append(seen) } }
    fileprivate func answered(_ answer: JSON) { with { answers.append(answer) } }
    fileprivate func streaming() { with { streams += 1 } }
    fileprivate func beganToWait() { with { waits += 1 } }

    /// The next answer of the client's; nothing when it is over.
    fileprivate func answer() -> JSON? {
        lock.lock()
        defer { lock.unlock() }
        while answers.isEmpty && !isOver { lock.wait() }
        return answers.isEmpty ? nil : answers.removeFirst()
    }

    fileprivate func awaitEnd() {
        lock.lock()
        defer { lock.unlock() }
        while !isOver { lock.wait() }
    }
}

/// One connection.
private struct Talk {
    let web: Web
    let connection: Int32

    init(_ web: Web, _ connection: Int32) {
        (self.web, self.connection) = (web, connection)
    }

    func serve() {
        guard let seen = hear() else { return }
        web.saw(seen)
        switch seen.method {
        case "GET":
            say("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n: hello\n\n")
            web.streaming()
            web.awaitEnd()
        case "DELETE": say("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
        default: if let body = seen.body { answer(body) }
        }
    }

    private func hear() -> Web.Seen? {
        var data = Data()
        let gap = Data("\r\n\r\n".utf8)
        while true {
            if let head = data.range(of: gap) {
                let lines = String(decoding: data[..<head.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
                let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
                    guard let colon = line.firstIndex(of: ":") else { return nil }
                    let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
                    return (line[..<colon].lowercased(), value)
                }
                let headers = Dictionary(pairs) { first, _ in first }
                let length = Int(headers["content-length"] ?? "0") ?? 0
                if data.count - head.upperBound >= length {
                    let text = String(decoding: data[head.upperBound...], as: UTF8.self)
                    let method = String(lines[0].prefix { $0 != " " })
                    return Web.Seen(method: method, headers: headers, body: try? JSON.parse(text))
                }
            }
            var buffer = [UInt8](repeating: 0, count: 65_536)
            let count = recv(connection, &buffer, buffer.count, 0)
            if count <= 0 { return nil }
            data.append(contentsOf: buffer[..<count])
        }
    }

    private func say(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            #if canImport(Glibc)
                let flags = Int32(MSG_NOSIGNAL)
            #else
                let flags: Int32 = 0
            #endif
            let count = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
            if count <= 0 { return }
            bytes = bytes.dropFirst(count)
        }
    }

    private func plain(_ status: String, _ headers: String, _ body: String) {
        let length = body.utf8.count
        say("HTTP/1.1 \(status)\r\n\(headers)Content-Length: \(length)\r\nConnection: close\r\n\r\n\(body)")
    }

    private func result(_ id: String, _ result: String, _ headers: String = "") {
        let type = "Content-Type: application/json\r\n"
        plain("200 OK", headers + type, #"{"jsonrpc":"2.0","id":\#(id),"result":\#(result)}"#)
    }

    private func text(_ text: String) -> String {
        #"{"content":[{"type":"text","text":\#(JSON.string(text).write())}]}"#
    }

    private func answer(_ message: JSON) {
        guard let method = message["method"]?.string else {
            web.answered(message)
            return plain("202 Accepted", "", "")
        }
        guard let id = message["id"]?.write() else { return plain("202 Accepted", "", "") }
        switch method {
        case "server/discover":
            let error = #"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no session"}}"#
            plain("400 Bad Request", "Content-Type: application/json\r\n", error)
        case "initialize":
            let facts =
                #"{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"web","version":"1"}}"#
            result(id, facts, "Mcp-Session-Id: session-1\r\n")
        case "tools/call": tool(id, message["params"] ?? .null)
        default: result(id, "{}")
        }
    }

    private func tool(_ id: String, _ params: JSON) {
        let stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        let arguments = params["arguments"]
        switch params["name"]?.string {
        case "echo": result(id, text(arguments?["text"]?.string ?? ""))
        case "big": result(id, text(String(repeating: "x", count: arguments?["bytes"]?.int ?? 0)))
        case "busy": plain("503 Busy", "Content-Type: text/html\r\nRetry-After: 7\r\n", "<h1>Back soon</h1>")
        case "ask":
            let schema = #"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#
            let form = #"{"message":"Where to?","requestedSchema":\#(schema)}"#
            let asked = #"{"jsonrpc":"2.0","id":"e1","method":"elicitation/create","params":\#(form)}"#
            say("\(stream)data: \(asked)\n\n")
            guard let answer = web.answer() else { return }
            let told = text(answer["result"]?.write() ?? "")
            say(#"data: {"jsonrpc":"2.0","id":\#(id),"result":\#(told)}"# + "\n\n")
        case "notes":
            say(stream)
            for _ in 0..<(arguments?["count"]?.int ?? 0) {
                say(#"data: {"jsonrpc":"2.0","method":"notifications/of/mine"}"# + "\n\n")
            }
            say(#"data: {"jsonrpc":"2.0","id":\#(id),"result":\#(text("at last"))}"# + "\n\n")
        case "wait":
            web.beganToWait()
            web.awaitEnd()
        default: say(stream)
        }
    }
}
