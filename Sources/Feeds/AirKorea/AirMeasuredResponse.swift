import Forecast

/// `getCtprvnRltmMesureDnsty`: a row for each station of a province, in no order and not all of the same hour.
enum AirMeasuredResponse {
    /// The measurements; `noData` where none is of the hour that was asked for. The upstream is asked for the newest and
    /// serves the hour before until the next is there.
    static func read(_ answer: HTTPAnswer, _ issuedAt: Date) throws(FeedError) -> [AirMeasurement] {
        let rows = try PortalEnvelope.items(in: answer) { MeasuredRow(&$0) }
        let measurements = rows.compactMap(\.measurement)
        let newest = measurements.map(\.observedAt).max()
        if rows.isEmpty || newest.map({ $0 < issuedAt }) == true { throw FeedError(.noData) }
        return measurements
    }
}

/// Value, flag and grade of a pollutant do not come and go together, so each is read on its own. A missing value is `-`.
private struct MeasuredRow {
    var stationName: String?
    var dataTime: String?
    var pm10Value: Double?
    var pm25Value: Double?
    var o3Value: Double?
    var pm10Grade: AirGrade?
    var pm25Grade: AirGrade?
    var o3Grade: AirGrade?
    /// Of the hour; the other two are of 24 hours.
    var pm10Grade1h: AirGrade?
    var pm25Grade1h: AirGrade?

    init(_ json: inout JSONReader) {
        json.object { json, key in
            switch key {
            case "stationName": stationName = json.text()
            case "dataTime": dataTime = json.text()
            case "pm10Value": pm10Value = json.number()?.within(.plausibleDust)
            case "pm25Value": pm25Value = json.number()?.within(.plausibleDust)
            case "o3Value": o3Value = json.number()?.within(.plausibleOzone)
            case "pm10Grade": pm10Grade = MeasuredRow.grade(&json)
            case "pm25Grade": pm25Grade = MeasuredRow.grade(&json)
            case "o3Grade": o3Grade = MeasuredRow.grade(&json)
            case "pm10Grade1h": pm10Grade1h = MeasuredRow.grade(&json)
            case "pm25Grade1h": pm25Grade1h = MeasuredRow.grade(&json)
            default: break
            }
        }
    }

    /// `nil` for a row without a station or a time.
    var measurement: AirMeasurement? {
        guard let stationName, let observedAt = dataTime.flatMap(MeasuredRow.instant) else { return nil }
        return AirMeasurement(
            station: stationName,
            observedAt: observedAt,
            pm10: AirValue(amount: pm10Value, grade: pm10Grade1h ?? pm10Grade),
            pm25: AirValue(amount: pm25Value, grade: pm25Grade1h ?? pm25Grade),
            ozone: AirValue(amount: o3Value, grade: o3Grade)
        )
    }

    private static func grade(_ json: inout JSONReader) -> AirGrade? {
        json.integer().flatMap(AirGrade.init(number:))
    }

    /// `2026-10-04 15:00`; midnight is `24:00` of the day before.
    private static func instant(_ text: String) -> Date? {
        var scanner = DigitScanner(text)
        guard let date = KoreanDate(&scanner), scanner.skip(" "), let hour = scanner.number(2),
            scanner.skip(":"),
            let minute = scanner.number(2), scanner.isAtEnd, hour <= 24, minute < 60
        else { return nil }
        return date.at(hour: hour, minute: minute)
    }
}
