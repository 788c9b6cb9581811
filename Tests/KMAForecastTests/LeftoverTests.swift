import Forecast
import Regions
import Testing

@testable import KMAForecast
@testable import Words

@Suite("Questions with words that say nothing here")
struct LeftoverTests {
    private static let now = KoreanDate(year: 2026, month: 11, day: 26).at(hour: 15)

    private static let everydayQuestions: [(words: String, place: String, topic: String, rest: String)] = [
        ("서울 지금 몇 도야", "서울", "temperature", ""), ("강릉 파도 높아?", "강릉", "", "파도"),
        ("세차하면 안 되나 청주", "청주", "precipitation", ""), ("내일 김장해도 되나 광주", "광주", "precipitation", ""),
        ("광주 오늘 자외선 높아?", "광주", "uv", ""), ("내일 해 몇 시에 떠? 서울", "서울", "sun", ""),
        ("한라산 눈 쌓였어?", "한라산", "snow", ""), ("서울 미세먼지 나쁨이야?", "서울", "dust", ""),
        ("대구 어제보다 추워?", "대구", "temperature", ""), ("서울에 지금 비가 오고 있어?", "서울", "rain", ""),
        ("제주 바람 많이 불어?", "제주", "wind", ""), ("서울 날씨 부탁해", "서울", "", ""), ("서울ㅋㅋ 날씨", "서울", "", ""),
        ("Seoul feels like", "Seoul", "feels_like", ""), ("Busan hourly", "Busan", "hours", ""),
        ("what should I wear in Seoul tomorrow", "Seoul", "temperature", ""),
        ("when does it stop raining in Incheon", "Incheon", "rain", ""),
        ("Osan Air Base now", "Osan Air Base", "now", ""), ("전국 내일 날씨", "", "nation", ""),
        ("서울 풍향", "서울", "wind", ""), ("서울 장마", "서울", "", "장마"), ("내일 소풍 가도 돼?", "", "precipitation", ""),
        ("비☔와? 서울", "서울", "rain", ""), ("부산 보름달 언제 떠", "부산", "", "보름달"),
        ("서울 꽃가루", "서울", "", "꽃가루"), ("춘천 몇 도까지 떨어져", "춘천", "temperature", ""),
        ("설악산 단풍", "설악산", "", "단풍"), ("속초 해수욕 가능?", "속초", "precipitation", ""), ("별내 내일", "별내", "", ""),
        ("서울 우박", "서울", "", "우박"), ("이제 서울 비 와?", "서울", "rain", ""),
        ("Seoul weahter", "Seoul", "", "weahter"),
        // Words of the question are no second place, whatever a village's name.
        ("서울 내일 칠석", "서울", "", "칠석"), ("서울 학교 가는데 비", "서울", "rain", "학교"),
        ("서울 수도 얼어?", "서울", "temperature", "수도"), ("서울 화창해?", "서울", "sky", ""),
        ("서울 하늘 청명해?", "서울", "sky", ""), ("청명한 날씨 서울", "서울", "sky", ""),
        ("서울 고양이 산책", "서울", "precipitation", ""),
        ("수원에서 야구 보는데 비 와?", "수원", "rain", ""), ("서울 바람 10미터 넘어?", "서울", "wind", ""),
        ("철원 영하 20도?", "철원", "temperature", ""), ("서울 미세먼지 100 넘어?", "서울", "dust", "100"),
        ("내일 아침 파주 몇 도까지 내려가", "파주", "temperature", ""), ("대전 건조해?", "대전", "humidity", ""),
        ("대전 진눈깨비 와?", "대전", "precipitation", ""),
        ("내일 눈비 오나 대전", "대전", "precipitation", ""), ("coldest day in Daejeon", "Daejeon", "temperature", ""),
        ("is it colder than yesterday in Daejeon", "Daejeon", "temperature", ""),
        ("what is the weather like in New York?", "New York", "", ""),
        ("서울 내일 단풍놀이", "서울", "", "단풍놀이"),
        ("부산 내일 춥겠죠", "부산", "temperature", ""), ("서울 비 올 것 같아요?", "서울", "rain", ""),
        ("대관령 설경", "대관령", "snow", ""), ("can I wash my car in Suwon", "Suwon", "precipitation", ""),
        ("Can I hang out the washing in Seoul", "Seoul", "precipitation", ""),
        ("should I cycle to work in Seoul", "Seoul", "", "cycle work"),
        // The question goes before the plan.
        ("양평 캠핑 갈 건데 밤에 많이 추울까", "양평", "temperature", ""), ("잠실 토요일 야구 경기 비 와?", "잠실", "rain", ""),
        ("북한산 내일 등산 가는데 바람 많이 불까", "북한산", "wind", ""), ("세차했는데 서울 미세먼지 심해?", "서울", "dust", ""),
        ("flight from Gimpo tomorrow", "Gimpo", "", "flight"), ("heat wave Daegu", "Daegu", "alerts", ""),
        ("is it dry in Seoul", "Seoul", "precipitation", ""),
        // Weather with warnings is that of a named time; the warnings have none.
        ("김해공항 내일 강풍", "김해공항", "wind", ""), ("다음 주 월요일 속초 대설 가능성", "속초", "snow", ""),
        ("모레 평택 황사 온다며", "평택", "dust", ""), ("내일 대구 폭염", "대구", "temperature", ""),
        ("대구 폭염", "대구", "alerts", ""), ("내일 부산 태풍", "부산", "alerts", ""),
        ("인천공항 모레 새벽 안개", "인천공항", "", "안개"), ("heat wave tomorrow in Daegu", "Daegu", "temperature", ""),
        ("heavy snow advisory in Gangwon", "Gangwon", "alerts", ""),
        // Cities whose names are endings of verbs, behind and between them.
        ("내일 부안 건조한가", "부안", "humidity", ""), ("내일 부안은 비 안 와?", "부안", "rain", ""),
        ("나주에 일요일에 비", "나주", "rain", ""), ("추워지나요 모레 나주는", "나주", "temperature", ""),
        ("부여에 일요일 바람 불어?", "부여", "wind", ""), ("가평가는데 일욜 눈와?", "가평", "snow", ""),
        ("보은지금눈와", "보은", "snow", ""), ("모레나주눈오나요", "나주", "snow", ""), ("부안내일비", "부안", "rain", ""),
        ("내일저녁구미추움", "구미", "temperature", ""), ("12월1일영주날씨", "영주", "", ""),
        ("해 질 녘 안면도 바람", "안면도", "wind", ""),
        ("비 안 와 안양 낼", "안양", "rain", ""), ("가평이나 양평 토요일 비", "가평 양평", "rain", ""),
        ("내일 하동서 자는데 밤에 추울까", "하동", "temperature", "자는데"),
        ("강진 내일 바람 강한가", "강진", "wind", ""), ("용인 화요일 길 미끄러울까", "용인", "", ""),
        ("거제는 낼 바람이라예?", "거제", "wind", ""), ("여수 오늘 밤 비 온당께?", "여수", "rain", ""),
        ("부천 낼 비와염~", "부천", "rain", ""), ("익산 내일 널어도 마를까", "익산", "precipitation", ""),
        ("부산광역시해운대구우동1418내일비", "부산광역시해운대구우동1418", "rain", ""),
        ("장갑 필요한가 대구 퇴근시간", "대구", "temperature", ""),
        ("비 오나 서구", "서구", "rain", ""),
        ("대전인데 비 와?", "대전", "rain", ""),
        ("아산 내일 1mm라도 오나", "아산", "rain", ""), ("경주 주말 코트면 충분할까요", "경주", "temperature", ""),
        ("영월 토요일 별 볼 수 있나", "영월", "", "별"), ("오후 늦게 비 오나 서울", "서울", "rain", ""),
        ("세종 지금 체감상 얼마나 춥니", "세종", "feels_like", ""), ("오늘 서울 몇 시에 어두워지나", "서울", "sun", ""),
        // Names that begin like a time, and regions without one.
        ("아침 고요 수목원 내일", "아침고요수목원", "", ""), ("강원 영동 눈", "강원 영동", "snow", ""),
        // Two subjects are all weather.
        ("서울 기온하고 비 내일", "서울", "", ""), ("비랑 바람 목포 글피", "목포", "", ""),
        ("눈이랑 바람 서울", "서울", "", ""), ("비랑 눈 서울", "서울", "precipitation", ""),
        ("Seoul wind and humidity tomorrow", "Seoul", "humidity", "wind"),
        ("서울 비하고 미세먼지 내일", "서울", "rain", "미세먼지"),
        // Trains and lines, a campus, a part of a province.
        ("용산역 KTX 내일", "용산역", "", ""), ("2호선 강남역 비", "강남역", "rain", ""), ("경의중앙선 팔당역 내일", "팔당역", "", ""),
        ("연대 원주캠퍼스 내일 비", "연대 원주캠퍼스", "rain", ""), ("서울 어제랑 비교해서 어때", "서울", "temperature", ""),
        ("Gwangalli Beach Busan tomorrow", "Gwangalli Beach Busan", "", ""), ("서울 바람쎄", "서울", "wind", ""),
        ("서울 여행 날씨", "서울", "", ""), ("우비 서울", "서울", "rain", ""), ("장맛비 글피 목포", "목포", "rain", ""),
        ("무지개 서울", "서울", "", "무지개"), ("성남안개", "성남", "", "성남안개"), ("작년보다 더워 서울", "서울", "temperature", "작년보다"),
        ("이슬 서울", "서울", "", "이슬"), ("서울 지진", "서울", "", "지진"), ("뭐 하지 서울", "서울", "", ""),
        ("운동 하지 말고 산책 서울", "서울", "precipitation", ""), ("대서면 내일", "대서면", "", ""),
        ("Korea weather", "", "nation", ""), ("수도권 눈", "", "nation", ""),
        // Chat, pictures and amounts.
        ("가평 이번주말 캠핑 ㄱㄱ?", "가평", "precipitation", "ㄱㄱ"), ("내일 서울 춥냐 ㄷㄷ", "서울", "temperature", "ㄷㄷ"),
        ("서울 내일 비와 ㅇㅇ?", "서울", "rain", "ㅇㅇ"), ("서울 ㄱㅅ", "서울", "", "ㄱㅅ"), ("내일 ㄱㄱ?", "", "", "ㄱㄱ"),
        ("서울 내일 ☔ 와?", "서울", "rain", ""), ("부산 모레 ❄️?", "부산", "snow", ""), ("서울 내일☔?", "서울", "rain", ""),
        ("서울 내일 20도 넘어?", "서울", "temperature", ""), ("서울 내일 20mm 이상 와?", "서울", "rain", ""),
        ("대관령 내일 5cm 쌓일까", "대관령", "snow", ""), ("서울 비 온 뒤 추워?", "서울", "temperature", ""),
        // Words that are also names, or one slip away from one.
        ("서울 내일 야영 해도 돼", "서울", "", "야영"), ("양산 내일 양산 필요?", "양산", "uv", ""),
        ("내일 양산 써야 하나 부산", "부산", "uv", ""), ("부산 내일 우산 양산 뭐가 필요", "부산", "uv", ""),
        ("부산 경기 일요일 비와?", "부산", "rain", "경기"), ("경기 내일 비", "경기", "rain", ""),
        ("경기 서울 내일", "경기 서울", "", ""), ("면접 지원 대전 내일 비", "대전", "rain", "면접 지원"),
        ("대화 내일 비", "대화", "rain", ""), ("일산 대화 내일 비", "일산 대화", "rain", ""),
        ("내일 서울 시장 가는데 비와", "서울", "rain", "시장"), ("서울 내일 하천 넘칠까", "서울", "", "하천"),
        ("museum in Seoul tomorrow", "Seoul", "", "museum"), ("서울 내일 행동 비와", "서울", "rain", "행동"),
        ("내일 서울 여자친구 비", "서울", "rain", "여자친구"), ("서울 제2회 마라톤 일요일", "서울", "", "제2회"),
        ("dog walk in Seoul tomorrow", "Seoul", "", "dog walk"),
        ("no rain Seoul tomorrow?", "Seoul", "rain", ""),
        ("Seoul tomorrow without rain?", "Seoul", "rain", ""),
        ("not snowing in Busan tomorrow", "Busan", "snow", ""),
        // The sky, and a place that is left out or begins a name.
        ("서울 내일 맑아?", "서울", "sky", ""), ("대전 모레 구름 많아?", "대전", "sky", ""),
        ("is it sunny in Busan", "Busan", "sky", ""), ("소풍 가는데 맑아? 서울", "서울", "sky", ""),
        ("내일 맑다가 비 와? 서울", "서울", "rain", ""), ("부산 말고 서울 내일", "서울", "", ""),
        ("부산말고 서울 비", "서울", "rain", ""), ("모레 모래내 비와", "모래내", "rain", ""),
        // Endings of chat, of a dialect and of politeness; a road with its number is a place.
        ("눈오남 청주", "청주", "snow", ""), ("대구 춥심더", "대구", "temperature", ""),
        ("서울 몇 도예요", "서울", "temperature", ""),
        ("서울 날씨 알려주십시오", "서울", "", ""), ("how many degrees in Sejong", "Sejong", "temperature", ""),
        ("above 10 degrees in Busan", "Busan", "temperature", "above"),
        ("테헤란로 152 내일 비", "테헤란로 152", "rain", ""), ("판교로 12-3 내일", "판교로 12-3", "", ""),
        ("서울 내일 회사까지 비", "서울", "rain", "회사까지"), ("내일 집부터 서울까지 비", "서울", "rain", "집부터"),
        // Of the usual place, whatever the topic.
        ("내일 애들 추워", "", "temperature", "애들"), ("내일 면접인데 바람", "", "wind", "면접인데"),
        ("우박 소식", "", "", "우박"), ("장마 언제 시작해", "", "", "장마 시작해"), ("언제 와", "", "", ""),
        ("안개 낄까?", "", "", "안개"), ("장마면 내일", "장마면", "", ""), ("first snow in Seoul", "Seoul", "snow", ""),
        ("내일 배추 얼까?", "", "temperature", "배추"), ("내일 드론 날려도 돼?", "", "wind", ""),
        ("내일 화분 밖에 내놔도 될까", "", "", "화분"), ("주말 날씨 실화냐", "", "", "실화냐"),
        ("강남대로 내일 비와", "", "rain", "강남대로"), ("Chosun tomorrow rain", "", "rain", "Chosun"),
        ("내일 도쿄 비와?", "도쿄", "rain", ""), ("내일 도쿄는 추워", "도쿄", "temperature", ""),
        ("주말 부샨 눈와", "부샨", "snow", ""),
        // Honorifics, keys pressed apart, and what is meant in place of another.
        ("어머니 순천 내일 추우실까요", "순천", "temperature", "어머니"), ("울산 날씨 알려주실래요", "울산", "", ""),
        ("ㄴㅐ일 서울 ㅂㅣ", "서울", "rain", ""), ("강릉 내일 비 말고 눈 와?", "강릉", "snow", ""),
        ("날씨 말고 미세먼지만 서울", "서울", "dust", ""), ("서울 아니고 인천 비 와?", "인천", "rain", ""),
        ("서울 내일 화창?", "서울", "sky", ""), ("해 떴어? 서울", "서울", "sun", ""), ("서울 비 올까 말까", "서울", "rain", ""),
        ("전라도 광주 내일 비", "전라도 광주", "rain", ""), ("chunk of rain in Seoul", "Seoul", "rain", "chunk"),
        ("서울 말고 인천이랑 수원 내일", "인천 수원", "", ""), ("영서 내일 비", "영서", "rain", ""),
        ("재주도 내일 날씨", "재주도", "", ""), ("내일 가나다동 바람", "가나다동", "wind", ""),
    ]

