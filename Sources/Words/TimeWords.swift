import Regions

enum TimeWords {
    static let all = times.merging(WeatherWords.all) { time, _ in time }

    private static let times: [String: [TimeWord]] = {
        var words = Dictionary(plain.flatMap { texts, all in texts.split(separator: " ").map { (String($0), all) } }, uniquingKeysWith: { $1 })
        func add(_ texts: String, _ meaning: TimeWord...) { for text in texts.split(separator: " ") { words[String(text)] = meaning } }
        // Each beginning with each end; _ is an empty one.
        func all(_ beginnings: String, _ ends: String) -> String {
            let (beginnings, ends) = (beginnings.split(separator: " "), ends.split(separator: " "))
            return beginnings.flatMap { beginning in ends.map { (beginning + $0).filter { $0 != "_" } } }.joined(separator: " ")
        }
        add(all("fromnow", "until till to"), .from, .now, .until)
        add("모레 " + all("내일 낼", "모레 모래") + " dayaftertomorrow", .day(2))
        add("다음다음날 보름날 음력 정월 섣달 윤달 추수감사절 블랙프라이데이 thanksgiving payday " + all("weekend week", "before after"), .unreadable(.unknown))
        add(
            "옛날 예전 요전 얼마전 끝나고 끝나면 건너 걸러 전야 후년 since 첫째 둘째 셋째 됐고 ago last 임시공휴일 공휴일 휴일 빨간날 쉬는날 소한 대한 입춘 우수 경칩 춘분 청명 곡우 입하 소만 망종 하지 소서 대서 입추 처서 백로 추분 한로 상강 입동 소설 단오 초복 중복 말복 복날",
            .unreadable(.unknown)
        )
        add(exclusions.joined(separator: " "), .unreadable(.leavesOut))
        add(all("며칠 몇시간 몇분 몇주 몇달", "뒤 후 전 뒤에 후에 전에") + " 다음에", .unreadable(.unknown))
        add(all("_ 올 작년 지난 이번 내년", "봄 여름 가을 겨울") + " " + all("_ this next last", "summer winter autumn spring"), .unreadable(.unknown))
        add("아까 방금 " + all("아까 방금 좀 조금", "전"), .after(-60))
        add("곧 금방 soon " + all("잠시 잠깐 조금", "후 뒤") + " " + all("조금 좀", "있다 이따"), .within(60))

        let koreanWeeks: [(String, Int?)] = [
            ("_ 오는 돌아오는 다가오는", nil), ("이번 요번 금", 0), ("다음 다음번 그다음 그다음번 담 담번 차 내", 1), ("다다음 다음다음 다담 담담", 2), ("지난 지난번 저번 전번 먼젓번 요전번", -1),
            ("지지난 지지난번 저저번", -2),
        ]
        for (names, week) in koreanWeeks {
            if let week { add(all(names, "주"), .weekdays(1...7, week: week)) }
            for (part, days) in [("주말", 6...7), ("주중", 1...5), ("주초 주초반", 1...2), ("주중반", 2...4), ("주후반", 4...5)] {
                add(all(names, part), .weekdays(days, week: week))
            }
        }
        let ordinals = [
            ("첫 첫째 첫번째", 1...7), ("둘째 두번째", 8...14), ("셋째 세번째", 15...21), ("넷째 네번째", 22...28), ("마지막", -7...(-1)),
        ]
        let noWeeks = ordinals.map(\.0).joined(separator: " ") + " 다섯째 격주"
        let english = ["monday mon", "tuesday tue tues", "wednesday wed", "thursday thu thur thurs", "friday fri", "saturday sat", "sunday sun"]
        for (index, (letter, english)) in zip(WeekdayLetters.all, english).enumerated() {
            let (days, ends) = (index + 1...index + 1, "\(letter)요일 \(letter)욜")
            let name = english.prefix { $0 != " " }
            add(all("_ 오는 돌아오는 다가오는", ends) + " \(english) " + all("coming thiscoming", english), .weekdays(days, week: nil))
            for (names, week) in koreanWeeks {
                let long = names.split(separator: " ").filter { $0.count > 1 }.joined(separator: " ")
                if let week { add(all(long, ends), .weekdays(days, week: week)) }
            }
            // This Friday, said on a Sunday, is the coming one.
            for (beginning, week) in englishWeeks { add(all(beginning, english), .weekdays(days, week: week == 0 ? nil : week)) }
            add("\(name)afternext", .weekdays(days, week: 2))
            add(all(english, "week"), .weekdays(days, week: nil), .shifted(7))
            add(all("다섯째 격주", ends) + " \(name)sfromnow", .unreadable(.unknown))
            for (names, week) in ordinals { add(all(names, ends), .daysOfMonth(week), .weekdays(days, week: nil)) }
        }
        for (name, week) in englishWeeks {
            for (part, days) in [("_", 1...7), ("early startof beginningof", 1...2), ("mid middleof", 2...4), ("late laterin endof", 4...6)] {
                add(all(part, name + "week"), .weekdays(days, week: week))
            }
            add(all(name, "weekend wknd"), .weekdays(6...7, week: week))
        }
        add(
            all(noWeeks, "주 주말 날") + " " + all("1 2 3 4 5", "주차") + " " + all("first second third", "weekof weekend") + " lastweekof",
            .unreadable(.unknown)
        )

        for (names, holiday, _) in Holiday.all { add(names, .holiday(holiday)) }
        let parts = [("말 하순", -5...(-1)), ("말일 마지막날", -1...(-1)), ("초 초순", 1...5), ("중순", 11...20)]
        let numbered = [("1주차", 1...7), ("2주차", 8...14), ("3주차", 15...21), ("4주차", 22...28)]
        let koreanParts = parts + numbered + ordinals.map { (all($0, "주"), $1) }
        for (names, month) in [("지난달 저번달 lastmonth", -1), ("이번달 이달 thismonth", 0), ("다음달 담달 내달 nextmonth", 1)] {
            add(names, .month(month))
            for (part, days) in koreanParts { add(all(names, part), .month(month), .daysOfMonth(days)) }
        }
        let englishParts = [
            ("endof late", -5...(-1)), ("early startof beginningof", 1...5), ("mid mid- middleof", 11...20), ("firstweekof firstweekin", 1...7),
            ("secondweekof", 8...14), ("lastweekof", -7...(-1)),
        ]
        for (month, name) in zip(1...12, NumberScanner.months) {
            for (part, days) in koreanParts { add(all("\(month)월", part), .month(month, isNamed: true), .daysOfMonth(days)) }
            for (part, days) in englishParts { add(all(part, name), .month(month, isNamed: true), .daysOfMonth(days)) }
            // May alone asks for leave.
            add(name == "may" ? "inmay mayin" : "\(name) in\(name)", .month(month, isNamed: true))
        }

        add("새벽 새벽녘 동틀때 동틀무렵 동틀녘 dawn", .part(.dawn))
        add("아침 출근 등교 등원 등굣길 학교갈때 회사갈때 earlymorning breakfast firstthing beforework", .part(.earlyMorning))
        add("오후 하교 하원 하굣길 학교끝나고 학교끝나면 수업끝나고 afternoon pm", .part(.afternoon))
        add("저녁 초저녁 퇴근 퇴근후 퇴근뒤 evening dinner afterwork", .part(.evening))
        add("해질녘 해질무렵", .part(.dusk))
        add(rangeMarks.joined(separator: " "), .range)
        add("thesun", .topic(.sun))
        return words
    }()

