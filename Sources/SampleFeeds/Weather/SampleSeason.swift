import Forecast

/// What the time of year does to Korean weather: a table by month, read smoothly from one mid-month to the next.
///
/// From the 1991–2020 normals of Seoul (기상청, 우리나라 기후평년값), rounded.
struct SampleSeason {
    /// 0 in mid January, 1 in mid August: how far the year has warmed up.
    /// Monthly means −2.0, 0.7, 6.1, 12.6, 18.2, 22.7, 25.3, 26.1, 21.6, 15.0, 7.5 and 0.2 °C.
    let warmth: Double
    /// Days of a month with 0.1 mm and more, as a share of its days; 장마 is in the rows of June and July.
    /// 6.1, 5.8, 7.0, 8.4, 8.6, 9.9, 16.3, 14.7, 9.1, 6.1, 8.8 and 7.8 days.
    let wetDays: Double
    /// The month's span from low to high, against the year's: dry spring wide, wet July narrow.
    let span: Double
    /// mm an hour that a fall brings, roughly; chosen so that months come near their sums, 17 mm in January and
    /// 414 mm in July.
    let intensity: Double

    init(of date: KoreanDate) {
        let (_, month, day) = date.civil
        let position = Double(month) - 1 + (Double(day) - 15.5) / 30.5
        func read(_ months: [Double]) -> Double {
            let start = position.rounded(.down)
            let here = months[(Int(start) + 12) % 12]
            let next = months[(Int(start) + 13) % 12]
            return here + (next - here) * (position - start)
        }
        warmth = read(Self.warmthByMonth)
        wetDays = read(Self.wetDaysByMonth)
        span = read(Self.spanByMonth)
        intensity = read(Self.intensityByMonth)
    }

    private static let warmthByMonth = [0, 0.10, 0.29, 0.52, 0.72, 0.88, 0.97, 1, 0.84, 0.61, 0.34, 0.08]
    private static let wetDaysByMonth = [
        0.20, 0.20, 0.23, 0.28, 0.28, 0.33, 0.53, 0.47, 0.30, 0.20, 0.29, 0.25,
    ]
    private static let spanByMonth = [0.90, 0.98, 1.07, 1.16, 1.19, 1.05, 0.80, 0.84, 1.00, 1.13, 0.99, 0.89]
    private static let intensityByMonth = [0.25, 0.35, 0.6, 1.0, 1.4, 1.5, 3.5, 3.2, 1.6, 0.9, 0.6, 0.25]
}
