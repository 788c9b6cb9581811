import ArgumentParser
import Forecast
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Description of a command by its parser, for help, completion and hints, laid out by cells, as a Hangul syllable takes two.
package struct CommandHelp: Decodable, Sendable {
    package let commandName: String
    let abstract: String?
    let discussion: String?
    package var arguments: [Argument]
    package var subcommands: [CommandHelp]
    package var localizedName: String?

    private enum CodingKeys: String, CodingKey { case commandName, abstract, discussion, arguments, subcommands }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        commandName = try values.decode(String.self, forKey: .commandName)
        abstract = try values.decodeIfPresent(String.self, forKey: .abstract)
        discussion = try values.decodeIfPresent(String.self, forKey: .discussion)
        arguments = try values.decodeIfPresent([Argument].self, forKey: .arguments)?.filter(\.shouldDisplay) ?? []
        subcommands = try values.decodeIfPresent([CommandHelp].self, forKey: .subcommands)?.filter { $0.commandName != "help" } ?? []
    }

    package static func of(_ program: any ParsableCommand.Type) throws -> CommandHelp {
        struct Dump: Decodable { let command: CommandHelp }
        return try JSONDecoder().decode(Dump.self, from: Data(program._dumpHelp().utf8)).command
    }

    func described(_ command: any ParsableCommand.Type) -> CommandHelp {
        subcommands.first { $0.commandName == command.configuration.commandName } ?? self
    }

    func owners(of option: String) -> [String] { subcommands.filter { $0.arguments.contains { $0.spellings.contains(option) } }.map(\.commandName) }
}

extension CommandHelp {
    package struct Argument: Decodable, Sendable {
        enum Kind: String, Decodable { case positional, option, flag }

        struct Name: Decodable {
            enum Kind: String, Decodable { case long, short, longWithSingleDash }
            let kind: Kind
            let name: String
        }

        let kind: Kind
        let shouldDisplay: Bool
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let defaultValue: String?
        package var allValues: [String]?

        package var spellings: [String] {
            let names = names ?? []
            return names.filter { $0.kind == .short }.map { "-\($0.name)" } + names.filter { $0.kind == .long }.map { "--\($0.name)" }
        }

        var label: String {
            let value = valueName.map { "<\($0)>" } ?? ""
            switch kind {
            case .positional: return value
            case .option: return "\(spellings.joined(separator: ", ")) \(value)"
            case .flag: return spellings.joined(separator: ", ")
            }
        }

        package func meaning(_ language: Language) -> String {
            let abstract = abstract ?? ""
            let sentence = Argument.ofTheParser[abstract]?[language] ?? abstract
            let values = (allValues ?? []).filter { !$0.isEmpty }
            let isNamed = defaultValue == nil && values.allSatisfy(sentence.contains)
            let facts = [
                values.isEmpty || isNamed ? nil : LocalizedText("", "values: ")[language] + values.joined(separator: ", "),
                kind == .flag ? nil : defaultValue.map { LocalizedText("기본값: ", "default: ")[language] + $0 },
            ].compactMap { $0 }
            return sentence + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")
        }

        /// swift-argument-parser 1.8.
        private static let ofTheParser = [
            "Show the version.": LocalizedText("버전을 보여 줍니다.", "Show the version."),
            "Show help information.": LocalizedText("도움말을 보여 줍니다.", "Show help information."),
        ]
    }

    /// The dump lacks `usage`.
    package func page(usage: String, _ language: Language, columns: Int) -> String {
        let layout = HelpLayout(columns: columns)
        let isKorean = language == .korean
        func list(_ korean: String, _ english: String, _ entries: [(label: String, meaning: String)]) -> String? {
            guard !entries.isEmpty else { return nil }
            return ([isKorean ? korean : english] + entries.flatMap(layout.entry)).joined(separator: "\n") + "\n"
        }
        func entries(_ arguments: [Argument]) -> [(label: String, meaning: String)] { arguments.map { ($0.label, $0.meaning(language)) } }
        let head = [abstract, discussion].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n\n")
        let lines = usage.replacing("\n", with: "\n       ")
        let sections: [String?] = [
            layout.text((isKorean ? "" : "OVERVIEW: ") + head) + "\n", layout.text((isKorean ? "사용법: " : "USAGE: ") + lines) + "\n",
            list("인수:", "ARGUMENTS:", entries(arguments.filter { $0.kind == .positional })),
            list("옵션:", "OPTIONS:", entries(arguments.filter { $0.kind != .positional })),
            list(
                "명령:",
                "SUBCOMMANDS:",
                subcommands.map { command in
                    let names = [command.commandName, command.localizedName].compactMap { $0 }
                    return (names.joined(separator: ", "), command.abstract ?? "")
                }
            ),
            subcommands.isEmpty
                ? nil : isKorean ? "  명령별 도움말: \(commandName) help <명령>" : "  See '\(commandName) help <subcommand>' for detailed help.",
        ]
        return sections.compactMap { $0 }.joined(separator: "\n")
    }
}

private struct HelpLayout {
    let columns: Int

    /// Follows the parser's layout; narrow terminals have meanings below labels.
    private var margin: Int { columns >= 60 ? 26 : 6 }

    func entry(_ label: String, _ meaning: String) -> [String] {
        let label = "  " + label
        let indent = String(repeating: " ", count: margin)
        let lines = meaning.wrapped(to: max(20, columns - margin))
        guard columns >= 60, label.displayWidth + 2 <= margin, let first = lines.first else { return [label] + lines.map { indent + $0 } }
        return [label.padded(to: margin) + first] + lines.dropFirst().map { indent + $0 }
    }

    func text(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line -> [String] in
            let line = String(line)
            guard line.displayWidth > columns else { return [line] }
            let indent = String(line.prefix { $0 == " " })
            let rest = indent.isEmpty ? "" : indent + "    "
            return line.wrapped(to: columns - rest.count).enumerated().map { ($0 == 0 ? indent : rest) + $1 }
        }.joined(separator: "\n")
    }
}
