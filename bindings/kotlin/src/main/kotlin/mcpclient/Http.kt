package mcpclient

import kotlin.time.Duration
import kotlin.time.Duration.Companion.milliseconds

/**
 * A server behind a URL: Streamable HTTP of every revision, and the older HTTP+SSE where a server knows nothing newer
 * (HTP-01, SSE-07). No cookies are kept, no redirections to another origin are followed, and what is set here is sent
 * to the origin of the URL only (HTP-48).
 *
 * @param url the server's endpoint, `http` or `https`.
 * @param headers sent with every request, a name more than once if need be; credentials belong here. Those of the
 *   protocol cannot be replaced.
 * @param userAgent in place of the library's name and version.
 * @param caBundle certificates of authorities to trust, as PEM, beside those of the platform.
 * @param platformTrust whether the platform's authorities are trusted.
 * @param clientCertificate what servers may ask for.
 * @param proxy through which proxy; what the environment says otherwise.
 * @param guard which addresses may be connected to (SEC-06); all otherwise.
 * @param connectTimeout how long connecting may take, name and TLS included; ten seconds otherwise.
 * @param headTimeout how long the head of an answer may take where no call waits for it; thirty seconds otherwise.
 * @param idleTimeout how long a body that is no stream of events may be silent, and how long a connection is kept that
 *   nobody uses; a minute otherwise.
 * @param grace how long the end of a session may take (HTP-26); two seconds otherwise.
 * @param oldSse whether HTTP+SSE is spoken; where the server refuses everything newer, otherwise.
 * @param listen whether a stream is opened for what the server says unasked (HTP-13).
 * @param exchanger the program's own HTTP stack, such as [JdkExchanger]. What is said above of certificates, proxies,
 *   addresses and connecting is then its own business.
 */
class Http(
    val url: String,
    val headers: List<Pair<String, String>> = emptyList(),
    val userAgent: String? = null,
    val caBundle: String? = null,
    val platformTrust: Boolean = true,
    val clientCertificate: ClientCertificate? = null,
    val proxy: Proxy? = null,
    val guard: AddressGuard? = null,
    val connectTimeout: Duration? = null,
    val headTimeout: Duration? = null,
    val idleTimeout: Duration? = null,
    val grace: Duration? = null,
    val oldSse: OldSse? = null,
    val listen: Boolean = true,
    val exchanger: Exchanger? = null,
) : Transport {
    /**
     * A certificate that the client shows.
     *
     * @param chain the certificate, and those between it and an authority, as PEM.
     * @param key its private key, as PEM.
     */
    class ClientCertificate(val chain: String, val key: String)

    /** URL and headers may hold secrets. */
    override fun toString() = "Http(${headers.size} headers)"

    internal fun raw(bridge: Bridge) = RawHttp(
        url = url,
        headers = headers.raw(),
        userAgent = userAgent,
        caBundle = caBundle?.encodeToByteArray(),
        platformTrust = platformTrust,
        clientCertificate = clientCertificate?.let {
            RawCertificate(it.chain.encodeToByteArray(), it.key.encodeToByteArray())
        },
        proxy = proxy,
        guard = guard,
        connectTimeoutMs = connectTimeout?.milliseconds(),
        headTimeoutMs = headTimeout?.milliseconds(),
        idleTimeoutMs = idleTimeout?.milliseconds(),
        graceMs = grace?.milliseconds(),
        oldSse = oldSse,
        listen = listen,
        exchanger = exchanger?.let { Opener(it, bridge) },
    )

    private class Opener(private val exchanger: Exchanger, private val bridge: Bridge) : RawExchanger {
        override fun begin(exchange: RawExchange) = bridge.carry { exchanger.open(Exchange(exchange)) }
    }
}

/** How long the server wants to be left alone (`Retry-After`). */
val HttpFailure.retryAfter: Duration? get() = retryAfterMs?.toLong()?.milliseconds

internal fun Iterable<Pair<String, String>>.raw() = map { (name, value) -> HttpHeader(name, value) }
