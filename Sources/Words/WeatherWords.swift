import Forecast

/// Words of weather and its questions, never places, whatever a village's name.
enum WeatherWords {
    static let all: [String: [TimeWord]] = {
        var words = Dictionary(meanings(in: table).map { ($0, [$1]) }, uniquingKeysWith: { $1 })
        for word in ["was", "were", "had", "did"] { words[word] = [.question, .pastTense] }
        for kind in WarningKind.known {
            let meaning = kind == .fog ? .unanswered : phenomena[kind].map(TimeWord.phenomenon) ?? .topic(.alerts)
            for name in [kind.name.korean, kind.name.english.lowercased()] { words[name.filter { !$0.isWhitespace }] = [meaning] }
        }
        return words
    }()

    /// Meaning and its words in each line; the meaning is a topic, or general.
    private static func meanings(in table: String) -> [(String, TimeWord)] {
        let others: [String: TimeWord] = ["weather": .weather, "question": .question, "unanswered": .unanswered, "now": .now]
        // By bytes: letters take ten times as long.
        let rows = table.utf8.split(separator: UInt8(ascii: "\n")).map { row in
            row.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        }
        return rows.flatMap { row in
            let meaning = others[row[0]] ?? Sentence.Topic(rawValue: row[0]).map(TimeWord.topic) ?? .filler
            return row.dropFirst().map { ($0, meaning) }
        }
    }

