/// Normal of a day of the year at a station: mean low and high of 1991–2020 (평년값), in °C.
public struct ClimateNormal: Sendable, Hashable {
    /// Station of the normal.
    public let station: LocalizedText
    /// Years behind the means; fewer than 30 make no full normal.
    public let years: Int
    /// Mean low.
    public let low: Double
    /// Mean high.
    public let high: Double
    /// Month of the day, 1…12, whose mean weighs most.
    public let month: Int

    /// Interpolates monthly means, each mid-month; `nil` unless twelve. KMA's daily normals, nine-day means, are in no file.
    public init?(on date: KoreanDate, station: LocalizedText, years: Int, lows: [Double], highs: [Double]) {
        guard lows.count == 12, highs.count == 12 else { return nil }
        let (year, month, _) = date.civil
        func middle(_ offset: Int) -> Double {
            let index = year * 12 + month - 1 + offset
            let start = KoreanDate(year: index / 12, month: index % 12 + 1, day: 1)
            let end = KoreanDate(year: (index + 1) / 12, month: (index + 1) % 12 + 1, day: 1)
            return Double(start - date) + Double(end - start) / 2
        }
        let own = middle(0) - 0.5
        let neighbour = own > 0 ? -1 : 1
        let other = middle(neighbour) - 0.5
        let share = abs(own) / (abs(own) + abs(other))
        let index = month - 1
        let next = (index + neighbour + 12) % 12
        func mixed(_ means: [Double]) -> Double { ((means[index] * (1 - share) + means[next] * share) * 10).rounded() / 10 }
        (self.station, self.years) = (station, years)
        self.low = mixed(lows)
        self.high = mixed(highs)
        self.month = month
    }
}

extension WeatherSummary {
    private static let unusualDifference = 5.0

    static func unusual(_ week: Week, today: KoreanDate) -> LocalizedText? {
        for day in week.days where day.date <= today + 1 && !day.hasExtremesOfPart {
            guard let normal = day.normal else { continue }
            let differences = [
                (LocalizedText("최고", "high"), day.extremes.maximum.map { $0 - normal.high }),
                (LocalizedText("최저", "low"), day.extremes.minimum.map { $0 - normal.low }),
            ]
            let known = differences.compactMap { name, difference in difference.map { (name, $0) } }
            guard let (name, difference) = known.max(by: { abs($0.1) < abs($1.1) }), abs(difference) >= unusualDifference else { continue }
            let degrees = Int(abs(difference).rounded())
            let label = day.date.label(offset: day.date - today)
            let (korean, english) = difference > 0 ? ("높음", "above") : ("낮음", "below")
            return LocalizedText(
                "\(label.korean) \(name.korean)기온 평년보다 \(degrees)° \(korean).",
                "\(label.english)'s \(name.english) \(degrees)° \(english) normal."
            )
        }
        return nil
    }
}
