import Feeds
import Foundation
import KMAForecast
import Testing

@Suite("Versions of answers")
struct AnswerVersionTests {
    private static let issue = Date(timeIntervalSince1970: 1_791_093_600)

    @Test(
        "An answer says more if fetched later, of no older issue and none not due yet",
        arguments: [
            (issue: 0.0, fetched: 2.0, saysMore: true), (issue: 3, fetched: 2, saysMore: true),
            (issue: 0, fetched: 1, saysMore: false), (issue: -3, fetched: 2, saysMore: false),
            (issue: 6, fetched: 2, saysMore: false),
        ]
    )
    func isOlder(issue: Double, fetched: Double, saysMore: Bool) {
        let version = AnswerVersion(
            issue: Self.issue,
            newestIssue: Self.issue + 3 * 3_600,
            askedAt: Self.issue + 60
        )
        let subject = StoredSubject(scope: .forTests, feed: .shortTerm, name: "a")
        let news = StoredNews(
            subject: subject,
            issue: Self.issue + issue * 3_600,
            fetchedAt: Self.issue + fetched * 60
        )
        #expect(version.isOlder(than: news) == saysMore)
    }
}
