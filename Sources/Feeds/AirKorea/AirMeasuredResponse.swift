import Forecast

/// `getCtprvnRltmMesureDnsty`: a row a station, unordered, of several hours.
enum AirMeasuredResponse {
    /// Throws `noData` if no measurement is of the hour, `malformedResponse` if none is of the province or of a time that can be.
    static func read(_ answer: HTTPAnswer, _ origin: Origin, of province: String) throws(FeedError) -> [AirMeasurement] {
        let rows = try PortalEnvelope.items(in: answer) { MeasuredRow(&$0) }
        let own = rows.filter { $0.province == nil || $0.province == province }
        if own.isEmpty, !rows.isEmpty { throw FeedError(.malformedResponse, "sidoName") }
        // A clock may be an hour ahead, not a day.
        let measurements = own.compactMap(\.measurement).filter { $0.observedAt <= origin.fetchedAt.addingTimeInterval(3_600) }
        if measurements.isEmpty, !own.isEmpty { throw FeedError(.malformedResponse, "dataTime") }
        let newest = measurements.map(\.observedAt).max()
        if newest.map({ $0 < origin.issuedAt }) == true { throw FeedError(.noData) }
        return measurements
    }
}

private struct MeasuredValue {
    var amount: Double?
    /// Grade of the hour; `pm10Grade` and `pm25Grade` are of 24 hours.
    var grade: AirGrade?
    var isFlagged = false

    /// Flagged values (점검및교정, 장비점검, 자료이상, 통신장애) are no readings (에어코리아 대기오염정보 조회 서비스 기술문서).
    var value: AirValue { isFlagged ? AirValue() : AirValue(amount: amount, grade: grade) }

    mutating func readFlag(_ json: inout JSONReader) { isFlagged = json.text()?.contains { !$0.isWhitespace && $0 != "-" } ?? false }
}

private struct MeasuredRow {
    var stationName: String?
    var province: String?
    var observedAt: Date?
    var pm10 = MeasuredValue()
    var pm25 = MeasuredValue()
    var ozone = MeasuredValue()

    init(_ json: inout JSONReader) {
        json.object { json, key in
            switch key {
            case "stationName": stationName = json.text()
            case "sidoName": province = json.text()
            case "dataTime": observedAt = json.text().flatMap(MeasuredRow.instant)
            case "pm10Value": pm10.amount = json.number()?.within(.plausibleDust)
            case "pm25Value": pm25.amount = json.number()?.within(.plausibleDust)
            case "o3Value": ozone.amount = json.number()?.within(.plausibleOzone)
            case "pm10Grade1h": pm10.grade = MeasuredRow.grade(&json)
            case "pm25Grade1h": pm25.grade = MeasuredRow.grade(&json)
            case "o3Grade": ozone.grade = MeasuredRow.grade(&json)
            case "pm10Flag": pm10.readFlag(&json)
            case "pm25Flag": pm25.readFlag(&json)
            case "o3Flag": ozone.readFlag(&json)
            default: break
            }
        }
    }

    var measurement: AirMeasurement? {
        guard let stationName, let observedAt else { return nil }
        return AirMeasurement(station: stationName, observedAt: observedAt, pm10: pm10.value, pm25: pm25.value, ozone: ozone.value)
    }

    private static func grade(_ json: inout JSONReader) -> AirGrade? { json.integer().flatMap(AirGrade.init(number:)) }

    /// Midnight is `24:00` of the day before.
    private static func instant(_ text: String) -> Date? {
        var scanner = DigitScanner(text)
        guard let date = KoreanDate(&scanner), scanner.skip(" "), let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2),
            scanner.isAtEnd, hour <= 24, minute < 60
        else { return nil }
        return date.at(hour: hour, minute: minute)
    }
}
