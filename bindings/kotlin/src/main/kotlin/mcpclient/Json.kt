package mcpclient

import java.math.BigDecimal
import java.math.BigInteger

/**
 * JSON as Kotlin values: `Map<String, Any?>` in the order of its members, `List<Any?>`, `String`,
 * `Boolean`, `null`, and numbers that are exact: `Long` or `BigInteger` for what is written without
 * fraction and exponent, `Double` or, where that would round, `BigDecimal` for the rest.
 */
object Json {
    /**
     * Reads one JSON text.
     *
     * @throws IllegalArgumentException if it is none.
     */
    fun parse(text: String): Any? = JsonReader(text).document()

    /**
     * Writes a value of the kinds that [parse] gives, any other [Number], or a [RawJson]. A
     * [JsonObject] is written as it came, byte for byte.
     *
     * @throws McpException.BadJson for anything else, for numbers that JSON does not have, and for what is
     *   deeper than the library passes on, be it that it holds itself.
     */
    fun write(value: Any?): String = buildString { write(value, 0) }

    private fun StringBuilder.write(value: Any?, depth: Int) {
        if (depth > MAX_DEPTH) none("nothing as deep")
        when (value) {
            null -> append("null")
            is String -> quote(value)
            is Boolean -> append(value)
            is RawJson -> append(value.text)
            is JsonObject -> append(value.json)
            is Number, is ULong, is UInt, is UShort, is UByte -> append(number(value))
            is Map<*, *> -> members(value, depth)
            is Iterable<*> -> items(value, depth)
            else -> none("no ${value.javaClass.name}")
        }
    }

    private fun StringBuilder.members(map: Map<*, *>, depth: Int) {
        append('{')
        map.entries.forEachIndexed { at, (name, value) ->
            if (at > 0) append(',')
            quote(name as? String ?: none("no names but Strings"))
            append(':')
            write(value, depth + 1)
        }
        append('}')
    }

    private fun StringBuilder.items(list: Iterable<*>, depth: Int) {
        append('[')
        list.forEachIndexed { at, item ->
            if (at > 0) append(',')
            write(item, depth + 1)
        }
        append(']')
    }

    private fun number(value: Any): String {
        if (value is Double && !value.isFinite() || value is Float && !value.isFinite()) none("no $value")
        return value.toString()
    }

    private fun none(what: String): Nothing = throw McpException.BadJson(BAD_JSON, "JSON has $what")

    private const val BAD_JSON = -2

    private fun StringBuilder.quote(text: String) {
        append('"')
        text.forEachIndexed { at, char ->
            when {
                char == '"' -> append("\\\"")
                char == '\\' -> append("\\\\")
                char == '\n' -> append("\\n")
                char < ' ' || isAlone(text, at) -> append("\\u%04x".format(char.code))
                else -> append(char)
            }
        }
        append('"')
    }

    /** Half of a surrogate pair cannot travel as UTF-8. */
    private fun isAlone(text: String, at: Int): Boolean {
        val char = text[at]
        return char.isHighSurrogate() && text.getOrNull(at + 1)?.isLowSurrogate() != true ||
            char.isLowSurrogate() && text.getOrNull(at - 1)?.isHighSurrogate() != true
    }
}

/** JSON text that [Json.write] takes over as it is. */
@JvmInline
value class RawJson(val text: String)

/** A JSON object: a map of its members, read when somebody looks, and the text as it came. */
class JsonObject(
    /** The text, verbatim. */
    val json: String,
) : AbstractMap<String, Any?>() {
    @Suppress("UNCHECKED_CAST")
    private val members by lazy { Json.parse(json) as Map<String, Any?> }

    override val entries get() = members.entries

    override fun get(key: String) = members[key]

    override fun containsKey(key: String) = members.containsKey(key)

    override fun toString() = json
}

/** The library passes nothing in which more arrays and objects stand in each other. */
private const val MAX_DEPTH = 128

