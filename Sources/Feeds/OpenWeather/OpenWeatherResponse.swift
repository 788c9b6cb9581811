import Forecast

/// What all of OpenWeather's answers share: the status decides, then the body is read.
enum OpenWeatherResponse {
    /// What is read of a good answer; throws the fault of any other.
    static func read<Value>(
        _ answer: HTTPAnswer,
        _ value: (inout JSONReader) -> Value?
    ) throws(FeedError) -> Value {
        switch answer.status {
        case 200: break
        // 401 is the key's fault on both products used here; 403 is not documented.
        case 403: throw FeedError(.blocked, "HTTP 403")
        // OpenWeather's documentation asks for a pause of ten minutes, so a retry a moment later fails again.
        case 429: throw FeedError(.rateLimited, "HTTP 429", isRetryable: false)
        default: throw FeedError(status: answer.status)
        }
        guard let value = JSONReader.read(answer.body, value) else { throw FeedError(.malformedResponse) }
        return value
    }
}

/// `weather[]`: one or two items, of which the first is primary.
struct WeatherItem {
    var id: Int
    var icon: String?
}

extension WeatherItem {
    /// The first item of a list; `nil` where it has no id.
    fileprivate init?(firstOf json: inout JSONReader) {
        var id: Int?
        var icon: String?
        var isFirst = true
        json.array { json in
            guard isFirst else { return }
            isFirst = false
            json.object { json, key in
                switch key {
                case "id": id = json.integer()
                case "icon": icon = json.text()
                default: break
                }
            }
        }
        guard let id else { return nil }
        self.init(id: id, icon: icon)
    }
}

/// `rain` and `snow`: absent, null, empty, or mm over one or three hours.
struct Volume {
    var lastHour: Double?
    var lastThreeHours: Double?
    /// Whether anything is said of it. Until 2019 OpenWeather wrote `{}` where nothing fell.
    private var isGiven = false

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
        self[keyPath: span] = json.number()
    }

    /// Rain and snow together over one span; `nil` where both are left out, or one cannot be read. What is left out did
    /// not fall (openweathermap.org/forecast5): "only really measured or calculated data is displayed".
    static func sum(
        of volumes: [Volume?],
        _ span: (Volume) -> Double?
    ) -> (amount: Amount?, isLeftOut: Bool) {
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

/// What an answer of either product says of one time. Any of it may be absent.
private struct Fields {
    var time: Date?
    var item: WeatherItem?
    /// °C.
    var temperature: Double?
    var feelsLike: Double?
    var humidity: Humidity?
    /// m/s.
    var windSpeed: Double?
    /// North comes as 0 and as 360.
    var windDirection: WindDirection?
    var windGust: Double?
    var visibility: Double?
    var probability: Probability?
    var rain: Volume?
    var snow: Volume?
    var sunrise: Date?
    var sunset: Date?
    var partOfDay: String?

    init(_ json: inout JSONReader) {
        json.object { json, key in
            switch key {
            case "dt": time = json.unixTime()
            case "weather": item = WeatherItem(firstOf: &json)
            case "main": json.object { readAir(&$0, $1) }
            case "wind": json.object { readWind(&$0, $1) }
            case "sys": json.object { readSun(&$0, $1) }
            case "visibility": visibility = json.number()?.within(.plausibleVisibility)
            case "pop": probability = json.number().flatMap { Probability(percent: $0 * 100) }
            case "rain": rain = Volume(&json)
            case "snow": snow = Volume(&json)
            default: break
            }
        }
    }

    private mutating func readAir(_ json: inout JSONReader, _ key: ShortText) {
        switch key {
        case "temp": temperature = json.number()?.within(.plausibleTemperature)
        case "feels_like": feelsLike = json.number()?.within(.plausibleTemperature)
        case "humidity": humidity = json.number().flatMap(Humidity.init(percent:))
        default: break
        }
    }

    private mutating func readWind(_ json: inout JSONReader, _ key: ShortText) {
        switch key {
        case "speed": windSpeed = json.number()?.within(.plausibleWindSpeed)
        case "deg": windDirection = json.number().flatMap(WindDirection.init(degrees:))
        case "gust": windGust = json.number()?.within(.plausibleWindSpeed)
        default: break
        }
    }

    private mutating func readSun(_ json: inout JSONReader, _ key: ShortText) {
        switch key {
        case "sunrise": sunrise = json.unixTime()
        case "sunset": sunset = json.unixTime()
        case "pod": partOfDay = json.text()
        default: break
        }
    }
}

extension JSONReader {
    /// An instant in seconds since 1970. One past the year 9999 is refused: it would not fit the calendar.
    fileprivate mutating func unixTime() -> Date? {
        guard let seconds = number(), (0..<253_402_300_800).contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }
}

/// `/data/2.5/weather`. Its `temp_min` and `temp_max` are a spread over a city now, not a day's low and high.
enum CurrentResponse {
    static func read(_ answer: HTTPAnswer) throws(FeedError) -> Observation {
        try OpenWeatherResponse.read(answer, observation)
    }

    private static func observation(_ json: inout JSONReader) -> Observation? {
        let fields = Fields(&json)
        guard let time = fields.time, fields.temperature != nil else { return nil }
        var now = Observation(feed: .openWeatherCurrent, observedAt: time)
        now.temperature = fields.temperature
        now.statedFeelsLike = fields.feelsLike
        now.humidity = fields.humidity
        now.windSpeed = fields.windSpeed
        now.windDirection = fields.windDirection
        now.windGust = fields.windGust
        now.visibility = fields.visibility
        now.precipitation = Volume.sum(of: [fields.rain, fields.snow], \.lastHour).amount
        now.condition = fields.item.map(Condition.init(openWeather:))
        now.isNight = fields.item?.isNight
        now.sunrise = fields.sunrise
        now.sunset = fields.sunset
        return now
    }
}

/// `/data/2.5/forecast`: up to 40 steps of 3 hours. `dt_txt` is UTC without a mark, and is not read.
enum ForecastResponse {
    static func read(_ answer: HTTPAnswer) throws(FeedError) -> SlotForecast {
        let slots = try OpenWeatherResponse.read(answer) { json -> [Slot]? in
            var slots: [Slot]?
            json.object { json, key in
                guard key == "list" else { return }
                var list: [Slot] = []
                // A step that cannot be used is left out, and the others are read.
                let isList = json.array { json in list += [slot(Fields(&json))].compactMap(\.self) }
                slots = isList ? list : nil
            }
            return slots
        }
        if slots.isEmpty { throw FeedError(.noData) }
        return SlotForecast(slots: slots)
    }

    /// One step; `nil` without a time, a temperature or a condition.
    private static func slot(_ fields: Fields) -> Slot? {
        guard let time = fields.time, let item = fields.item, fields.temperature != nil else { return nil }
        var slot = Slot(feed: .openWeatherForecast, time: time, hours: 3)
        slot.temperature = fields.temperature
        slot.statedFeelsLike = fields.feelsLike
        slot.humidity = fields.humidity
        slot.windSpeed = fields.windSpeed
        slot.windDirection = fields.windDirection
        slot.precipitationProbability = fields.probability
        let condition = Condition(openWeather: item)
        slot.condition = condition
        let fallen = Volume.sum(of: [fields.rain, fields.snow], \.lastThreeHours)
        slot.precipitation = fallen.amount
        slot.isDry = fallen.isLeftOut && condition.theme != .rain && condition.theme != .snow
        slot.isNight = fields.partOfDay.map { $0 == "n" } ?? item.isNight
        return slot
    }
}
