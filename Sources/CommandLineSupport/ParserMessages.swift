import Rendering
import ArgumentParser
import Forecast

/// Errors in both languages, matched by the English texts of swift-argument-parser 1.8.
package enum ParserMessages {
    /// Keeps the parser from wrapping.
    static let unwrapped = 100_000

    /// Translates an error, without usage; hints stand for slips of the keyboard alone.
    static func refusal(_ text: String, of command: any ParsableCommand.Type, in program: any CommandLineProgram.Type, _ language: Language) throws
        -> String
    {
        let message = try withNearHint(text, of: command, in: program, language).replacing(/^Error:\s/, with: "").replacing(
            /\. Please provide one of the following:((?:\n {2}- .*)+)/
        ) { match in
            // More than five values stand in a line each.
            let values = match.1.split(separator: "\n").map { $0.dropFirst("  - ".count) }
            return ". Please provide one of " + values.joined(separator: ", ") + "."
        }.replacing(/\n *Usage:.*(?:\n {7,}\S.*)*/, with: "")
        let isHelp = { (line: Substring) in line.hasPrefix("Help: ") || line.hasPrefix("  See '") }
        let lines = message.split(separator: "\n")
        let help = lines.filter(isHelp).map { $0.trimmingPrefix { $0 == " " } }
        let error = lines.filter { !isHelp($0) }.joined(separator: "\n")
        let isKorean = language == .korean
        let words = help.map { isKorean ? helpLine($0) : String($0) } + ["\(program.name): " + (isKorean ? refusal(error) : error)]
        // Typed text must not control the terminal.
        return words.joined(separator: "\n").filter { $0 == "\n" || !$0.isControl }
    }

    /// Describes the program for an unknown option alone, as that takes the parser longer than a cold week.
    private static func withNearHint(
        _ text: String,
        of command: any ParsableCommand.Type,
        in program: any CommandLineProgram.Type,
        _ language: Language
    ) throws -> String {
        guard let match = text.firstMatch(of: /Unknown option '(.*?)'(\. Did you mean '(.*)'\?)?/) else { return text }
        let option = String(match.1)
        let help = try program.help()
        let owners = help.owners(of: option).map { "\(program.name) \($0)" }
        if !owners.isEmpty {
            let list = owners.joined(separator: ", ")
            let words = language == .korean ? " (\(list)의 옵션입니다)" : ". It is an option of \(list)."
            return replacing(match.range, of: text, with: "Unknown option '\(option)'\(words)")
        }
        let begun = help.described(command).arguments.flatMap(\.spellings).filter { $0.hasPrefix(option) }
        if option.count > 3, begun.count == 1 {
            return replacing(match.range, of: text, with: "Unknown option '\(option)'. Did you mean '\(begun[0])'?")
        }
        if let hint = match.3, option.slips(to: String(hint)) > (option.count < 7 ? 1 : 2) {
            return replacing(match.range, of: text, with: "Unknown option '\(option)'")
        }
        return text
    }

    private static func replacing(_ range: Range<String.Index>, of text: String, with words: String) -> String {
        text[..<range.lowerBound] + words + text[range.upperBound...]
    }

    private static func refusal(_ text: String) -> String {
        text.replacing(/^(?:Unexpected argument|\d+ unexpected arguments:) '(.*)'/) { match in "쓰지 않는 인수입니다: \(match.1.replacing("', '", with: " "))"
        }.replacing(/Unknown option '(.*?)'/) { "알 수 없는 옵션입니다: \($0.1)" }.replacing(/\. Did you mean '(.*)'\?/) { " (혹시 \($0.1)인가요?)" }.replacing(
            /^Missing value for '(.*)'/
        ) { "옵션에 값을 적어 주세요: \($0.1)" }.replacing(/^Missing expected argument '(.*)'/) { "필요한 인수가 없습니다: \($0.1)" }.replacing(
            /^The value '(.*)' is invalid for '(.*?)'/
        ) { "\($0.2)의 값 ‘\($0.1)’\($0.1.particle("이", "가")) 올바르지 않습니다" }.replacing(/\. Please provide one of (.*)\./) { match in
            let values = match.1.replacing(/,? (?:or|and)\s/, with: ", ").replacing("'", with: "")
            return ". 쓸 수 있는 값: \(values)"
        }.replacing(/^The option '(.*)' does not take any value, but '(.*)' was specified\./) { "\($0.1) 옵션은 값을 받지 않습니다: \($0.2)" }
    }

    private static func helpLine(_ line: Substring) -> String {
        String(line).replacing(/^Help:\s+/, with: "설명: ").replacing(/See '(.*)' for more information\./) { "자세한 도움말: \($0.1)" }.replacing(
            "<subcommand>",
            with: "<명령>"
        )
    }
}

