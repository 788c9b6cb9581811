import Forecast

/// The three ways in which one short-term body writes amounts. Which one is meant goes by the time of the step against
/// the time of the issue; the values do not tell, for `2` is 2 mm in one and "moderate" in another.
enum AmountDialect {
    /// `강수없음`, `1mm 미만`, `5.0mm`, `30.0~50.0mm`, `50.0mm 이상`.
    case words
    /// `0`, `0.4`.
    case number
    /// `0` to `3`, how hard it falls in an hour.
    case code
}

extension Amount {
    /// Rain in mm (`PCP`, `RN1`).
    init?(kmaRain text: String, _ dialect: AmountDialect) {
        // KMA's table for the extended period: weak below 3 mm an hour, moderate below 15, strong from there on.
        let steps = [
            Amount(0), Amount(low: 0, high: 3), Amount(low: 3, high: 15), Amount(low: 15, high: nil),
        ]
        self.init(kma: text, dialect, steps: steps)
    }

    /// Fresh snow in cm (`SNO`).
    init?(kmaSnow text: String, _ dialect: AmountDialect) {
        // Moderate below 1 cm an hour, heavy from there on.
        let steps = [Amount(0), Amount(low: 0, high: 1), Amount(low: 1, high: nil)]
        self.init(kma: text, dialect, steps: steps)
    }

    private init?(kma text: String, _ dialect: AmountDialect, steps: [Amount]) {
        if text == "-" {
            self.init(0)
            return
        }
        switch dialect {
        case .words:
            self.init(kmaWords: text)
        case .number:
            guard let number = gridNumber(text) else { return nil }
            self.init(number)
        case .code:
            guard let code = wholeGridNumber(text), steps.indices.contains(code) else { return nil }
            self = steps[code]
        }
    }

    /// Older issues write `1.0mm 미만`, and KMA's own programs `50.0mm이상`.
    private init?(kmaWords text: String) {
        if text.hasSuffix("없음") {
            self.init(0)
            return
        }
        let numbers = text.split { !$0.isASCII || !($0.isNumber || $0 == "." || $0 == "-") }.compactMap {
            Double($0)
        }
        guard let first = numbers.first, first > -900, first < 900 else { return nil }
        if text.hasSuffix("미만") {
            self.init(low: 0, high: first)
        } else if text.hasSuffix("이상") {
            self.init(low: first, high: nil)
        } else {
            self.init(low: first, high: numbers.count > 1 ? numbers[1] : first)
        }
    }
}
