import Forecast

enum OpenWeatherResponse {
    struct Point {
        var latitude: Double
        var longitude: Double
    }

    /// Degrees: `coord` echoes the request, `city.coord` is the nearest town.
    private static let reach = 1.0

    static func read(_ answer: HTTPAnswer, near point: Point?, _ member: (inout JSONReader, ShortText) -> Void) throws(FeedError) {
        if let fault = fault(ofStatus: answer.status) { throw fault }
        var code: Int?
        var place: Point?
        let isObject = try JSONReader.read(answer: answer.body) { json in
            json.object { json, key in
                switch key {
                case "cod", "code": code = json.integer()
                case "coord": place = Point(&json)
                case "city": json.object { json, key in if key == "coord" { place = Point(&json) } }
                default: member(&json, key)
                }
            }
        }
        guard isObject == true else { throw FeedError(.malformedResponse) }
        if let fault = code.flatMap(fault(ofStatus:)) { throw fault }
        if let point, let place, abs(place.latitude - point.latitude) > reach || abs(place.longitude - point.longitude) > reach {
            throw FeedError(.malformedResponse, "coord")
        }
    }

    private static func fault(ofStatus status: Int) -> FeedError? {
        switch status {
        case 200: nil
        // 401 is the key's fault; 403 is not documented.
        case 403: FeedError(.blocked, "HTTP 403")
        // OpenWeather asks for ten minutes of pause.
        case 429: FeedError(.rateLimited, "HTTP 429", isRetryable: false)
        default: FeedError(status: status)
        }
    }
}

extension OpenWeatherResponse.Point {
    fileprivate init?(_ json: inout JSONReader) {
        var (latitude, longitude): (Double?, Double?)
        json.object { json, key in
            switch key {
            case "lat": latitude = json.number()
            case "lon": longitude = json.number()
            default: break
            }
        }
        guard let latitude, let longitude else { return nil }
        self.init(latitude: latitude, longitude: longitude)
    }
}

/// First of one or two items in which something falls, else the first.
struct WeatherItem {
    var id: Int
    var icon: String?
}

extension WeatherItem {
    fileprivate init?(of json: inout JSONReader) {
        var items: [WeatherItem] = []
        json.array { json in
            var (id, icon): (Int?, String?)
            json.object { json, key in
                switch key {
                case "id": id = json.integer()
                case "icon": icon = json.text()
                default: break
                }
            }
            if let id { items.append(WeatherItem(id: id, icon: icon)) }
        }
        let falling = items.count > 1 ? items.first { Condition(openWeather: $0).isFalling } : nil
        guard let item = falling ?? items.first else { return nil }
        self = item
    }
}

/// `rain` and `snow`: absent, null, empty, or mm over one or three hours.
struct Volume {
    var lastHour: Double?
    var lastThreeHours: Double?
    /// False for `{}`, until 2019 if nothing fell.
    private var isGiven = false
    private(set) var isInPart = false

    var hasFallen: Bool? {
        let amounts = [lastHour, lastThreeHours].compactMap(\.self)
        return amounts.contains { $0 > 0 } ? true : isGiven && !amounts.contains(0) ? nil : false
    }

    init(_ json: inout JSONReader) {
        if json.null() { return }
        let isObject = json.object { json, key in
            switch key {
            case "1h": read(&json, \.lastHour)
            case "3h": read(&json, \.lastThreeHours)
            default: break
            }
        }
        isGiven = isGiven || !isObject
    }

    private mutating func read(_ json: inout JSONReader, _ span: WritableKeyPath<Volume, Double?>) {
        if json.null() { return }
        isGiven = true
        let amount = json.number(orUnreadable: &isInPart)
        self[keyPath: span] = amount.flatMap { Amount($0)?.exact }
        isInPart = isInPart || self[keyPath: span] != amount
    }

    /// An absent amount did not fall (openweathermap.org/forecast5: "only really measured or calculated data is displayed").
    static func sum(of volumes: [Volume?], _ span: (Volume) -> Double?) -> (amount: Amount?, isLeftOut: Bool) {
        var sum: Amount?
        var isLeftOut = true
        for case let volume? in volumes where volume.isGiven {
            guard let amount = span(volume).flatMap({ Amount($0) }) else { return (nil, false) }
            sum = sum.map { $0 + amount } ?? amount
            isLeftOut = false
        }
        return (sum, isLeftOut)
    }
}

