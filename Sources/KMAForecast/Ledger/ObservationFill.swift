import Feeds
import Forecast
import Regions

/// Fills a ledger with what stations measured: yesterday as soon as it is published, the last seven days again for as
/// long as they may be corrected, and what is missing of the last year.
///
/// One call is one station, however many days. A station is asked once a day, and all of them together at most
/// ``callsADay`` times.
public actor ObservationFill {
    /// The most calls of a day.
    public static let callsADay = 50
    /// KMA publishes a day between 09 and 11 of the next.
    private static let published = (hour: 11, minute: 10)
    /// Days for which a day is asked for again: corrections come within a week.
    private static let correctedDays = 7
    /// Days that are filled back to.
    private static let filledDays = 365

    private let client: UpstreamClient<KMAObservations>
    private let gateway: KMAGateway
    private let ledger: any Ledger
    /// When each station was asked last, also where it had nothing.
    private var askedAt: [Int: Date] = [:]

    /// A fill through the client of the service, by which its calls are counted, paced and held back as all others;
    /// `nil` without a ledger that is written.
    init?(
        _ client: UpstreamClient<KMAObservations>,
        _ gateway: KMAGateway,
        _ configuration: ForecasterConfiguration
    ) {
        guard let ledger = configuration.ledger, ledger.isRecording else { return nil }
        self.client = client
        self.gateway = gateway
        self.ledger = ledger.ledger
    }

    /// Brings a station up to date. Throws why it could not be asked or did not answer; nothing is thrown where it is up to
    /// date, has nothing new, or had its turn today.
    public func fill(station: Int) async throws(FeedError) {
        let now = client.now()
        let published = ObservationFill.lastPublication(at: now)
        let before = askedAt[station]
        if let before, before >= published { return }
        // At once: who asks for the same station meanwhile makes no second call.
        askedAt[station] = now
        do throws(FeedError) {
            try await fill(station: station, published: published, at: now)
        } catch {
            if !error.wasSent { askedAt[station] = before }
            throw error
        }
    }

    private func fill(station: Int, published: Date, at now: Date) async throws(FeedError) {
        let newest = KoreanDate(of: published) + -1
        let span = newest + (1 - ObservationFill.filledDays)...newest
        let known = try await FeedError.ofLedger { () async throws(StoreProblem) in
            try await ledger.observations(at: station, on: span)
        }
        guard let first = ObservationFill.firstMissing(of: span, in: known, since: published) else { return }
        guard await client.quota.spent(at: now) < ObservationFill.callsADay else {
            throw .unsent(.quotaExceeded, "\(ObservationFill.callsADay)/day")
        }
        let isTrial: Bool
        switch await client.breaker.event(.asked, of: .observedDays) {
        case .refuse(var fault):
            fault.wasSent = false
            throw fault
        case .trial: isTrial = true
        case .ask, .none: isTrial = false
        }
        let request = FeedRequest.observedDays(station: station, on: first...newest, gateway: gateway)
        // The forecast goes first: it is whole without what came.
        var origin = RequestOrigin.current
        origin.isSupplementary = true
        let answer: Result<[ObservedDay]?, FeedError> =
            await RequestOrigin.$current.withValue(origin) { [client] in
                do throws(FeedError) {
                    return .success(try await client.fetch(request, issue: now, isTrial: isTrial).value)
                } catch {
                    return .failure(error)
                }
            }
        guard let days = try answer.get() else { return }
        // What is known and has not changed would be a row a day for nothing.
        let unchanged = Dictionary(known.map { ($0.date, $0) }) { _, last in last }
        let today = KoreanDate(of: now)
        let news = days.filter { day in
            guard let old = unchanged[day.date] else { return true }
            let isOpen = day.date >= today + -ObservationFill.correctedDays
            return isOpen || (old.minimum, old.maximum, old.rain) != (day.minimum, day.maximum, day.rain)
        }
        if !news.isEmpty {
            try await FeedError.ofLedger { () async throws(StoreProblem) in try await ledger.add([], news) }
        }
    }

    /// Fills stations one after the other until the calls of the day are spent or the service refuses; returns the fault
    /// that ended it.
    @discardableResult
    public func fill(stations: [Int]) async -> FeedError? {
        for station in stations {
            do throws(FeedError) {
                try await fill(station: station)
            } catch {
                if !error.isOfOneStation { return error }
            }
        }
        return nil
    }

    /// Keeps stations filled, day after day, until the task is cancelled.
    public func run(stations: [Int]) async {
        while !Task.isCancelled, !stations.isEmpty {
            // Where there are more than a day's calls reach, another one begins each day.
            let start = KoreanDate(of: client.now()).dayNumber * ObservationFill.callsADay % stations.count
            await fill(stations: Array(stations[start...] + stations[..<start]))
            // Ends early with the task.
            try? await client.clock.sleep(for: .seconds(ObservationFill.pause(at: client.now())))
        }
    }

    /// When the last day was published.
    static func lastPublication(at now: Date) -> Date {
        let today = KoreanDate(of: now)
        let time = today.at(hour: published.hour, minute: published.minute)
        return now >= time ? time : (today + -1).at(hour: published.hour, minute: published.minute)
    }

    /// Seconds until the next publication, in steps of at most an hour: a clock that is set while we sleep is noticed.
    static func pause(at now: Date) -> Double {
        let next = lastPublication(at: now).addingTimeInterval(86_400)
        return min(max(next.timeIntervalSince(now), 1), 3_600)
    }

    /// The first day of a span that has to be asked for: one that is not known, or one of the last seven that was fetched
    /// before the last publication. `nil` where there is none.
    static func firstMissing(
        of span: ClosedRange<KoreanDate>,
        in known: [ObservedDay],
        since published: Date
    ) -> KoreanDate? {
        let fetchedAt = Dictionary(known.map { ($0.date, $0.fetchedAt) }) { max($0, $1) }
        let closed = span.upperBound + -correctedDays
        let numbers = span.lowerBound.dayNumber...span.upperBound.dayNumber
        return numbers.lazy.map(KoreanDate.init(dayNumber:)).first { date in
            guard let fetched = fetchedAt[date] else { return true }
            return date > closed && fetched < published
        }
    }
}

extension Forecaster {
    /// Brings a station up to date in the ledger. Where that cannot be done, what is known is shown: the service is
    /// optional.
    func fillObservations(of station: SurfaceStation) async {
        await observationFill?.fill(stations: [station.id])
    }
}

extension FeedError {
    /// Whether another station may answer where this one did not.
    fileprivate var isOfOneStation: Bool { [.noData, .malformedResponse, .upstreamError].contains(code) }
}
