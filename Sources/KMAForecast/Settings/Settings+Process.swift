#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Settings {
    /// The settings of this process: its environment, then `.env` in its working directory.
    public static func ofThisProcess() throws(SettingsError) -> Settings {
        let dotEnv = FileManager.default.contents(atPath: ".env").map { String(decoding: $0, as: UTF8.self) }
        return try Settings(
            environment: ProcessInfo.processInfo.environment,
            dotEnv: DotEnv(dotEnv ?? ""),
            readFile: { try String(contentsOfFile: $0, encoding: .utf8) }
        )
    }
}
