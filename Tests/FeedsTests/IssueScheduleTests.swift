import Forecast
import Foundation
import Testing

@testable import Feeds

@Suite("When KMA issues")
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

    @Test("One step back from 06시 is 18시 of the day before, and from 18시 06시 of the same day")
    func previous() {
        let schedule = IssueSchedule.midTerm
        #expect(KoreanTime(schedule.previous(to: day.at(hour: 6))).compact == "202610031800")
        #expect(KoreanTime(schedule.previous(to: day.at(hour: 18))).compact == "202610040600")
    }

    @Test("The next issue can be asked for at its own time, and with its delay where it has one")
    func next() {
        let midTerm = IssueSchedule.midTerm.nextAvailable(after: day.at(hour: 18))
        #expect(midTerm == (day + 1).at(hour: 6))
        let hourly = IssueSchedule(interval: 3_600, offset: 1_800, delay: 900)
        #expect(hourly.nextAvailable(after: day.at(hour: 14, minute: 30)) == day.at(hour: 15, minute: 45))
    }

    @Test(
        "An issue that comes with a delay is the newest only once that is over",
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
@Suite("Issue times asked for by hosts elsewhere")
struct IssueHostTests {
    @Test("A host in UTC asks for Korea's issues")
    func utc() async {
        await #expect(processExitsWith: .success) {
            #expect(Host.issues(in: "UTC", offset: 0) == Host.expected)
        }
    }

    @Test("A host in Seoul asks for Korea's issues")
    func seoul() async {
        await #expect(processExitsWith: .success) {
            #expect(Host.issues(in: "Asia/Seoul", offset: 9) == Host.expected)
        }
    }

    @Test("A host in Los Angeles asks for Korea's issues")
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

    /// What `tmFc` this process asks for at those times, once it has moved; nothing where it could not move.
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
