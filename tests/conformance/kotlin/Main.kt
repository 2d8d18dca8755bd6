// A client for the official conformance suite: does what a scenario asks of one. `../README.md` says what that is,
// for every language.
package mcpclient.conformance

import kotlin.system.exitProcess
import kotlin.time.Duration.Companion.seconds
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import mcpclient.Answer
import mcpclient.Client
import mcpclient.ClientOptions
import mcpclient.Elicitation
import mcpclient.Host
import mcpclient.Http
import mcpclient.Input
import mcpclient.JsonObject
import mcpclient.Offer
import mcpclient.RootList
import mcpclient.Runtime

private val HANDSHAKE = listOf("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
private const val MODERN = "2026-07-28"

/** A guard against hangs alone; the suite has one too. */
private val LIMIT = 120.seconds

private class Failed(why: String) : Exception(why)

/** Accepts forms as they are. What else is asked is turned away. */
private class Forms : Host() {
    /** A tool to call, and to wait for, while the first form is open. */
    @Volatile
    var meanwhile: String? = null
    lateinit var client: Client

    override suspend fun elicit(ask: Elicitation): Answer {
        if (ask !is Input.Form) return Answer.Cancel
        val tool = meanwhile
        meanwhile = null
        if (tool != null) client.tool(tool)
        return Answer.Accept
    }

    override suspend fun sample(ask: Input.Sample): Answer = Answer.Cancel
}

/** A tool that says that it failed is a failure here. */
private suspend fun Client.tool(name: String, arguments: Map<String, Any?> = emptyMap()) {
    val result = callTool(name, arguments)
    if (result.isError) throw Failed("$name failed: ${result.value.json}")
}

private fun Map<String, Any?>.items(name: String) =
    (this[name] as? List<*>).orEmpty().filterIsInstance<Map<*, *>>()

private fun Map<*, *>.text(name: String) = this[name] as? String ?: ""

/** Calls every tool, reads every resource, gets every prompt. */
private suspend fun Client.everything(tools: JsonObject) {
    for (tool in tools.items("tools")) tool(tool.text("name"))
    for (resource in listResources().value.items("resources")) readResource(resource.text("uri"))
    for (prompt in listPrompts().value.items("prompts")) getPrompt(prompt.text("name"))
}

@Suppress("UNCHECKED_CAST")
private suspend fun play(client: Client, host: Forms, scenario: String, context: Map<String, Any?>) {
    if (scenario == "initialize" || scenario == "request-metadata") {
        client.request("conformance/hello")
        return
    }
    val tools = client.listTools().value
    when {
        scenario == "tools_call" -> client.tool("add_numbers", mapOf("a" to 5, "b" to 3))
        scenario == "elicitation-sep1034-client-defaults" -> client.tool("test_client_elicitation_defaults")
        scenario == "sse-retry" -> client.tool("test_reconnection")
        scenario == "sep-2322-client-request-state" -> {
            host.meanwhile = "test_mrtr_unrelated"
            for (name in listOf("test_mrtr_echo_state", "test_mrtr_no_state", "test_mrtr_no_result_type")) {
                client.tool(name)
            }
        }
        scenario == "http-standard-headers" -> client.everything(tools)
        scenario == "http-custom-headers" -> for (call in context.items("toolCalls")) {
            client.tool(call.text("name"), call["arguments"] as Map<String, Any?>)
        }
        scenario == "http-invalid-tool-headers" -> for (tool in tools.items("tools")) {
            client.tool(tool.text("name"), mapOf("region" to "us-west1"))
        }
        scenario == "json-schema-ref-no-deref" -> {}
        scenario == "json-schema-2020-12-preservation" -> {
            val tool = tools.items("tools").single { it.text("name") == "json_schema_2020_12_tool" }
            client.tool("json_schema_echo", mapOf("schema" to tool["inputSchema"]))
        }
        scenario.startsWith("auth/") -> client.tool("test-tool")
        else -> throw Failed("nothing is known of $scenario")
    }
}

/**
 * Those that the client may speak: up to the one that the suite names, which is the one it proposes then; and the
 * newest of all has no handshake, and so none before it.
 */
private fun revisions(newest: String): List<String> {
    if (newest == MODERN) return listOf(MODERN)
    return HANDSHAKE.filter { it <= newest }
}

fun main(words: Array<String>) {
    fun given(name: String) = System.getenv(name) ?: throw Failed("no $name")
    try {
        val scenario = given("MCP_CONFORMANCE_SCENARIO")
        val context = System.getenv("MCP_CONFORMANCE_CONTEXT") ?: "{}"
        val options = ClientOptions(
            label = "suite",
            programName = "conformance",
            programVersion = "1",
            revisions = revisions(given("MCP_CONFORMANCE_PROTOCOL_VERSION")),
            roots = RootList(),
        )
        val host = Forms()
        Runtime().use { runtime ->
            val client = runtime.open(Http(words.last()), host, Offer(form = true, sample = true), options)
            host.client = client
            client.use { runBlocking { withTimeout(LIMIT) { play(it, host, scenario, JsonObject(context)) } } }
        }
    } catch (why: Exception) {
        System.err.println(why)
        exitProcess(1)
    }
}
