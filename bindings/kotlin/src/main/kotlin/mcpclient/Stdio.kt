package mcpclient

import kotlin.time.Duration

/**
 * A server that is run as a child process and spoken to over its standard input and output (STD-02).
 *
 * @param program looked up in `PATH` unless it contains a slash.
 * @param args verbatim: no shell is in between.
 * @param env variables of the server's environment; credentials belong here (STD-16).
 * @param clearEnv the server gets only [env], and nothing of the host's own environment.
 * @param directory where the server starts; the host's own directory otherwise.
 * @param grace how long each step of the server's ending may take (STD-11); two seconds otherwise.
 * @param stderrRing how many bytes of the server's stderr are kept; 64 KiB otherwise.
 */
class Stdio(
    val program: String,
    val args: List<String> = emptyList(),
    val env: Map<String, String> = emptyMap(),
    val clearEnv: Boolean = false,
    val directory: String? = null,
    val grace: Duration? = null,
    val stderrRing: Long? = null,
) : Transport {
    constructor(program: String, vararg args: String) : this(program, args.toList())

    /** Arguments and environment may hold secrets, so only their number is told. */
    override fun toString() = "Stdio($program, ${args.size} arguments, ${env.size} variables)"

    internal fun raw() = RawStdio(
        program = program,
        args = args,
        env = env,
        clearEnv = clearEnv,
        cwd = directory,
        graceMs = grace?.milliseconds(),
        stderrRing = stderrRing?.unsigned(),
    )
}
