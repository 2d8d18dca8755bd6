package mcpclient

import java.math.BigDecimal
import java.math.BigInteger
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotEquals

class JsonTest {
    @Test
    fun numbersAreExact() {
        assertEquals(9007199254740993L, Json.parse("9007199254740993"))
        assertEquals(Long.MIN_VALUE, Json.parse("-9223372036854775808"))
        assertEquals(BigInteger.TWO.pow(100), Json.parse("1267650600228229401496703205376"))
        assertEquals(0.1, Json.parse("0.1"))
        assertEquals(BigDecimal("0.1234567890123456789"), Json.parse("0.1234567890123456789"))
        assertEquals(BigDecimal("1e400"), Json.parse("1e400"))
        assertEquals(-0.0, Json.parse("-0"))
        for (number in listOf("9007199254740993", "1267650600228229401496703205376", "-1", "0.5", "-0.0")) {
            assertEquals(number, Json.write(Json.parse(number)))
        }
        assertEquals("18446744073709551615", Json.write(ULong.MAX_VALUE))
    }

    @Test
    fun textKeepsItsForm() {
        val composed = "Zo\u00eb"
        val decomposed = "Zoe\u0308"
        assertNotEquals(composed, decomposed)
        for (text in listOf(composed, decomposed, "\uD83D\uDC69\u200D\uD83D\uDC66", "a\"\\\n\t\u0000/\u007f")) {
            assertEquals(text, Json.parse(Json.write(text)))
        }
        assertEquals("\uD83D\uDE00", Json.parse("\"\\ud83d\\ude00\""))
        assertEquals("\"\\ud83d\"", Json.write("\uD83D"))
    }

    @Test
    fun membersKeepTheirOrder() {
        val text = """{"z":1,"a":[true,false,null,{}],"Zo\u00eb":{"é":""}}"""
        assertEquals(listOf("z", "a", "Zo\u00eb"), (Json.parse(text) as Map<*, *>).keys.toList())
        assertEquals(text.replace("\\u00eb", "\u00eb"), Json.write(Json.parse(" $text\n")))
        assertEquals(text, Json.write(JsonObject(text)))
        assertEquals(mapOf("a" to 1L), Json.parse("""{"a":1,"a":2}"""))
        assertEquals("""{"a":1e2}""", Json.write(mapOf("a" to RawJson("1e2"))))
    }

    @Test
    fun nestingIsReadAsDeepAsTheLibraryPassesIt() {
        for (pair in listOf("[" to "]", "{\"a\":" to "}")) {
            val nested = { depth: Int -> pair.first.repeat(depth) + "[]" + pair.second.repeat(depth) }
            assertEquals(nested(127), Json.write(Json.parse(nested(127))))
            assertFailsWith<IllegalArgumentException> { Json.parse(nested(128)) }
        }
    }

    @Test
    fun whatIsNotJsonIsRefused() {
        for (text in listOf("", "{", "[1,]", "{\"a\"}", "01", "1.", "+1", "tru", "\"\u0001\"", "\"\\x\"", "\"\\u12g4\"",
            "nul", "1 2", "{a:1}", "'a'", "[".repeat(100_000))) {
            assertFailsWith<IllegalArgumentException>(text.take(20)) { Json.parse(text) }
        }
        for (value in listOf(Double.NaN, Float.POSITIVE_INFINITY, Any(), mapOf(1 to 2))) {
            assertFailsWith<McpException.BadJson> { Json.write(value) }
        }
    }
}
