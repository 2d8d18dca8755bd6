package mcpclient

import java.util.logging.Level
import java.util.logging.Logger
import kotlin.time.Duration

/**
 * The application that embeds the library. Every function is optional; what is declared to servers is
 * said by `offering` when a client is opened. One host may serve several clients.
 *
 * Suspend functions run in coroutines of the client, and are cancelled when their answer is no longer
 * wanted. All others are called one at a time per client and in order, on a thread of the library or
 * inside [Runtime.pump]: a slow one delays what comes after it. What any of them throws goes to
 * [failed], and costs nothing else: of an input that this leaves unanswered the server is told that the host
 * failed. So it is where something is offered, or to be approved, and its function is not there.
 */
open class Host {
    /** The server asks the user: a form, or a visit. */
    open suspend fun elicit(ask: Elicitation): Answer = missing("elicit")

    /** The server asks the host's model, which a user should approve (SAM-28). */
    open suspend fun sample(ask: Input.Sample): Answer = missing("sample")

    /** The server asks for the folders that matter. */
    open suspend fun roots(ask: Input.Roots): Answer = missing("roots")

    /**
     * An input stands at a checkpoint: [Input.checkpoint] says which, and [ClientOptions.review] that it stops
     * there. A sample comes here with its request, then to [sample], then here again with its result; the three
     * inputs have the same number, and each is one of its own. Without an approval the server is turned away.
     */
    open suspend fun approve(ask: Input): Answer = missing("approve")

    /**
     * The server wants something. As it is, one of the functions above is asked. A host that carries
     * inputs into its own dialogs overrides it, and answers by the input's own functions.
     */
    open fun input(input: Input) {
        input.answer(this) {
            when (input) {
                is Input.Form -> elicit(input)
                is Input.Url -> elicit(input)
                is Input.Sample -> sample(input)
                is Input.Roots -> roots(input)
            }
        }
    }

    /** An input stands at a checkpoint. As it is, [approve] is asked; overriding is as for [input]. */
    open fun confirm(input: Input) {
        input.answer(this) { approve(input) }
    }

    /** An input is gone without the host's answer: take its dialog away (CAN-06). */
    open fun inputClosed(client: Client, id: ULong, why: Withdrawn) {}

    /** The server says that a URL visit is finished, to which the host had agreed (URL-10). */
    open fun visited(client: Client, id: ULong) {}

    /** The client's state has changed. Closed is its last callback. */
    open fun state(client: Client, state: ClientState) {}

    /** A call reports progress: `progress`, and perhaps `total` and `message` (PRG-03). */
    open fun progress(call: Call, params: JsonObject) {}

    /** The server asked for patience, not for input: the call is sent again after [time]. */
    open fun paused(call: Call, time: Duration) {}

    /** A call became a task, or its task changed; the task's id in it is a secret (TSX-14, TSX-15). */
    open fun task(call: Call, task: JsonObject) {}

    /** What the server agreed to tell of what [Client.watch] asked for (SUB-06). */
    open fun watching(client: Client, filter: WatchFilter) {}

    /** The server logs: `level`, `data`, and perhaps `logger` (LOG-03). */
    open fun log(client: Client, params: JsonObject) {}

    /** Any other notification: a list changed, a resource was updated. */
    open fun notification(client: Client, method: String, params: JsonObject?) {}

    /** A line of the server's stderr, made safe to show. Never a sign of failure by itself (STD-06). */
    open fun stderr(client: Client, line: String) {}

    /** The server did something that it should not have; nothing was lost but what [detail] names. */
    open fun warning(client: Client, kind: WarningKind, detail: String) {}

    /**
     * One of the functions of this host threw. As it is, the program's log is told. Where it was a part of a transport, a
     * [Lane] or an [Exchanger], this comes on a thread of its own, outside [Runtime.pump], and perhaps while another
     * function runs.
     */
    open fun failed(client: Client, failure: Throwable) {
        Logger.getLogger("mcpclient").log(Level.SEVERE, "a function of the host failed", failure)
    }

    /** A person who was never asked has not said no. */
    private fun missing(name: String): Nothing =
        throw McpException.Unsupported(UNSUPPORTED, "the host has no function $name, which its options promise")

    private companion object {
        /** The library's number for it. */
        const val UNSUPPORTED = -15
    }
}
