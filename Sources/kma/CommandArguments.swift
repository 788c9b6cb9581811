import CommandLineSupport
import Feeds
import Forecast
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
        "--area", "-a", "--lat", "--lon", "--lang", "-l", "--format", "-f", "--max-age", "--prefer", "--date",
        "--limit", "-n", "--within", "--template",
    ]

    /// Options that stand alone and ask for something else than weather.
    private static let standalone: Set<String> = [
        "--help", "-h", "--version", "--generate-completion-script", "--experimental-dump-help",
        "---completion",
    ]

    /// Moves the command to the front, and puts `week` there where none is named.
    func normalized(_ arguments: [String]) throws(UnknownCommand) -> [String] {
        guard let first = arguments.first else { return hasDefaultArea ? ["week"] : [] }
        // What follows may be the words of another command line, for completion.
        if commands.contains(first) { return arguments }
        if arguments.contains(where: { argument in
            CommandArguments.standalone.contains { argument == $0 || argument.hasPrefix($0 + "=") }
        }), firstWord(in: arguments).map({ !commands.contains(arguments[$0]) }) ?? true {
            return arguments
        }
        guard let index = firstWord(in: arguments) else { return ["week"] + arguments }
        let word = arguments[index]
        if commands.contains(word) {
            return [word] + arguments[..<index] + arguments[(index + 1)...]
        }
        if let command = nearestCommand(to: word), !Gazetteer.knows(word) {
            throw UnknownCommand(name: word, nearest: command)
        }
        return ["week"] + arguments
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
        return commands.map { ($0, slips(from: Array(word.lowercased()), to: Array($0))) }
            .filter { $0.1 <= limit }
            .min { $0.1 < $1.1 }?.0
    }

    /// The fewest letters to add, drop, change or swap with a neighbour.
    private func slips(from first: [Character], to second: [Character]) -> Int {
        var table = [Array(0...second.count)]
        for (i, letter) in first.enumerated() {
            var row = [i + 1]
            for (j, other) in second.enumerated() {
                var best = min(table[i][j] + (letter == other ? 0 : 1), table[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
                    best = min(best, table[i - 1][j - 1] + 1)
                }
                row.append(best)
            }
            table.append(row)
        }
        return table[first.count][second.count]
    }
}

/// A word where a command stands that is neither a command nor a place, and much like a command.
struct UnknownCommand: ReportableError, Equatable {
    let name: String
    let nearest: String

    var exitStatus: ExitStatus { .usage }

    var message: LocalizedText {
        let name = name.filter { !$0.isControl }
        return LocalizedText(
            "알 수 없는 명령입니다: \(name) (혹시 \(nearest)인가요?)",
            "Unknown command '\(name)'. Did you mean '\(nearest)'?"
        )
    }
}
