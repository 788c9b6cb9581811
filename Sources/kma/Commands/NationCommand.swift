import ArgumentParser
import CommandLineSupport
import Forecast
import KMAForecast
import Regions
import Rendering
import Settings
import Words

struct NationCommand: FetchingCommand {
    static let koreanNames = ["전국"]
    static let takes = CommandWords.times
    static let optionsWithValue = ["--on"]

    static let texts = CommandTexts(
        "nation",
        ("전국 19곳의 날씨를 한눈에.", "The whole country at a glance: nineteen cities."),
        usage: ("kma nation [날] [옵션]", "kma nation [day] [options]"),
        korean: """
            예:
              kma 전국                      오늘
              kma 전국 내일                 내일
              kma 전국 --map                지도로
              kma nation --on 12/24 --json
            """,
        english: """
            Examples:
              kma nation --lang en          today
              kma nation tomorrow           tomorrow
              kma nation --map              as a map
              kma nation --on 12/24 --json
            """
    )

    @Argument(
        help: ArgumentHelp("날: 내일, 토요일, 12/24 … 오늘부터 열흘 뒤까지.", "The day: tomorrow, Saturday, 12/24 … up to ten days ahead.", value: ("날", "day"))
    )
    var words: [String] = []

    @Option(help: ArgumentHelp("날짜(스크립트에서).", "The day, for scripts.", value: ("날", "day"))) var on: String?

    @Flag(help: ArgumentHelp("표 대신 지도로: 19곳의 하늘과 기온.", "A map in place of the table: sky and temperature.")) var map = false

    @OptionGroup var sourceOptions: SourceOptions
    @OptionGroup var outputOptions: OutputOptions

    static let formats = Output.nation().formats
    var tableOption: String? { map ? "--map" : nil }

    private static let patience = Duration.seconds(20)

    mutating func validate() throws {
        try validateFormat()
        let day = words.isEmpty ? on : words.joined(separator: " ")
        if let on, let day, !words.isEmpty { throw ValidationError(twice: on, day) }
        let now = try Settings.current().clock()
        if NationReport.day(named: day, at: now) == nil { throw ValidationError(NationReport.noSuchDay(day ?? "")[Language.current]) }
    }

    func run() async throws {
        let settings = try Settings.current()
        let style = outputOptions.style(settings)
        let now = settings.clock()
        let day = words.isEmpty ? on : words.joined(separator: " ")
        let date = NationReport.day(named: day, at: now) ?? KoreanDate(of: now)
        try await fetch(settings, style) { forecaster, _ in
            let report = try await forecaster.nation(
                on: date,
                for: NationCity.all.map { _ in sourceOptions.caller },
                countryFor: sourceOptions.caller,
                preferring: sourceOptions.prefer,
                maximumAge: sourceOptions.maxAge,
                within: NationCommand.patience
            )
            let answer = [(place: AlertList.country[style.language], answer: report)]
            if !outputOptions.quiet { Notices(answer, style, isVerbose: outputOptions.verbose).write() }
            let asksForDust = words.flatMap { $0.split(separator: " ") }.contains { Sentence([String($0)], at: now).topic == .dust }
            try write(answer, as: .nation(isMap: map, withDust: asksForDust), style)
        }
    }
}
