import Foundation
import Testing

@testable import Forecast

@Suite("The summary of the weather")
struct WeatherSummaryTests {
    private static let now = today.at(hour: 14, minute: 20)

    private static func rain(
        isNow: Bool = false,
        from start: Date? = nil,
        to end: Date? = nil,
        _ condition: Condition = Condition(.rain, LocalizedText("비", "Rain")),
        amount: Amount? = nil,
        snowfall: Amount? = nil,
        startsLate: Bool = false,
        endsLate: Bool = false
    ) -> RainPeriod {
        var week = Week(Readings(), now: now)
        var slot = Slot(origin: .of(.shortTerm), time: today.at(hour: 15), hours: 1)
        slot.condition = condition
        week.hours = [slot]
        guard var rain = RainPeriod(in: week, at: now) else { preconditionFailure("The step is wet.") }
        rain.isNow = isNow
        rain.startsAt = start
        rain.endsAt = end
        rain.amount = amount
        rain.snowfall = snowfall
        (rain.startsLate, rain.endsLate) = (startsLate, endsLate)
        return rain
    }

    @Test(
        "It says when rain begins and ends and how much, as far as that is known",
        arguments: [
            (
                rain(from: today.at(hour: 15), to: today.at(hour: 20), amount: Amount(low: 5, high: 10)),
                "15시부터 20시까지 비, 5~10mm.", "Rain from 15:00 to 20:00, 5–10 mm."
            ),
            (
                rain(from: today.at(hour: 18), to: (today + 1).start, amount: Amount(low: 0, high: 1)),
                "18시부터 24시까지 비, 1mm 미만.", "Rain from 18:00 to midnight, under 1 mm."
            ),
            (
                rain(from: (today + 1).at(hour: 3), amount: Amount(low: 50, high: nil)),
                "내일 3시부터 비, 50mm 이상.", "Rain from 03:00 tomorrow, 50+ mm."
            ),
            (
                rain(isNow: true, to: today.at(hour: 17), amount: Amount(7.5)),
                "17시까지 비, 7.5mm.", "Rain until 17:00, 7.5 mm."
            ),
            (rain(isNow: true), "비 계속.", "Rain continues."),
            (
                rain(
                    from: today.at(hour: 15),
                    to: (today + 4).at(hour: 12),
                    amount: Amount(2),
                    endsLate: true
                ),
                "15시부터 8일(목)까지 비.", "Rain from 15:00 to Thu 8 Oct."
            ),
            (
                rain(from: (today + 4).at(hour: 12), amount: Amount(2), startsLate: true),
                "8일(목)부터 비.", "Rain from Thu 8 Oct."
            ),
            (
                rain(isNow: true, to: (today + 6).at(hour: 9), amount: .zero),
                "10월 10일 9시까지 비.", "Rain until 09:00 on Sat."
            ),
            (
                rain(isNow: true, to: (today + 7).at(hour: 9)),
                "10월 11일 9시까지 비.", "Rain until 09:00 on Sun 11 Oct."
            ),
            (
                rain(
                    isNow: true,
                    Condition(.snow, LocalizedText("눈", "Snow")),
                    amount: Amount(2),
                    snowfall: .zero
                ),
                "눈 계속, 2mm.", "Snow continues, 2 mm."
            ),
            (
                rain(isNow: true, .sleet, amount: Amount(5), snowfall: Amount(3)),
                "비나 눈 계속, 5mm.", "Rain and snow continues, 5 mm."
            ),
            (
                rain(isNow: true, Condition(.rain, LocalizedText("빗방울", "Drizzle")), amount: Amount(2)),
                "빗방울 계속, 2mm.", "Drizzle continues, 2 mm."
            ),
            (
                rain(from: (today + 1).start, to: (today + 2).start), "내일 0시부터 24시까지 비.",
                "Rain from 00:00 to midnight tomorrow."
            ),
            (
                rain(
                    from: (today + 2).at(hour: 9),
                    to: (today + 2).at(hour: 12),
                    Condition(.snow, LocalizedText("눈", "Snow")),
                    amount: Amount(2),
                    snowfall: Amount(low: 1, high: 3)
                ),
                "모레 9시부터 12시까지 눈, 1~3cm.", "Snow from 09:00 to 12:00 on Tue, 1–3 cm."
            ),
        ]
    )
    func sentences(rain: RainPeriod, korean: String, english: String) {
        let sentence = WeatherSummary.sentence(rain, at: Self.now)
        #expect(sentence.korean == korean)
        #expect(sentence.english == english)
    }

