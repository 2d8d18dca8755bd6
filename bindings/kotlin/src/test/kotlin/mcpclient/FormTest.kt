package mcpclient

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import kotlin.test.assertNotNull
import kotlin.test.assertNull
import kotlin.test.assertTrue

class FormTest {
    // proves: ELI-15
    @Test
    fun aStepIsShownAndKeptTo() {
        val form = Form.parse(
            """{"type":"object","properties":{
                "price":{"type":"number","multipleOf":0.1},
                "pack":{"type":"integer","multipleOf":6}}}""",
            "2025-06-18",
        )
        val (price, pack) = form.fields
        assertEquals(FieldKind.Number(null, null, "0.1"), price.kind)
        assertEquals(FieldKind.Integer(null, null, "6"), pack.kind)
        assertNull(form.type(price, "0.3"))
        val fault = assertNotNull(form.type(price, "0.35"))
        assertEquals("multipleOf" to mapOf("multipleOf" to "0.1"), fault.codeName to fault.params)
        assertEquals("multipleOf", form.type(pack, "7")?.codeName)
        assertNull(form.type(pack, "18014398509481992"))
    }

    // proves: ELI-24, ELI-27
    @Test
    fun whatAFieldHoldsCanBeTypedAgain() {
        val form = Form.parse(
            """{"type":"object","properties":{
                "name":{"type":"string","default":"Zoe\u0308 \ud83d\ude00"},
                "count":{"type":"integer","default":9007199254740993},
                "sure":{"type":"boolean","default":true},
                "class":{"type":"string","oneOf":[{"const":"eco","title":"Economy"},{"const":"first","title":"First class"}]},
                "tags":{"type":"array","items":{"type":"string","enum":["a","b","c"]},"default":["a","c"]}}}""",
            "2025-11-25",
        )
        val choice = assertNotNull(form.field("class"))
        assertNull(form.valueText(choice))
        form.select(choice, 1)
        assertEquals("First class", form.valueText(choice))
        assertEquals("Zoe\u0308 \uD83D\uDE00", form.valueText(form.fields[0]))
        assertEquals("9007199254740993", form.valueText(form.fields[1]))
        for (field in form.fields) {
            val before = assertNotNull(form.value(field), field.name)
            assertNull(form.type(field, assertNotNull(form.valueText(field), field.name)), field.name)
            assertEquals(before, form.value(field), field.name)
            form.clear(field)
            assertNull(form.valueText(field), field.name)
            assertTrue(form.isTouched(field))
            form.reset(field)
            assertFalse(form.isTouched(field))
        }
    }
}
