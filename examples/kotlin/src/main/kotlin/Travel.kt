// A terminal host: it runs a server, calls some of its tools, and lets you answer what they ask.
//
//     cargo xtask demo --language kotlin
//
// The server is examples/servers/travel. With --yes everything is answered as somebody might.

import java.io.File
import java.nio.file.Path
import kotlin.system.exitProcess
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.sync.Mutex
import kotlinx.coroutines.sync.withLock
import mcpclient.Answer
import mcpclient.Block
import mcpclient.ClientOptions
import mcpclient.Elicitation
import mcpclient.Era
import mcpclient.Field
import mcpclient.FieldKind
import mcpclient.Host
import mcpclient.Input
import mcpclient.Json
import mcpclient.Offer
import mcpclient.Root
import mcpclient.Stdio
import mcpclient.connect
import mcpclient.display
import mcpclient.rootOfPath

class Terminal(
    private val alone: Boolean,
    private val folders: List<Root>,
    private val record: (Map<String, Any?>) -> Unit,
) : Host() {
    /** One conversation at a time. */
    private val turn = Mutex()

    override suspend fun elicit(ask: Elicitation): Answer = turn.withLock {
        val answer = when (ask) {
            is Input.Form -> fillIn(ask)
            is Input.Url -> visit(ask)
        }
        record(mapOf("answer" to told(ask, answer)))
        answer
    }

    private fun fillIn(ask: Input.Form): Answer {
        println("\n${ask.server} asks you to fill in a form:\n${ask.message.prependIndent("   ")}")
        for (field in ask.form.fields.filter { it.answerable }) {
            while (true) {
                val wrong = ask.form.type(field, line(question(field)) { example(field) }) ?: break
                println("   ${wrong.message}")
            }
        }
        println("   This is what ${ask.server} will be sent: ${ask.form.preview().json}")
        return if (line("Send it?") { "yes" } == "yes") Answer.Accept else Answer.Decline
    }

    private fun visit(ask: Input.Url): Answer {
        println("\n${ask.server} asks you to visit ${ask.host}:\n   ${ask.url}\n${ask.message.prependIndent("   ")}")
        return if (line("Do you want to go there?") { "no" } == "yes") Answer.Accept else Answer.Decline
    }

    private fun told(ask: Elicitation, answer: Answer): Map<String, Any?> = when {
        answer != Answer.Accept -> mapOf("action" to "decline")
        ask is Input.Form -> mapOf("action" to "accept", "content" to ask.form.preview())
        else -> mapOf("action" to "accept")
    }

    override suspend fun sample(ask: Input.Sample): Answer = turn.withLock {
        val prompt = ask.request.messages.flatMap { it.blocks }.filterIsInstance<Block.Text>()
        println("\n${ask.server} asks your model:")
        prompt.forEach { println(it.text.prependIndent("   ")) }
        val chosen = cheapest(prompt.joinToString("\n") { it.textRaw })
        println("   The model says: $chosen")
        if (line("Send it?") { "yes" } != "yes") {
            // In the newer era there is no telling a server that a sample was refused: its call ends instead.
            record(if (ask.refusalEndsCall) mapOf("stopped" to true) else mapOf("refused" to "sampling/createMessage"))
            return Answer.Decline
        }
        val content = mapOf("type" to "text", "text" to chosen)
        record(mapOf("sample" to mapOf("role" to "assistant", "content" to content, "model" to "rule")))
        Answer.Sample("rule", chosen)
    }

    override suspend fun roots(ask: Input.Roots): Answer {
        record(mapOf("roots" to folders.map { mapOf("uri" to it.uri, "name" to it.name) }))
        return Answer.Roots(folders)
    }

    /** Stands in for a model: the cheapest nonstop flight among lines as the server writes them. */
    private fun cheapest(prompt: String): String =
        prompt.lines().filter { ", nonstop, $" in it }.minByOrNull { it.substringAfterLast('$').toInt() }
            ?: "There are no flights to choose from."

    private fun question(field: Field): String {
        val choices = when (val kind = field.kind) {
            is FieldKind.OneOf -> kind.choices.joinToString(", ", ": ") { it.label }
            is FieldKind.SomeOf -> kind.choices.joinToString(", ", ": some of ") { it.label }
            is FieldKind.YesNo -> ": yes or no"
            else -> ""
        }
        return "${field.label}$choices${if (field.required) "" else " (may be left out)"}"
    }

    private fun example(field: Field): String = when (val kind = field.kind) {
        is FieldKind.YesNo -> "yes"
        is FieldKind.OneOf -> kind.choices.first().label
        is FieldKind.SomeOf -> kind.choices.first().label
        is FieldKind.Number, is FieldKind.Integer -> "2"
        is FieldKind.Text -> mapOf("email" to "ada@example.org", "date" to "2026-06-15")[kind.format] ?: "Ada Lovelace"
        FieldKind.Other -> ""
    }

    private fun line(prompt: String, person: () -> String): String {
        print("   $prompt\n   > ")
        return if (alone) person().also(::println) else readlnOrNull() ?: exitProcess(1)
    }
}

fun main(args: Array<String>) {
    val own = args.takeWhile { it != "--" }
    val server = args.drop(own.size + 1)
    fun values(name: String) = own.zipWithNext().filter { it.first == name }.map { it.second }
    if (server.isEmpty()) {
        System.err.println("usage: travel [--yes] [--root FOLDER]... --tool NAME... [--era ERA] [--record FILE] -- SERVER [ARGUMENT]...")
        exitProcess(2)
    }
    val record = values("--record").firstOrNull()?.let(::File)?.also { it.writeText("") }
    val folders = values("--root").map(Path::of).map { rootOfPath("${it.toRealPath()}", "${it.fileName}") }
    val host = Terminal("--yes" in own, folders) { record?.appendText(Json.write(it) + "\n") }
    val offering = Offer(form = true, url = true, sample = true, roots = true)
    val era = values("--era").firstOrNull()?.let { Era.valueOf(it.uppercase()) }
    val options = ClientOptions(label = "${Path.of(server.first()).fileName}", programName = "travel", era = era)
    val failures = runBlocking {
        connect(Stdio(server.first(), server.drop(1)), host, offering, options).use { client ->
            println("Connected to ${client.label} in revision ${client.revision}.")
            val results = values("--tool").map { tool ->
                client.callTool(tool).also { println("\n$tool says:\n${display(it.text).prependIndent("   ")}") }
            }
            results.count { it.isError }
        }
    }
    exitProcess(failures)
}