    @Test("A question has its place, its topic and what is left of it", arguments: everydayQuestions)
    func questions(words: String, place: String, topic: String, rest: String) {
        let whole = Sentence([words], at: Self.now)
        let apart = Sentence(words.split(separator: " ").map(String.init), at: Self.now)
        #expect(whole == apart)
        #expect(whole.places.joined(separator: " ") == place)
        #expect(whole.topic?.rawValue ?? "" == topic)
        #expect(whole.notUnderstood?.text ?? "" == rest)
    }

    @Test("Marks and pictures behind a word of time are none of its letters, whatever a village's name")
    func marks() {
        let times = ["내일", "오전", "금일", "신정", "사이", "모레", "주말", "tomorrow"]
        let marks = ["?", "!", "?!", "...", "^^", ";;", "~", ",", "❤️", "🙏?", "☀️ ?", "ㅋㅋ", "ㅠㅠ?"]
        for (time, mark) in times.flatMap({ time in marks.map { (time, $0) } }) {
            let usual = Sentence(["서울", time], at: Self.now)
            for words in ["서울 \(time) \(mark)", "서울 \(time)\(mark)", "\(time) \(mark) 서울"] {
                let sentence = Sentence([words], at: Self.now)
                #expect(sentence.places == ["서울"] && sentence.time?.spans == usual.time?.spans, "\(words)")
                #expect(sentence.unreadableTime?.reason == usual.unreadableTime?.reason, "\(words)")
            }
        }
    }

