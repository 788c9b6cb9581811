import Forecast
import KMAForecast
import Regions

/// A call of a tool with its arguments, and its result as JSON.
public struct MCPToolCall: Sendable {
    /// The tool.
    public let tool: MCPTool
    /// Where; `nil` for the whole country, or for a tool that takes no place.
    public let place: PlaceRequest?
    /// The language of the texts.
    public let language: Language
    /// What is searched for.
    public let query: String
    /// How many areas at the most.
    public let limit: Int
    /// Seconds within which rain has to begin to count; `nil` for any.
    public let within: Double?

    private static let limits = 1...100
    private static let usualLimit = 20

    /// Reads the arguments of a call. Throws for a place that cannot be understood; `area` stands in where none is named.
    init(
        _ tool: MCPTool,
        _ arguments: [String: JSONValue],
        language: Language,
        area: String?
    ) throws(ForecastError) {
        self.tool = tool
        self.language = language
        query = arguments["query"]?.text ?? ""
        let limit = arguments["limit"]?.number.flatMap { Int(exactly: $0) } ?? MCPToolCall.usualLimit
        self.limit = min(max(limit, MCPToolCall.limits.lowerBound), MCPToolCall.limits.upperBound)
        within = arguments["within_hours"]?.number.map { $0 * 3_600 }
        let names = ["area", "latitude", "longitude"]
        let isSomewhere = names.contains { arguments[$0].map { $0 != .null } ?? false }
        guard tool != .findPlace else {
            _ = try PlaceRequest.name(query)
            place = nil
            return
        }
        // Without a place the warnings are those of the whole country.
        guard isSomewhere || tool != .alerts else {
            place = nil
            return
        }
        place = try PlaceRequest(
            area: arguments["area"]?.text,
            latitude: arguments["latitude"]?.number.map { "\($0)" },
            longitude: arguments["longitude"]?.number.map { "\($0)" },
            fallback: area
        )
    }

    /// The question that the tool asks of its place; `nil` for one that asks none.
    public var question: Question? {
        switch tool {
        case .week: .week
        case .now, .rain: .now
        case .alerts, .findPlace: nil
        }
    }
}

extension MCPToolCall {
    /// The result from a report of the place.
    public func result(_ report: Report) -> [UInt8] {
        let question = question ?? .week
        if tool == .rain {
            let unknown = style("비나 눈이 올지 알 수 없습니다.", "It is not known whether it will rain or snow.")
            let text = WeatherSummary.rain(of: report.week, at: report.generatedAt)?[language] ?? unknown
            return MCPToolCall.result(
                "\(name(of: report.place)): \(text)",
                report.rainJSON(within: within, language)
            )
        }
        let line = Output(report, question, style).bytes(in: .line)
        return MCPToolCall.result(
            "\(name(of: report.place)): \(String(decoding: line, as: UTF8.self))",
            report.json(question, language)
        )
    }

    /// The result from the warnings of the place, or of the country.
    public func result(_ report: AlertReport) -> [UInt8] {
        let place = report.place.map(name) ?? AlertList.country[language]
        let line = Output(report, style).bytes(in: .line)
        return MCPToolCall.result(
            "\(place): \(String(decoding: line, as: UTF8.self))",
            report.json(language)
        )
    }

    /// The result of a search.
    public func result(of places: [Place], total: Int) -> [UInt8] {
        let names = places.map(name).joined(separator: ", ")
        let none = style("그런 이름의 지역이 없습니다.", "No place has that name.")
        return MCPToolCall.result(
            names.isEmpty ? none : names,
            Place.json(places, of: total, query: query)
        )
    }

    /// The result of a call that failed: what happened and what the model can do, candidates among it.
    public static func failure(_ message: String) -> [UInt8] {
        MCPServer.result { json in
            json.array("content", [message]) { json, text in text.writeContent(to: &json) }
            json.field("isError", true)
        }
    }

    private static func result(_ text: String, _ structuredContent: [UInt8]) -> [UInt8] {
        MCPServer.result { json in
            json.array("content", [text]) { json, text in text.writeContent(to: &json) }
            json.field("structuredContent", encoded: structuredContent)
            json.field("isError", false)
        }
    }

    private var style: Style {
        Style(language: language, ansi: ANSIStyle(isColored: false, hasTrueColor: false), columns: 80)
    }

    private func name(of place: Place) -> String { style(place.name, place.englishName) }
}

extension String {
    /// Writes the text as an element of `content`.
    fileprivate func writeContent(to json: inout JSONWriter) {
        json.object { json in
            json.field("type", "text")
            json.field("text", self)
        }
    }
}
