import Forecast

/// Forecast with the errors of KMA's mid-term forecast by lead, fitted to 2,616 issues of Seoul (2023–2026); at no lead the weather itself.
struct SampleForecast {
    private let day: SampleDay
    private let date: KoreanDate
    private let lead: Double
    private let seed: Int

    struct Half {
        let sky: SampleHalfDay.Sky
        let falling: SampleFalling?
        let probability: Int
    }

    struct Halves {
        let morning: Half
        let afternoon: Half
    }

    /// Errors are KMA's from here, and grow from none before.
    private static let nearest = 4.0

    init(of date: KoreanDate, in weather: SampleWeather, by issue: SampleIssue, zone: String) {
        self.init(of: weather.day(date), on: date, lead: issue.lead(to: date), seed: SampleNoise.seed(of: zone))
    }

    /// `lead` in days, continuous, so that issues of one day differ.
    init(of day: SampleDay, on date: KoreanDate, lead: Double, seed: Int) { (self.day, self.date, self.lead, self.seed) = (day, date, lead, seed) }

    private var far: Double { max(lead, Self.nearest) }
    private var share: Double { min(1, lead / Self.nearest) }
    private var noise: Noise { Noise(date: date, lead: lead, seed: seed) }

    var extremes: (low: Double, high: Double) {
        let (cold, warm) = (noise[1, 5.5], noise[2, 5.5])
        let doubt = (0.75 + 0.5 * SampleSpread.doubt(on: date)) * share.squareRoot()
        // Far forecasts lean to the normals.
        let shrinking = 0.075 * far * share
        let lowError = (0.97 + 0.1 * far) * (0.8 * cold + 0.6 * warm)
        let highError = (1.13 + 0.168 * far) * warm
        let lowBias = share * (0.27 - 0.028 * far)
        let highBias = -share * (0.47 + 0.065 * far - 0.7 * day.season.warmth)
        let low = (day.low + shrinking * (day.normal.low - day.low) + lowBias + doubt * lowError).rounded()
        return (low, max(low, (day.high + shrinking * (day.normal.high - day.high) + highBias + doubt * highError).rounded()))
    }

    var halves: Halves {
        let (rain, quick) = (noise[0, 8.3], noise[3, 1.39])
        let skill = max(0.3, 0.994 - 0.0477 * far)
        let luck = 0.974 * rain + 0.039 * quick * quick * quick
        let wetness = max(day.morning.surplus, day.afternoon.surplus) / 0.8 + 0.5
        var said = Self.chance(skill * wetness + (1 - skill * skill).squareRoot() * luck, far, quick)
        // Rain seen late is named at once: KMA names 1.5 % of the days of 20–30 % in the next issue, and seldom takes rain back.
        if said >= 60, lead > Self.nearest + 18 * SampleNoise.unit(.lateRain, seed, date.dayNumber) { said = quick > 0 ? 30 : 20 }
        let own = max(day.morning.probability, day.afternoon.probability)
        let chance = Self.tens(Double(own) * (1 - share) + Double(said) * share, isNamed: own >= 60)
        let draw = SampleNoise.unit(.probability, seed, date.dayNumber)
        let less = [0.53, 0.775, 0.905, 0.955].count { draw >= $0 } * 10
        let drier = Self.tens(Double(max(0, chance - less)), isNamed: false)
        let isWetterFirst = day.morning.surplus > day.afternoon.surplus
        // Words name rain or snow only where something falls.
        let (low, high) = chance >= 60 ? extremes : (0, 0)
        func half(_ half: SampleHalfDay, isWetter: Bool, warmth: Double) -> Half {
            let probability = isWetter ? chance : drier
            let fall = half.fall ?? SampleHalfDay.Fall(peak: 0, reach: 0, amount: 0, isShower: false)
            return Half(
                sky: probability >= 80 || (40..<60).contains(probability) ? .overcast : probability >= 20 ? .mostlyCloudy : .clear,
                falling: probability >= 60 ? SampleFalling(fall, temperature: low + (high - low) * warmth) : nil,
                probability: probability
            )
        }
        return Halves(
            morning: half(day.morning, isWetter: isWetterFirst, warmth: 0.35),
            afternoon: half(day.afternoon, isWetter: !isWetterFirst, warmth: 0.7)
        )
    }

    /// Makes 60 % and more rare with the lead; `quick` chooses between 0 and 10, 20 and 30 %.
    private static func chance(_ wetness: Double, _ lead: Double, _ quick: Double) -> Int {
        let steps: [(chance: Int, at: Double, byLead: Double)] = [
            (90, 0.279, 0.24), (80, 0.409, 0.162), (70, 0.254, 0.172), (60, 0.099, 0.15), (40, 0.314, 0.006), (20, -0.684, 0),
        ]
        switch steps.first(where: { wetness >= $0.at + $0.byLead * lead })?.chance {
        case nil: return wetness + 0.5 * quick >= -0.79 - 0.123 * lead ? 10 : 0
        case 20: return 0.73 * wetness + 0.74 * quick > -0.12 + 0.019 * lead ? 30 : 20
        case let chance?: return chance
        }
    }

    private static func tens(_ percent: Double, isNamed: Bool) -> Int {
        let tens = (percent / 10).whole * 10
        return tens == 50 ? isNamed ? 60 : 40 : tens
    }
}

enum SampleSpread {
    static func doubt(on date: KoreanDate) -> Double { SampleNoise.unit(.spread, 2, date.dayNumber) }

    /// Column 0 of lows, 1 of highs: 1 each at D4, almost 2 each at D10.
    static func spread(_ lead: Int, _ date: KoreanDate, in column: Int) -> (low: Int, high: Int) {
        let wide = (column == 0 ? 0.1 : 0.16) + 0.103 * Double(lead - 4) + 0.6 * (doubt(on: date) - 0.5)
        func side(_ number: Int) -> Int {
            let draw = SampleNoise.unit(.spread, column * 2 + number, date.dayNumber * 16 + lead)
            return max(0, Int((1 + wide + draw).rounded(.down)))
        }
        return (side(3), side(4))
    }
}

/// Smooth over leads, of mean 0 and variance 1.
private struct Noise {
    let date: KoreanDate
    let lead: Double
    let seed: Int

    /// Two waves half a period apart, as one is damped between its values.
    subscript(column: Int, period: Double) -> Double {
        let (place, time) = (seed &+ date.dayNumber, lead + Double(column) * 33)
        return 2.0.squareRoot()
            * (SampleNoise.wave(.temperatureError, place, at: time, period: period)
                + SampleNoise.wave(.chanceError, place, at: time + period / 2, period: period))
    }
}