    @Test("Each meaning in the table of words is one that is read")
    func meanings() {
        for row in WordTable.rows where ["word", "verb", "unit"].contains(row.kind) {
            for meaning in row.meaning.split(separator: ";") where meaning != "filler" {
                #expect(TimeWord(String(meaning)) != .filler, "\(row)")
            }
        }
    }

    @Test(
        "A slip from a name, and a word with the form of one, stays an unknown place",
        arguments: ["내일 서울 부샨", "내일 서울 없는역", "내일 서울 가나다동", "내일 마포구 상암돈", "내일 서울 메디컬캠퍼스"]
    )
    func slips(words: String) throws {
        let sentence = Sentence([words], at: Self.now)
        #expect(sentence.places.count == 2 && sentence.notUnderstood == nil)
    }

    @Test(
        "Places with 랑, 하고 or and between them are two, also where one lies in the other",
        arguments: [
            ("제주랑 서귀포 내일", ["제주", "서귀포"]), ("부산하고 해운대 비", ["부산", "해운대"]),
            ("Lotte World and Busan", ["Lotte World", "Busan"]),
            ("롯데월드랑 부산 내일", ["롯데월드", "부산"]), ("성남 분당구와 부산 중구 내일", ["성남 분당구", "부산 중구"]),
            ("제주 서귀포 내일", ["제주 서귀포"]), ("Busan between Tuesday and Friday", ["Busan"]),
        ]
    )
    func joined(words: String, places: [String]) throws {
        #expect(try Sentence([words], at: Self.now).requests() == places.map(PlaceRequest.area))
    }

