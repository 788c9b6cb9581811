import Forecast

/// A forecast begins with the hour after its issue, so the hours of today before it stand in older issues only. Each is
/// that of the newest issue which has it: of the hour that is running, the issue before says more than that of 02:00.
extension SlotForecast {
    /// The steps of a day that a newer forecast does not have, with the day's low and its high.
    static func remainder(_ older: SlotForecast, _ newer: SlotForecast, _ day: KoreanDate) -> SlotForecast {
        let hours = day.start..<(day + 1).start
        let known = Set(newer.slots.map(\.time))
        return SlotForecast(
            slots: older.slots.filter { hours.contains($0.time) && !known.contains($0.time) },
            extremes: older.extremes.filter { $0.key == day }
        )
    }
}

extension SubjectHistory where Value == SlotForecast {
    /// An answer with the hours of a day that only earlier issues have; `other`: one more of those, from another request.
    func filled(_ answer: Answer, on day: KoreanDate, with other: Answer? = nil) -> SlotForecast {
        let eve = day.start - Self.eve
        var parts = earlier.filter { $0.key >= eve && $0.key < answer.issue }.map { ($0.key, $0.value) }
        parts.append((answer.issue, answer.value))
        // A whole issue before a part of it.
        if let other { parts.append((other.issue - 1, other.value)) }
        parts.sort { $0.0 > $1.0 }
        let older = parts.dropFirst().reduce(SlotForecast(slots: [])) { $0.filled(byEarlier: $1.1) }
        return parts.first?.1.filled(byEarlier: older) ?? answer.value
    }
}