    private static let plain: [(String, [TimeWord])] = [
        ("지금 현재 실시간 now rightnow currently atthemoment rn", [.now]), ("이시간 이맘때 thistime", [.hourOfDay]), ("isitraining", [.now, .topic(.rain)]),
        ("isitsnowing", [.now, .topic(.snow)]), ("diditrain", [.pastTense, .day(-1), .topic(.rain)]),
        ("diditsnow", [.pastTense, .day(-1), .topic(.snow)]), ("fromnowon", [.now, .from]),
        ("fromnow", [.unreadable(.unknown)]),
        ("오늘 금일 이따 today later latertoday", [.day(0)]), ("comingdays comingfewdays", [.days(3)]),
        ("매일 매일매일 날마다 마다 매주 every each everyday daily", [.every]), ("내일 낼 명일 익일 tomorrow tmr tmrw", [.day(1)]),
        ("오늘내일모레 오늘낼모레", [.day(0), .range, .day(2)]), ("글피 내일글피", [.day(3)]), ("그글피", [.day(4)]), ("todayweek", [.day(7)]),
        ("tomorrowweek", [.day(8)]), ("어제 어저께 yesterday", [.day(-1)]), ("그제 그저께 엊그제 daybeforeyesterday", [.day(-2)]), ("그끄제 그끄저께", [.day(-3)]),
        ("어젯밤 간밤 엊저녁 엊그제밤 lastnight", [.day(-1), .part(.night)]), ("불금", [.weekdays(5...5, week: nil), .part(.night)]),
        ("놀토", [.weekdays(6...6, week: nil)]), ("tonight", [.day(0), .part(.night)]), ("thismorning", [.day(0), .part(.morning)]),
        ("thisafternoon", [.day(0), .part(.afternoon)]), ("thisevening", [.day(0), .part(.evening)]), ("전날 daybefore", [.shifted(-1)]),
        ("다음날 그다음날 담날 이튿날 dayafter", [.shifted(1)]), ("올해 금년 thisyear", [.year(0)]), ("내년 nextyear", [.year(1)]),
        ("작년 재작년 지난해 지난 지난번 저번 전번 lastyear", [.year(-1)]), ("토일 weekend wknd", [.weekdays(6...7, week: nil)]),
        ("평일 weekdays weekday", [.weekdays(1...5, week: nil)]), ("midweek", [.weekdays(2...4, week: nil)]),
        ("endofweek", [.weekdays(5...7, week: nil)]), ("laterthisweek restofweek", [.weekdays(1...7, week: 0)]),
        ("weekafternext", [.weekdays(1...7, week: 2)]),
        ("weekendafternext", [.weekdays(6...7, week: 2)]), ("weekendafterthis weekendafterthisone", [.weekdays(6...7, week: 1)]),
        ("연휴 이번연휴 다음연휴 황금연휴 longweekend holidays", [.daysOff]), ("화이트크리스마스 whitechristmas", [.holiday(.solar(month: 12, day: 25)), .topic(.snow)]),
        ("월말 endofmonth", [.daysOfMonth(-5...(-1))]), ("연휴마지막날 연휴끝날", [.daysOff, .shifted(0)]),
        ("올해마지막날 올해의마지막날", [.month(12, isNamed: true), .daysOfMonth(-1...(-1))]), ("말일 그믐", [.daysOfMonth(-1...(-1))]),
        ("월초", [.daysOfMonth(1...5)]), ("초하루", [.daysOfMonth(1...1)]),
        ("연말 올해말 올연말 endofyear", [.month(12, isNamed: true), .daysOfMonth(-5...(-1))]),
        ("연초 내년초", [.month(1, isNamed: true), .daysOfMonth(1...5)]), ("출퇴근 commute commuting", [.part(.earlyMorning), .part(.evening)]),
        ("오전 morning am", [.part(.morning)]), ("점심 정오무렵 lunch lunchtime", [.part(.noon)]), ("낮 한낮 대낮 daytime", [.part(.daytime)]),
        ("밤 한밤 야간 심야 night", [.part(.night)]), ("일찍 이른 early", [.part(.early)]), ("늦게 늦은 late", [.part(.late)]),
        ("밤새 밤사이 overnight", [.part(.overnight)]), ("하루종일 온종일 종일 allday wholeday", [.part(.wholeDay)]), ("nexthour", [.within(60)]),
        ("정오 noon", [.clock(hour: 12, minute: 0)]), ("자정 midnight", [.part(.night), .clock(hour: 12, minute: 0)]), ("반나절", [.within(360)]),
        ("한나절", [.within(720)]), ("부터", [.from]), ("from", [.preposition, .from]), ("지나고 지나서 지나면", [.past]), ("after", [.preposition, .past]),
        ("이후 후 후에 뒤 뒤에", [.afterwards]), ("까지 이전 사이 between", [.until]), ("until till by to through thru", [.preposition, .until]),
        ("전에 전까지 직전까지", [.before]), ("before", [.preposition, .before]), (insteads.joined(separator: " "), [.instead]),
        ("및 하고 그리고 또는 혹은 아니면 and or & +", [.and]),
    ]

