import Forecast
import Testing

@testable import Feeds

@Suite("OpenWeather's condition ids")
struct OpenWeatherConditionTests {
    /// Every id of openweathermap.org/weather-conditions, with the number of its icon.
    private static let ids: [(id: Int, icon: String, theme: Theme)] = [
        (200, "11", .rain), (201, "11", .rain), (202, "11", .rain), (210, "11", .rain), (211, "11", .rain),
        (212, "11", .rain), (221, "11", .rain), (230, "11", .rain), (231, "11", .rain), (232, "11", .rain),
        (300, "09", .rain), (301, "09", .rain), (302, "09", .rain), (310, "09", .rain), (311, "09", .rain),
        (312, "09", .rain), (313, "09", .rain), (314, "09", .rain), (321, "09", .rain),
        (500, "10", .rain), (501, "10", .rain), (502, "10", .rain), (503, "10", .rain), (504, "10", .rain),
        (511, "13", .snow), (520, "09", .rain), (521, "09", .rain), (522, "09", .rain), (531, "09", .rain),
        (600, "13", .snow), (601, "13", .snow), (602, "13", .snow), (611, "13", .snow), (612, "13", .snow),
        (613, "13", .snow), (615, "13", .snow), (616, "13", .snow), (620, "13", .snow), (621, "13", .snow),
        (622, "13", .snow),
        (701, "50", .cloudy), (711, "50", .cloudy), (721, "50", .cloudy), (731, "50", .cloudy),
        (741, "50", .cloudy), (751, "50", .cloudy), (761, "50", .cloudy), (762, "50", .cloudy),
        (771, "50", .cloudy), (781, "50", .cloudy),
        (800, "01", .clear), (801, "02", .clear), (802, "03", .cloudy), (803, "04", .cloudy),
        (804, "04", .cloudy),
    ]

    private func condition(_ id: Int, icon: String?) -> Condition {
        Condition(openWeather: WeatherItem(id: id, icon: icon))
    }

    @Test("Each of the 55 ids has its theme, by day and by night")
    func themes() {
        #expect(Self.ids.count == 55)
        for (id, icon, theme) in Self.ids {
            for letter in ["d", "n"] {
                #expect(condition(id, icon: icon + letter).theme == theme, "\(id)")
            }
        }
    }

    @Test("Each of the 55 ids has its own text, Korean in Hangul and English in Latin letters")
    func words() {
        let words = Self.ids.map { condition($0.id, icon: nil).text }
        #expect(Set(words.map(\.korean)).count == 55)
        #expect(Set(words.map(\.english)).count == 55)
        for words in words {
            #expect(
                words.korean.unicodeScalars.allSatisfy {
                    ("가"..."힣").contains($0) || " /".unicodeScalars.contains($0)
                }
            )
            #expect(
                words.english.wholeMatch(of: /[A-Z][a-z]+( [a-z]+)*(, [a-z]+( [a-z]+)*)?/) != nil,
                "\(words.english)"
            )
        }
    }

    @Test(
        "The upstream's machine-translated Korean is not used",
        arguments: [(500, "실 비"), (803, "튼구름"), (804, "온흐림")]
    )
    func ownWords(id: Int, theirs: String) {
        #expect(condition(id, icon: nil).text.korean != theirs)
    }

    @Test("The id and the icon are kept")
    func marks() {
        let condition = condition(803, icon: "04n")
        #expect(condition.code == 803)
        #expect(condition.icon == "04n")
    }

    @Test(
        "An icon of another form is not passed on",
        arguments: ["", "4n", "004n", "04x", "abd", "\u{1B}[m", "０４n"]
    )
    func strangeIcon(icon: String) {
        #expect(condition(803, icon: icon).icon == nil)
    }

    @Test(
        "A new id has the kind of its hundred, whatever its icon",
        arguments: [
            (299, "01d", .rain), (399, nil, .rain), (599, "01d", .rain), (614, nil, .snow),
            (699, "01d", .snow),
            (799, "13d", .cloudy), (805, "01d", .cloudy), (899, nil, .cloudy),
        ] as [(Int, String?, Theme)]
    )
    func unknownIDs(id: Int, icon: String?, theme: Theme) {
        #expect(condition(id, icon: icon).theme == theme)
    }

    @Test(
        "The icon decides for an id of no known hundred, and without an icon it is cloudy",
        arguments: [
            (900, "01d", .clear), (900, "02n", .clear), (951, "03d", .cloudy), (951, "04d", .cloudy),
            (962, "50d", .cloudy), (902, "09d", .rain), (902, "10n", .rain), (901, "11d", .rain),
            (903, "13d", .snow), (906, "99d", .cloudy), (906, "", .cloudy), (906, nil, .cloudy),
            (0, nil, .cloudy),
            (-1, nil, .cloudy), (400, "13d", .snow), (Int.max, nil, .cloudy),
        ] as [(Int, String?, Theme)]
    )
    func unknownHundreds(id: Int, icon: String?, theme: Theme) {
        #expect(condition(id, icon: icon).theme == theme)
    }

    @Test("Every id has a text")
    func alwaysWords() {
        for id in -100...1_100 {
            let words = condition(id, icon: nil).text
            #expect(!words.korean.isEmpty && !words.english.isEmpty, "\(id)")
        }
    }

    @Test(
        "Of two conditions the one that falls counts, and an amount beside a dry one says that it falls",
        arguments: [
            (#"[{"id":701},{"id":501}]"#, "", .rain), (#"[{"id":501},{"id":701}]"#, "", .rain),
            (#"[{"id":804},{"id":601}]"#, "", .snow), (#"[{},{"id":501}]"#, "", .rain),
            (#"[{"id":804}]"#, #","rain":{"3h":6}"#, .rain), (#"[{"id":800}]"#, #","snow":{"1h":1}"#, .snow),
            (#"[{"id":804}]"#, #","rain":{"3h":1},"snow":{"3h":1}"#, .mixed),
            (#"[{"id":804}]"#, #","rain":{"3h":"much"}"#, nil), (#"[{"id":804}]"#, #","rain":[]"#, nil),
            (#"[{"id":804}]"#, #","rain":{"3h":0},"snow":{}"#, .sky(.overcast)),
            (#"[{"id":500}]"#, #","snow":{"3h":1}"#, .rain), (#"[{"id":999}]"#, #","rain":{"3h":6}"#, nil),
        ] as [(String, String, Condition.Kind?)]
    )
    func falling(items: String, volumes: String, kind: Condition.Kind?) throws {
        let body = #"{"dt":1791093600,"main":{"temp":1},"weather":\#(items)\#(volumes)}"#
        #expect(try Wire.forecast(#"{"list":[\#(body)]}"#).slots.first?.condition?.kind == kind)
        #expect(try Wire.current(body).condition?.kind == kind)
    }
}
