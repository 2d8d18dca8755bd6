package mcpclient

import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds

/** The good end of a call. A tool that reports an error of its own is one: see [isError]. */
class CallResult internal constructor(private val raw: RawResult, private val call: RawCall) {
    /** The JSON-RPC result; of a listing, all its pages in one. */
    val value = JsonObject(raw.result)

    /** Items of a listing that are not as the protocol wants them, and are not in [value]. */
    val setAside: List<SetAside> get() = raw.setAside

    /** How old the result is, if it was kept from an earlier call. */
    val age: Duration? get() = raw.ageMs?.toLong()?.milliseconds

    /**
     * Where a tool's structured output stands against the schema that the tool was listed with (TOL-16). Looked at
     * when this is first asked, on this thread; the result is there in any case.
     */
    val output: Output get() = call.output()

    /** Whether a tool says that it failed: its content tells why. */
    val isError: Boolean get() = value["isError"] == true

    /** The blocks of a tool's content. */
    val content: List<Map<*, *>>
        get() = (value["content"] as? List<*>).orEmpty().filterIsInstance<Map<*, *>>()

    /** The text of all text blocks, with a line feed between two. Verbatim: for a model; [display] makes it safe to show. */
    val text: String
        get() = content.filter { it["type"] == "text" }.mapNotNull { it["text"] as? String }.joinToString("\n")

    /** What a tool gives beside its content, for programs. */
    val structuredContent: Any? get() = value["structuredContent"]

    override fun toString() = value.json
}
