import Forecast

/// Meaning of a word of weather or time, whatever the day.
enum TimeWord: Hashable, Sendable {
    /// Days from today.
    case day(Int)
    /// Of a week from this on; without one the next from today on.
    case weekday(Int, week: Int?)
    /// Monday to Sunday, weeks from now.
    case week(Int)
    /// Saturday and Sunday of a week from this on; without one the next.
    case weekend(Int?)
    /// Monday to Friday, as ``weekend(_:)``.
    case workdays(Int?)
    case date(year: Int?, month: Int, day: Int)
    case dayOfMonth(Int)
    /// Number of days from today on.
    case days(Int)
    case part(Part)
    case clock(hour: Int, minute: Int)
    /// Minutes from now on.
    case within(Int)
    /// Minutes from now.
    case after(Int)
    case now
    case from
    case until
    /// Mark between beginning and end.
    case range
    /// Word for two times, beginning and end.
    case between
    /// Invalid date, or a word that reverses a time.
    case unreadable
    case topic(Topic)
    /// Word without a meaning of its own.
    case filler

    /// Part of a day; 오전, 오후 and 밤 are halves and the last quarter, as in forecasts' texts.
    enum Part: Hashable, Sendable {
        case dawn, earlyMorning, morning, noon, daytime, afternoon, evening, night

        var hours: Range<Int> {
            switch self {
            case .dawn: 0..<6
            case .earlyMorning: 6..<9
            case .morning: 0..<12
            case .noon: 11..<14
            case .daytime: 9..<18
            case .afternoon: 12..<24
            case .evening: 18..<21
            case .night: 18..<24
            }
        }

        var isAfterNoon: Bool { [.afternoon, .evening, .night].contains(self) }
    }

    enum Topic: Hashable, Sendable {
        case weather, rain, air, alerts
    }
}

