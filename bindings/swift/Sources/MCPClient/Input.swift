/// What a server asks of the user.
public enum Elicitation: Sendable {
    case form(Input.Form)
    case url(Input.Url)

    /// The input, whichever it is.
    public var input: Input {
        switch self {
        case .form(let form): form
        case .url(let url): url
        }
    }
}

/// One thing that a server wants: answered at most once, from any thread, now or hours later. One that is let go of
/// unanswered turns the server away. It is an `Input.Form`, `Input.Url`, `Input.Sample` or `Input.Roots`.
///
/// Each answer throws `McpError.Gone` when it comes too late, and `InvalidArg` when it is none for this kind. One that
/// does not fit (`Form`, `Sample`, `Root`, `BadJson`) is not sent, and leaves the input open.
// Nothing of it changes; only the library's own classes inherit from it.
public class Input: @unchecked Sendable {
    /// The client whose server asks. A rehearsal has none.
    public let client: Client?
    /// Its number, which `MCPHost.inputClosed` names; unique for its client.
    public let id: UInt64

    fileprivate let raw: RawInput

    fileprivate init(_ client: Client?, _ raw: RawInput) {
        (self.client, self.raw, id) = (client, raw, raw.id())
    }

    /// Who asks: the host's own name for the server, to be shown clearly (ELI-39); empty for a rehearsal.
    public var server: String { client?.label ?? "" }

    /// All that the server sent, as JSON text.
    public var params: String { raw.params() }

    /// Which round of its call's questions it belongs to, from 1; 0 where there are no rounds.
    public var round: Int { Int(raw.round()) }

    /// Whether saying no ends the call, as the wire has no way to tell the server (MRT-15).
    public var refusalEndsCall: Bool { raw.refusalEndsCall() }

    /// What a dialog should warn of, in order of appearance (ELI-46, ELI-47).
    public var hazards: [Hazard] { raw.hazards() }

    /// The calls that may have caused it and are still running, oldest first.
    public var calls: [Call] {
        guard let client else { return [] }
        return raw.calls().map { Call(client, $0) }
    }

    /// The checkpoint at which it stands; nothing if it waits for its answer.
    public var checkpoint: Checkpoint? { raw.checkpoint() }

    /// At the checkpoint of a result: what the server will be sent if it is approved, to the letter (SAM-33), as JSON
    /// text.
    public var result: String? { raw.result() }

    /// Approves at a checkpoint: a request as it was changed, a result as it is shown. Throws `McpError.Sample` where the
    /// request was changed into one that the server does not allow.
    public func approve() throws { try raw.approve() }

    /// Approves at a checkpoint, with other parameters or another result in place of what is shown.
    public func approve(with changed: JSON) throws { try raw.approveWith(changed: changed.write()) }

    /// Whether an answer would still count.
    public var isOpen: Bool { raw.isOpen() }

    /// The user says no (ELI-31); a sample or the roots are refused. The reason is never sent.
    public func decline(reason: String? = nil) throws { try raw.decline(reason: reason) }

    /// The user turned away without a choice (ELI-32); a sample or the roots are refused.
    public func cancel() throws { try raw.cancel() }

    /// The host could not: a JSON-RPC error for the server.
    public func fail(code: Int64, message: String) throws { try raw.fail(code: code, message: message) }

    /// Ends the whole operation (ELI-38): turns the server away, and cancels every call that may be meant.
    public func abortCall(reason: String? = nil) throws { try raw.abortCall(reason: reason) }

    /// What the server would have been told, once a rehearsal is answered: `result` or `error`, as JSON text.
    /// Nothing before that, if there is nothing to tell, and for real inputs.
    public var rehearsed: String? { raw.rehearsed() }

    /// Gives an answer.
    public func answer(_ answer: Answer) throws {
        switch answer {
        case .accept: try raw.accept()
        case .content(let content): try raw.acceptContent(content: content.write())
        case .decline: try raw.decline(reason: nil)
        case .cancel: try raw.cancel()
        case .fail(let code, let message): try raw.fail(code: code, message: message)
        case .sample(let model, let text, let stopReason):
            try raw.answerSampleText(model: model, text: text, stopReason: stopReason)
        case .blocks(let model, let blocks, let stopReason):
            try raw.answerSample(model: model, blocks: blocks.map(\.raw), stopReason: stopReason)
        case .roots(let roots): try raw.answerRoots(roots: roots)
        case .result(let result): try raw.answerResult(result: result.write())
        case .approve: try raw.approve()
        case .approveWith(let changed): try raw.approveWith(changed: changed.write())
        case .given: break
        }
    }

    /// Runs `ask` in a task, and gives the answer that it returns. The task is cancelled when the input is no longer
    /// wanted. What it throws, and an answer that does not fit, go to `MCPHost.failed`, and the server is told that the
    /// host failed.
    @discardableResult
    public func answer(_ host: any MCPHost, _ ask: @escaping @Sendable () async throws -> Answer) -> Task<Void, Never> {
        let task = Task {
            do {
                try self.answer(await ask())
            } catch McpError.Gone {
                // Nobody waits for it any more.
            } catch is CancellationError {
                try? self.cancel()
            } catch {
                // Nobody has said no. The code is JSON-RPC's for an internal error.
                try? self.fail(code: -32603, message: "the host failed")
                if let client = self.client { host.failed(client, error) }
            }
            self.client?.asked.with { $0[self.id] = nil }
        }
        client?.asked(self, task)
        return task
    }

