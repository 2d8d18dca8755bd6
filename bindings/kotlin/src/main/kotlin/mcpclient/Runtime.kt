package mcpclient

import kotlin.time.Duration
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext

/**
 * What all clients of a program share. A program may have several; most use [shared].
 *
 * @param wakeup makes the host's callbacks run inside [pump] only, and is called on any thread when
 *   there is something to pump: for posting to a user interface's loop. It must not call the library.
 *   Without it callbacks run on threads of the library, one client's one at a time and in order.
 */
class Runtime(wakeup: (() -> Unit)? = null) : AutoCloseable {
    private val raw = RawRuntime(wakeup?.let(::Wakeup))

    /**
     * Opens a client, and does not wait for the server: calls may be made at once, and wait for the
     * handshake.
     *
     * @param offering what is declared to the server; what is not is refused without asking the host.
     * @throws McpException `Start` if the server cannot be started, `InvalidArg`, `BadJson`,
     *   `Unsupported`, `Closed`. Then the host is not called.
     */
    fun open(
        server: Transport,
        host: Host = Host(),
        offering: Offer = Offer(),
        options: ClientOptions = ClientOptions(),
    ): Client {
        val bridge = Bridge(host)
        val client = Client(raw.open(server.raw(bridge), bridge, options.raw(offering)), this, host, options)
        bridge.begin(client)
        return client
    }

    /** As [open], and waits until the handshake is done; if there is none, the client is closed. */
    suspend fun connect(
        server: Transport,
        host: Host = Host(),
        offering: Offer = Offer(),
        options: ClientOptions = ClientOptions(),
    ): Client {
        val client = open(server, host, offering, options)
        try {
            client.ready()
        } catch (failure: Throwable) {
            client.close()
            throw failure
        }
        return client
    }

    /**
     * Runs up to [max] callbacks on this thread, and returns how many events are left; never blocks by
     * itself. From inside a callback it may be called again.
     *
     * @throws McpException `Busy` while another thread is pumping, `Unsupported` without a wakeup.
     */
    fun pump(max: Int = Int.MAX_VALUE): Long = raw.pump(max.unsigned()).toLong()

    /** [Client.suspend] for every client there is. */
    fun suspendAll(calls: OnSuspend = OnSuspend.CONTINUE) = raw.suspendAll(calls)

    /** [Client.wake] for every client there is. */
    fun wakeAll() = raw.wakeAll()

    /** Closes every client, and opens no more; returns at once. Each server has [grace] for each step of its ending. */
    fun closeAll(grace: Duration) = raw.closeAll(grace.milliseconds())

    /**
     * Closes every client, and waits until all servers have ended and all callbacks have returned. From
     * inside a callback it only begins.
     */
    suspend fun shutDown() = withContext(Dispatchers.IO) { raw.shutDown() }

    /** As [shutDown], and blocks. */
    override fun close() = raw.shutDown()

    companion object {
        /** One for those who need no other. */
        val shared: Runtime by lazy { Runtime() }
    }

    private class Wakeup(private val wakeup: () -> Unit) : RawWakeup {
        override fun wake() = wakeup()
    }
}

/** Connects to a server with the [Runtime.shared] runtime: see [Runtime.connect]. */
suspend fun connect(
    server: Transport,
    host: Host = Host(),
    offering: Offer = Offer(),
    options: ClientOptions = ClientOptions(),
): Client = Runtime.shared.connect(server, host, offering, options)

/** Connects to the server behind a URL, with all defaults: see [Http]. */
suspend fun connect(
    url: String,
    host: Host = Host(),
    offering: Offer = Offer(),
    options: ClientOptions = ClientOptions(),
): Client = connect(Http(url), host, offering, options)
