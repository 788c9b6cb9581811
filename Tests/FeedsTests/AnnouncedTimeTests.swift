import Forecast
import Testing

@testable import Feeds

@Suite("Times in the words of KMA's warnings")
struct AnnouncedTimeTests {
    /// 2026-10-04 14:00, and the turns of a month and of a year.
    private static let afternoon = KoreanDate(year: 2026, month: 10, day: 4).at(hour: 14)
    private static let monthEnd = KoreanDate(year: 2026, month: 10, day: 31).at(hour: 20)
    private static let yearEnd = KoreanDate(year: 2026, month: 12, day: 31).at(hour: 16)
    private static let newYear = KoreanDate(year: 2027, month: 1, day: 1).at(hour: 1)

    private static func words(_ time: Date?) -> String { time.map { KoreanTime($0).compact } ?? "-" }

    @Test(
        "A part of the day goes from its start to its end, with its hours or without them",
        arguments: [
            ("새벽", "00시~06시", 0, 6), ("새벽", "00시~03시", 0, 3), ("새벽", "03시~06시", 3, 6),
            ("아침", "06시~09시", 6, 9),
            ("오전", "06시~12시", 6, 12), ("오전", "09시~12시", 9, 12), ("낮", "12시~15시", 12, 15),
            ("낮", "09시~15시", 9, 15),
            ("오후", "12시~18시", 12, 18), ("늦은 오후", "15시~18시", 15, 18), ("저녁", "18시~21시", 18, 21),
            ("밤", "18시~24시", 18, 24), ("밤", "21시~24시", 21, 24), ("밤", "21시~03시", 21, 27),
        ]
    )
    func parts(part: String, hours: String, from: Int, to: Int) throws {
        for (day, issued) in [
            (KoreanDate(year: 2026, month: 10, day: 4), Self.afternoon),
            (KoreanDate(year: 2026, month: 10, day: 5), Self.afternoon),
            (KoreanDate(year: 2026, month: 11, day: 1), Self.monthEnd),
            (KoreanDate(year: 2027, month: 1, day: 1), Self.yearEnd),
            (KoreanDate(year: 2026, month: 12, day: 31), Self.newYear),
        ] {
            let name = "\(day.civil.month)월\(day.civil.day)일\(part.filter { $0 != " " })"
            let exact = try #require(AnnouncedTime("\(name)(\(hours))", issuedAt: issued))
            #expect(exact.start == day.at(hour: from) && exact.end == day.at(hour: to), "\(name)(\(hours))")
            let alone = try #require(AnnouncedTime(name, issuedAt: issued))
            let whole = [
                "새벽": 0..<6, "아침": 6..<9, "오전": 6..<12, "낮": 12..<15, "오후": 12..<18, "늦은 오후": 15..<18,
            ]
            let span = whole[part] ?? (part == "저녁" ? 18..<21 : 18..<24)
            #expect(alone.start == day.at(hour: span.lowerBound), "\(name)")
            #expect(alone.end == day.at(hour: span.upperBound), "\(name)")
        }
    }

    private static let announcements: [(text: String, start: String, end: String)] = [
        ("10월05일09시30분", "202610050930", "-"), ("10월05일(09시30분)", "202610050930", "-"),
        ("10월05일09:30~12:00", "202610050930", "202610051200"),
        ("2026년10월05일밤", "202610051800", "202610060000"),
        ("10월05일오후3시", "202610051500", "-"), ("10월05일밤11시~12시", "202610052300", "202610060000"),
        // The unit behind the last hour alone, and a number that may be one.
        ("10월05일오전(09~12시)", "202610050900", "202610051200"),
        ("10월05일06∼09시", "202610050600", "202610050900"),
        ("10월05일새벽(03-06시)", "202610050300", "202610050600"),
        ("10월05일밤(21～24시)", "202610052100", "202610060000"),
        ("10월05일오전(09시~12)", "202610050900", "202610051200"),
        ("10월05일오전(9,12시)", "202610050600", "202610051200"),
        ("10월05일오전9시", "202610050900", "-"), ("10월05일낮12시", "202610051200", "-"),
        ("10월05일오전~낮", "202610050600", "202610051500"), ("10월05일늦은밤", "202610052100", "202610060000"),
        ("10월05일이른오후~밤", "202610051200", "202610060000"), ("10월05일이른오후", "202610051200", "202610051500"),
        ("10월05일밤(오후9시~12시)", "202610052100", "202610060000"),
        ("10월05일오후(3시~6시)", "202610051500", "202610051800"),
        ("10월05일밤(10시~2시)", "202610052200", "202610060200"),
        ("10월05일밤(18시~9시)", "202610051800", "202610060900"),
        ("10월05일밤(18시10분~18시)", "202610051810", "202610061800"),
        ("10월05일오후~밤(12시~20시)", "202610051200", "202610052000"),
        ("10월05일오후(3시10분~3시)", "202610051510", "202610060300"),
        ("10월05일오후(4시~3시)", "202610051600", "202610060300"), ("10월05일오후(3시~3시)", "202610051500", "-"),
        ("10월05일낮동안", "202610051200", "202610051500"),
        ("10월05일밤(21시~24시)~06일새벽(00시~03시)", "202610052100", "202610060300"),
        ("10월05일", "202610050000", "202610060000"), ("10월05일한때", "-", "-"),
        ("내일(5일)밤", "202610051800", "202610060000"),
        ("05일늦은오후(15시~18시),=", "202610051500", "202610051800"), ("03일아침", "", ""),
        ("10월05일한때~06일밤", "-", "202610070000"), ("10월05일오후1시", "202610051300", "-"),
        ("10월05일밤18시", "202610051800", "-"),
        ("10월05일오후12시", "202610051200", "-"), ("10월05일09시~09시", "202610050900", "-"),
        ("10월05일09시59분", "202610050959", "-"), ("10월05일09시60분", "202610050900", "-"),
        ("10월05일48시", "202610070000", "-"), ("10월05일49시", "202610050000", "202610060000"),
        // Ten days ahead at most, and within two months with its month.
        ("14일밤", "202610141800", "202610150000"), ("15일밤", "", ""),
        ("12월02일밤", "202612021800", "202612030000"),
        ("12월04일밤", "", ""), ("08월06일밤", "202608061800", "202608070000"), ("08월05일밤", "", ""),
        ("2062년10월05일밤", "", ""),
        ("02월30일밤", "", ""), ("밤", "", ""), ("", "", ""), ("99999999999999999999일", "", ""),
    ]

    @Test(
        "Hours by the clock and of a part of the day, several parts, a day alone, one without its month",
        arguments: announcements
    )
    func forms(text: String, start: String, end: String) {
        let time = AnnouncedTime(text, issuedAt: Self.afternoon)
        #expect((time == nil) == start.isEmpty)
        if let time { #expect([Self.words(time.start), Self.words(time.end)] == [start, end]) }
    }

    @Test("A month of two months around the turn of a year is of its nearer year")
    func monthBehind() throws {
        for (month, year) in [(2, 2027), (11, 2026), (12, 2026)] {
            let time = try #require(AnnouncedTime("\(month)월5일", issuedAt: Self.newYear))
            #expect(time.start == KoreanDate(year: year, month: month, day: 5).start)
        }
    }
}
