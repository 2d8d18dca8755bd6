package mcpclient

/** The number of the C ABI, which never changes its meaning. */
val McpException.code: Int
    get() = when (this) {
        is McpException.InvalidArg -> code
        is McpException.BadJson -> code
        is McpException.Gone -> code
        is McpException.Reentrant -> code
        is McpException.Form -> code
        is McpException.Panic -> code
        is McpException.Cancelled -> code
        is McpException.Timeout -> code
        is McpException.Server -> code
        is McpException.Closed -> code
        is McpException.Lost -> code
        is McpException.Refused -> code
        is McpException.TooLarge -> code
        is McpException.Busy -> code
        is McpException.Unsupported -> code
        is McpException.Forked -> code
        is McpException.Version -> code
        is McpException.BrokenProtocol -> code
        is McpException.Start -> code
        is McpException.Pending -> code
        is McpException.Sample -> code
        is McpException.Root -> code
        is McpException.Http -> code
        is McpException.Network -> code
        is McpException.Suspended -> code
        is McpException.Other -> code
    }

/** What the server answered over HTTP, when that is why. */
val McpException.httpFailure: HttpFailure?
    get() = when (this) {
        is McpException.Http -> http
        is McpException.Server -> http
        else -> null
    }
