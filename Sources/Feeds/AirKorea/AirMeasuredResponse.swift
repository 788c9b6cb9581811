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
    var observedAt: Date?
    var pm10 = AirValue()
    var pm25 = AirValue()
    var ozone = AirValue()
    /// Of the hour, where there are any; those of the values are of 24 hours.
    var pm10OfHour: AirGrade?
    var pm25OfHour: AirGrade?

    init(_ json: inout JSONReader) {
        json.object { json, key in
            switch key {
            case "stationName": stationName = json.text()
            case "dataTime": observedAt = json.text().flatMap(MeasuredRow.instant)
            case "pm10Value": pm10.amount = json.number()?.within(.plausibleDust)
            case "pm25Value": pm25.amount = json.number()?.within(.plausibleDust)
            case "o3Value": ozone.amount = json.number()?.within(.plausibleOzone)
            case "pm10Grade": pm10.grade = MeasuredRow.grade(&json)
            case "pm25Grade": pm25.grade = MeasuredRow.grade(&json)
            case "o3Grade": ozone.grade = MeasuredRow.grade(&json)
            case "pm10Grade1h": pm10OfHour = MeasuredRow.grade(&json)
            case "pm25Grade1h": pm25OfHour = MeasuredRow.grade(&json)
            default: break
            }
        }
        pm10.grade = pm10OfHour ?? pm10.grade
        pm25.grade = pm25OfHour ?? pm25.grade
    }

    /// `nil` for a row without a station or a time.
    var measurement: AirMeasurement? {
        guard let stationName, let observedAt else { return nil }
        return AirMeasurement(
            station: stationName,
            observedAt: observedAt,
            pm10: pm10,
            pm25: pm25,
            ozone: ozone
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
