package mcpclient

/**
 * A form, and what has been filled in so far. A field that nobody touched holds its default (ELI-24).
 * It may be used from any thread.
 */
class Form internal constructor(private val raw: RawForm) {
    /** The fields in the server's order (ELI-28). There may be none: a mere confirmation. */
    val fields: List<Field> = raw.fields()

    /** What is odd about the form and was read as meant: for developers. */
    val objections: List<Objection> get() = raw.objections()

    /** The field of that name. */
    fun field(name: String): Field? = fields.find { it.name == name }

    /**
     * Fills in one field from text as typed (ELI-27). Empty text empties it. What does not fit is kept,
     * and later checks report it again.
     *
     * @return what is wrong with the field now, if anything is.
     */
    fun type(field: Field, text: String): FieldFault? = faults { raw.setText(field.index, text) }.firstOrNull()

    /**
     * Fills in one field with a value.
     *
     * @return what is wrong with the field now, if anything is.
     */
    fun set(field: Field, value: Any?): FieldFault? =
        faults { raw.setJson(field.index, Json.write(value)) }.firstOrNull()

    /**
     * Fills in fields by name, and checks the form.
     *
     * @return this form.
     * @throws McpException.Form with everything that is wrong.
     * @throws McpException.InvalidArg if the form has no field of one of the names.
     */
    fun fill(values: Map<String, Any?>): Form {
        val chosen = values.map { (name, value) -> (field(name)?.index ?: NO_FIELD) to Json.write(value) }
        for ((index, json) in chosen) {
            // The check below tells of all that is wrong.
            faults { raw.setJson(index, json) }
        }
        raw.check()
        return this
    }

    /** Selects a choice, or takes it back. Of one-of fields the last one selected counts. */
    fun select(field: Field, choice: Int, on: Boolean = true) = raw.select(field.index, choice.unsigned(), on)

    /** Whether a choice is selected now, be it by default. */
    fun isSelected(field: Field, choice: Int): Boolean = raw.isSelected(field.index, choice.unsigned())

    /** Empties a field: an optional one is left out of the answer, whatever its default. */
    fun clear(field: Field) = raw.clear(field.index)

    /** Makes a field untouched again: it holds its default (ELI-24). */
    fun reset(field: Field) = raw.reset(field.index)

    /** Whether anything was entered into a field, or it was emptied. */
    fun isTouched(field: Field): Boolean = raw.isTouched(field.index)

    /** What a field holds now, or its default if it is untouched; null if it is empty or unreadable. */
    fun value(field: Field): Any? = valueJson(field)?.let(Json::parse)

    /** As [value], as JSON. */
    fun valueJson(field: Field): String? = raw.value(field.index)

    /**
     * What a field holds now, as text that [type] reads as the same value, for a place to type in. Choices are their
     * labels, unless only the value is clear. Null if it is empty. A default is the server's text, and not safe to
     * show: [display] makes it so.
     */
    fun valueText(field: Field): String? = raw.valueText(field.index)

    /** What is wrong with one field as it is now, if anything is (ELI-34). */
    fun fault(field: Field): FieldFault? = faults { raw.checkField(field.index) }.firstOrNull()

    /** What is wrong with the form as it is now: every wrong field, in order (ELI-34). */
    fun faults(): List<FieldFault> = faults { raw.check() }

    /** What is wrong with a whole answer, whatever is filled in (ELI-30, ELI-34). */
    fun faults(content: Any?): List<FieldFault> = raw.faultsOf(Json.write(content))

    /** An answer with the defaults of the fields that it does not have (ELI-24). */
    fun withDefaults(content: Any?): RawJson = RawJson(raw.withDefaults(Json.write(content)))

    /**
     * Exactly the content that accepting would send now: for a last look (ELI-48).
     *
     * @throws McpException.Form if it could not be accepted now.
     */
    fun preview() = JsonObject(raw.preview())

    private inline fun faults(check: () -> Unit): List<FieldFault> = try {
        check()
        emptyList()
    } catch (wrong: McpException.Form) {
        wrong.fields
    }

    companion object {
        private const val NO_FIELD = UInt.MAX_VALUE

        /**
         * Reads a `requestedSchema` as a protocol revision has it, without a server (ELI-10).
         *
         * @throws FormRefused why it cannot be shown whole (ELI-11).
         */
        fun parse(schema: String, revision: String) = Form(RawForm.parse(schema, revision))
    }
}
