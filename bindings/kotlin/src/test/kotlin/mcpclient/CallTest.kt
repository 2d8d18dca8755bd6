package mcpclient

import java.math.BigInteger
import kotlin.io.path.readLines
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch

class CallTest {
    // proves: VER-02, VER-16
    @Test
    fun aClientKnowsItsServer() = patiently {
        connect(server(), options = ClientOptions(label = "the puppet")).use { client ->
            assertEquals("the puppet", client.label)
            assertEquals("2025-11-25", client.revision)
            val server = assertNotNull(client.server)
            assertEquals("puppet" to "1", server.name to server.version)
            assertEquals("Everything here is for tests.", server.instructions)
            assertEquals(mapOf("listChanged" to true), JsonObject(server.capabilities)["tools"])
            assertIs<ClientState.Ready>(client.state)
            assertNotNull(client.pid)
        }
    }

    // proves: VER-32, VER-45
    @Test
    fun whatIsKnownOfAServerSavesAQuestion() = patiently {
        for ((known, first) in listOf(
            null to "server/discover",
            Era.MODERN to "server/discover",
            Era.LEGACY to "initialize",
        )) {
            val record = recordFile()
            connect(server(record), options = ClientOptions(knownEra = known)).use { client ->
                assertEquals(Era.LEGACY, client.server?.era)
            }
            assertContains(record.readLines().first { "\"read\":" in it }, first)
        }
    }

    // proves: TOL-02, PAG-02
    @Test
    fun everyRequestHasItsResult() = patiently {
        connect(server()).use { client ->
            val tools = client.listTools()
            assertEquals(16, (tools.value["tools"] as List<*>).size)
            assertTrue(tools.setAside.isEmpty())
            assertEquals("hello", client.callTool("echo", mapOf("text" to "hello")).text)
            val sum = client.callTool("add", mapOf("a" to 2, "b" to 3))
            assertEquals(mapOf("sum" to 5L), sum.structuredContent)
            assertFalse(sum.isError)
            val failure = client.callTool("fail", mapOf("text" to "no"))
            assertTrue(failure.isError)
            assertEquals("no", failure.text)
            assertEquals(2, (client.listResources().value["resources"] as List<*>).size)
            assertEquals(1, (client.listResourceTemplates().value["resourceTemplates"] as List<*>).size)
            assertContains(client.readResource("puppet:///text").value.json, "Grüße, 世界")
            assertEquals(2, (client.listPrompts().value["prompts"] as List<*>).size)
            assertContains(client.getPrompt("trip", mapOf("city" to "Bergen")).value.json, "A trip to Bergen")
            val completion = client.complete(Reference.Prompt("trip"), "city", "Ber")
            assertContains(completion.value.json, """["Bergen","Berlin"]""")
            client.setLogLevel("error")
            client.ping()
            assertContains(client.request("tools/list").value.json, "nextCursor")
        }
    }

    @Test
    fun numbersAndTextArriveAsTheyAre() = patiently {
        connect(server()).use { client ->
            val given = linkedMapOf(
                "beyond double" to 9007199254740993L,
                "beyond long" to BigInteger.TWO.pow(100),
                "as written" to RawJson("1.50e2"),
                "composed" to "Zo\u00eb",
                "decomposed" to "Zoe\u0308",
                "emoji" to "\uD83D\uDC69\u200D\uD83D\uDC69\u200D\uD83D\uDC66",
                "zero" to "\u0000",
            )
            val echo = client.callTool("echo", given)
            assertEquals(Json.write(given), echo.text)
            val back = JsonObject(echo.text)
            for (name in given.keys - "as written") assertEquals(given[name], back[name], name)
            for (text in listOf("Zo\u00eb", "Zoe\u0308", "\uD83D\uDE00", "")) {
                assertEquals(text, client.callTool("echo", mapOf("text" to text)).text)
            }
        }
    }

    // proves: RPC-06
    @Test
    fun anErrorOfTheServersIsItsOwn() = patiently {
        connect(server()).use { client ->
            val error = assertFailsWith<McpException.Server> {
                client.callTool("error", mapOf("code" to -32001, "message" to "out of \u001b[31mseats"))
            }
            assertEquals(-9, error.code)
            assertEquals(-32001L, error.serverCode)
            assertEquals("out of \u001b[31mseats", error.serverMessageRaw)
            assertFalse('\u001b' in error.serverMessage)
            assertNull(error.serverData)
            assertFalse("seats" in error.detail)
        }
    }

    @Test
    fun whatCannotBeIsToldAtOnce() = patiently {
        connect(server()).use { client ->
            assertFailsWith<McpException.BadJson> { client.start("ping", JsonObject("[1]")) }
            assertFailsWith<McpException.BadJson> { client.start("ping", JsonObject("{")) }
            assertFailsWith<McpException.BadJson> { client.callTool("echo", JsonObject("7")) }
            client.ping()
        }
        assertFailsWith<McpException.Start> { connect(Stdio("/no/such/program")) }
        assertFailsWith<McpException.InvalidArg> { connect(Stdio("")) }
        assertFailsWith<McpException.InvalidArg> { connect(Stdio(puppet, env = mapOf("a=b" to ""))) }
        assertFailsWith<McpException.Unsupported> {
            connect(server(), options = ClientOptions(revisions = listOf("1999-01-01")))
        }
        assertFailsWith<McpException.BadJson> {
            connect(server(), options = ClientOptions(experimental = JsonObject("[]")))
        }
    }

