package mcpclient

import kotlin.coroutines.CoroutineContext
import kotlin.time.Duration
import kotlinx.coroutines.Dispatchers

/**
 * How a client works. What is not given is the library's default.
 *
 * @param label the host's name for the server: what dialogs show when they say who asks (ELI-39).
 * @param programName what the program calls itself to servers (MET-06).
 * @param roots a live list of folders, which is offered by itself (ROO-06).
 * @param review which inputs stop at which checkpoints, for [Host.approve].
 * @param context where the host's suspend functions run. A job in it ends them with itself.
 * @param era the eras of the protocol that may be spoken: otherwise both, the newest first.
 * @param knownEra which era this server was seen to speak in an earlier run of the program ([Client.server]): one that
 *   makes a handshake is then not asked first. Doubted when that does not work; within a runtime the library
 *   remembers it by itself (VER-45).
 * @param revisions the protocol revisions that may be spoken, such as `2025-06-18` (VER-05, VER-06); wins over
 *   the eras.
 * @param experimental members for `capabilities.experimental`.
 * @param extensions members for `capabilities.extensions` (EXT-01).
 * @param tasks offer the tasks extension, in the stateless era.
 * @param restart start the server again when it ends unexpectedly, in the stateless era (STD-13).
 * @param serverHost the server's own host, where it has one: a URL that imitates it is pointed out (URL-06),
 *   and icons elsewhere are at fault (MET-10).
 * @param stderrLines whether the host is told of each line of the server's stderr (STD-06).
 * @param times how long things may take.
 * @param limits the bounds of memory and patience.
 */
class ClientOptions(
    val label: String = "server",
    val programName: String? = null,
    val programVersion: String? = null,
    val programTitle: String? = null,
    val roots: RootList? = null,
    val review: Review = Review(),
    val context: CoroutineContext = Dispatchers.Default,
    val era: Era? = null,
    val knownEra: Era? = null,
    val revisions: List<String>? = null,
    val experimental: Map<String, Any?>? = null,
    val extensions: Map<String, Any?>? = null,
    val tasks: Boolean = false,
    val restart: Boolean = true,
    val serverHost: String? = null,
    val stderrLines: Boolean = true,
    val times: Times = Times(),
    val limits: Limits = Limits(),
) {
    /**
     * How long things may take.
     *
     * @param connect until the server has answered the handshake; a minute otherwise.
     * @param probe until it has answered which era of the protocol it speaks (VER-35); ten seconds.
     * @param idle until the next sign of life of a call: its result or its progress (TMO-01, TMO-04);
     *   a minute. Stands still while the host owes the server an answer (TMO-05).
     * @param total the whole of a call, whatever progress it reports; an hour. Stands still likewise.
     * @param wall the whole of a call by the clock on the wall; a day.
     * @param input until an input is answered; then it is cancelled for the host (ELI-51); a day.
     */
    class Times(
        val connect: Duration? = null,
        val probe: Duration? = null,
        val idle: Duration? = null,
        val total: Duration? = null,
        val wall: Duration? = null,
        val input: Duration? = null,
    )

    /**
     * Bounds.
     *
     * @param messageBytes bytes of one message; a longer one costs its call, not the connection.
     * @param outgoingBytes bytes that wait to be sent; beyond, [McpException.Busy].
     * @param cacheBytes bytes of results that are kept as long as the server allows; 0 keeps none.
     * @param events callbacks that wait; beyond, progress is merged and log messages are dropped.
     * @param calls calls in flight; beyond, [McpException.Busy].
     * @param inputs inputs open at once; beyond, servers are refused.
     * @param formsPerMinute forms that a server may ask for in a minute, and at once after a quiet one
     *   (ELI-45); likewise for the other kinds of input.
     * @param completionsPerMinute suggestions that you may ask of the server in a minute; beyond, a call is
     *   refused with [McpException.Busy] (CMP-06).
     */
    class Limits(
        val messageBytes: Long? = null,
        val outgoingBytes: Long? = null,
        val cacheBytes: Long? = null,
        val events: Long? = null,
        val calls: Long? = null,
        val inputs: Long? = null,
        val pages: Long? = null,
        val items: Long? = null,
        val formsPerMinute: Int? = null,
        val urlsPerMinute: Int? = null,
        val samplesPerMinute: Int? = null,
        val rootsPerMinute: Int? = null,
        val completionsPerMinute: Int? = null,
    )

    internal fun raw(offering: Offer) = RawClientOptions(
        label = label,
        programName = programName,
        programVersion = programVersion,
        programTitle = programTitle,
        offer = offering,
        roots = roots,
        review = review,
        era = era,
        knownEra = knownEra,
        revisions = revisions,
        experimental = experimental?.let(Json::write),
        extensions = extensions?.let(Json::write),
        tasks = tasks,
        restart = restart,
        serverHost = serverHost,
        stderrLines = stderrLines,
        connectTimeoutMs = times.connect?.milliseconds(),
        probeTimeoutMs = times.probe?.milliseconds(),
        timeoutMs = times.idle?.milliseconds(),
        totalTimeoutMs = times.total?.milliseconds(),
        wallTimeoutMs = times.wall?.milliseconds(),
        inputTimeoutMs = times.input?.milliseconds(),
        cacheBytes = limits.cacheBytes?.unsigned(),
        maxMessageBytes = limits.messageBytes?.unsigned(),
        maxOutgoingBytes = limits.outgoingBytes?.unsigned(),
        maxEvents = limits.events?.unsigned(),
        maxCalls = limits.calls?.unsigned(),
        maxInputs = limits.inputs?.unsigned(),
        maxPages = limits.pages?.unsigned(),
        maxItems = limits.items?.unsigned(),
        maxFormsPerMinute = limits.formsPerMinute?.unsigned(),
        maxUrlsPerMinute = limits.urlsPerMinute?.unsigned(),
        maxSamplesPerMinute = limits.samplesPerMinute?.unsigned(),
        maxRootsPerMinute = limits.rootsPerMinute?.unsigned(),
        maxCompletionsPerMinute = limits.completionsPerMinute?.unsigned(),
    )
}
