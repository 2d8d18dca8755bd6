package mcpclient

import kotlin.test.Test
import kotlin.test.assertContentEquals
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

class ItemTest {
    // proves: TOL-08, TOL-10, PRM-03
    @Test
    fun itemsAreReadForDialogs() {
        val tool = readItem(ItemKind.TOOL, """{"name":"t","title":"T\u001b","inputSchema":{"type":"object"}}""")
        assertEquals("t", tool.name)
        assertFalse('\u001b' in tool.label)
        assertEquals(listOf("control"), tool.hazards)
        assertEquals(Hints(readOnly = false, destructive = true, idempotent = false, openWorld = true), tool.hints)
        assertFailsWith<McpException.BrokenProtocol> { readItem(ItemKind.TOOL, "{}") }
        val prompt = readItem(ItemKind.PROMPT, """{"name":"p","arguments":[{"name":"a","required":true}]}""")
        assertTrue(prompt.arguments.single().required)
        assertFailsWith<McpException.Form> { checkArguments(prompt, null) }
        checkArguments(prompt, """{"a":"x"}""")
    }

    // proves: RES-06, MET-09, MET-10, MET-11
    @Test
    fun templatesAndIcons() {
        val template = readItem(ItemKind.RESOURCE_TEMPLATE, """{"uriTemplate":"x://{a}{?b}","name":"t"}""")
        assertEquals("x://1%202", expandTemplate(template, """{"a":"1 2"}"""))
        val server = readItem(
            ItemKind.SERVER,
            """{"name":"s","icons":[{"src":"file:///a"},{"src":"https://example.com/a.png","theme":"dark"}]}""",
        )
        assertEquals(listOf("scheme", null), server.icons.map { it.fault })
        assertEquals(1u, chooseIcon(server, 16u, Theme.LIGHT))
        assertEquals("content", vetIcon(server, 1u, "GIF89a".toByteArray()))
    }

    // proves: MET-09, MET-10
    @Test
    fun iconsBringBytesOrStayWhereTheyAre() {
        val server = readItem(
            ItemKind.SERVER,
            """{"name":"s","icons":[{"src":"data:image/png;base64,iVBORw0KGgo="},{"src":"https://example.com/a"}]}""",
        )
        val png = byteArrayOf(-119, 80, 78, 71, 13, 10, 26, 10)
        assertContentEquals(png, iconBytes(server, 0u))
        assertNull(iconBytes(server, 1u))
        assertNull(iconBytes(server, 2u))
        assertTrue(iconMayRedirect(server, 1u, "https://example.com/b"))
        assertFalse(iconMayRedirect(server, 1u, "https://example.org/a"))
        assertFalse(iconMayRedirect(server, 2u, "https://example.com/b"))
    }

    // proves: MET-10
    @Test
    fun anIconAtFaultIsNotUsed() {
        val server = readItem(
            ItemKind.SERVER,
            """{"name":"s","icons":[{"src":"https://example.com/a","mimeType":"text/html"},
                {"src":"https://example.com/b","mimeType":"image/png","sizes":["16x16","any"]}]}""",
        )
        val png = byteArrayOf(-119, 80, 78, 71, 13, 10, 26, 10)
        assertEquals("type", vetIcon(server, 0u, png))
        assertNull(vetIcon(server, 1u, png))
        assertEquals("content", vetIcon(server, 1u, "<svg/>".toByteArray()))
        assertEquals("malformed", vetIcon(server, 2u, png))
        val icon = server.icons[1]
        assertEquals("image/png" to listOf(IconSize.Pixels(16u, 16u), IconSize.Any), icon.mimeType to icon.sizes)
    }

    // proves: MET-10
    @Test
    fun iconsOfOtherHostsAreAtFault() = patiently {
        for ((own, fault) in listOf(null to null, "example.com" to "origin")) {
            connect(server(), options = ClientOptions(serverHost = own)).use { client ->
                val server = assertNotNull(client.item(ItemKind.SERVER))
                assertEquals(listOf(null, fault), server.icons.map { it.fault })
                assertEquals(0u, chooseIcon(server, 16u, null))
                assertEquals(fault, vetIcon(server, 1u, byteArrayOf(-119, 80, 78, 71, 13, 10, 26, 10)))
            }
        }
    }

    // proves: TOL-16
    @Test
    fun aToolThatDoesNotKeepItsWord() = patiently {
        connect(server()).use { client ->
            assertNull(client.item(ItemKind.TOOL, "add"))
            client.listTools()
            assertEquals("add", assertNotNull(client.item(ItemKind.TOOL, "add")).label)
            assertEquals(Output.Fits, client.callTool("add", mapOf("a" to 1, "b" to 2)).output)
            val broken = client.callTool("add", mapOf("a" to 1, "b" to 2, "words" to true))
            assertEquals(mapOf("sum" to "3"), broken.structuredContent)
            assertEquals(Output.Violates("/sum", "type"), broken.output)
            assertEquals(Output.Unknown, client.callTool("echo").output)
        }
    }
}
