import Feeds
import Forecast
import Regions

/// Reader of past issues: tables of the API hub, CSV of `kma ledger export` and data.kma.go.kr.
public struct IssueFile {
    /// Fault of a file.
    public enum Fault: Error, Sendable, Hashable {
        case unknownForm(missing: [String])
        case encoding
    }

    private let fetchedAt: Date

    /// Creates a reader at an instant.
    public init(at fetchedAt: Date) { self.fetchedAt = fetchedAt }

    /// Reads issues and counts unreadable rows.
    public func issues(in bytes: [UInt8]) throws(Fault) -> (issues: [LedgerIssue], unreadable: Int) {
        for table in MidTermTable.allCases {
            guard let read = table.read(file: bytes) else { continue }
            let zones = Set(table.zones)
            let issues = read.issues.filter { zones.contains($0.zone) }.map { LedgerIssue($0, of: table, from: .file, fetchedAt: fetchedAt) }
            let past = issues.filter { $0.issuedAt <= fetchedAt && !$0.days.isEmpty }
            return (past, read.unreadable + read.issues.count - past.count)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .encoding }
        return try issues(ofCSV: text)
    }

    private func issues(ofCSV text: String) throws(Fault) -> (issues: [LedgerIssue], unreadable: Int) {
        var lines = text.split(whereSeparator: \.isNewline).makeIterator()
        guard let heading = lines.next() else { throw .unknownForm(missing: Column.needed.map(\.rawValue)) }
        let columns = Column.places(in: IssueFile.cells(heading.drop { $0 == "\u{FEFF}" }))
        let missing = Column.needed.filter { columns[$0] == nil }
        guard missing.isEmpty else { throw .unknownForm(missing: missing.map(\.rawValue)) }
        var (drafts, order): ([Draft.Name: Draft], [Draft.Name]) = ([:], [])
        var unreadable = 0
        while let line = lines.next() {
            guard let row = FileRow(IssueFile.cells(line), columns), row.issuedAt <= fetchedAt else {
                unreadable += 1
                continue
            }
            for (feed, day) in row.days {
                let name = Draft.Name(subject: LedgerSubject(feed: feed, name: row.zone(for: feed)), issuedAt: row.issuedAt)
                if drafts[name] == nil { order.append(name) }
                drafts[name, default: Draft(heading: heading)].add(day, String(line))
            }
        }
        let issues = order.compactMap { name in
            drafts[name].map { draft in
                LedgerIssue(
                    subject: name.subject,
                    issuedAt: name.issuedAt,
                    fetchedAt: fetchedAt,
                    origin: .file,
                    body: Array(draft.lines.joined(separator: "\n").utf8),
                    days: draft.days
                )
            }
        }
        return (issues, unreadable)
    }

    /// RFC 4180, without line breaks in cells.
    static func cells(_ line: Substring) -> [String] {
        var cells = [""]
        var isQuoted = false
        var previous: Character?
        for character in line {
            switch character {
            case "\"":
                if !isQuoted, previous == "\"" { cells[cells.count - 1].append("\"") }
                isQuoted.toggle()
            case "," where !isQuoted: cells.append("")
            default: cells[cells.count - 1].append(character)
            }
            previous = character
        }
        return cells
    }
}

private struct Draft {
    struct Name: Hashable {
        var subject: LedgerSubject
        var issuedAt: Date
    }

    var lines: [String]
    private(set) var days: [IssuedDay] = []

    init(heading: Substring) { lines = [String(heading)] }

    mutating func add(_ day: IssuedDay, _ line: String) {
        if lines.last != line { lines.append(line) }
        if !days.contains(where: { $0.date == day.date && $0.part == day.part }) { days.append(day) }
    }
}

private enum Column: String, CaseIterable {
    case feed, zone, issued, effective, half, low, high, lowBelow, lowAbove, highBelow, highAbove
    case probability, words
    static let needed: [Column] = [.zone, .issued, .effective]

    private var names: [String] {
        switch self {
        case .feed: ["feed"]
        case .zone: ["subject", "REG_ID", "구역코드", "예보구역코드", "예보구역", "지점", "지역", "구역"]
        case .issued: ["issued_at", "TM_FC", "발표시각", "발표일시", "발표시간"]
        case .effective: ["date", "TM_EF", "발효시각", "예보시각", "예보일시", "발효일시", "예보시간", "예보일자", "예보일"]
        case .half: ["half", "오전오후", "구분"]
        case .low: ["temperature_min", "MIN", "최저기온", "예상최저기온"]
        case .high: ["temperature_max", "MAX", "최고기온", "예상최고기온"]
        case .lowBelow: ["temperature_min_spread_low", "MIN_L", "최저기온하한"]
        case .lowAbove: ["temperature_min_spread_high", "MIN_H", "최저기온상한"]
        case .highBelow: ["temperature_max_spread_low", "MAX_L", "최고기온하한"]
        case .highAbove: ["temperature_max_spread_high", "MAX_H", "최고기온상한"]
        case .probability: ["precipitation_probability", "RN_ST", "강수확률"]
        case .words: ["text", "WF", "날씨", "하늘상태", "예보내용"]
        }
    }

