package mcpclient

import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CoroutineStart
import kotlinx.coroutines.Job
import kotlinx.coroutines.launch

/** What a server asks of the user: a form, or a visit. */
sealed interface Elicitation

/**
 * One thing that a server wants: answered at most once, from any thread, now or hours later. One that
 * is let go of unanswered turns the server away.
 *
 * Each answer throws [McpException.Gone] when it comes too late, and `InvalidArg` when it is none for
 * this kind. One that does not fit (`Form`, `Sample`, `Root`, `BadJson`) is not sent, and leaves the
 * input open.
 */
sealed class Input(private val asker: Client?, internal val raw: RawInput) {
    /** The client whose server asks. A rehearsal has none: then [IllegalStateException] is thrown. */
    val client: Client get() = checkNotNull(asker) { "a rehearsal has no client" }

    /** Its number, which [Host.inputClosed] names; unique for its client. */
    val id: ULong = raw.id()

    /** Who asks: the host's own name for the server, to be shown clearly (ELI-39). */
    val server: String get() = asker?.label.orEmpty()

    /** All that the server sent. */
    val params: JsonObject by lazy { JsonObject(raw.params()) }

    /** Which round of its call's questions it belongs to, from 1; 0 where there are no rounds. */
    val round: Int get() = raw.round().toInt()

    /** Whether saying no ends the call, as the wire has no way to tell the server (MRT-15). */
    val refusalEndsCall: Boolean get() = raw.refusalEndsCall()

    /** What a dialog should warn of, in order of appearance (ELI-46, ELI-47). */
    val hazards: List<Hazard> get() = raw.hazards()

    /** The calls that may have caused it and are still running, oldest first. */
    val calls: List<Call> get() = raw.calls().map(client::call)

    /** The checkpoint at which it stands; null if it waits for its answer. */
    val checkpoint: Checkpoint? get() = raw.checkpoint()

    /** At the checkpoint of a result: what the server will be sent if it is approved, to the letter (SAM-33). */
    val result: JsonObject? get() = raw.result()?.let(::JsonObject)

    /**
     * Approves at a checkpoint: a request as it was changed, a result as it is shown.
     *
     * @throws McpException.Sample the request was changed into one that the server does not allow.
     */
    fun approve() = raw.approve()

    /** Approves at a checkpoint, with other parameters or another result in place of what is shown. */
    fun approve(changed: Map<String, Any?>) = raw.approveWith(Json.write(changed))

    /** Whether an answer would still count. */
    val isOpen: Boolean get() = raw.isOpen()

    /** The user says no (ELI-31); a sample or the roots are refused. The reason is never sent. */
    fun decline(reason: String? = null) = raw.decline(reason)

    /** The user turned away without a choice (ELI-32); a sample or the roots are refused. */
    fun cancel() = raw.cancel()

    /** The host could not: a JSON-RPC error for the server. */
    fun fail(code: Long, message: String) = raw.fail(code, message)

    /** Ends the whole operation (ELI-38): turns the server away, and cancels every call that may be meant. */
    fun abortCall(reason: String? = null) = raw.abortCall(reason)

    /**
     * What the server would have been told, once a rehearsal is answered: `result` or `error`. Null before
     * that, if there is nothing to tell, and for real inputs.
     */
    val rehearsed: JsonObject? get() = raw.rehearsed()?.let(::JsonObject)

    /** Gives an answer. */
    fun answer(answer: Answer) = when (answer) {
        Answer.Accept -> raw.accept()
        is Answer.Content -> raw.acceptContent(Json.write(answer.content))
        Answer.Decline -> raw.decline(null)
        Answer.Cancel -> raw.cancel()
        is Answer.Fail -> raw.fail(answer.code, answer.message)
        is Answer.Sample -> raw.answerSampleText(answer.model, answer.text, answer.stopReason)
        is Answer.Blocks -> raw.answerSample(answer.model, answer.blocks.map(AnswerBlock::raw), answer.stopReason)
        is Answer.Roots -> raw.answerRoots(answer.roots)
        is Answer.Result -> raw.answerResult(Json.write(answer.result))
        Answer.Approve -> raw.approve()
        is Answer.ApproveWith -> raw.approveWith(Json.write(answer.changed))
        Answer.Given -> Unit
    }

    /**
     * Runs [ask] in a coroutine of the client, and gives the answer that it returns. The coroutine is
     * cancelled when the input is no longer wanted. What it throws, and an answer that does not fit, go to
     * [Host.failed], and the server is told that the host failed: nobody has said no.
     */
    fun answer(host: Host, ask: suspend () -> Answer): Job {
        val job = client.scope.launch(start = CoroutineStart.LAZY) {
            try {
                answer(ask())
            } catch (cancelled: CancellationException) {
                throw cancelled
            } catch (_: McpException.Gone) {
                // Nobody waits for it any more.
            } catch (failure: Throwable) {
                hostFailed()
                host.failed(client, failure)
            }
        }
        client.asked(id, job)
        // Also if it is cancelled before it has begun.
        job.invokeOnCompletion { if (it != null) turnAway { cancel() } }
        job.start()
        return job
    }

    /** Nobody has said no, and nobody will answer. */
    internal fun hostFailed() = turnAway { fail(INTERNAL_ERROR, "the host failed") }

