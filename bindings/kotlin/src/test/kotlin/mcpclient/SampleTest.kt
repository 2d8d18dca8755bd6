package mcpclient

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

class SampleTest {
    private val tools = "tools" to listOf(mapOf("name" to "look", "inputSchema" to mapOf("type" to "object")))
    private val text = AnswerBlock.Text("hi")
    private val use = AnswerBlock.ToolUse("t1", "look")

    private fun ask(vararg more: Pair<String, Any?>, revision: String = "2025-11-25"): Input.Sample {
        val content = mapOf("type" to "text", "text" to "Go", "annotations" to mapOf("priority" to 1L))
        val params = mapOf("messages" to listOf(mapOf("role" to "user", "content" to content)), "maxTokens" to 9)
        val offering = Offer(sampleTools = true)
        return Input.rehearse(revision, "sampling/createMessage", params + more, offering) as Input.Sample
    }

    private fun told(ask: Input.Sample) = assertNotNull(ask.rehearsed)["result"] as Map<*, *>

    // proves: SAM-05, SAM-06, SAM-09
    @Test
    fun oneBlockGoesAsItIs() {
        val ask = ask(revision = "2024-11-05")
        ask.answer("m", listOf(text), "endTurn")
        val block = mapOf("type" to "text", "text" to "hi")
        assertEquals(mapOf("role" to "assistant", "content" to block, "model" to "m", "stopReason" to "endTurn"), told(ask))
        assertFailsWith<McpException.Gone> { ask.answer(Answer.Blocks("m", listOf(text))) }
    }

    // proves: SAM-05, SAM-21, SAM-22, SAM-26, SAM-46
    @Test
    fun severalBlocksGoAsAList() {
        val ask = ask(tools)
        val made = mapOf("type" to "text", "text" to "Zoe\u0308 \uD83D\uDE00", "_meta" to mapOf("k" to 1L))
        val blocks = listOf(
            text,
            AnswerBlock.Image("aGk=", "image/png"),
            AnswerBlock.Audio("aGk=", "audio/wav"),
            AnswerBlock.ToolUse("t1", "look", mapOf("far" to 9007199254740993L)),
            AnswerBlock.Made(made),
        )
        ask.answer(Answer.Blocks("m", blocks))
        val content = listOf(
            mapOf("type" to "text", "text" to "hi"),
            mapOf("type" to "image", "data" to "aGk=", "mimeType" to "image/png"),
            mapOf("type" to "audio", "data" to "aGk=", "mimeType" to "audio/wav"),
            mapOf("type" to "tool_use", "id" to "t1", "name" to "look", "input" to mapOf("far" to 9007199254740993L)),
            made,
        )
        assertEquals<Any?>(content, told(ask)["content"])
        assertFalse("stopReason" in told(ask))
    }

    // proves: SAM-06, SAM-20, SAM-22, SAM-38
    @Test
    fun blocksThatDoNotFitAreNotSent() {
        fun refused(ask: Input.Sample, vararg blocks: AnswerBlock, model: String = "m") {
            assertFailsWith<McpException.Sample> { ask.answer(model, blocks.toList()) }
            assertTrue(ask.isOpen)
            assertNull(ask.rehearsed)
        }
        refused(ask(), AnswerBlock.Image("no base64!", "image/png"))
        refused(ask(), AnswerBlock.Image("aGk=", "png"))
        refused(ask(revision = "2024-11-05"), AnswerBlock.Audio("aGk=", "audio/wav"))
        refused(ask(), text, text)
        refused(ask())
        refused(ask(), text, model = "")
        refused(ask(), use)
        refused(ask(tools), AnswerBlock.ToolUse("t1", "another"))
        refused(ask(tools), use, use)
        refused(ask(tools, "toolChoice" to mapOf("mode" to "required")), text)
        refused(ask(tools, "toolChoice" to mapOf("mode" to "none")), use)
        refused(ask(tools), AnswerBlock.Made(mapOf("type" to "tool_result", "toolUseId" to "t1", "content" to emptyList<Any>())))
        val ask = ask()
        assertFailsWith<McpException.BadJson> { ask.answer("m", listOf(AnswerBlock.Made(JsonObject("[1]")))) }
        ask.answer("m", listOf(text))
        val roots = Input.rehearse("2025-06-18", "roots/list", emptyMap())
        assertFailsWith<McpException.InvalidArg> { roots.answer(Answer.Blocks("m", listOf(text))) }
    }

    // proves: SAM-26, SAM-33
    @Test
    fun aResultIsShownBeforeItIsSent() = patiently {
        val host = object : Host() {
            override suspend fun approve(ask: Input): Answer {
                val result = assertNotNull((ask as Input.Sample).sampleResult)
                assertEquals("m" to "endTurn", result.model to result.stopReason)
                assertContains(assertNotNull(result.text), "red")
                assertFalse('\u001b' in result.text!!)
                assertEquals("\u001b[31mred", assertIs<Block.Text>(result.blocks.single()).textRaw)
                return Answer.Approve
            }

            override suspend fun sample(ask: Input.Sample): Answer {
                assertNull(ask.sampleResult)
                val message = JsonObject(ask.request.messages.single().json)
                assertEquals<Any?>(mapOf("type" to "text", "text" to "Go", "annotations" to mapOf("priority" to 1L)), message["content"])
                return Answer.Blocks("m", listOf(AnswerBlock.Text("\u001b[31mred")), "endTurn")
            }

            override fun failed(client: Client, failure: Throwable) = throw failure
        }
        val options = ClientOptions(review = Review(sampleResult = true))
        connect(server(), host, Offer(sample = true), options).use { client ->
            val told = JsonObject(client.callTool("sample", mapOf("params" to ask().params)).text)
            assertEquals(mapOf("type" to "text", "text" to "\u001b[31mred"), told["content"])
        }
    }
}
