import Forecast
import Regions

/// `getCtprvnRltmMesureDnsty`: a row a station, unordered, of several hours.
enum AirMeasuredResponse {
    /// Throws `noData` if no measurement is of the hour, `malformedResponse` if none is of the province or of a time that can be.
    static func read(_ answer: HTTPAnswer, _ origin: Origin, of province: String) throws(FeedError) -> [AirMeasurement] {
        let rows = try PortalEnvelope.items(in: answer) { MeasuredRow(&$0) }
        let own = rows.filter { row in row.province.map { isName($0, of: province) } ?? true }
        if own.isEmpty, !rows.isEmpty { throw FeedError(.malformedResponse, "sidoName") }
        let urban = own.filter { !$0.isOfOtherNetwork }
        if urban.isEmpty { throw FeedError(.noData) }
        let measurements = urban.compactMap(\.measurement).filter { $0.observedAt <= origin.fetchedAt }
        if measurements.isEmpty { throw FeedError(.malformedResponse, "stationName, mangName, dataTime") }
        let newest = measurements.map(\.observedAt).max()
        if newest.map({ $0 < origin.issuedAt }) == true { throw FeedError(.noData) }
        return Dictionary(grouping: measurements, by: \.station).values.compactMap(AirMeasurement.init(agreedOf:)).sorted { $0.station < $1.station }
    }

    /// `서울` and `서울특별시`, `충북` and `충청북도`.
    private static func isName(_ name: String, of province: String) -> Bool {
        name.hasPrefix(province) || (name.first == province.first && name.dropFirst(2).first == province.last)
    }

    /// True if no station is known, or over a quarter of the rows has an unreadable value.
    static func isInPart(_ measurements: [AirMeasurement]) -> Bool {
        !measurements.contains { row in AirStation.all.contains { $0.name == row.station } }
            || measurements.count(where: \.isInPart) * 4 > measurements.count
    }
}

extension AirMeasurement {
    /// True if nothing was measured, though all was readable.
    var isBlank: Bool { !isInPart && [pm10, pm25, ozone].allSatisfy { $0.amount == nil } }

    /// Newest of a station's rows; of two values of one hour neither counts.
    fileprivate init?(agreedOf rows: [AirMeasurement]) {
        guard var newest = rows.max(by: { $0.observedAt < $1.observedAt }) else { return nil }
        let rows = rows.filter { $0.observedAt == newest.observedAt }
        for value in [\AirMeasurement.pm10, \.pm25, \.ozone] {
            newest[keyPath: value] = rows.agreed { $0[keyPath: value].amount == nil ? nil : $0[keyPath: value] } ?? AirValue()
        }
        newest.isInPart = rows.contains(where: \.isInPart)
        self = newest
    }
}

private struct MeasuredValue {
    /// Upper bounds of the grades by 환경부, of 24-hour means for dust.
    let bounds: [Double]
    var amount: Double?
    /// Grade of the hour; `pm10Grade` and `pm25Grade` are of 24 hours.
    var grade: AirGrade?
    var isFlagged = false
    var isUnread = false

    init(_ bounds: Double...) { self.bounds = bounds }

    /// Flagged values (점검및교정, 장비점검, 자료이상, 통신장애) are no readings (에어코리아 대기오염정보 조회 서비스 기술문서). A grade without
    /// an amount is of no reading, and another than the amount's contradicts it.
    var value: AirValue {
        guard !isFlagged, let amount else { return AirValue() }
        let own = AirGrade.allCases[bounds.count { $0 < amount }]
        return AirValue(amount: amount, grade: grade == own ? own : nil)
    }

    mutating func read(_ json: inout JSONReader, _ range: ClosedRange<Double>) {
        let number = json.number(orUnreadable: &isUnread)
        amount = number?.within(range)
        isUnread = isUnread || amount != number
    }

    mutating func readFlag(_ json: inout JSONReader) { isFlagged = json.line().map { !["", "-", "null"].contains($0) } ?? false }
}

private struct MeasuredRow {
    var stationName: String?
    var province: String?
    var kind: String?
    var observedAt: Date?
    var pm10 = MeasuredValue(30, 80, 150)
    var pm25 = MeasuredValue(15, 35, 75)
    var ozone = MeasuredValue(0.03, 0.09, 0.15)

    init(_ json: inout JSONReader) {
        json.object { json, key in
            switch key {
            case "stationName": stationName = json.line()
            case "sidoName": province = json.line()
            case "mangName": kind = json.line()
            case "dataTime": observedAt = json.line().flatMap(MeasuredRow.instant)
            case "pm10Value": pm10.read(&json, .plausibleDust)
            case "pm25Value": pm25.read(&json, .plausibleDust)
            case "o3Value": ozone.read(&json, .plausibleOzone)
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

    /// True at roads and harbours and far from homes.
    var isOfOtherNetwork: Bool { ["도로변대기", "교외대기", "국가배경농도", "항만"].contains(kind) }

    var measurement: AirMeasurement? {
        guard let stationName, let observedAt, ["도시대기", nil, "", "-"].contains(kind) else { return nil }
        // Zeros alone are of no sensor.
        let areZero = [pm10, pm25, ozone].allSatisfy { $0.amount == 0 }
        let (pm10Value, pm25Value, ozoneValue) = areZero ? (AirValue(), AirValue(), AirValue()) : (pm10.value, pm25.value, ozone.value)
        var row = AirMeasurement(station: stationName, observedAt: observedAt, pm10: pm10Value, pm25: pm25Value, ozone: ozoneValue)
        row.isInPart = areZero || pm10.isUnread || pm25.isUnread || ozone.isUnread
        return row
    }

    private static func grade(_ json: inout JSONReader) -> AirGrade? { json.integer().flatMap(AirGrade.init(number:)) }

    /// Midnight is `24:00` of the day before.
    private static func instant(_ text: String) -> Date? {
        var scanner = DigitScanner(text)
        guard let date = KoreanDate(&scanner), scanner.skip(" "), let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2),
            scanner.isAtEnd || scanner.skip(":00") && scanner.isAtEnd, hour <= 24, minute < 60
        else { return nil }
        return date.at(hour: hour, minute: minute)
    }
}
