import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `URLSession` as the HTTP stack: trust, proxies and connections are those of the platform.
public final class URLSessionExchanger: Exchanger {
    private let session: URLSession
    private let flights = Flights()

    /// `configuration` is copied; cookies, caches and credentials of the platform are kept out of it, and what would
    /// break a stream that waits for a person.
    public init(configuration: URLSessionConfiguration = .ephemeral) {
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCredentialStorage = nil
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.timeoutIntervalForRequest = 7 * 86_400
        configuration.httpMaximumConnectionsPerHost = 64
        session = URLSession(configuration: configuration, delegate: flights, delegateQueue: nil)
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    public func open(_ exchange: Exchange) throws {
        guard let url = URL(string: exchange.url) else {
            return try exchange.end(.unreachable, message: "no URL that the platform knows")
        }
        var request = URLRequest(url: url)
        request.httpMethod = exchange.method
        for header in exchange.headers { request.addValue(header.value, forHTTPHeaderField: header.name) }
        if exchange.method == "POST" { request.httpBody = exchange.body }
        let task = session.dataTask(with: request)
        flights.begin(task, exchange)
        exchange.onAbort { task.cancel() }
        task.resume()
    }
}

/// What the session tells of its tasks.
private final class Flights: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let open = Locked<[Int: Flight]>([:])

    func begin(_ task: URLSessionTask, _ exchange: Exchange) {
        open.with { $0[task.taskIdentifier] = Flight(exchange, task) }
    }

    private func flight(_ task: URLSessionTask) -> Flight? { open.with { $0[task.taskIdentifier] } }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        completionHandler(flight(dataTask)?.begin(response) == true ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        flight(dataTask)?.take(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        open.with { $0.removeValue(forKey: task.taskIdentifier) }?.end(error)
    }
}

/// One exchange on its way. The session's calls come one after the other.
private final class Flight: @unchecked Sendable {
    private struct State {
        /// What came while the library was busy, in order.
        var backlog: [Data] = []
        var isWriting = false
        var isOver = false
        var failure: ExchangeFailure?
    }

    private let exchange: Exchange
    private let task: URLSessionTask
    private let state = Locked(State())

    init(_ exchange: Exchange, _ task: URLSessionTask) {
        (self.exchange, self.task) = (exchange, task)
    }

    func begin(_ response: URLResponse) -> Bool {
        guard let response = response as? HTTPURLResponse else { return false }
        let headers = response.allHeaderFields.map { Http.Header("\($0.key)", "\($0.value)") }
        return (try? exchange.head(response.statusCode, headers)) != nil
    }

    func take(_ data: Data) {
        let waits = state.with { state in
            if state.isWriting { state.backlog.append(data) }
            return state.isWriting
        }
        if waits { return }
        do {
            try exchange.feed(data)
        } catch McpError.Busy {
            state.with { ($0.backlog, $0.isWriting) = ([data], true) }
            task.suspend()
            Task { await catchUp() }
        } catch {
            task.cancel()
        }
    }

    func end(_ error: (any Error)?) {
        let failure = error.map(kind)
        let isWriting = state.with { state in
            (state.isOver, state.failure) = (true, failure)
            return state.isWriting
        }
        if !isWriting { finish(failure) }
    }

    /// Writes what waits, then lets the session go on.
    private func catchUp() async {
        while true {
            let next = state.with { state -> Data? in
                if state.backlog.isEmpty { state.isWriting = false }
                return state.backlog.isEmpty ? nil : state.backlog.removeFirst()
            }
            guard let next else { break }
            do {
                try await exchange.write(next)
            } catch {
                return task.cancel()
            }
        }
        let (isOver, failure) = state.with { ($0.isOver, $0.failure) }
        if isOver { finish(failure) } else { task.resume() }
    }

    private func finish(_ failure: ExchangeFailure?) {
        // Where it was given up there is nobody to tell.
        try? exchange.end(failure, message: "URLSession failed")
    }

    private func kind(_ error: any Error) -> ExchangeFailure {
        switch (error as? URLError)?.code {
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .secureConnectionFailed,
            .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid, .unsupportedURL, .badURL:
            .unreachable
        case .timedOut: .timeout
        default: .broken
        }
    }
}
