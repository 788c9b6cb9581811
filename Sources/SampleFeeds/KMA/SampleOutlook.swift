import Feeds
import Forecast
import Regions

extension SampleFeeds {
    static func outlook(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        guard let issue = SampleIssue(request, at: now), let station = Gazetteer.outlookStations.first(where: { $0.code == request["stnId"] }) else {
            return .kmaNoData
        }
        // Zones have their office's name: 강원도영서 and 강원도영동.
        let zones = Gazetteer.landZones.filter { station.name == "전국" || $0.name.hasPrefix(station.name) }
        let weathers = zones.map { (code: $0.code, weather: SampleWeather(SamplePoint($0))) }
        let dates = issue.days.map { issue.date + $0 }
        let outlook = SampleOutlook(
            days: dates.map { date in (date, weathers.map { SampleForecast(of: date, in: $0.weather, by: issue, zone: $0.code) }) },
            normals: weathers.flatMap { zone in dates.map { zone.weather.day($0).normal } }
        )
        let text = outlook.lines.joined(separator: #"\n"#)
        return .kma(items: #"{"wfSv":"\#(text)"}"#.utf8, rows: request.integer("numOfRows") ?? 10, total: 1)
    }
}

private struct SampleOutlook {
    let days: [(date: KoreanDate, said: [SampleForecast])]
    let normals: [(low: Double, high: Double)]

    var lines: [String] { [precipitation, temperature, weekend, "", doubt] }

    private var precipitation: String {
        let sentences = [SampleFalling.rain, .shower, .sleet, .snow].compactMap { form -> String? in
            let days = days.filter { falling(in: $0.said) == form }.map(\.date.dayWithWeekday.korean)
            return days.isEmpty ? nil : "\(days.joined(separator: ", "))에는 \(form.subject) 내리겠습니다."
        }
        guard !sentences.isEmpty else { return "○ (하늘상태) 예보기간 동안 비나 눈이 오는 날 없이 \(drySky)." }
        return "○ (강수) " + sentences.joined(separator: " ")
    }

    private var temperature: String {
        let said = days.flatMap(\.said).map(\.extremes)
        let warmer = mean(said.map { ($0.low + $0.high) / 2 }) - mean(normals.map { ($0.low + $0.high) / 2 })
        let comparison = warmer > 1 ? "보다 높겠습니다." : warmer < -1 ? "보다 낮겠습니다." : "과 비슷하겠습니다."
        return "○ (기온) 아침 기온은 \(range(said.map(\.low))), 낮 기온은 \(range(said.map(\.high)))로 "
            + "평년(최저기온 \(range(normals.map(\.low))), 최고기온 \(range(normals.map(\.high))))\(comparison)"
    }

    private var weekend: String {
        let days = days.filter { $0.date.weekday == 6 || $0.date.weekday == 0 }
        let skies = days.map { day in falling(in: day.said).map { "\($0.subject) 내리" } ?? (isClear(day.said) ? "대체로 맑" : "구름이 많") }
        if let sky = skies.first, skies.allSatisfy({ $0 == sky }) {
            return "○ (주말전망) \(days.map(\.date.dayWithWeekday.korean).joined(separator: ", "))은 \(sky)겠습니다."
        }
        let parts = zip(days, skies).map { "\($0.date.dayWithWeekday.korean)은 \($1)" }
        return "○ (주말전망) \(parts.joined(separator: "겠고, "))겠습니다."
    }

    private var doubt: String {
        let reason = days.contains { falling(in: $0.said) != nil } ? "강수 시점과 지역이" : "기온과 하늘상태가"
        return "* (변동성) 이번 예보기간 우리나라 주변 기압계의 변화에 따라 \(reason) 달라질 수 있겠으니,\\n" + "           앞으로 발표되는 최신 예보를 참고하기 바랍니다."
    }

    private var drySky: String { days.count { isClear($0.said) } * 2 > days.count ? "대체로 맑겠습니다" : "구름많은 날이 많겠습니다" }

    private func falling(in said: [SampleForecast]) -> SampleFalling? { said.lazy.compactMap(\.halves.falling).first }

    private func isClear(_ said: [SampleForecast]) -> Bool { said.allSatisfy { $0.halves.sky == .clear } }

    private func range(_ values: [Double]) -> String {
        guard let low = values.min()?.whole, let high = values.max()?.whole else { return "" }
        return low == high ? "\(low)℃" : "\(low)~\(high)℃"
    }

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
}

extension SampleFalling {
    fileprivate var subject: String {
        switch self {
        case .rain: "비가"
        case .sleet: "비 또는 눈이"
        case .snow: "눈이"
        case .shower: "소나기가"
        }
    }
}
