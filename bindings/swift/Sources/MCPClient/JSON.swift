/// JSON as it is: members in their order, and numbers with the digits that they were written in. Texts and
/// names are compared byte by byte, so that composed and decomposed letters stay apart, which Swift's own
/// `String` takes for the same.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    case number(Number)
    case string(String)
    case array([JSON])
    case object([Member])
    /// JSON text that is written as it is, byte for byte. Reading never gives one.
    case raw(String)

    /// One member of an object.
    public struct Member: Sendable {
        public let name: String
        public let value: JSON

        public init(_ name: String, _ value: JSON) {
            (self.name, self.value) = (name, value)
        }
    }

    /// A number, as it is written.
    public struct Number: Sendable {
        public let text: String

        /// Its value, if it is an integer that fits.
        public var int: Int? { Int(text) }

        /// Its value, if it is an integer that fits: one that is not negative, and perhaps too large for `int`.
        public var uint: UInt? { UInt(text) }

        /// The nearest value; infinite where there is none.
        public var double: Double { Double(text) ?? .nan }
    }

    /// The members of an object, in order; of anything else none.
    public var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// The elements of an array; of anything else none.
    public var items: [JSON] {
        if case .array(let items) = self { items } else { [] }
    }

    /// The text of a string.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The value of an integer that fits.
    public var int: Int? {
        if case .number(let number) = self { number.int } else { nil }
    }

    /// The value of an integer that is not negative and fits, perhaps too large for `int`.
    public var uint: UInt? {
        if case .number(let number) = self { number.uint } else { nil }
    }

    /// The nearest value of a number.
    public var double: Double? {
        if case .number(let number) = self { number.double } else { nil }
    }

    /// The value of `true` or `false`.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The member of that very name; the first one, if there are several.
    public subscript(name: String) -> JSON? {
        members.first { same($0.name, name) }?.value
    }

    /// The element at that place.
    public subscript(index: Int) -> JSON? {
        items.indices.contains(index) ? items[index] : nil
    }
}

extension JSON: Equatable {
    /// Numbers are equal that are written alike; members have to be in the same order.
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.number(let one), .number(let other)): one.text == other.text
        case (.string(let one), .string(let other)): same(one, other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        case (.raw(let one), .raw(let other)): same(one, other)
        default: false
        }
    }
}

extension JSON.Member: Equatable {
    public static func == (left: JSON.Member, right: JSON.Member) -> Bool {
        same(left.name, right.name) && left.value == right.value
    }
}

extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    public init(integerLiteral value: Int) { self = .init(value) }

    public init(floatLiteral value: Double) {
        // The compiler warns of such a literal; null would be another value.
        guard let number = JSON(value) else { preconditionFailure("JSON has no infinity") }
        self = number
    }

    public init(stringLiteral value: String) { self = .string(value) }

    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    public init(dictionaryLiteral elements: (String, JSON)...) { self = .object(elements.map(Member.init)) }
}

extension JSON {
    public init(_ value: String) { self = .string(value) }

    public init(_ value: Bool) { self = .bool(value) }

    public init(_ value: some BinaryInteger) { self = .number(Number(text: "\(value)")) }

    /// Nothing for what JSON does not have: infinity, and what is no number.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self = .number(Number(text: "\(value)"))
    }

    /// An integer of any size, in digits; nothing for any other text.
    public init?(digits: String) {
        let plain = digits.utf8.allSatisfy { $0 == 0x2D || (0x30...0x39).contains($0) }
        guard plain, let number = try? JSON.parse(digits) else { return nil }
        self = number
    }
}

/// Whether two texts are the same, character by character and not by what they look like.
func same(_ one: String, _ other: String) -> Bool {
    one.utf8.elementsEqual(other.utf8)
}
