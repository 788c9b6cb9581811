import Feeds
import Foundation

/// KMA and OpenWeather in one HTTP/1.1 server on a free port of the loopback address.
///
/// It answers from the sample feeds at the time it is told, or with what a test gives it, checks what the real ones
/// check (method, key, headers), fails in every way they fail, and remembers every request. It stops when it goes
/// out of scope.
public final class Upstream: Sendable {
    /// `http://127.0.0.1:PORT`, for OpenWeather as it is.
    public let url: String
    /// The keys it takes.
    public let keys: Keys
    private let state: LockedValue<UpstreamState>
    private let listener: Listener

    /// Starts an upstream whose clock stands at an instant.
    ///
    /// Connections are kept for further requests, as the real ones do, unless `keepsAlive` is false: hundreds of
    /// upstreams in one process run out of descriptors.
    public init(now: Date, keys: Keys = Keys(), keepsAlive: Bool = true) throws {
        let state = LockedValue(UpstreamState(now: now, validator: RequestValidator(keys: keys)))
        self.state = state
        self.keys = keys
        listener = try Listener { socket in
            ConnectionHandler(socket: socket, state: state, keepsAlive: keepsAlive).run()
        }
        url = "http://127.0.0.1:\(listener.port)"
    }

    deinit {
        stop()
    }

    /// What to set as `KMA_BASE_URL` for data.go.kr.
    public var portalURL: String { url + "/1360000" }

    /// What to set as `KMA_BASE_URL` for the API hub.
    public var hubURL: String { url + "/api/typ02/openApi" }

    /// The time its feeds and its `Date` header are told for.
    public var now: Date {
        get { state.with { $0.now } }
        set { state.with { $0.clock = { newValue } } }
    }

    /// Lets its time go on by a clock.
    public func follow(_ clock: @escaping @Sendable () -> Date) {
        state.with { $0.clock = clock }
    }

    /// Answers in place of the sample feeds', each made from the request.
    public var answers: [Endpoint: @Sendable (Request) -> StubAnswer] {
        get { state.with { $0.answers } }
        set { state.with { $0.answers = newValue } }
    }

    /// Fails the next `times` requests to some endpoints, all of them unless told otherwise; for good without `times`.
    ///
    /// Faults on one endpoint happen in the order they were set.
    public func fault(_ fault: Fault, on endpoints: [Endpoint] = Endpoint.allCases, times: Int? = nil) {
        state.with { state in
            for endpoint in endpoints { state.faults[endpoint, default: []].append((fault, times)) }
        }
    }

    /// Fails the next `times` requests to one endpoint.
    public func fault(_ fault: Fault, on endpoint: Endpoint, times: Int? = nil) {
        self.fault(fault, on: [endpoint], times: times)
    }

    /// Ends all faults.
    public func clearFaults() {
        state.with { $0.faults = [:] }
    }

    /// Every request so far, in the order they came.
    public var requests: [Request] {
        state.with { $0.requests }
    }

    /// How many requests an endpoint has had.
    public func count(of endpoint: Endpoint) -> Int {
        requests.count { $0.endpoint == endpoint }
    }

    /// The most requests that were under way at one time.
    public var mostInFlight: Int {
        state.with { $0.mostInFlight }
    }

    /// Requests that carried a key anywhere but in its own parameter.
    public var leaks: [Request] {
        requests.filter(isLeak)
    }

    /// Whether a request carries a key anywhere but in its own parameter.
    public func isLeak(_ request: Request) -> Bool {
        state.with { $0.validator }.isLeaked(by: request)
    }

    /// Forgets what was asked so far.
    public func forgetRequests() {
        _ = takeRequests()
    }

    /// Every request so far, each of which is told only once.
    public func takeRequests() -> [Request] {
        state.with { state in
            defer {
                state.requests = []
                state.mostInFlight = state.inFlight
            }
            return state.requests
        }
    }

    /// Closes the port and every connection; nobody is answered from here on.
    public func stop() {
        listener.stop()
    }
}
