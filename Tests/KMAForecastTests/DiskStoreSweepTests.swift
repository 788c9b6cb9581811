import Feeds
import Forecast
import Foundation
import Testing

@testable import KMAForecast

@Suite("The daily sweep of the disk")
struct DiskStoreSweepTests {
    private let folder = NSTemporaryDirectory() + "kma-sweep-\(UUID())"

    private func put(_ name: String, at instant: Date) async {
        await DiskStore(directory: folder).put(
            StoredAnswer(fetchedAt: instant, status: 200, body: Array("{}".utf8)),
            for: StoredSubject(scope: .forTests, feed: .openWeatherForecast, name: name),
            issue: instant
        )
    }

    private var subjects: Set<String> {
        get throws {
            let feed = "\(folder)/\(StoreScope.forTests.name)/\(Feed.openWeatherForecast.rawValue)"
            return Set(try FileManager.default.contentsOfDirectory(atPath: feed))
        }
    }

    @Test("Answers nobody asks for are removed after 48 hours, with their folder")
    func sweptAfterTwoDays() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let monday = KoreanDate(year: 2026, month: 10, day: 5)
        await put("37.57,126.98", at: monday.at(hour: 9))
        await put("35.18,129.08", at: (monday + 2).at(hour: 9))
        #expect(try subjects == ["37.57,126.98", "35.18,129.08"])
        await put("35.18,129.08", at: (monday + 4).at(hour: 9))
        #expect(try subjects == ["35.18,129.08"])
    }
}
