import Forecast
import KMAForecast
import Regions

extension Report {
    /// The days as texts for people have them: of today what is left of it.
    var daysAhead: [Day] { week.daysAhead(from: generatedAt) }

    /// °C now: observed, or of the first hour if nothing is; of another day the first hour would say nothing.
    var temperatureNow: Double? {
        if let current = week.current { return current.temperature }
        return asked == nil ? week.hours.first?.temperature : nil
    }

    /// The temperature now as a text, which says if it is forecast.
    func temperatureText(_ style: Style) -> String? {
        temperatureNow.map { degrees in
            let text = "\(degrees.oneDecimal)°"
            return week.current == nil ? style("예보 \(text)", "forecast \(text)") : text
        }
    }

    /// Whether rain or snow falls at the moment.
    var isFalling: Bool { week.current?.condition?.isFalling ?? false }

    /// The chance of rain or snow on a day, but for 0 % beside what falls already.
    func shownProbability(of day: Day) -> Probability? {
        day.whole?.shownProbability(isFalling: isFalling && day.date == KoreanDate(of: generatedAt))
    }
}

extension Condition {
    /// Its name in so many cells: what falls alone, without the cloud, where the whole does not fit.
    func text(_ style: Style, within cells: Int) -> String {
        let whole = text[style.language]
        guard whole.displayWidth > cells, isFalling else { return whole }
        // `구름많고 비/눈`, `Mostly cloudy, rain or snow`.
        let wet = whole.components(after: style("고 ", ", ")).map {
            style($0, $0.prefix(1).uppercased() + $0.dropFirst())
        }
        guard let wet, style.language == .english, wet.displayWidth > cells else { return wet ?? whole }
        return wet.replacing(" or ", with: "/")
    }
}

extension String {
    /// What stands behind the last place where a text stands; `nil` where it does not.
    fileprivate func components(after separator: String) -> String? {
        ranges(of: separator).last.map { String(self[$0.upperBound...]) }
    }
}

extension HalfDay {
    /// The probability as it stands beside what falls already: 0 % would deny it, and is left out.
    func shownProbability(isFalling: Bool) -> Probability? {
        isFalling && precipitationProbability?.percent == 0 ? nil : precipitationProbability
    }
}

extension Place {
    /// The name of a place over its forecast: of a province also the city that the forecast is for. A city by the name
    /// of its province is told as the city.
    public func headline(_ style: Style) -> String {
        let title = style(name, englishName)
        guard let city = representedBy else { return title }
        let korean = name.hasPrefix(city.name) ? city.name + "시" : city.name
        let english = englishName.hasPrefix(city.englishName) ? city.englishName + " City" : city.englishName
        return title + style(" (\(korean) 기준)", " (forecast for \(english))")
    }
}

extension ThemeSelection {
    /// Its symbol and its name.
    func sky(_ language: Language) -> String { "\(theme.symbol(night: isNight)) \(label[language])" }
}

extension Style {
    /// A text on as many lines as it takes.
    func paragraph(_ text: String) -> [String] { text.wrapped(to: width - 2).map { " " + $0 } }

    /// The moment of an answer: `11/29(일) 15:00`, `Sun 29 Nov 15:00`.
    func moment(_ instant: Date) -> String {
        let time = KoreanTime(instant)
        let korean = "\(time.date.monthAndDay)(\(time.date.weekdayName.korean))"
        return "\(self(korean, time.date.dayWithWeekday.english)) \(time.clock)"
    }

    /// A name with a moment at the end of its line; one that leaves no room for the moment has lines of its own.
    func title(_ name: String, at instant: Date) -> [String] {
        let moment = moment(instant)
        let room = width - moment.displayWidth - 3
        var lines = name.displayWidth <= room ? [name] : name.wrapped(to: width - 2)
        let last = (lines.last ?? "").displayWidth <= room ? lines.popLast() ?? "" : ""
        return lines.map { $0.padded(to: width - 2) } + ["\(last.padded(to: room)) \(moment)"]
    }
}
