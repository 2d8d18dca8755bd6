package mcpclient

import java.net.CookieManager
import java.net.http.HttpClient
import java.util.concurrent.TimeUnit
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch

class HttpTest {
    /** The library's stack, and the platform's. */
    private fun stacks() = listOf(null, JdkExchanger())

    private fun Web.awaitOpened() = assertTrue(opened.tryAcquire(PATIENCE_SECONDS.toLong(), TimeUnit.SECONDS))

    /** Answers forms, and takes down how the client stands. */
    private class Ana : Witness() {
        override fun input(input: Input) {
            input.answer(this) {
                val form = assertIs<Input.Form>(input).form
                form.type(form.fields.single(), "Bergen")
                Answer.Accept
            }
        }
    }

    // proves: HTP-01, HTP-02, HTP-06, HTP-22, HTP-26, HTP-28
    @Test
    fun aWholeSession() = patiently {
        for (stack in stacks()) Web().use { web ->
            val server = Http(web.url, listOf("X-Ours" to "1"), userAgent = "ana/1", exchanger = stack)
            val host = Ana()
            val client = connect(server, host, Offer(form = true))
            client.use {
                assertEquals("2025-11-25", client.revision)
                assertEquals("Grüße", client.callTool("echo", mapOf("text" to "Grüße")).text)
                val answer = JsonObject(client.callTool("ask").text)
                assertEquals(mapOf("city" to "Bergen"), answer["content"])
                assertEquals(4_000_000, client.callTool("big", mapOf("bytes" to 4_000_000)).text.length)
                val texts = List(32) { "$it" }
                val echoes = texts.map { async { client.callTool("echo", mapOf("text" to it)).text } }.awaitAll()
                assertEquals(texts, echoes)
            }
            client.closed()
            until { web.seen.any { it.method == "DELETE" } }
            val after = web.seen.filter { it.method != "POST" || it.body?.get("method") == "tools/call" }
            for (seen in after) {
                assertEquals("session-1", seen.headers["mcp-session-id"])
                assertEquals("2025-11-25", seen.headers["mcp-protocol-version"])
            }
            for (seen in web.seen) assertEquals("1" to "ana/1", seen.headers["x-ours"] to seen.headers["user-agent"])
            assertFalse("ours" in "$server".lowercase())
        }
    }

    @Test
    fun aUrlIsEnough() = patiently {
        Web().use { web -> connect(web.url).use { assertEquals("x", it.callTool("echo", mapOf("text" to "x")).text) } }
    }

    // proves: HTP-05, HTP-11
    @Test
    fun whatIsNoAnswerIsTold() = patiently {
        for (stack in stacks()) Web().use { web ->
            connect(Http(web.url, exchanger = stack)).use { client ->
                val error = assertFailsWith<McpException.Http> { client.callTool("busy") }
                assertEquals(-23, (error as McpException).code)
                val fault = assertNotNull(error.http)
                assertEquals(503, fault.status.toInt())
                assertEquals(7.seconds, fault.retryAfter)
                assertContains(assertNotNull(fault.contentType), "text/html")
                assertContains(fault.excerpt, "soon")
                assertFalse("soon" in error.detail)
                assertFailsWith<McpException.Lost> { client.callTool("hang up") }
                assertEquals("on", client.callTool("echo", mapOf("text" to "on")).text)
            }
        }
        Web(refusal = 401).use { web ->
            val error = assertFailsWith<McpException.Http> { connect(web.url) }
            assertEquals(401, error.http?.status?.toInt())
        }
    }

    @Test
    fun nobodyListens() = patiently {
        val url = Web().use { it.url }
        for (stack in stacks()) assertFailsWith<McpException.Network> { connect(Http(url, exchanger = stack)) }
    }

    @Test
    fun aCallThatIsCancelledGivesUpItsExchange() = patiently {
        for (stack in stacks()) Web().use { web ->
            connect(Http(web.url, exchanger = stack)).use { client ->
                val call = launch { client.callTool("wait") }
                while (!web.waiting.tryAcquire()) kotlinx.coroutines.delay(5)
                call.cancelAndJoin()
                assertEquals("on", client.callTool("echo", mapOf("text" to "on")).text)
                until { web.seen.any { it.body?.get("method") == "notifications/cancelled" } }
            }
        }
    }

