import Forecast

extension Settings {
    /// The environment of this process, read once: Foundation makes a new dictionary of it at every call.
    public static let environment = ProcessInfo.processInfo.environment

    /// The environment for programs that this one starts: without keys and secrets, which are for upstreams and receivers.
    public static var environmentWithoutSecrets: [String: String] {
        environment.filter { SettingName(rawValue: $0.key)?.isSecret != true }
    }

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
        // The last counts, as for the parser of options.
        var flag: String?
        for (argument, next) in zip(arguments, arguments.dropFirst() + [""]) {
            if argument == "--lang" || argument == "-l" { flag = next }
            if argument.hasPrefix("--lang=") { flag = String(argument.dropFirst("--lang=".count)) }
        }
        let name = SettingName.language.rawValue
        let values = [
            flag, Settings.environment[name], Settings.dotEnv.values[name],
            Settings.userFile.values[name],
        ]
        guard let value = values.compactMap({ $0 }).first(where: { !$0.isEmpty }) else {
            return Language(locale: Settings.environment)
        }
        return Language(named: value) ?? .korean
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
