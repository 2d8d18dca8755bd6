package mcpclient.agent

import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.runBlocking
import mcpclient.Answer
import mcpclient.Call
import mcpclient.CallSettings
import mcpclient.Client
import mcpclient.ClientOptions
import mcpclient.ClientState
import mcpclient.Http
import mcpclient.Input
import mcpclient.Json
import mcpclient.JsonObject
import mcpclient.McpException
import mcpclient.Offer
import mcpclient.OldSse
import mcpclient.Root
import mcpclient.RootList
import mcpclient.Runtime
import mcpclient.Stdio
import mcpclient.WatchFilter
import mcpclient.code

internal typealias Line = Map<String, Any?>

/** One line for whoever plays the other half. */
internal fun tell(vararg members: Pair<String, Any?>) {
    val line = Json.write(members.toMap().filterValues { it != null })
    synchronized(System.out) {
        println(line)
        System.out.flush()
    }
}

internal fun Line.text(name: String): String = this[name] as? String ?: throw Unable("no `$name`")

private fun Line.isSet(name: String) = this[name] == true
private fun Line.time(name: String) = (this[name] as Long?)?.milliseconds

/** JSON that comes as text goes out as it was written. */
private fun Line.json(name: String): JsonObject? = (this[name] as String?)?.let(::JsonObject)

private fun Line.roots(): List<Root>? = (this["roots"] as List<*>?)?.map {
    val root = it as Map<*, *>
    Root(root["uri"] as String, root["name"] as String?)
}

/** What the C ABI calls it when the client is over. */
private const val CLOSED = -10

/** And when it was not made for what is asked. */
private const val UNSUPPORTED = -15

/** Why the agent cannot do as it is told. */
internal class Unable(message: String) : Exception(message)

/** One client, and what it is told to do. */
private class Stage(open: Line) {
    private val host = Witness()
    private val runtime = Runtime()
    private val listed: RootList?
    private val client: Client

    init {
        try {
            listed = open.roots()?.let(::list)
            client = open(open)
        } catch (failure: Throwable) {
            runtime.close()
            throw failure
        }
    }

    private fun open(open: Line): Client {
        val url = open["endpoint"] as String?
        val server = when (url) {
            null -> Stdio(open.text("program"), (open["args"] as List<*>).map { "$it" }, grace = open.time("grace"))
            else -> Http(url, oldSse = OldSse.ONLY.takeIf { open.isSet("oldSse") })
        }
        val offering = Offer(
            form = open.isSet("form"),
            url = open.isSet("url"),
            sample = open.isSet("sample"),
            sampleTools = open.isSet("sampleTools"),
            sampleContext = open.isSet("sampleContext"),
            roots = open.isSet("askRoots"),
        )
        val options = ClientOptions(
            label = "puppet",
            programName = "transcripts",
            programVersion = "1",
            roots = listed,
            revisions = (open["revisions"] as List<*>?)?.map { "$it" },
            tasks = open.isSet("tasks"),
            stderrLines = false,
            times = ClientOptions.Times(
                connect = open.time("connect"),
                idle = open.time("timeout"),
                total = open.time("total"),
                input = open.time("inputTime"),
            ),
        )
        return runtime.open(server, host, offering, options)
    }

    /** The roots of transcripts are on nobody's disk. */
    private fun list(roots: List<Root>) = RootList().also {
        it.setChecked(false)
        it.replace(roots)
    }

    fun obey(command: Line): Unit = when (val what = command.text("do")) {
        "call" -> call(command)
        "cancel" -> host.call(command.text("call")).cancel(command["reason"] as String?)
        "resume" -> host.call(command.text("call")).resume()
        "answer" -> host.input(command["input"] as Long).answer(answer(command))
        "roots" -> replace(command.roots().orEmpty())
        "notify" -> client.notify(command.text("method"), command.json("params"))
        "watch" -> client.watch(filter(command["filter"] as Map<*, *>))
        "close" -> client.close()
        else -> throw Unable("cannot $what")
    }

    /** The list is the host's own and cannot refuse; whether a server follows it, its client says. */
    private fun replace(roots: List<Root>) {
        if (client.state is ClientState.Closed) throw McpException.Closed(CLOSED, "the client is closed", null)
        val listed = listed ?: throw McpException.Unsupported(UNSUPPORTED, "the client has no list")
        listed.replace(roots)
    }

    private fun call(command: Line) {
        val settings = CallSettings(
            timeout = command.time("timeout"),
            total = command.time("total"),
            progress = command.isSet("progress"),
            fresh = command.isSet("fresh"),
            retryLost = command.isSet("retryLost"),
        )
        host.started(command.text("call")) {
            client.start(command.text("method"), command.json("params"), settings, host::done)
        }
    }

    private fun answer(command: Line): Answer = when (val how = command.text("how")) {
        "accept" -> command.json("content")?.let(Answer::Content) ?: Answer.Accept
        "decline" -> Answer.Decline
        "cancel" -> Answer.Cancel
        "fail" -> Answer.Fail(command["code"] as Long, command.text("message"))
        "result" -> Answer.Result(JsonObject(command.text("result")))
        else -> throw Unable("cannot answer with $how")
    }

    private fun filter(filter: Map<*, *>) = WatchFilter(
        tools = filter["toolsListChanged"] == true,
        prompts = filter["promptsListChanged"] == true,
        resources = filter["resourcesListChanged"] == true,
        uris = (filter["resourceSubscriptions"] as List<*>?).orEmpty().map { "$it" },
    )

    /** Every callback has returned after it. */
    fun end() {
        host.letGo()
        client.close()
        runtime.close()
    }
}

/** Plays the host's half of transcripts: tests/transcripts/AGENTS.md says how. */
fun main() {
    var stage: Stage? = null
    for (line in generateSequence(::readlnOrNull)) {
        val reply: Any = try {
            val command = JsonObject(line)
            when (command["do"]) {
                "open" -> stage = Stage(command)
                "end" -> {
                    stage?.end()
                    stage = null
                }
                else -> (stage ?: throw Unable("no client")).obey(command)
            }
            0
        } catch (refused: McpException) {
            refused.code
        } catch (failure: Exception) {
            "$failure"
        }
        tell("reply" to reply)
    }
}
