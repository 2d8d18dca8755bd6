package mcpclient

import java.nio.file.Files
import kotlin.io.path.readText
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertTrue
import kotlin.time.Duration.Companion.milliseconds

class OptionsTest {
    // proves: MET-04, MET-06, VER-05
    @Test
    fun theServerIsToldWhoCallsAndWhy() = patiently {
        val record = recordFile()
        val options = ClientOptions(
            programName = "a-program",
            programVersion = "7.1",
            programTitle = "Ein Programm",
            revisions = listOf("2025-06-18"),
            experimental = mapOf("com.example.x" to mapOf("deep" to listOf(1))),
        )
        connect(server(record), options = options).use { client ->
            assertEquals("2025-06-18", client.revision)
            record.awaitRead("initialize", "a-program", "7.1", "Ein Programm", "com.example.x", "2025-06-18")
            val trace = Trace("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "a=1", "k=v")
            client.callTool("echo", settings = CallSettings(meta = mapOf("mine" to 1), trace = trace))
            record.awaitRead("_meta", "mine", "traceparent", "b7ad6b7169203331", "tracestate", "baggage")
        }
    }

    // proves: STD-02, STD-16
    @Test
    fun aServerGetsItsEnvironmentAndNoOther() = patiently {
        val folder = Files.createTempDirectory("mcpclient").toRealPath()
        val record = folder.resolve("environment")
        val script = "printf %s \"\$A-\$PUPPET-\$(pwd)\" > \"\$0\"; exec \"\$1\" --serve"
        val shell = Stdio(
            "/bin/sh",
            listOf("-c", script, "$record", puppet),
            env = mapOf("A" to "\u00e9 1"),
            clearEnv = true,
            directory = "$folder",
        )
        connect(shell).use { it.ping() }
        assertEquals("\u00e9 1--$folder", record.readText())
        assertTrue("\u00e9" !in "$shell")
        folder.toFile().deleteRecursively()
    }

    @Test
    fun tooManyCallsAreBusyAndLongMessagesTooLarge() = patiently {
        val limits = ClientOptions.Limits(calls = 1, messageBytes = 10_000)
        connect(server(), options = ClientOptions(limits = limits)).use { client ->
            val call = client.startTool("slow")
            assertFailsWith<McpException.Busy> { client.ping() }
            call.cancel()
            assertFailsWith<McpException.TooLarge> { client.callTool("big", mapOf("bytes" to 20_000)) }
            assertEquals("well", client.callTool("echo", mapOf("text" to "well")).text)
        }
    }

    // proves: ELI-45, ELI-51, TMO-01, CMP-06
    @Test
    fun serversThatAskTooOftenAndPeopleWhoAreAwayHaveLimits() = patiently {
        val host = Witness()
        val options = ClientOptions(
            limits = ClientOptions.Limits(formsPerMinute = 1, completionsPerMinute = 1),
            times = ClientOptions.Times(idle = 50.milliseconds, input = 50.milliseconds),
        )
        connect(server(), host, Offer(form = true), options).use { client ->
            assertEquals("""{"action":"cancel"}""", client.callTool("form").text)
            val asked = host.next<Input.Form>()
            val closed = host.next<Witness.Closed>()
            assertEquals(asked.id to Withdrawn.EXPIRED, closed.id to closed.why)
            assertContains(client.callTool("form").text, "\"error\"")
            assertEquals(WarningKind.RATE, host.next<Witness.Warned>().kind)
            assertFailsWith<McpException.Timeout> { client.callTool("slow") }
            client.complete(Reference.Prompt("trip"), "city", "Be")
            assertFailsWith<McpException.Busy> { client.complete(Reference.Prompt("trip"), "city", "Be") }
        }
    }
}
