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
            case "category": category = json.code() ?? ""
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

    var instant: Date? { KoreanTime.instant(compact: String(decoding: Array(date) + Array(time), as: UTF8.self)) }
}

/// KMA marks missing values with ±900 and beyond.
func gridNumber(_ text: String?) -> Double? {
    guard let text, let value = Double(decimal: text.utf8), -900 < value, value < 900 else { return nil }
    return value
}

func wholeGridNumber(_ text: String?) -> Int? { gridNumber(text).map { Int($0.rounded()) } }

extension Condition {
    /// `SKY`: 1, 3, 4, and 2 before June 2019.
    init?(kmaSky code: String) {
        switch code {
        case "1": self.init(.sky(.clear), LocalizedText("맑음", "Clear"))
        case "2": self.init(.sky(.mostlyCloudy), LocalizedText("구름조금", "Partly cloudy"))
        case "3": self.init(.sky(.mostlyCloudy), LocalizedText("구름많음", "Mostly cloudy"))
        case "4": self.init(.sky(.overcast), LocalizedText("흐림", "Cloudy"))
        default: return nil
        }
    }

    /// `PTY`: short-term 1 to 4, nowcasts 1, 2, 3 and 5 to 7; 0 is none.
    init?(kmaPrecipitation code: String) {
        switch code {
        case "1": self.init(.rain, LocalizedText("비", "Rain"))
        case "2": self.init(.mixed, LocalizedText("비/눈", "Rain or snow"))
        case "3": self.init(.snow, LocalizedText("눈", "Snow"))
        case "4": self.init(.rain, LocalizedText("소나기", "Showers"))
        case "5": self.init(.rain, LocalizedText("빗방울", "Drizzle"))
        case "6": self.init(.mixed, LocalizedText("빗방울눈날림", "Drizzle and flurries"))
        case "7": self.init(.snow, LocalizedText("눈날림", "Flurries"))
        default: return nil
        }
    }
}

/// Notations of amounts by the time of a step: `2` is 2 mm in one, "moderate" in another.
enum AmountNotation {
    /// `강수없음`, `1mm 미만`, `5.0mm`, `30.0~50.0mm`, `50.0mm 이상`.
    case text
    case number
    case code
}

extension Amount {
    init?(kmaRain text: String, _ notation: AmountNotation) {
        // Extended period: weak below 3 mm an hour, moderate below 15, else strong.
        let steps: [Amount?] = [.zero, Amount(low: 0, high: 3), Amount(low: 3, high: 15), Amount(low: 15, high: nil)]
        self.init(kma: text, notation, steps: steps)
    }

    init?(kmaSnow text: String, _ notation: AmountNotation) {
        // Moderate below 1 cm an hour.
        let steps: [Amount?] = [.zero, Amount(low: 0, high: 1), Amount(low: 1, high: nil)]
        self.init(kma: text, notation, steps: steps)
    }

    private init?(kma text: String, _ notation: AmountNotation, steps: [Amount?]) {
        // Blanks are ASCII or begin with C2 to E3 in UTF-8, Hangul with EA to ED: two texts an hour are not looked at by letters.
        let mayHaveBlanks = text.utf8.contains { $0 <= 0x20 || 0xC2...0xE3 ~= $0 }
        let text = mayHaveBlanks ? text.filter { !$0.isWhitespace } : text
        if text == "-" {
            self = .zero
            return
        }
        switch notation {
        case .text: self.init(kmaText: text)
        case .number:
            guard let number = gridNumber(text) else { return nil }
            self.init(number)
        case .code:
            guard let code = wholeGridNumber(text), steps.indices.contains(code), let amount = steps[code] else { return nil }
            self = amount
        }
    }

    /// `1mm미만`, `50.0mm이상`, `5.0mm`, `30.0~50.0mm`, or `30.0mm이상50.0mm미만` (KMA's guide).
    private init?(kmaText text: String) {
        func ends(in word: String) -> Bool { text.utf8.suffix(word.utf8.count).elementsEqual(word.utf8) }
        if ends(in: "없음") {
            self = .zero
            return
        }
        let numbers = text.utf8.split { !($0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")) }.map { Double(decimal: $0) }
        switch (numbers.first ?? nil, numbers.count) {
        case (let low?, 2):
            guard let high = numbers[1] else { return nil }
            self.init(low: low, high: high)
        case (let high?, 1) where ends(in: "미만") || ends(in: "이하"): self.init(low: 0, high: high)
        case (let low?, 1) where ends(in: "이상") || ends(in: "초과"): self.init(low: low, high: nil)
        case (let number?, 1): self.init(number)
        default: return nil
        }
    }
}
