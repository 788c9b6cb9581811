import Forecast
import Testing

@testable import Feeds

@Suite("KMA's notations of amounts")
struct ShortTermAmountTests {
    @Test("A number at or beyond ±900 marks a missing one, in rows of every category")
    func numbers() {
        for (text, value) in [("899.9", 899.9), ("-899.9", -899.9), ("900", nil), ("-900", nil), ("", nil)]
            as [(String, Double?)]
        {
            #expect(gridNumber(text) == value && gridCode(text) == nil)
        }
        #expect(gridNumber(nil) == nil)
    }

    @Test(
        "A code is a whole number: a fraction is none",
        arguments: [
            ("1", 1), ("1.0", 1), ("01", 1), ("0", 0), ("-0", 0), ("0.4", nil), ("2.4", nil), ("-0.4", nil),
            ("0x1", nil), ("비", nil), ("-999", nil),
        ] as [(String, Int?)]
    )
    func codes(text: String, code: Int?) {
        #expect(gridCode(text) == code)
        let fraction = code == nil
        #expect(Amount(kmaRain: text, .code) == nil || !fraction)
        #expect(Condition(kmaPrecipitation: text) == nil || !fraction)
    }

    private static let amounts: [(text: String, amount: Amount?)] = [
        ("강수없음", Amount.zero), ("-", Amount.zero), ("0", Amount.zero), ("0.0mm", Amount.zero),
        ("1mm 미만", Amount(low: 0, high: 1)), ("1.0mm 미만", Amount(low: 0, high: 1)),
        ("1.0mm", Amount(1)), ("5.0mm", Amount(5)), ("29.9mm", Amount(29.9)),
        ("30.0~50.0mm", Amount(low: 30, high: 50)), ("30.0∼50.0mm", Amount(low: 30, high: 50)),
        ("30.0～50.0mm", Amount(low: 30, high: 50)), ("50.0mm 이상", Amount(low: 50, high: nil)),
        ("50.0mm이상", Amount(low: 50, high: nil)), ("30.0mm 이상 50.0mm 미만", Amount(low: 30, high: 50)),
        ("30.0mm이상50.0mm미만", Amount(low: 30, high: 50)), (" 50.0mm  이상 ", Amount(low: 50, high: nil)),
        ("1 mm 미만 ", Amount(low: 0, high: 1)), (" 강수없음 ", .zero), ("강수 없음", .zero), (" - ", .zero),
        ("30.0 ~ 50.0 mm", Amount(low: 30, high: 50)), (" 5.0mm", Amount(5)), ("1.0~2.0~3.0mm", nil),
        ("30mm~50mm", Amount(low: 30, high: 50)), ("30-50mm", Amount(low: 30, high: 50)),
        ("1 ㎜ 미만", Amount(low: 0, high: 1)), ("없음", .zero), ("50.0mm 초과", Amount(low: 50, high: nil)),
    ]

    @Test(
        "Rain as text is a number or the range it names",
        arguments: amounts
    )
    func rainInWords(text: String, amount: Amount?) {
        #expect(Amount(kmaRain: text, .text) == amount)
    }

    @Test(
        "Snow as text is a number or the range it names",
        arguments: [
            ("적설없음", Amount.zero), ("-", Amount.zero), ("0", Amount.zero),
            ("0.5cm 미만", Amount(low: 0, high: 0.5)), ("1.0cm 미만", Amount(low: 0, high: 1)),
            ("0.5cm", Amount(0.5)), ("4.9cm", Amount(4.9)), ("5.0cm 이상", Amount(low: 5, high: nil)),
            ("5.0cm이상", Amount(low: 5, high: nil)), ("0.5cm 이상 5.0cm 미만", Amount(low: 0.5, high: 5)),
            (" 적설없음", .zero), ("5.0cm 이상 ", Amount(low: 5, high: nil)),
        ] as [(String, Amount?)]
    )
    func snowInWords(text: String, amount: Amount?) {
        #expect(Amount(kmaSnow: text, .text) == amount)
    }

    @Test(
        "A word that the guide does not have leaves an amount unknown: it may turn the meaning",
        arguments: [
            "1mm 미만(비)", "50mm 이상(폭우)", "<1mm", "less than 1mm", ">50mm", "5mm+", "~5.0mm", "5.0mm~",
            "5.0mm 안팎", "약 5.0mm", "최대 20mm", "20mm 이내", "1,234mm", "5,0mm", "5.0cm", "0.5m", "5.0mm/3h",
            "자료없음", "5.0mm5", "1.2.3mm", "5.0mm미만이상", "０.5mm", "5.0inch", "+5.0mm", "1e1",
        ]
    )
    func qualified(text: String) {
        #expect(Amount(kmaRain: text, .text) == nil)
        #expect(Amount(kmaSnow: text.replacing("mm", with: "CM").replacing("cm", with: "mm"), .text) == nil)
    }

    @Test(
        "A plain number is mm of rain or cm of snow",
        arguments: [("0", 0), ("0.4", 0.4), ("2", 2), ("31.5", 31.5)]
    )
    func numbers(text: String, value: Double) {
        #expect(Amount(kmaRain: text, .text) == Amount(value))
        #expect(Amount(kmaSnow: text, .text) == Amount(value))
    }

    @Test(
        "A code of the extended period is the range of mm an hour in KMA's table",
        arguments: [
            ("0", Amount.zero), ("1", Amount(low: 0, high: 3)), ("2", Amount(low: 3, high: 15)),
            ("3", Amount(low: 15, high: nil)), ("강수없음", .zero), ("5.0mm", nil),
        ] as [(String, Amount?)]
    )
    func rainCodes(text: String, amount: Amount?) {
        #expect(Amount(kmaRain: text, .code) == amount)
    }

    @Test(
        "A code of the extended period is the range of cm an hour in KMA's table",
        arguments: [
            ("0", Amount.zero), ("1", Amount(low: 0, high: 1)), ("2", Amount(low: 1, high: nil)),
            (" 적설없음", .zero),
        ] as [(String, Amount?)]
    )
    func snowCodes(text: String, amount: Amount?) {
        #expect(Amount(kmaSnow: text, .code) == amount)
    }

    @Test(
        "A missing mark and an unknown text are no amount in any notation",
        arguments: ["-999", "-998.9", "-900", "900", "999", "", "비", "nan", "inf", "mm"],
        [AmountNotation.text, .code]
    )
    func missing(text: String, notation: AmountNotation) {
        #expect(Amount(kmaRain: text, notation) == nil)
        #expect(Amount(kmaSnow: text, notation) == nil)
    }

    @Test(
        "An amount that is negative, beyond what falls, or ends below its beginning is no amount",
        arguments: [
            "-5.0mm", "-1mm 미만", "-1.0mm 이상", "900.0mm", "900mm 이상", "50.0~30.0mm",
            "30.0~9999999999999999999999999mm", "매우 강함",
        ]
    )
    func impossible(text: String) {
        #expect(Amount(kmaRain: text, .text) == nil)
        #expect(Amount(kmaSnow: text, .text) == nil)
    }

    @Test("A bare number below 0 is no amount", arguments: ["-0.4", "-5"])
    func negative(text: String) {
        #expect(Amount(kmaRain: text, .text) == nil)
        #expect(Amount(kmaSnow: text, .text) == nil)
    }

    @Test("A code that the table does not have is no amount", arguments: ["4", "-1", "900", "0.4", "2.4"])
    func strangeCodes(text: String) {
        #expect(Amount(kmaRain: text, .code) == nil)
        #expect(Amount(kmaSnow: text, .code) == nil)
    }
}