/** Reads JSON with a stack of its own depth only where values nest. */
private class JsonReader(private val text: String) {
    private var at = 0

    fun document(): Any? {
        val value = value(0)
        blank()
        if (at < text.length) fault()
        return value
    }

    private fun value(depth: Int): Any? {
        blank()
        return when (text.getOrNull(at)) {
            '{' -> members(depth)
            '[' -> items(depth)
            '"' -> string()
            't' -> word("true", true)
            'f' -> word("false", false)
            'n' -> word("null", null)
            else -> number()
        }
    }

    private fun members(depth: Int): Map<String, Any?> {
        if (depth == MAX_DEPTH) fault()
        val map = LinkedHashMap<String, Any?>()
        at++
        blank()
        if (take('}')) return map
        do {
            blank()
            if (text.getOrNull(at) != '"') fault()
            val name = string()
            blank()
            need(':')
            val value = value(depth + 1)
            // Of several with one name the first counts, as everywhere in the library.
            if (name !in map) map[name] = value
            blank()
        } while (take(','))
        need('}')
        return map
    }

    private fun items(depth: Int): List<Any?> {
        if (depth == MAX_DEPTH) fault()
        val list = ArrayList<Any?>()
        at++
        blank()
        if (take(']')) return list
        do {
            list.add(value(depth + 1))
            blank()
        } while (take(','))
        need(']')
        return list
    }

    private fun string(): String {
        val start = ++at
        while (true) {
            when (val char = text.getOrNull(at) ?: fault()) {
                '"' -> return text.substring(start, at++)
                '\\' -> return escaped(start)
                else -> if (char < ' ') fault() else at++
            }
        }
    }

    private fun escaped(start: Int): String {
        val out = StringBuilder().append(text, start, at)
        while (true) {
            val char = text.getOrNull(at++) ?: fault()
            when {
                char == '"' -> return out.toString()
                char == '\\' -> out.append(escape())
                char < ' ' -> fault()
                else -> out.append(char)
            }
        }
    }

    private fun escape(): Char = when (val char = text.getOrNull(at++)) {
        '"', '\\', '/' -> char
        'b' -> '\b'
        'f' -> '\u000c'
        'n' -> '\n'
        'r' -> '\r'
        't' -> '\t'
        'u' -> {
            val digits = text.substring(at, minOf(at + 4, text.length))
            if (digits.length < 4 || !digits.all { it.isHex() }) fault()
            at += 4
            digits.toInt(16).toChar()
        }
        else -> fault()
    }

    private fun Char.isHex() = this in '0'..'9' || this in 'a'..'f' || this in 'A'..'F'

    private fun number(): Any {
        val found = NUMBER.matchAt(text, at) ?: fault()
        at = found.range.last + 1
        val digits = found.value
        if (found.groupValues[1].isEmpty()) {
            return digits.toLongOrNull()?.takeUnless { digits == "-0" } ?: integer(digits)
        }
        val exact = digits.toBigDecimalOrNull() ?: return digits.toDouble()
        val near = digits.toDouble()
        return if (near.isFinite() && BigDecimal(near.toString()).compareTo(exact) == 0) near else exact
    }

    /** A negative zero keeps its sign. */
    private fun integer(digits: String): Any = if (digits == "-0") -0.0 else BigInteger(digits)

    private fun word(word: String, value: Boolean?): Boolean? {
        if (!text.startsWith(word, at)) fault()
        at += word.length
        return value
    }

    private fun blank() {
        while (at < text.length && text[at] in " \t\n\r") at++
    }

    private fun take(char: Char): Boolean {
        if (text.getOrNull(at) != char) return false
        at++
        return true
    }

    private fun need(char: Char) {
        if (!take(char)) fault()
    }

    private fun fault(): Nothing = throw IllegalArgumentException("not JSON at character $at")

    private companion object {
        val NUMBER = Regex("""-?(?:0|[1-9][0-9]*)((?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?)""")
    }
}