    private static let englishWeeks = [("this", 0), ("next", 1), ("nextnext", 2), ("last", -1)]

    /// One slip of the keyboard, two in long Latin words: 모레 for 모래, tomorrow for tommorow.
    static func near(_ text: String, among words: [String] = usual) -> String? {
        guard all[text] == nil, text.count > 1 else { return nil }
        return words.first { word in
            let isLatin = word.first?.isASCII == true
            guard text.first?.isASCII == isLatin, word.count > (isLatin ? 4 : 1) else { return false }
            return Gazetteer.editDistance(from: word, to: text, atMost: isLatin && word.count > 6 ? 2 : 1) != nil
        }
    }

    private static let usual = Sentence.usualTimes + ["어제", "이번주", "다음주", "이번주말", "다음주말", "yesterday"]
    static let insteads = ["말고", "아니고", "아니라", "대신", "ㄴㄴ"]
    static let exclusions = ["빼고", "제외", "제외하고", "아닌", "without", "except", "no", "instead", "insteadof"]
    /// Exclude a time or place behind them.
    static let negations = ["not", "skip"]
    static let prepositions: Set<String> = ["from", "after", "by", "until", "till", "to", "through", "thru", "before"]
    static let listMarks = [",", "、", "·", "/", "&", "+"]
    static let conjunctions = ["이랑", "랑", "과", "와", "하고", "이나"]
    static let rangeMarks = ["~", "∼", "〜", "-", "–"]

    /// Particles behind a word of time, in any number: 에는, 이라도.
    static let particles = [
        "에선", "엔", "은", "는", "이", "가", "에", "의", "도", "로", "쯤", "경", "날", "때", "중", "께", "동안", "내내", "요", "만", "라도", "면", "라면", "상", "으로", "장",
    ]

    static let placeParticles = [
        "에서는", "에서", "에는", "에도", "에선", "엔", "은", "는", "이", "가", "에", "의", "도", "로", "이랑", "랑", "과", "와", "하고", "쪽", "까지", "으로", "근처", "부근", "지역",
        "시내", "쪽은", "에도", "인데", "인데요", "입니다", "서", "이나", "나", "인근", "'s", "’s",
    ]
}
