extension Day {
    /// One day out of what the services say of it, the one whose word counts first in front.
    ///
    /// A value that speaks for all it stands for goes before one of a part of the day, whoever says it; among
    /// equals the service in front is heard. Low and high are chosen one by one; rain and sky belong together
    /// and come from one service wherever one has the whole day.
    init(_ date: KoreanDate, voices: [DayVoice]) {
        self.init(date: date)
        let minimum = voices.best(\.minimum)
        let maximum = voices.best(\.maximum)
        extremes.minimum = minimum?.said.value
        extremes.maximum = maximum?.said.value
        extremes.minimumSpread = minimum?.voice.minimumSpread
        extremes.maximumSpread = maximum?.voice.maximumSpread

        let skyVoices = voices.first(where: \.hasWholeSky).map { [$0] } ?? voices
        let undivided = skyVoices.best(\.undivided)
        let morning = undivided == nil ? skyVoices.best(\.morning) : nil
        let afternoon = undivided == nil ? skyVoices.best(\.afternoon) : nil
        let halves = [undivided, morning, afternoon].compactMap { $0 }
        self.morning = morning?.said.value
        self.afternoon = afternoon?.said.value
        whole = undivided?.said.value ?? HalfDay(togetherOf: halves.map(\.said.value))
        if let speaker = halves.first?.voice, halves.allSatisfy({ $0.voice.source == speaker.source }) {
            precipitation = speaker.precipitation
        }

        let temperatures = [minimum, maximum].compactMap { $0 }
        let heardFeeds = Set(temperatures.flatMap(\.said.feeds) + halves.flatMap(\.said.feeds))
        let heardSources = Set(temperatures.map(\.voice.source) + halves.map(\.voice.source))
        feeds = Feed.allCases.filter(heardFeeds.contains)
        source = voices.map(\.source).first(where: heardSources.contains)
        skyFeed = halves.first.flatMap { first in Feed.allCases.first(where: first.said.feeds.contains) }
        isPartial =
            temperatures.contains { !$0.said.isWhole } || halves.contains { !$0.said.isWhole }
            || (undivided == nil && (morning == nil) != (afternoon == nil))
    }
}

extension DayVoice {
    /// Whether this voice alone tells the sky from midnight to midnight.
    fileprivate var hasWholeSky: Bool {
        undivided != nil || (morning?.isWhole == true && afternoon?.isWhole == true)
    }
}

extension [DayVoice] {
    /// The first voice that speaks for the whole of it, else the first that speaks of it at all.
    fileprivate func best<Value>(
        _ part: KeyPath<DayVoice, DayVoice.Said<Value>?>
    ) -> (said: DayVoice.Said<Value>, voice: DayVoice)? {
        let saying = compactMap { voice in voice[keyPath: part].map { (said: $0, voice: voice) } }
        return saying.first(where: \.said.isWhole) ?? saying.first
    }
}

extension HalfDay {
    /// A day as one out of its halves; `nil` where there are none.
    init?(togetherOf halves: [HalfDay]) {
        let conditions = halves.compactMap { half in half.condition.map { (condition: $0, amount: 0.0) } }
        self.init(
            condition: .representative(of: conditions),
            precipitationProbability: halves.compactMap(\.precipitationProbability).max()
        )
    }
}
