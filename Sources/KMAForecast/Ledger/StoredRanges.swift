import Forecast
import Regions

struct StoredRanges {
    private let store: any Store
    private let subject: StoredSubject
    private let issue: Date
    private let key: String

    /// `nil` also for a store of several machines with records of their own.
    init?(_ week: Week, at place: Place, _ station: Int, _ configuration: ForecasterConfiguration) async {
        guard let store = configuration.store, store.news == nil, let scope = configuration.kma?.scope,
            let state = await configuration.ledger?.ledger.state()
        else { return nil }
        self.store = store
        let zones = "\(place.temperatureZone.code)-\(place.landZone.code)"
        subject = StoredSubject(scope: scope, feed: .observedDays, name: "ranges-\(zones)-\(station)")
        let said = week.days.map { day in
            let (low, high, sky) = (day.said.low, day.said.high, day.said.whole)
            let origins = [low?.origin, high?.origin, sky?.origin].map { origin in
                origin.map { "\($0.feed.rawValue) \($0.issuedAt.timeIntervalSince1970)" } ?? "-"
            }
            let spreads = [day.said.lowSpread, day.said.highSpread].map { spread in spread.map { "\($0.low) \($0.high)" } ?? "-" }
            let values = [low?.value, high?.value].map { $0.map { "\($0)" } ?? "-" }
            let chance = day.said.wholeSky?.precipitationProbability.map { "\($0.percent)" } ?? "-"
            return ([day.date.description, chance] + values + spreads + origins).joined(separator: " ")
        }
        key = (["\(state)"] + said).joined(separator: ";")
        issue = week.days.flatMap { [$0.said.low?.origin, $0.said.whole?.origin] }.compactMap { $0?.issuedAt }.max() ?? .distantPast
    }

    func fill(_ week: inout Week) async -> Bool {
        guard let answer = await store.answer(for: subject, issue: issue) else { return false }
        let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
        guard lines.first.map(String.init) == key, lines.count == week.days.count + 1 else { return false }
        for (index, line) in lines.dropFirst().enumerated() {
            let parts = line.split(separator: ",", omittingEmptySubsequences: false)
            guard parts.count == 3 else { return false }
            week.days[index].lowRange = LearnedRange(stored: parts[0])
            week.days[index].highRange = LearnedRange(stored: parts[1])
            week.days[index].rainConfidence = RainConfidence(stored: parts[2])
        }
        return true
    }

    func keep(_ week: Week, at now: Date) async {
        let isLearned = week.days.contains { day in day.lowRange != nil || day.highRange != nil || day.rainConfidence != nil }
        guard isLearned else { return }
        let lines = week.days.map { day in
            [day.lowRange?.stored, day.highRange?.stored, day.rainConfidence?.stored].map { $0 ?? "" }.joined(separator: ",")
        }
        let text = ([key] + lines).joined(separator: "\n")
        await store.put(StoredAnswer(fetchedAt: now, status: 200, body: Array(text.utf8)), for: subject, issue: issue)
    }
}

extension Forecaster {
    func addRanges(to week: inout Week, at place: Place, now: Date) async {
        guard let station = place.surfaceStation, week.days.contains(where: { $0.said.low?.origin.feed == .midTemperature }) else { return }
        let stored = await StoredRanges(week, at: place, station.station.id, configuration)
        if let stored, await stored.fill(&week) { return }
        guard let record = await lastRecord(of: place, at: now) else { return }
        for index in week.days.indices { record.fill(&week.days[index]) }
        await stored?.keep(week, at: now)
    }
}
