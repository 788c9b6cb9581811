struct SampleCondition {
    var id: Int
    var main: String
    var english: String
    /// `lang=kr`, as seen on the wire.
    var korean: String?
    var icon: String

    private init(_ id: Int, _ main: String, _ english: String, _ korean: String? = nil, icon: String) {
        self.id = id
        self.main = main
        self.english = english
        self.korean = korean
        self.icon = icon
    }

    init(_ hour: SampleHour) {
        let strength = hour.amount < 1 ? 0 : hour.amount < 5 ? 1 : 2
        switch hour.falling {
        case .rain: self = Self.rain[strength]
        case .shower: self = Self.shower[strength]
        case .snow: self = Self.snow[strength]
        case .sleet: self = strength == 0 ? Self.lightSleet : Self.sleet
        case nil: self = Self.sky(cover: hour.cloudCover)
        }
    }

    static let mist = SampleCondition(701, "Mist", "mist", "박무", icon: "50")

    func wire(night: Bool, korean isKorean: Bool) -> String {
        let description = isKorean ? korean ?? english : english
        return #"{"id":\#(id),"main":"\#(main)","description":"\#(description)","icon":"\#(icon)\#(night ? "n" : "d")"}"#
    }

    private static func sky(cover: Int) -> SampleCondition {
        switch cover {
        case ...10: clear
        case ...25: few
        case ...50: scattered
        case ...84: broken
        default: overcast
        }
    }

    private static let clear = SampleCondition(800, "Clear", "clear sky", "맑음", icon: "01")
    private static let few = SampleCondition(801, "Clouds", "few clouds", "약간의 구름이 낀 하늘", icon: "02")
    private static let scattered = SampleCondition(802, "Clouds", "scattered clouds", "구름조금", icon: "03")
    private static let broken = SampleCondition(803, "Clouds", "broken clouds", "튼구름", icon: "04")
    private static let overcast = SampleCondition(804, "Clouds", "overcast clouds", "온흐림", icon: "04")
    private static let lightSleet = SampleCondition(615, "Snow", "light rain and snow", icon: "13")
    private static let sleet = SampleCondition(616, "Snow", "rain and snow", icon: "13")
    private static let rain = [
        SampleCondition(500, "Rain", "light rain", "실 비", icon: "10"), SampleCondition(501, "Rain", "moderate rain", "보통 비", icon: "10"),
        SampleCondition(502, "Rain", "heavy intensity rain", icon: "10"),
    ]
    private static let shower = [
        SampleCondition(520, "Rain", "light intensity shower rain", icon: "09"), SampleCondition(521, "Rain", "shower rain", icon: "09"),
        SampleCondition(522, "Rain", "heavy intensity shower rain", icon: "09"),
    ]
    private static let snow = [
        SampleCondition(600, "Snow", "light snow", "가벼운 눈", icon: "13"), SampleCondition(601, "Snow", "snow", icon: "13"),
        SampleCondition(602, "Snow", "heavy snow", icon: "13"),
    ]
}
