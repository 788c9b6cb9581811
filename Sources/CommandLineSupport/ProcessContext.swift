import Forecast
import Settings
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Arguments, environment, working folder and streams of a run: those of the process, or what a test puts in their place.
public struct ProcessContext: Sendable {
    /// The context of the running task.
    @TaskLocal public static var current = ProcessContext()

    /// The arguments behind the name of the program.
    public let arguments: [String]
    /// The environment, read once: Foundation makes a new dictionary of it at every call.
    public let environment: [String: String]
    /// Descriptor of standard input.
    public let standardInput: Int32
    /// Descriptor of standard output.
    public let standardOutput: Int32
    /// Descriptor of standard error.
    public let standardError: Int32
    /// The language of help, usage and errors, which are needed before options and settings have been parsed.
    public let language: Language

    private let folder: String
    /// The files of settings, the one that counts first in front.
    private let files: [DotEnv]

    /// Reads `.env` in the working folder and the person's own file, if they are there. An empty `folder` is the process's.
    public init(
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
            let contents = name.flatMap {
                FileManager.default.contents(atPath: ProcessContext.path(of: $0, in: folder))
            }
            // The working folder may be somebody else's; the person's own file is trusted with any path.
            let own = folder.isEmpty ? FileManager.default.currentDirectoryPath : folder
            return DotEnv(
                contents.map { String(decoding: $0, as: UTF8.self) } ?? "",
                path: name ?? "",
                folder: name == ".env" ? own : nil
            )
        }
        language = ProcessContext.language(arguments, [environment] + files.map(\.values))
    }

    /// The settings: of the environment, then of `.env`, then of the person's own file.
    public func settings() throws(SettingsError) -> Settings {
        try Settings(
            environment: environment,
            dotEnv: files[0],
            userFile: files[1],
            readFile: { try String(contentsOfFile: path(of: $0), encoding: .utf8) }
        )
    }

    /// The path of a file by its name in the working folder.
    public func path(of name: String) -> String { ProcessContext.path(of: name, in: folder) }

    /// The environment for programs that this one starts: without keys and secrets, which are for upstreams and receivers.
    public var environmentWithoutSecrets: [String: String] {
        environment.filter { SettingName(rawValue: $0.key)?.isSecret != true }
    }

    private static func path(of name: String, in folder: String) -> String {
        folder.isEmpty || name.hasPrefix("/") ? name : "\(folder)/\(name)"
    }

    /// The person's own file: `$XDG_CONFIG_HOME/kma/env`, else `~/.config/kma/env` (XDG Base Directory Specification).
    private static func userFile(_ environment: [String: String]) -> String? {
        if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") { return base + "/kma/env" }
        return environment["HOME"].map { $0 + "/.config/kma/env" }
    }

    /// `--lang` of the arguments, else `KMA_LANG` of the environment or of a file, else that of the locale.
    private static func language(_ arguments: [String], _ values: [[String: String]]) -> Language {
        // The last counts, as for the parser of options.
        var option: String?
        for (argument, next) in zip(arguments, arguments.dropFirst() + [""]) {
            if argument == "--lang" || argument == "-l" { option = next }
            if argument.hasPrefix("--lang=") { option = String(argument.dropFirst("--lang=".count)) }
        }
        let names = [option] + values.map { $0[SettingName.language.rawValue] }
        guard let name = names.compactMap({ $0 }).first(where: { !$0.isEmpty }) else {
            return Language(locale: values[0])
        }
        return Language(named: name) ?? .korean
    }
}

extension Settings {
    /// The settings of this run.
    public static func current() throws(SettingsError) -> Settings { try ProcessContext.current.settings() }
}

extension Language {
    /// The language of help, usage and errors of this run.
    public static var current: Language { ProcessContext.current.language }
}
