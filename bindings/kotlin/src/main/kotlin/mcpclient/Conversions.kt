package mcpclient

import kotlin.time.Duration

/** Whole milliseconds, rounded up, so that a short time is not none. */
internal fun Duration.milliseconds(): ULong {
    require(!isNegative()) { "a length of time is not negative" }
    val whole = inWholeMilliseconds
    return (if (isFinite() && inWholeNanoseconds % NANOSECONDS > 0 && whole < Long.MAX_VALUE) whole + 1 else whole)
        .toULong()
}

internal fun Long.unsigned(): ULong {
    require(this >= 0) { "a size is not negative" }
    return toULong()
}

internal fun Int.unsigned(): UInt {
    require(this >= 0) { "a count is not negative" }
    return toUInt()
}

private const val NANOSECONDS = 1_000_000L
