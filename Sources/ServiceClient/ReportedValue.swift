import Forecast

/// JSON of the service by the names of `docs/json.en.md`, as `report.json.air.pm25Grade.string`; ``null`` if absent or of another type.
@dynamicMemberLookup public enum ReportedValue: Codable, Sendable, Hashable {
    case null
    case truth(Bool)
    case number(Double)
    case text(String)
    case array([ReportedValue])
    case object([String: ReportedValue])

    /// Reads any JSON.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let truth = try? container.decode(Bool.self) {
            self = .truth(truth)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let array = try? container.decode([ReportedValue].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: ReportedValue].self))
        }
    }

    /// Writes all that was read, `null` and unknown members too.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .truth(let truth): try container.encode(truth)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .array(let array): try container.encode(array)
        case .object(let members): try container.encode(members)
        }
    }

    /// Member by its Swift name: `temperatureMin` is `temperature_min`.
    public subscript(dynamicMember name: String) -> ReportedValue {
        self[name.reduce(into: "") { $0 += $1.isUppercase ? "_\($1.lowercased())" : "\($1)" }]
    }

    /// Member by its name in JSON.
    public subscript(name: String) -> ReportedValue { if case .object(let members) = self { members[name] ?? .null } else { .null } }

    /// Elements of an array, else none.
    public var elements: [ReportedValue] { if case .array(let array) = self { array } else { [] } }

    /// Text, if it is one.
    public var string: String? { if case .text(let text) = self { text } else { nil } }

    /// Number, if it is one.
    public var double: Double? { if case .number(let number) = self { number } else { nil } }

    /// Truth, if it is one.
    public var bool: Bool? { if case .truth(let truth) = self { truth } else { nil } }

    /// Instant, if it is the text of one.
    public var instant: Date? { string.flatMap { KoreanTime.instant(rfc3339: $0) } }
}
