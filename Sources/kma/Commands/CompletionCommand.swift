import ArgumentParser
import CommandLineSupport

struct CompletionCommand: KMACommand {
    static let texts = CommandTexts(
        "completion",
        ("셸 자동 완성 스크립트.", "Completion script for a shell."),
        usage: ("kma completion <셸>", "kma completion <shell>"),
        korean: """
            예:
              source <(kma completion bash)
              kma completion zsh > ~/.zsh/completions/_kma
              kma completion fish > ~/.config/fish/completions/kma.fish
            """,
        english: """
            Examples:
              source <(kma completion bash)
              kma completion zsh > ~/.zsh/completions/_kma
              kma completion fish > ~/.config/fish/completions/kma.fish
            """
    )

    @Argument(help: ArgumentHelp("셸: bash, zsh, fish.", "Shell: bash, zsh or fish.", value: ("셸", "shell"))) var arguments: [String] = []

    @Flag(help: .hidden) var words = false

    func run() throws {
        if words {
            let candidates = try Completion(commands: KMA.commands).candidates(for: arguments)
            guard !candidates.isEmpty else { return }
            let lines = candidates.map { $0.meaning.isEmpty ? $0.text : "\($0.text)\t\($0.meaning)" }
            return try StandardOutput.write(lines.joined(separator: "\n"))
        }
        guard arguments.count == 1, let script = CompletionScript(rawValue: arguments[0]) else {
            throw ValidationError("셸은 bash, zsh, fish 중 하나입니다.", "The shell is bash, zsh or fish.")
        }
        try StandardOutput.write(script.text)
    }
}
