import Forecast

/// Lines `NAME=value` of `.env` or the person's own file, with comments, `export` and quotes.
public struct DotEnv: Sendable, Hashable {
    /// Values by name, the last of each.
    public var values: [String: String] = [:]
    /// Path for messages.
    public var path: String
    /// Possibly foreign folder, below which alone the file may name paths; `nil` for the person's own file.
    public var folder: String?

    /// Reads a text.
    public init(_ text: String, path: String = ".env", folder: String? = nil) {
        self.path = path
        self.folder = folder
        // Editors add a byte order mark, and copied text has blanks of no width.
        let visible = String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .format })
        )
        for line in visible.split(whereSeparator: \.isNewline) {
            guard let (name, value) = DotEnv.assignment(in: line) else { continue }
            values[name] = value
        }
    }

    private static func assignment(in line: Substring) -> (name: String, value: String)? {
        var rest = line.trimmed
        if rest.hasPrefix("export ") { rest = rest.dropFirst("export ".count).trimmed }
        guard !rest.hasPrefix("#"), let equals = rest.firstIndex(of: "=") else { return nil }
        let name = rest[..<equals].trimmed
        let value = rest[rest.index(after: equals)...]
        guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
        return (String(name), String(unquoted(value)))
    }

    private static func unquoted(_ value: Substring) -> Substring {
        let trimmed = value.trimmed
        for quote in ["\"", "'"] where trimmed.hasPrefix(quote) {
            let inside = trimmed.dropFirst()
            if let end = inside.firstIndex(of: Character(quote)) { return inside[..<end] }
        }
        let comment = value.indices.dropFirst().first {
            value[$0] == "#" && value[value.index(before: $0)].isWhitespace
        }
        return value[..<(comment ?? value.endIndex)].trimmed
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
