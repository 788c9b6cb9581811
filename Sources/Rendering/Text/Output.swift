import Feeds
import Forecast
import KMAForecast

/// The formats an answer can be printed in.
public enum Format: String, Sendable, CaseIterable {
    /// A table, a card or a text for people.
    case table
    /// The JSON object of the contract, indented; of several places an array of them.
    case json
    /// The same object in one line, a line a place.
    case ndjson
    /// One flat row a day or an hour, header first.
    case csv
    /// One short line for a status bar.
    case line
    /// A line of JSON for the status bar Waybar.
    case waybar

    /// The media type of a response in the format.
    public var mediaType: String { traits.mediaType }

    /// The media type, and how the answers for several places become one.
    fileprivate var traits: (mediaType: String, joined: ([(place: String, text: String)]) -> String) {
        switch self {
        case .table: ("text/plain; charset=utf-8", { $0.map(\.text).joined(separator: "\n\n") })
        case .json: ("application/json", { "[\n\($0.map(\.text).joined(separator: ",\n"))\n]" })
        case .ndjson: ("application/x-ndjson", { $0.map(\.text).joined(separator: "\n") })
        case .csv: ("text/csv; charset=utf-8", CSV.joined)
        case .line:
            ("text/plain; charset=utf-8", { $0.map { "\($0) \($1)" }.joined(separator: "\n") })
        case .waybar: ("application/json", { $0.map(\.text).joined(separator: "\n") })
        }
    }
}

/// How an answer is printed: a renderer for each format that there is of it. A command has the formats of its answer.
public struct Output<Answer>: Sendable {
    /// Renders an answer in a format.
    public typealias Renderer = @Sendable (Answer, Style) -> String

    private let renderers: [Format: Renderer]
    private let usual: Format
    /// One table of several answers; `nil` where each has a table of its own.
    private let sideBySide: @Sendable ([Answer], Style) -> String?

    /// An output from its renderers and its JSON, indented or in one line. `usual`: the format where none is asked for;
    /// `hasLines`: whether answers can be had as JSON in a line each.
    public init(
        json: @escaping @Sendable (Answer, Language, _ pretty: Bool) -> [UInt8],
        _ renderers: [Format: Renderer],
        usual: Format = .table,
        hasLines: Bool = true,
        sideBySide: @escaping @Sendable ([Answer], Style) -> String? = { _, _ in nil }
    ) {
        let own: [Format: Renderer] = [
            .json: { String(decoding: json($0, $1.language, true), as: UTF8.self) },
            .ndjson: { String(decoding: json($0, $1.language, false), as: UTF8.self) },
        ]
        self.renderers = own.filter { $0.key == .json || hasLines }.merging(renderers) { $1 }
        self.usual = usual
        self.sideBySide = sideBySide
    }

    /// The formats there are, the usual one first.
    public var formats: [Format] {
        [usual] + Format.allCases.filter { $0 != usual && renderers[$0] != nil }
    }

    /// An answer in one of the formats.
    public func text(_ answer: Answer, in format: Format, _ style: Style) -> String {
        renderers[format]?(answer, style) ?? ""
    }

    /// The answers for several places as one; that of one place as it is. `isList`: whether it is one of several that were
    /// asked for, of which the others have none; programs then find the list that they asked for.
    public func text(
        _ answers: [(place: String, answer: Answer)],
        in format: Format,
        _ style: Style,
        isList: Bool = false
    ) -> String {
        if format == .table, let table = sideBySide(answers.map(\.answer), style) { return table }
        let texts = answers.map { (place: $0.place, text: text($0.answer, in: format, style)) }
        return texts.count == 1 && !isList ? texts[0].text : format.traits.joined(texts)
    }
}

