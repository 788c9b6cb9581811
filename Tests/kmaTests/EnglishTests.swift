import TestSupport
import Testing

@Suite("English without Hangul", .takesSlots(programs: 1))
struct EnglishTests {
    /// A day of the sample world in autumn, one with warnings, and one with yellow dust.
    private static let days = [
        "2026-11-29T15:00:00+09:00", "2027-01-27T18:30:00+09:00", "2027-04-28T15:00:00+09:00",
    ]

    @Test(
        "English output has no Hangul, on any day of the sample world",
        arguments: [
            ["week", "Seoul"], ["week", "Gangwon"], ["week", "Cheorwon-gun"],
            ["week", "Seoul", "--format", "line"],
            ["week", "Seoul", "--format", "waybar"], ["week", "Seoul", "Busan", "--format", "line"],
            ["week", "Seoul", "--format", "csv"], ["now", "Seoul"], ["now", "Seoraksan"],
            ["now", "Bundang-gu"],
            ["now", "Seoul", "--format", "line"],
            ["now", "Cheorwon-gun", "--template", "{place} {summary} {alert} {rain}"],
            ["hours", "Jeju"], ["hours", "Seoul", "--format", "csv"], ["rain", "Seoul"], ["theme", "Seoul"],
            ["alerts"], ["alerts", "Cheorwon-gun"], ["alerts", "Gangwon", "--format", "line"],
            ["week", "Seoul", "--verbose"],
        ]
    )
    func answers(arguments: [String]) async throws {
        // Each on one of the days, and on all of them in the check of long tests.
        let first = arguments.joined().utf8.reduce(0) { $0 + Int($1) } % EnglishTests.days.count
        for day in runsLongTests ? EnglishTests.days : [EnglishTests.days[first]] {
            let run = try await Program(["KMA_NOW": day, "KMA_LANG": "en"]).run(arguments + ["--sample"])
            #expect(run.status <= 1)
            #expect(EnglishTests.hangul(in: run.output + run.standardError) == [], "\(day)")
        }
    }

    @Test(
        "English output without weather, and for faults, has no Hangul",
        arguments: [
            ["areas", "Jung-gu"], ["areas"], ["areas", "dong"], ["doctor"], ["week", "Jung-gu", "--sample"],
            ["week", "Seuol", "--sample"], ["week", "Tokyo", "--sample"], ["week", "--sample"],
            ["week", "Seoul"], ["week", "Seoul", "--lang", "fr"],
            ["now", "40,100", "--sample"], ["week", "--aera", "Busan"], ["week", "Seoul", "--format", "xml"],
            ["now", "Seoul", "--template", "{moon}"], ["theme", "Seoul", "--date", "tomorrow"], ["weke"],
        ]
    )
    func messages(arguments: [String]) async throws {
        let run = try await Program(["KMA_LANG": "en"]).run(arguments)
        #expect(EnglishTests.hangul(in: run.output + run.standardError) == [])
    }

    @Test("Where the language is named twice the last counts, for errors in the arguments too")
    func twice() async throws {
        for arguments in [["-l", "ko", "--lang", "en"], ["--lang=ko", "--lang=en"]] {
            let run = try await Program().run(["week", "--aera"] + arguments)
            #expect(EnglishTests.hangul(in: run.standardError) == [], "\(run.standardError)")
        }
    }

    @Test("Of the outlook in English only KMA's own text is in Korean")
    func outlook() async throws {
        let run = try await Program(["KMA_LANG": "en"]).run(["outlook", "Gangwon", "--sample"])
        let lines = run.output.split(separator: "\n").map(String.init)
        let ends = [lines[0], lines[lines.count - 1], run.standardError].joined(separator: "\n")
        #expect(EnglishTests.hangul(in: ends) == [])
        #expect(!EnglishTests.hangul(in: run.output).isEmpty)
    }

    /// The words of a text that have a Korean letter.
    private static func hangul(in text: String) -> [String] {
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.map(String.init).filter { word in
            word.unicodeScalars.contains {
                0x1100...0x11FF ~= $0.value || 0x3131...0x318E ~= $0.value || 0xAC00...0xD7A3 ~= $0.value
            }
        }
    }
}
