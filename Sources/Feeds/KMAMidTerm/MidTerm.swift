import Forecast

extension IssueSchedule {
    /// Mid-term forecasts at 06:00 and 18:00, requested at once, then the one before.
    public static let midTerm = IssueSchedule(interval: 12 * 3_600, offset: 6 * 3_600, delay: 0)
}

extension FeedRequest {
    fileprivate init(
        _ feed: Feed,
        _ operation: String,
        _ zoneName: String,
        _ zone: String,
        _ gateway: KMAGateway,
        read: @escaping @Sendable (HTTPAnswer, Origin, _ zone: String?) throws(FeedError) -> Value
    ) {
        self.init(feed: feed, subject: zone) { issuedAt in
            gateway.url("MidFcstInfoService/\(operation)", ["numOfRows": "10", "pageNo": "1", zoneName: zone, "tmFc": KoreanTime(issuedAt).compact])
        } read: { answer, origin throws(FeedError) in
            try read(answer, origin, zone)
        }
    }
}

extension FeedRequest<MidTemperature> {
    /// Request for the mid-term temperatures of a city zone (`getMidTa`).
    public static func midTemperature(zone: String, gateway: KMAGateway) -> FeedRequest {
        var request = FeedRequest(.midTemperature, "getMidTa", "regId", zone, gateway, read: MidTemperatureResponse.read)
        request.gap = { value, _ in value.isInPart ? FeedError(.malformedResponse, "taMin, taMax") : nil }
        return request
    }
}

extension FeedRequest<MidLand> {
    /// Request for the mid-term rain and sky of a province zone (`getMidLandFcst`).
    public static func midLand(zone: String, gateway: KMAGateway) -> FeedRequest {
        var request = FeedRequest(.midLand, "getMidLandFcst", "regId", zone, gateway, read: MidLandResponse.read)
        request.gap = { value, _ in value.isInPart ? FeedError(.malformedResponse, "wf, rnSt") : nil }
        return request
    }
}

extension FeedRequest<Outlook> {
    /// Request for the mid-term text of an office (`getMidFcst`).
    public static func outlook(station: String, gateway: KMAGateway) -> FeedRequest {
        FeedRequest(.outlook, "getMidFcst", "stnId", station, gateway) { answer, origin, _ throws(FeedError) in
            try OutlookResponse.read(answer, origin.issuedAt, station: station)
        }
    }
}

/// `getMidTa`: one item with `taMin{N}`, `taMin{N}Low`, `taMin{N}High`, and the same for `taMax`.
enum MidTemperatureResponse {
    private struct DayTemperatures: DayFields {
        var minimum, minimumLow, minimumHigh: Double?
        var maximum, maximumLow, maximumHigh: Double?
        var isUnread = false
        /// Also a low above the high, of which one is wrong, and degrees that Korea does not have.
        var isInPart: Bool {
            let isBeyond = [minimum, maximum].compactMap(\.self).contains { !$0.isMark && $0.within(.plausibleTemperature) == nil }
            return isUnread || isBeyond || minimum.flatMap { low in maximum.map { low > $0 } } == true
        }

        mutating func read(_ field: DayField, _ json: inout JSONReader) {
            switch (field.name, field.part) {
            case ("taMin", ""): minimum = json.number(orUnreadable: &isUnread)
            case ("taMin", "Low"): minimumLow = json.number(orUnreadable: &isUnread)
            case ("taMin", "High"): minimumHigh = json.number(orUnreadable: &isUnread)
            case ("taMax", ""): maximum = json.number(orUnreadable: &isUnread)
            case ("taMax", "Low"): maximumLow = json.number(orUnreadable: &isUnread)
            case ("taMax", "High"): maximumHigh = json.number(orUnreadable: &isUnread)
            default: break
            }
        }

