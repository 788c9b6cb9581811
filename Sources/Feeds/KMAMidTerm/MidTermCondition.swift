import Forecast

extension Condition {
    /// KMA's mid-term text (`구름많고 비/눈`) of any year; `nil` without a word of weather.
    package init?(kmaText text: String) {
        guard let condition = Condition.byKMAText[text] ?? Condition(readingKMAText: text) else { return nil }
        self = condition
    }

    /// Closed set of the guide of 2024-11-28, parsed once: searching Hangul is slow.
    private static let byKMAText: [String: Condition] = {
        let falling = ["비", "눈", "비/눈", "소나기"]
        let texts = ["맑음", "구름많음", "흐림"] + falling.flatMap { ["구름많고 \($0)", "흐리고 \($0)"] }
        return Dictionary(uniqueKeysWithValues: texts.compactMap { text in Condition(readingKMAText: text).map { (text, $0) } })
    }()

    private init?(readingKMAText text: String) {
        // Either word may mean rain and snow, or nothing of the kind: in 비 없음, 눈금 없음, 비 그침 and 눈 녹음, in an unknown word, or cut off.
        let (terms, rest) = Term.all(in: text)
        let denials = ["없", "않", " 안 ", "그침", "그친", "그치", "그칠", "그쳐", "멎", "멈", "녹", "소강", "종료", "낮음", "적음", "희박"]
        let isDenied = denials.contains(where: text.contains)
        guard !isDenied, text.last != "고", !rest.contains(where: { "비눈빗\u{FFFD}".contains($0) }),
            let kind = Term.kind(of: terms)
        else { return nil }
        self.init(kind, LocalizedText(text, Term.english(of: terms)))
    }

    static func hasWord(of text: String) -> Bool { Term.kind(of: Term.all(in: text).terms) != nil }
}

private struct Term {
    var korean: String
    var english: String
    var kind: Condition.Kind?

    private static let words: [Term] = [
        Term("구름조금", "partly cloudy", .sky(.mostlyCloudy)), Term("구름", "mostly cloudy", .sky(.mostlyCloudy)), Term("흐", "cloudy", .sky(.overcast)),
        Term("맑", "clear", .sky(.clear)), Term("갬", "clear", .sky(.clear)), Term("안개비", "drizzle", .rain), Term("안개", "fog", .sky(.obscured)),
        Term("박무", "mist", .sky(.obscured)), Term("연무", "haze", .sky(.obscured)), Term("황사", "yellow dust", .sky(.obscured)),
        Term("비/눈", "rain or snow", .mixed), Term("비 또는 눈", "rain or snow", .mixed), Term("눈/비", "snow or rain", .mixed),
        Term("눈 또는 비", "snow or rain", .mixed),
        Term("눈비", "snow and rain", .mixed), Term("비눈", "rain and snow", .mixed), Term("진눈깨비", "sleet", .mixed), Term("진눈개비", "sleet", .mixed),
        Term("눈보라", "blowing snow", .snow), Term("눈발", "snow", .snow), Term("폭설", "heavy snow", .snow), Term("대설", "heavy snow", .snow),
        Term("폭우", "heavy rain", .rain), Term("호우", "heavy rain", .rain), Term("소낙비", "showers", .rain), Term("빗줄기", "rain", .rain),
        Term("빗방울눈날림", "drizzle and flurries", .mixed), Term("빗방울", "drizzle", .rain), Term("이슬비", "drizzle", .rain),
        Term("가랑비", "drizzle", .rain), Term("소나기", "showers", .rain), Term("소낙눈", "snow showers", .snow), Term("눈날림", "flurries", .snow),
        Term("눈 날림", "flurries", .snow),
        Term("천둥번개", "thunderstorms", .rain), Term("천둥", "thunder", .rain), Term("뇌우", "thunderstorms", .rain), Term("우박", "hail", .rain),
        Term("비", "rain", .rain), Term("눈", "snow", .snow), Term("한때", "at times", nil), Term("가끔", "at times", nil), Term("곳에 따라", "in places", nil),
        Term("곳곳", "in places", nil),
    ]

    private init(_ korean: String, _ english: String, _ kind: Condition.Kind?) { (self.korean, self.english, self.kind) = (korean, english, kind) }

    static func all(in text: String) -> (terms: [Term], rest: String) {
        var found: [Term] = []
        var left = ""
        var rest = text[...]
        while let first = rest.first {
            let term = words.first { rest.hasPrefix($0.korean) && ($0.korean.count > 1 || isWord(rest, in: text)) }
            if let term { found.append(term) } else { left.append(first) }
            rest = rest.dropFirst(term?.korean.count ?? 1)
        }
        return (found, left)
    }

    /// A syllable by itself or behind its adjective, as 비 in 흐리고 비가 and 가을비, not in 서비스 or 준비중; 흐 and 맑 begin words.
    private static func isWord(_ rest: Substring, in text: String) -> Bool {
        guard let first = rest.first, "비눈".contains(first) else { return true }
        let before = rest.startIndex == text.startIndex ? nil : text[text.index(before: rest.startIndex)]
        let after = rest.dropFirst().first
        return before.map { !$0.isLetter || "고며져때끔라한은는을울름봄밤큰찬첫맛박락낙슬".contains($0) } ?? true
            && after.map { !$0.isLetter || "가이와은는나온올옴오내후뒤및또섞".contains($0) } ?? true
    }

    static func kind(of terms: [Term]) -> Condition.Kind? {
        let kinds = terms.compactMap(\.kind)
        let (isWet, isFrozen) = (kinds.contains(.rain), kinds.contains(.snow))
        if kinds.contains(.mixed) || (isWet && isFrozen) { return .mixed }
        if isFrozen { return .snow }
        if isWet { return .rain }
        return kinds.compactMap { if case .sky(let sky) = $0 { sky } else { nil } }.max().map { .sky($0) }
    }

    /// `Mostly cloudy, rain at times`; unknown words are left out.
    static func english(of terms: [Term]) -> String {
        var phrases: [String] = []
        var adverb: String?
        for term in terms {
            guard term.kind != nil else {
                adverb = term.english
                continue
            }
            phrases.append([term.english, adverb].compactMap(\.self).joined(separator: " "))
            adverb = nil
        }
        let text = phrases.joined(separator: ", ") + (adverb.map { " " + $0 } ?? "")
        return text.withCapital
    }
}
