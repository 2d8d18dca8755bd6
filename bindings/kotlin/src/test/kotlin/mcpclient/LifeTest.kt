package mcpclient

import java.nio.file.Files
import java.nio.file.Path
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.TimeUnit
import kotlin.io.path.listDirectoryEntries
import kotlin.io.path.readText
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import kotlinx.coroutines.CoroutineName
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.runBlocking
import kotlin.time.Duration.Companion.milliseconds

class LifeTest {
    private val self = Path.of("/proc/self")

    /** Descriptors, the library's threads, and child processes that are not waited for. */
    private fun held(): Triple<Int, Int, Int> {
        val threads = self.resolve("task").listDirectoryEntries().count {
            runCatching { it.resolve("comm").readText() }.getOrDefault("").startsWith("mcpclient")
        }
        val children = ProcessHandle.current().children().filter { it.info().command().orElse("") == puppet }.count()
        return Triple(self.resolve("fd").listDirectoryEntries().size, threads, children.toInt())
    }

    @Test
    fun aThousandClientsLeaveNothing() = runBlocking {
        suspend fun round(runtime: Runtime, clients: Int) = List(clients) {
            async(Dispatchers.Default) {
                val client = runtime.connect(server())
                assertEquals("$it", client.callTool("echo", mapOf("text" to "$it")).text)
                client.close()
                client.closed()
            }
        }.awaitAll()
        // What the first ones load stays.
        Runtime().use { round(it, 20) }
        System.gc()
        val before = held()
        Runtime().use { runtime -> repeat(50) { round(runtime, 20) } }
        System.gc()
        patiently { until { held().let { it.first <= before.first + 5 && it.second <= before.second && it.third <= before.third } } }
    }

    @Test
    fun clientsThatAreFreedWithOpenInputsLeaveNothing() = runBlocking {
        suspend fun round(runtime: Runtime) = List(20) {
            async(Dispatchers.Default) {
                val host = Witness()
                val client = runtime.connect(server(), host, Offer(form = true))
                val call = client.startTool("form")
                val input = host.next<Input.Form>()
                client.close()
                client.closed()
                assertFailsWith<McpException.Closed> { call.await() }
                assertFailsWith<McpException.Gone> { input.accept() }
                input
            }
        }.awaitAll()
        Runtime().use { round(it) }
        val before = held()
        val kept = Runtime().use { runtime -> List(5) { round(runtime) } }.flatten()
        patiently { until { held().let { it.first <= before.first + 5 && it.second <= before.second && it.third <= before.third } } }
        // The inputs outlive all of it.
        for (input in kept) assertFailsWith<McpException.Gone> { input.decline() }
    }

    @Test
    fun callbacksRunInsideThePump() = patiently {
        val wakeups = LinkedBlockingQueue<Unit>()
        val threads = mutableListOf<Thread>()
        val host = object : Host() {
            override fun state(client: Client, state: ClientState) {
                threads.add(Thread.currentThread())
            }
        }
        Runtime { wakeups.put(Unit) }.use { runtime ->
            /** Pumps until that many callbacks have come. */
            fun pump(count: Int) {
                while (threads.size < count) {
                    assertNotNull(wakeups.poll(PATIENCE_SECONDS.toLong(), TimeUnit.SECONDS), "no wakeup")
                    runtime.pump()
                }
            }
            val client = runtime.open(server(), host)
            pump(1)
            val call = client.startTool("echo", mapOf("text" to "pumped")) { threads.add(Thread.currentThread()) }
            pump(2)
            assertEquals("pumped", call.outcome()?.text)
            client.close()
            pump(3)
        }
        assertEquals(List(3) { Thread.currentThread() }, threads)
        assertFailsWith<McpException.Unsupported> { Runtime.shared.pump() }
    }

    @Test
    fun aRuntimeThatShutsDownClosesItsClients() = patiently {
        val runtime = Runtime()
        val host = Witness()
        val client = runtime.connect(server(), host)
        val call = client.startTool("slow")
        runtime.shutDown()
        assertFailsWith<McpException.Closed> { call.await() }
        assertEquals(ClosedReason.HOST, host.next<ClientState.Closed>().reason)
        assertFailsWith<McpException.Closed> { runtime.open(server()) }
        runtime.closeAll(10.milliseconds)
        runtime.close()
    }

    @Test
    fun theHostsFunctionsRunWhereTheOptionsSay() = patiently {
        val host = object : Witness() {
            override fun input(input: Input) {
                input.answer(this) {
                    note(assertNotNull(currentCoroutineContext()[CoroutineName]))
                    Answer.Cancel
                }
            }
        }
        val job = Job()
        val options = ClientOptions(context = Dispatchers.IO + CoroutineName("dialogs") + job)
        connect(server(), host, Offer(form = true), options).use { client ->
            client.callTool("form")
            assertEquals("dialogs", host.next<CoroutineName>().name)
            // Where the job is over nobody can answer, and the server need not wait.
            job.cancel()
            assertEquals("""{"action":"cancel"}""", client.callTool("form").text)
        }
    }

    @Test
    fun aProgramEndsWithALiveRuntime() {
        val java = Path.of(System.getProperty("java.home"), "bin", "java").toString()
        val log = Files.createTempFile("mcpclient", ".log")
        repeat(5) {
            val program = ProcessBuilder(
                java,
                "-Djna.library.path=${System.getProperty("jna.library.path")}",
                "-cp",
                System.getProperty("java.class.path"),
                "mcpclient.LeavesKt",
            ).redirectErrorStream(true).redirectOutput(log.toFile()).start()
            assertTrue(program.waitFor(PATIENCE_SECONDS.toLong(), TimeUnit.SECONDS), "it does not end")
            val said = log.readText()
            assertEquals(0, program.exitValue(), said)
            assertTrue(said.endsWith("leaving\n"), said)
        }
        Files.delete(log)
    }
}
