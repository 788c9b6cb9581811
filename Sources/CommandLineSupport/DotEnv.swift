#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// The lines `NAME=value` of a `.env` file.
///
/// Comments, blank lines, `export` before a name, single or double quotes around a value and a comment after an unquoted
/// one are understood. Any other line is left out.
public struct DotEnv: Sendable, Hashable {
    /// Values by name; the last one of a name that stands twice.
    public var values: [String: String] = [:]

    /// Reads the text of a file.
    public init(_ text: String) {
        // Some editors put a byte order mark in front.
        for line in text.drop(while: { $0 == "\u{FEFF}" }).split(whereSeparator: \.isNewline) {
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

extension Settings {
    /// The environment of this process, read once: Foundation makes a new dictionary of it at every call.
    public static let environment = ProcessInfo.processInfo.environment

    /// The settings of `.env` in the working directory, read once; none where there is no such file.
    public static let dotEnv: DotEnv = {
        let file = FileManager.default.contents(atPath: ".env")
        return DotEnv(file.map { String(decoding: $0, as: UTF8.self) } ?? "")
    }()

    /// The settings of this process: its environment, then `.env` in its working directory.
    public static func ofThisProcess() throws(SettingsError) -> Settings {
        try Settings(
            environment: environment,
            dotEnv: dotEnv,
            readFile: { try String(contentsOfFile: $0, encoding: .utf8) }
        )
    }
}

extension Language {
    /// The language of help, usage and errors, which are needed before options and settings have been parsed:
    /// `--lang` in the arguments, else `KMA_LANG` of the environment or of `.env`, else Korean.
    public static let ofThisProcess: Language = {
        let arguments = CommandLine.arguments
        let flag = arguments.firstIndex { $0 == "--lang" || $0 == "-l" }
            .flatMap { arguments.dropFirst($0 + 1).first }
        let joined = arguments.first { $0.hasPrefix("--lang=") }.map { String($0.dropFirst("--lang=".count)) }
        let name = SettingName.language.rawValue
        let values = [flag, joined, Settings.environment[name], Settings.dotEnv.values[name]]
        return Language(rawValue: values.compactMap { $0 }.first { !$0.isEmpty } ?? "") ?? .korean
    }()
}
