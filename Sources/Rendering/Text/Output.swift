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
    public var mediaType: String {
        switch self {
        case .table, .line: "text/plain; charset=utf-8"
        case .json, .waybar: "application/json"
        case .ndjson: "application/x-ndjson"
        case .csv: "text/csv; charset=utf-8"
        }
    }
}

/// The answer of a command in its formats. Only the one that is written is rendered.
public struct Output {
    private var table: () -> String
    private let json: (_ pretty: Bool) -> [UInt8]
    private let csv: () -> String
    private var line: () -> String
    private let waybar: () -> [UInt8]

    /// An answer in the formats of a command; one that the command refuses may be left out.
    public init(
        table: @escaping @autoclosure () -> String,
        json: @escaping (_ pretty: Bool) -> [UInt8],
        csv: @escaping @autoclosure () -> String = "",
        line: @escaping @autoclosure () -> String = "",
        waybar: @escaping @autoclosure () -> [UInt8] = []
    ) {
        self.table = table
        self.json = json
        self.csv = csv
        self.line = line
        self.waybar = waybar
    }

    /// The answers for several places as one; that of one place as it is. `isList`: whether it is one of several that were
    /// asked for, of which the others have none; programs then find the list that they asked for.
    public init(_ outputs: [(place: String, output: Output)], isList: Bool = false) {
        if let only = outputs.first, outputs.count == 1, !isList {
            self = only.output
            return
        }
        table = { outputs.map { $0.output.table() }.joined(separator: "\n\n") }
        json = { pretty in
            let objects = outputs.map { $0.output.json(pretty) }
            guard pretty else { return Array(objects.joined(separator: [UInt8(ascii: "\n")])) }
            return Array("[\n".utf8) + objects.joined(separator: Array(",\n".utf8)) + Array("\n]".utf8)
        }
        csv = { Output.csv(outputs.map { ($0.place, $0.output.csv()) }) }
        line = { outputs.map { "\($0.place) \($0.output.line())" }.joined(separator: "\n") }
        waybar = { Array(outputs.map { $0.output.waybar() }.joined(separator: [UInt8(ascii: "\n")])) }
    }

    /// The same with lines wrapped between words, for a terminal of so many columns.
    public func wrapped(to columns: Int) -> Output {
        var output = self
        output.line = {
            line().split(separator: "\n").flatMap { String($0).wrapped(to: columns) }.joined(separator: "\n")
        }
        return output
    }

    /// The same with another table.
    func withTable(_ table: @escaping @autoclosure () -> String) -> Output {
        var output = self
        output.table = table
        return output
    }

    /// Rows of several places under one header, the place in the first column.
    private static func csv(_ tables: [(place: String, text: String)]) -> String {
        let tables = tables.map { ($0.place, $0.text.split(separator: "\r\n")) }
        let header = tables.first?.1.first.map { "place,\($0)\r\n" } ?? ""
        return header
            + tables.flatMap { place, lines in lines.dropFirst().map { "\(CSV.cell(place)),\($0)\r\n" } }
            .joined()
    }

    /// The answer in a format, in UTF-8.
    public func bytes(in format: Format) -> [UInt8] {
        switch format {
        case .table: Array(table().utf8)
        case .json: json(true)
        case .ndjson: json(false)
        case .csv: Array(csv().utf8)
        case .line: Array(line().utf8)
        case .waybar: waybar()
        }
    }
}

extension Output {
    /// The answer to a question about a place. The hours and the outlook have no short line.
    public init(_ report: Report, _ question: Question, _ style: Style) {
        let json = { (pretty: Bool) in report.json(question, style.language, pretty: pretty) }
        switch question {
        case .week:
            self.init(
                table: report.asked == nil
                    ? WeekTable(report: report, style: style).text
                    : DayText(report: report, style: style).text,
                json: json,
                csv: CSV.days(report, style.language),
                line: StatusLine.week(report, style),
                waybar: WaybarModule(report: report, style: style).json
            )
        case .now:
            self.init(
                table: NowCard(report: report, style: style).text,
                json: json,
                csv: CSV.current(report, style.language),
                line: StatusLine.now(report, style),
                waybar: WaybarModule(report: report, style: style).json
            )
        case .hours:
            self.init(
                table: HoursTable(report: report, style: style).text,
                json: json,
                csv: CSV.hours(report, style.language)
            )
        case .theme:
            self.init(report.week.themeSelection, style)
        case .outlook:
            self.init(
                table: OutlookText(report: report, style: style).text,
                json: json,
                csv: CSV.outlook(report)
            )
        }
    }

    /// Whether rain or snow falls: within so many seconds, or in the time that is asked about.
    public init(rainIn report: Report, within seconds: Double? = nil, _ style: Style) {
        let text = report.rainText(within: seconds)[style.language]
        self.init(
            table: text.wrapped(to: style.columns).joined(separator: "\n"),
            json: { report.rainJSON(within: seconds, style.language, pretty: $0) },
            line: text
        )
    }

    /// How the values of its first day came about.
    public init(whyIn report: Report, _ style: Style) {
        self.init(
            table: WhyTable(report: report, style: style).text,
            json: { report.whyJSON(style.language, pretty: $0) },
            csv: CSV.why(report, style.language)
        )
    }

    /// A background for now, or for a day.
    public init(_ theme: ThemeSelection, _ style: Style) {
        let line = "\(theme.theme.rawValue) \(theme.palette.start)"
        self.init(
            table: line,
            json: { theme.json(style.language, pretty: $0) },
            csv: CSV.theme(theme, style.language),
            line: line
        )
    }

    /// What was said of a day at a place.
    public init(_ report: HistoryReport, _ style: Style) {
        let table = HistoryTable(report: report, style: style)
        self.init(
            table: table.text,
            json: { report.json(style.language, pretty: $0) },
            csv: CSV.history(report, style.language),
            line: table.line
        )
    }

    /// The warnings of a place, or of the whole country.
    public init(_ report: AlertReport, _ style: Style) {
        let list = AlertList(report: report, style: style)
        self.init(
            table: list.text,
            json: { report.json(style.language, pretty: $0) },
            csv: CSV.alerts(report, style.language),
            line: list.line
        )
    }
}
