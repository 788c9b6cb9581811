import Feeds
import Forecast
import Regions

/// Fills a ledger with observations, a station a call: yesterday's, seven days again for corrections, gaps of a year, then a year a turn back.
public actor ObservationFill {
    /// Calls of a day at most.
    public static let callsADay = 50
    /// Corrections come within a week.
    private static let correctedDays = 7
    private static let filledDays = 365

    private let client: UpstreamClient
    private let gateway: KMAGateway
    private let ledger: any Ledger
    private var askedAt: [Int: Date] = [:]

    /// `nil` without a recording ledger; calls count like all others.
    init?(_ client: UpstreamClient, _ gateway: KMAGateway, _ configuration: ForecasterConfiguration) {
        guard let ledger = configuration.ledger, ledger.isRecording else { return nil }
        (self.client, self.gateway) = (client, gateway)
        self.ledger = ledger.ledger
    }

    /// Updates a station. Throws without an answer.
    public func fill(station: Int) async throws(FeedError) {
        let now = client.now()
        let published = ObservationFill.lastPublication(at: now)
        let before = askedAt[station]
        if let before, before >= published { return }
        askedAt[station] = now
        do throws(FeedError) { try await fill(station: station, published: published, at: now) } catch {
            if !error.wasSent { askedAt[station] = before }
            throw error
        }
    }

    private func fill(station: Int, published: Date, at now: Date) async throws(FeedError) {
        let newest = KoreanDate(of: published) + -1
        let span = newest + (1 - ObservationFill.filledDays)...newest
        let known = try await FeedError.ofLedger { () async throws(StoreProblem) in try await ledger.observations(at: station, on: span) }
        guard let first = ObservationFill.firstMissing(of: span, in: known, since: published) else { return }
        try await ask(station, on: first...newest, known, at: now)
        if let earlier = try await unfilled(before: span.lowerBound, station) { try await ask(station, on: earlier, [], at: now) }
    }

    private func unfilled(before date: KoreanDate, _ station: Int) async throws(FeedError) -> ClosedRange<KoreanDate>? {
        try await FeedError.ofLedger { () async throws(StoreProblem) -> ClosedRange<KoreanDate>? in
            guard let issue = try await ledger.firstIssue() else { return nil }
            let start = KoreanDate(of: issue)
            guard start < date else { return nil }
            let end = try await ledger.observations(at: station, on: start...date).first?.date ?? date
            return start < end ? max(start, end + -ObservationFill.filledDays)...(end + -1) : nil
        }
    }

    private func ask(_ station: Int, on span: ClosedRange<KoreanDate>, _ known: [ObservedDay], at now: Date) async throws(FeedError) {
        guard await client.quota.spent(at: now) < ObservationFill.callsADay else { throw .refused(.daySpent, until: (KoreanDate(of: now) + 1).start) }
        // The forecast goes first, whole without them.
        let permit: CallPermit
        switch await client.quota.ask(Caller.program.beside, .observedDays, at: now) {
        case .permit(let granted): permit = granted
        case .wait(let fault), .refuse(let fault): throw fault
        }
        let request = FeedRequest.observedDays(station: station, on: span, gateway: gateway)
        guard let days = try await client.fetch(request, issue: now, permit).value else { return }
        let unchanged = Dictionary(known.map { ($0.date, $0) }) { _, last in last }
        let today = KoreanDate(of: now)
        let readable = days.map { day in
            guard let old = unchanged[day.date] else { return day }
            // A value that cannot be read corrects none.
            let known = Extremes(minimum: day.minimum ?? old.minimum, maximum: day.maximum ?? old.maximum)
            var day = day
            if known != Extremes() { (day.minimum, day.maximum) = (known.minimum, known.maximum) }
            if day.rain == .unknown { day.rain = old.rain }
            return day
        }
        let news = readable.filter { day in
            guard let old = unchanged[day.date] else { return true }
            let isOpen = day.date >= today + -ObservationFill.correctedDays
            return isOpen || (old.minimum, old.maximum, old.rain) != (day.minimum, day.maximum, day.rain)
        }
        if !news.isEmpty { try await FeedError.ofLedger { () async throws(StoreProblem) in try await ledger.add([], news) } }
    }

    /// Fills stations until the day's calls are spent or the service refuses; returns the fault.
    @discardableResult public func fill(stations: [Int]) async -> FeedError? {
        for station in stations { do throws(FeedError) { try await fill(station: station) } catch { if !error.isOfOneStation { return error } } }
        return nil
    }

    /// Keeps stations filled until the task is cancelled.
    public func run(stations: [Int]) async {
        while !Task.isCancelled, !stations.isEmpty {
            // If calls are too few, another station begins each day.
            let start = KoreanDate(of: client.now()).dayNumber * ObservationFill.callsADay % stations.count
            await fill(stations: Array(stations[start...] + stations[..<start]))
            try? await client.clock.sleep(for: .seconds(ObservationFill.pause(at: client.now())))
        }
    }

    static func lastPublication(at now: Date) -> Date {
        let yesterday = KoreanDate(of: now) + -1
        return now >= yesterday.publication ? yesterday.publication : (yesterday + -1).publication
    }

    /// Seconds, at most an hour, so that a changed clock is noticed.
    static func pause(at now: Date) -> Double {
        let next = lastPublication(at: now).addingTimeInterval(86_400)
        return min(max(next.timeIntervalSince(now), 1), 3_600)
    }

    static func firstMissing(of span: ClosedRange<KoreanDate>, in known: [ObservedDay], since published: Date) -> KoreanDate? {
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
    package func fillObservations(of station: SurfaceStation) async { await observationFill?.fill(stations: [station.id]) }
}

extension FeedError { fileprivate var isOfOneStation: Bool { [.noData, .malformedResponse, .upstreamError].contains(code) } }

extension FeedError {
    package static func ofLedger<Result: Sendable>(isolation: isolated (any Actor)? = #isolation, _ step: () async throws(StoreProblem) -> Result)
        async throws(FeedError) -> Result
    { do throws(StoreProblem) { return try await step() } catch { throw .unsent(.recordUnreadable, error.detail ?? error.name) } }
}
