package mcpclient

import kotlinx.coroutines.CancellationException

/** One request of the host, from its start to its one outcome. Letting go of it does not cancel. */
class Call internal constructor(
    /** The client that it runs on. */
    val client: Client,
    private val raw: RawCall,
) {
    /** Its number, unique among the calls of its client. */
    val id: ULong = raw.id()

    /**
     * Waits for the outcome. A coroutine that is cancelled here only stops waiting: the call goes on.
     *
     * @throws McpException how the call failed.
     */
    suspend fun await() = CallResult(raw.finish(), raw)

    /** How the call ended, or null while it has not; throws how it failed. */
    fun outcome(): CallResult? = raw.outcome()?.let { CallResult(it, raw) }

    /**
     * Ends the call here and now, and tells the server, with [reason] for its log (CAN-01, CAN-03). A
     * result that was faster stands.
     *
     * @throws McpException.Gone if the call is over.
     */
    fun cancel(reason: String? = null) = raw.cancel(reason)

    /**
     * Sends a call again at once whose server asked for patience: see [Host.paused].
     *
     * @throws McpException.Gone if the call is not paused.
     */
    fun resume() = raw.resume()

    /** As [await], but who stops waiting cancels the call. */
    internal suspend fun awaitOrCancel(): CallResult = try {
        await()
    } catch (cancelled: CancellationException) {
        try {
            cancel()
        } catch (_: McpException) {
            // The result was faster.
        }
        throw cancelled
    }

    override fun equals(other: Any?) = other is Call && other.id == id && other.client === client

    override fun hashCode() = id.hashCode()

    override fun toString() = "Call($id)"
}
