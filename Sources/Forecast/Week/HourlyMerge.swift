extension [Slot] {
    /// The steps of several forecasts in one line: of a time that two of them have, the first one's step, with what
    /// it lacks from the second; a step that begins inside another's is left out.
    static func merged(_ forecasts: [[Slot]]) -> [Slot] {
        guard var line = forecasts.first else { return [] }
        for forecast in forecasts.dropFirst() {
            line = line.isEmpty ? forecast : line.merged(with: forecast)
        }
        return line
    }

    /// Both lines are in order of time, and so is the result.
    private func merged(with others: [Slot]) -> [Slot] {
        var line: [Slot] = []
        var others = others[...]
        for slot in self {
            while let other = others.first, other.time < slot.time {
                others.removeFirst()
                if line.last?.covers(other) != true { line.append(other) }
            }
            if let other = others.first, other.time == slot.time {
                others.removeFirst()
                line.append(slot.feed.source == other.feed.source ? slot.filled(by: other) : slot)
            } else {
                line.append(slot)
            }
        }
        return line + others.drop { line.last?.covers($0) == true }
    }
}

extension Slot {
    fileprivate func covers(_ other: Slot) -> Bool {
        other.time < time.addingTimeInterval(Double(hours) * 3_600)
    }
}
