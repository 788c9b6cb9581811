import Feeds
import Forecast
import Foundation
import Testing

@testable import KMAForecast

@Suite("Freshness of answers")
struct FreshnessTests {
    private let day = KoreanDate(year: 2026, month: 10, day: 4)
    private let issues = Freshness.byIssue(.midTerm, maximumAge: Freshness.maximumForecastAge)
    private let tenMinutes = Freshness.byAge(600)

    @Test("Of issues the newest is asked for, and the one before where that is not there yet")
    func toAsk() {
        #expect(issues.issues(at: day.at(hour: 15)) == [day.at(hour: 6), (day + -1).at(hour: 18)])
        #expect(
            issues.issues(at: day.at(hour: 0, minute: 30)) == [
                (day + -1).at(hour: 18), (day + -1).at(hour: 6),
            ]
        )
    }

    @Test(
        "An answer without issues is stored under its three hours, and found ten minutes into the next"
    )
    func stretches() {
        #expect(tenMinutes.issues(at: day.at(hour: 14, minute: 59)) == [day.at(hour: 12)])
        #expect(tenMinutes.issues(at: day.at(hour: 15, minute: 5)) == [day.at(hour: 15), day.at(hour: 12)])
        #expect(tenMinutes.issues(at: day.at(hour: 15, minute: 10)) == [day.at(hour: 15)])
    }

    @Test(
        "An answer without issues is current for its age, and from the future only within clocks' difference",
        arguments: [(0, true), (599, true), (600, false), (-5, true), (-6, false)] as [(Double, Bool)]
    )
    func currentAge(age: Double, isCurrent: Bool) {
        let fetchedAt = day.at(hour: 12)
        let now = fetchedAt.addingTimeInterval(age)
        #expect(tenMinutes.isFresh(fetchedAt: fetchedAt, now: now) == isCurrent)
    }

    @Test("A forecast of KMA's stands in for 48 hours from its issue, what speaks of now for three")
    func reserve() {
        let issue = day.at(hour: 6)
        let now = Freshness.byIssue(.observation, maximumAge: Freshness.maximumObservationAge)
        let hour = 3_600.0
        func stands(_ freshness: Freshness, after seconds: Double) -> Bool {
            freshness.mayStandIn(issue: issue, fetchedAt: issue, now: issue.addingTimeInterval(seconds))
        }
        #expect(stands(issues, after: 48 * hour) && !stands(issues, after: 48 * hour + 1))
        #expect(stands(now, after: 3 * hour) && !stands(now, after: 3 * hour + 1))
        #expect(stands(tenMinutes, after: 3 * hour) && !stands(tenMinutes, after: 3 * hour + 1))
    }

    @Test(
        "An issue stands in from its own time, whenever fetched; an answer without issues from its fetch"
    )
    func reserveBegins() {
        let (issue, fetchedAt) = (day.at(hour: 6), day.at(hour: 9))
        func stands(_ freshness: Freshness, hours: Int) -> Bool {
            freshness.mayStandIn(issue: issue, fetchedAt: fetchedAt, now: day.at(hour: hours))
        }
        #expect(stands(issues, hours: 54) && !stands(issues, hours: 55))
        #expect(stands(tenMinutes, hours: 12) && !stands(tenMinutes, hours: 13))
    }

    @Test("Something newer can be there at the next issue, and where that is overdue in five minutes")
    func nextIssue() {
        let issue = day.at(hour: 6)
        func next(at now: Date) -> Date { issues.nextChange(issue: issue, fetchedAt: issue, now: now) }
        #expect(next(at: day.at(hour: 15)) == day.at(hour: 18))
        #expect(next(at: day.at(hour: 18)) == day.at(hour: 18, minute: 5))
        #expect(next(at: day.at(hour: 20)) == day.at(hour: 20, minute: 5))
    }

    @Test("Without issues it can be there when the age is over, and where that is past in a minute")
    func nextAge() {
        let fetchedAt = day.at(hour: 12)
        func next(at now: Date) -> Date {
            tenMinutes.nextChange(issue: fetchedAt, fetchedAt: fetchedAt, now: now)
        }
        #expect(next(at: day.at(hour: 12, minute: 3)) == day.at(hour: 12, minute: 10))
        #expect(next(at: day.at(hour: 12, minute: 10)) == day.at(hour: 12, minute: 11))
    }
}