        var value: Extremes? {
            let extremes = Extremes(
                minimum: minimum?.within(.plausibleTemperature),
                maximum: maximum?.within(.plausibleTemperature),
                minimumSpread: spread(minimumLow, minimumHigh, besides: maximumLow, maximumHigh),
                maximumSpread: spread(maximumLow, maximumHigh, besides: minimumLow, minimumHigh)
            )
            return extremes == Extremes() ? nil : extremes
        }

        static func agreed(_ values: [Extremes]) -> Extremes {
            Extremes(
                minimum: values.agreed(\.minimum),
                maximum: values.agreed(\.maximum),
                minimumSpread: values.agreed(\.minimumSpread),
                maximumSpread: values.agreed(\.maximumSpread)
            )
        }

        static func missing(of value: Extremes) -> (count: Int, parts: Int) { ((value.minimum == nil ? 1 : 0) + (value.maximum == nil ? 1 : 0), 2) }

        /// Beside a number that is no uncertainty, as if it were degrees of the air, the others are none either.
        private func spread(_ low: Double?, _ high: Double?, besides others: Double?...) -> Spread? {
            guard let low, let high, others.allSatisfy({ $0.map { $0.isMark || Spread(low: $0, high: $0) != nil } ?? true }) else { return nil }
            return Spread(low: low, high: high)
        }
    }

    static func read(_ answer: HTTPAnswer, _ origin: Origin, zone: String? = nil) throws(FeedError) -> MidTemperature {
        if let rows = try MidTermTable.temperature.days(in: answer, origin.issuedAt, zone: zone) {
            let days = Dictionary(rows.map { ($0.date, $0.extremes) }) { first, _ in first }
            return MidTemperature(origin: origin, days: days)
        }
        let days = try DayTemperatures.days(in: answer, origin.issuedAt, zone: zone)
        // Zeros alone are an empty answer in numbers.
        if days.values.count > 1, days.values.values.allSatisfy({ $0.minimum == 0 && $0.maximum == 0 }) { throw FeedError(.malformedResponse, "0") }
        return MidTemperature(origin: origin, days: days.values, isInPart: days.isInPart)
    }
}

/// `getMidLandFcst`: one item with `wf{N}Am`, `wf{N}Pm`, `rnSt{N}Am`, `rnSt{N}Pm`, and `wf{N}`, `rnSt{N}` from day 8.
enum MidLandResponse {
    private struct DaySkies: DayFields {
        var morning = HalfFields()
        var afternoon = HalfFields()
        var whole = HalfFields()

        mutating func read(_ field: DayField, _ json: inout JSONReader) {
            switch field.part {
            case "Am": morning.read(field.name, &json)
            case "Pm": afternoon.read(field.name, &json)
            case "": whole.read(field.name, &json)
            default: break
            }
        }

        var isInPart: Bool { morning.isInPart || afternoon.isInPart || whole.isInPart }

        var value: DaySky? {
            let sky = DaySky(morning: morning.half, afternoon: afternoon.half, whole: whole.half)
            return sky == DaySky() ? nil : sky
        }

        static func agreed(_ values: [DaySky]) -> DaySky {
            func half(_ part: (DaySky) -> HalfDay?) -> HalfDay? {
                let halves = values.compactMap(part)
                return HalfDay(condition: halves.agreed(\.condition), precipitationProbability: halves.agreed(\.precipitationProbability))
            }
            return DaySky(morning: half(\.morning), afternoon: half(\.afternoon), whole: half(\.whole))
        }

        static func missing(of value: DaySky) -> (count: Int, parts: Int) {
            var missing = (count: 0, parts: 0)
            for half in [value.morning, value.afternoon, value.whole] {
                guard let half else { continue }
                missing.count += (half.condition == nil ? 1 : 0) + (half.precipitationProbability == nil ? 1 : 0)
                missing.parts += 2
            }
            return missing
        }
    }

    private struct HalfFields {
        var condition: Condition?
        var probability: Probability?
        var isInPart = false

