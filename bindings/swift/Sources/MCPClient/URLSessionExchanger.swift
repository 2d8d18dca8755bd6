import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// `URLSession` as the HTTP stack: trust, proxies and connections are those of the platform. So is how long connecting
/// may take: a session has one limit for every silence, and streams that wait for a person are silent for long. A call's
/// own timeout holds all the same.
public final class URLSessionExchanger: Exchanger {
    private let session: URLSession
    private let flights: Flights

    /// `configuration` is copied; cookies, caches and credentials of the platform are kept out of it, and what would
    /// break a stream that waits for a person.
    ///
    /// A session cannot be held up: what it reads faster than the host is told of it waits here. An answer of which more
    /// than `backlog` bytes wait is broken off as `ExchangeFailure.tooLarge`.
    public init(configuration: URLSessionConfiguration = .ephemeral, backlog: Int = 64 << 20) {
        flights = Flights(backlog)
        // A copy is of the same class.
        let configuration = configuration.copy() as! URLSessionConfiguration
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
    private let limit: Int

    init(_ limit: Int) {
        self.limit = limit
    }

    func begin(_ task: URLSessionTask, _ exchange: Exchange) {
        open.with { $0[task.taskIdentifier] = Flight(exchange, task, limit) }
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
///
/// Its task is never suspended: on Linux a task that goes on begins anew, and a request would be made twice.
private final class Flight: @unchecked Sendable {
    private struct State {
        /// What came while the library was busy.
        var backlog = Data()
        /// How much of it is being written; nothing if there was no backlog.
        var writing: Int?
        var isOver = false
        var failure: ExchangeFailure?
    }

    private static let piece = 16_384

    private let exchange: Exchange
    private let task: URLSessionTask
    private let limit: Int
    private let state = Locked(State())

    init(_ exchange: Exchange, _ task: URLSessionTask, _ limit: Int) {
        (self.exchange, self.task, self.limit) = (exchange, task, limit)
    }

    func begin(_ response: URLResponse) -> Bool {
        guard let response = response as? HTTPURLResponse else { return false }
        let headers = response.allHeaderFields.map { Http.Header("\($0.key)", "\($0.value)") }
        return (try? exchange.head(response.statusCode, headers)) != nil
    }

    func take(_ data: Data) {
        if state.with({ $0.writing != nil }) { return keep(data) }
        do {
            try exchange.feed(data)
        } catch McpError.Busy {
            keep(data)
        } catch {
            task.cancel()
        }
    }

    func end(_ error: (any Error)?) {
        let failure = error.map(kind)
        let isWriting = state.with { state in
            (state.isOver, state.failure) = (true, failure)
            return state.writing != nil
        }
        if !isWriting { finish(failure) }
    }

    /// Has it written as soon as the library takes more.
    private func keep(_ data: Data) {
        let (fits, begins) = state.with { state in
            let begins = state.writing == nil
            let writing = state.writing ?? 0
            guard data.count <= limit - writing - state.backlog.count else { return (false, false) }
            state.backlog.append(data)
            state.writing = writing
            return (true, begins)
        }
        if begins { Task { await catchUp() } }
        if fits { return }
        // It may have been given up.
        try? exchange.end(.tooLarge, message: "the host is too far behind")
        task.cancel()
    }

    /// Writes what waits, and ends what has ended meanwhile.
    private func catchUp() async {
        while let next = next() {
            do {
                // No more at once than a stack would read: the library says of each piece whether it takes more.
                for start in stride(from: 0, to: next.count, by: Flight.piece) {
                    try await exchange.write(next.subdata(in: start..<min(start + Flight.piece, next.count)))
                }
            } catch {
                // It was given up.
                return task.cancel()
            }
        }
        let (isOver, failure) = state.with { ($0.isOver, $0.failure) }
        if isOver { finish(failure) }
    }

    private func next() -> Data? {
        state.with { state in
            let next = state.backlog
            state.backlog = Data()
            state.writing = next.isEmpty ? nil : next.count
            return next.isEmpty ? nil : next
        }
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
