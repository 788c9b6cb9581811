import Foundation
import KMAForecast
import Record
import Regions
import Testing

@testable import Forecast
@testable import Rendering

@Suite("The accuracy of forecasts, in every format")
struct AccuracyRenderingTests {
    private static let today = KoreanDate(year: 2026, month: 10, day: 4)

    /// A lead of each state, one without a chance of rain, and one without a wet day.
    private static func leads() -> [LeadScore] {
        func days(_ count: Int, _ isWet: Bool, _ percent: Double?) -> [KoreanDate: ScoredForecast] {
            Dictionary(
                uniqueKeysWithValues: (1...count).map { number in
                    let forecast = ScoredForecast(
                        isWet: isWet && number % 3 == 0,
                        probability: percent.flatMap { Probability(percent: number % 3 == 0 ? $0 : 20) },
                        extremes: Extremes(
                            minimum: 10,
                            maximum: 20,
                            minimumSpread: isWet ? Spread(low: 1, high: 1) : nil
                        )
                    )
                    return (today + -number, forecast)
                }
            )
        }
        let observed = Dictionary(
            uniqueKeysWithValues: (1...60).map {
                (today + -$0, DayOutcome(isWet: $0 % 4 == 0, minimum: 11.3, maximum: 17.9))
            }
        )
        return LeadScore.scores(
            of: [0: days(60, true, 70), 3: days(12, true, 70), 7: days(60, false, nil), 9: [:]],
            against: observed
        )
    }

    private static func report(_ leads: [LeadScore], place: String = "서울") throws -> AccuracyReport {
        let place = try Gazetteer.place(named: place)
        return AccuracyReport(
            place: place,
            generatedAt: today.at(hour: 15),
            station: place.surfaceStation,
            since: today + -365,
            until: today + -1,
            leads: leads,
            isKept: true,
            isSample: false
        )
    }

    private static func style(_ language: Language, columns: Int = 80) -> Style {
        Style(language: language, ansi: ANSIStyle(isColored: false, hasTrueColor: false), columns: columns)
    }

