import Forecast

struct SampleClimate {
    private let january: Double
    private let august: Double
    private let span: Double

    init(latitude: Double, longitude: Double) {
        var (january, august, span, weights) = (0.0, 0.0, 0.0, 0.0)
        for station in Self.stations {
            let north = station.latitude - latitude
            let east = (station.longitude - longitude) * 0.8
            // At least a tenth of a degree, 10 km, so that no station decides.
            let squared = north * north + east * east + 0.01
            let weight = 1 / (squared * squared)
            january += station.january * weight
            august += station.august * weight
            span += station.span * weight
            weights += weight
        }
        self.january = january / weights
        self.august = august / weights
        self.span = span / weights
    }

    func mean(_ season: SampleSeason) -> Double { january + (august - january) * season.warmth }

    func span(_ season: SampleSeason) -> Double { span * season.span }

    /// Degrees; means of January and August, and daily range, in °C.
    private typealias Station = (latitude: Double, longitude: Double, january: Double, august: Double, span: Double)

    /// 기상청, 우리나라 기후평년값 1991–2020, to half a degree.
    private static let stations: [Station] = [
        (37.57, 126.97, -2.0, 26.1, 8.6),  // 서울
        (37.48, 126.62, -1.5, 25.8, 7.2),  // 인천
        (37.26, 126.98, -2.0, 26.0, 9.4),  // 수원
        (37.97, 124.71, -1.0, 24.5, 5.5),  // 백령도
        (38.15, 127.30, -5.0, 24.5, 11.0),  // 철원
        (37.90, 127.74, -4.0, 25.0, 11.0),  // 춘천
        (37.34, 127.95, -3.0, 25.5, 10.0),  // 원주
        (37.68, 128.72, -7.0, 19.5, 9.5),  // 대관령
        (37.17, 128.99, -4.5, 21.0, 9.5),  // 태백
        (38.25, 128.56, 0.0, 24.5, 7.5),  // 속초
        (37.75, 128.89, 1.0, 25.0, 8.2),  // 강릉
        (36.99, 129.41, 1.5, 24.0, 8.0),  // 울진
        (37.48, 130.90, 1.5, 24.0, 5.6),  // 울릉도
        (36.64, 127.44, -1.5, 26.3, 9.8),  // 청주
        (36.97, 127.95, -3.0, 25.5, 11.0),  // 충주
        (36.37, 127.37, -1.0, 26.0, 9.8),  // 대전
        (36.78, 126.49, -1.5, 25.5, 9.7),  // 서산
        (36.22, 127.99, -1.5, 25.0, 10.5),  // 추풍령
        (35.84, 127.12, 0.0, 26.5, 9.7),  // 전주
        (36.01, 126.76, 0.0, 26.0, 8.2),  // 군산
        (35.17, 126.89, 1.0, 26.5, 9.3),  // 광주
        (34.82, 126.38, 2.0, 26.3, 7.3),  // 목포
        (34.74, 127.74, 2.5, 26.0, 6.4),  // 여수
        (34.69, 125.45, 3.0, 25.0, 5.6),  // 흑산도
        (36.57, 128.71, -2.0, 25.3, 11.2),  // 안동
        (35.88, 128.65, 1.0, 26.8, 10.0),  // 대구
        (36.03, 129.38, 2.2, 26.0, 8.6),  // 포항
        (35.58, 129.33, 2.4, 26.2, 9.4),  // 울산
        (35.10, 129.03, 3.6, 26.1, 7.8),  // 부산
        (35.17, 128.57, 3.1, 26.5, 8.6),  // 창원
        (35.16, 128.04, 0.5, 25.8, 11.5),  // 진주
        (35.67, 127.91, -1.2, 24.7, 12.0),  // 거창
        (33.51, 126.53, 6.1, 27.2, 6.6),  // 제주
        (33.25, 126.57, 7.2, 27.1, 7.0),  // 서귀포
    ]
}

/// Seoul by month, interpolated (기상청, 우리나라 기후평년값 1991–2020).
struct SampleSeason {
    /// 0 in mid January to 1 in mid August, by means of −2.0, 0.7, 6.1, 12.6, 18.2, 22.7, 25.3, 26.1, 21.6, 15.0, 7.5 and 0.2 °C.
    let warmth: Double
    /// Share of 6.1, 5.8, 7.0, 8.4, 8.6, 9.9, 16.3, 14.7, 9.1, 6.1, 8.8 and 7.8 days with 0.1 mm.
    let wetDays: Double
    /// Daily range against the year's: wide in dry spring, narrow in wet July.
    let span: Double
    /// mm an hour, for months near their sums, 17 mm in January and 414 in July.
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
    private static let wetDaysByMonth = [0.20, 0.20, 0.23, 0.28, 0.28, 0.33, 0.53, 0.47, 0.30, 0.20, 0.29, 0.25]
    private static let spanByMonth = [0.90, 0.98, 1.07, 1.16, 1.19, 1.05, 0.80, 0.84, 1.00, 1.13, 0.99, 0.89]
    private static let intensityByMonth = [0.25, 0.35, 0.6, 1.0, 1.4, 1.5, 3.5, 3.2, 1.6, 0.9, 0.6, 0.25]
}
