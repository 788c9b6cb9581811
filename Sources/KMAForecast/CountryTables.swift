import Feeds
import Forecast
import Regions

/// Keeps the mid-term forecast of the whole country by the API hub's two tables: two calls an issue in place of one for each
/// of 186 zones.
///
/// What a table says of a zone is stored as that zone's answer, so that a request finds it and makes no call. Where
/// data.go.kr has answered already its answer stays, and the two are held against each other. A zone that the hub does not
/// give is asked for as without it.
public struct CountryTables: Sendable {
    /// Seconds between two looks for an issue that is not there, or not whole.
    static let pause = 60.0
    /// Seconds after an issue for which it is looked for.
    static let patience = 3_600.0
    /// Under which name a program takes the turn to ask for a table, so that of several that share a store one asks.
    private static let turnName = "country"

    private let forecaster: Forecaster
    private let store: any Store
    private let scope: StoreScope
    private let hub: HubClient
    private let timeout: Duration
    private let observe: @Sendable (ImportResult) -> Void

    /// Tables for an adapter; `nil` where it has no key to the mid-term service, or no store. `observe` is given the
    /// result of each look.
    public init?(
        _ forecaster: Forecaster,
        _ gateway: HubGateway,
        timeout: Duration = .seconds(60),
        observe: @escaping @Sendable (ImportResult) -> Void = { _ in }
    ) {
        let configuration = forecaster.configuration
        guard let kma = configuration.kma, let store = configuration.store else { return nil }
        self.forecaster = forecaster
        self.store = store
        scope = kma.scope
        self.timeout = timeout
        self.observe = observe
        hub = HubClient(
            gateway: gateway,
            transport: configuration.transport,
            counter: store,
            now: configuration.now,
            timeout: timeout,
            clock: configuration.clock
        )
    }

    private var now: Date { forecaster.configuration.now() }

    /// Takes each issue as it comes out, until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            let isWhole = await refresh()
            let issue = IssueSchedule.midTerm.newest(at: now)
            let isLookedFor = !isWhole && now < issue + CountryTables.patience
            let due =
                isLookedFor
                ? now + CountryTables.pause
                : IssueSchedule.midTerm.nextAvailable(after: issue) + CountryTables.pause / 2
            // Ends early with the task.
            let configuration = forecaster.configuration
            try? await configuration.clock.sleep(until: due, by: configuration.now)
        }
    }

    /// Takes the newest issue of both tables; whether all zones have it now. What is stored already is not asked for.
    @discardableResult
    public func refresh() async -> Bool {
        let issue = IssueSchedule.midTerm.newest(at: now)
        var result = ImportResult()
        var isWhole = true
        for table in MidTermTable.allCases {
            do throws(FeedError) {
                if try await !read(table, issue, in: &result) { isWhole = false }
            } catch {
                result.fault = error
                isWhole = false
            }
        }
        result.calls = await hub.calls
        observe(result)
        return isWhole
    }

    private func read(_ table: MidTermTable, _ issue: Date, in result: inout ImportResult)
        async throws(FeedError)
        -> Bool
    {
        if await isStored(table, issue) { return true }
        let subject = StoredSubject(scope: scope, feed: table.feed, name: CountryTables.turnName)
        switch await store.turn(for: subject, issue: issue, limit: timeout, unless: { _ in true }) {
        // Nothing is stored under that name.
        case .answered: return await isStored(table, issue)
        case .failed(let fault): throw fault
        case .granted(let turn):
            do throws(FeedError) {
                let isWhole = try await fetch(table, issue, in: &result)
                await turn.finish(.notSent)
                return isWhole
            } catch {
                await turn.finish(.failed(error))
                throw error
            }
        }
    }

    /// Asks for a table, unless another program has done so while this one waited for its turn.
    private func fetch(_ table: MidTermTable, _ issue: Date, in result: inout ImportResult)
        async throws(FeedError)
        -> Bool
    {
        if await isStored(table, issue) { return true }
        let answer = try await hub.issues(table, [issue], zone: nil)
        if let fault = answer.failed[issue] { throw fault }
        let fetchedAt = now
        let zones = Set(table.zones)
        var missing = zones
        for tabled in answer.issues where tabled.issuedAt == issue && missing.remove(tabled.zone) != nil {
            await keep(tabled, of: table, fetchedAt, in: &result)
        }
        result.unreadableRows += answer.unreadable
        if missing.count == zones.count { result.missing.append(.init(feed: table.feed, issuedAt: issue)) }
        return missing.isEmpty
    }

    private func isStored(_ table: MidTermTable, _ issue: Date) async -> Bool {
        for zone in table.zones {
            let subject = StoredSubject(scope: scope, feed: table.feed, name: zone)
            if await !store.issues(of: subject).contains(issue) { return false }
        }
        return true
    }

    /// Stores what a table says of a zone, unless data.go.kr has answered.
    private func keep(
        _ tabled: TabledIssue,
        of table: MidTermTable,
        _ fetchedAt: Date,
        in result: inout ImportResult
    ) async {
        let subject = StoredSubject(scope: scope, feed: table.feed, name: tabled.zone)
        if let known = await store.answer(for: subject, issue: tabled.issuedAt),
            let portal = known.daysOfPortal(subject, tabled.issuedAt)
        {
            let issue = LedgerIssue(tabled, of: table, from: .hub, fetchedAt: fetchedAt)
            return result.compare([issue], with: portal)
        }
        let answer = StoredAnswer(fetchedAt: fetchedAt, status: 200, body: tabled.lines)
        await store.put(answer, for: subject, issue: tabled.issuedAt)
        let news = StoredNews(subject: subject, issue: tabled.issuedAt, fetchedAt: fetchedAt)
        await forecaster.feeds[table.feed]?.apply(news)
        forecaster.configuration.ledger?.record([news], in: store)
        result.issues += 1
    }
}

extension StoredAnswer {
    /// What a stored answer of data.go.kr says of days; `nil` where it is of a table, or says nothing.
    fileprivate func daysOfPortal(_ stored: StoredSubject, _ issuedAt: Date) -> [LedgerDay]? {
        guard !MidTermTable.isTable(body) else { return nil }
        return (value(of: stored, issue: issuedAt) as? any DatedForecast)?.issuedDays.map { day in
            LedgerDay(
                subject: LedgerSubject(feed: stored.feed, name: stored.name),
                issuedAt: issuedAt,
                fetchedAt: fetchedAt,
                origin: .portal,
                day: day
            )
        }
    }
}
