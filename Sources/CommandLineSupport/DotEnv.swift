#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// The lines `NAME=value` of a file of settings: `.env`, or the person's own.
///
/// Comments, blank lines, `export` before a name, single or double quotes around a value and a comment after an unquoted
/// one are understood. Any other line is left out.
public struct DotEnv: Sendable, Hashable {
    /// Values by name; the last one of a name that stands twice.
    public var values: [String: String] = [:]
    /// Where the file is, for messages.
    public var path: String

    /// Reads the text of a file.
    public init(_ text: String, path: String = ".env") {
        self.path = path
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
    public static let dotEnv = file(at: ".env")

    /// The settings of the person's own file, `$XDG_CONFIG_HOME/kma/env` or else `~/.config/kma/env` (XDG Base Directory
    /// Specification), read once; none where there is no such file.
    public static let userFile: DotEnv = {
        if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") {
            return file(at: base + "/kma/env")
        }
        guard let home = environment["HOME"] else { return DotEnv("", path: "") }
        return file(at: home + "/.config/kma/env")
    }()

    private static func file(at path: String) -> DotEnv {
        let contents = FileManager.default.contents(atPath: path)
        return DotEnv(contents.map { String(decoding: $0, as: UTF8.self) } ?? "", path: path)
    }

    /// The settings of this process: its environment, then `.env` in its working directory, then the person's own file.
    public static func ofThisProcess() throws(SettingsError) -> Settings {
        try Settings(
            environment: environment,
            dotEnv: dotEnv,
            userFile: userFile,
            readFile: { try String(contentsOfFile: $0, encoding: .utf8) }
        )
    }
}

extension Language {
    /// The language of help, usage and errors, which are needed before options and settings have been parsed:
    /// `--lang` in the arguments, else `KMA_LANG` of the environment or of a file, else that of the locale.
    public static let ofThisProcess: Language = {
        let arguments = CommandLine.arguments
        let flag = arguments.firstIndex { $0 == "--lang" || $0 == "-l" }
            .flatMap { arguments.dropFirst($0 + 1).first }
        let joined = arguments.first { $0.hasPrefix("--lang=") }.map { String($0.dropFirst("--lang=".count)) }
        let name = SettingName.language.rawValue
        let values = [
            flag, joined, Settings.environment[name], Settings.dotEnv.values[name],
            Settings.userFile.values[name],
        ]
        guard let value = values.compactMap({ $0 }).first(where: { !$0.isEmpty }) else {
            return Language(locale: Settings.environment)
        }
        return Language(rawValue: value) ?? .korean
    }()

    /// The language of a locale: English where the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set is an English
    /// one (POSIX.1-2017, 8.2), else Korean, also for `C`.
    init(locale environment: [String: String]) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first {
            !$0.isEmpty
        }
        self = locale?.hasPrefix("en") == true ? .english : .korean
    }
}
