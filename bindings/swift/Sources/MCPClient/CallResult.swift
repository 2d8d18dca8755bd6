/// The good end of a call. A tool that reports an error of its own is one: see `isError`.
public struct CallResult: Sendable {
    private let raw: RawResult
    private let call: RawCall

    init(_ raw: RawResult, _ call: RawCall) {
        (self.raw, self.call) = (raw, call)
    }

    /// The JSON-RPC result, verbatim; of a listing, all its pages in one.
    public var json: String { raw.result }

    /// The same, taken apart anew each time.
    public var value: JSON { (try? JSON.parse(json)) ?? .null }

    /// Items of a listing that are not as the protocol wants them, and are not in the result.
    public var setAside: [SetAside] { raw.setAside }

    /// How old the result is, if it was kept from an earlier call.
    public var age: Duration? { raw.ageMs.map { .milliseconds($0) } }

    /// Where a tool's structured output stands against the schema that the tool was listed with (TOL-16). Looked at
    /// when this is first asked, on this thread; the result is there in any case.
    public var output: Output { call.output() }

    /// Whether a tool says that it failed: its content tells why.
    public var isError: Bool { value["isError"]?.bool == true }

    /// The blocks of a tool's content.
    public var content: [JSON] { value["content"]?.items ?? [] }

    /// The text of all text blocks, with a line feed between two. Verbatim: for a model; `display` makes it safe
    /// to show.
    public var text: String {
        content.filter { $0["type"] == "text" }.compactMap { $0["text"]?.string }.joined(separator: "\n")
    }

    /// What a tool gives beside its content, for programs.
    public var structuredContent: JSON? { value["structuredContent"] }
}
