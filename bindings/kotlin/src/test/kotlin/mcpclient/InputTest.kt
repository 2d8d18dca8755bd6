package mcpclient

import java.nio.file.Files
import kotlin.concurrent.thread
import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertIs
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertSame
import kotlin.test.assertTrue
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitCancellation
import kotlinx.coroutines.cancelAndJoin
import kotlinx.coroutines.launch

class InputTest {
    private val accepted = """{"action":"accept","content":"""

    // proves: ELI-28, ELI-30, ELI-34
    @Test
    fun aFormIsFilledInAndSent() = patiently {
        val host = object : Host() {
            override suspend fun elicit(ask: Elicitation): Answer {
                ask as Input.Form
                assertEquals("shop", ask.server)
                assertEquals("Please fill in", ask.message)
                val wrong = assertFailsWith<McpException.Form> { ask.form.fill(mapOf("name" to "Ada", "seats" to 12)) }
                assertEquals(mapOf("seats" to "maximum", "class" to "required"), wrong.fields.associate { it.name to it.codeName })
                assertEquals(mapOf("maximum" to "9"), wrong.fields.single { it.name == "seats" }.params)
                ask.form.fill(mapOf("seats" to 2, "class" to "first"))
                val content = mapOf("name" to "Ada", "seats" to 2L, "insured" to false, "class" to "first")
                assertEquals<Map<String, Any?>>(content, ask.form.preview())
                return Answer.Accept
            }
        }
        connect(server(), host, Offer(form = true), ClientOptions(label = "shop")).use { client ->
            val told = client.callTool("form").text
            assertEquals(mapOf("name" to "Ada", "seats" to 2L, "insured" to false, "class" to "first"), JsonObject(told)["content"])
        }
    }

    // proves: ELI-12, ELI-15, ELI-17, ELI-18, ELI-24, ELI-27
    @Test
    fun aFormIsTypedFieldByField() = patiently {
        val host = Witness()
        connect(server(), host, Offer(form = true)).use { client ->
            val call = async(Dispatchers.Default) { client.callTool("form") }
            val input = host.next<Input.Form>()
            val form = input.form
            val schema = input.params["requestedSchema"] as Map<*, *>
            assertEquals((schema["properties"] as Map<*, *>).keys.toList(), form.fields.map { it.name })
            assertEquals(9, form.fields.size)
            val name = assertNotNull(form.field("name"))
            assertEquals("Name" to "as in your passport", name.label to name.description)
            assertEquals(FieldKind.Text(1uL, 40uL, null, null), name.kind)
            val seats = assertNotNull(form.field("seats"))
            assertEquals(FieldKind.Integer(Bound("1", false), Bound("9", false), null), seats.kind)
            val choice = assertNotNull(form.field("class"))
            val kind = assertIs<FieldKind.OneOf>(choice.kind)
            assertEquals(listOf("eco" to "Economy", "first" to "First class"), kind.choices.map { it.value to it.label })
            assertEquals("notNumber", form.type(seats, "many")?.codeName)
            assertNull(form.value(seats))
            assertTrue(form.isTouched(seats))
            assertNull(form.type(seats, " 3 "))
            assertEquals(3L, form.value(seats))
            form.select(choice, 1)
            assertTrue(form.isSelected(choice, 1))
            assertEquals(listOf("name"), form.faults().map { it.name })
            assertEquals("name", assertFailsWith<McpException.Form> { input.accept() }.fields.single().name)
            assertTrue(input.isOpen)
            assertNull(form.set(name, "Zoe\u0308"))
            form.clear(assertNotNull(form.field("insured")))
            assertFailsWith<McpException.InvalidArg> { form.fill(mapOf("no such" to 1)) }
            assertFailsWith<McpException.InvalidArg> { form.select(name, 0) }
            input.accept()
            val content = JsonObject(call.await().text)["content"] as Map<*, *>
            assertEquals(mapOf("name" to "Zoe\u0308", "seats" to 3L, "class" to "first"), content)
        }
    }