extension Output<Report> {
    /// The answer to a question about a place. The hours and the outlook have no short line. `sideBySide`: whether the weeks
    /// of places always share a table, and not only where a time of several is asked about.
    public init(_ question: Question, sideBySide: Bool = false) {
        let json = { @Sendable (report: Report, language: Language, pretty: Bool) in
            report.json(question, language, pretty: pretty)
        }
        let waybar: Renderer = { WaybarModule(report: $0, style: $1).json }
        switch question {
        case .week:
            self.init(
                json: json,
                [
                    .table: { report, style in
                        report.asked == nil
                            ? WeekTable(report: report, style: style).text
                            : DayText(report: report, style: style).text
                    },
                    .csv: { CSV.days($0, $1.language) }, .line: StatusLine.week, .waybar: waybar,
                ],
                sideBySide: { reports, style in
                    let isWished = sideBySide || reports.count > 1 && reports.contains { $0.asked != nil }
                    return isWished ? CompareTable(reports: reports, style: style).text : nil
                }
            )
        case .now:
            self.init(
                json: json,
                [
                    .table: { NowCard(report: $0, style: $1).text }, .csv: { CSV.current($0, $1.language) },
                    .line: StatusLine.now, .waybar: waybar,
                ]
            )
        case .hours:
            self.init(
                json: json,
                [.table: { HoursTable(report: $0, style: $1).text }, .csv: { CSV.hours($0, $1.language) }]
            )
        case .theme:
            let line: Renderer = { report, _ in
                let theme = report.week.themeSelection
                return "\(theme.theme.rawValue) \(theme.palette.start)"
            }
            self.init(
                json: json,
                [
                    .table: line, .line: line,
                    .csv: { CSV.theme($0.week.themeSelection, $1.language) },
                ],
                usual: .line
            )
        case .outlook:
            self.init(
                json: json,
                [
                    .table: { OutlookText(report: $0, style: $1).text },
                    .csv: { report, _ in CSV.outlook(report) },
                ]
            )
        }
    }

    /// Whether rain or snow falls: within so many seconds, or in the time that is asked about.
    public static func rain(within seconds: Double? = nil) -> Output {
        Output(
            json: { $0.rainJSON(within: seconds, $1, pretty: $2) },
            [
                .table: {
                    $0.rainText(within: seconds)[$1.language].wrapped(to: $1.columns).joined(separator: "\n")
                },
                .line: { $0.rainText(within: seconds)[$1.language] },
            ],
            usual: .line
        )
    }

    /// How the values of its first day came about.
    public static var why: Output {
        Output(
            json: { $0.whyJSON($1, pretty: $2) },
            [.table: { WhyTable(report: $0, style: $1).text }, .csv: { CSV.why($0, $1.language) }]
        )
    }
}

extension Output<HistoryReport> {
    /// What was said of a day at a place.
    public static var history: Output {
        Output(
            json: { $0.json($1, pretty: $2) },
            [
                .table: { HistoryTable(report: $0, style: $1).text }, .csv: { CSV.history($0, $1.language) },
                .line: { HistoryTable(report: $0, style: $1).line },
            ]
        )
    }
}

extension Output<AccuracyReport> {
    /// How good the forecasts of a place were.
    public static var accuracy: Output {
        Output(
            json: { $0.json($1, pretty: $2) },
            [
                .table: { AccuracyTable(report: $0, style: $1).text },
                .csv: { report, _ in CSV.leads(report) },
                .line: { AccuracyTable(report: $0, style: $1).line },
            ]
        )
    }
}

extension Output<AlertReport> {
    /// The warnings of a place, or of the whole country.
    public static var alerts: Output {
        Output(
            json: { $0.json($1, pretty: $2) },
            [
                .table: { AlertList(report: $0, style: $1).text }, .csv: { CSV.alerts($0, $1.language) },
                .line: { AlertList(report: $0, style: $1).line },
            ]
        )
    }
}

extension Output<NationReport> {
    /// The weather of the country, on a map where one is wished for.
    public static func nation(isMap: Bool = false) -> Output {
        Output(
            json: { $0.json($1, pretty: $2) },
            [
                .table: { NationTable(report: $0, style: $1, isMap: isMap).text },
                .csv: { CSV.nation($0, $1.language) },
                .line: { NationTable(report: $0, style: $1).line },
            ]
        )
    }
}

/// Notes about answers: that they are samples, which feeds are missing, incomplete or stale, and, if
/// asked for, the status of every feed. What holds for several places is told once.
public struct Notices {
    /// What is told of one answer: the name of its place, its sources, and those that are missing or incomplete.
    struct Answer {
        let name: String
        let sources: [FeedReport]
        let degraded: [Feed]
    }

    let answers: [Answer]
    let style: Style
    var isVerbose = false

    /// A line a note.
    public var lines: [String] {
        var lines = (answers.compactMap(sample) + answers.flatMap(gaps)).uniqued
        if isVerbose {
            for answer in answers {
                if answers.count > 1 { lines.append(answer.name) }
                lines += answer.sources.map(status)
            }
        }
        return lines
    }

    /// That an answer is made of sample data.
    public static let sample = LocalizedText(
        "예시 자료(표본 자료)입니다. 실제 예보가 아닙니다.",
        "Sample data (표본 자료), not a real forecast."
    )

