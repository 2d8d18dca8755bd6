package mcpclient

import java.net.ConnectException
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpConnectTimeoutException
import java.net.http.HttpRequest
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse
import java.net.http.HttpTimeoutException
import java.nio.ByteBuffer
import java.nio.channels.UnresolvedAddressException
import java.time.Duration
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionException
import java.util.concurrent.CompletionStage
import java.util.concurrent.Flow
import javax.net.ssl.SSLHandshakeException
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.SupervisorJob
import kotlinx.coroutines.launch

/**
 * `java.net.http` as the HTTP stack: trust, proxies and connections are those of [client]. (Android has no such client:
 * see [Exchanger] for OkHttp.)
 *
 * @param client must not follow redirections, nor keep cookies.
 * @throws IllegalArgumentException if it does.
 */
class JdkExchanger(
    private val client: HttpClient = HttpClient.newBuilder()
        .followRedirects(HttpClient.Redirect.NEVER)
        .connectTimeout(Duration.ofSeconds(10))
        .build(),
) : Exchanger {
    init {
        require(client.followRedirects() == HttpClient.Redirect.NEVER) { "the client must not follow redirections" }
        require(client.cookieHandler().isEmpty) { "the client must not keep cookies" }
    }

    private val scope = CoroutineScope(SupervisorJob() + Dispatchers.Default)

    override fun open(exchange: Exchange) {
        val request = HttpRequest.newBuilder(URI.create(exchange.url))
        request.method(exchange.method, publisher(exchange))
        // Asking a server in the clear for HTTP/2 is a header that some do not bear.
        if (exchange.url.startsWith("http:", ignoreCase = true)) request.version(HttpClient.Version.HTTP_1_1)
        for ((name, value) in exchange.headers) if (name.lowercase() !in ITS_OWN) request.header(name, value)
        val reader = Reader(exchange)
        val answer = client.sendAsync(request.build()) { info ->
            val headers = info.headers().map().flatMap { (name, values) -> values.map { name to it } }
            told { exchange.head(info.statusCode(), headers) }
            reader
        }
        exchange.onAbort {
            answer.cancel(true)
            reader.cancel()
        }
        answer.whenComplete { _, failure ->
            if (failure == null) told { exchange.end() } else told { exchange.end(kind(failure), "HTTP failed") }
        }
    }

    private fun publisher(exchange: Exchange) =
        if (exchange.method == "POST") BodyPublishers.ofByteArray(exchange.body) else BodyPublishers.noBody()

    /** Hands the body over, as fast as it is taken. */
    private inner class Reader(private val exchange: Exchange) : HttpResponse.BodySubscriber<Unit> {
        private val over = CompletableFuture<Unit>()

        @Volatile
        private var subscription: Flow.Subscription? = null

        fun cancel() {
            subscription?.cancel()
        }

        override fun getBody(): CompletionStage<Unit> = over

        override fun onSubscribe(subscription: Flow.Subscription) {
            this.subscription = subscription
            if (exchange.isAborted) subscription.cancel() else subscription.request(1)
        }

        override fun onNext(parts: List<ByteBuffer>) {
            val bytes = ByteArray(parts.sumOf { it.remaining() })
            var at = 0
            for (part in parts) {
                val length = part.remaining()
                part.get(bytes, at, length)
                at += length
            }
            try {
                exchange.feed(bytes)
                subscription?.request(1)
            } catch (_: McpException.Busy) {
                scope.launch { later(bytes) }
            } catch (_: McpException) {
                cancel()
            }
        }

        private suspend fun later(bytes: ByteArray) = try {
            exchange.write(bytes)
            subscription?.request(1)
        } catch (_: McpException) {
            cancel()
        }

        override fun onError(failure: Throwable) {
            over.completeExceptionally(failure)
        }

        override fun onComplete() {
            over.complete(Unit)
        }
    }

    private companion object {
        /** What the client sets by itself, and lets nobody else set. */
        val ITS_OWN = setOf("connection", "content-length", "expect", "host", "upgrade")

        /** Where the exchange is over there is nobody to tell. */
        inline fun told(step: () -> Unit) = try {
            step()
        } catch (_: McpException.Gone) {
        }

        fun kind(failure: Throwable): ExchangeFailure = when (failure) {
            is CompletionException -> failure.cause?.let(::kind) ?: ExchangeFailure.BROKEN
            is ConnectException, is HttpConnectTimeoutException, is UnresolvedAddressException,
            is SSLHandshakeException -> ExchangeFailure.UNREACHABLE
            is HttpTimeoutException -> ExchangeFailure.TIMEOUT
            else -> ExchangeFailure.BROKEN
        }
    }
}