    // proves: TMO-01
    @Test
    fun aSilentServerRunsOutOfTime() = patiently {
        connect(server()).use { client ->
            val error = assertFailsWith<McpException.Timeout> {
                client.callTool("slow", timeout = 50.milliseconds)
            }
            assertEquals(-8, error.code)
        }
    }

    // proves: PRG-01, PRG-03, LOG-03, STD-06
    @Test
    fun theHostIsToldInOrder() = patiently {
        val host = Witness()
        connect(server(), host).use { client ->
            val call = client.startTool("slow", mapOf("count" to 3), CallSettings(progress = true))
            for (step in 1L..3L) {
                val told = host.next<Witness.Progress>()
                assertEquals(call, told.call)
                assertEquals(step, told.params["progress"])
            }
            assertNull(call.outcome())
            call.cancel("enough")
            assertFailsWith<McpException.Cancelled> { call.await() }
            assertFailsWith<McpException.Cancelled> { call.outcome() }
            assertFailsWith<McpException.Gone> { call.cancel() }
            client.callTool("log", mapOf("count" to 2))
            assertEquals(mapOf("number" to 1L), host.next<Witness.Log>().params["data"])
            client.subscribe("puppet:///text")
            assertEquals("true", client.callTool("touch", mapOf("uri" to "puppet:///text")).text)
            val touched = host.next<Witness.Notification>()
            assertEquals("notifications/resources/updated", touched.method)
            assertEquals("puppet:///text", touched.params?.get("uri"))
            client.unsubscribe("puppet:///text")
            client.callTool("stderr", mapOf("bytes" to 80))
            assertTrue(host.next<Witness.Line>().line.isNotEmpty())
            until { client.stderrTail.isNotEmpty() }
        }
        assertEquals(ClosedReason.HOST, host.next<ClientState.Closed>().reason)
    }

    // proves: CAN-01, CAN-03
    @Test
    fun aCancelledCoroutineCancelsItsCall() = patiently {
        val record = recordFile()
        connect(server(record)).use { client ->
            val waiting = launch(Dispatchers.Default) { client.callTool("slow") }
            record.awaitRead("tools/call", "slow")
            waiting.cancelAndJoin()
            record.awaitRead("notifications/cancelled")
            assertEquals("still here", client.callTool("echo", mapOf("text" to "still here")).text)
        }
    }

    @Test
    fun whoOnlyStopsWaitingCancelsNothing() = patiently {
        connect(server(), Witness()).use { client ->
            val call = client.startTool("slow")
            val waiting = launch(Dispatchers.Default) { call.await() }
            waiting.cancelAndJoin()
            assertNull(call.outcome())
            call.cancel()
        }
    }

    @Test
    fun cancellingAtAnyMomentLeavesTheClientWell() = patiently {
        connect(server()).use { client ->
            repeat(200) { round ->
                val calls = List(5) { launch(Dispatchers.Default) { client.callTool("echo", mapOf("text" to "$it")) } }
                repeat(round % 7) { kotlinx.coroutines.yield() }
                calls.forEach { it.cancelAndJoin() }
            }
            assertEquals("well", client.callTool("echo", mapOf("text" to "well")).text)
        }
    }

    @Test
    fun manyCallsRunAtOnce() = patiently {
        connect(server()).use { client ->
            val sums = List(200) { async(Dispatchers.Default) { client.callTool("add", mapOf("a" to it, "b" to 1)) } }
            assertEquals(List(200) { "${it + 1}" }, sums.awaitAll().map { it.text })
        }
    }

    @Test
    fun aServerThatDiesEndsItsCalls() = patiently {
        val host = Witness()
        val client = connect(server(), host)
        val error = assertFailsWith<McpException.Closed> { client.callTool("die", mapOf("code" to 7)) }
        assertEquals(7, error.exit?.code)
        assertEquals(ClosedReason.SERVER, host.next<ClientState.Closed>().reason)
        client.closed()
        // Who comes later is refused, and learns as much.
        assertEquals(7, assertFailsWith<McpException.Closed> { client.ping() }.exit?.code)
        assertEquals(7, assertFailsWith<McpException.Closed> { client.notify("notifications/late") }.exit?.code)
        assertEquals(7, assertFailsWith<McpException.Closed> { client.ready() }.exit?.code)
        val why = assertIs<McpException.Closed>(assertIs<ClientState.Closed>(client.state).error)
        assertEquals(Exit(7, null, ""), why.exit)
    }

    @Test
    fun everyCodeIsTheNumberOfTheCAbi() {
        assertEquals(26, McpException::class.java.permittedSubclasses.size)
        assertEquals(-3, McpException.Gone(-3, "").code)
        assertEquals(-99, McpException.Other(-99, "").code)
    }
}
