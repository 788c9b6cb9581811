import Forecast

extension Report {
    /// Sets the topic of a question, and the words that are passed over.
    public func answering(_ topic: Sentence.Topic?, notUnderstood: Sentence.Leftover?) -> Report {
        var report = self
        report.topic = topic ?? report.topic
        report.notUnderstood = notUnderstood
        return report
    }

    /// Sentences about the topic, but for rain, and about days that no forecast reaches.
    public var topicAnswer: LocalizedText? {
        let texts = [answerOfTopic, beyondForecast].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(" ")
    }

    private var beyondForecast: LocalizedText? {
        let last = Week.lastDay(at: generatedAt)
        guard let asked, KoreanDate(of: asked.to.addingTimeInterval(-1)) > last else { return nil }
        let day = label(max(last + 1, asked.firstDay))
        return LocalizedText("\(day.korean)부터는 예보가 아직 없습니다.", "No forecast yet from \(day.english) on.")
    }

    private var warningAnswer: LocalizedText {
        guard let alerts else { return LocalizedText("특보를 알 수 없습니다.", "Warnings are not known.") }
        if alerts.isEmpty { return LocalizedText("발효 중인 특보 없음.", "No warnings.") }
        let names = alerts.map(\.label).uniqued.joined(", ")
        return LocalizedText("\(names.korean).", "\(names.english).")
    }

    private var answerOfTopic: LocalizedText? {
        guard let topic else { return nil }
        switch topic {
        case .dust:
            let dust = dust(on: asked?.days)
            let isShown = sources.contains { $0.feed == dust?.feed && $0.hasValue }
            return isShown ? dust?.words : missing("미세먼지 예보", "dust")
        case .uv: return LocalizedText("자외선 예보는 없습니다.", "There is no UV forecast.")
        case .sun: return sunAnswer
        case .sky: return skyAnswer
        case .temperature: return ranges(LocalizedText("기온", "temperature"), "°", \.temperature, \.temperature, hasExtremes: true)
        case .feelsLike:
            let days = answeredDays.map(\.date)
            let isFelt = week.hours.contains { $0.feelsLike != nil && days.contains(KoreanDate(of: $0.time)) }
            // In warm or calm air KMA has none.
            let name = isFelt ? LocalizedText("체감온도", "feels like") : LocalizedText("체감온도 없음, 기온", "no feels-like, temperature")
            return ranges(name, "°", \.felt, \.felt)
        case .humidity: return ranges(LocalizedText("습도", "humidity"), "%", \.humidityPercent, \.humidityPercent)
        case .wind: return ranges(LocalizedText("바람", "wind"), "m/s", \.windSpeed, \.windSpeed)
        case .alerts: return warningAnswer
        case .nation, .rain, .snow, .precipitation, .hours, .now: return nil
        }
    }

    private var answeredDays: [Day] {
        let today = KoreanDate(of: generatedAt)
        let days = asked?.days ?? [today..<today + 2]
        return Array(week.days.filter { days.holds($0.date) }.prefix(3))
    }

    private func label(_ date: KoreanDate) -> LocalizedText { date.label(offset: date - KoreanDate(of: generatedAt)) }

    private func partLabel(_ date: KoreanDate) -> LocalizedText {
        guard let asked, !asked.isWholeDays else { return label(date) }
        let label = asked.label(from: generatedAt, on: date)
        return LocalizedText(label.korean, label.english.withCapital)
    }

    private var skyAnswer: LocalizedText {
        let texts = answeredDays.compactMap { day -> LocalizedText? in
            let parts = (asked?.isWholeDays == false ? [asked?.part(of: day)] : [day.morning, day.afternoon]).compactMap(\.self)
            let conditions = (parts.isEmpty ? [day.whole].compactMap(\.self) : parts).map(\.condition)
            guard conditions.contains(where: { $0 != nil }) else { return nil }
            let sky = conditions.map { $0?.text ?? LocalizedText("알 수 없음", "unknown") }.uniqued.joined(", ")
            let part = partLabel(day.date)
            return LocalizedText("\(part.korean) \(sky.korean).", "\(part.english): \(sky.english).")
        }
        return texts.isEmpty ? missing("하늘 예보", "the sky") : texts.joined(" ")
    }

    private var sunAnswer: LocalizedText {
        let texts = answeredDays.compactMap { day in
            day.sun.map { sun in
                let (rise, set) = (KoreanTime(sun.rise).clock, KoreanTime(sun.set).clock)
                let day = label(day.date)
                return LocalizedText("\(day.korean) 일출 \(rise), 일몰 \(set).", "\(day.english): sunrise \(rise), sunset \(set).")
            }
        }
        return texts.isEmpty ? missing("일출과 일몰", "sunrise or sunset") : texts.joined(" ")
    }