    @Test("It says how it is now, and what it feels like where that differs by three degrees or more")
    func present() throws {
        var observation = ObservedWeather(feed: .openWeatherCurrent, observedAt: Self.now)
        observation.temperature = 16.9
        observation.condition = .clear
        for (felt, said) in [
            (14.0, "지금 맑음, 16.9°."), (13.9, "지금 맑음, 16.9°, 체감 13.9°."), (19.9, "지금 맑음, 16.9°, 체감 19.9°."),
        ] {
            observation.statedFeelsLike = felt
            let week = Week(Readings(current: observation), now: Self.now)
            let summary = WeatherSummary(of: week, at: Self.now)
            #expect(summary.text?.korean == said)
        }
    }

    @Test("Of a sky that no feed has it says nothing, and the temperature all the same")
    func unknownSky() {
        var nowcast = ObservedWeather(feed: .nowcast, observedAt: today.at(hour: 14))
        nowcast.temperature = 22.3
        let text = WeatherSummary(of: Week(Readings(nowcast: nowcast), now: Self.now), at: Self.now).text
        #expect(text == LocalizedText("지금 22.3°.", "22.3° now."))
    }

    /// The sentence of hours from 15:00 on in which this falls, each this much.
    private static func sentence(_ condition: Condition, _ amounts: [Amount?], snow: Amount? = nil)
        -> LocalizedText?
    {
        let steps = SlotForecast.steps(
            from: today.at(hour: 15),
            (amounts + [.zero]).map { _ in 12 },
            feed: .shortTerm,
            hours: 1
        ) { index, slot in
            let falls = index < amounts.count
            slot.condition = falls ? condition : .clear
            slot.precipitation = falls ? amounts[index] : .zero
            slot.snowfall = falls ? snow : .zero
        }
        return WeatherSummary.rain(of: Week(Readings(shortTerm: steps), now: Self.now), at: Self.now)
    }

