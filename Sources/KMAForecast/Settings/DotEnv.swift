/// The lines `NAME=value` of a `.env` file.
///
/// Understood: comments, blank lines, `export` in front, single or double quotes around a value, and a comment
/// after an unquoted one. Anything else in a line leaves the line out.
public struct DotEnv: Sendable, Hashable {
    /// Values by name; of a name that stands twice the last one.
    public var values: [String: String] = [:]

    /// Reads the text of a file.
    public init(_ text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            guard let (name, value) = DotEnv.assignment(in: line) else { continue }
            values[name] = value
        }
    }

    private static func assignment(in line: Substring) -> (name: String, value: String)? {
        var rest = line.trimmed
        if rest.hasPrefix("export ") { rest = rest.dropFirst("export ".count).trimmed }
        guard !rest.hasPrefix("#"), let equals = rest.firstIndex(of: "=") else { return nil }
        let name = rest[..<equals].trimmed
        let value = rest[rest.index(after: equals)...].trimmed
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
        return (String(name), String(unquoted(value)))
    }

    private static func unquoted(_ value: Substring) -> Substring {
        for quote in ["\"", "'"] where value.hasPrefix(quote) {
            let inside = value.dropFirst()
            if let end = inside.firstIndex(of: Character(quote)) { return inside[..<end] }
        }
        guard let comment = value.firstRange(of: " #") else { return value }
        return value[..<comment.lowerBound].trimmed
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
