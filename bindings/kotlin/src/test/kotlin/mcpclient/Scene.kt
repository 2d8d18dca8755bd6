package mcpclient

import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.TimeUnit
import kotlin.io.path.readLines
import kotlin.test.assertNotNull
import kotlin.test.fail
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.delay
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout

/** A guard against hangs alone: machines may be slow and busy. */
const val PATIENCE_SECONDS = 120

/** The server of the tests. */
val puppet: String = assertNotNull(System.getenv("PUPPET"), "PUPPET names the server of the tests")

/** The general server; [record] takes down what it reads and writes. */
fun server(record: Path? = null): Stdio {
    val recording = record?.let { listOf("--record", it.toString()) }.orEmpty()
    return Stdio(puppet, listOf("--serve") + recording)
}

/** A test that may suspend. */
fun patiently(block: suspend CoroutineScope.() -> Unit): Unit =
    runBlocking { withTimeout(PATIENCE_SECONDS.seconds, block) }

/** A file for a record, gone when the program ends. */
fun recordFile(): Path = Files.createTempFile("mcpclient", ".jsonl").also { it.toFile().deleteOnExit() }

/** Waits until the server has read a message in which all these words stand. */
suspend fun Path.awaitRead(vararg words: String) {
    while (readLines().none { line -> "\"read\":" in line && words.all { it in line } }) delay(POLL_MILLISECONDS)
}

/** Waits until it is so. */
suspend fun until(what: () -> Boolean) {
    while (!what()) delay(POLL_MILLISECONDS)
}

private const val POLL_MILLISECONDS = 5L

/** Everything but forms, URLs, samples and roots. */
val everything = Offer(
    form = true,
    url = true,
    sample = true,
    sampleTools = true,
    sampleContext = true,
    roots = true,
)

/** A host that takes down what it is told, and keeps inputs for later. */
open class Witness : Host() {
    private val told = LinkedBlockingQueue<Any>()

    data class Visited(val id: ULong)
    data class Closed(val id: ULong, val why: Withdrawn)
    data class Progress(val call: Call, val params: JsonObject)
    data class Log(val params: JsonObject)
    data class Notification(val method: String, val params: JsonObject?)
    data class Line(val line: String)
    data class Warned(val kind: WarningKind, val detail: String)
    data class Failed(val failure: Throwable)

    override fun input(input: Input) = note(input)
    override fun inputClosed(client: Client, id: ULong, why: Withdrawn) = note(Closed(id, why))
    override fun visited(client: Client, id: ULong) = note(Visited(id))
    override fun state(client: Client, state: ClientState) = note(state)
    override fun progress(call: Call, params: JsonObject) = note(Progress(call, params))
    override fun log(client: Client, params: JsonObject) = note(Log(params))
    override fun notification(client: Client, method: String, params: JsonObject?) =
        note(Notification(method, params))
    override fun stderr(client: Client, line: String) = note(Line(line))
    override fun warning(client: Client, kind: WarningKind, detail: String) = note(Warned(kind, detail))
    override fun failed(client: Client, failure: Throwable) = note(Failed(failure))

    fun note(what: Any) {
        told.put(what)
    }

    /** The next thing of that kind; others are passed over. */
    inline fun <reified T> next(): T {
        while (true) {
            val next = take()
            if (next is T) return next
        }
    }

    fun take(): Any = told.poll(PATIENCE_SECONDS.toLong(), TimeUnit.SECONDS) ?: fail("the host was told nothing")
}
