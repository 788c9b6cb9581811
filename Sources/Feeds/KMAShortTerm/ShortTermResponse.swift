import Forecast
import Regions

/// `getVilageFcst`: up to 1,052 rows by time, hourly, then in steps of three hours.
enum ShortTermResponse {
    /// A day beyond the last step: the issue of 17:00 ends with its fifth day.
    private static let hours = 6 * 24

    static func read(_ answer: HTTPAnswer, _ origin: Origin, rows wanted: Int = .max, cell: GridCell? = nil, comparesBase: Bool = false)
        throws(FeedError) -> SlotForecast
    {
        var question = GridQuestion(cell: cell, issuedAt: origin.issuedAt, comparesBase: comparesBase)
        let steps = try question.steps(in: answer, hours: hours, atMost: wanted)
        let layout = ShortTermLayout(issuedAt: origin.issuedAt)
        var slots: [Slot] = []
        var (lows, highs): ([KoreanDate: [Stated<Double>]], [KoreanDate: [Stated<Double>]]) = ([:], [:])
        for (time, values) in steps {
            let step = Step(Slot(origin: origin, time: time, hours: layout.hours(at: time)), layout, values)
            slots.append(step.slot)
            let date = KoreanDate(of: time)
            if let low = step.low { lows[date, default: []].append(Stated(low, origin, of: date.hours)) }
            if let high = step.high { highs[date, default: []].append(Stated(high, origin, of: date.hours)) }
        }
        let isInPart = slots.isInPart(steps, without: { $0.precipitationProbability == nil }, { $0.snowfall == nil })
        slots.removeAll { $0.temperature == nil && $0.condition == nil }
        if slots.areZero { throw FeedError(.malformedResponse, "0") }
        var forecast = SlotForecast(
            slots: slots,
            lows: lows.compactMapValues { $0.agreed(\.self) },
            highs: highs.compactMapValues { $0.agreed(\.self) }
        )
        let (issue, first) = (origin.issuedAt, origin.issuedAt + 3_600)
        let end = (KoreanDate(of: issue) + IssueSchedule.shortTermDays(of: issue).upperBound + 1).start
        func daysOff(_ time: Date?, _ expected: Date) -> Int { time.map { Int(($0.timeIntervalSince(expected) / 86_400).rounded()) } ?? 0 }
        let (late, beyond) = (daysOff(question.begin, first), daysOff(forecast.slots.last?.time, end))
        // As many days off at both ends, the dates are not those of the issue.
        if late != 0, late == beyond { throw FeedError(.malformedResponse, "fcstDate") }
        let isContradiction = forecast.lows.count < lows.count || forecast.highs.count < highs.count
        // Hours are missing before the next issue.
        let isLate = forecast.slots.first.map { $0.time > first + 7_200 } == true
        forecast.isInPart = isInPart || isContradiction || question.hasUnreadableRows || forecast.hasGap || isLate
        return forecast
    }
}

struct ShortTermLayout {
    private let hourlyEnd: Date

    /// Texts to the end of D+2, of three evening issues plain numbers to the end of D+3, then codes of 3-hour steps. A day ends with its 24:00.
    init(issuedAt: Date) {
        let issue = KoreanTime(issuedAt)
        hourlyEnd = (issue.date + (issue.hour >= 17 ? 4 : 3)).start
    }

    func notation(at time: Date) -> AmountNotation { time <= hourlyEnd ? .text : .code }

    func hours(at time: Date) -> Int { time < hourlyEnd ? 1 : 3 }
}

private struct Step {
    private(set) var slot: Slot
    private(set) var low: Double?
    private(set) var high: Double?
    private let notation: AmountNotation
    private var eastward: Double?
    private var northward: Double?

    init(_ slot: Slot, _ layout: ShortTermLayout, _ values: GridValues) {
        self.slot = slot
        notation = layout.notation(at: slot.time)
        for (category, value) in values.all {
            switch category {
            // KMA's guide: "-", null or 0 is none.
            case "PCP": self.slot.precipitation = Amount(kmaRain: value ?? "-", notation)
            case "SNO": self.slot.snowfall = Amount(kmaSnow: value ?? "-", notation)
            default: if let value { apply(category, value) }
            }
        }
        self.slot.combineSkyAndFalling(values)
    }

    private mutating func apply(_ category: ShortText, _ value: String) {
        switch category {
        case "TMN": low = gridNumber(value)?.within(.plausibleTemperature)
        case "TMX": high = gridNumber(value)?.within(.plausibleTemperature)
        // In the extended period WSD is a code; UUU and VVV are still m/s.
        case "WSD" where notation == .code: break
        case "UUU" where notation == .code:
            eastward = gridNumber(value)?.within(.plausibleWindComponent)
            slot.windSpeed = extendedWindSpeed
        case "VVV" where notation == .code:
            northward = gridNumber(value)?.within(.plausibleWindComponent)
            slot.windSpeed = extendedWindSpeed
        default: slot.apply(category, value)
        }
    }

    private var extendedWindSpeed: Double? {
        guard let eastward, let northward else { return nil }
        return (eastward * eastward + northward * northward).squareRoot().within(.plausibleWindSpeed)
    }
}

extension Slot {
    mutating func apply(_ category: ShortText, _ value: String) {
        switch category {
        case "TMP", "T1H": temperature = gridNumber(value)?.within(.plausibleTemperature)
        case "POP": precipitationProbability = kmaChance(gridNumber(value))
        case "RN1": precipitation = Amount(kmaRain: value, .text)
        case "WSD": windSpeed = gridNumber(value)?.within(.plausibleWindSpeed)
        // Lightning in kA of an undocumented scale; expected above 0.
        case "LGT": hasLightning = gridNumber(value).map { $0 > 0 }
        case "REH": humidity = gridNumber(value).flatMap(Humidity.init(percent:))
        case "VEC": windDirection = gridNumber(value).flatMap(WindDirection.init(degrees:))
        case "SKY": sky = Condition(kmaSky: value)
        case "PTY": condition = Condition(kmaPrecipitation: value)
        default: break
        }
    }

    /// The sky if nothing falls; unknown if precipitation is, also without its row, or if an amount contradicts that nothing falls.
    mutating func combineSkyAndFalling(_ values: GridValues) {
        let falling = values.all.first { $0.category == "PTY" }?.value
        guard condition == nil, gridCode(falling ?? nil) == 0 else { return }
        if [precipitation, snowfall].allSatisfy({ ($0 ?? .zero) == .zero }) { condition = sky }
    }
}
