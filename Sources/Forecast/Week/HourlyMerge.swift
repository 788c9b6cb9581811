extension [Slot] {
    /// Merges the steps of several forecasts, the preferred one first, into one sequence without overlaps.
    ///
    /// Of a time that two forecasts have, the preferred one's step is taken; what it lacks comes from the other only
    /// within one service, because values of two services in one step contradict each other. A step that begins inside
    /// another one is left out, and one inside which the preferred forecast begins ends there. Each forecast is in order of time, and so is the result.
    static func merged(_ forecasts: [[Slot]]) -> [Slot] {
        guard var merged = forecasts.first else { return [] }
        for forecast in forecasts.dropFirst() {
            merged = merged.isEmpty ? forecast : merged.merged(with: forecast)
        }
        return merged
    }

    private func merged(with others: [Slot]) -> [Slot] {
        var merged: [Slot] = []
        var others = others[...]
        for slot in self {
            while let other = others.first, other.time < slot.time {
                others.removeFirst()
                if merged.last?.covers(other) != true { merged.append(other.ending(by: slot.time)) }
            }
            if let other = others.first, other.time == slot.time {
                others.removeFirst()
                merged.append(slot.feed.source == other.feed.source ? slot.filled(by: other) : slot)
            } else {
                merged.append(slot)
            }
        }
        return merged + others.drop { merged.last?.covers($0) == true }
    }
}

extension Slot {
    /// Whether another step begins before this one ends.
    fileprivate func covers(_ other: Slot) -> Bool { other.time < end }

    /// This step up to a later time at which another begins. What falls in all of it is not known of a part of it, unless
    /// nothing does.
    fileprivate func ending(by time: Date) -> Slot {
        let left = Int(time.timeIntervalSince(self.time) / 3_600)
        guard left < hours else { return self }
        var slot = self
        slot.hours = Swift.max(1, left)
        if !isRate {
            if precipitation != .zero { slot.precipitation = nil }
            if snowfall != .zero { slot.snowfall = nil }
        }
        return slot
    }
}