    @Test("The sentence has the counts, the days and the station, and what always saying dry would be worth")
    func sentence() throws {
        let report = try Self.report(Self.leads())
        let distance = try #require(report.station).distance.oneDecimal
        let text = Output.accuracy.text(
            try Self.report(Self.leads()),
            in: .line,
            Self.style(.korean, columns: 200)
        )
        #expect(
            text == "7일 뒤 비 예보는 0번 중 0번 맞았고, 비 온 날 15일 중 15일을 놓쳤습니다"
                + "(2025-10-04부터 365일 가운데 60일, 서울 관측소 \(distance)km)."
        )
        let table = Output.accuracy.text(try Self.report(Self.leads()), in: .table, Self.style(.english))
        #expect(table.contains("right on 45 of 60 days"))
        #expect(table.contains("too few (12 d)"))
    }

    @Test(
        "Two forecasters with the same chances get the same sentence, whether rain is named from 40 % or 60 %"
    )
    func chances() throws {
        func sentence(from percent: Int) throws -> String {
            let days = (1...90).map { number -> (KoreanDate, ScoredForecast) in
                let chance = [10, 40, 70][number % 3]
                let forecast = ScoredForecast(
                    isWet: chance >= percent,
                    probability: Probability(percent: Double(chance))
                )
                return (Self.today + -number, forecast)
            }
            let observed = (1...90).map { (Self.today + -$0, DayOutcome(isWet: $0 % 6 == 1 || $0 % 3 == 2)) }
            let leads = LeadScore.scores(
                of: [7: Dictionary(uniqueKeysWithValues: days)],
                against: Dictionary(uniqueKeysWithValues: observed)
            )
            let report = try Self.report(leads)
            let table = AccuracyTable(report: report, style: Self.style(.korean)).text
                .replacing("\n ", with: " ")
            #expect(table.contains("40%     15/30   50%   33%~67%"), "\(table)")
            #expect(table.contains("40%부터로 치면 7일 뒤 비 예보는 60번 중 45번 맞고"))
            return try #require(AccuracyWords(report: report).sentence).english
        }
        let said = try sentence(from: 40)
        #expect(try said == sentence(from: 60))
        #expect(said.hasPrefix("By forecasts 7 days ahead, it was wet on 0 of 30 days given 10%, 15 of 30"))
    }

    @Test("The table fits any width, in both languages", arguments: [36, 44, 58, 80, 200])
    func widths(columns: Int) throws {
        let far = try Self.report([], place: "독도")
        for language in Language.allCases {
            for report in [try Self.report(Self.leads()), try Self.report([]), far] {
                let text = AccuracyTable(report: report, style: Self.style(language, columns: columns)).text
                for line in text.split(separator: "\n") where !line.contains("https://") {
                    #expect(String(line).displayWidth <= max(columns, 36), "\(line)")
                }
            }
        }
    }

    @Test("JSON has every field of the contract, null where there is no figure")
    func json() throws {
        let bytes = try Self.report(Self.leads()).json(.korean)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let leads = try #require(object["leads"] as? [[String: Any]])
        #expect(leads.map { $0["state"] as? String } == ["ok", "too_few", "ok", "too_few"])
        for lead in leads {
            #expect(
                Set(lead.keys) == ["lead_days", "cases", "state", "rain", "probability", "low", "high"]
            )
        }
        #expect(leads[1]["rain"] is NSNull && leads[1]["low"] is NSNull && leads[2]["probability"] is NSNull)
        let rain = try #require(leads[2]["rain"] as? [String: Any])
        #expect(rain["misses"] as? Int == 15 && rain["far"] is NSNull && rain["pod"] as? Double == 0)
        let low = try #require(leads[0]["low"] as? [String: Any])
        #expect(low["mae"] as? Double == 1.3 && low["bias"] as? Double == -1.3)
        #expect(low["range_coverage"] as? Double == 0 && low["within_2"] as? Double == 1)
        #expect((leads[0]["high"] as? [String: Any])?["range_coverage"] is NSNull)
        let truth = try #require(object["truth"] as? [String: Any])
        #expect(truth["source"] as? String == "kma.asos")
        #expect((truth["station"] as? [String: Any])?["id"] as? Int == 108)
        let none = try Self.report([], place: "독도").json(.english)
        let far = try JSONSerialization.jsonObject(with: Data(none)) as? [String: Any]
        #expect(far?["truth"] is NSNull)
    }

    @Test("CSV has a row a lead with as many cells as its header")
    func csv() throws {
        let text = CSV.leads(try Self.report(Self.leads()))
        let lines = text.split(separator: "\r\n")
        #expect(lines.count == 5)
        #expect(Set(lines.map { $0.count { $0 == "," } }).count == 1)
        #expect(lines[2] == "3,12,too_few" + String(repeating: ",", count: 24))
    }

    @Test(
        "The page is one balanced document without a script of its own, in both languages and without figures"
    )
    func page() throws {
        let frame = "<html lang=\"{language}\"><title>{title}</title><main>{content}</main>"
        let reports = [
            try Self.report(Self.leads()), try Self.report([]), try Self.report([], place: "독도"),
        ]
        for language in Language.allCases {
            for report in reports {
                for lead in [nil, 0, 3, 10] as [Int?] {
                    let html = AccuracyPage(report: report, language: language, leadDays: lead)
                        .html(in: frame)
                    #expect(!html.contains("<script") && !html.contains("style=") && !html.contains("nan"))
                    for tag in ["svg", "section", "figure", "table", "p", "text", "main"] {
                        let opened = html.matches(of: try Regex("<\(tag)[ >]")).count
                        #expect(opened == html.matches(of: try Regex("</\(tag)>")).count, "\(tag)")
                    }
                }
            }
            let html = AccuracyPage(report: reports[0], language: language, leadDays: 0).html(in: frame)
            #expect(html.matches(of: #/<svg /#).count == 2)
            #expect(html.contains("class=\"bounds\""))
        }
        let problem = AccuracyPage.problem(LocalizedText("<b>&", "<b>&"), language: .korean, in: frame)
        #expect(problem.contains("&lt;b&gt;&amp;"))
    }
}
