import Forecast

extension DayDecision.Field {
    var name: LocalizedText {
        switch self {
        case .minimum: LocalizedText("최저기온", "Low")
        case .maximum: LocalizedText("최고기온", "High")
        case .feelsLikeMinimum: LocalizedText("최저 체감온도", "Feels like, low")
        case .feelsLikeMaximum: LocalizedText("최고 체감온도", "Feels like, high")
        case .morning: LocalizedText("오전", "Morning")
        case .afternoon: LocalizedText("오후", "Afternoon")
        case .whole: LocalizedText("하루", "Day")
        case .precipitation: LocalizedText("강수량", "Precipitation")
        }
    }
}

extension DayDecision.Rule {
    var text: LocalizedText {
        switch self {
        case .only: LocalizedText("이 값은 한 자료에만 있습니다.", "No other source has it.")
        case .preferred: LocalizedText("우선하는 자료의 값을 썼습니다.", "The source that comes first has it.")
        case .whole:
            LocalizedText("우선하는 자료에는 일부 시간만 있어, 하루 전체가 있는 자료를 썼습니다.", "It is of the whole time; the source that comes first has a part of it.")
        case .wholeSky: LocalizedText("날씨와 강수확률은 같은 자료에서 쓰고, 하루 전체가 있는 자료를 골랐습니다.", "Rain and sky are from one source, one that has the whole day.")
        case .together: LocalizedText("같은 자료의 값과 함께 씁니다.", "It goes with the other values of the same source.")
        case .combined: LocalizedText("오전과 오후를 합쳤습니다.", "It is made of morning and afternoon.")
        case .observed: LocalizedText("관측한 값이 예보를 벗어났습니다.", "What is observed goes beyond the forecast.")
        case .contradiction: LocalizedText("다른 자료의 값과 어긋나 쓰지 않았습니다.", "It contradicts the other source's value and is left out.")
        case .undivided: LocalizedText("고른 자료에는 오전·오후 구분이 없습니다.", "The source that is used does not divide the day.")
        }
    }
}
