import Forecast
import Foundation
import Regions
import SampleFeeds
import Testing

@testable import Feeds

@Suite("Which issue of the short-term feeds is the newest")
struct ShortTermScheduleTests {
    @Test(
        "A short-term issue comes every three hours from 02:00 and can be had ten minutes later",
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
        "An observation of each full hour can be had ten minutes later",
        arguments: [
            ("202610040005", "202610032300"), ("202610040010", "202610040000"),
            ("202610041409", "202610041300"), ("202610041410", "202610041400"),
        ]
    )
    func observation(now: String, issue: String) throws {
        #expect(IssueSchedule.observation.newest(at: try korean(now)) == (try korean(issue)))
    }

    @Test(
        "The next six hours come at half past and can be had a quarter of an hour later",
        arguments: [
            ("202610040005", "202610032330"), ("202610040044", "202610032330"),
            ("202610040045", "202610040030"), ("202610041409", "202610041330"),
            ("202610041445", "202610041430"),
        ]
    )
    func nextHours(now: String, issue: String) throws {
        #expect(IssueSchedule.nextHours.newest(at: try korean(now)) == (try korean(issue)))
    }

    @Test("One step back and the next availability keep to the schedule")
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

    @Test("A question names its base date and time in Korea, its cell, and room for every row")
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
        let now = FeedRequest.nowcast(cell: cell, gateway: gateway).url(try korean("202610040000"))
        #expect(now.contains("getUltraSrtNcst?") && now.contains("base_date=20261004&base_time=0000"))
    }

    @Test("Every base time that is asked for is one that KMA has, through a whole day")
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
