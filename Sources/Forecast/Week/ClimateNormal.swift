/// What is usual at a station on a day of the year: the mean low and high of 1991–2020 (평년값), in °C.
public struct ClimateNormal: Sendable, Hashable {
    /// The station it is of.
    public let station: LocalizedText
    /// Years behind the means; fewer than 30 make no full normal.
    public let years: Int
    /// The usual low.
    public let low: Double
    /// The usual high.
    public let high: Double
    /// The month of the day, 1…12, whose mean weighs most.
    public let month: Int

    /// The normal of a day from the means of January to December; `nil` unless there are twelve of each.
    ///
    /// A mean of a month belongs to the middle of it, so a day takes the means of the two months around it, each by its
    /// nearness: on the 1st of May those of April and May count about alike. KMA makes its daily normals of nine-day
    /// means, which are not published as a file.
    public init?(
        on date: KoreanDate,
        station: LocalizedText,
        years: Int,
        lows: [Double],
        highs: [Double]
    ) {
        guard lows.count == 12, highs.count == 12 else { return nil }
        let (year, month, _) = date.civil
        /// The middle of a month counted from that of the date, in days from the date.
        func middle(_ offset: Int) -> Double {
            let index = year * 12 + month - 1 + offset
            let start = KoreanDate(year: index / 12, month: index % 12 + 1, day: 1)
            let end = KoreanDate(year: (index + 1) / 12, month: (index + 1) % 12 + 1, day: 1)
            return Double(start - date) + Double(end - start) / 2
        }
        // A day is its noon.
        let own = middle(0) - 0.5
        let neighbour = own > 0 ? -1 : 1
        let other = middle(neighbour) - 0.5
        let share = abs(own) / (abs(own) + abs(other))
        let index = month - 1
        let next = (index + neighbour + 12) % 12
        func mixed(_ means: [Double]) -> Double {
            ((means[index] * (1 - share) + means[next] * share) * 10).rounded() / 10
        }
        self.station = station
        self.years = years
        self.low = mixed(lows)
        self.high = mixed(highs)
        self.month = month
    }
}

extension WeatherSummary {
    /// °C from the normal from which a low or a high is worth a word.
    private static let unusualDifference = 5.0

    /// `오늘 최고 평년보다 6° 높음.`: of today and tomorrow, the first day whose low or high is unusual, and of the two the
    /// one farther from its normal. An extreme of a part of the day is none.
    static func unusual(_ week: Week, today: KoreanDate) -> LocalizedText? {
        for day in week.days where day.date <= today + 1 && day.areExtremesWhole {
            guard let normal = day.normal else { continue }
            let differences = [
                (LocalizedText("최고", "high"), day.extremes.maximum.map { $0 - normal.high }),
                (LocalizedText("최저", "low"), day.extremes.minimum.map { $0 - normal.low }),
            ]
            let known = differences.compactMap { name, difference in difference.map { (name, $0) } }
            guard let (name, difference) = known.max(by: { abs($0.1) < abs($1.1) }),
                abs(difference) >= unusualDifference
            else { continue }
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
