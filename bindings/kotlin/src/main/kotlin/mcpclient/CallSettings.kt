package mcpclient

import kotlin.time.Duration

/**
 * Settings of one call.
 *
 * @param timeout until the server's next sign of life, its result or its progress; stands still while
 *   the host owes the server an answer (TMO-01, TMO-03, TMO-05).
 * @param total the whole of the call, whatever progress it reports; stands still likewise (TMO-04).
 * @param progress ask the server for progress, for [Host.progress] (PRG-01).
 * @param meta members for `_meta` of the request, merged with the request's own (MET-04).
 * @param trace the host's trace context (MET-04).
 * @param logLevel from which level on the server shall log about this call (LOG-04). Where levels are set
 *   once for all calls, it has no effect: see [Client.setLogLevel].
 * @param offering offer the server no more than this, for this call only (VER-21). Where capabilities
 *   are agreed on once, it has no effect.
 * @param fresh do not use a result that was kept (CAC-06).
 * @param retryLost send a call of a tool, or of a method that is not the protocol's, again, once, if it was lost with
 *   its server or its stream: only for what may run twice.
 */
data class CallSettings(
    val timeout: Duration? = null,
    val total: Duration? = null,
    val progress: Boolean = false,
    val meta: Map<String, Any?>? = null,
    val trace: Trace? = null,
    val logLevel: String? = null,
    val offering: Offer? = null,
    val fresh: Boolean = false,
    val retryLost: Boolean = false,
) {
    internal fun raw(timeout: Duration?, done: RawDone? = null) = RawCallSettings(
        timeoutMs = (timeout ?: this.timeout)?.milliseconds(),
        totalTimeoutMs = total?.milliseconds(),
        progress = progress,
        meta = meta?.let(Json::write),
        traceParent = trace?.parent,
        traceState = trace?.state,
        baggage = trace?.baggage,
        logLevel = logLevel,
        offer = offering,
        fresh = fresh,
        retryLost = retryLost,
        done = done,
    )
}

/** A trace context as W3C writes it: `traceparent`, `tracestate` and `baggage`. */
data class Trace(val parent: String? = null, val state: String? = null, val baggage: String? = null)
