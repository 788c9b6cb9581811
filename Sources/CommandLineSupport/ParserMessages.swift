import ArgumentParser
import Feeds
import Forecast
import KMAForecast

/// Help and errors of the argument parser in both languages: swift-argument-parser 1.8 has English texts alone, which
/// are matched word for word.
public enum ParserMessages {
    /// Help in a language. What else is printed on request (version, completion scripts) stays as it is.
    public static func help(_ text: String, _ language: Language) -> String {
        guard language == .korean, text.hasPrefix("OVERVIEW: ") else { return text }
        return
            text
            .replacing(/^OVERVIEW:\s/, with: "")
            .replacing("USAGE: ", with: "사용법: ")
            .replacing(/(?m)^ARGUMENTS:$/, with: "인수:")
            .replacing(/(?m)^OPTIONS:$/, with: "옵션:")
            .replacing(/(?m)^SUBCOMMANDS:$/, with: "명령:")
            .replacing("Show the version.", with: "버전을 보여 줍니다.")
            .replacing("Show help information.", with: "도움말을 보여 줍니다.")
            .replacing("default: ", with: "기본값: ")
            .replacing("(values: ", with: "(")
            .replacing(/See '(.*) <subcommand>' for detailed help\./) { "명령별 도움말: \($0.1) <명령>" }
            .replacing("<subcommand>", with: "<명령>")
            .replacing("[<options>]", with: "[<옵션>]")
    }

    /// An error in the arguments of a program in a language: where the help is, then what is wrong, which a terminal
    /// leaves in sight. The parser's line of usage, of up to 190 columns, is left out.
    public static func refusal(_ text: String, of program: String, _ language: Language) -> String {
        let message = text.replacing(/^Error:\s/, with: "")
            .replacing(/\. Please provide one of the following:((?:\n {2}- .*)+)/) { match in
                // More than five values stand in a line each.
                let values = match.1.split(separator: "\n").map { $0.dropFirst("  - ".count) }
                return ". Please provide one of " + values.joined(separator: ", ") + "."
            }
            .replacing(/\n *Usage:.*/, with: "")
        let isHelp = { (line: Substring) in line.hasPrefix("Help: ") || line.hasPrefix("  See '") }
        let lines = message.split(separator: "\n")
        let help = lines.filter(isHelp).map { $0.trimmingPrefix { $0 == " " } }
        let error = lines.filter { !isHelp($0) }.joined(separator: "\n")
        let isKorean = language == .korean
        let words =
            help.map { isKorean ? helpLine($0) : String($0) }
            + ["\(program): " + (isKorean ? refusal(error) : error)]
        // It repeats what was typed, which must not control the terminal.
        return words.joined(separator: "\n").filter { $0 == "\n" || !$0.isControl }
    }

    private static func refusal(_ text: String) -> String {
        text
            .replacing(/^(?:Unexpected argument|\d+ unexpected arguments:) '(.*)'/) { match in
                "예상하지 못한 인수입니다: \(match.1.replacing("', '", with: " "))"
            }
            .replacing(/Unknown option '(.*?)'/) { "알 수 없는 옵션입니다: \($0.1)" }
            .replacing(/\. Did you mean '(.*)'\?/) { " (혹시 \($0.1)인가요?)" }
            .replacing(/^Missing value for '(.*)'/) { "옵션의 값이 없습니다: \($0.1)" }
            .replacing(/^Missing expected argument '(.*)'/) { "필요한 인수가 없습니다: \($0.1)" }
            .replacing(/^The value '(.*)' is invalid for '(.*?)'/) {
                "\($0.2)의 값 ‘\($0.1)’\($0.1.particle("이", "가")) 올바르지 않습니다"
            }
            .replacing(/\. Please provide one of (.*)\./) { match in
                let values = match.1.replacing(/,? (?:or|and)\s/, with: ", ").replacing("'", with: "")
                return ". 쓸 수 있는 값: \(values)"
            }
            .replacing(/^The option '(.*)' does not take any value, but '(.*)' was specified\./) {
                "\($0.1) 옵션은 값을 받지 않습니다: \($0.2)"
            }
    }

    private static func helpLine(_ line: Substring) -> String {
        String(line)
            .replacing(/^Help:\s+/, with: "설명: ")
            .replacing(/See '(.*)' for more information\./) { "자세한 도움말: \($0.1)" }
            .replacing("<subcommand>", with: "<명령>")
    }
}

/// Text in the language of help: `--lang` of this process, else `KMA_LANG`, else Korean.
public func localized(_ korean: String, _ english: String) -> String {
    LocalizedText(korean, english)[.ofThisProcess]
}

extension ParsableCommand {
    /// Writes why the program ends, and returns its exit status: an error and wrong usage go to standard error; help,
    /// version and completion scripts, which are asked for, to standard output.
    ///
    /// `hint` adds lines to the message of an error.
    public static func report(
        _ error: any Error,
        hint: (any ReportableError) -> String? = { _ in nil }
    ) -> Int32 {
        let program = configuration.commandName ?? ""
        // The answer is printed, and the status a part of it.
        if let status = error as? ExitCode { return status.rawValue }
        if let error = error as? any ReportableError {
            let lines = error.lines.map { "\(program): \($0[.ofThisProcess])" } + [hint(error)]
            StandardError.writeLine(lines.compactMap { $0 }.joined(separator: "\n"))
            return error.exitStatus.rawValue
        }
        let (status, message) = (exitCode(for: error), fullMessage(for: error))
        guard status == .success else {
            StandardError.writeLine(ParserMessages.refusal(message, of: program, .ofThisProcess))
            return status.rawValue
        }
        do throws(OutputError) {
            try StandardOutput.write(ParserMessages.help(message, .ofThisProcess))
            return ExitStatus.success.rawValue
        } catch {
            return report(error)
        }
    }
}

extension ExpressibleByArgument where Self: CaseIterable & RawRepresentable, RawValue == String {
    /// In place of the parser's own, which builds a key path for each type: that takes longer than the list.
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }
}

extension Language: ExpressibleByArgument {}
extension Preference: ExpressibleByArgument {}
