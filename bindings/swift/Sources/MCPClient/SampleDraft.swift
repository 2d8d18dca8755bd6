/// A sampling request at its checkpoint, as it will go to the model. It may be used from any thread.
public final class SampleDraft: Sendable {
    private let raw: RawSampleDraft

    init(_ raw: RawSampleDraft) {
        self.raw = raw
    }

    /// The parameters as they are now, as JSON text.
    public var params: String { raw.params() }

    /// Whether they differ from what the server asked.
    public var isChanged: Bool { raw.isChanged() }

    /// Takes all changes back.
    public func reset() throws { try raw.reset() }

    /// Puts other parameters in place of all.
    public func replace(_ params: JSON) throws { try raw.setParams(params: params.write()) }

    /// Another system prompt, or none (SAM-15).
    public func systemPrompt(_ prompt: String?) throws { try raw.setSystemPrompt(prompt: prompt) }

    /// Fewer tokens; more than the server allows will not be approved (SAM-17).
    public func maxTokens(_ tokens: UInt64) throws { try raw.setMaxTokens(tokens: tokens) }

    /// The model that was agreed on: it becomes the only hint, which any choice then follows.
    public func model(_ name: String) throws { try raw.setModel(name: name) }

    /// Writes the text of a text block anew.
    public func text(_ message: Int, _ block: Int, _ text: String) throws {
        try raw.setText(message: UInt32(count: message), block: UInt32(count: block), text: text)
    }

    /// Adds a message of one text at the end.
    public func add(_ role: Role, _ text: String) throws { try raw.addMessage(role: role, text: text) }

    /// Takes a message out.
    public func remove(_ message: Int) throws { try raw.removeMessage(message: UInt32(count: message)) }
}
