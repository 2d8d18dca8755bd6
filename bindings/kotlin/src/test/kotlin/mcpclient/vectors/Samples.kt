package mcpclient.vectors

import mcpclient.Block
import mcpclient.IncludeContext
import mcpclient.Input
import mcpclient.Json
import mcpclient.JsonObject
import mcpclient.McpException
import mcpclient.Model
import mcpclient.ModelReason
import mcpclient.Offer
import mcpclient.SampleMessage
import mcpclient.SampleRequest
import mcpclient.ToolChoice

private fun ask(vector: Vector, params: String): Input.Sample {
    val declared = vector.group.list("declared")
    val offering = Offer(sampleTools = "tools" in declared, sampleContext = "context" in declared)
    return Input.rehearse(vector.revision, "sampling/createMessage", JsonObject(params), offering) as Input.Sample
}

// proves: SAM-04, SAM-05, SAM-06, SAM-16, SAM-19, SAM-23, SAM-24
/** What a server asks. */
fun sampleRequest(vector: Vector) {
    val input = try {
        ask(vector, vector.case.text("params"))
    } catch (refused: McpException.Refused) {
        if ("refused" in vector.case) return
        throw refused
    }
    same("refused", null, vector.case["refused"])
    val wanted = vector.case["reads"] ?: return
    // How the server wrote a message's content says nothing to a host.
    same("reads", described(input.request), plain(wanted))
    input.cancel()
}

// proves: SAM-06, SAM-09, SAM-20, SAM-22, SAM-38
/** What goes back. */
fun sampleResult(vector: Vector) {
    val input = ask(vector, vector.group.text("request"))
    val result = vector.case.text("result")
    val accepted = try {
        input.answerResult(JsonObject(result))
        true
    } catch (_: McpException.Sample) {
        false
    }
    same("refused", !accepted, vector.case["refused"] == true)
    same("open", input.isOpen, !accepted)
    if (accepted) same("sent", input.rehearsed?.json, """{"result":${vector.case["sent"] ?: result}}""")
}

// proves: SAM-11, SAM-12, SAM-14
/** Which model fits. */
fun modelChoice(vector: Vector) {
    val case = vector.case
    val prompt = """[{"role":"user","content":{"type":"text","text":"?"}}]"""
    val preferences = case.text("preferences")
    val ask = ask(vector, """{"messages":$prompt,"maxTokens":9,"modelPreferences":$preferences}""")
    val catalogue = vector.group.all("catalogue").map { model ->
        fun measure(name: String) = (model[name] as Number?)?.toDouble() ?: 0.0
        Model(
            model.text("name"),
            model.list("aliases").map { "$it" },
            measure("cheapness"),
            measure("speed"),
            measure("intelligence"),
        )
    }
    val choice = ask.chooseModel(catalogue)
    same("model", choice?.let { catalogue[it.model.toInt()].name }, case["model"])
    if (choice == null) return
    val (reason, hint) = when (val reason = choice.reason) {
        is ModelReason.Hint -> "hint" to reason.place.toLong()
        is ModelReason.Priorities -> "priorities" to null
        is ModelReason.First -> "first" to null
    }
    same("reason", reason, case["reason"])
    same("hint", hint, case["hint"])
    check(choice.text.isNotEmpty()) { "a choice without a sentence" }
}

/** The vectors' numbers by value, and without what is not read. */
@Suppress("UNCHECKED_CAST")
private fun plain(reads: Any?): Members = (reads as Members).mapValues { (name, value) ->
    when {
        name == "messages" -> (value as List<Members>).map { it - "list" }
        name == "temperature" -> (Json.parse(value as String) as Number).toDouble()
        value is Number -> value.toDouble()
        else -> value
    }
}

/** A request as the vectors describe it: what is absent is not told. */
private fun described(request: SampleRequest): Members = buildMap {
    fun tell(name: String, value: Any?) {
        if (value != null && value != emptyList<Any>()) put(name, value)
    }
    put("messages", request.messages.map(::described))
    put("maxTokens", request.maxTokens.toString())
    tell("systemPrompt", request.systemPromptRaw)
    tell("temperature", request.temperature)
    tell("stopSequences", request.stopSequences)
    tell("metadata", request.metadata)
    tell("hints", request.hints)
    tell("tools", request.tools)
    tell("costPriority", request.costPriority)
    tell("speedPriority", request.speedPriority)
    tell("intelligencePriority", request.intelligencePriority)
    tell(
        "includeContext",
        when (request.includeContext) {
            IncludeContext.NOBODY -> null
            IncludeContext.THIS_SERVER -> "thisServer"
            IncludeContext.ALL_SERVERS -> "allServers"
        },
    )
    tell(
        "toolChoice",
        when (request.toolChoice) {
            ToolChoice.AUTO -> null
            ToolChoice.REQUIRED -> "required"
            ToolChoice.FORBIDDEN -> "none"
        },
    )
}

private fun described(message: SampleMessage): Members =
    mapOf("role" to message.role.name.lowercase(), "blocks" to message.blocks.map(::described))

private fun described(block: Block): Members = when (block) {
    is Block.Text -> mapOf("kind" to "text", "text" to block.textRaw)
    is Block.Image -> mapOf("kind" to "image", "data" to block.data, "mimeType" to block.mimeType)
    is Block.Audio -> mapOf("kind" to "audio", "data" to block.data, "mimeType" to block.mimeType)
    is Block.ToolUse ->
        mapOf("kind" to "toolUse", "id" to block.id, "name" to block.name, "input" to block.arguments)
    is Block.ToolResult ->
        mapOf("kind" to "toolResult", "id" to block.id) + if (block.isError) mapOf("isError" to true) else emptyMap()
    is Block.Other -> error("an unknown kind of block")
}