    @Test
    fun sleep() = patiently {
        for (stack in stacks()) Web().use { web ->
            val host = Witness()
            val client = connect(Http(web.url, exchanger = stack), host)
            client.use {
                host.next<ClientState.Ready>()
                web.awaitOpened()
                client.suspend(OnSuspend.FAIL)
                host.next<ClientState.Suspended>()
                assertIs<ClientState.Suspended>(client.state)
                assertFailsWith<McpException.Suspended> { client.callTool("echo", mapOf("text" to "now")) }
                client.wake()
                host.next<ClientState.Ready>()
                // Its stream is there again.
                web.awaitOpened()
                client.runtime.suspendAll()
                host.next<ClientState.Suspended>()
                val call = client.startTool("echo", mapOf("text" to "later"))
                client.runtime.wakeAll()
                assertEquals("later", call.await().text)
            }
            client.closed()
            assertFailsWith<McpException.Closed> { client.wake() }
        }
    }

    // proves: HTP-48
    @Test
    fun aStackThatKeepsOrFollowsIsRefused() {
        val follows = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build()
        assertContains(assertFailsWith<IllegalArgumentException> { JdkExchanger(follows) }.message!!, "redirections")
        val keeps = HttpClient.newBuilder().cookieHandler(CookieManager()).build()
        assertContains(assertFailsWith<IllegalArgumentException> { JdkExchanger(keeps) }.message!!, "cookies")
        JdkExchanger(HttpClient.newHttpClient())
    }

    @Test
    fun aStackThatFailsCostsItsExchange() = patiently {
        val host = Witness()
        val jdk = JdkExchanger()
        Web().use { web ->
            val stack = Exchanger { exchange ->
                val body = exchange.body.decodeToString()
                if ("\"hang up\"" in body) throw IllegalStateException("out of order")
                if ("\"busy\"" in body) {
                    assertEquals("POST", exchange.method)
                    assertFailsWith<McpException.InvalidArg> { exchange.feed(byteArrayOf(1)) }
                    assertFailsWith<McpException.InvalidArg> { exchange.head(7) }
                    assertFailsWith<McpException.InvalidArg> { exchange.end() }
                    exchange.end(ExchangeFailure.BROKEN)
                    assertFailsWith<McpException.Gone> { exchange.end() }
                } else {
                    jdk.open(exchange)
                }
            }
            connect(Http(web.url, exchanger = stack), host).use { client ->
                assertFailsWith<McpException.Lost> { client.callTool("hang up") }
                assertEquals("out of order", host.next<Witness.Failed>().failure.message)
                assertFailsWith<McpException.Lost> { client.callTool("busy") }
                assertEquals("on", client.callTool("echo", mapOf("text" to "on")).text)
            }
        }
    }

    @Test
    fun whatCannotBeRightIsTold() = patiently {
        for (server in listOf(
            Http("ftp://localhost/"),
            Http("http://"),
            Http("http://localhost/", listOf("a b" to "c")),
            Http("http://localhost/", listOf("a" to "b\n")),
            Http("http://localhost/", userAgent = "a\r\nb"),
            Http("http://localhost/", caBundle = "no PEM"),
            Http("http://localhost/", clientCertificate = Http.ClientCertificate("no", "PEM")),
            Http("http://localhost/", proxy = Proxy.At("nonsense")),
        )) {
            assertFailsWith<McpException.InvalidArg> { connect(server) }
        }
        // All that can be set, at a server that is none.
        val url = Web().use { it.url }
        val all = Http(
            url,
            proxy = Proxy.Direct,
            guard = AddressGuard.PUBLIC,
            connectTimeout = 9.seconds,
            headTimeout = 9.seconds,
            idleTimeout = 9.seconds,
            grace = 1.seconds,
            oldSse = OldSse.NEVER,
            listen = false,
        )
        val refused = assertFailsWith<McpException> { connect(all) }
        assertTrue(refused is McpException.Refused || refused is McpException.Network, "$refused")
    }
}
