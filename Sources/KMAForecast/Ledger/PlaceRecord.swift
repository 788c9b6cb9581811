import Forecast
import Regions

package struct PlaceRecord: Sendable {
    /// 365 errors, the thirty days before, and missing days.
    package static let days = 430
    static let sampleDays = 120

    /// Lows by lead, of each day's last issue.
    let lows: [Int: [PastTemperature]]
    let highs: [Int: [PastTemperature]]
    private let rain: [PastRain]

    init(of dates: ClosedRange<KoreanDate>, temperatures: [IssuedFigures], land: [IssuedFigures], observed: [ObservedDay]) {
        let days = Dictionary(observed.map { ($0.date, $0) }) { _, last in last }
        var (lows, highs) = (ByLead<SaidTemperature>(of: dates), ByLead<SaidTemperature>(of: dates))
        for row in temperatures {
            lows.add(row, row.extremes.minimum, row.extremes.minimumSpread)
            highs.add(row, row.extremes.maximum, row.extremes.maximumSpread)
        }
        self.lows = lows.cases { days[$0]?.minimum }
        self.highs = highs.cases { days[$0]?.maximum }
        var said = ByLead<SaidRain>(of: dates)
        for row in land { said.add(row) }
        rain = said.cases { days[$0]?.rain.isWet }
    }

    func fill(_ day: inout Day) {
        day.lowRange = range(of: day.said.low, day.said.lowSpread, on: day.date, lows)
        day.highRange = range(of: day.said.high, day.said.highSpread, on: day.date, highs)
        guard let sky = day.said.whole, sky.origin.feed == .midLand, let chance = day.said.wholeSky?.precipitationProbability else { return }
        let start = KoreanDate(of: sky.origin.issuedAt) + -PlaceRecord.days
        day.rainConfidence = RainConfidence(of: chance, issuedAt: sky.origin.issuedAt, among: rain.filter { $0.date >= start })
    }

    package func addRanges(to forecasts: inout [Int: [KoreanDate: ScoredForecast]]) {
        for (lead, days) in forecasts {
            func add(
                _ past: [PastTemperature],
                _ range: WritableKeyPath<ScoredForecast, LearnedRange?>,
                _ said: (Extremes) -> (value: Double?, spread: Spread?)
            ) {
                for (item, learned) in zip(past, RangeRecord(past, usesSpread: true).ranges) {
                    // The day's last issue may be short-term, which has no ±.
                    guard let shown = days[item.date].map({ said($0.extremes) }), shown.spread != nil, shown.spread == item.spread,
                        shown.value == item.said
                    else { continue }
                    forecasts[lead]?[item.date]?[keyPath: range] = learned
                }
            }
            add(lows[lead] ?? [], \.lowRange) { ($0.minimum, $0.minimumSpread) }
            add(highs[lead] ?? [], \.highRange) { ($0.maximum, $0.maximumSpread) }
        }
    }

    private func range(of said: Stated<Double>?, _ spread: Spread?, on date: KoreanDate, _ past: [Int: [PastTemperature]]) -> LearnedRange? {
        guard let said, said.origin.feed == .midTemperature else { return nil }
        let issued = KoreanDate(of: said.origin.issuedAt)
        let cases = past[date - issued]?.filter { $0.date >= issued + -PlaceRecord.days } ?? []
        return RangeRecord(cases, usesSpread: spread != nil).range(around: said.value, spread, issuedAt: said.origin.issuedAt)
    }
}

extension Forecaster {
    /// `nil` also if unreadable: a week is whole without.
    func lastRecord(of place: Place, at now: Date) async -> PlaceRecord? {
        let today = KoreanDate(of: now)
        do throws(StoreProblem) {
            // A shown issue may be two days old.
            let days = configuration.areSamples ? PlaceRecord.sampleDays : PlaceRecord.days + 3
            return try await record(of: place, on: today + -days...today + -1)
        } catch { return nil }
    }

    package func record(of place: Place, on dates: ClosedRange<KoreanDate>, withRain: Bool = true) async throws(StoreProblem) -> PlaceRecord? {
        guard let ledger = configuration.ledger?.ledger, let station = place.surfaceStation else { return nil }
        let observed = try await ledger.observations(at: station.station.id, on: dates)
        guard observed.count >= LearnedRange.fewestCases else { return nil }
        let subjects = place.ledgerSubjects
        return PlaceRecord(
            of: dates,
            temperatures: try await ledger.figures(of: subjects.filter { $0.feed == .midTemperature }, on: dates),
            land: try await ledger.figures(of: subjects.filter { withRain && $0.feed == .midLand }, on: dates),
            observed: observed
        )
    }
}

