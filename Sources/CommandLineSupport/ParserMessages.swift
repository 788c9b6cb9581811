import ArgumentParser
import Forecast
import KMAForecast

/// What the argument parser says, as our people are to read it: it speaks English alone (swift-argument-parser 1.8).
public enum ParserMessages {
    /// Help, in a language; whatever else is printed on request (version, completion scripts) stays as it is.
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
            .replacing(/See '(.*) <subcommand>' for detailed help\./) { "명령마다 자세한 설명: \($0.1) <명령>" }
            .replacing("<subcommand>", with: "<명령>")
    }

    /// Why the arguments of a program are refused and what to do, in a language.
    public static func refusal(_ text: String, of program: String, _ language: Language) -> String {
        // Where only a place is wanted, people name it without ado.
        let unexpected = /^Error: (?:Unexpected argument|\d+ unexpected arguments:) '(.*)'(?=\n.*--area <)/
        let message = text.replacing(unexpected) { match in
            let name = match.1.replacing("', '", with: " ")
            return LocalizedText(
                "‘\(name)’ 앞에 옵션 이름이 없습니다. 지역은 이렇게 적습니다: --area '\(name)'",
                "No option stands before '\(name)'. An area is written so: --area '\(name)'"
            )[language]
        }
        .replacing(/^Error:\s/, with: "")
        let words = language == .korean ? usage(refusal(message)) : message
        // It repeats what was typed, and that must not steer the terminal.
        return "\(program): " + words.filter { $0 == "\n" || !$0.isControl }
    }

    private static func refusal(_ text: String) -> String {
        text
            .replacing(/^Unexpected argument '(.*)'(?=\n.*<subcommand>)/) { "그런 명령은 없습니다: \($0.1)" }
            .replacing(/^(?:Unexpected argument|\d+ unexpected arguments:) '(.*)'/) { match in
                "알 수 없는 말이 있습니다: \(match.1.replacing("', '", with: " "))"
            }
            .replacing(/Unknown option '(.*?)'/) { "그런 옵션은 없습니다: \($0.1)" }
            .replacing(/\. Did you mean '(.*)'\?/) { " (혹시 \($0.1)?)" }
            .replacing(/^Missing value for '(.*)'/) { "값이 빠졌습니다: \($0.1)" }
            .replacing(/^Missing expected argument '(.*)'/) { "빠진 것이 있습니다: \($0.1)" }
            .replacing(/^The value '(.*)' is invalid for '(.*?)'/) { "‘\($0.1)’ 값은 쓸 수 없습니다: \($0.2)" }
            .replacing(/\. Please provide one of (.*)\./) { match in
                let values = match.1.replacing(/,? (?:or|and)\s/, with: ", ").replacing("'", with: "")
                return ". 쓸 수 있는 값: \(values)"
            }
            .replacing(/^The option '(.*)' does not take any value, but '(.*)' was specified\./) {
                "\($0.1) 옵션에는 값을 붙이지 않습니다: \($0.2)"
            }
    }

    private static func usage(_ text: String) -> String {
        text
            .replacing(/(?m)^Help:\s+/, with: "설명: ")
            .replacing(/(?m)^Usage:\s/, with: "사용법: ")
            .replacing("<subcommand>", with: "<명령>")
            .replacing(/See '(.*)' for more information\./) { "자세한 설명: \($0.1)" }
    }
}

/// Text in the language of help: `--lang` of this process, else `KMA_LANG`, else Korean.
public func localized(_ korean: String, _ english: String) -> String {
    LocalizedText(korean, english)[.ofThisProcess]
}

extension Language: ExpressibleByArgument {}
extension Preference: ExpressibleByArgument {}