    // proves: ELI-12, ELI-15
    @Test
    fun lengthsAreCodePointsAndIntegersExact() {
        val form = Form.parse(
            """{"type":"object","properties":{
                "word":{"type":"string","maxLength":3},
                "count":{"type":"integer","minimum":9007199254740993}}}""",
            "2025-06-18",
        )
        val (word, count) = form.fields
        assertNull(form.type(word, "\uD83D\uDE00\uD83D\uDE00\uD83D\uDE00"))
        assertEquals("maxLength", form.type(word, "\uD83D\uDC69\u200D\uD83D\uDC69\u200D\uD83D\uDC66")?.codeName)
        assertNull(form.type(word, "Zo\u00eb"))
        assertEquals("maxLength", form.type(word, "Zoe\u0308")?.codeName)
        assertEquals("minimum", form.type(count, "9007199254740992")?.codeName)
        assertNull(form.type(count, "9007199254740993"))
        assertEquals(9007199254740993L, form.value(count))
        assertNull(form.set(count, "123456789012345678901234567890".toBigInteger()))
        assertEquals("123456789012345678901234567890", form.valueJson(count))
        assertEquals("maxLength", form.faults(mapOf("word" to "four")).single().codeName)
        val refused = assertFailsWith<FormRefused.Unsuitable> {
            Form.parse("""{"type":"object","properties":{"a":{"type":"object"}}}""", "2025-06-18")
        }
        assertEquals("a", refused.property)
        assertFailsWith<FormRefused.Unreadable> { Form.parse("{", "2025-06-18") }
    }

    // proves: ELI-31, ELI-32, ELI-35
    @Test
    fun everyAnswerReachesTheServer() = patiently {
        var answer: Answer = Answer.Decline
        val host = object : Host() {
            override suspend fun elicit(ask: Elicitation) = answer
        }
        connect(server(), host, Offer(form = true, url = true)).use { client ->
            assertEquals("""{"action":"decline"}""", client.callTool("form").text)
            answer = Answer.Cancel
            assertEquals("""{"action":"cancel"}""", client.callTool("form").text)
            answer = Answer.Fail(-32050, "no window")
            assertContains(client.callTool("form").text, "-32050")
            answer = Answer.Content(mapOf("name" to "Ada", "seats" to 1, "class" to "eco"))
            assertContains(client.callTool("form").text, accepted)
            answer = Answer.Accept
            assertEquals("""{"action":"accept"}""", client.callTool("url").text)
        }
    }

    // proves: ELI-39, ELI-49
    @Test
    fun aVisitIsShownBeforeItIsMade() = patiently {
        val host = Witness()
        connect(server(), host, Offer(url = true)).use { client ->
            val call = async(Dispatchers.Default) { client.callTool("url", mapOf("url" to "https://example.com/a?b=\u202Ec")) }
            val visit = host.next<Input.Url>()
            assertEquals("https://example.com/a?b=\u202Ec", visit.urlRaw)
            assertFalse('\u202E' in visit.url)
            assertEquals("visit-1", visit.elicitationId)
            visit.accept()
            call.await()
            assertEquals(visit.id, host.next<Witness.Visited>().id)
        }
    }

    // proves: SAM-09, SAM-17
    @Test
    fun aSampleIsAnsweredByAModel() = patiently {
        val host = object : Host() {
            override suspend fun sample(ask: Input.Sample): Answer {
                val (message) = ask.request.messages
                val text = assertIs<Block.Text>(message.blocks.single())
                assertEquals(100uL, ask.request.maxTokens)
                return Answer.Sample("a-model", "You said: ${text.textRaw}", "endTurn")
            }
        }
        connect(server(), host, Offer(sample = true)).use { client ->
            val told = JsonObject(client.callTool("sample", mapOf("prompt" to "Zoe\u0308 \uD83D\uDE00")).text)
            assertEquals(mapOf("type" to "text", "text" to "You said: Zoe\u0308 \uD83D\uDE00"), told["content"])
            assertEquals("a-model", told["model"])
        }
        connect(server(), Host(), Offer(sample = true)).use { client ->
            assertContains(client.callTool("sample").text, "\"error\"")
        }
    }

