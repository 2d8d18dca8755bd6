package mcpclient

/** A way to reach one server: [Stdio], [Http], [Socket] or [Lane]. */
sealed interface Transport

/** As the library wants it; what the host's own part of it throws goes to [bridge]. */
internal fun Transport.raw(bridge: Bridge): RawTransport = when (this) {
    is Stdio -> RawTransport.Stdio(raw())
    is Http -> RawTransport.Http(raw(bridge))
    is Socket -> raw
    is Lane -> raw(bridge)
}
