import Feeds
import KMAForecast

/// Arguments by a tool's schema. Models write numbers as texts and `null` for nothing; a skipped argument would bring another place's weather.
struct MCPArguments: Sendable {
    typealias Fault = MCPToolCall.Fault

    private var texts: [String: String] = [:]
    private var numbers: [String: Double] = [:]
    private var flags: [String: Bool] = [:]

    init(_ arguments: [String: JSONValue], of tool: MCPTool) throws(Fault) {
        let schema = tool.schema
        let given = arguments.filter { $0.value != .null }
        if let name = given.keys.filter({ schema.rules[$0] == nil }).min() {
            let names = schema.rules.keys.sorted().joined(separator: ", ")
            throw Fault(
                "\(tool.rawValue)에 없는 인수입니다: \(name.shown). 쓸 수 있는 인수: \(names)",
                "\(tool.rawValue) has no argument \(name.shown). Its arguments are: \(names)"
            )
        }
        if let name = schema.required.first(where: { given[$0] == nil }) { throw Fault("필요한 인수가 없습니다: \(name)", "The argument \(name) is missing.") }
        for (name, rule) in schema.rules.sorted(by: { $0.key < $1.key }) {
            guard let value = given[name] else { continue }
            switch rule.type {
            case "string": texts[name] = try MCPArguments.text(value, name, rule)
            case "boolean":
                guard let flag = value.flag else { throw Fault(of: name, "true 또는 false여야 합니다", "must be true or false") }
                flags[name] = flag
            default: numbers[name] = try MCPArguments.number(value, name, rule)
            }
        }
    }

    func flag(_ name: String) -> Bool { flags[name] ?? false }

    func has(_ name: String) -> Bool { texts[name] != nil || numbers[name] != nil }

    func text(_ name: String) -> String? { texts[name] }

    func number(_ name: String) -> Double? { numbers[name] }

    func integer(_ name: String) -> Int? { numbers[name].flatMap { Int(exactly: $0) } }
}

extension MCPArguments {
    private static func text(_ value: JSONValue, _ name: String, _ rule: MCPInputSchema.Rule) throws(Fault) -> String {
        guard let text = value.text else { throw Fault(of: name, "문자열이어야 합니다", "must be a string") }
        if let values = rule.values {
            let names = values.joined(separator: ", ")
            guard values.contains(text) else { throw Fault(of: name, "\(names) 중 하나여야 합니다", "must be one of \(names)") }
        }
        guard rule.lengths.lowerBound == 0 || text.contains(where: { !$0.isWhitespace }) else {
            throw Fault(of: name, "비어 있습니다", "must not be empty")
        }
        guard text.unicodeScalars.count <= rule.lengths.upperBound else {
            let limit = rule.lengths.upperBound
            throw Fault(of: name, "\(limit)자까지 쓸 수 있습니다", "may have at most \(limit) characters")
        }
        do throws(ForecastError) { try PlaceRequest.requirePrintable(text) } catch { throw Fault(error.message) }
        return text
    }

    private static func number(_ value: JSONValue, _ name: String, _ rule: MCPInputSchema.Rule) throws(Fault) -> Double {
        guard let number = value.number ?? value.text.flatMap(JSONValue.init(numeral:))?.number else {
            throw Fault(of: name, "숫자여야 합니다", "must be a number")
        }
        guard rule.type != "integer" || Int(exactly: number) != nil else { throw Fault(of: name, "정수여야 합니다", "must be a whole number") }
        if let limit = rule.exclusiveMinimum, number <= limit { throw Fault(of: name, "\(limit.shown)보다 커야 합니다", "must be more than \(limit.shown)") }
        if let limit = rule.minimum, number < limit { throw Fault(of: name, "\(limit.shown) 이상이어야 합니다", "must be at least \(limit.shown)") }
        if let limit = rule.maximum, number > limit { throw Fault(of: name, "\(limit.shown) 이하여야 합니다", "must be at most \(limit.shown)") }
        return number
    }
}

extension MCPToolCall.Fault {
    fileprivate init(of name: String, _ korean: String, _ english: String) { self.init("인수 \(name): \(korean).", "The argument \(name) \(english).") }
}

extension JSONValue {
    fileprivate var flag: Bool? {
        switch self {
        case .truth(let flag): flag
        case .text(let text): Bool(text)
        default: nil
        }
    }
}

extension Double { fileprivate var shown: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" } }
