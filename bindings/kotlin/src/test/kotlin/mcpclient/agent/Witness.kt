package mcpclient.agent

import kotlin.time.Duration
import mcpclient.Call
import mcpclient.CallResult
import mcpclient.Client
import mcpclient.ClientState
import mcpclient.ClosedReason
import mcpclient.Host
import mcpclient.Input
import mcpclient.JsonObject
import mcpclient.McpException
import mcpclient.RawJson
import mcpclient.WarningKind
import mcpclient.WatchFilter
import mcpclient.Withdrawn
import mcpclient.code
import mcpclient.httpFailure

/** Tells what it is told. */
internal class Witness : Host() {
    private val calls = HashMap<String, Call>()
    private val names = HashMap<ULong, String>()
    private val inputs = HashMap<ULong, Input>()

    /** Callbacks about a call wait until its name is known. */
    fun started(name: String, start: () -> Call): Unit = synchronized(this) {
        val call = start()
        calls[name] = call
        names[call.id] = name
    }

    fun call(name: String): Call = synchronized(this) { calls[name] } ?: throw Unable("no call $name")

    fun input(number: Long): Input =
        synchronized(this) { inputs[number.toULong()] } ?: throw Unable("no input $number")

    /** Inputs that nobody answered are turned away. */
    fun letGo() {
        val open = synchronized(this) { inputs.values.toList().also { inputs.clear(); calls.clear() } }
        for (input in open) {
            try {
                input.cancel()
            } catch (_: McpException.Gone) {
                // It was answered.
            }
        }
    }

    private fun name(call: Call) = synchronized(this) { names[call.id] }

    fun done(call: Call) {
        val name = name(call)
        try {
            val result: CallResult = checkNotNull(call.outcome())
            tell("event" to "done", "call" to name, "result" to result.value.json, "kept" to (result.age != null))
        } catch (failure: McpException) {
            tell(
                "event" to "done",
                "call" to name,
                "code" to failure.code,
                "http" to failure.httpFailure?.status?.toInt(),
                "error" to (failure as? McpException.Server)?.let(::error),
            )
        }
    }

    private fun error(failure: McpException.Server) = buildMap {
        put("code", failure.serverCode)
        put("message", failure.serverMessageRaw)
        failure.serverData?.let { put("data", RawJson(it)) }
    }

    override fun input(input: Input) {
        val calls = input.calls.map(::name)
        synchronized(this) { inputs[input.id] = input }
        val kind = when (input) {
            is Input.Form -> "form"
            is Input.Url -> "url"
            is Input.Sample -> "sample"
            is Input.Roots -> "roots"
        }
        val fields = (input as? Input.Form)?.form?.fields?.map { it.name }
        tell("event" to "input", "input" to input.id, "kind" to kind, "calls" to calls, "params" to input.params.json, "fields" to fields)
    }

    override fun inputClosed(client: Client, id: ULong, why: Withdrawn) {
        val word = when (why) {
            Withdrawn.BY_SERVER -> "server"
            Withdrawn.CALL_ENDED -> "call"
            Withdrawn.EXPIRED -> "expired"
            Withdrawn.CLOSED -> "closed"
        }
        tell("event" to "withdrawn", "input" to id, "why" to word)
    }

    override fun state(client: Client, state: ClientState) = when (state) {
        is ClientState.Connecting -> tell("event" to "restarting")
        is ClientState.Ready -> tell("event" to "ready")
        is ClientState.Suspended -> tell("event" to "suspended")
        is ClientState.Closed -> tell("event" to "closed", "reason" to word(state.reason))
    }

    private fun word(reason: ClosedReason?) = when (reason) {
        ClosedReason.HOST -> "host"
        ClosedReason.SERVER -> "server"
        ClosedReason.REVISION -> "revision"
        ClosedReason.REFUSED -> "refused"
        ClosedReason.TIMEOUT -> "timeout"
        ClosedReason.BROKEN_PROTOCOL -> "protocol"
        null -> "bug"
    }

    override fun visited(client: Client, id: ULong) = tell("event" to "visited", "input" to id)

    override fun progress(call: Call, params: JsonObject) =
        tell("event" to "progress", "call" to name(call), "params" to params.json)

    override fun paused(call: Call, time: Duration) = tell("event" to "pause", "call" to name(call))

    override fun task(call: Call, task: JsonObject) =
        tell("event" to "task", "call" to name(call), "state" to task.json)

    override fun watching(client: Client, filter: WatchFilter) {
        val granted = buildMap {
            if (filter.tools) put("toolsListChanged", true)
            if (filter.prompts) put("promptsListChanged", true)
            if (filter.resources) put("resourcesListChanged", true)
            if (filter.uris.isNotEmpty()) put("resourceSubscriptions", filter.uris)
        }
        tell("event" to "watching", "filter" to mcpclient.Json.write(granted))
    }

    override fun log(client: Client, params: JsonObject) = tell("event" to "log", "params" to params.json)

    override fun notification(client: Client, method: String, params: JsonObject?) =
        tell("event" to "notification", "method" to method, "params" to params?.json)

    override fun warning(client: Client, kind: WarningKind, detail: String) {
        val word = if (kind == WarningKind.MALFORMED) "invalid-message" else kind.name.lowercase().replace('_', '-')
        tell("event" to "warning", "kind" to word)
    }
}
