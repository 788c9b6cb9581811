import Forecast
import Foundation
import Regions
import SampleFeeds
import Testing

@testable import Feeds

@Suite("Issue schedules")
struct IssueScheduleTests {
    private let day = KoreanDate(year: 2026, month: 10, day: 4)

    @Test(
        "The newest mid-term issue is the one of the last 06:00 or 18:00 in Korea",
        arguments: [
            (5, 59, "202610031800"), (6, 0, "202610040600"), (6, 5, "202610040600"), (17, 59, "202610040600"),
            (18, 0, "202610041800"), (18, 30, "202610041800"), (23, 59, "202610041800"),
            (0, 30, "202610031800"),
            (24, 30, "202610041800"),
        ]
    )
    func midTerm(hour: Int, minute: Int, issue: String) {
        let newest = IssueSchedule.midTerm.newest(at: day.at(hour: hour, minute: minute))
        #expect(KoreanTime(newest).compact == issue)
    }

    @Test(
        "The issues about a day begin ten days before it and end with its evening, each once available",
        arguments: [
            (-11, 0, ""), (-10, 0, "06:00 18:00"), (-5, 10, "06:00 18:00"),
            (-4, 12, "06:00 17:10 20:10 23:10"),
            (-3, 16, "02:10 05:10 08:10 11:10 14:10 17:10 20:10 23:10"),
            (-1, 32, "02:10 05:10 08:10 11:10 14:10 17:10 20:10 23:10"),
            (0, 40, "02:10 05:10 08:10 11:10 14:10 17:10 20:10"), (1, 47, ""),
        ]
    )
    func count(offset: Int, before: Int, times: String) {
        var count = before
        var risen: [String] = []
        for minutes in 0..<24 * 3 {
            let now = (day + offset).at(hour: minutes / 3, minute: [0, 9, 10][minutes % 3])
            let issues = IssueSchedule.issues(about: day, until: now)
            if issues == count + 1 { risen.append(KoreanTime(now).clock) }
            count = issues
        }
        #expect(risen.joined(separator: " ") == times)
    }

    @Test(
        "The forecast reaches a day further from the afternoon of 2024-11-28 on",
        arguments: [
            (2024, 6, 1, 42), (2024, 11, 30, 42), (2024, 12, 1, 42), (2024, 12, 2, 47), (2025, 1, 9, 47),
        ]
    )
    func extended(year: Int, month: Int, day: Int, count: Int) {
        let date = KoreanDate(year: year, month: month, day: day)
        #expect(IssueSchedule.issues(about: date, until: (date + 1).start) == count)
    }

    @Test(
        "에어코리아's issues are asked for when clients have them, and late ones again after a pause",
        arguments: [
            (.airMeasured, 900, 15, 20, "202610041500"), (.dustForecast, 600, 5, 30, "202610040500"),
            (.dustForecast, 600, 11, 30, "202610041100"), (.dustForecast, 600, 23, 30, "202610042300"),
            (.dustWeek, 1_800, 18, 0, "202610041730"),
        ] as [(IssueSchedule, Double, Int, Int, String)]
    )
    func air(schedule: IssueSchedule, retry: Double, hour: Int, minute: Int, issue: String) {
        let available = day.at(hour: hour, minute: minute)
        let newest = schedule.newest(at: available)
        #expect(KoreanTime(newest).compact == issue && schedule.retry == retry)
        #expect(schedule.newest(at: available - 1) == schedule.previous(to: newest))
        #expect(schedule.nextAvailable(after: schedule.previous(to: newest)) == available)
        #expect((IssueSchedule.shortTerm.retry, IssueSchedule.observation.retry) == (300, 60))
    }

    @Test("One step back from 06시 is 18시 of the day before, and from 18시 06시 of the same day")
    func previous() {
        let schedule = IssueSchedule.midTerm
        #expect(KoreanTime(schedule.previous(to: day.at(hour: 6))).compact == "202610031800")
        #expect(KoreanTime(schedule.previous(to: day.at(hour: 18))).compact == "202610040600")
    }

