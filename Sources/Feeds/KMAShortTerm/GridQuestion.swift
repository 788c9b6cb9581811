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
    /// Hour of the issue, or half a day about it if the gateway echoes another one.
    private let base: Range<Date>
    private(set) var hasUnreadableRows = false
    /// First time of the rows, also before the issue.
    private(set) var begin: Date?
    private var accepted: GridEcho?
    private var (rows, strays) = (0, 0)
    private var fault: FeedError?

    /// Compares the hour: `getUltraSrtFcst` of HH30 may echo HH00; the API hub echoes HH00 of the hour it serves (measured 2026).
    init(cell: GridCell?, issuedAt: Date, comparesBase: Bool) {
        (self.cell, self.issuedAt) = (cell, issuedAt)
        let hour = Date(timeIntervalSince1970: (issuedAt.timeIntervalSince1970 / 3_600).rounded(.down) * 3_600)
        let reach = comparesBase ? 0 : 43_200.0
        base = hour - reach..<hour + reach + 3_600
    }

    private mutating func accepts(_ echo: GridEcho) -> Bool {
        rows += 1
        if echo == accepted { return true }
        if let cell, (echo.x ?? cell.x) != cell.x || (echo.y ?? cell.y) != cell.y {
            leaveOut("nx, ny")
        } else if ![echo.base.date, echo.base.time].contains(""), echo.base.instant.map(base.contains) != true {
            leaveOut("baseTime")
        } else {
            accepted = echo
        }
        return echo == accepted
    }

    private mutating func leaveOut(_ fields: String) {
        fault = fault ?? FeedError(.malformedResponse, fields)
        strays += 1
        hasUnreadableRows = true
    }

    private func check() throws(FeedError) { if let fault, strays * 4 > rows { throw fault } }
}

extension GridQuestion {
    /// Throws if over a quarter of the rows is of another question or time; leaves out the two days before an issue that is named.
    mutating func steps(in answer: HTTPAnswer, hours: Int, atMost wanted: Int = .max) throws(FeedError) -> [(time: Date, values: GridValues)] {
        let times = issuedAt...issuedAt.addingTimeInterval(Double(hours) * 3_600)
        let past = issuedAt.addingTimeInterval(-172_800)..<issuedAt
        var steps: [(time: Date, values: GridValues)] = []
        var places: [Date: Int] = [:]
        var time: GridTime?
        var (place, isStray, isPast): (Int?, Bool, Bool) = (nil, false, false)
        var isKnown = false
        _ = try PortalEnvelope.items(in: answer, atMost: wanted) { json in
            let row = GridRow(&json)
            guard accepts(row.echo) else { return }
            isKnown = isKnown || GridValues.categories.contains(row.category)
            if time != row.time {
                time = row.time
                let instant = row.time.step
                isStray = instant.map(times.contains) == false
                begin = [begin, instant].compactMap(\.self).min()
                isPast = isStray && accepted?.base.instant != nil && instant.map(past.contains) == true
                place = instant.flatMap { time in
                    if let known = places[time] { return known }
                    if isStray { return nil }
                    places[time] = steps.count
                    steps.append((time, GridValues()))
                    return steps.count - 1
                }
            }
            if isPast {
                rows -= 1
            } else if let place, row.category != "" {
                steps[place].values.add(row.category, row.value)
            } else if isStray {
                leaveOut("fcstDate")
            } else {
                hasUnreadableRows = true
            }
        }
        try check()
        guard isKnown, !steps.isEmpty else { throw FeedError(.malformedResponse, "category, fcstDate") }
        return steps
    }

    mutating func observation(in answer: HTTPAnswer) throws(FeedError) -> GridValues {
        var values = GridValues()
        let own = try PortalEnvelope.items(in: answer) { GridRow(&$0) }.filter { accepts($0.echo) }
        try check()
        // Rows of a forecast are no observation.
        if own.contains(where: { $0.value != nil }), own.allSatisfy({ $0.observed == nil }) { throw FeedError(.malformedResponse, "obsrValue") }
        for row in own {
            if row.category == "" { hasUnreadableRows = true }
            if let value = row.observed { values.add(row.category, value) }
        }
        guard own.contains(where: { GridValues.categories.contains($0.category) }) else { throw FeedError(.malformedResponse, "category") }
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
    /// True for zeros alone, an empty answer in numbers: no air is without humidity.
    var areZero: Bool { !isEmpty && allSatisfy { $0.temperature == 0 && $0.humidity?.percent == 0 } }

    /// True if a row contradicts itself, a condition is missing, or over a quarter of the values of one of these kinds.
    func isInPart(_ steps: [(time: Date, values: GridValues)], without isMissing: (Slot) -> Bool...) -> Bool {
        steps.contains { $0.values.isContradiction } || contains { $0.condition == nil } || isMissing.contains(where: isMostly)
            || isMostly { $0.temperature == nil } || isMostly { $0.humidity == nil } || isMostly { $0.windSpeed == nil }
            || isMostly { $0.precipitation == nil }
    }

    /// True of over a quarter of the steps.
    func isMostly(_ isMissing: (Slot) -> Bool) -> Bool { count(where: isMissing) * 4 > count }
}
