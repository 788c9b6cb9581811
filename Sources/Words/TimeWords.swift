import Forecast
import Regions

enum TimeWords {
    static let all = times.merging(WeatherWords.all) { time, _ in time }

    private static let times: [String: [TimeWord]] = {
        var words: [String: [TimeWord]] = [:]
        func add(_ texts: String, _ meaning: TimeWord...) { for text in texts.split(separator: " ") { words[String(text)] = meaning } }
        func addParts(of name: String, _ week: Int?) {
            for (part, first, last) in [("초", 1, 2), ("초반", 1, 2), ("중반", 2, 4), ("후반", 4, 5)] {
                add(name + part, .weekday(first, week: week), .range, .weekday(last, week: week))
            }
        }
        func addParts(ofMonth name: String, _ month: TimeWord) {
            add("\(name)말 \(name)하순", month, .monthEnd)
            add("\(name)말일", month, .lastDayOfMonth)
            add("\(name)초 \(name)초순", month, .dayOfMonth(1), .range, .dayOfMonth(5))
            add("\(name)중순", month, .dayOfMonth(11), .range, .dayOfMonth(20))
        }
        add("지금 현재 이시간 이맘때 이맘때쯤 이시간쯤 now rightnow currently thistime atthemoment rn", .now)
        add("fromnowon", .now, .from)
        add("fromnowuntil fromnowtill fromnowto", .from, .now, .until)
        // Of a word before it that is not known.
        add("fromnow", .unreadable)
        add("오늘 금일 이따 이따가 오늘하루 today later latertoday todays", .day(0))
        add("laterthisweek laterinthisweek", .week(0))
        add("earlynextweek", .weekday(1, week: 1), .range, .weekday(2, week: 1))
        add("다음날 그다음날 다음다음날 담날 이튿날 보름날 음력 thedayafter dayafter", .unreadable)
        add("내일 낼 명일 익일 tomorrow tmr tmrw tomorrows", .day(1))
        add("모레 내일모레 낼모레 낼모래 내일모래 dayaftertomorrow thedayaftertomorrow", .day(2))
        add("글피 내일글피", .day(3))
        add("그글피", .day(4))
        add("어제 어저께 yesterday yesterdays", .day(-1))
        add("아까 아까전 아까전에 방금 방금전 방금전에 좀전 좀전에 조금전 조금전에", .after(-60))
        add("옛날 옛날에 예전 예전에 요전 요전에 얼마전 얼마전에", .unreadable)
        add("어젯밤 어제밤 간밤 간밤에 lastnight", .day(-1), .part(.night))
        add("그제 그저께 엊그제 daybeforeyesterday thedaybeforeyesterday", .day(-2))
        add("tonight tonights 오늘밤", .day(0), .part(.night))
        add("thismorning", .day(0), .part(.morning))
        add("thisafternoon", .day(0), .part(.afternoon))
        add("thisevening", .day(0), .part(.evening))
        for (index, name) in KoreanDate.koreanWeekdays.enumerated() {
            for ending in ["요일", "욜"] {
                let day = name + ending
                for beginning in ["", "오는", "돌아오는", "다가오는"] { add(beginning + day, .weekday(index, week: nil)) }
                for (beginnings, week) in koreanWeeks {
                    for beginning in beginnings.split(separator: " ") where beginning.count > 1 { add(beginning + day, .weekday(index, week: week)) }
                }
                for beginning in ordinals { add(beginning + day, .unreadable) }
            }
        }
        let english = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
        let short = ["sun", "mon", "tue tues", "wed", "thu thur thurs", "fri", "sat"]
        for (index, name) in english.enumerated() {
            add("\(name) \(name)s \(short[index]) coming\(name) thiscoming\(name)", .weekday(index, week: nil))
            add("\(name)afternext nextnext\(name)", .weekday(index, week: 2))
            add("\(name)sfromnow", .unreadable)
            for (beginning, week) in [("this", 0), ("next", 1), ("last", -1)] { add(beginning + name, .weekday(index, week: week)) }
        }
        for (name, week) in [("this", 0), ("next", 1), ("nextnext", 2), ("last", -1)] {
            add("\(name)week \(name)weeks", .week(week))
            add("\(name)weekend", .weekend(week))
        }
        for (beginnings, week) in koreanWeeks {
            for beginning in beginnings.split(separator: " ") {
                add("\(beginning)주", .week(week))
                add("\(beginning)주말", .weekend(week))
                add("\(beginning)주중", .workdays(week))
                addParts(of: "\(beginning)주", week)
            }
        }
        addParts(of: "주", nil)
        add("주말 토일 weekend theweekend", .weekend(nil))
        add("weekendafternext theweekendafternext", .weekend(2))
        add("weekendafterthis theweekendafterthis weekendafterthisone theweekendafterthisone", .weekend(1))
        add("weekafternext theweekafternext", .week(2))
        for beginning in ordinals { add("\(beginning)주 \(beginning)주말 \(beginning)날", .unreadable) }
        add("firstweekof secondweekof thirdweekof lastweekof firstweekend secondweekend thirdweekend", .unreadable)
        add("주중 평일 weekdays", .workdays(nil))
        for (names, holiday, _) in Holiday.all { add(names, .holiday(holiday)) }
        add("설연휴", .holiday(.lunar(.newYear, days: 0)), .daysOff)
        add("연휴 이번연휴 다음연휴 longweekend holidays", .daysOff)
        add("월말 endofthemonth endofmonth", .month(0), .monthEnd)
        add("월초", .dayOfMonth(1), .range, .dayOfMonth(5))
        add("초하루", .dayOfMonth(1))
        for (month, names) in [(TimeWord.month(0), "이달 이번달"), (.month(1), "다음달 담달 내달")] {
            for name in names.split(separator: " ") { addParts(ofMonth: String(name), month) }
        }
        for month in 1...12 {
            addParts(ofMonth: "\(month)월", .namedMonth(month))
            let name = NumberPhrase.months[month - 1]
            // May alone asks for leave.
            add(name == "may" ? "inmay mayin" : "\(name) in\(name)", .namedMonth(month))
            add("endof\(name) late\(name)", .namedMonth(month), .monthEnd)
            add("early\(name) startof\(name) beginningof\(name)", .namedMonth(month), .dayOfMonth(1), .range, .dayOfMonth(5))
            add("mid\(name) mid-\(name) middleof\(name)", .namedMonth(month), .dayOfMonth(11), .range, .dayOfMonth(20))
        }
        add("말일 그믐", .lastDayOfMonth)
        for season in ["봄", "여름", "가을", "겨울", "summer", "winter", "autumn", "spring"] {
            add("\(season) 올\(season) 작년\(season) 지난\(season) 이번\(season) 내년\(season) this\(season) next\(season) last\(season)", .unreadable)
        }
        add("연말 올해말 올연말 endoftheyear endofyear", .namedMonth(12), .monthEnd)
        add("연초 내년초", .namedMonth(1), .dayOfMonth(1), .range, .dayOfMonth(5))
        add("반나절", .within(360))
        add("한나절", .within(720))
        add("새벽 새벽녘 동틀때 동틀무렵 동틀녘 dawn", .part(.dawn))
        add("아침저녁", .part(.earlyMorning), .part(.evening))
        for way in ["출근", "등교", "등원"] { add(ways(way), .part(.earlyMorning)) }
        add(ways("퇴근") + " afterwork", .part(.evening))
        for way in ["하교", "하원"] { add(ways(way), .part(.afternoon)) }
        add("학교끝나고 학교끝나면 수업끝나고", .part(.afternoon))
        add("아침 등굣길 학교갈때 회사갈때 earlymorning firstthing", .part(.earlyMorning))
        add("오전 morning am", .part(.morning))
        add("점심 점심때 점심시간 정오무렵 lunch lunchtime", .part(.noon))
        add("낮 한낮 대낮 daytime", .part(.daytime))
        add("오후 하굣길 afternoon pm", .part(.afternoon))
        add("저녁 저녁때 초저녁 해질녘 해질무렵 evening", .part(.evening))
        add("밤 한밤 한밤중 밤중 밤새 밤사이 야간 심야 night overnight", .part(.night))
        add("정오 noon", .clock(hour: 12, minute: 0))
        add("자정 midnight", .part(.night), .clock(hour: 12, minute: 0))
        add("부터 이후 from after", .from)
        add("지나고 지나서 지나면 끝나고 끝나면 건너", .unreadable)
        add("까지 이전 until till before by", .until)
        add("사이 사이에 between", .between)
        add("곧 금방 잠시후 잠시후에 잠시뒤 잠시뒤에 잠깐뒤 잠깐후 조금뒤 조금뒤에 조금후 조금후에 조금있다 조금있다가 좀있다 좀있다가 좀이따 좀이따가 soon", .within(60))
        add("내년 작년 재작년 후년 nextyear lastyear", .unreadable)
        add("지난달 저번달 lastmonth", .month(-1))
        add("이번달 이달 thismonth", .month(0))
        add("다음달 담달 내달 nextmonth", .month(1))
        for mark in rangeMarks + ["through", "thru"] { words[mark] = [.range] }
        return words
    }()

