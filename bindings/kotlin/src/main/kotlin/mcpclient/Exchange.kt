package mcpclient

/**
 * The program's own HTTP stack, in place of the library's: see [Http] and [JdkExchanger].
 *
 * Redirections are not to be followed, cookies not to be kept, and bodies to be handed over as they come, without
 * waiting for their end: an event must not wait for what follows it. A limit on the silence of a stream would break
 * those that wait for a person. With OkHttp: a client with `followRedirects(false)`, `CookieJar.NO_COOKIES` and
 * `readTimeout(0, …)`; `newCall(request).enqueue`, and in `onResponse` the loop that reads what `source` has
 * (`source.read(buffer, 8192)`) and hands it to [Exchange.write]; `exchange.onAbort { call.cancel() }`.
 */
fun interface Exchanger {
    /**
     * Makes one request, without waiting for it here: this is the thread where the library does its input and output.
     * What comes of it is told to [exchange], from any thread. What this throws breaks the exchange, and goes to
     * [Host.failed].
     */
    fun open(exchange: Exchange)
}

/**
 * One HTTP request of the library, and its answer, told step by step: [head] once, then the body by [feed] or [write],
 * then [end]. From any thread, one step after the other.
 *
 * It may be given up at any time: then each step throws [McpException.Gone], and nothing more need be told.
 */
class Exchange internal constructor(private val raw: RawExchange) {
    /** A number that no other exchange of this process has. */
    val id: ULong get() = raw.id()

    /** `GET`, `POST` or `DELETE`. */
    val method: String get() = raw.method()

    /** Where to. */
    val url: String get() = raw.url()

    /** What to send; a name may stand more than once. They hold secrets. */
    val headers: List<Pair<String, String>> get() = raw.headers().map { it.name to it.value }

    /** What to send; empty but for `POST`. */
    val body: ByteArray get() = raw.body()

    /**
     * The answer begins: its status, and its headers as they came.
     *
     * @throws McpException `Gone` if it is over, `InvalidArg` if it began before, or the status is none.
     */
    fun head(status: Int, headers: Iterable<Pair<String, String>> = emptyList()) {
        val known = status.takeIf { it in 0..UShort.MAX_VALUE.toInt() } ?: 0
        raw.head(known.toUShort(), headers.raw())
    }

    /**
     * The next part of the body, without transfer coding and compression.
     *
     * @throws McpException `Busy` when too much waits: nothing was taken, and no more should be read from the server
     *   for now. `Gone` if it is over.
     */
    fun feed(bytes: ByteArray) = raw.feed(bytes)

    /** As [feed], and waits while it is busy. */
    suspend fun write(bytes: ByteArray) = untilTaken(bytes, raw::feed, raw::ready)

    /**
     * The answer is complete, or [failure] says why it never will be; [message] is one sentence for developers, without
     * anybody's data.
     *
     * @throws McpException.Gone if it is over.
     */
    fun end(failure: ExchangeFailure? = null, message: String = "the program's HTTP stack has given up") =
        raw.end(failure, message)

    /** Whether the library has given it up: its connection is to be closed, or its stream of one. */
    val isAborted: Boolean get() = raw.isAborted()

    /**
     * Has [told] called once, if the exchange is given up, on the thread where the library does its input and output;
     * here and now if it was already. The last one that is set counts.
     */
    fun onAbort(told: () -> Unit) = raw.onAbort(Told(told))

    override fun toString() = "Exchange($id, $method)"

    private class Told(private val tell: () -> Unit) : RawTold {
        override fun told() = tell()
    }
}
