import Forecast
import KMAForecast
import Regions

extension Report {
    var daysAhead: [Day] { week.daysAhead(from: generatedAt) }

    var temperatureNow: Double? {
        if let current = week.current { return current.temperature }
        // Within one step of OpenWeather it counts as now.
        return asked == nil ? week.hours.first.flatMap { $0.time < generatedAt + 3 * 3_600 ? $0.temperature : nil } : nil
    }

    func temperatureText(_ style: Style) -> String? {
        temperatureNow.map { degrees in
            let text = "\(degrees.oneDecimal)°"
            return week.current == nil ? style("예보 \(text)", "forecast \(text)") : text
        }
    }

    var isFalling: Bool { week.current?.condition?.isFalling ?? false }

    func shownProbability(of day: Day) -> Probability? {
        day.whole?.shownProbability(isFalling: isFalling && day.date == KoreanDate(of: generatedAt))
    }

    /// Names the days whose low and high are of some of their hours; `nil` without one.
    func partNote(of days: [Day], _ style: Style) -> String? {
        let part = days.filter(\.hasExtremesOfPart)
        let today = KoreanDate(of: generatedAt)
        let names = part.map { $0.date.label(offset: $0.date - today)[style.language] }.joined(separator: ", ")
        return part.isEmpty ? nil : style("\(names)의 최저·최고는 일부 시간의 값", "Low and high of some hours only: \(names)")
    }
}

extension Condition {
    func text(_ style: Style, within cells: Int) -> String {
        let whole = text[style.language]
        guard whole.displayWidth > cells, isFalling else { return whole }
        let wet = whole.components(after: style("고 ", ", ")).map { style($0, $0.withCapital) }
        guard let wet, style.language == .english, wet.displayWidth > cells else { return wet ?? whole }
        return wet.replacing(" or ", with: "/")
    }
}

extension String {
    fileprivate func components(after separator: String) -> String? { ranges(of: separator).last.map { String(self[$0.upperBound...]) } }
}

extension HalfDay {
    /// 0 % beside present precipitation would deny it.
    func shownProbability(isFalling: Bool) -> Probability? { isFalling && precipitationProbability?.percent == 0 ? nil : precipitationProbability }
}

extension Place {
    /// Name over a forecast, of a province with its city.
    public func headline(_ style: Style) -> String {
        let title = style(name, englishName)
        guard let city = representedBy else { return title }
        let korean = name.hasPrefix(city.name) ? city.name + "시" : city.name
        let english = englishName.hasPrefix(city.englishName) ? city.englishName + " City" : city.englishName
        return title + style(" (\(korean) 기준)", " (forecast for \(english))")
    }
}

extension ThemeSelection { func sky(_ language: Language) -> String { "\(theme.symbol(night: isNight)) \(label[language])" } }

extension Style {
    func paragraph(_ text: String) -> [String] { text.wrapped(to: width - 2).map { " " + $0 } }

    func moment(_ instant: Date) -> String {
        let time = KoreanTime(instant)
        let korean = "\(time.date.monthAndDay)(\(time.date.weekdayName.korean))"
        return "\(self(korean, time.date.dayWithWeekday.english)) \(time.clock)"
    }

    func title(_ name: String, at instant: Date) -> [String] {
        let moment = moment(instant)
        let room = width - moment.displayWidth - 3
        var lines = name.displayWidth <= room ? [name] : name.wrapped(to: width - 2)
        let last = (lines.last ?? "").displayWidth <= room ? lines.popLast() ?? "" : ""
        return lines.map { $0.padded(to: width - 2) } + ["\(last.padded(to: room)) \(moment)"]
    }
}