private struct Fields {
    /// `nil` for an id and an icon of which nothing is known, or an unreadable amount beside a dry sky: it may rain.
    var condition: Condition? {
        guard let condition = item.map(Condition.init(openWeather:)), condition.kind != .unknown else { return nil }
        let (isRain, isSnow) = (rain.map(\.hasFallen) ?? false, snow.map(\.hasFallen) ?? false)
        if condition.isFalling || (isRain == false && isSnow == false) { return condition }
        guard let isRain, let isSnow else { return nil }
        let kind = isRain && isSnow ? Condition.Kind.mixed : isRain ? .rain : .snow
        return Condition(kind, Condition.text(of: kind))
    }
    var time: Date?
    var item: WeatherItem?
    var temperature: Double?
    var feelsLike: Double?
    var humidity: Humidity?
    var windSpeed: Double?
    var windDirection: WindDirection?
    var windGust: Double?
    var visibility: Double?
    var probability: Probability?
    var rain: Volume?
    var snow: Volume?
    var sunrise: Date?
    var sunset: Date?
    var isInPart = false

    init() {}

    init(_ json: inout JSONReader) { json.object { read(&$0, $1) } }

    mutating func read(_ json: inout JSONReader, _ key: ShortText) {
        switch key {
        case "dt": time = json.unixTime()
        case "weather": item = WeatherItem(of: &json)
        case "main": json.object { readAir(&$0, $1) }
        case "wind": json.object { readWind(&$0, $1) }
        case "sys": json.object { readSun(&$0, $1) }
        case "visibility": visibility = number(&json) { $0.within(.plausibleVisibility) }
        case "pop": probability = number(&json) { Probability(percent: $0 * 100) }
        case "rain": rain = volume(&json)
        case "snow": snow = volume(&json)
        default: break
        }
    }

    private mutating func volume(_ json: inout JSONReader) -> Volume {
        let volume = Volume(&json)
        isInPart = isInPart || volume.isInPart
        return volume
    }

    private mutating func number<Value>(_ json: inout JSONReader, _ value: (Double) -> Value?) -> Value? {
        guard let number = json.number(orUnreadable: &isInPart) else { return nil }
        let value = value(number)
        isInPart = isInPart || value == nil
        return value
    }

    /// `nil` if over 25° from the air: a storm in the coldest air takes 20 off, damp adds as much to the hottest (기상청 체감온도).
    var likelyFeelsLike: Double? {
        guard let feelsLike, let temperature else { return feelsLike }
        return abs(feelsLike - temperature) <= 25 ? feelsLike : nil
    }

    var isUnread: Bool { isInPart || likelyFeelsLike != feelsLike }

    /// `nil` if far from the computed sun, as of another day.
    static func sun(_ instant: Date?, _ computed: Date?) -> Date? {
        instant.flatMap { instant in computed.flatMap { abs(instant.timeIntervalSince($0)) <= 15 * 60 ? instant : nil } }
    }

    private mutating func readAir(_ json: inout JSONReader, _ key: ShortText) {
        switch key {
        case "temp": temperature = number(&json) { $0.within(.plausibleTemperature) }
        case "feels_like": feelsLike = number(&json) { $0.within(.plausibleFeelsLike) }
        case "humidity": humidity = number(&json, Humidity.init(percent:))
        default: break
        }
    }

    private mutating func readWind(_ json: inout JSONReader, _ key: ShortText) {
        switch key {
        case "speed": windSpeed = number(&json) { $0.within(.plausibleWindSpeed) }
        case "deg": windDirection = number(&json, WindDirection.init(degrees:))
        case "gust": windGust = number(&json) { $0.within(.plausibleWindSpeed) }
        default: break
        }
    }

    private mutating func readSun(_ json: inout JSONReader, _ key: ShortText) {
        switch key {
        case "sunrise": sunrise = json.unixTime()
        case "sunset": sunset = json.unixTime()
        default: break
        }
    }
}

extension JSONReader {
    fileprivate mutating func unixTime() -> Date? {
        guard let seconds = number(), (0..<253_402_300_800).contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }
}

