import Forecast

struct GridRow {
    var echo = GridEcho()
    var category: ShortText = ""
    var time = GridTime()
    var value: String?
    var observed: String?

    init(_ json: inout JSONReader) {
        json.object { json, key in
            switch key {
            case "category": category = json.code()?.trimmed ?? ""
            case "fcstDate": time.date = json.code() ?? ""
            case "fcstTime": time.time = json.code() ?? ""
            // Null means "none"; another kind is unreadable.
            case "fcstValue": value = json.null() ? nil : GridRow.text(&json)
            case "obsrValue": observed = json.null() ? nil : GridRow.text(&json)
            default: echo.read(key, &json)
            }
        }
    }

    private static func text(_ json: inout JSONReader) -> String {
        let text = json.text() ?? GridValues.unreadable
        return text.utf8.contains(UInt8(ascii: " ")) ? text.singleLine : text
    }
}

struct GridTime: Equatable {
    var date: ShortText = ""
    var time: ShortText = ""

    /// Time as `0600`, `06:00`, `06:00:00`, the number 600, or the hour alone; the day ends at 24:00.
    var instant: Date? {
        guard case (let day, 8)? = date.number(without: "-./"), let (number, digits) = time.number(without: ":") else { return nil }
        let clock = digits <= 2 && number <= 24 ? number * 100 : digits == 6 && number % 100 == 0 ? number / 100 : number
        guard clock <= 2_400, clock % 100 < 60 else { return nil }
        let midnight = KoreanDate(validatingYear: day / 10_000, month: day / 100 % 100, day: day % 100)?.start
        return midnight?.addingTimeInterval(Double(clock / 100 * 3_600 + clock % 100 * 60))
    }

    var step: Date? { instant.flatMap { $0.timeIntervalSince1970.truncatingRemainder(dividingBy: 1_800) == 0 ? $0 : nil } }
}

/// KMA marks missing values with ±900 and beyond.
func gridNumber(_ text: String?) -> Double? {
    guard let text, let value = Double(decimal: text.utf8), -900 < value, value < 900 else { return nil }
    return value
}

/// Code of a table, also `1.0`; a fraction is none.
func gridCode(_ text: String?) -> Int? { gridNumber(text).flatMap { Int(exactly: $0) } }

/// Chance in whole per cent, as KMA's are: a fraction has another unit.
func kmaChance(_ number: Double?) -> Probability? { number.flatMap { $0 == $0.rounded() ? Probability(percent: $0) : nil } }

extension Condition {
    /// `SKY`: 1, 3, 4, and 2 before June 2019.
    init?(kmaSky code: String) {
        switch gridCode(code) {
        case 1: self.init(.sky(.clear), LocalizedText("맑음", "Clear"))
        case 2: self.init(.sky(.mostlyCloudy), LocalizedText("구름조금", "Partly cloudy"))
        case 3: self.init(.sky(.mostlyCloudy), LocalizedText("구름많음", "Mostly cloudy"))
        case 4: self.init(.sky(.overcast), LocalizedText("흐림", "Cloudy"))
        default: return nil
        }
    }

    /// `PTY`: short-term 1 to 4, nowcasts 1, 2, 3 and 5 to 7; 0 is none.
    init?(kmaPrecipitation code: String) {
        switch gridCode(code) {
        case 1: self.init(.rain, LocalizedText("비", "Rain"))
        case 2: self.init(.mixed, LocalizedText("비/눈", "Rain or snow"))
        case 3: self.init(.snow, LocalizedText("눈", "Snow"))
        case 4: self.init(.rain, LocalizedText("소나기", "Showers"))
        case 5: self.init(.rain, LocalizedText("빗방울", "Drizzle"))
        case 6: self.init(.mixed, LocalizedText("빗방울눈날림", "Drizzle and flurries"))
        case 7: self.init(.snow, LocalizedText("눈날림", "Flurries"))
        default: return nil
        }
    }
}

/// Notations of amounts by the time of a step: `2` is 2 mm in one, "moderate" in another.
enum AmountNotation {
    /// `강수없음`, `1mm 미만`, `5.0mm`, `30.0~50.0mm`, `50.0mm 이상`, or `0.4`.
    case text
    case code
}

private struct AmountScale {
    let units: [String]
    let steps: [Amount?]

    /// Extended period: weak below 3 mm an hour, moderate below 15, else strong.
    static let rain = AmountScale(units: ["mm", "㎜"], steps: [.zero, Amount(low: 0, high: 3), Amount(low: 3, high: 15), Amount(low: 15, high: nil)])
    static let snow = AmountScale(units: ["cm", "㎝"], steps: [.zero, Amount(low: 0, high: 1), Amount(low: 1, high: nil)])
    static let none = ["-", "강수없음", "적설없음", "없음"]
}

extension Amount {
    init?(kmaRain text: String, _ notation: AmountNotation) { self.init(kma: text, notation, .rain) }

    init?(kmaSnow text: String, _ notation: AmountNotation) { self.init(kma: text, notation, .snow) }

    private init?(kma text: String, _ notation: AmountNotation, _ scale: AmountScale) {
        // Blanks are ASCII or begin with C2 to E3 in UTF-8, Hangul with EA to ED: two texts an hour are not looked at by letters.
        let mayHaveBlanks = text.utf8.contains { $0 <= 0x20 || 0xC2...0xE3 ~= $0 }
        let text = mayHaveBlanks ? text.filter { !$0.isWhitespace } : text
        switch notation {
        // Bytes are faster to compare than letters of Hangul.
        case _ where AmountScale.none.contains(where: { $0.utf8.elementsEqual(text.utf8) }): self = .zero
        case .text where text.utf8.first?.isDigit == true: self.init(kmaText: text, units: scale.units)
        case .text: return nil
        case .code:
            guard let code = gridCode(text), scale.steps.indices.contains(code), let amount = scale.steps[code] else { return nil }
            self = amount
        }
    }

    /// `1mm미만`, `50.0mm이상`, `5.0mm`, `30.0~50.0mm`, or `30.0mm이상50.0mm미만` (KMA's guide). Any other word may turn the meaning.
    private init?(kmaText text: String, units: [String]) {
        let isOfNumber: (UInt8) -> Bool = { $0.isDigit || $0 == UInt8(ascii: ".") }
        let numbers = text.utf8.split { !isOfNumber($0) }.compactMap { Double(decimal: $0) }
        let words = text.utf8.split(maxSplits: 3, whereSeparator: isOfNumber).map { word in
            let word = String(decoding: word, as: UTF8.self)
            return units.first { word.hasPrefix($0) }.map { String(word.dropFirst($0.count)) } ?? word
        }
        let isRange = ["~", "-", "∼", "～"].contains(words.first) && words.dropFirst().allSatisfy(\.isEmpty)
        switch (numbers.count, words) {
        case (1, []), (1, [""]): self.init(numbers[0])
        case (1, ["미만"]), (1, ["이하"]): self.init(low: 0, high: numbers[0])
        case (1, ["이상"]), (1, ["초과"]): self.init(low: numbers[0], high: nil)
        case (2, ["이상", "미만"]): self.init(low: numbers[0], high: numbers[1])
        case (2, _) where isRange: self.init(low: numbers[0], high: numbers[1])
        default: return nil
        }
    }
}
