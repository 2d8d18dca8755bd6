import Foundation

/// A value that threads take turns with.
final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) {
        self.value = value
    }

    func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}

/// A value that is there soon; who asks earlier waits.
final class Soon<Value: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var value: Value?

    func set(_ value: Value) {
        condition.lock()
        self.value = value
        condition.broadcast()
        condition.unlock()
    }

    func get() -> Value {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let value { return value }
            condition.wait()
        }
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, so that a short time is not none. A negative one is none.
    var milliseconds: UInt64 {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        let (whole, over) = UInt64(seconds).multipliedReportingOverflow(by: 1000)
        let (sum, more) = whole.addingReportingOverflow(UInt64((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
        return over || more ? .max : sum
    }
}

extension UInt64 {
    /// A size of the host's; a negative one is none.
    init(size: Int) {
        self = UInt64(Swift.max(0, size))
    }
}

extension UInt32 {
    /// A count of the host's; one that does not fit is no field's and no choice's.
    init(count: Int) {
        self = UInt32(exactly: count) ?? .max
    }
}
