import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast

/// How an answer is printed, and how much is said beside it.
struct OutputOptions: ParsableArguments {
    @Flag(name: .long, help: ArgumentHelp(localized("--format json 과 같습니다.", "The same as --format json.")))
    var json = false

    @Option(name: .long, help: ArgumentHelp(localized("출력 형식.", "Output format.")))
    var format: Format?

    @Option(
        name: .long,
        help: ArgumentHelp(localized("말: ko 또는 en (기본값 KMA_LANG).", "Language: ko or en (default KMA_LANG)."))
    )
    var lang: Language?

    @Flag(name: .long, help: ArgumentHelp(localized("무엇을 어디서 받았는지 보여 줍니다.", "Tell what came from where.")))
    var verbose = false

    mutating func validate() throws {
        if json, let format, format != .json {
            throw ValidationError(
                localized(
                    "--json은 --format \(format.rawValue) 옵션과 함께 쓸 수 없습니다.",
                    "--json and --format \(format.rawValue) exclude each other."
                )
            )
        }
    }

    /// The format that is asked for, or what the command prints by itself.
    func chosenFormat(or natural: Format = .table) -> Format {
        json ? .json : format ?? natural
    }

    /// Refuses a format that a command does not have, before anybody is asked for its answer.
    func allow(_ formats: Format..., of command: String) throws {
        guard let format, !formats.contains(format) else { return }
        let names = formats.map(\.rawValue).joined(separator: ", ")
        throw ValidationError(
            localized(
                "kma \(command)의 출력 형식은 \(names) 가운데 하나입니다.",
                "The formats of kma \(command) are \(names)."
            )
        )
    }
}
