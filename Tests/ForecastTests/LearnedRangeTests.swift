import Foundation
import Testing

@testable import Forecast

@Suite("Ranges learned from a record")
struct LearnedRangeTests {
    private static let first = KoreanDate(year: 2025, month: 1, day: 1)

    /// Cases on days in a row, each issued at 18:00 so many days before; all of them before the first day unless `lead` is
    /// given, so that no error is known when they are issued and each counts by itself.
    private static func cases(_ errors: [Double], said: Double = 10, spread: Spread? = nil, lead: Int? = nil)
        -> [PastTemperature]
    {
        errors.enumerated().map { number, error in
            let date = first + number
            return PastTemperature(
                date: date,
                issuedAt: (lead.map { date + -$0 } ?? (first + -10)).at(hour: 18),
                said: said,
                spread: spread,
                observed: said + error
            )
        }
    }

    private static func range(_ past: [PastTemperature], said: Double = 0, _ spread: Spread? = nil)
        -> LearnedRange?
    {
        let record = RangeRecord(past, usesSpread: spread != nil)
        return record.range(around: said, spread, issuedAt: (first + 1_000).at(hour: 18))
    }

    /// Errors −n, …, −1, 1, …, n over half their mean, so that they are 1° off on average; 0 makes a number odd.
    private static func even(_ count: Int) -> [Double] {
        let half = count / 2
        let mean = Double(half + 1) / 2
        return (-half...half).filter { $0 != 0 || count % 2 == 1 }.map { Double($0) / mean }
    }

    @Test(
        "Ends are the ⌊(n + 1) · 0.1⌋th and ⌈(n + 1) · 0.9⌉th of n errors",
        arguments: [(20, 2, 19), (22, 2, 21), (28, 2, 27), (29, 3, 27), (30, 3, 28)]
    )
    func ends(count: Int, low: Int, high: Int) throws {
        let errors = Self.even(count)
        let range = try #require(Self.range(Self.cases(errors)))
        #expect(range.from == (errors[low - 1] * 10).rounded(.down) / 10)
        #expect(range.to == (errors[high - 1] * 10).rounded(.up) / 10)
        #expect((range.cases, range.since.description) == (count, "2025-01-01"))
    }

    @Test("19 errors make no range, and of 400 the newest 365 count")
    func counts() throws {
        #expect(Self.range(Self.cases(Array(Self.even(20).dropLast()))) == nil)
        let old = [Double](repeating: 30, count: 35)
        let new = (0..<365).map { Double($0 % 3) - 1 }
        let range = try #require(Self.range(Self.cases(old + new)))
        #expect((range.cases, range.since) == (365, Self.first + 35))
        #expect(range.to < 2)
    }

    @Test("Ends are rounded outward, and a tenth stays one")
    func rounding() throws {
        let range = try #require(
            Self.range(Self.cases([-1.3, 0.7].flatMap { [$0, $0] + Array(repeating: $0, count: 8) }))
        )
        #expect((range.from, range.to) == (-1.3, 0.7))
        let shifted = try #require(
            Self.range(Self.cases([-1.25, 0.75].flatMap { Array(repeating: $0, count: 10) }), said: 3)
        )
        #expect((shifted.from, shifted.to) == (1.7, 3.8))
        #expect(LearnedRange(stored: shifted.stored) == shifted && LearnedRange(stored: "1 2 3") == nil)
    }

    @Test("KMA's ± scales a range: of twice the width and a degree it is twice as wide")
    func spread() throws {
        let narrow = Spread(low: 1, high: 1)
        let past = Self.cases(Self.even(30).map { $0 * 2 }, spread: narrow)
        let quiet = try #require(Self.range(past, narrow))
        let doubtful = try #require(Self.range(past, Spread(low: 4, high: 2)))
        #expect((2 * quiet.to - 0.15...2 * quiet.to).contains(doubtful.to))
        #expect(Self.range(past, nil) != nil)
        let record = RangeRecord(past, usesSpread: true)
        #expect(record.range(around: 0, nil, issuedAt: (Self.first + 900).start) == nil)
        let bare = RangeRecord(Self.cases(Self.even(30)), usesSpread: true)
        #expect(bare.range(around: 0, narrow, issuedAt: (Self.first + 900).start) == nil)
    }

    @Test("A season of greater errors widens the range")
    func season() throws {
        let errors = (0..<200).map { Double($0 % 5) - 2 }
        let quiet = try #require(Self.range(Self.cases(errors, lead: 5)))
        let doubtful = try #require(
            Self.range(Self.cases(errors.dropLast(30) + errors.suffix(30).map { $0 * 4 }, lead: 5))
        )
        #expect(doubtful.to - doubtful.from > 1.5 * (quiet.to - quiet.from))
    }

    @Test("An issue or observation after an issue changes no digit of its range", arguments: 0..<40)
    func noLeak(seed: UInt64) throws {
        var random = RepeatedNumbers(seed: seed)
        let lead = Int.random(in: 3...10, using: &random)
        var past = Self.cases(
            (0..<400).map { _ in Double.random(in: -5...5, using: &random) },
            spread: Spread(low: 1, high: 2),
            lead: lead
        )
        let shown = past[Int.random(in: 60..<400, using: &random)]
        let record = RangeRecord(past, usesSpread: true)
        let before = try #require(record.range(around: shown.said, shown.spread, issuedAt: shown.issuedAt))
        let index = try #require(past.firstIndex(of: shown))
        #expect(record.ranges[index] == before)
        for index in past.indices
        where past[index].issuedAt >= shown.issuedAt || past[index].date.publication > shown.issuedAt {
            past[index].observed += Double.random(in: -20...20, using: &random)
            past[index].spread = Spread(low: 3, high: 3)
            if past[index].issuedAt >= shown.issuedAt { past[index].said -= 9 }
        }
        if Bool.random(using: &random) { past.removeAll { $0.issuedAt >= shown.issuedAt } }
        let after = RangeRecord(past, usesSpread: true)
        #expect(after.range(around: shown.said, shown.spread, issuedAt: shown.issuedAt) == before)
        // A case that is known does count.
        for index in 10..<40 { past[index].observed += 200 }
        let changed = RangeRecord(past, usesSpread: true)
        #expect(changed.range(around: shown.said, shown.spread, issuedAt: shown.issuedAt) != before)
    }

    @Test("Of forecasts that are right but for even noise, ranges hold 76 to 84 % in 95 % of worlds")
    func coverage() {
        var random = RepeatedNumbers(seed: 45)
        let isHeld = (0..<100).map { _ -> Bool in
            let errors = (0..<900).map { _ in
                let sum = (0..<6).reduce(0) { sum, _ in sum + Double.random(in: -1...1, using: &random) }
                return (sum * 14).rounded() / 10
            }
            let past = Self.cases(errors, said: 3, spread: Spread(low: 1, high: 1), lead: 6)
            let ranges = RangeRecord(past, usesSpread: true).ranges
            let shown = zip(past, ranges).compactMap { item, range in
                range.map { $0.contains(item.observed) }
            }
            let share = Double(shown.count { $0 }) / Double(shown.count)
            return shown.count > 850 && (0.76...0.84).contains(share)
        }
        #expect(isHeld.count { $0 } >= 95)
    }
}