    private func ranges(
        _ name: LocalizedText,
        _ unit: String,
        _ ofStep: (Slot) -> Double?,
        _ ofNow: (ObservedWeather) -> Double?,
        hasExtremes: Bool = false
    ) -> LocalizedText {
        let today = KoreanDate(of: generatedAt)
        let isOfWholeDays = asked?.isWholeDays ?? true
        let texts = answeredDays.compactMap { day -> LocalizedText? in
            var values = week.hours.filter { KoreanDate(of: $0.time) == day.date }.compactMap(ofStep)
            if day.date == today { values += [week.current.flatMap(ofNow)].compactMap(\.self) }
            if hasExtremes, isOfWholeDays { values += [day.extremes.minimum, day.extremes.maximum].compactMap(\.self) }
            guard let low = values.min(), let high = values.max() else { return nil }
            let (first, last) = (low.wholeNumber, high.wholeNumber)
            let range = first == last ? first : "\(first)~\(last)"
            let date = partLabel(day.date)
            return LocalizedText(
                "\(date.korean) \(name.korean) \(range)\(unit).",
                "\(date.english): \(name.english) \(first == last ? first : "\(first) to \(last)")\(unit)."
            )
        }
        return texts.isEmpty ? missing("\(name.korean) 예보", name.english) : texts.joined(" ")
    }

    private func missing(_ korean: String, _ english: String) -> LocalizedText { LocalizedText("\(korean) 없음.", "No forecast of \(english).") }

    /// Worst fine dust with its feed, measured or forecast for today; of a time its days alone.
    package func dust(on days: [Range<KoreanDate>]?) -> (worst: AirGrade, isWhole: Bool, words: LocalizedText, feed: Feed)? {
        let measurement = days == nil ? air?.measurement : nil
        if let measurement, let measured = measurement.dustGrade {
            let name = measured.label
            let words = LocalizedText("지금 미세먼지 \(name.korean).", "Dust is \(name.english.lowercased()) now.")
            return (measured, measurement.isDustGraded, words, .airMeasured)
        }
        let today = KoreanDate(of: generatedAt)
        let reach = days ?? [today..<today + 1]
        let forecasts = (air?.forecast ?? []).filter { reach.holds($0.date) }.compactMap { day in
            day.grades.atLeast.map { (date: day.date, grades: day.grades, least: $0) }
        }
        guard let (date, grades, worst) = forecasts.max(by: { $0.least < $1.least }) else { return nil }
        let (day, name) = (label(date), worst.label)
        var words = LocalizedText("\(day.korean) 미세먼지 \(name.korean).", "\(day.english): dust \(name.english.lowercased()).")
        if grades.dust == nil, let level = grades.pm25Level?.label {
            words = LocalizedText("\(day.korean) 초미세먼지 \(level.korean).", "\(day.english): PM2.5 \(level.english.lowercased()).")
        }
        let isWhole = measurement == nil && forecasts.count == reach.length && forecasts.allSatisfy { $0.grades.dust != nil }
        return (worst, isWhole, words, .airForecast)
    }

    /// Answers if the topic falls, as snow is no answer to rain.
    public func rainAnswer(within seconds: Double? = nil) -> (falls: Bool?, sentence: LocalizedText?) {
        let answer = precipitationAnswer(within: seconds)
        guard let topic, topic == .rain || topic == .snow, answer.falls == true, let other = answer.sentence else { return answer }
        let kinds: [Condition.Kind] = [topic == .snow ? .snow : .rain, .mixed]
        let own = precipitationAnswer(of: kinds, within: seconds)
        if own.falls == true { return own }
        guard isPrecipitationKnown(of: kinds, within: seconds) else { return (nil, other) }
        let sentence =
            topic == .snow
            ? LocalizedText("눈은 오지 않고, \(other.korean)", "No snow. \(other.english)")
            : LocalizedText("비는 오지 않고, \(other.korean)", "No rain. \(other.english)")
        return (false, sentence)
    }
}

extension DustGrades {
    /// Low is PM2.5 up to 35 µg/m³, good or moderate, and says nothing of PM10.
    fileprivate var atLeast: AirGrade? { dust ?? pm25Level.map { $0 == .high ? .bad : .good } }
}

extension Slot {
    fileprivate var felt: Double? { feelsLike?.degrees ?? temperature }
    fileprivate var humidityPercent: Double? { humidity.map { Double($0.percent) } }
}

extension ObservedWeather {
    fileprivate var felt: Double? { feelsLike?.degrees ?? temperature }
    fileprivate var humidityPercent: Double? { humidity.map { Double($0.percent) } }
}
