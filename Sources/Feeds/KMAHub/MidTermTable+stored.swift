import Forecast

extension MidTermTable {
    /// Whether an answer about a zone is of a table: what a table says of one is stored as its lines, below that of the
    /// columns. No answer of data.go.kr begins as they do.
    public static func isTable(_ body: [UInt8]) -> Bool { body.first == UInt8(ascii: "#") }

    /// What the lines of a table say of one issue of a zone; `nil` for an answer of data.go.kr.
    func days(in answer: HTTPAnswer, _ issuedAt: Date, zone: String?) throws(FeedError) -> [IssuedDay]? {
        guard MidTermTable.isTable(answer.body), let file = read(file: answer.body) else { return nil }
        let issue = file.issues.first { issue in
            issue.issuedAt == issuedAt && (zone == nil || issue.zone == zone)
        }
        guard let issue else { throw FeedError(.noData) }
        return issue.days
    }
}

extension MidTemperature {
    /// An issue from the rows of a table.
    init(issuedAt: Date, rows: [IssuedDay]) {
        self.init(
            issuedAt: issuedAt,
            days: Dictionary(rows.map { ($0.date, $0.extremes) }) { first, _ in first }
        )
    }
}

extension MidLand {
    /// An issue from the rows of a table.
    init(issuedAt: Date, rows: [IssuedDay]) {
        let days = Dictionary(grouping: rows, by: \.date).mapValues { parts in
            func sky(_ part: DayPart) -> HalfDay? { parts.first { $0.part == part }?.sky }
            return DaySky(morning: sky(.morning), afternoon: sky(.afternoon), whole: sky(.day))
        }
        self.init(issuedAt: issuedAt, days: days)
    }
}
