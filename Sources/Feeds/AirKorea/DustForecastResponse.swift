import Forecast
import Regions

/// `getMinuDustFrcstDspth`: a row for each issue of the day, pollutant and date.
enum DustForecastResponse {
    static func read(_ answer: HTTPAnswer, _ origin: Origin) throws(FeedError) -> DustForecast {
        let issues = try PortalEnvelope.items(in: answer) { DustIssue(&$0) }.compactMap(\.self).filter { origin.mayKnow(of: $0.issuedAt) }
        guard let last = issues.map(\.issuedAt).max() else { throw FeedError(.malformedResponse, "informGrade") }
        if last < origin.issuedAt { throw FeedError(.noData) }
        var forecast = DustForecast()
        for (subject, issues) in Dictionary(grouping: issues, by: \.subject) {
            guard forecast.isDue(subject.date, within: 0...3, of: last) else { continue }
            // A value missing in a newer issue was withdrawn; of two rows of one issue neither counts where they differ.
            let newest = issues.map(\.issuedAt).max()
            let lists = issues.filter { $0.issuedAt == newest }.map { ZoneList.words(of: $0.words) }
            for zone in DustZone.englishNames.keys {
                let word = lists.agreed { $0[zone] }
                forecast.isInPart = forecast.isInPart || word.map { $0 != "예보없음" && AirGrade(word: $0) == nil } ?? true
                guard let grade = word.flatMap(AirGrade.init(word:)) else { continue }
                forecast.days[subject.date, default: [:]][zone, default: DustGrades()][keyPath: subject.part] = grade
            }
        }
        return forecast
    }
}

private struct DustIssue {
    struct Subject: Hashable {
        let date: KoreanDate
        let part: WritableKeyPath<DustGrades, AirGrade?>
    }

    let issuedAt: Date
    let subject: Subject
    let words: String

    init?(_ json: inout JSONReader) {
        var part: WritableKeyPath<DustGrades, AirGrade?>?
        var (date, issuedAt): (KoreanDate?, Date?)
        var words: String?
        json.object { json, key in
            switch key {
            case "informCode":
                let code = json.line()
                part = code == "PM10" ? \.pm10 : code == "PM25" ? \.pm25 : nil
            case "informData": date = json.line().flatMap { KoreanDate($0) }
            case "informGrade": words = json.text()
            case "dataTime": issuedAt = json.line().flatMap(DustIssue.instant)
            default: break
            }
        }
        guard let part, let date, let issuedAt, let words else { return nil }
        (self.issuedAt, self.words) = (issuedAt, words)
        subject = Subject(date: date, part: part)
    }

    private static func instant(_ text: String) -> Date? {
        var scanner = DigitScanner(text)
        guard let date = KoreanDate(&scanner), scanner.skip(" "), let hour = scanner.number(1...2), scanner.skip("시"), hour <= 24 else { return nil }
        return date.at(hour: hour)
    }
}

/// `getMinuDustWeekFrcstDspth`: one row with four dates.
enum DustWeekResponse {
    static func read(_ answer: HTTPAnswer, _ origin: Origin) throws(FeedError) -> DustForecast {
        let rows = try PortalEnvelope.items(in: answer) { DustWeekRow(&$0) }
        guard let row = rows.first else { throw FeedError(.noData) }
        if let announcedOn = row.announcedOn, announcedOn < KoreanDate(of: origin.issuedAt) { throw FeedError(.noData) }
        if let announcedOn = row.announcedOn, announcedOn > KoreanDate(of: origin.fetchedAt) { throw FeedError(.malformedResponse, "presnatnDt") }
        var forecast = DustForecast()
        let dates = row.days.map { $0.date.flatMap { KoreanDate($0) } }
        for (date, words) in zip(dates, row.days.map(\.words)) {
            guard let date, let words, forecast.isDue(date, within: 1...7, of: row.announcedOn?.start ?? origin.issuedAt) else { continue }
            // Of two words for a day neither counts.
            guard dates.count(where: { $0 == date }) == 1 else {
                forecast.isInPart = true
                continue
            }
            let zones = ZoneList.words(of: words)
            let levels = zones.compactMapValues { word in DustLevel(word: word).map { DustGrades(pm25Level: $0) } }
            forecast.isInPart = forecast.isInPart || levels.isEmpty || levels.count < zones.count
            forecast.days[date] = levels
        }
        if forecast.days.isEmpty { throw FeedError(.malformedResponse, "frcstOneDt") }
        return forecast
    }
}

extension DustForecast {
    /// False for a day that is none of an issue's, which leaves the answer one in part.
    fileprivate mutating func isDue(_ date: KoreanDate, within days: ClosedRange<Int>, of issue: Date) -> Bool {
        let isDue = days.contains(date - KoreanDate(of: issue))
        isInPart = isInPart || !isDue
        return isDue
    }
}

private struct DustWeekRow {
    var announcedOn: KoreanDate?
    var days: [(date: String?, words: String?)] = Array(repeating: (nil, nil), count: dates.count)

    private static let dates: [ShortText] = ["frcstOneDt", "frcstTwoDt", "frcstThreeDt", "frcstFourDt"]
    private static let words: [ShortText] = ["frcstOneCn", "frcstTwoCn", "frcstThreeCn", "frcstFourCn"]

    init(_ json: inout JSONReader) {
        json.object { json, key in
            if key == "presnatnDt" {
                announcedOn = json.line().flatMap { KoreanDate($0) }
            } else if let day = DustWeekRow.dates.firstIndex(of: key) {
                days[day].date = json.line()
            } else if let day = DustWeekRow.words.firstIndex(of: key) {
                days[day].words = json.text()
            }
        }
    }
}

/// `서울 : 보통,제주 : 좋음, 강원영서 : 낮음, 신뢰도 : 높음`.
private enum ZoneList {
    /// Of two words for a zone neither counts: both together are no word.
    static func words(of list: String) -> [String: String] {
        var words: [String: String] = [:]
        for entry in list.utf8.split(separator: UInt8(ascii: ",")) {
            let sides = entry.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { side in
                String(decoding: side.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
            }
            guard sides.count == 2, sides[0] != "신뢰도" else { continue }
            let isHalf = sides[0].hasPrefix("강원") && sides[0] != "강원"
            let zone = isHalf ? String(sides[0].dropFirst(2)) : sides[0]
            words[zone] = words[zone].map { $0 == sides[1] ? $0 : $0 + sides[1] } ?? sides[1]
        }
        return words
    }
}