    // proves: ROO-02, ROO-06
    @Test
    fun rootsAreAskedForOrAList() = patiently {
        val asked = object : Host() {
            override suspend fun roots(ask: Input.Roots) = Answer.Roots(listOf(rootOfPath("/tmp/a b", "A")))
        }
        connect(server(), asked, Offer(roots = true)).use { client ->
            assertEquals("""{"roots":[{"name":"A","uri":"file:///tmp/a%20b"}]}""", client.callTool("roots").text)
        }
        val record = recordFile()
        RootList().use { list ->
            // Nothing of it is there.
            list.setChecked(false)
            list.addPath("/tmp/one", "one")
            connect(server(record), options = ClientOptions(roots = list)).use { client ->
                assertContains(client.callTool("roots").text, "file:///tmp/one")
                list.addUri("file:///tmp/two")
                record.awaitRead("notifications/roots/list_changed")
                assertContains(client.callTool("roots").text, "file:///tmp/two")
                assertEquals(listOf("one", null), list.roots().map { it.name })
                list.remove("file:///tmp/one")
                assertFailsWith<McpException.Gone> { list.remove("file:///tmp/one") }
                assertFailsWith<McpException.Root> { list.addPath("not/absolute") }
                list.replace(listOf(Root("file:///tmp/three")))
                assertContains(client.callTool("roots").text, "file:///tmp/three")
            }
        }
    }

    // proves: ROO-11, ROO-17, ROO-19, ROO-22
    @Test
    fun rootsComeAndGoWithTheirFolders() {
        val folder = Files.createTempDirectory("mcpclient").toRealPath()
        RootList().use { list ->
            list.setIntervalMs(null)
            list.addPath("$folder/home", "work")
            assertEquals(emptyList(), list.offered())
            Files.createDirectories(folder.resolve("home/private"))
            assertTrue(list.look())
            assertEquals(listOf("work"), list.offered().map { it.name })
            assertTrue(list.contains("$folder/home/private/file"))
            list.exclude("$folder/home/private")
            assertFalse(list.contains("$folder/home/private/file"))
            assertFalse(list.containsUri("file:///etc/passwd"))
            list.rename(list.roots().single().uri, "home")
            assertEquals("home", list.offered().single().name)
        }
        folder.toFile().deleteRecursively()
    }

    // proves: SAM-28, SAM-29, SAM-31, SAM-33, SAM-34
    @Test
    fun aSamplePassesBothCheckpoints() = patiently {
        val steps = mutableListOf<String>()
        val host = object : Host() {
            override suspend fun approve(ask: Input): Answer {
                ask as Input.Sample
                steps.add("${ask.checkpoint}")
                if (ask.checkpoint == Checkpoint.REQUEST) {
                    val draft = assertNotNull(ask.draft)
                    draft.text(0, 0, "in other words")
                    draft.maxTokens(7)
                    assertTrue(draft.isChanged)
                    return Answer.Approve
                }
                assertEquals("a-model", ask.result?.get("model"))
                return Answer.ApproveWith(ask.result.orEmpty() + ("model" to "another"))
            }

            override suspend fun sample(ask: Input.Sample): Answer {
                steps.add("sample")
                val text = assertIs<Block.Text>(ask.request.messages.single().blocks.single())
                assertEquals("in other words" to 7uL, text.textRaw to ask.request.maxTokens)
                return Answer.Sample("a-model", "yes")
            }
        }
        val options = ClientOptions(review = Review(sampleRequest = true, sampleResult = true))
        connect(server(), host, Offer(sample = true), options).use { client ->
            val told = JsonObject(client.callTool("sample", mapOf("prompt" to "the server's words")).text)
            assertEquals("another", told["model"])
            assertEquals(listOf("REQUEST", "sample", "RESULT"), steps)
        }
        connect(server(), Host(), Offer(sample = true), options).use { client ->
            assertContains(client.callTool("sample").text, "\"error\"")
        }
    }

