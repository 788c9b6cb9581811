import Forecast

/// Spreads the calls that a service has left over the rest of the day, so that those who rely on it have theirs until
/// midnight.
///
/// What is fetched ahead has the first claim: its need is known. What streams follow and several clients ask about comes
/// next, by the calls it made lately. Every other place shares what is left: where that would not last until midnight at
/// the rate of the last hours, its answers are renewed after a multiple of their interval, and shown as stale meanwhile.
struct CallPace: Sendable {
    /// Seconds over which the rate is taken: KMA's forecasts are issued every three hours.
    private static let window = 3 * 3_600.0
    private static let step = 600.0

    /// Calls a day of what is fetched ahead.
    let keptADay: Int
    /// Calls by the step of ten minutes they were made in. A call for an answer that was renewed late stands for as many
    /// as would have been made without waiting, so that the rate is what is wanted and not what is granted.
    private var calls: [Int: [RequestOrigin.Purpose: Double]] = [:]

    init(keptADay: Int = 0) {
        self.keptADay = keptADay
    }

    /// Takes a call into account; `lateness` says how many intervals after its last renewal the answer is renewed.
    mutating func record(_ purpose: RequestOrigin.Purpose, lateness: Double, left: Int, at now: Date) {
        let weight = min(max(1, lateness), max(1, refreshFactor(of: purpose, left: left, at: now)))
        calls[CallPace.number(of: now), default: [:]][purpose, default: 0] += weight
        let oldest = CallPace.number(of: now.addingTimeInterval(-CallPace.window))
        calls = calls.filter { $0.key > oldest && $0.key <= CallPace.number(of: now) }
    }

    /// After how many of its intervals an answer is renewed, where so many calls of the day are left; infinite where no
    /// call may be made.
    func refreshFactor(of purpose: RequestOrigin.Purpose, left: Int, at now: Date) -> Double {
        let available = Double(left) - reserved(before: purpose, at: now)
        switch purpose {
        case .kept: return left > 0 ? 1 : .infinity
        case .stored, .offline: return .infinity
        // A new place is asked for once; its limit is that of the quota.
        case .new: return available > 0 ? 1 : .infinity
        case .followed, .known:
            guard available >= 1 else { return .infinity }
            return max(1, need(of: purpose, at: now) / available)
        }
    }

    /// Calls until midnight of those who go before a purpose.
    func reserved(before purpose: RequestOrigin.Purpose, at now: Date) -> Double {
        switch purpose {
        case .kept, .stored, .offline: 0
        case .followed: need(of: .kept, at: now)
        case .known, .new: need(of: .kept, at: now) + need(of: .followed, at: now)
        }
    }

    /// Calls until midnight in Korea, at the present rate.
    private func need(of purpose: RequestOrigin.Purpose, at now: Date) -> Double {
        let seconds = (KoreanDate(of: now) + 1).start.timeIntervalSince(now)
        if purpose == .kept { return Double(keptADay) * seconds / 86_400 }
        let oldest = CallPace.number(of: now.addingTimeInterval(-CallPace.window))
        let recent = calls.reduce(0.0) { sum, step in
            step.key > oldest ? sum + step.value[purpose, default: 0] : sum
        }
        return recent / CallPace.window * seconds
    }

    private static func number(of now: Date) -> Int {
        Int((now.timeIntervalSince1970 / step).rounded(.down))
    }
}
