extension JSON {
    /// Why a text is no JSON.
    public struct Fault: Error, Sendable {
        /// The byte at which it is noticed.
        public let at: Int
    }

    /// Reads one JSON text.
    public static func parse(_ text: String) throws -> JSON {
        var reader = JSONReader(text)
        return try reader.document()
    }

    /// Writes it as one line.
    public func write() -> String {
        var out = ""
        write(to: &out)
        return out
    }

    private func write(to out: inout String) {
        switch self {
        case .null: out += "null"
        case .bool(let value): out += value ? "true" : "false"
        case .number(let number): out += number.text
        case .string(let text): quote(text, to: &out)
        case .raw(let text): out += text
        case .array(let items):
            out += "["
            for (at, item) in items.enumerated() {
                if at > 0 { out += "," }
                item.write(to: &out)
            }
            out += "]"
        case .object(let members):
            out += "{"
            for (at, member) in members.enumerated() {
                if at > 0 { out += "," }
                quote(member.name, to: &out)
                out += ":"
                member.value.write(to: &out)
            }
            out += "}"
        }
    }
}

private func quote(_ text: String, to out: inout String) {
    out += "\""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "\"": out += "\\\""
        case "\\": out += "\\\\"
        case "\n": out += "\\n"
        case "\0"..<" ":
            let digits = String(scalar.value, radix: 16)
            out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: out.unicodeScalars.append(scalar)
        }
    }
    out += "\""
}

/// Reads JSON; the stack grows only where values nest.
struct JSONReader {
    private let bytes: [UInt8]
    private var at = 0

    /// The library passes nothing in which more arrays and objects stand in each other.
    private static let maxDepth = 128

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    mutating func document() throws -> JSON {
        let value = try value(depth: 0)
        blank()
        if at < bytes.count { throw fault }
        return value
    }

    private var fault: JSON.Fault { JSON.Fault(at: at) }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func value(depth: Int) throws -> JSON {
        blank()
        switch next {
        case UInt8(ascii: "{"): return .object(try members(depth: depth))
        case UInt8(ascii: "["): return .array(try items(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return .number(JSON.Number(text: try number()))
        }
    }

    private mutating func members(depth: Int) throws -> [JSON.Member] {
        if depth == Self.maxDepth { throw fault }
        var members: [JSON.Member] = []
        at += 1
        blank()
        if take("}") { return members }
        repeat {
            blank()
            guard next == UInt8(ascii: "\"") else { throw fault }
            let name = try string()
            blank()
            try need(":")
            members.append(JSON.Member(name, try value(depth: depth + 1)))
            blank()
        } while take(",")
        try need("}")
        return members
    }

    private mutating func items(depth: Int) throws -> [JSON] {
        if depth == Self.maxDepth { throw fault }
        var items: [JSON] = []
        at += 1
        blank()
        if take("]") { return items }
        repeat {
            items.append(try value(depth: depth + 1))
            blank()
        } while take(",")
        try need("]")
        return items
    }

    private mutating func string() throws -> String {
        at += 1
        var out: [UInt8] = []
        var start = at
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                out += bytes[start..<at]
                at += 1
                return String(decoding: out, as: UTF8.self)
            case UInt8(ascii: "\\"):
                out += bytes[start..<at]
                at += 1
                out += String(try escape()).utf8
                start = at
            case 0..<0x20: throw fault
            default: at += 1
            }
        }
        throw fault
    }

    private mutating func escape() throws -> Unicode.Scalar {
        guard let byte = next else { throw fault }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try escaped(unit())
        default: throw fault
        }
    }

    /// Half of a pair alone is no character, and becomes the one that says so.
    private mutating func escaped(_ unit: UInt32) throws -> Unicode.Scalar {
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        let before = at
        if take("\\"), take("u") {
            let low = try self.unit()
            if (0xDC00..<0xE000).contains(low), let whole = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) {
                return whole
            }
        }
        at = before
        return "\u{FFFD}"
    }

    private mutating func unit() throws -> UInt32 {
        guard at + 4 <= bytes.count else { throw fault }
        var unit: UInt32 = 0
        for byte in bytes[at..<at + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw fault }
            unit = unit << 4 + UInt32(digit)
        }
        at += 4
        return unit
    }

    private mutating func number() throws -> String {
        let start = at
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func digits() throws {
        let start = at
        while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
        if at == start { throw fault }
    }

    private mutating func word(_ word: String, _ value: JSON) throws -> JSON {
        guard bytes[at...].starts(with: word.utf8) else { throw fault }
        at += word.utf8.count
        return value
    }

    private mutating func blank() {
        while let byte = next, byte == 0x20 || (0x09...0x0A).contains(byte) || byte == 0x0D { at += 1 }
    }

    private mutating func take(_ char: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: char) else { return false }
        at += 1
        return true
    }

    private mutating func need(_ char: Unicode.Scalar) throws {
        if !take(char) { throw fault }
    }
}