    private func sample(_ answer: Answer) -> String? {
        guard answer.sources.contains(where: { $0.status == .sample }) else { return nil }
        return Notices.sample[style.language]
    }

    /// A line for each service of which something is missing, incomplete or stale.
    ///
    /// A service without a key is no gap: one good key is enough, and who has no other knows it.
    private func gaps(_ answer: Answer) -> [String] {
        let sources = answer.sources.filter { source in
            source.error != nil
                && (source.status == .stale
                    || source.status != .missingKey && answer.degraded.contains(source.feed))
        }
        return UpstreamAPI.allCases.compactMap { service in
            gap(sources.filter { $0.feed.service == service })
        }
    }

    /// What is missing of a service, and why: the fault that a person can do most about.
    private func gap(_ sources: [FeedReport]) -> String? {
        let decisive = sources.min {
            ($0.error?.code.traits.priority ?? .max) < ($1.error?.code.traits.priority ?? .max)
        }
        guard let decisive, let reason = decisive.errorMessage?[style.language] else { return nil }
        let missing = sources.filter { $0.status != .partial && $0.staleMoment == nil }
        let partial = sources.filter { $0.status == .partial }
        let stale = sources.filter { $0.status != .partial && $0.staleMoment != nil }
        if missing.count == sources.count, decisive.error?.code == .noData {
            let names = names(of: missing)
            return style(
                "\(names): 아직 없습니다. 다음 발표 뒤에 다시 시도해 주세요.",
                "\(names): not there yet. Try again after the next issue."
            )
        }
        let moment = stale.staleMoment
        if stale.count == sources.count, let moment {
            let names = names(of: stale)
            return style("\(names): \(moment) 자료입니다. \(reason)", "\(names): data of \(moment). \(reason)")
        }
        let clauses = [
            missing.isEmpty ? nil : style("\(names(of: missing)) 없음", "No \(names(of: missing))"),
            partial.isEmpty
                ? nil : style("\(names(of: partial)) 일부 없음", "Part of \(names(of: partial)) is missing"),
            moment.map { style("\(names(of: stale)) \($0) 자료", "\(names(of: stale)) of \($0)") },
        ]
        return clauses.compactMap { $0 }.joined(separator: ", ") + ": \(reason)"
    }

    /// `에어코리아 대기질 측정값·미세먼지 예보`: the word that all begin with once.
    private func names(of sources: [FeedReport]) -> String {
        let names = sources.map(\.feed.name[style.language])
        let words = names.map { $0.split(separator: " ", maxSplits: 1) }
        guard let first = words.first, words.allSatisfy({ $0.count == 2 && $0[0] == first[0] }) else {
            return names.joined(separator: style("·", " and "))
        }
        return "\(first[0]) " + words.map { String($0[1]) }.joined(separator: style("·", " and "))
    }

    /// A line with status and times of a feed.
    private func status(_ source: FeedReport) -> String {
        func time(_ instant: Date?) -> String { instant?.rfc3339 ?? "-" }
        return "  \(source.feed.rawValue.padded(to: 22))\(source.status.rawValue.padded(to: 13))"
            + style(
                "발표 \(time(source.issuedAt))  수신 \(time(source.fetchedAt))",
                "issued \(time(source.issuedAt))  fetched \(time(source.fetchedAt))"
            )
    }
}

extension FeedReport {
    /// Of when what stands in for the newest is; `nil` where it is not stale.
    fileprivate var staleMoment: Date? { status == .stale ? fetchedAt.map { issuedAt ?? $0 } : nil }
}

extension Sequence<FeedReport> {
    /// Of when the oldest of what stands in for something newer is, `11/29 14:00`; `nil` where nothing is stale.
    var staleMoment: String? {
        compactMap(\.staleMoment).min().map { moment in
            let time = KoreanTime(moment)
            return "\(time.date.monthAndDay) \(time.clock)"
        }
    }
}

extension Notices {
    /// Notes about answers by their places; with the status of every feed where they are verbose.
    public init<Sourced: SourcedAnswer>(
        _ answers: [(place: String, answer: Sourced)],
        _ style: Style,
        isVerbose: Bool = false
    ) {
        let answers = answers.map { place, answer in
            Answer(name: place, sources: answer.sources, degraded: answer.degraded)
        }
        self.init(answers: answers, style: style, isVerbose: isVerbose)
    }

    /// Notes about reports of places.
    public init(reports: [Report], style: Style, isVerbose: Bool = false) {
        let answers = reports.map { (place: style($0.place.name, $0.place.englishName), answer: $0) }
        self.init(answers, style, isVerbose: isVerbose)
    }
}
