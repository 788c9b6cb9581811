import Foundation
import Testing

@testable import Forecast

@Suite("The air at a place")
struct AirQualityTests {
    private static let now = today.at(hour: 15)

    private static func measured(
        _ station: String,
        _ pm10: Double?,
        _ pm25: Double? = nil,
        age: Double = 0
    ) -> AirMeasurement {
        AirMeasurement(
            station: station,
            observedAt: now.addingTimeInterval(-age),
            pm10: AirValue(amount: pm10),
            pm25: AirValue(amount: pm25),
            ozone: AirValue(amount: 0.03)
        )
    }

    private static func air(
        _ measurements: [AirMeasurement],
        _ days: [KoreanDate: [String: DustGrades]] = [:]
    ) -> AirQuality? {
        var readings = Readings()
        readings.airMeasurements = measurements
        readings.dustForecast = DustForecast(days: days)
        let stations = [("가", 1.5), ("나", 3.0)]
        return AirQuality(readings, stations: stations, zone: "서울", at: now)
    }

    @Test("The nearest station with dust of the last three hours is taken for everything")
    func stations() {
        let rows: [(measurements: [AirMeasurement], pm10: Double?, distance: Double?)] = [
            ([Self.measured("나", 2), Self.measured("가", 1)], 1, 1.5), ([Self.measured("나", 2)], 2, 3),
            ([Self.measured("가", nil), Self.measured("나", 2)], 2, 3), ([Self.measured("다", 9)], nil, nil),
            ([Self.measured("가", nil, 5), Self.measured("나", 2)], nil, 1.5),
            ([Self.measured("가", 1), Self.measured("나", 2, 3)], 2, 3),
            ([Self.measured("가", nil, 5), Self.measured("나", 2, 3)], 2, 3),
            ([Self.measured("가", 1, 4), Self.measured("나", 2, 3)], 1, 1.5),
            ([Self.measured("가", 1), Self.measured("가", 7)], 1, 1.5),
            // From now to three hours ago, both included.
            ([Self.measured("가", 1, age: 10_800)], 1, 1.5), ([Self.measured("가", 1, age: 10_801)], nil, nil),
            ([Self.measured("가", 1, age: -1)], nil, nil),
        ]
        for (measurements, pm10, distance) in rows {
            let air = Self.air(measurements)
            #expect(air?.measurement?.pm10.amount == pm10, "\(measurements)")
            #expect(air?.distance == distance && (air == nil) == (distance == nil), "\(measurements)")
        }
    }

    @Test("The forecast is that of the zone from today on, in order, and speaks if nothing is measured")
    func forecast() {
        func days(_ offsets: Int..., zone: String = "서울") -> [KoreanDate: [String: DustGrades]] {
            Dictionary(
                uniqueKeysWithValues: offsets.map { (today + $0, [zone: DustGrades(pm10: .moderate)]) }
            )
        }
        let air = Self.air([], days(2, -1, 0, 1))
        #expect(air?.forecast.map { $0.date - today } == [0, 1, 2])
        #expect(air?.forecast(on: today + 2) == DustGrades(pm10: .moderate))
        #expect(air?.forecast(on: today + 3) == nil)
        #expect(air?.feed == .airForecast && air?.distance == nil)
        #expect(Self.air([Self.measured("가", 1)], days(0))?.feed == .airMeasured)
        #expect(Self.air([], days(-1)) == nil && Self.air([], days(0, zone: "부산")) == nil)
    }

    @Test("A forecast of dust is over after the last of its days")
    func over() {
        let forecast = DustForecast(days: [today + -1: [:], today: [:]])
        #expect(!forecast.isOver(at: today.at(hour: 23)) && forecast.isOver(at: (today + 1).start))
        #expect(DustForecast().isOver(at: Self.now))
    }

    @Test("The forecast for the week fills in what the daily one leaves out")
    func filled() {
        let daily = DustForecast(days: [
            today: ["서울": DustGrades(pm10: .good), "부산": DustGrades(pm25: .bad)]
        ])
        let weekly = DustForecast(days: [
            today: ["서울": DustGrades(pm10: .bad, pm25: .moderate, pm25Level: .low)],
            today + 1: ["서울": DustGrades(pm25Level: .high)],
        ])
        let filled = daily.filled(by: weekly).days
        #expect(filled[today]?["서울"] == DustGrades(pm10: .good, pm25: .moderate, pm25Level: .low))
        #expect(filled[today]?["부산"] == DustGrades(pm25: .bad))
        #expect(filled[today + 1]?["서울"] == DustGrades(pm25Level: .high))
    }

    @Test("Grades go by 에어코리아's numbers and words, the cleaner first, and the worse of two counts")
    func grades() {
        #expect((0...5).map(AirGrade.init(number:)) == [nil, .good, .moderate, .bad, .veryBad, nil])
        for (index, grade) in AirGrade.allCases.enumerated() {
            #expect(AirGrade(word: grade.label.korean) == grade)
            #expect(AirGrade.allCases.map { $0 < grade } == (0..<4).map { $0 < index })
        }
        #expect(AirGrade(word: "예보없음") == nil && DustLevel(word: "보통") == nil)
        #expect(DustLevel.allCases.map { DustLevel(word: $0.label.korean) } == [.low, .high])
        for (pm10, pm25, worse) in [
            (.good, .bad, .bad), (.bad, .good, .bad), (nil, .good, nil), (.moderate, nil, nil),
            (.bad, nil, .bad),
            (nil, .veryBad, .veryBad), (nil, nil, nil),
        ] as [(AirGrade?, AirGrade?, AirGrade?)] {
            #expect(DustGrades(pm10: pm10, pm25: pm25).dust == [pm10, pm25].compactMap(\.self).max())
            var measurement = Self.measured("가", 1)
            (measurement.pm10.grade, measurement.pm25.grade) = (pm10, pm25)
            measurement.ozone.grade = .veryBad
            #expect(measurement.dustGrade == worse)
        }
    }
}
