package mcpclient

/** A block of what a model answers. Whether it fits the request is said when the answer is given. */
sealed interface AnswerBlock {
    /** Text. */
    data class Text(val text: String) : AnswerBlock

    /** A picture: base64, and its media type, such as `image/png` (SAM-46). */
    data class Image(val data: String, val mimeType: String) : AnswerBlock

    /** Sound, where the revision has it: base64, and its media type, such as `audio/wav` (SAM-05). */
    data class Audio(val data: String, val mimeType: String) : AnswerBlock

    /**
     * The model wants one of the server's tools called (SAM-21, SAM-22).
     *
     * @param id new in this answer.
     */
    data class ToolUse(val id: String, val name: String, val arguments: Map<String, Any?> = emptyMap()) : AnswerBlock

    /** A block that is made already: sent verbatim, `_meta` included (SAM-26). */
    data class Made(val block: Map<String, Any?>) : AnswerBlock
}

internal fun AnswerBlock.raw(): RawBlock = when (this) {
    is AnswerBlock.Text -> RawBlock.Text(text)
    is AnswerBlock.Image -> RawBlock.Image(data, mimeType)
    is AnswerBlock.Audio -> RawBlock.Audio(data, mimeType)
    is AnswerBlock.ToolUse -> RawBlock.ToolUse(id, name, Json.write(arguments))
    is AnswerBlock.Made -> RawBlock.Made(Json.write(block))
}