    @Test
    fun anAnswerMayComeLaterAndFromAnyThread() = patiently {
        val host = Witness()
        connect(server(), host, Offer(form = true)).use { client ->
            val call = async(Dispatchers.Default) { client.callTool("form") }
            val input = host.next<Input.Form>()
            assertEquals(listOf(0), input.calls.map { it.client.id.compareTo(client.id) })
            assertSame(client, input.client)
            thread { input.decline("not now") }.join()
            assertEquals("""{"action":"decline"}""", call.await().text)
            assertFalse(input.isOpen)
        }
    }

    @Test
    fun secondAndLateAnswersAreGone() = patiently {
        val host = Witness()
        connect(server(), host, Offer(form = true)).use { client ->
            val call = async(Dispatchers.Default) { client.callTool("form") }
            val input = host.next<Input.Form>()
            input.cancel()
            for (answer in listOf(Answer.Accept, Answer.Decline, Answer.Cancel, Answer.Fail(-1, "late"))) {
                assertEquals(-3, assertFailsWith<McpException.Gone> { input.answer(answer) }.code)
            }
            call.await()
            // The server takes the next one back.
            client.callTool("late-cancel")
            val late = host.next<Input.Form>()
            val closed = host.next<Witness.Closed>()
            assertEquals(late.id to Withdrawn.BY_SERVER, closed.id to closed.why)
            assertFailsWith<McpException.Gone> { late.accept() }
        }
    }

    @Test
    fun answersForAnotherKindAreRefused() = patiently {
        val host = Witness()
        connect(server(), host, everything).use { client ->
            val call = async(Dispatchers.Default) { client.callTool("form") }
            val input = host.next<Input.Form>()
            assertFailsWith<McpException.InvalidArg> { input.answer(Answer.Roots(emptyList())) }
            assertFailsWith<McpException.InvalidArg> { input.answer(Answer.Sample("m", "t")) }
            assertTrue(input.isOpen)
            input.cancel()
            call.await()
        }
    }

    @Test
    fun whatTheHostThrowsTurnsTheServerAway() = patiently {
        val failures = CompletableDeferred<Throwable>()
        val host = object : Host() {
            override suspend fun elicit(ask: Elicitation): Answer = error("the dialog broke")

            override fun progress(call: Call, params: JsonObject) = error("no bar")

            override fun failed(client: Client, failure: Throwable) {
                if (!failures.complete(failure)) throw failure
            }
        }
        connect(server(), host, Offer(form = true)).use { client ->
            assertContains(client.callTool("form").text, "the host failed")
            assertEquals("the dialog broke", failures.await().message)
            // What `failed` itself throws is lost, and nothing else.
            val call = client.startTool("slow", settings = CallSettings(progress = true))
            assertEquals("well", client.callTool("echo", mapOf("text" to "well")).text)
            call.cancel()
        }
        val wrong = object : Witness() {
            override fun input(input: Input) {
                input.answer(this) { Answer.Accept }
            }
        }
        connect(server(), wrong, Offer(form = true)).use { client ->
            assertContains(client.callTool("form").text, "the host failed")
            assertIs<McpException.Form>(wrong.next<Witness.Failed>().failure)
        }
    }

    @Test
    fun callbacksThatThrowCostNothingElse() = patiently {
        val host = object : Witness() {
            override fun input(input: Input) = error("no ${input.id}")

            override fun state(client: Client, state: ClientState) = error("no lamp")

            override fun log(client: Client, params: JsonObject) = error("no log")
        }
        connect(server(), host, everything).use { client ->
            assertEquals("no lamp", host.next<Witness.Failed>().failure.message)
            for (tool in listOf("form", "sample", "roots")) {
                assertContains(client.callTool(tool).text, "the host failed")
            }
            repeat(3) { assertContains(assertNotNull(host.next<Witness.Failed>().failure.message), "no ") }
            val call = client.startTool("echo", mapOf("text" to "done")) { error("no bell") }
            assertEquals("done", call.await().text)
            assertEquals("no bell", host.next<Witness.Failed>().failure.message)
            client.callTool("log", mapOf("count" to 1))
            assertEquals("no log", host.next<Witness.Failed>().failure.message)
        }
        assertEquals("no lamp", host.next<Witness.Failed>().failure.message)
    }

