import Forecast

/// Lines `NAME=value` of `.env` or the person's own file, with comments, `export` and quotes.
public struct DotEnv: Sendable, Hashable {
    /// Values by name, the last of each.
    public var values: [String: String] = [:]
    /// Lines that name a setting otherwise, as `KMA_KEY=` does.
    public var unusedLines: [UnusedLine] = []
    /// Path for messages.
    public var path: String
    /// Possibly foreign folder, to which paths in the file are limited; `nil` for the person's own file.
    public var folder: String?

    /// Reads a text.
    public init(_ text: String, path: String = ".env", folder: String? = nil) {
        (self.path, self.folder) = (path, folder)
        // Editors add a byte order mark, and copied text has blanks of no width.
        let visible = String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .format }))
        for (index, line) in visible.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let assigned = DotEnv.assignment(in: line)
            if let (name, value) = assigned { values[name] = value }
            let name = assigned?.name ?? line.prefix { $0.isLetter || $0 == "_" }.description
            if assigned == nil || SettingName(rawValue: name) == nil, let meant = SettingName(meantBy: name) {
                unusedLines.append(UnusedLine(path: path, number: index + 1, name: name, meant: meant))
            }
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
        let comment = value.indices.dropFirst().first { value[$0] == "#" && value[value.index(before: $0)].isWhitespace }
        return value[..<(comment ?? value.endIndex)].trimmed
    }
}

/// Unread line of a settings file that nearly names a setting.
public struct UnusedLine: Sendable, Hashable {
    var path: String
    var number: Int
    var name: String
    var meant: SettingName

    /// Place of the line, and how the setting is written.
    public var message: LocalizedText {
        LocalizedText(
            "\(path) \(number)행의 ‘\(name)’ 줄은 쓰이지 않습니다. \(meant.rawValue)=값으로 적어 주세요.",
            "\(path), line \(number): ‘\(name)’ is not read. Write \(meant.rawValue)=value."
        )
    }
}

extension SettingName {
    /// Letters in order, as of `KMA_SERVICE_KEY` in `kma_key`.
    init?(meantBy name: String) {
        guard name.count > 5 else { return nil }
        let meant = SettingName.allCases.first { setting in
            var rest = setting.rawValue[...]
            return name.uppercased().allSatisfy { letter in
                guard let index = rest.firstIndex(of: letter) else { return false }
                rest = rest[rest.index(after: index)...]
                return true
            }
        }
        guard let meant else { return nil }
        self = meant
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var rest = drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }
}
