package mcpclient

import java.util.concurrent.CompletableFuture
import kotlin.time.Duration.Companion.milliseconds
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asExecutor
import kotlinx.coroutines.cancel

/** One host, for one client. */
internal class Bridge(private val host: Host) : RawHost {
    /** There from the moment that the client was opened; a callback may be faster. */
    private val client = CompletableFuture<Client>()

    fun begin(client: Client) {
        this.client.complete(client)
    }

    override fun input(input: RawInput) = ask(input, host::input)

    override fun confirm(input: RawInput) = ask(input, host::confirm)

    override fun inputClosed(id: ULong, why: Withdrawn) = tell {
        it.withdrawn(id)
        host.inputClosed(it, id, why)
    }

    override fun visited(id: ULong) = tell { host.visited(it, id) }

    override fun state(state: ClientState) {
        tell { host.state(it, state) }
        if (state is ClientState.Closed) client.join().scope.cancel()
    }

    override fun progress(call: RawCall, params: String) =
        tell { host.progress(it.call(call), JsonObject(params)) }

    override fun paused(call: RawCall, milliseconds: ULong) =
        tell { host.paused(it.call(call), milliseconds.toLong().milliseconds) }

    override fun task(call: RawCall, task: String) = tell { host.task(it.call(call), JsonObject(task)) }

    override fun watching(filter: WatchFilter) = tell { host.watching(it, filter) }

    override fun log(params: String) = tell { host.log(it, JsonObject(params)) }

    override fun notification(method: String, params: String?) =
        tell { host.notification(it, method, params?.let(::JsonObject)) }

    override fun stderr(line: String) = tell { host.stderr(it, line) }

    override fun warning(kind: WarningKind, detail: String) = tell { host.warning(it, kind, detail) }

    /**
     * The host's own part of a transport: what it throws is told on another thread, and thrown on. Neither the client nor
     * the host is waited for here, where the library does its input and output.
     */
    fun carry(what: () -> Unit) = try {
        what()
    } catch (failure: Throwable) {
        client.thenAcceptAsync({ it.guarded { throw failure } }, Dispatchers.IO.asExecutor())
        throw failure
    }

    /** A host that throws has not taken the input, and nobody knows when it would be collected. */
    private fun ask(raw: RawInput, take: (Input) -> Unit) = tell {
        val input = Input.of(it, raw)
        try {
            take(input)
        } catch (failure: Throwable) {
            input.hostFailed()
            throw failure
        }
    }

    private inline fun tell(what: (Client) -> Unit) {
        val client = client.join()
        client.guarded { what(client) }
    }
}
