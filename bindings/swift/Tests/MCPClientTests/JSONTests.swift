import Testing

@testable import MCPClient

@Suite struct JSONTests {
    @Test func numbersAreExact() throws {
        for number in ["9007199254740993", "-9223372036854775808", "1267650600228229401496703205376", "0.10", "1e400", "-0"] {
            #expect(try JSON.parse(number).write() == number)
        }
        #expect(try JSON.parse("9007199254740993").int == 9_007_199_254_740_993)
        #expect(try JSON.parse("1267650600228229401496703205376").int == nil)
        #expect(try JSON.parse("0.1").double == 0.1)
        #expect(JSON(UInt64.max).write() == "18446744073709551615")
        #expect(JSON(digits: "1267650600228229401496703205376")?.write() == "1267650600228229401496703205376")
        #expect(JSON(digits: "1.5") == nil)
        #expect(JSON(Double.nan) == nil)
    }

    @Test func textsAreComparedByTheirBytes() throws {
        let (composed, decomposed) = ("Zo\u{eb}", "Zoe\u{308}")
        #expect(composed == decomposed, "for Swift they are one")
        #expect(JSON.string(composed) != JSON.string(decomposed))
        let both = try JSON.parse("{\"\(composed)\":1,\"\(decomposed)\":2}")
        #expect(both[composed]?.int == 1)
        #expect(both[decomposed]?.int == 2)
        for text in [composed, decomposed, "\u{1F469}\u{200D}\u{1F466}", "a\"\\\n\t\0/\u{7f}", "\r\n"] {
            #expect(try JSON.parse(JSON.string(text).write()) == .string(text))
        }
        #expect(try JSON.parse(#""\ud83d\ude00""#) == "\u{1F600}")
        #expect(try JSON.parse(#""\ud83dx\ude00""#) == "\u{FFFD}x\u{FFFD}")
    }

    @Test func membersKeepTheirOrder() throws {
        let text = #"{"z":1,"a":[true,false,null,{}],"é":{"":""}}"#
        #expect(try JSON.parse(" \(text)\n").write() == text)
        let built: JSON = ["z": 1, "a": [true, 0.5], "raw": .raw("1e2")]
        #expect(built.write() == #"{"z":1,"a":[true,0.5],"raw":1e2}"#)
        #expect(try JSON.parse(#"{"a":1,"a":2}"#)["a"]?.int == 1)
    }

    @Test func nestingIsReadAsDeepAsTheLibraryPassesIt() throws {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let nested = { (depth: Int) in
                String(repeating: open, count: depth) + "[]" + String(repeating: close, count: depth)
            }
            #expect(try JSON.parse(nested(127)).write() == nested(127))
            #expect(throws: JSON.Fault.self) { try JSON.parse(nested(128)) }
        }
    }

    @Test func whatIsNotJSONIsRefused() {
        let deep = String(repeating: "[", count: 100_000)
        for text in ["", "{", "[1,]", "{\"a\"}", "01", "1.", "+1", "tru", "\"\u{1}\"", "\"\\x\"", "\"\\u12g4\"", "nul", "1 2", "{a:1}", "'a'", deep] {
            #expect(throws: JSON.Fault.self) { try JSON.parse(text) }
        }
    }
}
