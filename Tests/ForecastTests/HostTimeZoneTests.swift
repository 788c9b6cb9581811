import Foundation
import Testing

@testable import Forecast

/// Each host is a process of its own: the time zone of this one is shared by all tests.
@Suite("Korean time on hosts elsewhere")
struct HostTimeZoneTests {
    @Test("A host in UTC has Korea's days")
    func utc() async {
        await #expect(processExitsWith: .success) {
            Host.move(to: "UTC")
            #expect(TimeZone.current.secondsFromGMT(for: Host.midnight) == 0)
            #expect(Host.days == ["2026-10-04 23:59", "2026-10-05 00:00"])
        }
    }

    @Test("A host in Seoul has Korea's days")
    func seoul() async {
        await #expect(processExitsWith: .success) {
            Host.move(to: "Asia/Seoul")
            #expect(TimeZone.current.secondsFromGMT(for: Host.midnight) == 9 * 3_600)
            #expect(Host.days == ["2026-10-04 23:59", "2026-10-05 00:00"])
        }
    }

    @Test("A host in Los Angeles has Korea's days")
    func losAngeles() async {
        await #expect(processExitsWith: .success) {
            Host.move(to: "America/Los_Angeles")
            #expect(TimeZone.current.secondsFromGMT(for: Host.midnight) == -7 * 3_600)
            #expect(Host.days == ["2026-10-04 23:59", "2026-10-05 00:00"])
        }
    }
}

/// The machine a test runs on, as far as its clock goes.
private enum Host {
    /// 00:00:00 of 2026-10-05 in Korea.
    static let midnight = Date(timeIntervalSince1970: 1_791_126_000)

    static func move(to zone: String) {
        setenv("TZ", zone, 1)
        tzset()
        NSTimeZone.resetSystemTimeZone()
    }

    /// Last second of a day and first of the next in Korea.
    static var days: [String] {
        [midnight.addingTimeInterval(-1), midnight].map {
            "\(KoreanDate(of: $0)) \(KoreanTime($0).clock)"
        }
    }
}
