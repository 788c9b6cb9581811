import Record
import Feeds
import Forecast
import KMAForecast

/// Formats of an answer.
public enum Format: String, Sendable, CaseIterable {
    case table
    /// JSON of the contract, indented; an array for several places.
    case json
    case ndjson
    /// Flat row a day or hour, header first.
    case csv
    case line
    case waybar

    /// Media type of a response.
    public var mediaType: String { traits.mediaType }

    fileprivate var traits: (mediaType: String, joined: ([(place: String, text: String)]) -> String) {
        switch self {
        case .table: ("text/plain; charset=utf-8", { $0.map(\.text).joined(separator: "\n\n") })
        case .json: ("application/json", { "[\n\($0.map(\.text).joined(separator: ",\n"))\n]" })
        case .ndjson: ("application/x-ndjson", { $0.map(\.text).joined(separator: "\n") })
        case .csv: ("text/csv; charset=utf-8", CSV.joined)
        case .line: ("text/plain; charset=utf-8", { $0.map { "\($0) \($1)" }.joined(separator: "\n") })
        case .waybar: ("application/json", { $0.map(\.text).joined(separator: "\n") })
        }
    }
}

/// Renderers of an answer by format.
public struct Output<Answer>: Sendable {
    /// Renderer of an answer.
    public typealias Renderer = @Sendable (Answer, Style) -> String

    private let renderers: [Format: Renderer]
    private let usual: Format
    private let sideBySide: @Sendable ([Answer], Style) -> String?

    /// Creates an output; `usual` is the default format, `hasLines` allows JSON by lines.
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
        (self.usual, self.sideBySide) = (usual, sideBySide)
    }

    /// Formats, the default one first.
    public var formats: [Format] { [usual] + Format.allCases.filter { $0 != usual && renderers[$0] != nil } }

    /// Answer in a format.
    public func text(_ answer: Answer, in format: Format, _ style: Style) -> String { renderers[format]?(answer, style) ?? "" }

    /// Answers for several places as one; a list with `isList` even of one.
    public func text(_ answers: [(place: String, answer: Answer)], in format: Format, _ style: Style, isList: Bool = false) -> String {
        if format == .table, let table = sideBySide(answers.map(\.answer), style) { return table }
        let texts = answers.map { (place: $0.place, text: text($0.answer, in: format, style)) }
        return texts.count == 1 && !isList ? texts[0].text : format.traits.joined(texts)
    }
}

extension Output<Report> {
    /// Output of a question about a place. `sideBySide` gives weeks a common table always.
    public init(_ question: Question, sideBySide: Bool = false) {
        let json = { @Sendable (report: Report, language: Language, pretty: Bool) in report.json(question, language, pretty: pretty) }
        let waybar: Renderer = { WaybarModule(report: $0, style: $1).json }
        switch question {
        case .week:
            self.init(
                json: json,
                [
                    .table: { report, style in
                        report.asked == nil ? WeekTable(report: report, style: style).text : DayText(report: report, style: style).text
                    }, .csv: { CSV.days($0, $1.language) }, .line: StatusLine.week, .waybar: waybar,
                ],
                sideBySide: { reports, style in
                    let isWished = sideBySide || reports.count > 1 && reports.contains { $0.asked != nil }
                    return isWished ? CompareTable(reports: reports, style: style).text : nil
                }
            )
        case .now:
            self.init(
                json: json,
                [.table: { NowCard(report: $0, style: $1).text }, .csv: { CSV.current($0, $1.language) }, .line: StatusLine.now, .waybar: waybar]
            )
        case .hours: self.init(json: json, [.table: { HoursTable(report: $0, style: $1).text }, .csv: { CSV.hours($0, $1.language) }])
        case .theme:
            let line: Renderer = { report, _ in
                let theme = report.week.themeSelection
                return "\(theme.theme.rawValue) \(theme.palette.start)"
            }
            self.init(json: json, [.table: line, .line: line, .csv: { CSV.theme($0.week.themeSelection, $1.language) }], usual: .line)
        case .outlook: self.init(json: json, [.table: { OutlookText(report: $0, style: $1).text }, .csv: { report, _ in CSV.outlook(report) }])
        }
    }