    /// An input that no server sent, to try out and test dialogs: read and answered under the same checks, with no
    /// client, no calls, and nothing on any wire. Everything is offered; of sampling, `offering` says which features.
    /// `serverHost` is the asking server's own host, where it has one.
    /// Throws `McpError.Refused` where the library refuses such a request on the host's behalf.
    public static func rehearse(
        revision: String,
        method: String,
        params: JSON,
        offering: Offer = Offer(),
        serverHost: String? = nil
    ) throws -> Input {
        let raw = try RawInput.rehearse(
            revisionName: revision, method: method, params: params.write(), offer: offering, serverHost: serverHost)
        return of(nil, raw)
    }

    static func of(_ client: Client?, _ raw: RawInput) -> Input {
        switch raw.wants() {
        case .form(let message, let messageRaw):
            Form(client, raw, message, messageRaw)
        case .url(let message, let messageRaw, let url, let urlRaw, let canonical, let host, let hostRaw, let domain, let hazards, let id):
            Url(
                client, raw,
                Url.Facts(
                    message: message, messageRaw: messageRaw, url: url, urlRaw: urlRaw, canonical: canonical,
                    host: host, hostRaw: hostRaw, domain: domain, urlHazards: hazards, elicitationId: id))
        case .sample(let request): Sample(client, raw, request)
        case .roots: Roots(client, raw)
        }
    }
}

extension Input {
    /// A form for the user. Texts are made safe to show unless they are called raw (ELI-49).
    public final class Form: Input, @unchecked Sendable {
        /// Why, in the server's words.
        public let message: String
        /// Why, in the server's very words: not safe to show.
        public let messageRaw: String
        /// What to fill in: `accept` sends what is filled in there.
        public let form: MCPClient.Form

        fileprivate init(_ client: Client?, _ raw: RawInput, _ message: String, _ messageRaw: String) {
            guard let form = raw.form() else { preconditionFailure("a form has a form") }
            (self.message, self.messageRaw, self.form) = (message, messageRaw, MCPClient.Form(form))
            super.init(client, raw)
        }

        /// Accepts the form as it is filled in (ELI-30), defaults included (ELI-24). Throws `McpError.Form` with every
        /// field that is wrong; then nothing was sent.
        public func accept() throws { try raw.accept() }

        /// Accepts with the whole of its content, in place of what was filled in.
        public func accept(_ content: JSON) throws { try raw.acceptContent(content: content.write()) }
    }

    /// A visit to a URL. The library never opens it (ELI-35).
    @dynamicMemberLookup
    public final class Url: Input, @unchecked Sendable {
        /// What is known of the visit.
        public struct Facts: Sendable {
            /// Why, in the server's words, made safe to show.
            public let message: String
            /// Why, in the server's very words: not safe to show.
            public let messageRaw: String
            /// Where to, whole, made safe to show: show it before anything is opened.
            public let url: String
            /// Where to, as the server wrote it: to be opened, not shown.
            public let urlRaw: String
            /// Where to, as browsers read it.
            public let canonical: String
            /// The host as people read it, which a dialog names plainly (URL-04).
            public let host: String
            /// The host as it goes over the wire.
            public let hostRaw: String
            /// The end of the host that somebody had to register, which should stand out (URL-06).
            public let domain: String?
            /// What to be careful about in the URL (URL-07).
            public let urlHazards: [UrlHazard]
            /// The server's name for this visit, where the revision has one.
            public let elicitationId: String?
        }

        /// What is known of the visit; `visit.url` is `visit.facts.url`.
        public let facts: Facts

        fileprivate init(_ client: Client?, _ raw: RawInput, _ facts: Facts) {
            self.facts = facts
            super.init(client, raw)
        }

        public subscript<Value>(dynamicMember fact: KeyPath<Facts, Value>) -> Value { facts[keyPath: fact] }

        /// The user agrees to go there, and has not arrived yet.
        public func accept() throws { try raw.accept() }
    }

    /// A completion by the host's model, which a user should approve (SAM-28).
    public final class Sample: Input, @unchecked Sendable {
        /// What the server asks the model.
        public let request: SampleRequest
        /// At the checkpoint of a request: the request as it will go to the model, to be changed (SAM-31).
        public let draft: SampleDraft?

        fileprivate init(_ client: Client?, _ raw: RawInput, _ request: SampleRequest) {
            self.request = request
            draft = raw.sampleDraft().map(SampleDraft.init)
            super.init(client, raw)
        }

        /// At the checkpoint of a result: `result` taken apart, for a last look.
        public var sampleResult: SampleResult? { raw.sampleResult() }

        /// Which of the host's models fits, and why: by the server's hints in order, then by its priorities (SAM-11,
        /// SAM-12). Nothing for an empty catalogue. Advice: the host may use another.
        public func chooseModel(_ catalogue: [Model]) -> ModelChoice? { raw.chooseModel(catalogue: catalogue) }

        /// Answers with the text that a model gave (SAM-09).
        public func answer(model: String, text: String, stopReason: String? = nil) throws {
            try raw.answerSampleText(model: model, text: text, stopReason: stopReason)
        }

        /// Answers with blocks of content: one is sent as it is, several as a list, which not every server knows
        /// (SAM-05, SAM-06).
        public func answer(model: String, blocks: [AnswerBlock], stopReason: String? = nil) throws {
            try raw.answerSample(model: model, blocks: blocks.map(\.raw), stopReason: stopReason)
        }

        /// Answers with a JSON-RPC result, verbatim once its shape is checked.
        public func answerResult(_ result: JSON) throws { try raw.answerResult(result: result.write()) }
    }

    /// The list of roots.
    public final class Roots: Input, @unchecked Sendable {
        /// Answers with these folders and files (ROO-02).
        public func answer(roots: [Root]) throws { try raw.answerRoots(roots: roots) }

        /// Answers with a JSON-RPC result, verbatim once its shape is checked.
        public func answerResult(_ result: JSON) throws { try raw.answerResult(result: result.write()) }
    }
}
