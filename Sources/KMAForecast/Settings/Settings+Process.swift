#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