    static func places(in heading: [String]) -> [Column: Int] {
        let given = heading.map { name in name.prefix { $0 != "(" && $0 != "[" }.filter { !$0.isWhitespace } }
        return Dictionary(
            uniqueKeysWithValues: allCases.compactMap { column in
                column.names.lazy.compactMap { name in given.firstIndex { $0 == name } }.first.map { (column, $0) }
            }
        )
    }
}

private struct FileRow {
    let issuedAt: Date
    private let zoneText: String
    private let feed: Feed?
    private let date: KoreanDate
    private let part: DayPart
    private let extremes: Extremes
    private let sky: HalfDay?

    init?(_ cells: [String], _ columns: [Column: Int]) {
        func cell(_ column: Column) -> String? {
            guard let place = columns[column], cells.indices.contains(place) else { return nil }
            let text = cells[place].trimmingPrefix { $0.isWhitespace }
            return text.isEmpty ? nil : String(text)
        }
        func number(_ column: Column) -> Double? { cell(column).flatMap { Double($0) }.flatMap { $0 > -99 && $0.isFinite ? $0 : nil } }
        func spread(_ below: Column, _ above: Column) -> Spread? {
            guard let low = number(below), let high = number(above) else { return nil }
            return Spread(low: low, high: high)
        }
        guard let zone = cell(.zone), let issued = cell(.issued).flatMap(FileTime.init), let effective = cell(.effective).flatMap(FileTime.init)
        else { return nil }
        zoneText = zone
        issuedAt = issued.date.at(hour: issued.hour ?? 6)
        date = effective.date
        feed = cell(.feed).flatMap(Feed.init(rawValue:))
        let half = cell(.half)
        part = half.flatMap(DayPart.init(name:)) ?? (half == "오전" ? .morning : half == "오후" ? .afternoon : effective.half ?? .day)
        extremes = Extremes(
            minimum: number(.low)?.within(.plausibleTemperature),
            maximum: number(.high)?.within(.plausibleTemperature),
            minimumSpread: spread(.lowBelow, .lowAbove),
            maximumSpread: spread(.highBelow, .highAbove)
        )
        sky = HalfDay(
            condition: cell(.words).flatMap { Condition(kmaText: $0.singleLine) },
            precipitationProbability: number(.probability).flatMap(Probability.init(percent:))
        )
        guard extremes != Extremes() || sky != nil, IssueReader.leads.contains(date - KoreanDate(of: issuedAt)),
            days.allSatisfy({ self.zone(for: $0.0).isZone(of: $0.0) })
        else { return nil }
    }

    var days: [(Feed, IssuedDay)] {
        if let feed { return [(feed, IssuedDay(date: date, part: part, extremes: extremes, sky: sky))] }
        let temperature = extremes == Extremes() ? [] : [(Feed.midTemperature, IssuedDay(date: date, part: .day, extremes: extremes))]
        return temperature + (sky.map { [(Feed.midLand, IssuedDay(date: date, part: part, sky: $0))] } ?? [])
    }

    func zone(for feed: Feed) -> String {
        switch feed {
        case .midTemperature: Gazetteer.temperatureZones.first { $0.name == zoneText }?.code ?? zoneText
        case .midLand: Gazetteer.landZones.first { $0.name == zoneText }?.code ?? zoneText
        default: zoneText
        }
    }
}

extension String {
    private static let zones: [Feed: Set<String>] = [.midTemperature: Set(MidTermTable.temperature.zones), .midLand: Set(MidTermTable.land.zones)]

    fileprivate func isZone(of feed: Feed) -> Bool {
        feed == .shortTerm ? GridCell(ledgerName: self) != nil : String.zones[feed]?.contains(self) ?? false
    }
}

/// `202301010600`, `2023-01-01 06:00`, `2023-01-01T06:00:00+09:00`, `2023-01-01`.
private struct FileTime {
    let date: KoreanDate
    let hour: Int?

    init?(_ text: String) {
        let digits = text.prefix(16).filter(\.isWholeNumber)
        guard digits.count >= 8 else { return nil }
        let hours = (digits.prefix(10) + "00").prefix(10)
        guard let instant = KoreanTime.instant(compact: "\(hours)00") else { return nil }
        date = KoreanDate(of: instant)
        hour = digits.count >= 10 ? KoreanTime(instant).hour : nil
    }

    var half: DayPart? { hour.map { $0 < 12 ? .morning : .afternoon } }
}

extension MidTermTable {
    package var zones: [String] {
        switch self {
        case .temperature: Gazetteer.temperatureZones.map(\.code)
        case .land: Gazetteer.landZones.map(\.code)
        }
    }
}

extension LedgerIssue {
    package init(_ tabled: TabledIssue, of table: MidTermTable, from origin: LedgerOrigin, fetchedAt: Date) {
        self.init(
            subject: LedgerSubject(feed: table.feed, name: tabled.zone),
            issuedAt: tabled.issuedAt,
            fetchedAt: fetchedAt,
            origin: origin,
            body: tabled.lines,
            days: tabled.days.inReach(of: tabled.issuedAt)
        )
    }
}
