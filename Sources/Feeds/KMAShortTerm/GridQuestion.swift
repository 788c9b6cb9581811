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
    /// `20261004` and `14`; `nil` if the gateway echoes another time.
    private let base: (date: ShortText, hour: [UInt8])?
    private(set) var hasUnreadableRows = false
    private var accepted: GridEcho?

    /// Compares the hour: `getUltraSrtFcst` of HH30 may echo HH00; the API hub echoes HH00 of the hour it serves (measured 2026).
    init(cell: GridCell?, issuedAt: Date, comparesBase: Bool) {
        (self.cell, self.issuedAt) = (cell, issuedAt)
        let compact = Array(KoreanTime(issuedAt).compact.utf8)
        base = comparesBase ? (ShortText(compact.prefix(8)), Array(compact[8..<10])) : nil
    }

    mutating func fault(of echo: GridEcho) -> FeedError? {
        if echo == accepted { return nil }
        if let cell, (echo.x ?? cell.x) != cell.x || (echo.y ?? cell.y) != cell.y { return FeedError(.malformedResponse, "nx, ny") }
        if let base {
            let isOfDate = echo.base.date == base.date || echo.base.date == ""
            let isOfHour = echo.base.time == "" || Array(echo.base.time).starts(with: base.hour)
            guard isOfDate, isOfHour else { return FeedError(.malformedResponse, "baseTime") }
        }
        accepted = echo
        return nil
    }
}

extension GridQuestion {
    /// Throws if a row answers another question, or lies outside of `hours` after the issue.
    mutating func steps(in answer: HTTPAnswer, hours: Int, atMost wanted: Int = .max) throws(FeedError) -> [(time: Date, values: GridValues)] {
        let times = issuedAt...issuedAt.addingTimeInterval(Double(hours) * 3_600)
        var steps: [(time: Date, values: GridValues)] = []
        var places: [Date: Int] = [:]
        var time: GridTime?
        var place: Int?
        var fault: FeedError?
        var isKnown = false
        _ = try PortalEnvelope.items(in: answer, atMost: wanted) { json in
            let row = GridRow(&json)
            fault = fault ?? self.fault(of: row.echo)
            isKnown = isKnown || GridValues.categories.contains(row.category)
            if time != row.time {
                time = row.time
                place = row.time.instant.map { time in
                    if !times.contains(time) { fault = fault ?? FeedError(.malformedResponse, "fcstDate") }
                    if let known = places[time] { return known }
                    places[time] = steps.count
                    steps.append((time, GridValues()))
                    return steps.count - 1
                }
            }
            guard let place, row.category != "" else {
                hasUnreadableRows = true
                return
            }
            steps[place].values.add(row.category, row.value)
        }
        if let fault { throw fault }
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
    fileprivate static let numbers: [ShortText] = ["TMP", "T1H", "REH", "POP"]

    private(set) var all: [(category: ShortText, value: String?)] = []

    mutating func add(_ category: ShortText, _ value: String?) {
        guard let index = all.firstIndex(where: { $0.category == category }) else { return all.append((category, value)) }
        if all[index].value != value { all[index].value = GridValues.unreadable }
    }
}

extension Sequence<GridValues> {
    /// True if a value is unreadable, or over a quarter of the numbers are missing.
    var isInPart: Bool {
        var (numbers, unreadable) = (0, 0)
        for values in self {
            if values.all.contains(where: { $0.value == GridValues.unreadable }) { return true }
            for case (let category, let value?) in values.all where GridValues.numbers.contains(category) {
                numbers += 1
                let isOfDegrees = category == "TMP" || category == "T1H"
                let number = gridNumber(value).flatMap { isOfDegrees ? $0.within(.plausibleTemperature) : $0 }
                if number == nil { unreadable += 1 }
            }
        }
        return unreadable * 4 > numbers
    }
}
