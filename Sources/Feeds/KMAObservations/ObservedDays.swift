import Forecast

extension FeedRequest<[ObservedDay]> {
    /// Request for a station's daily values (`getWthrDataList`): at most 400 days, until yesterday.
    public static func observedDays(station: Int, on dates: ClosedRange<KoreanDate>, gateway: KMAGateway) -> FeedRequest {
        let (first, last) = (dates.lowerBound.compact, dates.upperBound.compact)
        return FeedRequest(
            feed: .observedDays,
            subject: "\(station)-\(first)-\(last)",
            url: { _ in
                gateway.url(
                    "AsosDalyInfoService/getWthrDataList",
                    [
                        // Ten rows by default.
                        "numOfRows": "999", "pageNo": "1", "dataCd": "ASOS", "dateCd": "DAY", "startDt": first, "endDt": last, "stnIds": "\(station)",
                    ]
                )
            },
            read: { answer, origin throws(FeedError) in try ObservedDaysResponse.read(answer, station: station, on: dates, fetchedAt: origin.issuedAt)
            }
        )
    }

    /// Request for the day before yesterday, published at any hour.
    public static func dayBeforeYesterday(station: Int, gateway: KMAGateway) -> FeedRequest {
        @Sendable func request(at instant: Date) -> FeedRequest {
            let day = KoreanDate(of: instant) + -2
            return observedDays(station: station, on: day...day, gateway: gateway)
        }
        return FeedRequest(
            feed: .observedDays,
            subject: "\(station)",
            url: { request(at: $0).url($0) },
            read: { answer, origin throws(FeedError) in try request(at: origin.issuedAt).read(answer, origin) }
        )
    }
}

/// `getWthrDataList`: an item a measured day; every value is a text or empty.
enum ObservedDaysResponse {
    static func read(_ answer: HTTPAnswer, station: Int, on dates: ClosedRange<KoreanDate>, fetchedAt: Date) throws(FeedError) -> [ObservedDay] {
        let rows: [Row]
        do throws(FeedError) { rows = try PortalEnvelope.items(in: answer) { Row(&$0) } } catch {
            throw isOfToday(answer) ? FeedError(.noData) : error
        }
        let own = rows.filter { $0.station == station && $0.date.map(dates.contains) == true }
        // A row of another station or day is left out; over a quarter of them are another answer.
        if (rows.count - own.count) * 4 > rows.count { throw FeedError(.malformedResponse, "stnId, tm") }
        let days = Dictionary(grouping: own, by: \.date).compactMap { date, rows -> ObservedDay? in
            guard let date else { return nil }
            let rain = rows.agreed(\.rain) ?? .unknown
            let extremes = Extremes(minimum: rows.agreed(\.minimum), maximum: rows.agreed(\.maximum))
            // A blank is no rain only beside what was measured.
            let isBlank = rain == .blank && rows.allSatisfy { $0.minimum == nil && $0.maximum == nil }
            if isBlank || rain == .unknown && extremes == Extremes() { return nil }
            return ObservedDay(station: station, date: date, minimum: extremes.minimum, maximum: extremes.maximum, rain: rain, fetchedAt: fetchedAt)
        }
        guard !days.isEmpty else { throw FeedError(.noData) }
        return days.sorted { $0.date < $1.date }
    }

    /// Code 99, of many meanings, with `전날 자료까지 제공됩니다.`: nothing of today.
    private static func isOfToday(_ answer: HTTPAnswer) -> Bool { String(decoding: answer.body.prefix(1_024), as: UTF8.self).contains("전날 자료까지") }
}

private struct Row {
    var station: Int?
    var date: KoreanDate?
    var minimum: Double?
    var maximum: Double?
    var rain: ObservedDay.Rain?

    init(_ json: inout JSONReader) {
        json.object { json, key in
            switch key {
            case "stnId": station = json.integer()
            case "tm": date = json.line().flatMap { KoreanDate($0) }
            case "minTa": minimum = json.number()?.within(.plausibleTemperature)
            case "maxTa": maximum = json.number()?.within(.plausibleTemperature)
            // From 00 to 24; `n99Rn`, from 09 to 09, differs on half of the rainy days.
            case "sumRn": rain = json.line().flatMap(Row.rain)
            default: break
            }
        }
    }

    private static func rain(_ sum: String) -> ObservedDay.Rain? {
        if sum.isEmpty { return .blank }
        // Korea's wettest day had 870.5 mm (강릉, 2002); KMA marks missing values with 900 and more.
        guard let amount = Double(decimal: Array(sum.utf8)), (0..<900).contains(amount) else { return nil }
        return amount < 0.1 ? .trace : .measured(amount)
    }
}
