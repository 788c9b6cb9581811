import KMAForecast
import Rendering
import ArgumentParser
import Forecast
import Regions
import Watching

/// Candidates for all shells, which ask `kma completion --words …` at each Tab.
struct Completion {
    struct Candidate: Equatable {
        let text: String
        let meaning: String
    }

    let commands: [(name: String, type: any KMACommand.Type)]

    private static let maximumCount = 20

    func candidates(for words: [String]) throws -> [Candidate] {
        let typed = words.last ?? ""
        let before = Array(words.dropLast())
        if let option = before.last, CommandArguments.optionsWithValue.contains(option) {
            return values(of: option, typed, command: command(in: before)?.type)
        }
        if before.first == "help" { return before.count == 1 ? commandNames(typed) : [] }
        let command = command(in: before)
        if typed.hasPrefix("-") { return try options(of: command?.name ?? "week", typed) }
        let names = names(in: before)
        let named = command == nil && names.isEmpty ? commandNames(typed) : []
        if command?.type is LedgerCommand.Type, names.isEmpty { return texts(LedgerCommand.Action.allCases.map(\.rawValue), typed) }
        if command?.type is CompletionCommand.Type { return names.isEmpty ? texts(CompletionScript.allCases.map(\.rawValue), typed) : [] }
        // Hangul may also begin a place: 지역, 비금도.
        guard named.isEmpty || typed.contains(where: { !$0.isASCII }), !typed.isEmpty else { return named }
        let takes = command?.type.takes ?? [.places, .times]
        return named + (takes.contains(.times) ? texts(Sentence.usualTimes, typed.lowercased()) : [])
            + (takes.contains(.places) ? places(typed, after: Sentence(names, at: .distantPast).places) : [])
    }

    private func command(in words: [String]) -> (name: String, type: any KMACommand.Type)? { words.lazy.compactMap(command(named:)).first }

    private func command(named word: String) -> (name: String, type: any KMACommand.Type)? {
        let name = arguments.command(named: word)
        return commands.first { $0.name == name }
    }

    private func commandNames(_ typed: String) -> [Candidate] {
        commands.flatMap { name, type in
            ([name] + (typed.isEmpty ? [] : type.koreanNames)).filter { $0.hasPrefix(typed.lowercased()) }.map {
                Candidate(text: $0, meaning: type.texts.abstract[.current])
            }
        }
    }

    private func options(of command: String, _ typed: String) throws -> [Candidate] {
        try KMA.help().subcommands.first { $0.commandName == command }?.arguments.compactMap { argument in
            argument.spellings.first { $0.hasPrefix("--") && $0.hasPrefix(typed) }.map { Candidate(text: $0, meaning: argument.meaning(.current)) }
        } ?? []
    }

    private func values(of option: String, _ typed: String, command: (any ParsableCommand.Type)?) -> [Candidate] {
        switch option {
        // One word, as nothing quotes it.
        case "--area", "-a": places(typed, after: []).filter { !$0.text.contains(" ") }
        case "--format", "-f": texts(KMA.formats(of: command).map(\.rawValue), typed)
        case "--on", "--until": texts(Sentence.usualTimes, typed)
        // Several words have to be quoted by hand.
        case "--when": texts(WeatherRule.examples.filter { $0.allSatisfy(\.isLetter) }, typed)
        case "--color": texts(ColorChoice.allCases.map(\.rawValue), typed)
        case "--lang", "-l": texts(Language.allCases.map(\.rawValue), typed)
        case "--prefer": texts(Preference.allCases.map(\.rawValue), typed)
        default: []
        }
    }

    private func texts(_ texts: [String], _ typed: String) -> [Candidate] {
        texts.filter { $0.hasPrefix(typed) }.map { Candidate(text: $0, meaning: "") }
    }

    private func names(in words: [String]) -> [String] { arguments.words(in: words).filter { command(named: $0) == nil } }

    private var arguments: CommandArguments { CommandArguments(commands: commands.map(\.name), hasDefaultArea: false) }
}

extension Completion {
    private func places(_ typed: String, after names: [String]) -> [Candidate] {
        for start in names.indices {
            let words = names[start...].joined(separator: " ")
            let found = candidates(Gazetteer.completions(of: "\(words) \(typed)", limit: Completion.maximumCount)) { place in
                Completion.spellings(of: place).first { Completion.begins($0, with: typed) }
            }
            if !found.isEmpty { return found }
        }
        return candidates(Gazetteer.completions(of: typed, limit: Completion.maximumCount)) { place in
            let spellings = Completion.spellings(of: place).filter { Completion.begins($0, with: typed) }
            return spellings.first { Completion.leads($0, to: place) } ?? (spellings.isEmpty ? nil : place.name)
        }
    }

    private func candidates(_ places: [Place], _ spelling: (Place) -> String?) -> [Candidate] {
        var candidates: [Candidate] = []
        for place in places {
            guard let text = spelling(place), !candidates.contains(where: { $0.text == text }) else { continue }
            candidates.append(Candidate(text: text, meaning: text == place.name ? "" : place.name))
        }
        return candidates
    }

    /// `분당구`, `성남시 분당구`, `경기도 성남시 분당구`, `Bundang-gu`, shortest first.
    private static func spellings(of place: Place) -> [String] {
        let words = place.name.split(separator: " ")
        let english = place.englishName.split(separator: ",").first.map(String.init)
        let korean = words.indices.reversed().map { words[$0...].joined(separator: " ") }
        return korean + [english].compactMap { $0 }
    }

    private static func begins(_ spelling: String, with typed: String) -> Bool { spelling.lowercased().hasPrefix(typed.lowercased()) }

    private static func leads(_ spelling: String, to place: Place) -> Bool { (try? Gazetteer.place(named: spelling).name) == place.name }
}
