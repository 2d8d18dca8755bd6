package mcpclient

import java.util.concurrent.ConcurrentHashMap
import kotlin.time.Duration
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Job
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.currentCoroutineContext
import kotlinx.coroutines.ensureActive

/**
 * One connection to one server. It lives until it is closed, so close it, best with `use`.
 *
 * The suspend functions make a call and wait for its result; a coroutine that is cancelled meanwhile
 * cancels the call, and the server is told. They throw [McpException]: `Unsupported` if the server has
 * not declared what the method needs, `Busy` if too much is under way, `Server` with the server's own
 * error, `Timeout`, `Closed`, and others. All of it may be used from any thread.
 */
class Client internal constructor(
    private val raw: RawClient,
    /** The runtime that serves this client. */
    val runtime: Runtime,
    private val host: Host,
    options: ClientOptions,
) : AutoCloseable {
    /** Where the host's suspend functions run. */
    internal val scope = CoroutineScope(options.context + SupervisorJob(options.context[Job]))

    private val asking = ConcurrentHashMap<ULong, Job>()

    /** A number that is this client's alone in its runtime. */
    val id: ULong = raw.id()

    /** The host's name for this server. */
    val label: String = options.label

    /** How the client stands at this moment. */
    val state: ClientState get() = raw.state()

    /** What the server said of itself, once the handshake is done. */
    val server: ServerFacts? get() = raw.server()

    /** The protocol revision in use, once the handshake is done. */
    val revision: String? get() = server?.revision

    /** The last of what the server wrote to stderr, made safe to show (STD-06). */
    val stderrTail: String get() = raw.stderrTail()

    /** The server's process id while the process is ours to end; for logs, not for signals. */
    val pid: Long? get() = raw.pid()?.toLong()

    /**
     * Waits until the handshake is done, and the host has been told.
     *
     * @throws McpException why the client is closed.
     */
    suspend fun ready(): ServerFacts = raw.ready()

    /**
     * The network or the program is about to sleep: what is open over HTTP is given up, and what may go on later waits,
     * without its time running. [ClientState.Suspended] is told. Suspending twice is suspending once.
     *
     * @param calls what becomes of calls.
     * @throws McpException.Closed if the client is closed.
     */
    fun suspend(calls: OnSuspend = OnSuspend.CONTINUE) = raw.suspend(calls)

    /**
     * The sleep is over: streams are opened again, and what waits is sent. [ClientState.Ready] is told, or
     * [ClientState.Connecting] if the handshake was not done.
     *
     * @throws McpException.Closed if the client is closed.
     */
    fun wake() = raw.wake()

    /**
     * Begins the end and returns at once: calls end with [McpException.Closed], inputs are withdrawn,
     * the server is asked to go, and made to (STD-11). Closing twice is closing once.
     */
    override fun close() = raw.closeConnection()

    /** Waits until the client is closed and its last callback is over. */
    suspend fun closed() = raw.closed()

    /**
     * Starts any request, verbatim, and returns at once; before the handshake is done it waits for it.
     *
     * @param done called when the call is over, in order with the host's functions and where they run.
     */
    fun start(
        method: String,
        params: Map<String, Any?>? = null,
        settings: CallSettings = CallSettings(),
        done: ((Call) -> Unit)? = null,
    ): Call = call(raw.request(method, params?.let(Json::write), settings.raw(null, done?.let(::Done))))

    /** Starts a tool, and returns at once: see [start]. */
    fun startTool(
        name: String,
        arguments: Map<String, Any?>? = null,
        settings: CallSettings = CallSettings(),
        done: ((Call) -> Unit)? = null,
    ): Call = call(raw.callTool(name, arguments?.let(Json::write), settings.raw(null, done?.let(::Done))))

    /** Any request, verbatim. */
    suspend fun request(
        method: String,
        params: Map<String, Any?>? = null,
        timeout: Duration? = null,
        settings: CallSettings = CallSettings(),
    ): CallResult = run { raw.request(method, params?.let(Json::write), settings.raw(timeout)) }

    /** `tools/call`. A tool's own failure is a result: see [CallResult.isError]. */
    suspend fun callTool(
        name: String,
        arguments: Map<String, Any?>? = null,
        timeout: Duration? = null,
        settings: CallSettings = CallSettings(),
    ): CallResult = run { raw.callTool(name, arguments?.let(Json::write), settings.raw(timeout)) }

    /** `tools/list`, all pages as one result (TOL-02, PAG-02). */
    suspend fun listTools(timeout: Duration? = null, settings: CallSettings = CallSettings()): CallResult =
        run { raw.listTools(settings.raw(timeout)) }

    /** `resources/list`, all pages as one result. */
    suspend fun listResources(timeout: Duration? = null, settings: CallSettings = CallSettings()): CallResult =
        run { raw.listResources(settings.raw(timeout)) }

    /** `resources/templates/list`, all pages as one result. */
    suspend fun listResourceTemplates(
        timeout: Duration? = null,
        settings: CallSettings = CallSettings(),
    ): CallResult = run { raw.listResourceTemplates(settings.raw(timeout)) }

    /** `prompts/list`, all pages as one result. */
    suspend fun listPrompts(timeout: Duration? = null, settings: CallSettings = CallSettings()): CallResult =
        run { raw.listPrompts(settings.raw(timeout)) }

    /** `resources/read`. */
    suspend fun readResource(
        uri: String,
        timeout: Duration? = null,
        settings: CallSettings = CallSettings(),
    ): CallResult = run { raw.readResource(uri, settings.raw(timeout)) }

    /** `resources/subscribe`; changes come as notifications. */
    suspend fun subscribe(
        uri: String,
        timeout: Duration? = null,
        settings: CallSettings = CallSettings(),
    ): CallResult = run { raw.subscribe(uri, settings.raw(timeout)) }

    /** `resources/unsubscribe`. */
    suspend fun unsubscribe(
        uri: String,
        timeout: Duration? = null,
        settings: CallSettings = CallSettings(),
    ): CallResult = run { raw.unsubscribe(uri, settings.raw(timeout)) }

    /** `prompts/get`. [McpException.Form]: an argument that a listed prompt requires is missing (PRM-03). */
    suspend fun getPrompt(
        name: String,
        arguments: Map<String, String>? = null,
        timeout: Duration? = null,
        settings: CallSettings = CallSettings(),
    ): CallResult = run { raw.getPrompt(name, arguments?.let(Json::write), settings.raw(timeout)) }

    /**
     * `completion/complete`: suggestions for one argument of a prompt or resource template.
     *
     * @param context the arguments that are filled in already.
     */
    suspend fun complete(
        reference: Reference,
        argument: String,
        value: String,
        context: Map<String, String>? = null,
        timeout: Duration? = null,
        settings: CallSettings = CallSettings(),
    ): CallResult = run {
        raw.complete(reference, argument, value, context?.let(Json::write), settings.raw(timeout))
    }

    /** `logging/setLevel`: `debug` to `emergency` (LOG-01). */
    suspend fun setLogLevel(
        level: String,
        timeout: Duration? = null,
        settings: CallSettings = CallSettings(),
    ): CallResult = run { raw.setLogLevel(level, settings.raw(timeout)) }

    /** `ping`. */
    suspend fun ping(timeout: Duration? = null, settings: CallSettings = CallSettings()): CallResult =
        run { raw.ping(settings.raw(timeout)) }

    /** Sends a notification, verbatim. */
    fun notify(method: String, params: Map<String, Any?>? = null) =
        raw.notify(method, params?.let(Json::write))

    /** What the host wants to hear of, in place of its last wish: see [Host.watching] (SUB-01, SUB-04). */
    fun watch(filter: WatchFilter) = raw.watch(filter)

    /**
     * A tool or prompt by its name, a resource by its URI or a template by its own, out of the last list of its kind
     * that was read to its end; null if it is not there, or the server says that the list has changed. With
     * [ItemKind.SERVER] the server, whatever the name. What a dialog needs before a tool is called (TOL-18, TOL-19).
     */
    fun item(kind: ItemKind, name: String = ""): Item? = raw.item(kind, name)

    override fun toString() = "Client($label)"

    internal fun call(raw: RawCall) = Call(this, raw)

    private inner class Done(private val tell: (Call) -> Unit) : RawDone {
        override fun done(call: RawCall) = guarded { tell(Call(this@Client, call)) }
    }

    /** What the host's own code throws goes to the host. */
    internal inline fun guarded(what: () -> Unit) {
        try {
            what()
        } catch (failure: Throwable) {
            host.failed(this, failure)
        }
    }

    /** The host is being asked for an answer. */
    internal fun asked(input: ULong, job: Job) {
        asking[input] = job
        job.invokeOnCompletion { asking.remove(input, job) }
    }

    /** Its answer is no longer wanted. */
    internal fun withdrawn(input: ULong) {
        asking.remove(input)?.cancel()
    }

    private suspend fun run(start: () -> RawCall): CallResult {
        currentCoroutineContext().ensureActive()
        return call(start()).awaitOrCancel()
    }
}
