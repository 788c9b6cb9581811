import CLibrary
import Feeds
import Forecast
import KMAForecast
import SQLiteStore
import SampleFeeds
import Settings

package struct ProcessContext: Sendable {
    @TaskLocal package static var current = ProcessContext()

    package let arguments: [String]
    /// Read once: Foundation makes a new dictionary at every call.
    package let environment: [String: String]
    package let standardInput: Int32
    package let standardOutput: Int32
    package let standardError: Int32
    /// Needed before options and settings are parsed.
    package let language: Language

    private let folder: String
    private let files: [DotEnv]

    package init(
        arguments: [String] = Array(CommandLine.arguments.dropFirst()),
        environment: [String: String] = ProcessInfo.processInfo.environment,
        folder: String = "",
        standardInput: Int32 = STDIN_FILENO,
        standardOutput: Int32 = STDOUT_FILENO,
        standardError: Int32 = STDERR_FILENO
    ) {
        (self.arguments, self.environment, self.folder) = (arguments, environment, folder)
        (self.standardInput, self.standardOutput) = (standardInput, standardOutput)
        self.standardError = standardError
        files = [".env", ProcessContext.userFile(environment)].map { name in
            let contents = name.flatMap { FileManager.default.contents(atPath: ProcessContext.path(of: $0, in: folder)) }
            // The working folder may be foreign; the person's own file may name any path.
            let own = folder.isEmpty ? FileManager.default.currentDirectoryPath : folder
            return DotEnv(contents.map(ProcessContext.text) ?? "", path: name ?? "", folder: name == ".env" ? own : nil)
        }
        language = ProcessContext.language(arguments, [environment] + files.map(\.values))
    }

    package func settings() throws(SettingsError) -> Settings {
        try Settings(
            environment: environment,
            dotEnv: files[0],
            userFile: files[1],
            readFile: { try String(contentsOfFile: path(of: $0), encoding: .utf8) }
        )
    }

    package func again() -> ProcessContext {
        ProcessContext(
            arguments: arguments,
            environment: environment,
            folder: folder,
            standardInput: standardInput,
            standardOutput: standardOutput,
            standardError: standardError
        )
    }

    package var unusedLines: [UnusedLine] { files.flatMap(\.unusedLines) }

    package func path(of name: String) -> String { ProcessContext.path(of: name, in: folder) }

    package var environmentWithoutSecrets: [String: String] { environment.filter { SettingName(rawValue: $0.key)?.isSecret != true } }

    /// Windows saves some as UTF-16, with its mark.
    private static func text(_ contents: Data) -> String {
        let isWide = contents.starts(with: [0xFF, 0xFE]) || contents.starts(with: [0xFE, 0xFF])
        if isWide, let text = String(data: contents, encoding: .utf16) { return text }
        return String(decoding: contents, as: UTF8.self)
    }

    private static func path(of name: String, in folder: String) -> String { folder.isEmpty || name.hasPrefix("/") ? name : "\(folder)/\(name)" }

    private static func userFile(_ environment: [String: String]) -> String? {
        if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") { return base + "/kma/env" }
        return environment["HOME"].map { $0 + "/.config/kma/env" }
    }

    private static func language(_ arguments: [String], _ values: [[String: String]]) -> Language {
        // The last counts, as in the parser.
        var option: String?
        for (argument, next) in zip(arguments, arguments.dropFirst() + [""]) {
            if argument == "--lang" || argument == "-l" { option = next }
            if argument.hasPrefix("--lang=") { option = String(argument.dropFirst("--lang=".count)) }
        }
        let names = [option] + values.map { $0[SettingName.language.rawValue] }
        return names.lazy.compactMap { $0.flatMap(Language.init(named:)) }.first ?? Language(locale: values[0])
    }
}

extension Settings { package static func current() throws(SettingsError) -> Settings { try ProcessContext.current.settings() } }

extension Language { package static var current: Language { ProcessContext.current.language } }

extension ForecasterConfiguration {
    /// Creates live feeds. Without `isKept` calls are counted, and nothing is stored or recorded; `leavesLedgerLog`: see `SQLiteLedger`.
    package init(
        _ settings: Settings,
        transport: Transport,
        isKept: Bool = true,
        observeStore: @escaping @Sendable (StoreProblem?) -> Void = { _ in },
        observeLedger: @escaping @Sendable (StoreProblem?) -> Void = { _ in },
        observeRecording: @escaping @Sendable (_ kept: Int) -> Void = { _ in },
        leavesLedgerLog: Bool = false
    ) {
        self.init(
            kma: settings.kma,
            kmaGateway: settings.kmaGateway,
            airKorea: settings.airKorea,
            openWeather: settings.openWeather,
            transport: transport,
            store: SQLiteStore(directory: settings.cacheDirectory, keepsAnswers: isKept, observe: observeStore),
            timeout: settings.timeout,
            now: settings.clock
        )
        if isKept, let path = settings.ledgerPath {
            ledger = LedgerRecorder(
                SQLiteLedger(path: path, leavesLog: leavesLedgerLog, observe: observeLedger),
                from: store,
                observe: observeRecording
            )
        }
    }

    package init(samplesFor settings: Settings) {
        let key = ServiceKey("sample")
        let kind = KMAGateway.Kind.dataPortal
        self.init(
            kma: key.map { KMAGateway(kind: kind, key: $0) },
            airKorea: key.map { AirKoreaGateway(key: $0) },
            openWeather: key.map { OpenWeatherGateway(key: $0) },
            transport: .sample(clock: settings.clock),
            store: nil,
            // No network is late here, only a busy machine.
            timeout: .seconds(600),
            areSamples: true,
            now: settings.clock
        )
        ledger = LedgerRecorder(SampleLedger(clock: settings.clock), isRecording: false)
    }
}