    @Test
    fun anInputThatIsNoLongerWantedCancelsItsCoroutine() = patiently {
        val asked = CompletableDeferred<Input.Form>()
        val ended = CompletableDeferred<Throwable>()
        val host = object : Host() {
            override suspend fun elicit(ask: Elicitation): Answer {
                asked.complete(ask as Input.Form)
                try {
                    awaitCancellation()
                } catch (cancelled: CancellationException) {
                    ended.complete(cancelled)
                    throw cancelled
                }
            }
        }
        connect(server(), host, Offer(form = true)).use { client ->
            val call = launch(Dispatchers.Default) { client.callTool("form") }
            val input = asked.await()
            call.cancelAndJoin()
            ended.await()
            until { !input.isOpen }
            client.ping()
        }
    }

    @Test
    fun aWholeOperationIsAborted() = patiently {
        val host = Witness()
        connect(server(), host, Offer(form = true)).use { client ->
            val call = client.startTool("form")
            host.next<Input.Form>().abortCall("changed my mind")
            assertFailsWith<McpException.Cancelled> { call.await() }
        }
    }

    @Test
    fun aClosedClientLeavesItsInputsHarmless() = patiently {
        val host = Witness()
        val client = connect(server(), host, Offer(form = true))
        val call = client.startTool("form")
        val input = host.next<Input.Form>()
        client.close()
        assertEquals(Withdrawn.CLOSED, host.next<Witness.Closed>().why)
        assertFailsWith<McpException.Closed> { call.await() }
        assertFailsWith<McpException.Gone> { input.accept() }
        val name = assertNotNull(input.form.field("name"))
        assertNull(input.form.type(name, "Ada"))
        assertEquals("Ada", input.form.value(name))
        client.closed()
        assertFailsWith<McpException.Gone> { input.cancel() }
    }

    @Test
    fun composedAndDecomposedNamesAreTwoFields() {
        val (composed, decomposed) = "Zo\u00eb" to "Zoe\u0308"
        val text = """{"type":"string"}"""
        val form = Form.parse("""{"type":"object","properties":{"$composed":$text,"$decomposed":$text}}""", "2025-06-18")
        form.fill(mapOf(composed to "one", decomposed to "other"))
        assertEquals("""{"$composed":"one","$decomposed":"other"}""", form.preview().json)
    }

    @Test
    fun aRehearsalNeedsNoServer() {
        val input = Input.rehearse("2025-06-18", "roots/list", emptyMap())
        assertEquals("", input.server)
        assertNull(input.rehearsed)
        assertFailsWith<IllegalStateException> { input.client }
        input.answer(Answer.Roots(listOf(Root("file:///tmp/one"))))
        assertEquals("""{"result":{"roots":[{"uri":"file:///tmp/one"}]}}""", input.rehearsed?.json)
        assertFailsWith<McpException.Gone> { input.cancel() }
        assertFailsWith<McpException.Refused> {
            Input.rehearse("2025-06-18", "elicitation/create", mapOf("message" to "no schema"))
        }
    }

    @Test
    fun aHostMayCallFromInsideItsFunctions() = patiently {
        val host = object : Host() {
            lateinit var client: Client

            override suspend fun elicit(ask: Elicitation): Answer {
                val echo = client.callTool("echo", mapOf("text" to "Ada")).text
                return Answer.Content(mapOf("name" to echo, "seats" to 1, "class" to "eco"))
            }
        }
        connect(server(), host, Offer(form = true)).use { client ->
            host.client = client
            assertContains(client.callTool("form").text, "\"Ada\"")
        }
    }
}