/// One array: a year of a place has three thousand entries.
private struct ByLead<Entry> {
    private static var leads: Range<Int> { 0..<12 }
    private let dates: ClosedRange<KoreanDate>
    private let count: Int
    private var entries: [Entry?]

    init(of dates: ClosedRange<KoreanDate>) {
        self.dates = dates
        count = dates.upperBound - dates.lowerBound + 1
        entries = Array(repeating: nil, count: count * Self.leads.count)
    }

    subscript(lead: Int, date: KoreanDate) -> Entry? {
        get { index(lead, date).flatMap { entries[$0] } }
        set { if let index = index(lead, date) { entries[index] = newValue } }
    }

    private func index(_ lead: Int, _ date: KoreanDate) -> Int? {
        guard Self.leads.contains(lead), dates.contains(date) else { return nil }
        return lead * count + (date - dates.lowerBound)
    }

    func map<Value>(_ transform: (_ lead: Int, _ date: KoreanDate, Entry) -> Value?) -> [Int: [Value]] {
        var values: [Int: [Value]] = [:]
        for lead in Self.leads {
            for number in 0..<count {
                let date = dates.lowerBound + number
                guard let entry = entries[lead * count + number], let value = transform(lead, date, entry) else { continue }
                values[lead, default: []].append(value)
            }
        }
        return values
    }
}

private struct SaidTemperature {
    let issuedAt: Date
    let rank: Int
    let value: Double
    let spread: Spread?
}

extension ByLead<SaidTemperature> {
    mutating func add(_ row: IssuedFigures, _ value: Double?, _ spread: Spread?) {
        guard let value else { return }
        let (lead, rank) = (row.leadDays, row.rank)
        if let known = self[lead, row.date] { if known.issuedAt > row.issuedAt || known.issuedAt == row.issuedAt && known.rank <= rank { return } }
        self[lead, row.date] = SaidTemperature(issuedAt: row.issuedAt, rank: rank, value: value, spread: spread)
    }

    func cases(_ observed: (KoreanDate) -> Double?) -> [Int: [PastTemperature]] {
        map { _, date, said in
            observed(date).map { PastTemperature(date: date, issuedAt: said.issuedAt, said: said.value, spread: said.spread, observed: $0) }
        }
    }
}

private struct SaidRain {
    var issuedAt: Date
    var earlier: Word?
    private var (day, morning, afternoon): (Part?, Part?, Part?)

    struct Part {
        let rank: Int
        let chance: Probability?
        let isNamed: Bool?
    }

    struct Word {
        var issuedAt: Date
        var chance: Probability?
        var isNamed: Bool?
    }

    init(issuedAt: Date, earlier: Word? = nil) { (self.issuedAt, self.earlier) = (issuedAt, earlier) }

    mutating func add(_ new: Part, of part: DayPart) {
        func isBetter(than known: Part?) -> Bool { known.map { new.rank < $0.rank } ?? true }
        switch part {
        case .day: if isBetter(than: day) { day = new }
        case .morning: if isBetter(than: morning) { morning = new }
        case .afternoon: if isBetter(than: afternoon) { afternoon = new }
        }
    }

    var word: Word? {
        guard let first = day ?? morning, let second = day ?? afternoon else { return earlier }
        let said = [first, second]
        let isKnown = said.allSatisfy { $0.isNamed != true || $0.chance != nil }
        return Word(
            issuedAt: issuedAt,
            chance: isKnown ? said.compactMap(\.chance).max() : nil,
            isNamed: said.compactMap(\.isNamed).reduce(nil) { $0 == true || $1 }
        )
    }
}

extension ByLead<SaidRain> {
    mutating func add(_ row: IssuedFigures) {
        guard row.isNamed != nil || row.chance != nil else { return }
        let lead = row.leadDays
        var said = self[lead, row.date] ?? SaidRain(issuedAt: row.issuedAt)
        if said.issuedAt > row.issuedAt { return }
        if said.issuedAt < row.issuedAt { said = SaidRain(issuedAt: row.issuedAt, earlier: said.word) }
        said.add(SaidRain.Part(rank: row.rank, chance: row.chance, isNamed: row.isNamed), of: row.part)
        self[lead, row.date] = said
    }

    func cases(_ observed: (KoreanDate) -> Bool?) -> [PastRain] {
        map { lead, date, said -> PastRain? in
            guard RainConfidence.leads.contains(lead), let wasWet = observed(date), let word = said.word, let chance = word.chance,
                let isNamed = word.isNamed
            else { return nil }
            return PastRain(
                date: date,
                issuedAt: word.issuedAt,
                chance: chance,
                isNamed: isNamed,
                isNamedNextDay: self[lead - 1, date]?.word?.isNamed,
                wasWet: wasWet
            )
        }.values.flatMap(\.self)
    }
}
