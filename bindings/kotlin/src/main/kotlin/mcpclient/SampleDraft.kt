package mcpclient

/** A sampling request at its checkpoint, as it will go to the model. It may be used from any thread. */
class SampleDraft internal constructor(private val raw: RawSampleDraft) {
    /** The parameters as they are now. */
    val params: JsonObject get() = JsonObject(raw.params())

    /** Whether they differ from what the server asked. */
    val isChanged: Boolean get() = raw.isChanged()

    /** Takes all changes back. */
    fun reset() = raw.reset()

    /** Puts other parameters in place of all. */
    fun replace(params: Map<String, Any?>) = raw.setParams(Json.write(params))

    /** Another system prompt, or none (SAM-15). */
    fun systemPrompt(prompt: String?) = raw.setSystemPrompt(prompt)

    /** Fewer tokens; more than the server allows will not be approved (SAM-17). */
    fun maxTokens(tokens: Long) = raw.setMaxTokens(tokens.unsigned())

    /** The model that was agreed on: it becomes the only hint, which any choice then follows. */
    fun model(name: String) = raw.setModel(name)

    /** Writes the text of a text block anew. */
    fun text(message: Int, block: Int, text: String) = raw.setText(message.unsigned(), block.unsigned(), text)

    /** Adds a message of one text at the end. */
    fun add(role: Role, text: String) = raw.addMessage(role, text)

    /** Takes a message out. */
    fun remove(message: Int) = raw.removeMessage(message.unsigned())
}
