extension [Slot] {
    /// Merges steps, preferred forecast first, earlier ones cut where it begins; no values of two services in one step, since they contradict.
    static func merged(_ forecasts: [[Slot]]) -> [Slot] {
        guard var merged = forecasts.first else { return [] }
        for forecast in forecasts.dropFirst() { merged = merged.isEmpty ? forecast : merged.merged(with: forecast) }
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
    fileprivate func covers(_ other: Slot) -> Bool { other.time < end }

    /// Shortens a step; its amount is unknown then, unless zero.
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