    private static let koreanWeeks = [
        ("이번 요번 금", 0), ("다음 다음번 그다음 그다음번 담 담번 차 내", 1), ("다다음 다음다음 다담", 2), ("지난 지난번 저번 전번 먼젓번 요전번", -1), ("지지난 지지난번 저저번", -2),
    ]
    private static let ordinals = ["첫", "첫째", "첫번째", "둘째", "두번째", "셋째", "세번째", "넷째", "네번째", "다섯째", "마지막", "격주"]

    static let turning: Set<String> = [
        "전", "전에", "지난", "지난번", "저번", "전번", "첫째", "둘째", "셋째", "말고", "빼고", "제외", "제외하고", "아닌", "except", "without", "ago", "last",
    ]

    /// One slip of the keyboard, two in long Latin words: 모레 for 모래, tomorrow for tommorow.
    static func near(_ text: String) -> String? {
        guard all[text] == nil else { return nil }
        return (Sentence.usualTimes + ["어제", "이번주", "다음주", "이번주말", "다음주말", "yesterday"]).first { isSlip(text, of: $0) }
    }

    static func isSlip(_ text: String, of word: String) -> Bool {
        let isLatin = word.first?.isASCII == true
        guard text.count > 1, text.first?.isASCII == isLatin, word.count > (isLatin ? 4 : 1) else { return false }
        return Gazetteer.editDistance(from: word, to: text, atMost: isLatin && word.count > 6 ? 2 : 1) != nil
    }

    private static func ways(_ way: String) -> String { ["", "길", "시간", "시간대", "할때", "때", "무렵"].map { way + $0 }.joined(separator: " ") }

    static let prepositions: Set<String> = ["from", "after", "by", "until", "till", "before"]

    static let listMarks = [",", "、", "·", "/", "&", "+"]
    static let rangeMarks = ["~", "∼", "〜", "-", "–"]

    static let particles = [
        "에는", "에도", "에서", "에선", "엔", "은", "는", "이", "가", "에", "의", "도", "로", "쯤", "경", "날", "때", "중에", "중", "께", "동안", "내내", "요", "이랑", "랑", "과", "와",
        "하고", "만", "마다", "라도", "이라도", "면", "이면", "라면", "이라면", "상", "으로", "장",
    ]

    static let placeParticles = [
        "에서는", "에서", "에는", "에도", "에선", "엔", "은", "는", "이", "가", "에", "의", "도", "로", "이랑", "랑", "과", "와", "하고", "쪽", "까지", "으로", "근처", "부근", "지역",
        "시내", "쪽은", "에도", "인데", "인데요", "입니다", "서", "이나", "나",
    ]
}
