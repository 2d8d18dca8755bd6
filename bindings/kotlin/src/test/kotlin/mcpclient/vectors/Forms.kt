package mcpclient.vectors

import mcpclient.Bound
import mcpclient.Choice
import mcpclient.Field
import mcpclient.FieldFault
import mcpclient.FieldKind
import mcpclient.Form
import mcpclient.FormRefused
import mcpclient.Input
import mcpclient.Json
import mcpclient.JsonObject
import mcpclient.McpException
import mcpclient.RawJson
import mcpclient.display
import mcpclient.displayLine

private fun parse(vector: Vector) = Form.parse(vector.schema, vector.revision)

// proves: ELI-10, ELI-11, ELI-19, ELI-21, ELI-22, ELI-24, ELI-28
/** A schema becomes a form, or is refused. */
fun form(vector: Vector) {
    val form = try {
        parse(vector)
    } catch (refused: FormRefused.Unsuitable) {
        return same("refused", named(refused.codeName, refused.property), vector.case["refused"])
    }
    same("refused", null, vector.case["refused"])
    same("fields", form.fields.map(::described), vector.case.list("fields"))
    val objections = form.objections.map { named(it.codeName, it.property) }
    same("objections", objections.sortedBy { "$it" }, vector.case.list("objections").sortedBy { "$it" })
}

// proves: ELI-27
/** One text, typed into the field `p`. */
fun typed(vector: Vector) {
    val form = parse(vector)
    val field = form.fields.first()
    val fault = form.type(field, vector.case.text("text"))
    same("a second check", form.fault(field), fault)
    val wanted = vector.case["fault"]
    if (wanted == null) {
        same("fault", fault, null)
        same("value", form.valueJson(field), vector.case["value"])
    } else {
        same("fault", fault?.let { described(it, form) - "field" }, wanted)
    }
}

// proves: ELI-25, ELI-30, ELI-33, ELI-34
/** A whole answer. */
fun content(vector: Vector) {
    val form = parse(vector)
    val faults = form.faults(RawJson(vector.case.text("content")))
    same("faults", faults.map { described(it, form) }, vector.case.list("faults"))
}

// proves: ELI-12, ELI-14
/** One text in an answer. */
fun textOf(vector: Vector) {
    val faults = parse(vector).faults(mapOf("p" to vector.case.text("text")))
    same("fits", faults.isEmpty(), vector.case["fits"])
}

// proves: ELI-24, ELI-25, ELI-41, ELI-48
/** What is sent after a form was touched. */
fun fill(vector: Vector) {
    val form = parse(vector)
    fun field(name: String) = form.field(name) ?: error("no field $name")
    vector.case.all("touches").forEach { touch(form, field(it.text("field")), it) }
    for ((name, wanted) in vector.case.members("holds")) same("what $name holds", form.valueJson(field(name)), wanted)
    for ((name, wanted) in vector.case.members("selected")) {
        val selected = (wanted as List<*>).indices.map { form.isSelected(field(name), it) }
        same("choices of $name", selected, wanted)
    }
    vector.case["touched"]?.let { wanted -> same("touched", form.fields.filter(form::isTouched).map { it.name }, wanted) }
    try {
        same("sends", form.preview().json, vector.case["sends"])
    } catch (wrong: McpException.Form) {
        same("faults", wrong.fields.map { described(it, form) }, vector.case["faults"])
    }
}

/** What goes wrong with a single touch is told again at the end. */
private fun touch(form: Form, field: Field, touch: Members) {
    fun choice(name: String) = (touch[name] as Long).toInt()
    when {
        "text" in touch -> form.type(field, touch.text("text"))
        "json" in touch -> form.set(field, RawJson(touch.text("json")))
        "select" in touch -> form.select(field, choice("select"))
        "unselect" in touch -> form.select(field, choice("unselect"), false)
        touch["clear"] == true -> form.clear(field)
        touch["reset"] == true -> form.reset(field)
        else -> error("an unknown touch: $touch")
    }
}

// proves: ELI-24
/** An answer with the defaults that it lacks. */
fun defaults(vector: Vector) {
    val filled = parse(vector).withDefaults(RawJson(vector.case.text("content")))
    same("filled", filled.text, vector.case["filled"])
}

// proves: ELI-49
/** Text as it is shown. */
fun shown(vector: Vector) {
    val text = vector.case.text("text")
    val max = (vector.case["max"] as Long).toUInt()
    same("lines", display(text, max), vector.case["lines"])
    same("line", displayLine(text, max), vector.case["line"])
}

// proves: ELI-46, ELI-47, ELI-50
/** What to warn of in a message and a form. */
fun hazards(vector: Vector) {
    val params = """{"message":${Json.write(vector.case["message"] ?: "?")},"requestedSchema":${vector.schema}}"""
    val ask = Input.rehearse(vector.revision, "elicitation/create", JsonObject(params)) as Input.Form
    val found = ask.hazards.map { hazard ->
        val field = hazard.field?.let { index -> ask.form.fields.single { it.index == index }.name }
        listOfNotNull("kind" to hazard.kind.name.lowercase(), field?.let { "field" to it }).toMap()
    }
    same("hazards", found, vector.case.list("hazards"))
    ask.cancel()
}

private fun named(code: String, property: String?): Members =
    if (property == null) mapOf("code" to code) else mapOf("code" to code, "property" to property)

/** A fault as the vectors describe it. */
private fun described(fault: FieldFault, form: Form): Members = buildMap {
    put("field", fault.name)
    put("code", fault.codeName)
    val index = fault.index
    if (index == null) put("outside", true) else if (form.field(fault.name)?.index != index) put("index", index)
    if (fault.params.isNotEmpty()) put("params", fault.params)
    check(fault.message.isNotEmpty()) { "a fault without a sentence" }
}

/** A field as the vectors describe it: what is absent is not told. */
private fun described(field: Field): Members = buildMap {
    fun tell(name: String, value: Any?) {
        if (value != null) put(name, value)
    }
    fun bound(name: String, bound: Bound?) {
        tell(name, bound?.text)
        tell("${name}Exclusive", bound?.exclusive?.takeIf { it })
    }
    fun choices(choices: List<Choice>) = put("choices", choices.map { listOf(it.value, it.labelRaw) })
    put("name", field.name)
    tell("label", field.titleRaw?.takeIf { it != field.name })
    tell("description", field.descriptionRaw)
    tell("required", field.required.takeIf { it })
    tell("answerable", field.answerable.takeUnless { it })
    tell("default", field.initial)
    val word = when (val kind = field.kind) {
        is FieldKind.Text -> {
            tell("min", kind.minLength?.toString())
            tell("max", kind.maxLength?.toString())
            tell("format", kind.format)
            tell("pattern", kind.pattern)
            "text"
        }
        is FieldKind.Number -> {
            bound("min", kind.min)
            bound("max", kind.max)
            tell("multipleOf", kind.multipleOf)
            "number"
        }
        is FieldKind.Integer -> {
            bound("min", kind.min)
            bound("max", kind.max)
            tell("multipleOf", kind.multipleOf)
            "integer"
        }
        is FieldKind.YesNo -> "yesNo"
        is FieldKind.OneOf -> "oneOf".also { choices(kind.choices) }
        is FieldKind.SomeOf -> {
            tell("min", kind.min?.toString())
            tell("max", kind.max?.toString())
            tell("unique", kind.unique.takeIf { it })
            choices(kind.choices)
            "someOf"
        }
        is FieldKind.Other -> error("an unknown kind of field")
    }
    put("kind", word)
}
