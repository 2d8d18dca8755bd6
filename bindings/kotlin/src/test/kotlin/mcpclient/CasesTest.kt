package mcpclient

import java.math.BigDecimal
import java.math.BigInteger
import java.nio.file.Path
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

/** Faults that others have had between a program and the wire (tests/cases), as Kotlin meets them. */
class CasesTest {
    private val revisions = listOf("2025-06-18", "2025-11-25", "2026-07-28")
    private val failed = mapOf("code" to -32603L, "message" to "the host failed")

    private fun form(revision: String, name: String, type: String): Input.Form {
        val schema = mapOf("type" to "object", "properties" to mapOf(name to mapOf("type" to type)))
        val params = mapOf("message" to "?", "requestedSchema" to schema)
        return assertIs<Input.Form>(Input.rehearse(revision, "elicitation/create", params))
    }

    @Test
    fun numbersThatAreNoneNeverLeave() {
        for (revision in revisions) {
            val ask = form(revision, "p", "number")
            val field = ask.form.fields.single()
            val none = listOf(
                Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Float.NaN,
                RawJson("NaN"), RawJson("-Infinity"),
            )
            for (number in none) {
                assertFailsWith<McpException.BadJson> { ask.form.set(field, number) }
                assertFailsWith<McpException.BadJson> { ask.form.fill(mapOf("p" to number)) }
                assertFailsWith<McpException.BadJson> { ask.accept(mapOf("p" to number)) }
                assertFailsWith<McpException.BadJson> { ask.answer(Answer.Content(mapOf("p" to number))) }
            }
            assertEquals("notNumber", ask.form.type(field, "NaN")?.codeName)
            for (large in listOf(BigInteger.TEN.pow(400), BigDecimal("-1e400"), RawJson("1e400"))) {
                assertEquals("notFinite", ask.form.set(field, large)?.codeName)
                assertFailsWith<McpException.Form> { ask.accept() }
                assertFailsWith<McpException.Form> { ask.accept(mapOf("p" to large)) }
            }
            assertTrue(ask.isOpen)
            assertNull(ask.rehearsed)
            ask.accept(mapOf("p" to BigDecimal("1.10")))
            assertEquals("""{"result":{"action":"accept","content":{"p":1.10}}}""", ask.rehearsed?.json)
        }
    }

    @Test
    fun nullIsWrittenNowhere() {
        for (revision in revisions) {
            val answers = listOf<Pair<(Input.Form) -> Unit, String>>(
                { ask: Input.Form -> ask.decline(null) } to """{"action":"decline"}""",
                { ask: Input.Form -> ask.cancel() } to """{"action":"cancel"}""",
                { ask: Input.Form -> ask.accept(mapOf("a" to "x")) } to """{"action":"accept","content":{"a":"x"}}""",
                { ask: Input.Form -> ask.accept() } to """{"action":"accept","content":{}}""",
            )
            for ((answer, told) in answers) {
                val ask = form(revision, "a", "string")
                answer(ask)
                assertEquals("""{"result":$told}""", ask.rehearsed?.json)
            }
            val params = mapOf("messages" to emptyList<Any>(), "maxTokens" to 1)
            val sample = Input.rehearse(revision, "sampling/createMessage", params)
            sample.answer(Answer.Sample("m", "t", null))
            assertFalse("null" in assertNotNull(sample.rehearsed).json)
            val roots = Input.rehearse(revision, "roots/list", emptyMap())
            roots.answer(Answer.Roots(listOf(Root("file:///srv", null))))
            assertEquals("""{"result":{"roots":[{"uri":"file:///srv"}]}}""", roots.rehearsed?.json)
        }
    }

    /** The types have no other answer to a form; one that goes around them is refused. */
    @Test
    fun thereAreThreeAnswers() {
        for (word in listOf("reject", "Accept", "ACCEPT", "dismiss", "ok", "", null)) {
            val ask = form("2025-11-25", "a", "string")
            assertFailsWith<McpException.InvalidArg> { ask.answer(Answer.Result(mapOf("action" to word))) }
            assertTrue(ask.isOpen)
            ask.answer(Answer.Decline)
            assertEquals("""{"result":{"action":"decline"}}""", ask.rehearsed?.json)
        }
    }

