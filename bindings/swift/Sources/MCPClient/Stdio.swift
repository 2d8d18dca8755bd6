/// A server that is run as a child process and spoken to over its standard input and output (STD-02).
public struct Stdio: Transport {
    /// Looked up in `PATH` unless it contains a slash.
    public var program: String
    /// Verbatim: no shell is in between.
    public var arguments: [String]
    /// Variables of the server's environment; credentials belong here (STD-16).
    public var environment: [String: String]
    /// The server gets only `environment`, and nothing of the host's own.
    public var clearsEnvironment = false
    /// Where the server starts; the host's own directory otherwise.
    public var directory: String?
    /// How long each step of the server's ending may take (STD-11); two seconds otherwise.
    public var grace: Duration?
    /// How many bytes of the server's stderr are kept; 64 KiB otherwise.
    public var stderrRing: Int?

    public init(_ program: String, _ arguments: [String] = [], environment: [String: String] = [:]) {
        (self.program, self.arguments, self.environment) = (program, arguments, environment)
    }

    var raw: RawStdio {
        RawStdio(
            program: program,
            args: arguments,
            env: environment,
            clearEnv: clearsEnvironment,
            cwd: directory,
            graceMs: grace?.milliseconds,
            stderrRing: stderrRing.map(UInt64.init(size:))
        )
    }
}

extension Stdio: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Arguments and environment may hold secrets, so only their number is told.
    public var description: String {
        "Stdio(\(program), \(arguments.count) arguments, \(environment.count) variables)"
    }

    public var debugDescription: String { description }

    public var customMirror: Mirror { Mirror(self, children: []) }
}