        mutating func read(_ name: ShortText, _ json: inout JSONReader) {
            switch name {
            case "wf":
                guard let text = json.line(), text != "" else { return }
                condition = Condition(kmaText: text)
                isInPart = isInPart || condition == nil
            case "rnSt":
                let number = json.number(orUnreadable: &isInPart)
                probability = kmaChance(number)
                isInPart = isInPart || probability == nil && number.map { !$0.isMark } == true
            default: break
            }
        }

        var half: HalfDay? { HalfDay(condition: condition, precipitationProbability: probability) }
    }

    static func read(_ answer: HTTPAnswer, _ origin: Origin, zone: String? = nil) throws(FeedError) -> MidLand {
        if let rows = try MidTermTable.land.days(in: answer, origin.issuedAt, zone: zone) {
            let days = Dictionary(grouping: rows, by: \.date).mapValues { parts in
                func sky(_ part: DayPart) -> HalfDay? { parts.first { $0.part == part }?.sky }
                return DaySky(morning: sky(.morning), afternoon: sky(.afternoon), whole: sky(.day))
            }
            return MidLand(origin: origin, days: days)
        }
        let days = try DaySkies.days(in: answer, origin.issuedAt, zone: zone)
        return MidLand(origin: origin, days: days.values, isInPart: days.isInPart)
    }
}

/// `getMidFcst`: `wfSv`, several lines with runs of spaces.
enum OutlookResponse {
    static func read(_ answer: HTTPAnswer, _ issuedAt: Date, station: String? = nil) throws(FeedError) -> Outlook {
        let items = try PortalEnvelope.items(in: answer) { json in
            var item = (office: station, text: "")
            json.object { json, key in
                if key == "stnId" { item.office = json.line() ?? station }
                if key == "wfSv" { item.text = tidied(json.text() ?? "") }
            }
            return item
        }
        let own = items.filter { station == nil || $0.office == station }.map(\.text)
        if own.isEmpty { throw FeedError(.malformedResponse, "stnId") }
        guard let text = own.first(where: isOutlook) else {
            throw FeedError(own.contains { $0.count > longestNotice } ? .malformedResponse : .noData)
        }
        return Outlook(issuedAt: issuedAt, text: text)
    }

    /// Letters of `자료 준비 중입니다.` and the like; a longer text cannot be read.
    private static let longestNotice = 24
    private static let bullets: Set<Character> = ["○", "*", "□", "※", "●", "■", "▪", "▶", "◎", "☞"]

    /// False for `-`, `자료 없음` or `준비중`, without a word of the weather.
    private static func isOutlook(_ text: String) -> Bool { ["강수", "기온", "기압", "내리"].contains(where: text.contains) || Condition.hasWord(of: text) }

    private static func tidied(_ text: String) -> String {
        var statements: [String] = []
        for line in plain(text).split(whereSeparator: \.isNewline) {
            let words = line.singleLine
            guard let first = words.first else { continue }
            if bullets.contains(first) || statements.isEmpty { statements.append(words) } else { statements[statements.count - 1] += " " + words }
        }
        return statements.joined(separator: "\n")
    }

    private static let entities = [
        "lt": "<", "gt": ">", "quot": "\"", "amp": "&", "nbsp": " ", "deg": "°", "middot": "·", "ndash": "–", "hellip": "…",
    ]

    /// Remains of a page: entities, which may hide tags, tags of line breaks, and escaped line breaks.
    static func plain(_ text: String) -> String {
        guard text.contains(where: { "<&\\".contains($0) }) else { return text }
        let marks = [("\\r", "\n"), ("\\n", "\n"), ("\\t", " ")]
        return marks.reduce(text) { $0.replacing($1.0, with: $1.1) }.replacing(/&(#[xX]?)?([0-9A-Za-z]+);/) { match in
            guard let start = match.1 else { return entities[String(match.2)] ?? String(match.0) }
            return UInt32(match.2, radix: start.count == 1 ? 10 : 16).flatMap(Unicode.Scalar.init).map { String($0) } ?? String(match.0)
        }.replacing(/<\s*(?:br|\/?p|\/?div)\b[^<>]*>/.ignoresCase(), with: "\n").replacing(/<\/?[a-zA-Z][^<>]*>/, with: "")
    }
}

/// `taMin4Low`, `wf5Am`, `rnSt8`: days from the date of the issue.
private struct DayField {
    /// 4 or 5 to 10, before 2024-11-28 from 3.
    static let days = 3...10

