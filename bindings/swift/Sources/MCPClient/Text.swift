/// Makes text of a server's safe to show: without control characters, escape sequences and direction overrides
/// (ELI-49), and of at most `max` characters. Line ends stay.
public func display(_ text: String, max: Int = .max) -> String {
    display(text: text, max: UInt32(count: max))
}

/// As `display`, in one line.
public func displayLine(_ text: String, max: Int = .max) -> String {
    displayLine(text: text, max: UInt32(count: max))
}
