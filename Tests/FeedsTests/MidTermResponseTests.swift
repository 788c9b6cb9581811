import Forecast
import Foundation
import Testing

@testable import Feeds

@Suite("Mid-term answers")
struct MidTermReadingTests {
    private let day = KoreanDate(year: 2026, month: 10, day: 4)

    @Test("Temperatures of 06시 cover the fourth to the tenth day after the issue, with their spreads")
    func temperatures06() throws {
        let read = try Wire.midTemperature(MidTermBodies.temperature06)
        #expect(read.origin == Origin(.midTemperature, Wire.issue))
        #expect(read.days.keys.sorted() == (4...10).map { day + $0 })
        #expect(
            read.days[day + 4]
                == Extremes(
                    minimum: 9,
                    maximum: 24,
                    minimumSpread: Spread(low: 1, high: 2),
                    maximumSpread: Spread(low: 0, high: 3)
                )
        )
        #expect(read.days[day + 7]?.minimum == 0)
        #expect(read.days[day + 9]?.minimum == -11)
        #expect(read.days[day + 9]?.maximum == -2)
    }

    @Test("Temperatures of 18시 begin with the fifth day")
    func temperatures18() throws {
        let read = try Wire.midTemperature(MidTermBodies.temperature18, issue: day.at(hour: 18))
        #expect(read.days.keys.sorted() == (5...10).map { day + $0 })
        #expect(read.days[day + 4] == nil)
    }

    @Test("A body of 18시 in answer to 06시 is the issue of the evening before, and not of these days")
    func otherIssue() {
        #expect(throws: FeedError(.noData)) {
            try Wire.midTemperature(MidTermBodies.temperature18, issue: day.at(hour: 6))
        }
        #expect(throws: FeedError(.noData)) {
            try Wire.midLand(MidTermBodies.land18, issue: day.at(hour: 6))
        }
    }

    @Test("A body of 06시 in answer to 18시 is the issue of the morning")
    func issueOfMorning() {
        #expect(throws: FeedError(.noData)) {
            try Wire.midTemperature(MidTermBodies.temperature06, issue: day.at(hour: 18))
        }
        #expect(throws: FeedError(.noData)) {
            try Wire.midLand(MidTermBodies.land06, issue: day.at(hour: 18))
        }
        // A day that is named without a value is none.
        let evening = Wire.service(fields: #""taMin4":null,"taMin5":9,"taMax5":24"#)
        #expect(throws: Never.self) { try Wire.midTemperature(evening, issue: day.at(hour: 18)) }
    }

    @Test("Days count from the date of the issue in Korea, also after midnight and on the last day of a year")
    func issueDate() throws {
        let newYearsEve = KoreanDate(year: 2026, month: 12, day: 31)
        let read = try Wire.midTemperature(MidTermBodies.temperature18, issue: newYearsEve.at(hour: 18))
        #expect(read.days.keys.min() == KoreanDate(year: 2027, month: 1, day: 5))
    }

    @Test("Issues before the end of 2024 also cover the third day")
    func thirdDay() throws {
        let read = try Wire.midTemperature(Wire.service(fields: #""taMin3":9,"taMax3":24"#))
        #expect(read.days == [day + 3: Extremes(minimum: 9, maximum: 24)])
    }

    @Test(
        "A field that is absent or empty is nil, and never 0",
        arguments: [
            #""taMin10":5"#, #""taMin10":5,"taMax10":null"#, #""taMin10":5,"taMax10":"""#,
            #""taMin10":5,"taMax10":"-""#, #""taMin10":5,"taMax10":-999"#, #""taMin10":5,"taMax10":"-998.9""#,
            #""taMin10":5,"taMax10":900"#, #""taMin10":5,"taMax10":{}"#, #""taMin10":5,"taMax10":true"#,
        ]
    )
    func missing(fields: String) throws {
        let read = try Wire.midTemperature(Wire.service(fields: fields))
        #expect(read.days == [day + 10: Extremes(minimum: 5)])
    }

    @Test("A number may be text, and may have a fraction")
    func numbersAsText() throws {
        let fields = #""taMin4":"9","taMin4Low":"1","taMin4High":"2","taMax4":"24.5""#
        let read = try Wire.midTemperature(Wire.service(fields: fields))
        let spread = Spread(low: 1, high: 2)
        #expect(read.days == [day + 4: Extremes(minimum: 9, maximum: 24.5, minimumSpread: spread)])
    }

    @Test(
        "A spread needs both of its ends and its temperature, and none beside it of another kind",
        arguments: [
            #""taMin4Low":1,"taMax4Low":1,"taMax4High":1"#, #""taMin4Low":8,"taMin4High":11"#,
            // Degrees of the air in place of their uncertainties.
            #""taMin4Low":8,"taMin4High":10,"taMax4Low":22,"taMax4High":25"#,
        ]
    )
    func halfSpread(fields: String) throws {
        let days = try Wire.midTemperature(Wire.service(fields: #""taMin4":9,"# + fields)).days
        #expect(days == [day + 4: Extremes(minimum: 9)])
    }

    @Test("Land of 06시 has halves to the seventh day and whole days after it")
    func land06() throws {
        let read = try Wire.midLand(MidTermBodies.land06)
        #expect(read.days.keys.sorted() == (4...10).map { day + $0 })
        for offset in 4...7 {
            let sky = try #require(read.days[day + offset])
            #expect(sky.morning != nil && sky.afternoon != nil && sky.whole == nil)
        }
        for offset in 8...10 {
            let sky = try #require(read.days[day + offset])
            #expect(sky.morning == nil && sky.afternoon == nil && sky.whole != nil)
        }
        let fifth = try #require(read.days[day + 5])
        #expect(fifth.morning?.precipitationProbability?.percent == 30)
        #expect(fifth.morning?.condition?.text.korean == "흐림")
        #expect(fifth.afternoon?.precipitationProbability?.percent == 60)
        #expect(fifth.afternoon?.condition?.theme == .rain)
        #expect(read.days[day + 6]?.morning?.condition?.theme == .snow)
        #expect(read.days[day + 10]?.whole?.precipitationProbability?.percent == 90)
    }

    @Test("Land of 18시 begins with the fifth day")
    func land18() throws {
        let read = try Wire.midLand(MidTermBodies.land18, issue: day.at(hour: 18))
        #expect(read.days.keys.sorted() == (5...10).map { day + $0 })
    }

    @Test("A probability without a text, and a text without a probability, are each read")
    func halfTruths() throws {
        let read = try Wire.midLand(
            Wire.service(fields: #""rnSt4Am":"30","wf4Pm":"흐림","rnSt5Am":null,"wf5Am":"""#)
        )
        let sky = try #require(read.days[day + 4])
        #expect(sky.morning?.precipitationProbability?.percent == 30)
        #expect(sky.morning?.condition == nil)
        #expect(sky.afternoon?.precipitationProbability == nil)
        #expect(sky.afternoon?.condition?.text.korean == "흐림")
        #expect(read.days[day + 5] == nil)
    }

    @Test(
        "A low above its high is no range, and leaves the day without either",
        arguments: [(#""taMin4":20,"taMax4":10,"taMin5":1"#, 5), (#""taMin4":10,"taMax4":10"#, 4)]
    )
    func contradiction(fields: String, offset: Int) throws {
        let days = try Wire.midTemperature(Wire.service(fields: fields)).days
        #expect(days.keys.map { $0 - day } == [offset])
    }

    @Test(
        "A temperature no weather has is missing, and so is an uncertainty below 0",
        arguments: [
            #""taMin4":-101,"taMax4":24"#, #""taMin4":99,"taMax4":24"#, #""taMin4":-50,"taMax4":24"#,
            #""taMin4":-99,"taMax4":24"#, #""taMin4":-99.9,"taMax4":24"#, #""taMin4":"-90","taMax4":24"#,
            #""taMin4":-999,"taMax4":24"#, #""taMin4":-45.1,"taMax4":24"#, #""taMin4":50.1,"taMax4":24"#,
            #""taMax4":24,"taMax4Low":-1,"taMax4High":1"#,
        ]
    )
    func impossibleTemperatures(fields: String) throws {
        #expect(
            try Wire.midTemperature(Wire.service(fields: fields)).days == [day + 4: Extremes(maximum: 24)]
        )
    }

    @Test(
        "A probability outside 0 to 100 is missing",
        arguments: [("0", 0), ("100", 100), ("101", nil), ("150", nil), ("-10", nil), ("0.3", nil)]
            as [(String, Int?)]
    )
    func probability(number: String, percent: Int?) throws {
        let read = try Wire.midLand(Wire.service(fields: #""rnSt8":\#(number),"wf8":"흐림""#))
        #expect(read.days[day + 8]?.whole?.precipitationProbability?.percent == percent)
        #expect(read.days[day + 8]?.whole?.condition?.text.korean == "흐림")
    }

    @Test("A sky's text is one line, with nothing that steers a terminal")
    func singleLine() throws {
        let read = try Wire.midLand(
            Wire.service(fields: #""wf8":" \u001b[31m흐림\r\n\u202e  끝 ","wf9":"\u0007""#)
        )
        #expect(read.days[day + 8]?.whole?.condition?.text.korean == "[31m흐림 끝")
        #expect(read.days[day + 9] == nil)
    }

    @Test(
        "A field of no day of the issue is ignored",
        arguments: [
            "taMin", "taMin2", "taMin11", "taMin04", "taMin44", "taMin99999999999999999999", "ta4Min", "4",
        ]
    )
    func otherDays(name: String) throws {
        let read = try Wire.midTemperature(Wire.service(fields: #""\#(name)":1,"taMin10":5"#))
        #expect(read.days == [day + 10: Extremes(minimum: 5)])
    }

    @Test("An answer about another zone than was asked for is malformed")
    func otherZone() throws {
        func answer(_ fields: String) -> HTTPAnswer {
            Wire.answer(Wire.service(items: #"{"item":[{"regId":"11H10701",\#(fields)}]}"#))
        }
        let (temperature, land) = (answer(#""taMin4":9,"taMax4":24"#), answer(#""wf4Am":"맑음","rnSt4Am":0"#))
        let gateway = try Wire.gateway()
        for zone in ["11H10701", "11B20601"] {
            let isAsked = zone == "11H10701"
            let requests: [() throws -> Void] = [
                {
                    _ = try FeedRequest.midTemperature(zone: zone, gateway: gateway).read(
                        temperature,
                        Wire.issue
                    )
                },
                { _ = try FeedRequest.midLand(zone: zone, gateway: gateway).read(land, Wire.issue) },
            ]
            for read in requests {
                if isAsked {
                    try read()
                } else {
                    #expect(throws: FeedError(.malformedResponse, "regId")) { try read() }
                }
            }
        }
    }

    @Test(
        "Of several items that of the requested zone is read; without it the answer is malformed"
    )
    func severalZones() throws {
        func item(_ zone: String, _ low: Int) -> String { #"{"regId":"\#(zone)","taMin4":\#(low)}"# }
        func low(_ items: String...) throws -> Double? {
            let body = Wire.service(items: #"{"item":[\#(items.joined(separator: ","))]}"#)
            return try Wire.midTemperature(body).days[day + 4]?.minimum
        }
        #expect(try low(item("11H10701", -30), item("11B20601", 9)) == 9)
        #expect(try low(item("11B20601", 9), item("11H10701", -30)) == 9)
        #expect(try low(#"{"taMin4":9}"#) == 9)
        #expect(try low(item(" 11B20601 ", 9)) == 9)
        #expect(try low(#"{"regId":"11B20601"}"#, item("11B20601", 9)) == 9)
        #expect(try low(item("11B20601", 9), item("11B20601", 9)) == 9)
        let both = [item("11B20601", 9), #"{"regId":"11B20601","taMin4":-5,"taMin5":1}"#].joined(
            separator: ","
        )
        let read = try Wire.midTemperature(Wire.service(items: #"{"item":[\#(both)]}"#))
        #expect(read.days == [day + 5: Extremes(minimum: 1)] && read.isInPart)
        func days(_ items: String...) throws -> MidTemperature {
            let own = items.map { #"{"regId":"11B20601",\#($0)}"# }.joined(separator: ",")
            return try Wire.midTemperature(Wire.service(items: #"{"item":[\#(own)]}"#))
        }
        let differing = try days(#""taMin4":9,"taMax4":20"#, #""taMin4":8,"taMax4":20"#)
        #expect(differing.days == [day + 4: Extremes(maximum: 20)] && differing.isInPart)
        let supplementing = try days(#""taMin4":9"#, #""taMax4":20"#)
        #expect(supplementing.days == [day + 4: Extremes(minimum: 9, maximum: 20)] && !supplementing.isInPart)
        let sky = [40, 30].map { #"{"regId":"11B20601","wf8":"흐림","rnSt8":\#($0)}"# }
        let land = try Wire.midLand(Wire.service(items: #"{"item":[\#(sky.joined(separator: ","))]}"#))
        #expect(land.isInPart && land.days[day + 8]?.whole?.condition?.text.korean == "흐림")
        #expect(land.days[day + 8]?.whole?.precipitationProbability == nil)
        for items in [[item("11H10701", 1), item("11G00201", 2)], [item("11H10701", 1), #"{"taMin4":9}"#]] {
            #expect(throws: FeedError(.malformedResponse, "regId")) { try low(items[0], items[1]) }
        }
    }

    @Test(
        "An unreadable number makes an answer partial; an absent, empty or marked one does not",
        arguments: [
            ("1e999", true), (#""warm""#, true), ("{}", true), ("null", false), (#"" ""#, false),
            (#""-""#, false), ("-99.9", false), ("-45.1", true), ("101", true),
        ]
    )
    func unreadable(json: String, isInPart: Bool) throws {
        let read = try Wire.midTemperature(Wire.service(fields: #""taMin4":9,"taMax4":20,"taMax5":\#(json)"#))
        #expect(read.days == [day + 4: Extremes(minimum: 9, maximum: 20)] && read.isInPart == isInPart)
        for (name, other) in [("8", "9"), ("4Am", "5Am"), ("4Pm", "5Pm")] {
            let fields = #""rnSt\#(name)":9,"wf\#(name)":"맑음","rnSt\#(other)":\#(json)"#
            let land = try Wire.midLand(Wire.service(fields: fields))
            #expect(land.days.count == 1 && land.isInPart == isInPart, "\(name)")
        }
    }

    @Test(
        "An answer of which no number can be read is malformed, and one of marks of missing no data",
        arguments: [
            (#""9℃""#, #""19℃""#, ErrorCode.malformedResponse), ("[9]", "[19]", .malformedResponse),
            ("282", "292", .malformedResponse), ("19", "9", .malformedResponse), ("-99", "-99", .noData),
            ("999", "999", .noData), ("null", #""-""#, .noData),
        ]
    )
    func unreadableAnswer(low: String, high: String, code: ErrorCode) {
        #expect(throws: FeedError(code)) {
            try Wire.midTemperature(Wire.service(fields: #""taMin4":\#(low),"taMax4":\#(high)"#))
        }
    }

    @Test("Zeros alone are no forecast, and a day of frost is")
    func zeros() throws {
        let fault = FeedError(.malformedResponse, "0")
        for zero in ["0", "0.0", #""0""#] {
            let fields = #""taMin4":\#(zero),"taMax4":0,"taMin5":0,"taMax5":\#(zero)"#
            #expect(throws: fault) { try Wire.midTemperature(Wire.service(fields: fields)) }
        }
        let frost = #""taMin4":0,"taMax4":0,"taMin5":0,"taMax5":4"#
        #expect(try Wire.midTemperature(Wire.service(fields: frost)).days.count == 2)
    }

    @Test("A text without a word of the weather, and over a quarter of the parts missing, are partial")
    func parts() throws {
        func land(_ edit: (String) -> String) throws -> Bool {
            try Wire.midLand(edit(MidTermBodies.land06)).isInPart
        }
        #expect(try !land { $0 })
        #expect(try land { $0.replacing(#""wf8":"구름많음""#, with: #""wf8":"-""#) })
        #expect(try land { $0.replacing(/"rnSt(\w+)":\d+/) { #""rnSt\#($0.1)":999"# } })
        #expect(try land { $0.replacing(/"wf(\w+)":"[^"]+"/) { #""wf\#($0.1)":"""# } })
        #expect(try !land { $0.replacing(#""rnSt8":40"#, with: #""rnSt8":999"#) })
        // Of 22.
        for (missing, isInPart) in [(5, false), (6, true)] {
            let names = ["4Am", "4Pm", "5Am", "5Pm", "6Am", "6Pm"].prefix(missing)
            let found = try land { body in
                names.reduce(body) { $0.replacing("\"wf\($1)\":\"", with: "\"wf\($1)\":\"\",\"\":\"") }
            }
            #expect(found == isInPart)
        }
        let lows = MidTermBodies.temperature06.replacing(/"taMin(\d+)":-?\d+/) { #""taMin\#($0.1)":-99.9"# }
        #expect(try Wire.midTemperature(lows).isInPart)
        #expect(try !Wire.midTemperature(MidTermBodies.temperature06).isInPart)
    }

    @Test(
        "Blanks around a number or a text are none of it",
        arguments: [#"" 30""#, #""30 ""#, #""\u00a030\t""#, "30", "30.0"]
    )
    func blanks(json: String) throws {
        let fields = #""rnSt8":\#(json),"wf8":" 흐림 ""#
        let day = try #require(try Wire.midLand(Wire.service(fields: fields)).days.values.first?.whole)
        #expect(day.precipitationProbability?.percent == 30 && day.condition?.text.korean == "흐림")
        let low = try Wire.midTemperature(Wire.service(fields: #""taMin4":\#(json)"#)).days.values.first
        #expect(low?.minimum == 30)
    }

    @Test("A zone that KMA has retired has no data")
    func retiredZone() {
        let body = #"{"response":{"header":{"resultCode":"03","resultMsg":"NO_DATA"}}}"#
        for read in [{ _ = try Wire.midTemperature(body) }, { _ = try Wire.midLand(body) }] {
            #expect(throws: FeedError(.noData, "03 NO_DATA")) { try read() }
        }
    }
}