    @Test("The next issue is available at its own time plus the delay of its schedule")
    func next() {
        let midTerm = IssueSchedule.midTerm.nextAvailable(after: day.at(hour: 18))
        #expect(midTerm == (day + 1).at(hour: 6))
        let hourly = IssueSchedule(interval: 3_600, offset: 1_800, delay: 900)
        #expect(hourly.nextAvailable(after: day.at(hour: 14, minute: 30)) == day.at(hour: 15, minute: 45))
    }

    @Test(
        "An issue with a delay is the newest only after the delay",
        arguments: [
            (2, 9, "202610032300"), (2, 10, "202610040200"), (17, 9, "202610041400"),
            (17, 10, "202610041700"),
            (0, 0, "202610032300"),
        ]
    )
    func delay(hour: Int, minute: Int, issue: String) {
        let schedule = IssueSchedule(interval: 3 * 3_600, offset: 2 * 3_600, delay: 600)
        #expect(KoreanTime(schedule.newest(at: day.at(hour: hour, minute: minute))).compact == issue)
    }
}

/// Each host is a process of its own: the time zone of this one is shared by all tests.
@Suite("Issue schedules in other time zones")
struct IssueHostTests {
    @Test("A host in UTC requests Korea's issues")
    func utc() async {
        await #expect(processExitsWith: .success) {
            #expect(Host.issues(in: "UTC", offset: 0) == Host.expected)
        }
    }

    @Test("A host in Seoul requests Korea's issues")
    func seoul() async {
        await #expect(processExitsWith: .success) {
            #expect(Host.issues(in: "Asia/Seoul", offset: 9) == Host.expected)
        }
    }

    @Test("A host in Los Angeles requests Korea's issues")
    func losAngeles() async {
        await #expect(processExitsWith: .success) {
            #expect(Host.issues(in: "America/Los_Angeles", offset: -7) == Host.expected)
        }
    }
}

/// The machine a test runs on, as far as its clock goes.
private enum Host {
    /// At 05:59, 06:05, 18:30 and 00:30 after midnight in Korea.
    static let expected = ["202610031800", "202610040600", "202610041800", "202610041800"]

    /// `tmFc` of this process at those times, once it has moved; empty if it could not.
    static func issues(in zone: String, offset: Int) -> [String] {
        setenv("TZ", zone, 1)
        tzset()
        NSTimeZone.resetSystemTimeZone()
        let day = KoreanDate(year: 2026, month: 10, day: 4)
        guard TimeZone.current.secondsFromGMT(for: day.start) == offset * 3_600,
            let gateway = try? Wire.gateway()
        else { return [] }
        let query = FeedRequest.midTemperature(zone: "11B20601", gateway: gateway)
        return [(5, 59), (6, 5), (18, 30), (24, 30)].compactMap { hour, minute in
            let url = query.url(IssueSchedule.midTerm.newest(at: day.at(hour: hour, minute: minute)))
            return url.firstMatch(of: /&tmFc=(\d{12})&/).map { String($0.output.1) }
        }
    }
}

@Suite("Issue schedules of the short-term feeds")
struct ShortTermScheduleTests {
    @Test(
        "A short-term issue comes every three hours from 02:00 and is available ten minutes later",
        arguments: [
            ("202610040005", "202610032300"), ("202610040205", "202610032300"),
            ("202610040209", "202610032300"), ("202610040210", "202610040200"),
            ("202610040215", "202610040200"), ("202610040509", "202610040200"),
            ("202610040510", "202610040500"), ("202610040810", "202610040800"),
            ("202610041110", "202610041100"), ("202610041409", "202610041100"),
            ("202610041410", "202610041400"), ("202610041710", "202610041700"),
            ("202610042010", "202610042000"), ("202610042309", "202610042000"),
            ("202610042310", "202610042300"), ("202701010000", "202612312300"),
        ]
    )
    func shortTerm(now: String, issue: String) throws {
        #expect(IssueSchedule.shortTerm.newest(at: try korean(now)) == (try korean(issue)))
    }

