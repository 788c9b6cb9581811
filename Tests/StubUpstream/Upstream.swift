import Forecast
import Foundation

/// KMA, 에어코리아 and OpenWeather as one HTTP/1.1 server on a free port of the loopback address.
///
/// It answers from the sample feeds of the time it is told, or with what a test supplies. It checks what the real ones
/// check (method, key, headers), fails in every way they have been seen to fail, and records every request. It stops
/// when it goes out of scope.
public final class Upstream: Sendable {
    /// `http://127.0.0.1:PORT`, the base address of OpenWeather.
    public let url: String
    /// The keys it accepts.
    public let keys: Keys
    private let state: LockedValue<UpstreamState>
    private let listener: Listener

    /// Starts an upstream whose clock stands at an instant. Throws where no port is to be had.
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

    /// The address to set as `KMA_BASE_URL` for data.go.kr.
    public var portalURL: String { url + "/1360000" }

    /// The address to set as `KMA_BASE_URL` for the API hub.
    public var hubURL: String { url + "/api/typ02/openApi" }

    /// The address to set as `AIRKOREA_BASE_URL`.
    public var airKoreaURL: String { url + "/B552584" }

    /// The time of its feeds and of its `Date` header.
    public var now: Date {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.clock = { newValue } } }
    }

    /// Takes the time from a clock instead of standing still.
    public func follow(_ clock: @escaping @Sendable () -> Date) {
        state.withLock { $0.clock = clock }
    }

    /// Answers in place of those of the sample feeds, each made from the request.
    public var answers: [Endpoint: @Sendable (Request) -> StubAnswer] {
        get { state.withLock { $0.answers } }
        set { state.withLock { $0.answers = newValue } }
    }

    /// Accepts other keys from here on, as after a key was revoked or issued.
    public func accept(_ keys: Keys) {
        state.withLock { $0.validator.keys = keys }
    }

    /// Closes the port and every connection; nobody is answered from here on.
    public func stop() {
        listener.stop()
    }
}

// MARK: - Faults

extension Upstream {
    /// Fails the next `times` requests to some endpoints, to all unless told otherwise; for good without `times`.
    ///
    /// Faults of one endpoint happen in the order they were set.
    public func fault(_ fault: Fault, on endpoints: [Endpoint] = Endpoint.allCases, times: Int? = nil) {
        state.withLock { state in
            for endpoint in endpoints { state.faults[endpoint, default: []].append((fault, times)) }
        }
    }

    /// Fails the next `times` requests to one endpoint; for good without `times`.
    public func fault(_ fault: Fault, on endpoint: Endpoint, times: Int? = nil) {
        self.fault(fault, on: [endpoint], times: times)
    }

    /// Fails every request to a service in the same way until ``endOutage(of:)``, whatever faults its endpoints have.
    ///
    /// `.hang` takes connections and never answers, `.late(milliseconds:)` is slow, `.reset` and
    /// `.html(status: 502)` refuse. The other services answer as before.
    public func startOutage(of service: UpstreamAPI, _ fault: Fault) {
        state.withLock { $0.outages[service] = fault }
    }

    /// Ends the outage of a service. A request that hangs already goes on hanging until its client gives up.
    public func endOutage(of service: UpstreamAPI) {
        state.withLock { $0.outages[service] = nil }
    }

    /// Ends all faults and outages.
    public func clearFaults() {
        state.withLock { state in
            state.faults = [:]
            state.outages = [:]
        }
    }
}

// MARK: - Records

extension Upstream {
    /// Every request so far, in the order they came.
    public var requests: [Request] {
        state.withLock { $0.requests }
    }

    /// Number of requests to an endpoint.
    public func count(of endpoint: Endpoint) -> Int {
        requests.count { $0.endpoint == endpoint }
    }

    /// The most requests that were under way at one time.
    public var mostInFlight: Int {
        state.withLock { $0.load.most }
    }

    /// The most requests to one service that were under way at one time.
    ///
    /// An answer counts until its last bytes are about to go out, so that a client which reads them and sends the next
    /// request is not counted twice; a hung one until the client's closing of the connection is noticed.
    public func mostInFlight(of service: UpstreamAPI) -> Int {
        state.withLock { $0.loads[service]?.most ?? 0 }
    }

    /// Requests that carried a key anywhere but in its own parameter.
    public var leaks: [Request] {
        requests.filter(isLeak)
    }

    /// Whether a request carries a key anywhere but in its own parameter.
    public func isLeak(_ request: Request) -> Bool {
        state.withLock { $0.validator }.isLeaked(by: request)
    }

    /// Forgets the requests so far.
    public func forgetRequests() {
        _ = takeRequests()
    }

    /// Every request so far, each of which is handed over only once.
    public func takeRequests() -> [Request] {
        state.withLock { $0.takeRequests() }
    }
}
