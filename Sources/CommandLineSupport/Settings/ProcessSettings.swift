#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

extension Settings {
    /// The environment of this process, read once: Foundation makes a new dictionary of it at every call.
    public static let environment = ProcessInfo.processInfo.environment

    /// What `.env` in the working directory says, read once; where there is none, nothing.
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
    /// The language of help, usage and errors, which can be needed before any option or setting has been understood:
    /// `--lang` in the arguments, else `KMA_LANG` of the environment or of `.env`, else Korean.
    public static let ofThisProcess: Language = {
        let arguments = CommandLine.arguments
        let flag = arguments.firstIndex(of: "--lang").flatMap { arguments.dropFirst($0 + 1).first }
        let joined = arguments.first { $0.hasPrefix("--lang=") }.map { String($0.dropFirst("--lang=".count)) }
        let name = SettingName.language.rawValue
        let said = [flag, joined, Settings.environment[name], Settings.dotEnv.values[name]]
        return Language(rawValue: said.compactMap { $0 }.first { !$0.isEmpty } ?? "") ?? .korean
    }()
}