/// `/data/2.5/weather`: `temp_min` and `temp_max` are a spread over a city now.
enum CurrentResponse {
    static func read(_ answer: HTTPAnswer, _ origin: Origin, near point: OpenWeatherResponse.Point? = nil) throws(FeedError) -> ObservedWeather {
        var fields = Fields()
        try OpenWeatherResponse.read(answer, near: point) { json, key in fields.read(&json, key) }
        guard let time = fields.time, fields.temperature != nil || fields.item != nil else { throw FeedError(.malformedResponse) }
        if fields.temperature == 0, fields.humidity?.percent == 0 { throw FeedError(.malformedResponse, "0") }
        var now = ObservedWeather(feed: .openWeatherCurrent, observedAt: time)
        now.fetchedAt = origin.fetchedAt
        now.temperature = fields.temperature
        now.statedFeelsLike = fields.likelyFeelsLike
        now.humidity = fields.humidity
        now.windSpeed = fields.windSpeed
        now.windDirection = fields.windDirection
        now.windGust = fields.windGust
        now.visibility = fields.visibility
        now.precipitation = Volume.sum(of: [fields.rain, fields.snow], \.lastHour).amount
        now.condition = fields.condition
        let sun = point.flatMap { Sun(on: KoreanDate(of: time), latitude: $0.latitude, longitude: $0.longitude) }
        now.sunrise = Fields.sun(fields.sunrise, sun?.rise)
        now.sunset = Fields.sun(fields.sunset, sun?.set)
        now.isFallingUnknown = now.condition == nil
        now.isInPart = fields.isUnread || fields.temperature == nil || now.isFallingUnknown
        return now
    }
}

/// `/data/2.5/forecast`: up to 40 steps; `dt_txt` is UTC without a mark.
enum ForecastResponse {
    static func read(_ answer: HTTPAnswer, _ origin: Origin, near point: OpenWeatherResponse.Point? = nil) throws(FeedError) -> SlotForecast {
        var list: [Fields]?
        try OpenWeatherResponse.read(answer, near: point) { json, key in
            guard key == "list" else { return }
            var steps: [Fields] = []
            if json.array({ steps.append(Fields(&$0)) }) { list = steps }
        }
        guard let list else { throw FeedError(.malformedResponse) }
        if list.isEmpty { throw FeedError(.noData) }
        let steps = list.map { step(of: $0, origin) }
        var slots = steps.compactMap(\.self)
        if Set(slots.map(\.time)).count < slots.count { slots = Dictionary(grouping: slots, by: \.time).values.compactMap(Slot.init(agreedOf:)) }
        if slots.isEmpty || slots.areZero { throw FeedError(.malformedResponse, "list") }
        let isInPart = list.contains(where: \.isUnread) || steps.contains(nil) || slots.contains { $0.temperature == nil || $0.condition == nil }
        var forecast = SlotForecast(slots: slots)
        forecast.isInPart = isInPart || forecast.hasGap
        return forecast
    }

    /// Seconds of the five days, and of one more for a clock that is wrong.
    private static let daysAhead = 6 * 86_400.0

    private static func step(of fields: Fields, _ origin: Origin) -> Slot? {
        guard let time = fields.time, time <= origin.fetchedAt + daysAhead, fields.temperature != nil || fields.item != nil else { return nil }
        var slot = Slot(origin: origin, time: time, hours: 3)
        slot.temperature = fields.temperature
        slot.statedFeelsLike = fields.likelyFeelsLike
        slot.humidity = fields.humidity
        slot.windSpeed = fields.windSpeed
        slot.windDirection = fields.windDirection
        slot.precipitationProbability = fields.probability
        slot.condition = fields.condition
        let fallen = Volume.sum(of: [fields.rain, fields.snow], \.lastThreeHours)
        slot.precipitation = fallen.amount
        slot.isDry = fallen.isLeftOut && slot.condition?.isFalling == false
        return slot
    }
}

extension Slot {
    /// Step of one time; of two values neither counts.
    fileprivate init?(agreedOf steps: [Slot]) {
        guard let first = steps.first else { return nil }
        self = first
        for number in [\Slot.temperature, \.statedFeelsLike, \.windSpeed] { self[keyPath: number] = steps.agreed { $0[keyPath: number] } }
        humidity = steps.agreed(\.humidity)
        windDirection = steps.agreed(\.windDirection)
        precipitationProbability = steps.agreed(\.precipitationProbability)
        condition = steps.agreed(\.condition)
        precipitation = steps.agreed(\.precipitation)
        isDry = steps.allSatisfy(\.isDry)
    }
}
