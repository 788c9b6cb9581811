#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A time without a dry step in which rain or snow falls: the one that is on, or else the next of the forecast.
public struct RainPeriod: Sendable, Hashable {
    /// Whether it falls now.
    public var isNow: Bool
    /// When it begins; `nil` where it falls already.
    public var startsAt: Date?
    /// When the first dry step begins; `nil` where the forecast does not reach that far.
    public var endsAt: Date?
    /// What falls in all of it.
    public var kind: Kind
    /// What falls, for people.
    public var text: LocalizedText
    /// The highest of its steps.
    public var probability: Probability?
    /// mm from now on; `nil` where the amount of a step is not known.
    public var amount: Amount?
    /// cm of fresh snow from now on; `nil` where the amount of a step is not known.
    public var snowfall: Amount?
    /// The feed of what falls now, or of its first step.
    public var feed: Feed

    /// What falls.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Water only.
        case rain
        /// Ice only.
        case snow
        /// Both, together or one after the other.
        case mixed
    }

    /// How long after now the first step may begin and still continue the present weather: one step of OpenWeather.
    fileprivate static let stepReach = 3 * 3_600.0

    /// The period of a week that is on at a moment, or comes next; `nil` where none is forecast.
    ///
    /// What is observed decides whether it rains now. The steps are those of the merged hours, so that a period goes on
    /// from KMA's next six hours into its short-term forecast.
    public init?(in week: Week, at now: Date) {
        let steps = week.hours.filter { $0.end > now }
        let ahead = steps.drop { $0.time <= now }
        let present = steps.first.flatMap { $0.time <= now ? $0 : nil }
        let observed = week.current?.condition ?? present?.condition
        if let observed, observed.isFalling {
            let goesOn = ahead.first.map { $0.time.timeIntervalSince(now) <= RainPeriod.stepReach } ?? false
            let falling = goesOn ? ahead.fallingPrefix : []
            let own = (present.flatMap { $0.condition?.isFalling == true ? [$0] : nil } ?? []) + falling
            self.init(own, observed: observed, feed: week.themeSelection.feed ?? own.first?.feed ?? .nowcast)
            endsAt = goesOn ? ahead.dropFirst(falling.count).dryBeginning(after: falling.last) : nil
        } else {
            let coming = ahead.drop { $0.condition?.isFalling != true }
            guard let first = coming.first else { return nil }
            let falling = coming.fallingPrefix
            self.init(falling, observed: nil, feed: first.feed)
            startsAt = first.time
            endsAt = coming.dropFirst(falling.count).dryBeginning(after: falling.last)
        }
    }

    private init(_ steps: [Slot], observed: Condition?, feed: Feed) {
        isNow = observed != nil
        self.feed = feed
        let falling =
            steps.compactMap { step in step.condition.map { ($0, step.precipitation?.value ?? 0) } }
            + [observed].compactMap { $0.map { ($0, 0) } }
        kind = Kind(falling.map { $0.0.kind })
        let representative = Condition.representative(of: falling)?.text
        text = kind == .mixed ? LocalizedText("비/눈", "Rain and snow") : representative ?? .notKnown
        probability = steps.compactMap(\.precipitationProbability).max()
        amount = steps.sum(\.precipitation)
        snowfall = steps.sum(\.snowfall)
    }

    /// Whether it falls now or begins within so many seconds.
    public func falls(within seconds: Double, of now: Date) -> Bool {
        startsAt.map { $0.timeIntervalSince(now) <= seconds } ?? isNow
    }
}

extension RainPeriod.Kind {
    fileprivate init(_ kinds: [Condition.Kind]) {
        self = kinds.allSatisfy { $0 == .rain } ? .rain : kinds.allSatisfy { $0 == .snow } ? .snow : .mixed
    }
}

extension Week {
    /// Until when it is known without a gap whether rain or snow falls; `nil` where it is not known from now on.
    public func rainKnownUntil(from now: Date) -> Date? {
        var end: Date?
        for step in hours where step.end > now {
            guard step.condition != nil, step.time <= end ?? now.addingTimeInterval(RainPeriod.stepReach)
            else { break }
            end = step.end
        }
        return end
    }
}

extension Slot {
    /// When the feed's next step begins.
    var end: Date { time.addingTimeInterval(Double(hours) * 3_600) }
}

extension ArraySlice<Slot> {
    /// The first steps, as long as rain or snow falls and none is missing between them.
    fileprivate var fallingPrefix: [Slot] {
        var falling: [Slot] = []
        for step in self {
            guard step.condition?.isFalling == true, falling.last.map({ $0.end == step.time }) ?? true else {
                break
            }
            falling.append(step)
        }
        return falling
    }

    /// When the first of the steps begins, if it is known to be dry and follows the last wet one.
    fileprivate func dryBeginning(after last: Slot?) -> Date? {
        guard let first, first.condition?.isFalling == false, last.map({ $0.end == first.time }) ?? true
        else {
            return nil
        }
        return first.time
    }
}

extension [Slot] {
    /// What falls in all of them; `nil` where there is none, or where the amount of one is not known or is a rate.
    fileprivate func sum(_ amount: KeyPath<Slot, Amount?>) -> Amount? {
        reduce(isEmpty ? nil : Amount.zero) { sum, step in
            guard let sum, let amount = step[keyPath: amount], !step.isRate || amount == .zero else {
                return nil
            }
            return sum + amount
        }
    }
}
