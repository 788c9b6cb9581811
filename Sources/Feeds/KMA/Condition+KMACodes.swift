import Forecast

extension Condition {
    /// The sky by KMA's code `SKY`: 1, 3, 4, and the 2 of before June 2019.
    init?(kmaSky code: String) {
        switch code {
        case "1": self.init(.sky(.clear), LocalizedText("맑음", "Clear"))
        case "2": self.init(.sky(.mostlyCloudy), LocalizedText("구름조금", "Partly cloudy"))
        case "3": self.init(.sky(.mostlyCloudy), LocalizedText("구름많음", "Mostly cloudy"))
        case "4": self.init(.sky(.overcast), LocalizedText("흐림", "Cloudy"))
        default: return nil
        }
    }

    /// What falls by KMA's code `PTY`; `nil` for 0, nothing. The short-term forecast knows 1 to 4, the nowcasts 1, 2,
    /// 3 and 5 to 7; no code means two things.
    init?(kmaPrecipitation code: String) {
        switch code {
        case "1": self.init(.rain, LocalizedText("비", "Rain"))
        case "2": self.init(.snow, LocalizedText("비/눈", "Rain or snow"))
        case "3": self.init(.snow, LocalizedText("눈", "Snow"))
        case "4": self.init(.rain, LocalizedText("소나기", "Showers"))
        case "5": self.init(.rain, LocalizedText("빗방울", "Drizzle"))
        case "6": self.init(.snow, LocalizedText("빗방울눈날림", "Drizzle and flurries"))
        case "7": self.init(.snow, LocalizedText("눈날림", "Flurries"))
        default: return nil
        }
    }
}