    /// Output of rain or snow, within so many seconds or in the given time.
    public static func rain(within seconds: Double? = nil) -> Output {
        Output(
            json: { report, language, pretty in JSONWriter.object(pretty: pretty) { report.writeRain(within: seconds, to: &$0, language) } },
            [
                .table: { $0.rainText(within: seconds)[$1.language].wrapped(to: $1.columns).joined(separator: "\n") },
                .line: { $0.rainText(within: seconds)[$1.language] },
            ],
            usual: .line
        )
    }

    /// Output of the choices behind a day's values.
    public static var why: Output {
        Output(
            json: { report, language, pretty in JSONWriter.object(pretty: pretty) { report.writeWhy(to: &$0, language) } },
            [.table: { WhyTable(report: $0, style: $1).text }, .csv: { CSV.why($0, $1.language) }]
        )
    }
}

extension Output<HistoryReport> {
    /// Output of the issues of a day.
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
    /// Output of the accuracy of forecasts.
    public static var accuracy: Output {
        Output(
            json: { $0.json($1, pretty: $2) },
            [
                .table: { AccuracyTable(report: $0, style: $1).text }, .csv: { report, _ in CSV.leads(report) },
                .line: { AccuracyTable(report: $0, style: $1).line },
            ]
        )
    }
}

extension Output<AlertReport> {
    /// Output of the warnings of a place or country.
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
    /// Output of the weather of the country, as a map if requested, with the dust if asked about.
    public static func nation(isMap: Bool = false, withDust: Bool = false) -> Output {
        Output(
            json: { $0.json($1, pretty: $2) },
            [
                .table: { NationTable(report: $0, style: $1, isMap: isMap, withDust: withDust).text }, .csv: { CSV.nation($0, $1.language) },
                .line: { NationTable(report: $0, style: $1).line },
            ]
        )
    }
}

/// Notes about samples, missing, incomplete or stale feeds, and on request the status of each.
public struct Notices {
    private let answers: [(place: String, answer: any SourcedAnswer)]
    private let style: Style
    private let isVerbose: Bool

    /// Lines of the notes.
    public var lines: [String] {
        var lines = (leftover + answers.compactMap { sample($0.answer) } + answers.flatMap { gaps($0.answer) }).uniqued
        if isVerbose {
            for (place, answer) in answers {
                if answers.count > 1 { lines.append(place) }
                lines += answer.sources.map(status)
            }
        }
        return lines
    }

    private var leftover: [String] {
        guard let leftover = answers.lazy.compactMap(\.answer.notUnderstood).first else { return [] }
        let places = answers.map(\.place).joined(separator: ", ")
        let words = [leftover.subjects, leftover.withoutForecast, leftover.unknown].map { $0.joined(separator: " ").shown }
        let texts = [
            LocalizedText(
                "한 번에 하나만 답하니 ‘\(words[0])’\(words[0].particle("은", "는")) 따로 물어 주세요.",
                "One subject is answered at a time: ask for ‘\(words[0])’ by itself."
            ),
            LocalizedText("‘\(words[1])’ 예보는 없어 \(places) 날씨만 보여 줍니다.", "There is no forecast of ‘\(words[1])’: this is the weather of \(places)."),
            LocalizedText(
                "‘\(words[2])’\(words[2].particle("은", "는")) 알지 못해 \(places) 날씨만 보여 줍니다.",
                "‘\(words[2])’ was not understood: this is the weather of \(places)."
            ),
        ]
        return zip(words, texts).filter { !$0.0.isEmpty }.map { $1[style.language] }
    }

    /// Note for sample data.
    public static let sample = LocalizedText("예시 자료(표본 자료)입니다. 실제 예보가 아닙니다.", "Sample data, not a real forecast.")

    private func sample(_ answer: any SourcedAnswer) -> String? {
        guard answer.sources.contains(where: { $0.status == .sample }) else { return nil }
        return Notices.sample[style.language]
    }

