package mcpclient

import kotlin.time.Duration

/** A stream socket that carries lines, as standard streams do. When it closes, the connection is over. */
class Socket private constructor(internal val raw: RawTransport, private val name: String) : Transport {
    override fun toString() = "Socket($name)"

    companion object {
        /** A Unix domain socket. Connecting may take [connectTimeout]; ten seconds otherwise. */
        fun unix(path: String, connectTimeout: Duration? = null) =
            Socket(RawTransport.Unix(path, connectTimeout?.milliseconds()), path)

        /**
         * A TCP connection, neither encrypted nor authenticated: for the own machine only. Connecting may take
         * [connectTimeout]; ten seconds otherwise.
         */
        fun tcp(host: String, port: Int, connectTimeout: Duration? = null): Socket {
            require(port in 0..UShort.MAX_VALUE.toInt()) { "a port has sixteen bits" }
            return Socket(RawTransport.Tcp(host, port.toUShort(), connectTimeout?.milliseconds()), "$host:$port")
        }
    }
}