    @Test(
        "The observation of each full hour is available ten minutes later",
        arguments: [
            ("202610040005", "202610032300"), ("202610040010", "202610040000"),
            ("202610041409", "202610041300"), ("202610041410", "202610041400"),
        ]
    )
    func observation(now: String, issue: String) throws {
        #expect(IssueSchedule.observation.newest(at: try korean(now)) == (try korean(issue)))
    }

    @Test(
        "The next six hours are issued at half past and available fifteen minutes later",
        arguments: [
            ("202610040005", "202610032330"), ("202610040044", "202610032330"),
            ("202610040045", "202610040030"), ("202610041409", "202610041330"),
            ("202610041445", "202610041430"),
        ]
    )
    func nextHours(now: String, issue: String) throws {
        #expect(IssueSchedule.nextHours.newest(at: try korean(now)) == (try korean(issue)))
    }

    @Test("The previous issue and the next availability follow the schedule")
    func steps() throws {
        let schedule = IssueSchedule.shortTerm
        let issue = try korean("202610040200")
        #expect(schedule.previous(to: issue) == (try korean("202610032300")))
        #expect(schedule.nextAvailable(after: issue) == (try korean("202610040510")))
        #expect(
            IssueSchedule.nextHours.nextAvailable(after: issue.addingTimeInterval(1_800))
                == (try korean("202610040345"))
        )
    }

    @Test("A request has base date and time in Korea, the cell, and a numOfRows above every row count")
    func wire() throws {
        let key = try #require(ServiceKey("key"))
        let gateway = KMAGateway(kind: .dataPortal, baseURL: "http://localhost/1360000", key: key)
        let cell = try #require(GridCell(x: 60, y: 127))
        let url = FeedRequest.shortTerm(cell: cell, gateway: gateway).url(try korean("202610040200"))
        #expect(url.hasPrefix("http://localhost/1360000/VilageFcstInfoService_2.0/getVilageFcst?"))
        for parameter in [
            "base_date=20261004", "base_time=0200", "nx=60", "ny=127", "numOfRows=1500", "pageNo=1",
        ] {
            #expect(url.contains(parameter + "&"))
        }
        let next = FeedRequest.nextHours(cell: cell, gateway: gateway).url(try korean("202610032330"))
        #expect(next.contains("getUltraSrtFcst?") && next.contains("base_time=2330"))
        let today = FeedRequest.today(from: 2, cell: cell, gateway: gateway)
        #expect(
            today.url(try korean("202610040200")) == url.replacing("numOfRows=1500", with: "numOfRows=254")
        )
        #expect(today.url(try korean("202610040500")).contains("numOfRows=217&"))
        #expect(today.url(try korean("202610042300")).contains("numOfRows=1&"))
        #expect(today.subject == "getVilageFcst-60-127-today-2")
        let now = FeedRequest.nowcast(cell: cell, gateway: gateway).url(try korean("202610040000"))
        #expect(now.contains("getUltraSrtNcst?") && now.contains("base_date=20261004&base_time=0000"))
    }

    @Test("Every base time requested through a whole day is one that KMA has")
    func answered() throws {
        let key = try #require(ServiceKey("key"))
        let gateway = KMAGateway(kind: .dataPortal, baseURL: "http://localhost/1360000", key: key)
        let cell = try #require(GridCell(x: 60, y: 127))
        let midnight = try korean("202610040000")
        for minute in stride(from: 0, to: 1_440, by: 5) {
            let now = midnight.addingTimeInterval(Double(minute) * 60)
            let shortTerm = FeedRequest.shortTerm(cell: cell, gateway: gateway)
            let nowcast = FeedRequest.nowcast(cell: cell, gateway: gateway)
            let nextHours = FeedRequest.nextHours(cell: cell, gateway: gateway)
            for url in [
                shortTerm.url(IssueSchedule.shortTerm.newest(at: now)),
                nowcast.url(IssueSchedule.observation.newest(at: now)),
                nextHours.url(IssueSchedule.nextHours.newest(at: now)),
            ] {
                let body = String(decoding: SampleFeeds.answer(to: url, at: now).body, as: UTF8.self)
                #expect(body.contains(#""resultCode":"00""#), "\(minute / 60):\(minute % 60) \(url)")
            }
        }
    }
}
