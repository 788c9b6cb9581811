import Forecast
import Foundation
import Testing

@testable import KMAForecast

@Suite("The pace of a day's calls")
struct CallPaceTests {
    private static let day = KoreanDate(year: 2026, month: 10, day: 4)

    @Test("Where the rate of the last hours lasts until midnight, nothing waits")
    func enough() {
        var pace = CallPace()
        let now = Self.day.at(hour: 9)
        for _ in 0..<900 { pace.record(.known, lateness: 1, left: 8_000, at: now) }
        // 300 an hour for fifteen hours.
        #expect(pace.refreshFactor(of: .known, left: 4_500, at: now) == 1)
        #expect(pace.refreshFactor(of: .known, left: 2_250, at: now) == 2)
        #expect(pace.refreshFactor(of: .known, left: 0, at: now) == .infinity)
        // Of the rate of the day before nothing is left.
        #expect(pace.refreshFactor(of: .known, left: 10, at: now.addingTimeInterval(86_400)) == 1)
    }

    @Test("Prefetched places, then followed ones, have their calls before the rest")
    func order() {
        var pace = CallPace(keptADay: 1_200)
        let now = Self.day.at(hour: 12)
        for _ in 0..<300 { pace.record(.followed, lateness: 1, left: 9_000, at: now) }
        for _ in 0..<300 { pace.record(.known, lateness: 1, left: 9_000, at: now) }
        // Until midnight: 600 kept, 1,200 followed, 1,200 known.
        let rows: [(left: Int, kept: Double, followed: Double, known: Double, new: Double)] = [
            (3_000, 1, 1, 1, 1), (2_400, 1, 1, 2, 1), (1_800, 1, 1, .infinity, .infinity),
            (1_200, 1, 2, .infinity, .infinity), (600, 1, .infinity, .infinity, .infinity),
            (0, .infinity, .infinity, .infinity, .infinity),
        ]
        for row in rows {
            #expect(pace.refreshFactor(of: .kept, left: row.left, at: now) == row.kept, "\(row.left) left")
            #expect(
                pace.refreshFactor(of: .followed, left: row.left, at: now) == row.followed,
                "\(row.left) left"
            )
            #expect(pace.refreshFactor(of: .known, left: row.left, at: now) == row.known, "\(row.left) left")
            #expect(pace.refreshFactor(of: .new, left: row.left, at: now) == row.new, "\(row.left) left")
            #expect(pace.refreshFactor(of: .stored, left: row.left, at: now) == .infinity)
        }
    }

    @Test(
        "A day in which places nobody keeps want three times the calls there are ends with calls for the kept"
    )
    func wholeDay() {
        let (places, limit, kept) = (1_200, 9_500, 500)
        var pace = CallPace(keptADay: kept)
        var left = limit
        var renewed = Array(repeating: Self.day.start, count: places)
        var keptCalls = 0.0
        var longest = 0.0
        for minute in 0..<1_440 {
            let now = Self.day.start.addingTimeInterval(Double(minute) * 60)
            keptCalls += Double(kept) / 1_440
            while keptCalls >= 1, left > 0 {
                pace.record(.kept, lateness: 1, left: left, at: now)
                (keptCalls, left) = (keptCalls - 1, left - 1)
            }
            #expect(keptCalls < 1, "minute \(minute)")
            for index in stride(from: minute % 10, to: places, by: 10) {
                let lateness = now.timeIntervalSince(renewed[index]) / 3_600
                guard lateness >= 1, left > 0, lateness >= pace.refreshFactor(of: .known, left: left, at: now)
                else {
                    continue
                }
                pace.record(.known, lateness: lateness, left: left, at: now)
                (renewed[index], left) = (now, left - 1)
                if minute > 360 { longest = max(longest, lateness) }
            }
        }
        // All but a hundredth are spent. Were the calls even over the day, each place would wait for 3.2 intervals; it is a
        // quarter more for what the first hours took before the rate was known.
        let even = Double(places * 24) / Double(limit - kept)
        #expect(left < limit / 100)
        #expect(longest <= 1.25 * even, "\(longest) intervals")
    }
}