@Suite("Confidence of rain")
struct RainConfidenceTests {
    private static func chance(_ percent: Int) throws -> Probability {
        try #require(Probability(percent: Double(percent)))
    }

    /// Days in a row of the same chance, so many of them wet and so many turned round.
    private static func days(_ percent: Int, _ count: Int, wet: Int, changed: Int = 0, known: Int? = nil)
        throws -> [PastRain]
    {
        let chance = try chance(percent)
        return (0..<count).map { number in
            let date = KoreanDate(year: 2025, month: 1, day: 1) + number
            let isNamed = percent >= 60
            return PastRain(
                date: date,
                issuedAt: (date + -6).at(hour: 18),
                chance: chance,
                isNamed: isNamed,
                isNamedNextDay: number < known ?? count ? isNamed != (number < changed) : nil,
                wasWet: number < wet
            )
        }
    }

    private static let later = KoreanDate(year: 2027, month: 1, day: 1).at(hour: 6)

    @Test(
        "Each chance has its class",
        arguments: [
            (0, "firm"), (10, "firm"), (20, "likely"), (30, "likely"), (40, "open"), (50, "open"),
            (60, "likely"),
            (70, "likely"), (80, "firm"), (100, "firm"),
        ]
    )
    func classes(percent: Int, name: String) throws {
        #expect(RainConfidence.Class(try Self.chance(percent)).rawValue == name)
    }

    @Test("Shares are of the days of the same class, at least a hundred")
    func shares() throws {
        let past =
            try Self.days(10, 80, wet: 8, changed: 1, known: 70) + Self.days(90, 20, wet: 15)
            + Self.days(40, 99, wet: 50)
        let firm = try #require(RainConfidence(of: Self.chance(0), issuedAt: Self.later, among: past))
        #expect(firm.kind == .firm)
        #expect((firm.right.count, firm.right.cases) == (72 + 15, 100))
        #expect((firm.changed?.count, firm.changed?.cases) == (1, 90))
        #expect(RainConfidence(stored: firm.stored) == firm && RainConfidence(stored: "firm") == nil)
        #expect(try RainConfidence(of: Self.chance(40), issuedAt: Self.later, among: past) == nil)
        #expect(try RainConfidence(of: Self.chance(20), issuedAt: Self.later, among: past) == nil)
    }

    @Test("Days that were not observed by the time of the issue do not count")
    func noLeak() throws {
        let past = try Self.days(40, 300, wet: 150)
        let issuedAt = KoreanDate(year: 2025, month: 1, day: 151).at(hour: 18)
        let before = try #require(RainConfidence(of: Self.chance(40), issuedAt: issuedAt, among: past))
        #expect(before.right.cases == 150)
        let turned = past.map { rain in
            var rain = rain
            if rain.date.publication > issuedAt { rain.wasWet.toggle() }
            return rain
        }
        #expect(try RainConfidence(of: Self.chance(40), issuedAt: issuedAt, among: turned) == before)
    }
}

/// Random numbers that repeat themselves from a seed (SplitMix64). This target depends on Forecast alone, so that its rules
/// are tested in seconds.
private struct RepeatedNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