    @Test("Places in one argument are those of several", arguments: ["서울 부산", "성남 분당구 부산 중구", "서울☀️부산"])
    func places(words: String) {
        let (whole, apart) = (
            Sentence([words], at: Self.now), words.split { " ☀️".contains($0) }.map(String.init)
        )
        #expect(whole.places == Sentence(apart, at: Self.now).places)
        #expect(whole.time == nil && whole.notUnderstood == nil)
    }

    @Test(
        "Holidays are found by the names people use, in their next year or just past",
        arguments: [
            ("어린이날", "2027-05-05"), ("부처님오신날", "2027-05-13"), ("석가탄신일", "2027-05-13"), ("노동절", "2027-05-01"),
            ("제헌절", "2027-07-17"), ("설날", "2027-02-07"), ("추석", "2026-09-25"), ("성탄절", "2026-12-25"),
            ("Chuseok", "2026-09-25"), ("Children's Day", "2027-05-05"),
        ]
    )
    func holidays(name: String, date: String) throws {
        let sentence = Sentence([name, "서울"], at: Self.now)
        #expect(sentence.time?.firstDay.description == date && sentence.places == ["서울"])
        #expect(throws: ForecastError.self) { try sentence.time?.requireReach(at: Self.now) }
    }

    @Test("Days off in a row are those around the holiday, with what makes up for a weekend")
    func daysOff() {
        let days = Sentence(["설 연휴"], at: Self.now).time?.days.dates
        #expect(days?.first?.description == "2027-02-06" && days?.last?.description == "2027-02-09")
        #expect(Sentence(["이번 연휴"], at: Self.now).time?.firstDay.description == "2026-12-25")
    }

