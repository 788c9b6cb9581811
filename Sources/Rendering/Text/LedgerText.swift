import Record
import Forecast
import KMAForecast

/// Contents of the record, for `kma ledger`.
public struct LedgerStatus: Sendable {
    let path: String
    let contents: LedgerContents?

    /// Creates a status.
    public init(path: String, contents: LedgerContents?) { (self.path, self.contents) = (path, contents) }

    func json(pretty: Bool = false) -> [UInt8] {
        JSONWriter.object(pretty: pretty) { json in
            json.field("path", path)
            json.field("bytes", contents?.bytes ?? 0)
            json.objects("feeds", contents?.feeds ?? []) { json, feed in
                json.field("feed", feed.feed.rawValue)
                json.field("issues", feed.issues)
                json.field("first_issue", feed.issued.lowerBound.rfc3339)
                json.field("last_issue", feed.issued.upperBound.rfc3339)
            }
            json.field("days", contents?.days ?? 0)
            json.field("observations", contents?.observations ?? 0)
            json.field("unread", contents?.unread ?? 0)
        }
    }
}

extension Output<LedgerStatus> {
    /// Output of the record's contents.
    public static var ledger: Output { Output(json: { status, _, pretty in status.json(pretty: pretty) }, [.table: { $0.text($1) }]) }
}

extension LedgerStatus {
    func text(_ style: Style) -> String {
        let title = style.ansi.bold(" " + style("예보 기록", "Record of issues"))
        let path = " " + path
        guard let contents else { return [title, path, " " + style("아직 남은 것이 없습니다.", "Nothing is kept yet.")].joined(separator: "\n") }
        let megabytes = (Double(contents.bytes) / 1_000_000).oneDecimal
        let size = style(
            "\(megabytes) MB, 날짜별 값 \(contents.days)행, 관측 \(contents.observations)일",
            "\(megabytes) MB, \(contents.days) rows of days, \(contents.observations) days observed"
        )
        let unread = contents.unread == 0 ? [] : style.paragraph(LedgerStatus.unread(contents.unread)[style.language])
        return ([title, path] + style.paragraph(size) + unread + contents.feeds.map { line($0, style) }).joined(separator: "\n")
    }

    private func line(_ feed: LedgerContents.FeedContents, _ style: Style) -> String {
        let (first, last) = (KoreanTime(feed.issued.lowerBound).date, KoreanTime(feed.issued.upperBound).date)
        let isNarrow = style.width < 60
        let name = isNarrow ? feed.feed.name[style.language] + "\n " : feed.feed.name[style.language].padded(to: 26)
        let count = style("\(feed.issues)건", "\(feed.issues)").aligned(to: 9)
        return " \(name)\(count)  \(first)~\(last)"
    }

    /// Progress of a verification.
    public static func progress(_ done: Int, of all: Int) -> LocalizedText { LocalizedText("확인하는 중 \(done)/\(all)", "Verifying \(done)/\(all)") }

    /// Time of the last verification, for `kma doctor`.
    public static func verified(_ date: Date?) -> LocalizedText {
        guard let time = date.map(KoreanTime.init) else {
            return LocalizedText("예보 기록: 아직 확인하지 않았습니다(kma ledger verify).", "Record: not verified yet (kma ledger verify).")
        }
        return LocalizedText("예보 기록: \(time.date) \(time.clock)에 확인했습니다.", "Record: verified on \(time.date) at \(time.clock).")
    }

    /// Answers not yet read by this version.
    public static func unread(_ count: Int) -> LocalizedText {
        LocalizedText("옛 버전이 읽은 발표 \(count)건을 다시 읽어야 합니다.", "\(count) issues read by an older version are still to be read again.")
    }

    /// Additions of a merge.
    public static func added(_ merge: LedgerMerge) -> LocalizedText {
        LocalizedText(
            "발표 \(merge.issues)건, 날짜별 값 \(merge.days)행, 관측 \(merge.observations)일을 더했습니다.",
            "Added \(merge.issues) issues, \(merge.days) rows of days and \(merge.observations) days observed."
        )
    }

    /// Refused rows of a merge.
    public static func refused(_ merge: LedgerMerge) -> LocalizedText {
        LocalizedText(
            "받은 그대로가 아니거나 기상청의 답이 아닌 \(merge.refused)건은 더하지 않았습니다.",
            "\(merge.refused) entries were not taken: they are not as they came, or no answers of KMA's."
        )
    }
}

/// Rows of a record for other programs.
public enum LedgerRows {
    private static var columns: CSV.Columns<LedgerDay> {
        [
            "feed": { $0.subject.feed.rawValue }, "subject": { $0.subject.name }, "date": { $0.day.date.description }, "half": { $0.day.part.name },
            "issued_at": { $0.issuedAt }, "fetched_at": { $0.fetchedAt }, "origin": { $0.origin.name },
            "lead_days": { $0.day.date - KoreanDate(of: $0.issuedAt) }, "temperature_min": { plain($0.day.extremes.minimum) },
            "temperature_max": { plain($0.day.extremes.maximum) }, "temperature_min_spread_low": { plain($0.day.extremes.minimumSpread?.low) },
            "temperature_min_spread_high": { plain($0.day.extremes.minimumSpread?.high) },
            "temperature_max_spread_low": { plain($0.day.extremes.maximumSpread?.low) },
            "temperature_max_spread_high": { plain($0.day.extremes.maximumSpread?.high) },
            "precipitation_probability": { $0.day.sky?.precipitationProbability?.percent }, "text": { $0.day.sky?.condition?.text.korean },
            "theme": { $0.day.sky?.condition?.theme.rawValue },
        ]
    }

    private static func plain(_ value: Double?) -> String? { value?.description }

    /// Names of the columns.
    public static var header: String { CSV.table([], columns) }

    /// Row a day or half day, with KMA's Korean text.
    public static func csv(_ rows: [LedgerDay]) -> [UInt8] { Array(CSV.rows(rows, columns).utf8) }

    /// Object a line.
    public static func ndjson(_ rows: [LedgerDay]) -> [UInt8] {
        rows.flatMap { row in
            JSONWriter.object { json in
                json.field("feed", row.subject.feed.rawValue)
                json.field("subject", row.subject.name)
                json.field("date", row.day.date.description)
                json.field("half", row.day.part.name)
                json.field("issued_at", row.issuedAt.rfc3339)
                json.field("fetched_at", row.fetchedAt.rfc3339)
                json.field("origin", row.origin.name)
                json.field("lead_days", row.day.date - KoreanDate(of: row.issuedAt))
                row.day.extremes.write(to: &json)
                json.field("precipitation_probability", row.day.sky?.precipitationProbability?.percent)
                json.field("text", row.day.sky?.condition?.text.korean)
                json.field("theme", row.day.sky?.condition?.theme.rawValue)
            } + [UInt8(ascii: "\n")]
        }
    }
}
