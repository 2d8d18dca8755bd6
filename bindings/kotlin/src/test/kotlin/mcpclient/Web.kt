package mcpclient

import com.sun.net.httpserver.HttpExchange
import com.sun.net.httpserver.HttpServer
import java.net.InetAddress
import java.net.InetSocketAddress
import java.util.concurrent.CopyOnWriteArrayList
import java.util.concurrent.CountDownLatch
import java.util.concurrent.ExecutorService
import java.util.concurrent.Executors
import java.util.concurrent.LinkedBlockingQueue
import java.util.concurrent.Semaphore
import java.util.concurrent.TimeUnit
import kotlin.test.assertEquals
import kotlin.test.assertNotNull

/** A small server over Streamable HTTP, of the handshake's last revision. It answers tools by their names. */
class Web(private val refusal: Int? = null) : AutoCloseable {
    /** One request of the client. */
    class Seen(val method: String, val headers: Map<String, String>, val body: Map<String, Any?>?)

    val seen = CopyOnWriteArrayList<Seen>()

    /** A stream was opened by GET, once for each time. */
    val opened = Semaphore(0)

    /** The tool `wait` has begun. */
    val waiting = Semaphore(0)
    private val go = CountDownLatch(1)
    private val answers = LinkedBlockingQueue<Map<String, Any?>>()
    private val threads: ExecutorService = Executors.newCachedThreadPool()
    private val server = HttpServer.create(InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0)

    val url: String get() = "http://127.0.0.1:${server.address.port}/mcp"

    init {
        server.executor = threads
        server.createContext("/mcp") { exchange ->
            try {
                exchange.use(::serve)
            } catch (_: java.io.IOException) {
                // The client has given it up.
            }
        }
        server.start()
    }

    override fun close() {
        go.countDown()
        server.stop(0)
        threads.shutdownNow()
    }

    private fun serve(exchange: HttpExchange) {
        val text = exchange.requestBody.readAllBytes().decodeToString()
        val message = if (text.isEmpty()) null else JsonObject(text)
        val headers = exchange.requestHeaders.map { (name, values) -> name.lowercase() to values.first() }.toMap()
        seen.add(Seen(exchange.requestMethod, headers, message))
        when (exchange.requestMethod) {
            "GET" -> listen(exchange)
            "DELETE" -> exchange.sendResponseHeaders(204, -1)
            else -> answer(exchange, assertNotNull(message))
        }
    }

    private fun listen(exchange: HttpExchange) {
        val stream = stream(exchange)
        stream.write(": hello\n\n".encodeToByteArray())
        stream.flush()
        opened.release()
        go.await(PATIENCE_SECONDS.toLong(), TimeUnit.SECONDS)
    }

    private fun answer(exchange: HttpExchange, message: Map<String, Any?>) {
        val (method, id) = message["method"] to message["id"]
        when {
            refusal != null -> plain(exchange, refusal, "text/plain", "who are you?")
            method == null -> {
                answers.put(message)
                exchange.sendResponseHeaders(202, -1)
            }
            id == null -> exchange.sendResponseHeaders(202, -1)
            method == "server/discover" -> {
                val error = mapOf("code" to -32000, "message" to "Bad Request: no session")
                plain(exchange, 400, JSON, Json.write(mapOf("jsonrpc" to "2.0", "id" to null, "error" to error)))
            }
            method == "initialize" -> {
                exchange.responseHeaders["Mcp-Session-Id"] = "session-1"
                val facts = mapOf(
                    "protocolVersion" to "2025-11-25",
                    "capabilities" to mapOf("tools" to emptyMap<String, Any?>()),
                    "serverInfo" to mapOf("name" to "web", "version" to "1"),
                )
                result(exchange, id, facts)
            }
            method == "tools/call" -> tool(exchange, id, message["params"] as Map<*, *>)
            else -> result(exchange, id, emptyMap())
        }
    }

    private fun tool(exchange: HttpExchange, id: Any, params: Map<*, *>) {
        val arguments = params["arguments"] as? Map<*, *> ?: emptyMap<String, Any?>()
        when (params["name"]) {
            "echo" -> result(exchange, id, text(arguments["text"] as String))
            "big" -> result(exchange, id, text("x".repeat((arguments["bytes"] as Long).toInt())))
            "busy" -> {
                exchange.responseHeaders["Retry-After"] = "7"
                plain(exchange, 503, "text/html; charset=utf-8", "<h1>Back soon</h1>")
            }
            "ask" -> {
                val stream = stream(exchange)
                val form = JsonObject("""{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}""")
                val asked = mapOf("message" to "Where to?", "requestedSchema" to form)
                val request = mapOf("jsonrpc" to "2.0", "id" to "e1", "method" to "elicitation/create", "params" to asked)
                stream.write("data: ${Json.write(request)}\n\n".encodeToByteArray())
                stream.flush()
                val answer = assertNotNull(answers.poll(PATIENCE_SECONDS.toLong(), TimeUnit.SECONDS))
                assertEquals("e1", answer["id"])
                val told = text(Json.write(answer["result"]))
                stream.write("data: ${Json.write(message(id, told))}\n\n".encodeToByteArray())
            }
            "wait" -> {
                waiting.release()
                go.await(PATIENCE_SECONDS.toLong(), TimeUnit.SECONDS)
            }
            "hang up" -> stream(exchange).flush()
        }
    }

    private fun text(text: String) = mapOf("content" to listOf(mapOf("type" to "text", "text" to text)))

    private fun message(id: Any, result: Map<String, Any?>) = mapOf("jsonrpc" to "2.0", "id" to id, "result" to result)

    private fun result(exchange: HttpExchange, id: Any, result: Map<String, Any?>) =
        plain(exchange, 200, JSON, Json.write(message(id, result)))

    private fun plain(exchange: HttpExchange, status: Int, type: String, body: String) {
        exchange.responseHeaders["Content-Type"] = type
        val bytes = body.encodeToByteArray()
        exchange.sendResponseHeaders(status, bytes.size.toLong())
        exchange.responseBody.write(bytes)
    }

    private fun stream(exchange: HttpExchange): java.io.OutputStream {
        exchange.responseHeaders["Content-Type"] = "text/event-stream"
        exchange.sendResponseHeaders(200, 0)
        return exchange.responseBody
    }

    private operator fun com.sun.net.httpserver.Headers.set(name: String, value: String) = add(name, value)

    private companion object {
        const val JSON = "application/json"

        inline fun HttpExchange.use(what: (HttpExchange) -> Unit) = try {
            what(this)
        } finally {
            close()
        }
    }
}