    var name: ShortText
    var index: Int
    var part: ShortText

    init?(_ key: ShortText) {
        guard let start = key.firstIndex(where: \.isDigit) else { return nil }
        let isTen = key[start...].starts(with: "10".utf8)
        let day = isTen ? 10 : Int(key[start] - UInt8(ascii: "0"))
        guard DayField.days.contains(day) else { return nil }
        name = ShortText(count: start) { key[$0] }
        index = day - DayField.days.lowerBound
        let end = start + (isTen ? 2 : 1)
        part = ShortText(count: key.count - end) { key[end + $0] }
    }
}

private protocol DayFields {
    associatedtype Value: Equatable

    init()

    mutating func read(_ field: DayField, _ json: inout JSONReader)

    var isInPart: Bool { get }

    var value: Value? { get }

    /// Value of all rows of a day, without the parts that differ.
    static func agreed(_ values: [Value]) -> Value

    /// Parts without a value, of all: over a quarter is an answer in part.
    static func missing(of value: Value) -> (count: Int, parts: Int)
}

extension DayFields {
    /// Throws `noData` without a value, or for the issue before; `malformedResponse` for other zones alone.
    static func days(in answer: HTTPAnswer, _ issuedAt: Date, zone: String?) throws(FeedError) -> (values: [KoreanDate: Value], isInPart: Bool) {
        let items = try PortalEnvelope.items(in: answer) { json in
            var item = (zone: String?.none, days: Array(repeating: Self(), count: DayField.days.count), first: Int.max)
            json.object { json, key in
                if key == "regId" { item.zone = json.line() }
                guard let field = DayField(key) else { return }
                item.days[field.index].read(field, &json)
                item.first = min(item.first, DayField.days.lowerBound + field.index)
            }
            return item
        }
        let own = items.filter { zone == nil || $0.zone == zone || ($0.zone == nil && items.count == 1) }
        if own.isEmpty { throw FeedError(.malformedResponse, "regId") }
        // From 5 on the days of an answer to 06:00 count from the day before; one to 18:00 with values of 4 is that of 06:00.
        let (first, fourth) = (IssueSchedule.midTermDays(of: issuedAt).lowerBound, 4 - DayField.days.lowerBound)
        if own.allSatisfy({ first == 4 ? $0.first == 5 : first == 5 && $0.days[fourth].value != nil }) { throw FeedError(.noData) }
        let asked = own.map(\.days)
        let start = KoreanDate(of: issuedAt) + DayField.days.lowerBound
        var (values, isInPart): ([KoreanDate: Value], Bool) = ([:], false)
        for offset in 0..<DayField.days.count {
            let stated = asked.compactMap { $0[offset].value }
            func known(_ value: Value) -> Int { missing(of: value).parts - missing(of: value).count }
            let value = stated.count > 1 ? agreed(stated) : stated.first
            values[start + offset] = value.flatMap { known($0) > 0 ? $0 : nil }
            let isContradiction = value.map { value in stated.contains { known($0) > known(value) } } == true
            isInPart = isInPart || isContradiction || asked.contains { $0[offset].isInPart }
        }
        if values.isEmpty { throw FeedError(isInPart ? .malformedResponse : .noData) }
        let all = values.values.map(missing)
        return (values, isInPart || all.reduce(0) { $0 + $1.count } * 4 > all.reduce(0) { $0 + $1.parts })
    }
}

extension Double {
    /// True of -50 and below and of 900 and above, by which KMA marks what is missing.
    fileprivate var isMark: Bool { self <= -50 || 900 <= self }
}
