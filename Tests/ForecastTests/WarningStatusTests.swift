import Foundation
import Testing

@testable import Forecast

@Suite("The times of warnings")
struct WarningStatusTests {
    @Test(
        "A released warning has the times of its newest issue, in whatever order the events come",
        arguments: [true, false]
    )
    func released(newestFirst: Bool) throws {
        let zone = AlertZone(code: "L1090500", name: "서울동북권")
        func issue(at instant: Date) -> WarningEvent {
            WarningEvent(
                kind: .heavyRain,
                level: .advisory,
                zone: zone,
                issuedAt: instant,
                startsAt: instant,
                endsAt: nil
            )
        }
        let release = WarningEvent(
            kind: .heavyRain,
            level: .advisory,
            zone: zone,
            issuedAt: today.at(hour: 9),
            startsAt: nil,
            endsAt: today.at(hour: 12)
        )
        let newest = issue(at: today.at(hour: 3))
        let events = [release, newest, issue(at: (today + -2).at(hour: 20))]
        let status = WarningStatus(warnings: [])
            .completed(by: newestFirst ? events : events.reversed(), at: today.at(hour: 10))
        let warning = try #require(status.warnings.first)
        #expect(warning.issuedAt == newest.issuedAt)
        #expect(warning.effectiveAt == newest.startsAt)
    }
}