package func localized(_ korean: String, _ english: String) -> String { LocalizedText(korean, english)[.current] }

extension ArgumentHelp {
    package init(_ korean: String, _ english: String, value: (korean: String, english: String)? = nil) {
        self.init(localized(korean, english), valueName: value.map { localized($0.korean, $0.english) })
    }
}

extension ValidationError { package init(_ korean: String, _ english: String) { self.init(localized(korean, english)) } }

/// Program of its own, such as `kma`, with its commands.
package protocol CommandLineProgram: ParsableCommand {
    static func help() throws -> CommandHelp
    static func hint(for error: any ReportableError) -> String?
}

extension CommandLineProgram {
    package static func help() throws -> CommandHelp { try CommandHelp.of(Self.self) }

    package static func hint(for error: any ReportableError) -> String? { nil }

    static var name: String { configuration.commandName ?? "" }

    /// Writes the end of a program, help and scripts to standard output; `hasRun` if the arguments were accepted.
    package static func report(_ error: any Error, in command: (any ParsableCommand.Type)? = nil, hasRun: Bool = false, columns: Int = 80) -> Int32 {
        // The answer is printed, and the status a part of it.
        if let status = error as? ExitCode { return status.rawValue }
        if let error = error as? any ReportableError {
            let lines = error.lines.map { "\(name): \($0[.current])" } + [hint(for: error)]
            StandardError.writeLine(lines.compactMap { $0 }.joined(separator: "\n"))
            return error.exitStatus.rawValue
        }
        let unwrapped = ParserMessages.unwrapped
        let (status, message) = (exitCode(for: error), fullMessage(for: error, columns: unwrapped))
        let type = command ?? Self.self
        do {
            guard status == .success else {
                let run = hasRun ? command?.configuration.commandName : nil
                let text = run.map { message.replacing("See '\(name) --help'", with: "See '\(name) \($0) --help'") }
                StandardError.writeLine(try ParserMessages.refusal(text ?? message, of: type, in: Self.self, .current))
                return status.rawValue
            }
            let isHelp = message == helpMessage(for: type, columns: unwrapped)
            let usage = type.configuration.usage ?? ""
            try StandardOutput.write(isHelp ? help().described(type).page(usage: usage, .current, columns: columns) : message)
            return status.rawValue
        } catch let error as any ReportableError { return report(error) } catch {
            StandardError.writeLine("\(name): \(error)")
            return ExitCode.failure.rawValue
        }
    }
}

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable, RawValue == String {
    /// Values without the parser's own key paths, which take longer.
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

    /// Reads a value in any case of letters.
    public init?(argument: String) { self.init(rawValue: argument.lowercased()) }
}

extension Language: ExpressibleByArgument {
    /// Reads a code or name of a language, in any case of letters.
    public init?(argument: String) { self.init(named: argument) }
}
extension Preference: ExpressibleByArgument {}
extension Format: ExpressibleByArgument {}

extension String {
    package func slips(to other: String) -> Int {
        let (first, second) = (Array(self), Array(other))
        var table = [Array(0...second.count)]
        for (i, letter) in first.enumerated() {
            var row = [i + 1]
            for (j, other) in second.enumerated() {
                var best = Swift.min(table[i][j] + (letter == other ? 0 : 1), table[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other { best = Swift.min(best, table[i - 1][j - 1] + 1) }
                row.append(best)
            }
            table.append(row)
        }
        return table[first.count][second.count]
    }
}
