import Feeds
import Forecast
import Foundation
import Regions
import Testing

@testable import SampleFeeds

@Suite("Sample mid-term feeds")
struct SampleMidTermTests {
    @Test(
        "A temperature answer has KMA's keys in KMA's order, and whole numbers",
        arguments: [("202610040600", 6, 4...10), ("202610041800", 18, 5...10)]
    )
    func temperatureForm(tmFc: String, hour: Int, days: ClosedRange<Int>) throws {
        let answers = try SampleAnswers("2026-10-04", hour: hour)
        let text = answers.text("/MidFcstInfoService/getMidTa?regId=11B10101&tmFc=\(tmFc)&numOfRows=7")
        let item = try #require(text.firstMatch(of: /\[(.*)\]/)).output.1
        let expected = days.flatMap { day in
            ["taMin", "taMax"].flatMap { ["\($0)\(day)", "\($0)\(day)Low", "\($0)\(day)High"] }
        }
        #expect(writtenKeys(of: item) == ["regId"] + expected)
        #expect(item.contains(/^\{"regId":"11B10101"(,"\w+":-?\d+)+\}$/))
        #expect(text.hasSuffix(#","pageNo":1,"numOfRows":7,"totalCount":1}}}"#))
    }

    @Test(
        "A land answer has probabilities before texts, halves to the seventh day and whole days after it",
        arguments: [("202610040600", 6, 4...10), ("202610041800", 18, 5...10)]
    )
    func landForm(tmFc: String, hour: Int, days: ClosedRange<Int>) throws {
        let answers = try SampleAnswers("2026-10-04", hour: hour)
        let text = answers.text("/MidFcstInfoService/getMidLandFcst?regId=11B00000&tmFc=\(tmFc)")
        let item = try #require(text.firstMatch(of: /\[(.*)\]/)).output.1
        let expected = ["rnSt", "wf"].flatMap { name in
            days.flatMap { $0 <= 7 ? ["\(name)\($0)Am", "\(name)\($0)Pm"] : ["\(name)\($0)"] }
        }
        #expect(writtenKeys(of: item) == ["regId"] + expected)
    }

    @Test(
        "Every zone has only KMA's eleven texts, and probabilities in tens that fit them",
        arguments: 0..<52
    )
    func landWords(week: Int) throws {
        let words: Set = [
            "맑음", "구름많음", "흐림", "구름많고 비", "구름많고 눈", "구름많고 비/눈", "구름많고 소나기", "흐리고 비",
            "흐리고 눈", "흐리고 비/눈", "흐리고 소나기",
        ]
        let date = try #require(KoreanDate("2026-01-01")) + week * 7
        let answers = try SampleAnswers("\(date)", hour: 6)
        for zone in Gazetteer.landZones {
            let item = try answers.midLand(zone.code, KoreanTime(date.at(hour: 6)).compact)
            for suffix in ["4Am", "4Pm", "5Am", "5Pm", "6Am", "6Pm", "7Am", "7Pm", "8", "9", "10"] {
                let word = try #require(item["wf" + suffix] as? String)
                let chance = try #require(item["rnSt" + suffix] as? Int)
                #expect(words.contains(word))
                #expect(chance % 10 == 0)
                #expect(word.contains(" ") ? (60...90).contains(chance) : (0...40).contains(chance))
            }
        }
    }

    @Test(
        "Only the two newest issues are available",
        arguments: [
            (5, 59, ["202610031800", "202610030600"]),
            (6, 0, ["202610040600", "202610031800"]),
            (17, 59, ["202610040600", "202610031800"]),
            (18, 0, ["202610041800", "202610040600"]),
            (0, 30, ["202610031800", "202610030600"]),
        ]
    )
    func issues(hour: Int, minute: Int, available: [String]) throws {
        let answers = try SampleAnswers("2026-10-04", hour: hour, minute: minute)
        let asked = [
            "202610020600", "202610021800", "202610030600", "202610031800", "202610040600", "202610041800",
            "202610050600", "202610040900", "2026100406", "",
        ]
        for tmFc in asked {
            for operation in [
                "getMidTa?regId=11B10101", "getMidLandFcst?regId=11B00000", "getMidFcst?stnId=109",
            ] {
                let code = try answers.code("/MidFcstInfoService/\(operation)&tmFc=\(tmFc)")
                #expect(code == (available.contains(tmFc) ? "00" : "03"), "\(operation) \(tmFc)")
            }
        }
    }

    @Test(
        "A zone that KMA does not know has no data",
        arguments: [
            "getMidTa?regId=11H10603", "getMidTa?regId=11B00000", "getMidLandFcst?regId=11B10101",
            "getMidTa?regId=",
            "getMidTa?stnId=109", "getMidFcst?stnId=999", "getMidFcst?regId=109",
        ]
    )
    func unknownZone(operation: String) throws {
        let answers = try SampleAnswers("2026-10-04", hour: 7)
        let text = answers.text("/MidFcstInfoService/\(operation)&tmFc=202610040600")
        #expect(text == #"{"response":{"header":{"resultCode":"03","resultMsg":"NO_DATA"}}}"#)
    }

    @Test("Every zone and every office has an answer")
    func everyZone() throws {
        let answers = try SampleAnswers("2026-10-04", hour: 7)
        for zone in Gazetteer.temperatureZones {
            #expect(try answers.midTemperature(zone.code, "202610040600").count == 43)
        }
        for zone in Gazetteer.landZones {
            #expect(try answers.midLand(zone.code, "202610040600").count == 23)
        }
        for station in Gazetteer.outlookStations {
            let code = try answers.code(
                "/MidFcstInfoService/getMidFcst?stnId=\(station.code)&tmFc=202610040600"
            )
            #expect(code == "00", "\(station.name)")
        }
    }

    @Test("The outlook has several lines and mentions rain when there is some", arguments: 1...12)
    func outlook(month: Int) throws {
        let date = KoreanDate(year: 2026, month: month, day: 10)
        let answers = try SampleAnswers("\(date)", hour: 6)
        let issue = KoreanTime(date.at(hour: 6)).compact
        let target = "/MidFcstInfoService/getMidFcst?stnId=109&tmFc=\(issue)"
        let text = try #require(try answers.items(target).rows.first?["wfSv"] as? String)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.count == 6)
        #expect(lines[1].hasPrefix("○ (기온) 아침 기온은 "))
        let land = try answers.midLand("11B00000", issue)
        let isWet = land.values.contains { ($0 as? String)?.contains(" ") ?? false }
        #expect(lines[0].hasPrefix(isWet ? "○ (강수) " : "○ (하늘상태) "))
        #expect(lines[2].contains("(토)") && lines[2].contains("(일)"))
    }
}
