import Feeds
import Forecast
import KMAForecast
import Regions

/// A call of a tool with its arguments, and its result as JSON.
public struct MCPToolCall: Sendable, Hashable {
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

    private static let usualLimit = 20

    /// Why arguments are no call, and in which language to tell the model.
    struct Fault: Error {
        let message: LocalizedText
        let language: Language
    }

    /// Reads the arguments of a call, which the tool's schema decides on, and its place. Throws for what the schema does
    /// not allow and for a place that cannot be understood; `area` stands in where none is named.
    init(
        _ tool: MCPTool,
        _ arguments: [String: JSONValue],
        language: Language,
        area: String?
    ) throws(Fault) {
        self.tool = tool
        let language = arguments["lang"]?.text.flatMap(Language.init(rawValue:)) ?? language
        self.language = language
        do throws(MCPArguments.Fault) {
            let arguments = try MCPArguments(arguments, of: tool)
            query = arguments.text("query") ?? ""
            limit = arguments.integer("limit") ?? MCPToolCall.usualLimit
            within = arguments.number("within_hours").map { $0 * 3_600 }
            place = try MCPToolCall.place(arguments, of: tool, fallback: area)
        } catch {
            throw Fault(message: error.message, language: language)
        }
    }

    private static func place(
        _ arguments: MCPArguments,
        of tool: MCPTool,
        fallback: String?
    ) throws(MCPArguments.Fault) -> PlaceRequest? {
        // Without a place the warnings are those of the whole country.
        let isAnywhere = tool == .alerts && !["area", "latitude", "longitude"].contains(where: arguments.has)
        if tool == .findPlace || isAnywhere { return nil }
        do throws(ForecastError) {
            return try PlaceRequest(
                area: arguments.text("area"),
                latitude: arguments.number("latitude").map { "\($0)" },
                longitude: arguments.number("longitude").map { "\($0)" },
                fallback: fallback
            )
        } catch {
            throw MCPArguments.Fault(message: error.message)
        }
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
    /// The call as one text: equal for equal calls and no others. What is not given is `-`, which is no value.
    public var key: String {
        let place =
            switch place {
            case .area(let name): "area \(name)"
            case .point(let latitude, let longitude): "point \(latitude) \(longitude)"
            case nil: "-"
            }
        let within = within.map { "\($0)" } ?? "-"
        // Texts come last: whatever they hold, nothing follows them.
        return "\(tool.rawValue) \(language.rawValue) \(within) \(limit) \(place) \(query)"
    }

    /// The result from a report of the place.
    public func result(_ report: Report) -> [UInt8] {
        let question = question ?? .week
        if tool == .rain {
            return MCPToolCall.result(
                "\(name(of: report.place)): \(rainText(report))",
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
        // English names hold commas of their own.
        let names = places.map(name).joined(separator: style(", ", "; "))
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

    /// Whether it rains within the hours that were asked for, and the sentence on the next rain.
    private func rainText(_ report: Report) -> String {
        WeatherSummary.rain(of: report.week, within: within, at: report.generatedAt)?[language]
            ?? style("비나 눈이 올지 알 수 없습니다.", "It is not known whether it will rain or snow.")
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
