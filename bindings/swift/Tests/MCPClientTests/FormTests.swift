import MCPClient
import Testing

@Suite struct FormTests {
    // proves: ELI-15
    @Test func aStepIsShownAndKeptTo() throws {
        let schema = """
            {"type":"object","properties":{
                "price":{"type":"number","multipleOf":0.1},
                "pack":{"type":"integer","multipleOf":6}}}
            """
        let form = try Form(schema: schema, revision: "2025-06-18")
        let (price, pack) = (form.fields[0], form.fields[1])
        #expect(price.kind == .number(min: nil, max: nil, multipleOf: "0.1"))
        #expect(pack.kind == .integer(min: nil, max: nil, multipleOf: "6"))
        #expect(try form.type(price, "0.3") == nil)
        let fault = try form.type(price, "0.35")
        #expect(fault?.codeName == "multipleOf" && fault?.params == ["multipleOf": "0.1"])
        #expect(try form.type(pack, "7")?.codeName == "multipleOf")
        #expect(try form.type(pack, "18014398509481992") == nil)
    }

    // proves: ELI-24, ELI-27
    @Test func whatAFieldHoldsCanBeTypedAgain() throws {
        let schema = #"""
            {"type":"object","properties":{
                "name":{"type":"string","default":"Zoe\u0308 \ud83d\ude00"},
                "count":{"type":"integer","default":9007199254740993},
                "sure":{"type":"boolean","default":true},
                "class":{"type":"string","oneOf":[{"const":"eco","title":"Economy"},{"const":"first","title":"First class"}]},
                "tags":{"type":"array","items":{"type":"string","enum":["a","b","c"]},"default":["a","c"]}}}
            """#
        let form = try Form(schema: schema, revision: "2025-11-25")
        let choice = try #require(form.field("class"))
        #expect(form.valueText(choice) == nil)
        try form.select(choice, 1)
        #expect(form.valueText(choice) == "First class")
        #expect(identical(form.valueText(form.fields[0]), "Zoe\u{308} \u{1F600}"))
        #expect(form.valueText(form.fields[1]) == "9007199254740993")
        for field in form.fields {
            let before = try #require(form.value(field))
            let text = try #require(form.valueText(field))
            #expect(try form.type(field, text) == nil)
            #expect(form.value(field) == before)
            try form.clear(field)
            #expect(form.valueText(field) == nil)
            #expect(form.isTouched(field))
            try form.reset(field)
            #expect(!form.isTouched(field))
        }
    }
}