    private inline fun turnAway(how: () -> Unit) = try {
        how()
    } catch (_: McpException) {
        // Nobody waits for it any more.
    }

    /** A form for the user. Texts are made safe to show unless they are called raw (ELI-49). */
    class Form internal constructor(client: Client?, raw: RawInput, wants: Wants.Form) :
        Input(client, raw), Elicitation {
        /** Why, in the server's words. */
        val message: String = wants.message

        /** Why, in the server's very words: not safe to show. */
        val messageRaw: String = wants.messageRaw

        /** What to fill in: [accept] sends what is filled in there. */
        val form = mcpclient.Form(checkNotNull(raw.form()))

        /**
         * Accepts the form as it is filled in (ELI-30), defaults included (ELI-24).
         *
         * @throws McpException.Form with every field that is wrong; nothing was sent.
         */
        fun accept() = raw.accept()

        /** Accepts with the whole of its content, in place of what was filled in. */
        fun accept(content: Map<String, Any?>) = raw.acceptContent(Json.write(content))
    }

    /** A visit to a URL. The library never opens it (ELI-35). */
    class Url internal constructor(client: Client?, raw: RawInput, wants: Wants.Url) :
        Input(client, raw), Elicitation {
        /** Why, in the server's words, made safe to show. */
        val message: String = wants.message

        /** Why, in the server's very words: not safe to show. */
        val messageRaw: String = wants.messageRaw

        /** Where to, whole, made safe to show: show it before anything is opened. */
        val url: String = wants.url

        /** Where to, as the server wrote it: to be opened, not shown. */
        val urlRaw: String = wants.urlRaw

        /** Where to, as browsers read it. */
        val canonical: String = wants.canonical

        /** The host as people read it, which a dialog names plainly (URL-04). */
        val host: String = wants.host

        /** The host as it goes over the wire. */
        val hostRaw: String = wants.hostRaw

        /** The end of [host] that somebody had to register, which should stand out (URL-06). */
        val domain: String? = wants.domain

        /** What to be careful about in the URL (URL-07). */
        val urlHazards: List<UrlHazard> = wants.urlHazards

        /** The server's name for this visit, where the revision has one. */
        val elicitationId: String? = wants.elicitationId

        /** The user agrees to go there, and has not arrived yet. */
        fun accept() = raw.accept()
    }

    /** A completion by the host's model, which a user should approve (SAM-28). */
    class Sample internal constructor(
        client: Client?,
        raw: RawInput,
        /** What the server asks the model. */
        val request: SampleRequest,
    ) : Input(client, raw) {
        /** At the checkpoint of a request: the request as it will go to the model, to be changed (SAM-31). */
        val draft: SampleDraft? = raw.sampleDraft()?.let(::SampleDraft)

        /** At the checkpoint of a result: [result] taken apart, for a last look. */
        val sampleResult: SampleResult? get() = raw.sampleResult()

        /**
         * Which of the host's models fits, and why: by the server's hints in order, then by its priorities
         * (SAM-11, SAM-12). Null for an empty catalogue. Advice: the host may use another.
         */
        fun chooseModel(catalogue: List<Model>): ModelChoice? = raw.chooseModel(catalogue)

        /** Answers with the text that a model gave (SAM-09). */
        fun answer(model: String, text: String, stopReason: String? = null) =
            raw.answerSampleText(model, text, stopReason)

        /**
         * Answers with blocks of content: one is sent as it is, several as a list, which not every server knows
         * (SAM-05, SAM-06).
         */
        fun answer(model: String, blocks: List<AnswerBlock>, stopReason: String? = null) =
            raw.answerSample(model, blocks.map(AnswerBlock::raw), stopReason)

        /** Answers with a JSON-RPC result, verbatim once its shape is checked. */
        fun answerResult(result: Map<String, Any?>) = raw.answerResult(Json.write(result))
    }

    /** The list of roots. */
    class Roots internal constructor(client: Client?, raw: RawInput) : Input(client, raw) {
        /** Answers with these folders and files (ROO-02). */
        fun answer(roots: List<Root>) = raw.answerRoots(roots)

        /** Answers with a JSON-RPC result, verbatim once its shape is checked. */
        fun answerResult(result: Map<String, Any?>) = raw.answerResult(Json.write(result))
    }

    companion object {
        /** JSON-RPC's code for it. */
        private const val INTERNAL_ERROR = -32603L

        /**
         * An input that no server sent, to try out and test dialogs: read and answered under the same
         * checks, with no client, no calls, and nothing on any wire. Everything is offered; of sampling,
         * [offering] says which features. [serverHost] is the asking server's own host, where it has one.
         *
         * @throws McpException.Refused the library refuses such a request on the host's behalf.
         * @throws McpException.Unsupported there is no such revision.
         */
        fun rehearse(
            revision: String,
            method: String,
            params: Map<String, Any?>,
            offering: Offer = Offer(),
            serverHost: String? = null,
        ): Input = of(null, RawInput.rehearse(revision, method, Json.write(params), offering, serverHost))

        internal fun of(client: Client?, raw: RawInput): Input = when (val wants = raw.wants()) {
            is Wants.Form -> Form(client, raw, wants)
            is Wants.Url -> Url(client, raw, wants)
            is Wants.Sample -> Sample(client, raw, wants.request)
            Wants.Roots -> Roots(client, raw)
        }
    }
}
