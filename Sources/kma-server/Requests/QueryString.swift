import Forecast
import KMAForecast

/// The parameters of a request: each one that its path knows, and at most once unless the path takes several.
struct QueryString: Sendable {
    private var values: [Parameter: [String]] = [:]

    /// Reads what stands behind the `?`. A parameter that is not `known` is refused, and so is a second one that is not
    /// `repeatable`.
    init(
        _ text: Substring,
        knowing known: [Parameter],
        repeatable: Set<Parameter> = []
    ) throws(Problem) {
        for pair in text.split(separator: "&") {
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = try QueryString.decoded(sides[0])
            guard let parameter = Parameter(rawValue: name), known.contains(parameter) else {
                throw Problem(.badInput, detail: QueryString.unknown(name, known))
            }
            guard values[parameter] == nil || repeatable.contains(parameter) else {
                throw Problem(
                    .badInput,
                    detail: LocalizedText(
                        "두 번 적은 매개변수가 있습니다: ‘\(name)’. 한 번만 적어 주세요.",
                        "The parameter ‘\(name)’ is given twice. Give it once."
                    )
                )
            }
            values[parameter, default: []].append(try sides.count == 2 ? QueryString.decoded(sides[1]) : "")
        }
    }

    /// The value of a parameter, where it is given.
    subscript(parameter: Parameter) -> String? { values[parameter]?.first }

    /// All values of a parameter, in the order in which they are given.
    func all(_ parameter: Parameter) -> [String] { values[parameter] ?? [] }
}

extension QueryString {
    /// Decodes `%XX`, and `+` as the space that browsers' forms mean by it.
    static func decoded(_ text: Substring) throws(Problem) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var rest = text.utf8
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"):
                bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2)
                rest = rest.dropFirst(2)
                guard digits.count == 2, digits.allSatisfy(\.isHexadecimal),
                    let value = UInt8(Substring(digits), radix: 16)
                else { throw Problem(.badInput, detail: malformed(text)) }
                bytes.append(value)
            default:
                bytes.append(byte)
            }
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else {
            throw Problem(.badInput, detail: malformed(text))
        }
        return decoded
    }

    private static func malformed(_ text: Substring) -> LocalizedText {
        LocalizedText(
            "‘\(String(text).shown)’\(String(text).shown.particle("을", "를")) 읽지 못했습니다. UTF-8 글자를 %XX로 적어 주세요.",
            "‘\(String(text).shown)’ cannot be read. Write UTF-8, percent-encoded."
        )
    }

    private static func unknown(_ name: String, _ known: [Parameter]) -> LocalizedText {
        let names = known.map(\.rawValue).joined(separator: ", ")
        return known.isEmpty
            ? LocalizedText(
                "없는 매개변수입니다: ‘\(name.shown)’. 이 경로는 매개변수를 받지 않습니다.",
                "There is no parameter ‘\(name.shown)’; this path takes none."
            )
            : LocalizedText(
                "없는 매개변수입니다: ‘\(name.shown)’. 쓸 수 있는 것: \(names)",
                "There is no parameter ‘\(name.shown)’. Known parameters: \(names)"
            )
    }
}

extension UInt8 {
    fileprivate var isHexadecimal: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "F"),
            UInt8(ascii: "a")...UInt8(ascii: "f"):
            true
        default: false
        }
    }
}

/// The names of all parameters.
enum Parameter: String, Sendable, CaseIterable {
    /// Name of an area.
    case area
    /// Degrees north.
    case lat
    /// Degrees east.
    case lon
    /// Language of texts for people.
    case lang
    /// A day instead of now, `2026-10-04`.
    case date
    /// The first day that counts, `2026-01-01`.
    case since
    /// Days from an issue to the day forecast.
    case lead
    /// The day that is meant, `2026-10-04` or in words.
    case on
    /// Text to search for.
    case q
    /// How many areas at the most.
    case limit
    /// What a map shows.
    case value
    /// How many days at the most.
    case days
    /// What is told as text: a question.
    case view
    /// The format of a text.
    case format
    /// One short line instead of a table.
    case line
    /// Colours for a terminal.
    case color
    /// A line of the person's own.
    case template
}
