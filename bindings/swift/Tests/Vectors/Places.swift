import Foundation
import MCPClient

private func style(_ vector: Vector) -> PathStyle {
    vector.group["style"] == "windows" ? .windows : .posix
}

private func unlessRefused<T>(_ make: () throws -> T) throws -> T? {
    do {
        return try make()
    } catch McpError.Root {
        return nil
    }
}

private func fromHex(_ digits: String) -> Data {
    let digits = Array(digits.utf8)
    let byte = { (at: Int) in UInt8(String(decoding: digits[at..<at + 2], as: UTF8.self), radix: 16) ?? 0 }
    return Data(stride(from: 0, to: digits.count, by: 2).map(byte))
}

private func array(_ data: Data?) -> JSON? {
    data.map { .array($0.map { JSON($0) }) }
}

// proves: ROO-04, ROO-12
/// A path to its URI, or a URI to its path.
@Sendable func runPath(_ vector: Vector) throws {
    let item = vector.item
    let bytes = { (name: String) in item[name]?.string.map(fromHex) }
    if let path = item["fromPath"]?.string.map({ Data($0.utf8) }) ?? bytes("fromPathBytes") {
        let uri = try unlessRefused { try pathToUri(path: path, style: style(vector)) }
        return try same("uri", uri.map(JSON.string) ?? .null, item["uri"])
    }
    let path = try unlessRefused { try uriToPath(uri: text(item, "fromUri"), style: style(vector)) }
    if let wanted = bytes("pathBytes") { return try same("path", array(path), array(wanted)) }
    // A path that is no text has no place in this vector.
    let readable = path.flatMap { String(data: $0, encoding: .utf8) == nil ? nil : $0 }
    try same("path", array(readable), array(item["path"]?.string.map { Data($0.utf8) }))
}

// proves: ROO-20
/// Whether a place lies inside a root.
@Sendable func runContainment(_ vector: Vector) throws {
    let inside = isInside(
        root: text(vector.item, "root"), candidate: text(vector.item, "candidate"), style: style(vector))
    try same("inside", .bool(inside), vector.item["inside"])
}

// proves: ROO-02, ROO-03
/// What may be offered.
@Sendable func runRoot(_ vector: Vector) throws {
    let item = vector.item
    if let result = item["result"]?.string {
        let accepted: Void? = try unlessRefused { try checkRoots(result: result) }
        return try same("accepted", .bool(accepted != nil), item["accepted"])
    }
    let (list, uri) = (RootList(), text(item, "uri"))
    let accepted: Void? = try unlessRefused { try list.addUri(uri: uri) }
    if accepted != nil { try same("uri", .array(list.roots().map { .string($0.uri) }), [.string(uri)]) }
    guard let other = item["other"]?.string else {
        return try same("accepted", .bool(accepted != nil), item["accepted"])
    }
    try list.addUri(uri: other)
    try same("same", .bool(list.roots().count == 1), item["same"])
}

// proves: URL-02, URL-04, URL-06, URL-07, URL-08
/// What a dialog shows of a URL.
@Sendable func runUrl(_ vector: Vector) throws {
    let item = vector.item
    let params: JSON = ["mode": "url", "message": "?", "elicitationId": "e", "url": item["url"] ?? .null]
    do {
        let input = try Input.rehearse(
            revision: vector.revision, method: "elicitation/create", params: params,
            serverHost: vector.group["own"]?.string)
        guard let ask = input as? Input.Url else { throw Differs(what: "no visit") }
        try same("refused", nil, item["refused"])
        try same("url", .string(ask.urlRaw), item["url"])
        try same("canonical", .string(ask.canonical), item["canonical"] ?? item["url"])
        try same("host", .string(ask.host), item["host"])
        try same("wire", .string(ask.hostRaw), item["wire"] ?? .string(ask.hostRaw))
        try same("domain", ask.domain.map(JSON.string), item["domain"])
        try same("hazards", .array(ask.urlHazards.map { .string(word("\($0)")) }), item["hazards"] ?? [])
    } catch McpError.Refused {
        try same("refused", true, item["refused"])
    }
}

/// `plainHttp` as the vectors write it: `plain-http`.
func word(_ name: String) -> String {
    name.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : "\($1)" }
}
