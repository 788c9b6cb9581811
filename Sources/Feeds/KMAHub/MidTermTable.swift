import Forecast

/// Tables of past mid-term issues at KMA's API hub (중기예보, typ01).
public enum MidTermTable: String, Sendable, Hashable, CaseIterable {
    case temperature = "fct_afs_wc"
    case land = "fct_afs_wl"

    /// Feed of the table's issues.
    public var feed: Feed {
        switch self {
        case .temperature: .midTemperature
        case .land: .midLand
        }
    }

    /// URL of the issues in a range of one zone or all; it contains the key.
    public func url(issued: ClosedRange<Date>, zone: String?, gateway: HubGateway) -> String {
        func hour(_ instant: Date) -> String { String(KoreanTime(instant).compact.prefix(10)) }
        return gateway.baseURL + "/api/typ01/url/\(rawValue).php?reg=\(zone ?? "")"
            + "&tmfc1=\(hour(issued.lowerBound))&tmfc2=\(hour(issued.upperBound))&disp=1&help=1" + "&authKey=\(gateway.key.plain.percentEncoded)"
    }
}

/// Address and key of KMA's API hub.
public struct HubGateway: Sendable, Hashable {
    /// Default address.
    public static let defaultBaseURL = "https://apihub.kma.go.kr"

    /// Address up to `/api`.
    public var baseURL: String
    /// Key of the hub, not of data.go.kr.
    public var key: ServiceKey

    /// Creates a gateway.
    public init(baseURL: String = HubGateway.defaultBaseURL, key: ServiceKey) { (self.baseURL, self.key) = (baseURL, key) }
}

/// Issue about one zone, read from a table.
public struct TabledIssue: Sendable, Hashable {
    /// Zone code of that time.
    public var zone: String
    /// Time of issue.
    public var issuedAt: Date
    /// Days of the issue.
    public var days: [IssuedDay]
    /// Lines of the issue as they came, below the heading.
    public var lines: [UInt8]
}

/// Contents of a table.
public struct TabledIssues: Sendable {
    /// Issues in the order of their first rows.
    public var issues: [TabledIssue]
    /// Number of unreadable rows.
    public var unreadable: Int
    /// False if the answer was cut off.
    public var isWhole: Bool
}

extension MidTermTable {
    private static let needed = ["REG_ID", "TM_FC", "TM_EF", "MOD"]

    /// Reads an answer; throws its fault.
    public func read(_ answer: HTTPAnswer) throws(FeedError) -> TabledIssues {
        guard answer.status == 200, let table = HubTable(answer.body, columns: MidTermTable.needed) else {
            _ = try PortalEnvelope.items(in: answer) { $0.skip() }
            throw FeedError(.malformedResponse)
        }
        return issues(in: table)
    }

    /// Reads a saved table; `nil` for any other text.
    public func read(file bytes: [UInt8]) -> TabledIssues? {
        let own = self == .temperature ? ["MIN", "MAX"] : ["SKY", "PRE"]
        return HubTable(bytes, columns: MidTermTable.needed + own).map(issues)
    }

    private func issues(in table: HubTable) -> TabledIssues {
        var drafts: [Draft] = []
        var indices: [Draft.Name: Int] = [:]
        var unreadable = 0
        let reader = RowReader(table.columns)
        for line in table.lines {
            let cells = HubTable.cells(line)
            guard let row = reader.row(cells) else {
                unreadable += 1
                continue
            }
            let index = indices[row.name] ?? drafts.count
            if index == drafts.count {
                indices[row.name] = index
                drafts.append(Draft(name: row.name, lines: Array(table.heading) + [UInt8(ascii: "\n")]))
            }
            drafts[index].lines += line
            drafts[index].lines.append(UInt8(ascii: "\n"))
            switch self {
            case .temperature: drafts[index].add(extremes: reader.extremes(cells), of: row)
            case .land: drafts[index].add(sky: reader.sky(cells), of: row)
            }
        }
        return TabledIssues(issues: drafts.compactMap(\.issue), unreadable: unreadable, isWhole: table.isWhole)
    }

    /// True for stored lines: no answer of data.go.kr begins with `#`.
    public static func isTable(_ body: [UInt8]) -> Bool { body.first == UInt8(ascii: "#") }

    func days(in answer: HTTPAnswer, _ issuedAt: Date, zone: String?) throws(FeedError) -> [IssuedDay]? {
        guard MidTermTable.isTable(answer.body), let file = read(file: answer.body) else { return nil }
        let issue = file.issues.first { issue in issue.issuedAt == issuedAt && (zone == nil || issue.zone == zone) }
        guard let issue else { throw FeedError(.noData) }
        return issue.days
    }
}

private struct Draft {
    struct Name: Hashable {
        var zone: String
        var issuedAt: Date
    }

    let name: Name
    var lines: [UInt8]
    var days: [Slot: IssuedDay] = [:]

    struct Slot: Hashable {
        var date: KoreanDate
        var part: DayPart
    }