    private func gaps(_ answer: any SourcedAnswer) -> [String] {
        let sources = answer.sources.filter { source in
            source.error != nil && (source.status == .stale || source.status != .missingKey && answer.degraded.contains(source.feed))
        }
        return UpstreamAPI.allCases.flatMap { service in
            // A feed that is not there yet has not the fault of another.
            [false, true].compactMap { isLate in gap(sources.filter { $0.feed.service == service && ($0.error?.code == .noData) == isLate }) }
        }
    }

    private func gap(_ sources: [FeedReport]) -> String? {
        let decisive = sources.min { ($0.error?.code.traits.priority ?? .max) < ($1.error?.code.traits.priority ?? .max) }
        guard let decisive, let reason = decisive.errorMessage?[style.language] else { return nil }
        let missing = sources.filter { $0.status != .partial && $0.staleMoment == nil }
        let partial = sources.filter { $0.status == .partial }
        let stale = sources.filter { $0.status != .partial && $0.staleMoment != nil }
        if missing.count == sources.count, decisive.error?.code == .noData, decisive.feed.service != .openWeather {
            let names = names(of: missing)
            return style("\(names): 아직 발표되지 않았습니다. 다음 발표 뒤에 다시 확인해 주세요.", "\(names): not there yet. Try again after the next issue.")
        }
        let moments = stale.compactMap { [$0].staleMoment }.uniqued
        if stale.count == sources.count, moments.count == 1 {
            let names = names(of: stale)
            let isOffline = decisive.error?.refusal == .offline
            let reason = isOffline ? style("더 새로운 자료는 저장되어 있지 않습니다.", "None newer are stored.") : reason
            return style("\(names): \(moments[0]) 자료입니다. \(reason)", "\(names): data of \(moments[0]). \(reason)")
        }
        let clauses = [
            missing.isEmpty ? nil : style("\(names(of: missing)) 없음", "No \(names(of: missing))"),
            partial.isEmpty ? nil : style("\(names(of: partial)) 일부 없음", "Part of \(names(of: partial)) is missing"),
        ]
        let dated = moments.map { moment in
            let names = names(of: stale.filter { [$0].staleMoment == moment })
            return style("\(names) \(moment) 자료", "\(names) of \(moment)")
        }
        return (clauses + dated).compactMap { $0 }.joined(separator: ", ") + ": \(reason)"
    }

    /// `에어코리아 대기질 측정값·미세먼지 예보`, with the common word once.
    private func names(of sources: [FeedReport]) -> String {
        let names = sources.map(\.feed.name[style.language])
        let words = names.map { $0.split(separator: " ", maxSplits: 1) }
        guard let first = words.first, words.allSatisfy({ $0.count == 2 && $0[0] == first[0] }) else {
            return names.joined(separator: style("·", " and "))
        }
        return "\(first[0]) " + words.map { String($0[1]) }.joined(separator: style("·", " and "))
    }

    private func status(_ source: FeedReport) -> String {
        func time(_ instant: Date?) -> String { instant?.rfc3339 ?? "-" }
        return "  \(source.feed.rawValue.padded(to: 22))\(source.status.rawValue.padded(to: 13))"
            + style("발표 \(time(source.issuedAt))  수신 \(time(source.fetchedAt))", "issued \(time(source.issuedAt))  fetched \(time(source.fetchedAt))")
    }
}

extension FeedReport { fileprivate var staleMoment: Date? { status == .stale ? fetchedAt.map { issuedAt ?? $0 } : nil } }

extension Sequence<FeedReport> {
    var staleMoment: String? {
        compactMap(\.staleMoment).min().map { moment in
            let time = KoreanTime(moment)
            return "\(time.date.monthAndDay) \(time.clock)"
        }
    }
}

extension Notices {
    /// Creates the notes of answers; verbose with the status of every feed.
    public init<Sourced: SourcedAnswer>(_ answers: [(place: String, answer: Sourced)], _ style: Style, isVerbose: Bool = false) {
        (self.answers, self.style, self.isVerbose) = (answers.map { ($0.place, $0.answer) }, style, isVerbose)
    }

    /// Creates the notes of reports.
    public init(reports: [Report], style: Style, isVerbose: Bool = false) {
        self.init(reports.map { (place: style($0.place.name, $0.place.englishName), answer: $0) }, style, isVerbose: isVerbose)
    }
}
