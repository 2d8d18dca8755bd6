package mcpclient

/** What a host says to an input. */
sealed interface Answer {
    /** Yes: to a form as it is filled in (ELI-30), or to a visit (ELI-35). */
    data object Accept : Answer

    /** Yes to a form, with the whole of its content in place of what was filled in. */
    data class Content(val content: Map<String, Any?>) : Answer

    /** The user says no (ELI-31); a sample or the roots are refused. */
    data object Decline : Answer

    /** The user turned away without a choice (ELI-32); a sample or the roots are refused. */
    data object Cancel : Answer

    /** The host could not: a JSON-RPC error for the server. */
    data class Fail(val code: Long, val message: String) : Answer

    /**
     * What a model said (SAM-09).
     *
     * @param model the name of the model that was really used.
     * @param stopReason `endTurn`, `stopSequence`, `maxTokens` or another word (SAM-10).
     */
    data class Sample(val model: String, val text: String, val stopReason: String? = null) : Answer

    /**
     * What a model said in blocks (SAM-05): one is sent as it is, several as a list, which not every server knows.
     *
     * @param model the name of the model that was really used.
     */
    data class Blocks(val model: String, val blocks: List<AnswerBlock>, val stopReason: String? = null) : Answer

    /** The folders that matter (ROO-02). */
    data class Roots(val roots: List<Root>) : Answer

    /** A JSON-RPC result for a sample or the roots, verbatim once its shape is checked. */
    data class Result(val result: Map<String, Any?>) : Answer

    /** At a checkpoint: as it is shown, or a request as its draft was changed (SAM-34). */
    data object Approve : Answer

    /** At a checkpoint: other parameters of the request, or another result, in place of what is shown. */
    data class ApproveWith(val changed: Map<String, Any?>) : Answer

    /** The input was answered by its own functions. */
    data object Given : Answer
}