    /// Rows of halves may stand beside the day's; temperatures are of the day.
    mutating func add(extremes: Extremes, of row: RowReader.Row) {
        let slot = Slot(date: row.date, part: .day)
        guard extremes != Extremes(), row.part == .day || days[slot] == nil else { return }
        days[slot] = IssuedDay(date: row.date, part: .day, extremes: extremes)
    }

    mutating func add(sky: HalfDay?, of row: RowReader.Row) {
        guard let sky else { return }
        days[Slot(date: row.date, part: row.part)] = IssuedDay(date: row.date, part: row.part, sky: sky)
    }

    var issue: TabledIssue? {
        let halves = Set(days.keys.filter { $0.part != .day }.map(\.date))
        // Rain and sky go by halves, if the table has them.
        let told = days.filter { slot, _ in slot.part != .day || !halves.contains(slot.date) }
        guard !told.isEmpty else { return nil }
        let sorted = told.values.sorted { ($0.date, $0.part.rawValue) < ($1.date, $1.part.rawValue) }
        return TabledIssue(zone: name.zone, issuedAt: name.issuedAt, days: sorted, lines: lines)
    }
}

private struct RowReader {
    struct Row {
        var name: Draft.Name
        var date: KoreanDate
        var part: DayPart
    }

    private let zone, issued, effective, mode: Int?
    private let low, high, lowBelow, lowAbove, highBelow, highAbove: Int?
    private let skyCode, precipitationCode, words, probability: Int?

    init(_ columns: [String: Int]) {
        (zone, issued) = (columns["REG_ID"], columns["TM_FC"])
        (effective, mode) = (columns["TM_EF"], columns["MOD"])
        (low, high) = (columns["MIN"], columns["MAX"])
        (lowBelow, lowAbove) = (columns["MIN_L"], columns["MIN_H"])
        (highBelow, highAbove) = (columns["MAX_L"], columns["MAX_H"])
        (skyCode, precipitationCode) = (columns["SKY"], columns["PRE"])
        (words, probability) = (columns["WF"], columns["RN_ST"])
    }

    func row(_ cells: [HubTable.Bytes]) -> Row? {
        guard let zone = text(cells, zone), zone.utf8.count == 8, let issued = text(cells, issued),
            let issuedAt = KoreanTime.instant(compact: issued), let effective = text(cells, effective),
            let effectiveAt = KoreanTime.instant(compact: effective)
        else { return nil }
        let time = KoreanTime(effectiveAt)
        let part: DayPart
        switch text(cells, mode) {
        case "A01": part = .day
        case "A02": part = time.hour < 12 ? .morning : .afternoon
        default: return nil
        }
        return Row(name: Draft.Name(zone: zone, issuedAt: issuedAt), date: time.date, part: part)
    }

    /// `MIN_L` and the like are widths in degrees.
    func extremes(_ cells: [HubTable.Bytes]) -> Extremes {
        func spread(_ below: Int?, _ above: Int?) -> Spread? {
            guard let below = number(cells, below), let above = number(cells, above) else { return nil }
            return Spread(low: below, high: above)
        }
        return Extremes(
            minimum: number(cells, low)?.within(.plausibleTemperature),
            maximum: number(cells, high)?.within(.plausibleTemperature),
            minimumSpread: spread(lowBelow, lowAbove),
            maximumSpread: spread(highBelow, highAbove)
        )
    }

    func sky(_ cells: [HubTable.Bytes]) -> HalfDay? {
        HalfDay(condition: condition(cells), precipitationProbability: kmaChance(number(cells, probability)))
    }

    private func condition(_ cells: [HubTable.Bytes]) -> Condition? {
        if let text = cell(cells, words).map(EUCKR.text), let condition = Condition(kmaText: text.singleLine) {
            return condition
        }
        let falling = text(cells, precipitationCode).flatMap { RowReader.falling[$0] }
        guard let sky = text(cells, skyCode).flatMap({ RowReader.skies[$0] }) else {
            return falling.flatMap { $0.isEmpty ? nil : Condition(kmaText: $0) }
        }
        guard let falling else { return nil }
        return Condition(kmaText: falling.isEmpty ? sky.alone : "\(sky.before) \(falling)")
    }

    private static let skies = [
        "WB01": (alone: "맑음", before: "맑고"), "WB02": (alone: "구름조금", before: "구름조금"), "WB03": (alone: "구름많음", before: "구름많고"),
        "WB04": (alone: "흐림", before: "흐리고"),
    ]
    private static let falling = ["WB00": "", "WB09": "비", "WB11": "비/눈", "WB12": "눈", "WB13": "눈/비"]

    private func cell(_ cells: [HubTable.Bytes], _ column: Int?) -> HubTable.Bytes? {
        guard let column, cells.indices.contains(column), !cells[column].isEmpty else { return nil }
        return cells[column]
    }

    private func text(_ cells: [HubTable.Bytes], _ column: Int?) -> String? { cell(cells, column).map { String(decoding: $0, as: UTF8.self) } }

    private func number(_ cells: [HubTable.Bytes], _ column: Int?) -> Double? { cell(cells, column).flatMap { Double(decimal: $0) } }
}