    // Parts of the country that hold several provinces, or parts of them, are of the nation.
    private static let table = """
        weather 날씨 기상 예보 일기예보 단기예보 중기예보 동네예보 주간예보 초단기 실황 발표 해제 weather forecast
        sky 하늘 청명한 청명해 청명하 맑음 구름 구름많음 흐림 먹구름 햇빛 햇볕 햇살 sky skies cloud clouds sunny sunshine cloudy overcast clear
        temperature 기온 온도 freeze 동파 추운곳 더운곳 따뜻한곳 시원한곳 강추위 난방 보일러 히터 에어컨 몇도까지 낮기온 최고 최저 몇도 영하 영하권 영상 추위 더위 일교차 열대야 어제보다 그제보다 그저께보다 어제랑비교 어제랑비교해서 어제하고비교 어제와비교 어제와비교해 어제대비 지난주보다 저번주보다 오늘보다 지금보다 옷차림 옷 겨울옷 여름옷 가을옷 봄옷 외투 겉옷 패딩 코트 점퍼 반팔 긴팔 반바지 내복 목도리 장갑 롱패딩 히트텍 부츠 temperature temp degrees colder warmer hotter cooler gloves scarf boots heating belowzero hot heat warm cold cool chilly freezing wear coat jacket clothes low high
        feels_like 체감 체감온도 체감기온 feelslike feels-like feellike windchill
        wind 바람 풍향 풍속 드론 drone 돌풍 칼바람 찬바람 wind windy gust breezy
        humidity 습도 건조해 건조하 건조한 건조할 humidity humid
        uv 자외선 눈부셔 눈이부셔 눈부신 눈이부신 눈부심 선크림 모자 선글라스 uv uvindex sunscreen sunburn sunglasses
        sun 일출 일몰 노을 해돋이 해몇시에 해언제 해뜨 해떴 해떴어 해졌어 해지 해떠 해져 해뜰 해질 sunrise sunset sunrises sunsets
        dust 미세먼지 초미세먼지 미먼 초미먼 먼지 대기질 공기 공기질 창문 환기 마스크 눈아파 눈이아파 눈아픈 눈이아픈 눈아플 눈이아플 눈따가워 눈이따가워 dust dusty finedust pm10 pm2.5 airquality air mask aqi
        rain 비 우비 소낙비 빗방울 빗줄기 빗물 빗발 여우비 단비 물폭탄 스콜 장맛비 소나기 폭우 장대비 가랑비 보슬비 이슬비 부슬비 봄비 가을비 겨울비 집중호우 강우 강우량 rain raining rainy rained shower drizzle drizzling downpour
        snow 눈 설경 첫눈 강설 강설량 적설 적설량 폭설 함박눈 싸락눈 눈보라 눈발 눈사람 snow snowing snowy snowed snowfall
        precipitation 진눈깨비 강수 강수량 비올확률 우산 빨래 이불빨래 세차 산책 캠핑 나들이 소풍 피크닉 등산 골프 라운딩 조깅 러닝 자전거 야외활동 수영 물놀이 해수욕 스키 서핑 낚시 김장 여행 드라이브 운전 산행 운동 장화 야구경기 축구경기 농구경기 배구경기 야구 축구 농구 배구 족구 테니스 배드민턴 결혼식 이사 행사 라이딩 워크숍 워크샵 운동회 체육대회 바다낚시 precipitation dry umbrella laundry washing sleet fishing carwash washmycar wash picnic hike hiking camping golf jogging wedding ski skiing drive driving run running
        alerts 특보 기상특보 예비특보 중대경보 안개특보 안개주의보 안개경보 쓰나미 주의보 경보 warning alert advisory advisories typhoon
        hours 시간별 시간대별 hourly
        nation 전국 전국적으로 대한민국 우리나라 한국 한반도 nationwide korea southkorea 수도권 중부지방 남부지방 충청권 충청지방 호남 호남지방 영남 영남지방 동해안 서해안 남해안
        question 말까 말지 가능 가능성 불가능 아닌가 아닌가요 아닌지 언제 어느 몇시 몇시부터 몇시까지 몇미리까지 몇밀리까지 몇센치까지 몇센티까지 얼마까지 얼마나까지 어디까지 언제부터 언제까지 몇 얼마 얼마나 어디 왜 무슨 뭐 뭘 how what when where why can could should would will is are do does
        unanswered 장마 무지개 이슬 지진 홍수 만조 간조 해일 산사태 평년보다 예년보다 작년보다 단풍 벚꽃 개화 천둥 번개 낙뢰 우박 서리 상고대 산불 결항 지연 은하수 유성우 별똥별 파도 파고 물결 너울 물때 바다 수온 꽃가루 오존 불쾌지수 생활지수 식중독 식중독지수 감기지수 기압 가시거리 시정 이슬점 빙판 빙판길 블랙아이스 결빙 보름달 달모양 월출 월몰 미끄럼 pollen sea thunderstorm hail thunder lightning frost foggy tide tides wave waves pressure visibility dewpoint moon ice icy
        filler 그럼 그러면 근데 그런데 당일 당일치기 iwas wewere ihad wehad ktx srt itx gtx 이번 우리 우리집 우리동네 저희 동네 이제 이젠 아직 벌써 요즘 요새 당장 도 강아지 고양이 많이 좀 조금 약간 너무 아주 매우 엄청 되게 굉장히 무지 꽤 제법 훨씬 완전 별로 잘 제일 가장 더 덜 꼭 혹시 그냥 진짜 정말 계속 다시 또 밖 바깥 앞 방향 정도 확률 소식 예정 수준 상태 지수 시간 시각 쪽 근처 부근 인근 시내 전역 일대 지역 하루 시간대 할때 무렵 정각 며칠간 며칠동안 당분간 한동안 이상 이하 미만 초과 농도 몇프로 몇퍼센트 경기취소 마라톤 추천 펑펑 회식 미팅 회의 약속 모임 끝나 지말고 하지말고 가야하 가야하나 가야할까 가야해 가야돼 야외 공원 부탁드립니다 헤이 야 안녕 제발 퍼센트 미리 밀리 센치 센티 미터 수치 건데 다 땜에 때문에 남은 정상 뚝 확 비교 비교해 차이 오늘로부터 지금으로부터 길 도로 5일장 3일장 hang speed mm vs versus ornot whynot in at on the for it its be to of a an whats hows about i we you need going like there any have has get with this near around out outside week compare which than im ive set sets rises bring carry take show me tell give let know please much many look looks feel feels chance level depth over index time whens stop stops start starts begin begins good ok okay hi hello hey thanks getting gets if my go so very really too tooearly toolate bad during nice up rest gonna pls plz weekly still all day long lot left clean
        """

    /// Weather of a forecast by the warnings of it; the others are known by their warnings alone.
    private static let phenomena: [WarningKind: Sentence.Topic] = [
        .strongWind: .wind, .heavyRain: .rain, .heavySnow: .snow, .dry: .humidity, .yellowDust: .dust, .coldWave: .temperature,
        .heatWave: .temperature, .tropicalNight: .temperature,
    ]

    static let usual = ["날씨", "기온", "온도", "미세먼지", "우산", "weather", "forecast", "temperature", "umbrella"]

