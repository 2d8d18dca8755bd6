package mcpclient.vectors

import java.io.File
import kotlin.system.exitProcess
import mcpclient.Json

/** One case in one revision: see tests/vectors/README.md. */
class Vector(
    val file: String,
    val kind: String,
    val group: Members,
    val case: Members,
    val number: Int,
    private val spokenIn: String?,
) {
    val revision: String get() = checkNotNull(spokenIn) { "a vector without a revision" }
    val id: String get() = "$file/${group.text("name")}/$number${spokenIn?.let { "@$it" }.orEmpty()}"

    /** The schema, spelled out: the case's own, or the group's. */
    val schema: String
        get() {
            val from = if ("schema" in case || "property" in case) case else group
            val required = if (from["required"] == true) ""","required":["p"]""" else ""
            return from["schema"] as String?
                ?: """{"type":"object","properties":{"p":${from.text("property")}}$required}"""
        }
}

typealias Members = Map<String, Any?>

fun Members.text(name: String): String = this[name] as? String ?: error("$name is no text")

@Suppress("UNCHECKED_CAST")
fun Members.list(name: String): List<Any?> = (this[name] as List<Any?>?).orEmpty()

@Suppress("UNCHECKED_CAST")
fun Members.members(name: String): Members = (this[name] as Members?).orEmpty()

@Suppress("UNCHECKED_CAST")
fun Members.all(name: String): List<Members> = list(name) as List<Members>

/** Whether two things are the same; otherwise the vector has failed. */
fun same(what: String, found: Any?, wanted: Any?) {
    if (found != wanted) throw Differs("$what: $found, not $wanted")
}

class Differs(message: String) : Exception(message)

private val KINDS: Map<String, (Vector) -> Unit> = mapOf(
    "forms" to ::form,
    "typed" to ::typed,
    "content" to ::content,
    "texts" to ::textOf,
    "fill" to ::fill,
    "defaults" to ::defaults,
    "display" to ::shown,
    "paths" to ::path,
    "containment" to ::containment,
    "roots" to ::root,
    "sampleRequests" to ::sampleRequest,
    "sampleResults" to ::sampleResult,
    "modelChoice" to ::modelChoice,
    "urls" to ::url,
    "hazards" to ::hazards,
)

private fun vectors(file: File): List<Vector>? {
    @Suppress("UNCHECKED_CAST")
    val content = Json.parse(file.readText()) as Members
    if ("groups" !in content) return null
    val kind = content.text("kind")
    return content.all("groups").flatMap { group ->
        val revisions = if ("revisions" in group) group.list("revisions").map { it as String } else listOf(null)
        group.all("cases").flatMapIndexed { index, case ->
            revisions.map { Vector(file.nameWithoutExtension, kind, group, case, index + 1, it) }
        }
    }
}

/** Why a vector failed, if it did. */
private fun fault(vector: Vector): String? = try {
    (KINDS[vector.kind] ?: error("no such kind: ${vector.kind}"))(vector)
    null
} catch (failure: Exception) {
    "FAILED ${vector.id}: ${if (failure is Differs) failure.message else failure}"
}

/** Runs the vectors of the folder that VECTORS names, and says what xtask reads. */
fun main() {
    val files = checkNotNull(File(System.getenv("VECTORS")).listFiles { file -> file.extension == "json" }).sorted()
    var failed = 0
    for (file in files) {
        val vectors = vectors(file) ?: continue
        val faults = vectors.mapNotNull(::fault)
        faults.forEach(::println)
        println("vectors ${file.nameWithoutExtension}: ${vectors.size - faults.size} passed, ${faults.size} failed")
        failed += faults.size
    }
    exitProcess(if (failed == 0) 0 else 1)
}