    @Test(
        "A trace in each of many hours is no sum: it is told by the hour, and left out where only drops fall"
    )
    func traces() {
        let rain = Condition(.rain, LocalizedText("비", "Rain"))
        let trace = Amount(low: 0, high: 1)
        #expect(
            Self.sentence(rain, [trace, trace, trace])
                == LocalizedText(
                    "15시부터 18시까지 비, 시간당 1mm 미만.",
                    "Rain from 15:00 to 18:00, under 1 mm an hour."
                )
        )
        #expect(Self.sentence(rain, [trace])?.korean == "15시부터 16시까지 비, 1mm 미만.")
        let drops = Condition(.rain, LocalizedText("빗방울", "Drizzle"))
        #expect(Self.sentence(drops, [trace, trace])?.korean == "15시부터 17시까지 빗방울.")
        let snow = Condition(.snow, LocalizedText("눈", "Snow"))
        #expect(
            Self.sentence(snow, [trace, trace], snow: Amount(low: 0, high: 0.5))?.korean
                == "15시부터 17시까지 눈, 시간당 0.5cm 미만."
        )
        #expect(
            Self.sentence(rain, [Amount(10.5), Amount(low: 30, high: 50)])?.korean
                == "15시부터 17시까지 비, 40~60mm."
        )
    }

    @Test(
        "The summary names rain or snow within a time, else the next one, or the end of what is known",
        arguments: [
            (true, 6_000, "16시부터 17시까지 이슬비.", "Drizzle from 16:00 to 17:00."),
            (
                true, 5_400, "90분 안에는 오지 않습니다. 다음은 16시부터 17시까지 이슬비.",
                "No rain or snow within 90 minutes. Next: drizzle from 16:00 to 17:00."
            ),
            (
                true, 3_600, "1시간 안에는 오지 않습니다. 다음은 16시부터 17시까지 이슬비.",
                "No rain or snow within 1 hour. Next: drizzle from 16:00 to 17:00."
            ),
            (
                false, 7_200, "2시간 안에는 오지 않습니다. 18시까지 비나 눈 예보 없음.",
                "No rain or snow within 2 hours. No rain or snow forecast until 18:00."
            ),
            (
                false, 86_400, "1일 안에 비나 눈이 올지는 알 수 없습니다. 18시까지 비나 눈 예보 없음.",
                "It is not known whether it will rain or snow within 1 day. No rain or snow forecast until 18:00."
            ),
            (false, nil, "18시까지 비나 눈 예보 없음.", "No rain or snow forecast until 18:00."),
        ] as [(Bool, Double?, String, String)]
    )
    func within(isWet: Bool, seconds: Double?, korean: String, english: String) {
        let steps = SlotForecast.steps(from: today.at(hour: 15), [12, 12, 12], feed: .shortTerm, hours: 1) {
            $1.condition = isWet && $0 == 1 ? .drizzle : .clear
            $1.precipitation = .zero
        }
        let week = Week(Readings(shortTerm: steps), now: Self.now)
        let text = WeatherSummary.rain(of: week, within: seconds, at: Self.now)
        #expect(text == LocalizedText(korean, english))
    }

    @Test("Rain or snow is said in words in a sentence, and not with a stroke")
    func mixed() {
        let mixed = Condition(.mixed, LocalizedText("비/눈", "Rain or snow"))
        #expect(Self.sentence(mixed, [Amount(2)])?.korean == "15시부터 16시까지 비나 눈, 2mm.")
        var nowcast = ObservedWeather(feed: .nowcast, observedAt: today.at(hour: 14))
        nowcast.temperature = 1
        nowcast.condition = mixed
        let week = Week(Readings(nowcast: nowcast), now: Self.now)
        #expect(WeatherSummary(of: week, at: Self.now).text?.korean == "지금 비나 눈, 1.0°. 비나 눈 계속.")
    }

    @Test("It says until when no rain or snow is forecast, and nothing of what is not known")
    func dry() {
        let steps = SlotForecast.steps(from: today.at(hour: 15), [12, 12, 12])
        let week = Week(Readings(openWeather: steps), now: Self.now)
        let text = WeatherSummary(of: week, at: Self.now).text
        #expect(text?.korean == "24시까지 비나 눈 예보 없음.")
        #expect(text?.english == "No rain or snow forecast until midnight.")
        #expect(WeatherSummary(of: Week(Readings(), now: Self.now), at: Self.now).text == nil)
    }

    @Test(
        "It says which dust was measured to be bad or very bad, and nothing of any other",
        arguments: [
            (AirGrade.bad, AirGrade.veryBad, "미세먼지 나쁨, 초미세먼지 매우나쁨.", "PM10 is bad and PM2.5 is very bad."),
            (.veryBad, .veryBad, "미세먼지·초미세먼지 매우나쁨.", "PM10 and PM2.5 are very bad."),
            (.veryBad, .moderate, "미세먼지 매우나쁨.", "PM10 is very bad."),
            (.good, .bad, "초미세먼지 나쁨.", "PM2.5 is bad."), (nil, .bad, "초미세먼지 나쁨.", "PM2.5 is bad."),
            (.moderate, .good, nil, nil), (nil, nil, nil, nil),
        ] as [(AirGrade?, AirGrade?, String?, String?)]
    )
    func air(pm10: AirGrade?, pm25: AirGrade?, korean: String?, english: String?) {
        func summary(at now: Date) -> LocalizedText? {
            var readings = Readings()
            let (coarse, fine) = (AirValue(amount: 100, grade: pm10), AirValue(amount: 50, grade: pm25))
            readings.airMeasurements = [
                AirMeasurement(
                    station: "수내동",
                    observedAt: Self.now,
                    pm10: coarse,
                    pm25: fine,
                    ozone: AirValue(amount: 0.2, grade: .veryBad)
                )
            ]
            let air = AirQuality(readings, stations: [("수내동", 1.2)], zone: "경기남부", at: now)
            return WeatherSummary(of: Week(Readings(), now: now), air: air, at: now).text
        }
        #expect(summary(at: Self.now)?.korean == korean)
        #expect(summary(at: Self.now)?.english == english)
        // A measurement from over three hours ago does not count.
        #expect(summary(at: Self.now.addingTimeInterval(3.5 * 3_600)) == nil)
    }

    @Test(
        "It begins with the most severe warning, after the one in force if that is only announced",
        arguments: [
            (WarningLevel.warning, nil, "호우경보 발효 중.", "Heavy rain warning in force."),
            (
                .advisory, today.at(hour: 18), "건조주의보 발효 중. 호우주의보 발표.",
                "Dry air advisory in force. Heavy rain advisory announced."
            ),
            (
                .preliminary, nil, "건조주의보 발효 중. 호우 예비특보 발표.",
                "Dry air advisory in force. Heavy rain warning expected."
            ),
        ] as [(WarningLevel, Date?, String, String)]
    )
    func alerts(level: WarningLevel, effectiveAt: Date?, korean: String, english: String) {
        let alerts = [(WarningKind.heavyRain, level, effectiveAt), (.dry, .advisory, nil)].map {
            Alert(kind: $0, level: $1, zones: [], coversAll: true, effectiveAt: $2)
        }
        let summary = WeatherSummary(of: Week(Readings(), now: Self.now), alerts: alerts, at: Self.now)
        #expect(summary.text == LocalizedText(korean, english))
        #expect(
            WeatherSummary(of: Week(Readings(), now: Self.now), alerts: [], at: Self.now).text == nil
        )
    }
}
