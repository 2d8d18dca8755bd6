package mcpclient.vectors

import mcpclient.Input
import mcpclient.McpException
import mcpclient.PathStyle
import mcpclient.RootList
import mcpclient.checkRoots
import mcpclient.isInside
import mcpclient.pathToUri
import mcpclient.uriToPath

private fun style(vector: Vector) = PathStyle.valueOf(vector.group.text("style").uppercase())

// proves: ROO-04, ROO-12
/** A path to its URI, or a URI to its path. */
fun path(vector: Vector) {
    val case = vector.case
    fun bytes(name: String) = (case[name] as String?)?.chunked(2)?.map { it.toInt(16).toByte() }?.toByteArray()
    val from = (case["fromPath"] as String?)?.encodeToByteArray() ?: bytes("fromPathBytes")
    if (from != null) return same("uri", unlessRefused { pathToUri(from, style(vector)) }, case["uri"])
    val found = unlessRefused { uriToPath(case.text("fromUri"), style(vector)) }
    val wanted = bytes("pathBytes") ?: (case["path"] as String?)?.encodeToByteArray()
    // A path that is no text has no place in this vector.
    val readable = if ("pathBytes" in case) found else found?.takeIf { isText(it) }
    same("path", readable?.toList(), wanted?.toList())
}

private fun isText(bytes: ByteArray) =
    runCatching { bytes.decodeToString(throwOnInvalidSequence = true) }.isSuccess

private fun <T> unlessRefused(make: () -> T): T? = try {
    make()
} catch (_: McpException.Root) {
    null
}

// proves: ROO-20
/** Whether a place lies inside a root. */
fun containment(vector: Vector) {
    val inside = isInside(vector.case.text("root"), vector.case.text("candidate"), style(vector))
    same("inside", inside, vector.case["inside"])
}

// proves: ROO-02, ROO-03
/** What may be offered. */
fun root(vector: Vector) {
    val case = vector.case
    val result = case["result"] as String?
    if (result != null) return same("accepted", unlessRefused { checkRoots(result) } != null, case["accepted"])
    RootList().use { list ->
        val uri = case.text("uri")
        val accepted = unlessRefused { list.addUri(uri) } != null
        if (accepted) same("uri", list.roots().map { it.uri }, listOf(uri))
        val other = case["other"] as String? ?: return same("accepted", accepted, case["accepted"])
        list.addUri(other)
        same("same", list.roots().size == 1, case["same"])
    }
}

// proves: URL-02, URL-04, URL-06, URL-07, URL-08
/** What a dialog shows of a URL. */
fun url(vector: Vector) {
    val case = vector.case
    val params = mapOf("mode" to "url", "message" to "?", "elicitationId" to "e", "url" to case["url"])
    val ask = try {
        val own = vector.group["own"] as String?
        Input.rehearse(vector.revision, "elicitation/create", params, serverHost = own) as Input.Url
    } catch (_: McpException.Refused) {
        return same("refused", true, case["refused"])
    }
    same("refused", null, case["refused"])
    same("url", ask.urlRaw, case["url"])
    same("canonical", ask.canonical, case["canonical"] ?: case["url"])
    same("host", ask.host, case["host"])
    same("wire", ask.hostRaw, case["wire"] ?: ask.hostRaw)
    same("domain", ask.domain, case["domain"])
    same("hazards", ask.urlHazards.map { it.name.lowercase().replace('_', '-') }, case.list("hazards"))
    ask.cancel()
}