    @Test(
        "Rows of days off have the substitutes of the law, as the package holidays 0.109 lists them",
        arguments: [
            ("2025-03-01", "2025-03-01", "2025-03-03"), ("2025-05-05", "2025-05-03", "2025-05-06"),
            ("2025-10-06", "2025-10-03", "2025-10-09"), ("2026-06-06", "2026-06-06", "2026-06-07"),
            // 추석 that reaches into a Saturday makes up for nothing, and into a Sunday does.
            ("2026-09-25", "2026-09-24", "2026-09-27"), ("2029-09-22", "2029-09-21", "2029-09-24"),
            ("2026-10-03", "2026-10-03", "2026-10-05"), ("2027-12-25", "2027-12-25", "2027-12-27"),
            ("2028-01-01", "2028-01-01", "2028-01-02"), ("2028-10-03", "2028-09-30", "2028-10-05"),
            ("2030-02-03", "2030-02-02", "2030-02-05"),
        ]
    )
    func substitutes(day: String, first: String, last: String) throws {
        let row = Holiday.daysOff(around: try #require(KoreanDate(day)))
        #expect(row.lowerBound.description == first && row.upperBound.description == last, "\(row)")
    }

    @Test(
        "A verb, a unit and a typhoon are no places beside one",
        arguments: ["can I hang laundry in Seoul", "wind speed Seoul", "Seoul typhoon", "Seoul rain mm"]
    )
    func noSecondPlace(words: String) {
        let sentence = Sentence([words], at: Self.now)
        #expect(sentence.places == ["Seoul"] && sentence.notUnderstood == nil)
    }

    @Test(
        "Days of a list are those alone, and no village beside another place",
        arguments: [
            ("다음 주 월수금 논산", ["11-30", "12-02", "12-04"]), ("월수금 서울", ["11-27", "11-30", "12-02"]),
            ("화목 대전 날씨", nil), ("담주 화목 저녁 서산", ["12-01", "12-03"]),
        ]
    )
    func listedDays(words: String, days: [String]?) {
        let sentence = Sentence([words], at: Self.now)
        #expect(sentence.time?.days.dates.map { String($0.description.dropFirst(5)) } == days)
        #expect((sentence.unreadableTime != nil) == (days == nil))
        #expect(Sentence(["월화수", "서울"], at: Self.now).time?.firstDay.description == "2026-11-30")
        #expect(Sentence(["김해", "화목"], at: Self.now).places == ["김해", "화목"])
    }

    @Test(
        "A day by the moon, a 25th hour, a slip and a mark without its own time are no times",
        arguments: [
            "보름날 강릉", "음력 1월 1일 서울", "내일 25시 오산", "이번쥬말 강릉", "서울 정월 초하루", "서울 담주 월욜부터 거기까지",
            "며칠 뒤 서울", "서울 토요일 비 오기 전에 세차", "서울 비오기 전에 내일", "서울 내일 자기 전에 비와", "서울 내일 1교시 전에 비와",
            "서울 토요일 경기 끝난 후 비", "내일 비 그친 뒤 서울", "서울 내일 ㄴㄴ",
        ]
    )
    func moon(words: String) { #expect(Sentence([words], at: Self.now).unreadableTime != nil) }

    @Test(
        "A place that is left out refuses the time, also with nothing behind the word",
        arguments: ["Seoul not Busan tomorrow", "Busan instead of Seoul tomorrow", "부산 빼고 비"]
            + TimeWords.exclusions.map { "서울 \($0)" }
    )
    func otherPlace(words: String) {
        #expect(Sentence([words], at: Self.now).unreadableTime?.reason == .leavesOut)
    }

    @Test(
        "A word that asks for one behind it may be the last",
        arguments: TimeWords.negations + TimeWords.prepositions
    )
    func lastWord(word: String) { #expect(Sentence(["서울 \(word)"], at: Self.now).places.first == "서울") }

    @Test("Last night is over", arguments: ["어젯밤 서울", "Seoul last night"])
    func lastNight(words: String) {
        #expect(Sentence([words], at: Self.now).time?.isOver(at: Self.now) == true)
    }
}
