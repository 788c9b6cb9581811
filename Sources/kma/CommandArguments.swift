import Rendering
import Feeds
import Forecast
import KMAForecast
import Regions

/// The arguments of a run as the parser takes them: the command first.
///
/// People put options before the command, and leave out the command where they ask about the week.
struct CommandArguments {
    /// The names of the commands.
    let commands: [String]
    /// Whether `KMA_AREA` is set, so that no arguments at all ask about the week there.
    let hasDefaultArea: Bool

    /// Options whose value is the next argument.
    static let optionsWithValue: Set<String> = [
        "--color", "--on", "--until", "--area", "-a", "--lat", "--lon", "--lang", "-l", "--format", "-f",
        "--max-age",
        "--prefer", "--date",
        "--limit", "-n", "--within", "--template", "--since", "--file", "--when", "--exec", "--ntfy",
        "--webhook",
    ]

    /// Options that stand alone and ask for something else than weather.
    private static let standalone: Set<String> = [
        "--help", "-h", "--version", "--generate-completion-script", "--experimental-dump-help",
        "---completion",
    ]

    /// The Korean names of the commands, as help shows them.
    static let koreanNames = [
        "주간": "week", "지금": "now", "비": "rain", "시간별": "hours", "테마": "theme", "전망": "outlook",
        "특보": "alerts", "전국": "nation", "기록": "history", "정확도": "accuracy",
        "이유": "why", "알림": "watch", "지역": "areas", "점검": "doctor",
    ]

    /// Other Korean names that are taken for a command.
    private static let otherNames = ["근거": "why", "적중": "accuracy"]

    /// The name of the command that a word names: its own in any case of letters, or its Korean one.
    func command(named word: String) -> String? {
        if commands.contains(word) { return word }
        let word = word.lowercased()
        return CommandArguments.koreanNames[word] ?? CommandArguments.otherNames[word]
            ?? commands.first { $0 == word }
    }

    /// Moves the command to the front, and puts `week` there where none is named.
    func normalized(_ given: [String]) throws(UnknownCommand) -> [String] {
        let arguments = CommandArguments.withUsualNames(given)
        guard let first = arguments.first else { return hasDefaultArea ? ["week"] : [] }
        if first == "help" { return try help(arguments) }
        // What follows may be the words of another command line, for completion.
        if commands.contains(first) { return arguments }
        if arguments.contains(where: { argument in
            CommandArguments.standalone.contains { argument == $0 || argument.hasPrefix($0 + "=") }
        }), firstWord(in: arguments).map({ command(named: arguments[$0]) == nil }) ?? true {
            return arguments
        }
        guard let index = firstWord(in: arguments) else { return ["week"] + arguments }
        let word = arguments[index]
        if let command = command(named: word) {
            let rest = arguments[..<index] + arguments[(index + 1)...]
            return command == "help" ? try help([command] + rest) : [command] + rest
        }
        // Whether it rains and whether there are warnings is asked in words as well: `kma 내일 서울 비와?`. The command does not
        // depend on the day.
        let sentence = Sentence(words(in: arguments), at: .distantPast)
        switch sentence.topic {
        case .rain: return ["rain"] + arguments
        case .alerts: return ["alerts"] + arguments
        case .now: return ["now"] + arguments
        case nil: break
        }
        if sentence.time == nil, let command = nearestCommand(to: word), !Gazetteer.knows(word) {
            throw UnknownCommand(name: word, nearest: command)
        }
        return ["week"] + arguments
    }

    /// The arguments with `--version` for `version` and `-V`, as other programs have it.
    private static func withUsualNames(_ arguments: [String]) -> [String] {
        ["version", "-V"].contains(arguments.first) ? ["--version"] : arguments
    }

    /// `help`, with the command that is asked about as the parser takes it; options are for the language alone, which is
    /// read elsewhere.
    private func help(_ arguments: [String]) throws(UnknownCommand) -> [String] {
        let rest = Array(arguments.dropFirst())
        guard let index = firstWord(in: rest), rest[index] != "help" else { return ["--help"] }
        guard let command = command(named: rest[index]) else {
            throw UnknownCommand(name: rest[index], nearest: nearestCommand(to: rest[index]))
        }
        return ["help", command]
    }

    /// The arguments that are no options and no values of one.
    func words(in arguments: [String]) -> [String] {
        var words: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            if argument == "--" { return words + rest }
            if !argument.hasPrefix("-") {
                words.append(argument)
            } else if CommandArguments.optionsWithValue.contains(argument) {
                rest = rest.dropFirst()
            }
        }
        return words
    }

    /// Where the first argument stands that is no option and no value of one; after `--` nothing is an option.
    private func firstWord(in arguments: [String]) -> Int? {
        var index = arguments.startIndex
        while index < arguments.endIndex {
            let argument = arguments[index]
            if argument == "--" { return nil }
            if !argument.hasPrefix("-") { return index }
            index += CommandArguments.optionsWithValue.contains(argument) ? 2 : 1
        }
        return nil
    }

    /// The command that a word is a slip of the keyboard away from.
    private func nearestCommand(to word: String) -> String? {
        let limit = word.count < 5 ? 1 : 2
        return commands.map { ($0, word.lowercased().slips(to: $0)) }
            .filter { $0.1 <= limit }
            .min { $0.1 < $1.1 }?.0
    }
}

/// A word where a command stands that is neither a command nor a place, and the command it is much like.
struct UnknownCommand: ReportableError, Equatable {
    let name: String
    let nearest: String?

    var exitStatus: ExitStatus { .usage }

    var message: LocalizedText {
        let name = name.filter { !$0.isControl }
        return LocalizedText(
            "알 수 없는 명령입니다: \(name)" + (nearest.map { " (혹시 \($0)인가요?)" } ?? ""),
            "Unknown command '\(name)'." + (nearest.map { " Did you mean '\($0)'?" } ?? "")
        )
    }
}
