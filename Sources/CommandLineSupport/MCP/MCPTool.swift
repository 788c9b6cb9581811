/// The tools that an assistant can call.
public enum MCPTool: String, Sendable, Hashable, CaseIterable {
    case week
    case now
    case rain
    case alerts
    case findPlace = "find_place"

    /// The tool as `tools/list` tells it, as JSON.
    var definition: [UInt8] {
        Array(
            """
            {"name":"\(rawValue)","title":"\(title)","description":"\(description)",\
            "inputSchema":{"type":"object","properties":{\(input)},\(required)"additionalProperties":false},\
            "outputSchema":\(output),\
            "annotations":{"readOnlyHint":true,"destructiveHint":false,"idempotentHint":true,"openWorldHint":true}}
            """.utf8
        )
    }

    private var title: String {
        switch self {
        case .week: "Eleven days"
        case .now: "The weather now"
        case .rain: "Rain or snow"
        case .alerts: "Weather warnings"
        case .findPlace: "Find a place"
        }
    }

    private var description: String {
        switch self {
        case .week: "The weather of a place in Korea: now, by the hour, and today and the next ten days."
        case .now: "The weather of a place in Korea now."
        case .rain:
            "Whether and when it rains or snows at a place in Korea, how much, and until when that is known."
        case .alerts:
            "KMA's weather warnings (기상특보) for a place in Korea, or for the whole country without one."
        case .findPlace:
            "Places in Korea by a part of their name, for when another tool says that a name is unknown or ambiguous."
        }
    }

    private var input: String {
        let language = #""lang":{"type":"string","enum":["ko","en"],"description":"Language of the texts."}"#
        let within =
            self == .rain
            ? #""within_hours":{"type":"number","exclusiveMinimum":0,"maximum":264,"description":"Count only what begins within so many hours."},"#
            : ""
        switch self {
        case .week, .now, .rain, .alerts:
            return #"""
                "area":{"type":"string","minLength":1,"maxLength":100,"description":"Name of a place in Korean or English, such as 부산, 성남시 분당구, Busan, 강남역. Instead of a coordinate."},\#
                "latitude":{"type":"number","minimum":33,"maximum":39,"description":"Degrees north (WGS84), with longitude."},\#
                "longitude":{"type":"number","minimum":124,"maximum":132,"description":"Degrees east (WGS84), with latitude."},\#(within)\#(language)
                """#
        case .findPlace:
            return #"""
                "query":{"type":"string","minLength":1,"maxLength":100,"description":"A name or a part of one, in Korean or English."},\#
                "limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"description":"How many at the most."},\#(language)
                """#
        }
    }

    private var required: String { self == .findPlace ? #""required":["query"],"# : "" }

    /// The members that the structured content always has; the fields are those of docs/json.md.
    private var output: String {
        let source =
            #""sources":{"type":"array","items":{"type":"object","required":["feed","status","issued_at","fetched_at","error"]}},"degraded":{"type":"array","items":{"type":"string"}},"stale":{"type":"boolean"},"attribution":{"type":"array","items":{"type":"string"}}"#
        let place =
            #""place":{"type":["object","null"]},"generated_at":{"type":"string","format":"date-time"}"#
        let days =
            #""days":{"type":"array","items":{"type":"object","required":["date","temperature_min","temperature_max","text","precipitation_probability","precipitation_amount"]}}"#
        let hours =
            #""hours":{"type":"array","items":{"type":"object","required":["time","temperature","text"]}}"#
        let own =
            switch self {
            case .week:
                [
                    days, hours, #""current":{"type":["object","null"]}"#,
                    #""alerts":{"type":["array","null"]}"#,
                ]
            case .now: [#""current":{"type":["object","null"]}"#, #""alerts":{"type":["array","null"]}"#]
            case .rain:
                [
                    #""falls":{"type":["boolean","null"],"description":"Whether it rains or snows now or is forecast to, within the hours that were asked for; null where that is not known."}"#,
                    #""text":{"type":["string","null"]}"#, #""rain":{"type":["object","null"]}"#,
                    #""rain_known_until":{"type":["string","null"],"format":"date-time"}"#,
                ]
            case .alerts: [#""alerts":{"type":["array","null"]}"#]
            case .findPlace:
                [
                    #""query":{"type":"string"}"#,
                    #""areas":{"type":"array","items":{"type":"object","required":["name","latitude","longitude"]}}"#,
                    #""total":{"type":"integer"}"#,
                ]
            }
        let members = (self == .findPlace ? [] : [place]) + own + (self == .findPlace ? [] : [source])
        let names =
            switch self {
            case .week: ["days", "hours", "current"]
            case .now: ["current"]
            case .rain: ["falls", "text", "rain", "rain_known_until"]
            case .alerts: ["alerts"]
            case .findPlace: ["query", "areas", "total"]
            }
        let common =
            self == .findPlace
            ? [] : ["place", "generated_at", "sources", "degraded", "stale", "attribution"]
        let required = (common + names).map { "\"\($0)\"" }.joined(separator: ",")
        return
            #"{"type":"object","properties":{\#(members.joined(separator: ","))},"required":[\#(required)]}"#
    }
}
