/// What a host says to an input.
public enum Answer: Sendable {
    /// Yes: to a form as it is filled in (ELI-30), or to a visit (ELI-35).
    case accept
    /// Yes to a form, with the whole of its content in place of what was filled in.
    case content(JSON)
    /// The user says no (ELI-31); a sample or the roots are refused.
    case decline
    /// The user turned away without a choice (ELI-32); a sample or the roots are refused.
    case cancel
    /// The host could not: a JSON-RPC error for the server.
    case fail(code: Int64, message: String)
    /// What a model said (SAM-09), and the name of the model that was really used. The reason to stop is `endTurn`,
    /// `stopSequence`, `maxTokens` or another word (SAM-10).
    case sample(model: String, text: String, stopReason: String? = nil)
    /// What a model said in blocks (SAM-05), and the name of the model that was really used: one block is sent as it
    /// is, several as a list, which not every server knows.
    case blocks(model: String, [AnswerBlock], stopReason: String? = nil)
    /// The folders that matter (ROO-02).
    case roots([Root])
    /// A JSON-RPC result for a sample or the roots, verbatim once its shape is checked.
    case result(JSON)
    /// At a checkpoint: as it is shown, or a request as its draft was changed (SAM-34).
    case approve
    /// At a checkpoint: other parameters of the request, or another result, in place of what is shown.
    case approveWith(JSON)
    /// The input was answered by its own functions.
    case given
}