/// Words of weather and time in both languages, in lower case without blanks, which come before names of
/// places: 내일 is tomorrow, the village in 밀양 is 내일동.
enum TimeWords {
    static let all: [String: [TimeWord]] = {
        var words: [String: [TimeWord]] = [:]
        func add(_ texts: String, _ meaning: TimeWord...) {
            for text in texts.split(separator: " ") { words[String(text)] = meaning }
        }
        add("지금 현재 이시간 now rightnow currently", .now)
        add("오늘 금일 이따 이따가 today later latertoday", .day(0))
        add("내일 낼 명일 익일 tomorrow tmr tmrw", .day(1))
        add("모레 내일모레 낼모레 dayaftertomorrow thedayaftertomorrow", .day(2))
        add("글피 내일글피", .day(3))
        add("그글피", .day(4))
        add("어제 어저께 yesterday", .day(-1))
        add("그제 그저께 엊그제 daybeforeyesterday", .day(-2))
        add("tonight 오늘밤", .day(0), .part(.night))
        add("thismorning", .day(0), .part(.morning))
        add("thisafternoon", .day(0), .part(.afternoon))
        add("thisevening", .day(0), .part(.evening))
        add("말고 빼고 제외 제외하고 except", .unreadable)
        for (index, name) in KoreanDate.koreanWeekdays.enumerated() {
            for ending in ["요일", "욜"] {
                for beginning in ["지난", "저번"] {
                    words[beginning + name + ending] = [.weekday(index, week: -1)]
                }
                for beginning in ["", "오는", "돌아오는", "다가오는"] {
                    words[beginning + name + ending] = [.weekday(index, week: nil)]
                }
                words["이번" + name + ending] = [.weekday(index, week: 0)]
                words["다음" + name + ending] = [.weekday(index, week: 1)]
            }
        }
        let english = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
        let short = ["sun", "mon", "tue tues", "wed", "thu thur thurs", "fri", "sat"]
        for (index, name) in english.enumerated() {
            add(name + " " + short[index], .weekday(index, week: nil))
            add("coming\(name) thiscoming\(name)", .weekday(index, week: nil))
            words["this" + name] = [.weekday(index, week: 0)]
            words["next" + name] = [.weekday(index, week: 1)]
            words["last" + name] = [.weekday(index, week: -1)]
        }
        add("이번주 금주 thisweek", .week(0))
        add("다음주 담주 차주 내주 nextweek", .week(1))
        add("다다음주 다담주", .week(2))
        add("지난주 저번주 lastweek", .week(-1))
        add("주말 토일 weekend theweekend", .weekend(nil))
        add("이번주말 금주말 thisweekend", .weekend(0))
        add("다음주말 담주말 nextweekend", .weekend(1))
        add("다다음주말", .weekend(2))
        add("지난주말 저번주말 lastweekend", .weekend(-1))
        add("주중 평일 weekdays", .workdays(nil))
        add("이번주중 금주중", .workdays(0))
        add("다음주중 담주중", .workdays(1))
        add("크리스마스 성탄절 christmas christmasday", .date(year: nil, month: 12, day: 25))
        add("크리스마스이브 christmaseve", .date(year: nil, month: 12, day: 24))
        add("신정 새해첫날 newyearsday", .date(year: nil, month: 1, day: 1))
        add("새벽 dawn", .part(.dawn))
        for way in ["출근", "등교"] { add(ways(way), .part(.earlyMorning)) }
        for way in ["퇴근", "하교"] { add(ways(way), .part(.evening)) }
        add("아침 등굣길 earlymorning", .part(.earlyMorning))
        add("오전 morning am", .part(.morning))
        add("점심 정오무렵 noon lunchtime", .part(.noon))
        add("낮 한낮 대낮 daytime", .part(.daytime))
        add("오후 afternoon pm", .part(.afternoon))
        add("저녁 하굣길 evening", .part(.evening))
        add("밤 한밤 심야 night", .part(.night))
        add("정오", .clock(hour: 12, minute: 0))
        add("자정 midnight", .part(.night), .clock(hour: 12, minute: 0))
        add("부터 이후 from after", .from)
        add("까지 이전 until till before", .until)
        add("사이 사이에 between", .between)
        add("곧 금방 잠시후 잠시후에 조금뒤 조금후 soon", .within(60))
        add("이맘때 이맘때쯤 이시간쯤 thistime", .now)
        for mark in rangeMarks { words[mark] = [.range] }
        add(
            "날씨 기상 예보 일기예보 하늘 기온 온도 최고기온 최저기온 바람 풍향 풍속 습도 강수량 강우량 적설 적설량 체감 체감온도 자외선 자외선지수 일출 일몰 장마 weather forecast temperature temp sky wind humidity",
            .topic(.weather)
        )
        add(
            "몇도 추워 추워요 춥나 춥나요 추울까 더워 더워요 덥나 덥나요 더울까 맑아 맑나 맑을까 흐려 흐리나 흐릴까 뭐입지 입지 입어 입어야 입을까 옷차림 외투 겉옷 패딩 반팔",
            .topic(.weather)
        )
        add("미세먼지 초미세먼지 대기질 공기 창문 환기 마스크 dust pm10 pm2.5 airquality air", .topic(.air))
        add("특보 기상특보 주의보 경보 warnings warning alerts alert", .topic(.alerts))
        for kind in WarningKind.known {
            let name = kind.name.korean
            add(name + " " + name + "특보", .topic(.alerts))
            for level in WarningLevel.allCases {
                add(level.label(of: kind).korean.filter { !$0.isWhitespace }, .topic(.alerts))
            }
        }
        add("비 눈 우산 소나기 강수 강우 강설 강수확률 비소식 눈소식 빨래 세차 rain raining rainy snow snowing umbrella", .topic(.rain))
        add("비와 비와요 비오나 비오나요 비올까 비올까요 비오니 비옴 비온대 비내려 비오려나 비오는지 비올지", .topic(.rain))
        add("눈와 눈와요 눈오나 눈오나요 눈올까 눈올까요 눈오니 눈옴 눈온대 눈내려 눈오려나", .topic(.rain))
        add("어때 어때요 어떄 어떤가 어떤가요 어떻지 어떨까 어떨까요 어떻게 알려줘 알려주세요 알려 좀 궁금해 궁금 보여줘 보여주세요 뭐야 돼 되나요", .filler)
        add("와 와요 오나 오나요 올까 올까요 오니 옴 오냐 오는지 올지 오려나 온대 내려 내리나 내릴까 소식 예정 있어 있나요 있나", .filler)
        add("필요해 필요할까 필요한가 필요해요 챙길까 챙겨 챙겨야 가져가 가져갈까 가져가야 해 하나 할까 될까 될까요", .filler)
        add("언제 언제쯤 몇시 몇시에 얼마나 많이 좀 조금 너무 아주 매우 밖 밖에 바깥 바깥에 정도 널어도 널어 해도 가도 써야 열어도", .filler)
        add(
            "옵니까 그쳐 그쳐요 그치나 그치나요 그칠까 멈춰 멈출까 심해 심해요 심한가 심할까 좋아 좋아요 좋나 좋을까 나빠 나쁜가 괜찮아 괜찮을까 인가 인가요 일까 일까요",
            .filler
        )
        add("쪽 근처 부근 시내 전역 일대", .filler)
        add("하루종일 온종일 종일 allday", .filler)
        add(
            "and or in at on the for is it will be to of a an what what's whats how how's about do i need going like does there any",
            .filler
        )
        return words
    }()

    private static func ways(_ way: String) -> String {
        ["", "길", "시간", "시간대", "할때", "때", "무렵"].map { way + $0 }.joined(separator: " ")
    }

    static let listMarks = [",", "、", "·", "/", "&", "+"]
    static let rangeMarks = ["~", "∼", "〜", "-", "–"]

    static let particles = [
        "에는", "에도", "에서", "에선", "엔", "은", "는", "이", "가", "에", "의", "도", "로", "쯤", "경", "날",
        "중에", "중", "동안", "내내", "요", "이랑", "랑", "과", "와", "하고",
    ]

    /// 서울은, 강릉에서.
    static let placeParticles = [
        "에서는", "에서", "에는", "에도", "에선", "엔", "은", "는", "이", "가", "에", "의", "도", "로", "이랑", "랑", "과", "와", "하고",
        "쪽", "까지",
    ]
}