    @Test
    fun nobodySaysNoInTheNameOfAPerson() = patiently {
        suspend fun told(host: Host, offer: Offer = Offer(form = true)) =
            connect(server(), host, offer).use { client -> JsonObject(client.callTool("form").text) }

        // No handler: not declared, or declared and not there.
        val refused = told(Host(), Offer())["error"] as Map<*, *>
        assertEquals(-32601L, refused["code"])
        val missing = Witness()
        val asking = object : Host() {
            override fun failed(client: Client, failure: Throwable) = missing.failed(client, failure)
        }
        assertEquals(failed, told(asking)["error"])
        assertIs<McpException.Unsupported>(missing.next<Witness.Failed>().failure)
        // A handler that throws, and two that give garbage.
        val answers = listOf<(Elicitation) -> Answer>(
            { error("no display in ${Path.of("").toAbsolutePath()}") },
            { Answer.Roots(emptyList()) },
            { Answer.Content(mapOf("name" to listOf("no", "text"), "p" to Double.NaN)) },
        )
        for (answer in answers) {
            val failures = Witness()
            val host = object : Host() {
                override suspend fun elicit(ask: Elicitation) = answer(ask)

                override fun failed(client: Client, failure: Throwable) = failures.failed(client, failure)
            }
            assertEquals(failed, told(host)["error"])
            failures.next<Witness.Failed>()
        }
        // The dialog was closed.
        val closed = object : Host() {
            override suspend fun elicit(ask: Elicitation) = Answer.Cancel
        }
        assertEquals("""{"action":"cancel"}""", told(closed).json)
    }

    /** The same transcript that every agent plays, here with what Kotlin makes of its numbers. */
    @Test
    fun numbersKeepTheirDigits() = patiently {
        val scripts = assertNotNull(System.getenv("SCRIPTS"), "SCRIPTS names the folder of transcripts")
        val script = Stdio(puppet, listOf("$scripts/cases/tools/numbers-and-members.mcpt"))
        connect(script, options = ClientOptions(revisions = listOf("2025-06-18"))).use { client ->
            val given = linkedMapOf(
                "id" to 9007199254740993L, "z" to 1.0, "b" to 1, "a" to null, "c" to emptyList<Any>(), "t" to "\u2028 ",
            )
            val result = client.callTool("t", given)
            val numbers = result.structuredContent as Map<*, *>
            assertEquals(9007199254740993L, numbers["id"])
            assertEquals(Long.MIN_VALUE, numbers["neg"])
            assertEquals(BigInteger("18446744073709551615"), numbers["u"])
            assertEquals(ULong.MAX_VALUE, numbers["u"].toString().toULong())
            assertEquals(BigInteger("123456789012345678901234567890"), numbers["big"])
            assertEquals(listOf(0.1, 1.0, 100.0, -0.0), listOf("d", "z", "e", "nz").map { numbers[it] })
            assertTrue(""""e":1E2,"nz":-0.0,"big":123456789012345678901234567890""" in result.value.json)
            // None is an empty object on the wire: some servers refuse a missing one, and others null.
            assertEquals<Any?>(mapOf("k" to 1L), client.callTool("t", null).structuredContent)
        }
    }

    @Test
    fun argumentsGoOutAsTheyWereGiven() = patiently {
        val deep = (1..100).fold<Int, Any>(0) { inner, _ -> mapOf("a" to inner) }
        val given = listOf(
            linkedMapOf("b" to 1, "a" to null, "c" to emptyList<Any>(), "10" to emptyMap<String, Any>(), "9" to 0) to
                """{"b":1,"a":null,"c":[],"10":{},"9":0}""",
            linkedMapOf("z" to 1.0, "id" to 9007199254740993L, "nz" to -0.0, "u" to ULong.MAX_VALUE, "min" to Long.MIN_VALUE) to
                """{"z":1.0,"id":9007199254740993,"nz":-0.0,"u":18446744073709551615,"min":-9223372036854775808}""",
            mapOf("t" to listOf("\u2028 ", " ")) to "{\"t\":[\"\u2028 \",\" \"]}",
            emptyMap<String, Any?>() to "{}",
            @Suppress("UNCHECKED_CAST") (deep as Map<String, Any?>) to "{\"a\":".repeat(100) + "0" + "}".repeat(100),
        )
        connect(server()).use { client ->
            for ((arguments, text) in given) assertEquals(text, client.callTool("echo", arguments).text)
            val circle = mutableMapOf<String, Any?>()
            circle["circle"] = circle
            val wrong = listOf<Map<String, Any?>>(
                JsonObject("[]"), JsonObject("[1]"), JsonObject("null"), mapOf("n" to Double.NaN), mapOf("o" to Any()), circle,
            )
            for (arguments in wrong) assertFailsWith<McpException.BadJson> { client.callTool("echo", arguments) }
        }
    }
}
