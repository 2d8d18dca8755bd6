extension Client {
    /// Any request, verbatim.
    public func request(
        _ method: String,
        _ params: JSON? = nil,
        timeout: Duration? = nil,
        settings: CallSettings = CallSettings()
    ) async throws -> CallResult {
        try await run {
            try $0.request(method: method, params: params?.write(), settings: settings.raw(timeout: timeout))
        }
    }

    /// `tools/call`. A tool's own failure is a result: see `CallResult.isError`.
    public func callTool(
        _ name: String,
        _ arguments: JSON? = nil,
        timeout: Duration? = nil,
        settings: CallSettings = CallSettings()
    ) async throws -> CallResult {
        try await run {
            try $0.callTool(name: name, arguments: arguments?.write(), settings: settings.raw(timeout: timeout))
        }
    }

    /// `tools/list`, all pages as one result (TOL-02, PAG-02).
    public func listTools(timeout: Duration? = nil, settings: CallSettings = CallSettings()) async throws -> CallResult {
        try await run { try $0.listTools(settings: settings.raw(timeout: timeout)) }
    }

    /// `resources/list`, all pages as one result.
    public func listResources(
        timeout: Duration? = nil, settings: CallSettings = CallSettings()
    ) async throws -> CallResult {
        try await run { try $0.listResources(settings: settings.raw(timeout: timeout)) }
    }

    /// `resources/templates/list`, all pages as one result.
    public func listResourceTemplates(
        timeout: Duration? = nil, settings: CallSettings = CallSettings()
    ) async throws -> CallResult {
        try await run { try $0.listResourceTemplates(settings: settings.raw(timeout: timeout)) }
    }

    /// `prompts/list`, all pages as one result.
    public func listPrompts(
        timeout: Duration? = nil, settings: CallSettings = CallSettings()
    ) async throws -> CallResult {
        try await run { try $0.listPrompts(settings: settings.raw(timeout: timeout)) }
    }

    /// `resources/read`.
    public func readResource(
        _ uri: String, timeout: Duration? = nil, settings: CallSettings = CallSettings()
    ) async throws -> CallResult {
        try await run { try $0.readResource(uri: uri, settings: settings.raw(timeout: timeout)) }
    }

    /// `resources/subscribe`; changes come as notifications.
    @discardableResult
    public func subscribe(
        _ uri: String, timeout: Duration? = nil, settings: CallSettings = CallSettings()
    ) async throws -> CallResult {
        try await run { try $0.subscribe(uri: uri, settings: settings.raw(timeout: timeout)) }
    }

    /// `resources/unsubscribe`.
    @discardableResult
    public func unsubscribe(
        _ uri: String, timeout: Duration? = nil, settings: CallSettings = CallSettings()
    ) async throws -> CallResult {
        try await run { try $0.unsubscribe(uri: uri, settings: settings.raw(timeout: timeout)) }
    }

    /// `prompts/get`; arguments are texts. Fails as a form if one that a listed prompt requires is missing (PRM-03).
    public func getPrompt(
        _ name: String,
        _ arguments: JSON? = nil,
        timeout: Duration? = nil,
        settings: CallSettings = CallSettings()
    ) async throws -> CallResult {
        try await run {
            try $0.getPrompt(name: name, arguments: arguments?.write(), settings: settings.raw(timeout: timeout))
        }
    }

    /// `completion/complete`: suggestions for one argument of a prompt or resource template. `context` are the arguments
    /// that are filled in already.
    public func complete(
        _ reference: Reference,
        argument: String,
        value: String,
        context: JSON? = nil,
        timeout: Duration? = nil,
        settings: CallSettings = CallSettings()
    ) async throws -> CallResult {
        try await run {
            try $0.complete(
                reference: reference, argument: argument, value: value, context: context?.write(),
                settings: settings.raw(timeout: timeout))
        }
    }

    /// `logging/setLevel`: `debug` to `emergency` (LOG-01).
    @discardableResult
    public func setLogLevel(
        _ level: String, timeout: Duration? = nil, settings: CallSettings = CallSettings()
    ) async throws -> CallResult {
        try await run { try $0.setLogLevel(level: level, settings: settings.raw(timeout: timeout)) }
    }

    /// `ping`.
    @discardableResult
    public func ping(timeout: Duration? = nil, settings: CallSettings = CallSettings()) async throws -> CallResult {
        try await run { try $0.ping(settings: settings.raw(timeout: timeout)) }
    }
}
