/// The host: the application that embeds the library. (Foundation has a `Host` of its own.) Every function is optional; what is declared to servers is said by
/// `offering` when a client is opened. One host may serve several clients.
///
/// Asynchronous functions run in tasks of the client, which are cancelled when their answer is no longer wanted. All
/// others are called one at a time per client and in order, on a thread of the library or inside `Runtime.pump`: a
/// slow one delays what comes after it. What a function throws goes to `failed`, and costs nothing else: of an input
/// that this leaves unanswered the server is told that the host failed. So it is where something is offered, or to be
/// approved, and its function is not there.
public protocol MCPHost: Sendable {
    /// The server asks the user: a form, or a visit.
    func elicit(_ ask: Elicitation) async throws -> Answer

    /// The server asks the host's model, which a user should approve (SAM-28).
    func sample(_ ask: Input.Sample) async throws -> Answer

    /// The server asks for the folders that matter.
    func roots(_ ask: Input.Roots) async throws -> Answer

    /// An input stands at a checkpoint: `Input.checkpoint` says which, and `ClientOptions.review` that it stops there. A
    /// sample comes here with its request, then to `sample`, then here again with its result; the three inputs have the
    /// same number, and each is one of its own. Without an approval the server is turned away.
    func approve(_ ask: Input) async throws -> Answer

    /// An input stands at a checkpoint. As it is, `approve` is asked; overriding is as for `input`.
    func confirm(_ input: Input)

    /// The server wants something. As it is, one of the functions above is asked. A host that carries inputs into its
    /// own dialogs overrides it, and answers by the input's own functions.
    func input(_ input: Input)

    /// An input is gone without the host's answer: take its dialog away (CAN-06).
    func inputClosed(_ client: Client, _ id: UInt64, _ why: Withdrawn)

    /// The server says that a URL visit is finished, to which the host had agreed (URL-10).
    func visited(_ client: Client, _ id: UInt64)

    /// The client's state has changed. Closed is its last callback.
    func state(_ client: Client, _ state: ClientState)

    /// A call reports progress: `progress`, and perhaps `total` and `message` (PRG-03).
    func progress(_ call: Call, _ params: JSON)

    /// The server asked for patience, not for input: the call is sent again after this time.
    func paused(_ call: Call, _ time: Duration)

    /// A call became a task, or its task changed; the task's id in it is a secret (TSX-14, TSX-15).
    func task(_ call: Call, _ task: JSON)

    /// What the server agreed to tell of what `Client.watch` asked for (SUB-06).
    func watching(_ client: Client, _ filter: WatchFilter)

    /// The server logs: `level`, `data`, and perhaps `logger` (LOG-03).
    func log(_ client: Client, _ params: JSON)

    /// Any other notification: a list changed, a resource was updated.
    func notification(_ client: Client, _ method: String, _ params: JSON?)

    /// A line of the server's stderr, made safe to show. Never a sign of failure by itself (STD-06).
    func stderr(_ client: Client, _ line: String)

    /// The server did something that it should not have; nothing was lost but what `detail` names.
    func warning(_ client: Client, _ kind: WarningKind, _ detail: String)

    /// One of the functions of this host threw, or gave an answer that does not fit. Where it was a part of a transport,
    /// a `Lane` or an `Exchanger`, this comes on a thread of its own, outside `Runtime.pump`, and perhaps while another
    /// function runs.
    func failed(_ client: Client, _ failure: any Error)
}

extension MCPHost {
    public func elicit(_ ask: Elicitation) async throws -> Answer { throw missing("elicit") }

    public func sample(_ ask: Input.Sample) async throws -> Answer { throw missing("sample") }

    public func roots(_ ask: Input.Roots) async throws -> Answer { throw missing("roots") }

    public func approve(_ ask: Input) async throws -> Answer { throw missing("approve") }

    public func confirm(_ input: Input) {
        input.answer(self) { try await self.approve(input) }
    }

    public func input(_ input: Input) {
        input.answer(self) {
            switch input {
            case let form as Input.Form: try await self.elicit(.form(form))
            case let url as Input.Url: try await self.elicit(.url(url))
            case let sample as Input.Sample: try await self.sample(sample)
            case let roots as Input.Roots: try await self.roots(roots)
            default: .cancel
            }
        }
    }

    public func inputClosed(_ client: Client, _ id: UInt64, _ why: Withdrawn) {}

    public func visited(_ client: Client, _ id: UInt64) {}

    public func state(_ client: Client, _ state: ClientState) {}

    public func progress(_ call: Call, _ params: JSON) {}

    public func paused(_ call: Call, _ time: Duration) {}

    public func task(_ call: Call, _ task: JSON) {}

    public func watching(_ client: Client, _ filter: WatchFilter) {}

    public func log(_ client: Client, _ params: JSON) {}

    public func notification(_ client: Client, _ method: String, _ params: JSON?) {}

    public func stderr(_ client: Client, _ line: String) {}

    public func warning(_ client: Client, _ kind: WarningKind, _ detail: String) {}

    public func failed(_ client: Client, _ failure: any Error) {}
}

/// A person who was never asked has not said no. The code is the library's.
private func missing(_ name: String) -> McpError {
    .Unsupported(code: -15, detail: "the host has no function \(name), which its options promise")
}

/// A host that offers nothing, and listens to nothing.
public struct SilentHost: MCPHost {
    public init() {}
}