    /// Stems with the forms in which they meet an ending; those of 하다 and of verbs in ㅂ follow by rule.
    static let verbs = Dictionary(meanings(in: stems).flatMap { stem, meaning in forms(of: stem).map { ($0, meaning) } }, uniquingKeysWith: { $1 })

    private static let stems = """
        question 오 와 올 온 옵 옴 내리 내려 내릴 내린 내립 쏟아지 쏟아져 쏟아질 그치 그쳐 그칠 그친 그칩 미끄럽 멈추 멈춰 멈출 걷히 걷혀 걷힐 불 부 분 있 없 되 돼 될 된 됩 됨 하 가 갈 간 갑 나 날 났 나가 나갈 다녀 타 탈 탄 치 칠 쳐 쓰 써 쓸 먹 넘 넘어 넘을 넘나 같 같아 같은 챙기 챙겨 챙길 들 필요 필요하 좋 나쁘 나빠 나쁠 나쁜 나쁨 좋음 보통 심하 괜찮 높 낮 많 적 세 센 쎄 쎈 쎌 강하 약하 충분 내놔 내놓 발라 바르 쌓이 쌓여 쌓일 쌓인 끼 껴 낄 뜨 떠 뜰 지 져 질 보이 보여 보일 보 봐 볼 놀 놔 놓 둬 날리 날려 날릴 펴 필 크 커 클 큰 발효 알 알려 알리 궁금 부탁 말하 가르쳐 어떻 어때 어떄 어떤 어떨 이 일 인 임 였 예 입니 싶 짙 가능 불가능 열 켜 틀 끄 시키 시켜 가져 걱정 조심 위험 안전 맞 주 줘 줄 안 못 않 달라 달라지 바뀌 변하 예상 뭐 뭔
        now 오고있 내리고있 오는중 내리는중 그쳤 멈췄 멎었
        precipitation 널 말려 마르 마를 말라
        sky 맑 개 갤 흐리 흐려 흐릴 흐린 흐림 화창하 쾌청하
        temperature 춥 덥 뜨겁 무덥 무더 차갑 차가 쌀쌀 따뜻 따듯 선선 시원 서늘 후덥지근 포근 뜨거 떨어지 떨어져 떨어질 떨어진 풀리 풀려 풀릴 풀린 오르 올라 오를 얼 입 입고 입어 입을 입혀 껴입
        sun 어둡
        humidity 습하 건조하
        """

    /// 강하 is 강한, 강해, 강할, and 화창 alone is of 화창하; 춥 is 추우, 추워, 추울; 떠 is 떴 in the past.
    private static func forms(of stem: String) -> [String] {
        let beginning = stem.dropLast()
        let root = beginning.count > 1 ? [String(beginning)] : []
        if stem.hasSuffix("하") { return [stem] + root + ["해", "할", "한", "함", "합", "했"].map { beginning + $0 } }
        guard let last = stem.unicodeScalars.last?.value, 0xAC00...0xD7A3 ~= last else { return [stem] }
        // The final ㅂ is the 17th, ㅆ the 20th.
        let final = (last - 0xAC00) % 28
        guard final == 0 || final == 17 && (stem.count > 1 || ["춥", "덥"].contains(stem)) else { return [stem] }
        let changed = Unicode.Scalar(final == 0 ? last + 20 : last - 17).map { beginning + String($0) } ?? stem
        return [stem] + (final == 0 ? [changed] : ["우", "워", "울", "운", "움", "웠"].map { changed + $0 })
    }

    static let endings: Set<String> = Set(
        "겠 구 구요 유 카 나 남 나요 니 니까 까 까요 냐 지 지요 죠 네 네요 는지 은지 는데 은데 데 데요 는가 은가 가 가요 고 면 으면 려나 으려나 려고 으려고 려는데 으러 러 도 야 서 어 아 었 았 을 을까 은 는 거 거야 건 것 게 게요 기 기가 기에 대 대요 다 습니까 습니다 니다 십시오 니꺼 심더 요 임 음 세요 시 실 신 셔 셨 실래 듯 만 자 잖아 구나 더라 던데 어요 아요 래 라 라고 라구 다며 며 도록 이 인 였 여 해 한 할 하 중 지만 텐데 수 줄 쯤 정도 예 교 노 여 용 염 댔 당께 당가 껴 드래요"
            .split(separator: " ").map(String.init)
    )
}
