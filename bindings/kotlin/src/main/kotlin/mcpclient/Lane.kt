package mcpclient

import kotlin.time.Duration

/**
 * A lane of the program's own making, for one client: lines over whatever it makes of them. What the server says goes
 * in by [feed] or [write], from any thread, however its lines are cut.
 *
 * @param grace how long [end] may take once the client is over; two seconds otherwise.
 * @param close called when the client is over, and nothing more is sent: to be answered with [end] once what was sent
 *   is gone. Without it the lane ends at once.
 * @param send called with whole lines for the server, to be taken in full.
 *
 * Both functions are called one at a time, on the thread where the library does its input and output: every server
 * waits meanwhile, so hand on what takes time. What they throw breaks the lane, and goes to [Host.failed].
 */
class Lane(
    grace: Duration? = null,
    private val close: (() -> Unit)? = null,
    private val send: (ByteArray) -> Unit,
) : Transport {
    private val raw = RawLane(grace?.milliseconds())

    /**
     * The next bytes that the server has sent.
     *
     * @throws McpException `Busy` when too much waits: nothing was taken, and no more should be read from the server
     *   for now. `Gone` once the lane has ended, or its client is over.
     */
    fun feed(bytes: ByteArray) = raw.feed(bytes)

    /** As [feed], and waits while it is busy. */
    suspend fun write(bytes: ByteArray) = untilTaken(bytes, raw::feed, raw::ready)

    /**
     * The lane is at its end: in order, or broken, as [failure] says in one sentence for developers. None of its
     * functions is called any more.
     *
     * @throws McpException.Gone if it has ended, or its client is over.
     */
    fun end(failure: String? = null) = raw.end(failure)

    override fun toString() = "Lane"

    internal fun raw(bridge: Bridge) = RawTransport.Lane(raw, End(bridge))

    private inner class End(private val bridge: Bridge) : RawLaneHost {
        override fun send(bytes: ByteArray) = bridge.carry { this@Lane.send(bytes) }

        override fun clientOver() = bridge.carry { close?.invoke() ?: finish() }
    }

    private fun finish() {
        try {
            end()
        } catch (_: McpException.Gone) {
            // The server was faster.
        }
    }
}

/** Tries until it is taken. */
internal suspend fun untilTaken(bytes: ByteArray, feed: (ByteArray) -> Unit, ready: suspend () -> Unit) {
    while (true) {
        try {
            return feed(bytes)
        } catch (_: McpException.Busy) {
            ready()
        }
    }
}
