import Forecast
import Regions

struct GridEcho: Equatable {
    var x: Int?
    var y: Int?
    var base = GridTime()

    mutating func read(_ key: ShortText, _ json: inout JSONReader) {
        switch key {
        case "nx": x = json.integer()
        case "ny": y = json.integer()
        case "baseDate": base.date = json.code() ?? ""
        case "baseTime": base.time = json.code() ?? ""
        default: break
        }
    }
}

/// Question to a grid service, and check of its answer: a cache on the way may mix up two.
struct GridQuestion {
    private let cell: GridCell?
    private let issuedAt: Date
    /// Hour of the issue; `nil` if the gateway echoes another time.
    private let base: Range<Date>?
    private(set) var hasUnreadableRows = false
    private var accepted: GridEcho?

    /// Compares the hour: `getUltraSrtFcst` of HH30 may echo HH00; the API hub echoes HH00 of the hour it serves (measured 2026).
    init(cell: GridCell?, issuedAt: Date, comparesBase: Bool) {
        (self.cell, self.issuedAt) = (cell, issuedAt)
        let hour = Date(timeIntervalSince1970: (issuedAt.timeIntervalSince1970 / 3_600).rounded(.down) * 3_600)
        base = comparesBase ? hour..<hour.addingTimeInterval(3_600) : nil
    }

    mutating func fault(of echo: GridEcho) -> FeedError? {
        if echo == accepted { return nil }
        if let cell, (echo.x ?? cell.x) != cell.x || (echo.y ?? cell.y) != cell.y { return FeedError(.malformedResponse, "nx, ny") }
        if let base, ![echo.base.date, echo.base.time].contains(""), echo.base.instant.map(base.contains) != true {
            return FeedError(.malformedResponse, "baseTime")
        }
        accepted = echo
        return nil
    }
}

extension GridQuestion {
    /// Throws if a row answers another question, or over a quarter lies outside of `hours` after the issue. Of an issue that says which it is,
    /// hours of the two days before it are left out.
    mutating func steps(in answer: HTTPAnswer, hours: Int, atMost wanted: Int = .max) throws(FeedError) -> [(time: Date, values: GridValues)] {
        let times = issuedAt...issuedAt.addingTimeInterval(Double(hours) * 3_600)
        let past = issuedAt.addingTimeInterval(-172_800)..<issuedAt
        var steps: [(time: Date, values: GridValues)] = []
        var places: [Date: Int] = [:]
        var time: GridTime?
        var (place, isStray, isPast): (Int?, Bool, Bool) = (nil, false, false)
        var fault: FeedError?
        var isKnown = false
        var (count, strays) = (0, 0)
        _ = try PortalEnvelope.items(in: answer, atMost: wanted) { json in
            let row = GridRow(&json)
            fault = fault ?? self.fault(of: row.echo)
            isKnown = isKnown || GridValues.categories.contains(row.category)
            if time != row.time {
                time = row.time
                let instant = row.time.step
                isStray = instant.map(times.contains) == false
                isPast = isStray && base != nil && accepted?.base.instant != nil && instant.map(past.contains) == true
                place = instant.flatMap { time in
                    if let known = places[time] { return known }
                    if isStray { return nil }
                    places[time] = steps.count
                    steps.append((time, GridValues()))
                    return steps.count - 1
                }
            }
            if isPast { return }
            count += 1
            guard let place, row.category != "" else {
                hasUnreadableRows = true
                strays += isStray ? 1 : 0
                return
            }
            steps[place].values.add(row.category, row.value)
        }
        if let fault { throw fault }
        if strays * 4 > count { throw FeedError(.malformedResponse, "fcstDate") }
        guard isKnown, !steps.isEmpty else { throw FeedError(.malformedResponse, "category, fcstDate") }
        return steps
    }

    mutating func observation(in answer: HTTPAnswer) throws(FeedError) -> GridValues {
        var values = GridValues()
        let rows = try PortalEnvelope.items(in: answer) { GridRow(&$0) }
        for row in rows {
            if let fault = fault(of: row.echo) { throw fault }
            if row.category == "" { hasUnreadableRows = true }
            if let value = row.observed { values.add(row.category, value) }
        }
        guard rows.contains(where: { GridValues.categories.contains($0.category) }) else { throw FeedError(.malformedResponse, "category") }
        return values
    }
}

/// Values by category; of two different ones neither counts.
struct GridValues {
    static let unreadable = "\u{FFFD}"
    static let categories: Set<ShortText> = [
        "TMP", "T1H", "TMN", "TMX", "REH", "POP", "PTY", "PCP", "RN1", "SNO", "SKY", "WSD", "VEC", "UUU", "VVV", "WAV", "LGT",
    ]

    private(set) var all: [(category: ShortText, value: String?)] = []

    // Short-term answers have twelve values an hour, and two of the day.
    init() { all.reserveCapacity(14) }

    mutating func add(_ category: ShortText, _ value: String?) {
        guard let index = all.firstIndex(where: { $0.category == category }) else { return all.append((category, value)) }
        if all[index].value != value { all[index].value = GridValues.unreadable }
    }

    /// True also for a value that is no text.
    var isContradiction: Bool { all.contains { $0.value?.utf8.count == GridValues.unreadable.utf8.count && $0.value == GridValues.unreadable } }
}

extension [Slot] {
    /// True if a row contradicts itself, a condition is missing, or over a quarter of the values of one of these kinds.
    func isInPart(_ steps: [(time: Date, values: GridValues)], without isMissing: (Slot) -> Bool...) -> Bool {
        steps.contains { $0.values.isContradiction } || contains { $0.condition == nil } || isMissing.contains(where: isMostly)
            || isMostly { $0.temperature == nil } || isMostly { $0.humidity == nil } || isMostly { $0.windSpeed == nil }
            || isMostly { $0.precipitation == nil }
    }

    /// True of over a quarter of the steps.
    func isMostly(_ isMissing: (Slot) -> Bool) -> Bool { count(where: isMissing) * 4 > count }
}
