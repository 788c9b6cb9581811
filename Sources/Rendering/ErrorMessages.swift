import Feeds
import Forecast
import KMAForecast
import Regions

extension ForecastError: ReportableError {
    /// Lines of the failed services without repetition; one key is asked for, as one is enough.
    public var lines: [LocalizedText] {
        let lines = failures.compactMap(\.errorMessage).uniqued
        return lines.isEmpty || code == .keyMissing ? [message] : lines
    }

    /// Exit status of the code; another program's file is a configuration error.
    public var exitStatus: ExitStatus { if case .record(.foreign) = self { .configuration } else { code.traits.exitStatus } }

    /// Fault, and the remedy.
    public var message: LocalizedText { message(searchingBy: PlaceError.search) }

    /// Fault and remedy, with another way to search for names.
    public func message(searchingBy search: LocalizedText) -> LocalizedText {
        switch self {
        case .place(let error): error.message(searchingBy: search)
        case .timeForPlace(let time):
            LocalizedText("지역(area)에는 이름만 적어 주세요. 때(‘\(time.shown)’)는 on에 적습니다.", "Name the area alone. The time (‘\(time.shown)’) goes in on.")
        case .invalidRequest(let error): error.message
        case .nothingToShow: decisiveSource?.errorMessage ?? LocalizedText("표시할 자료가 없습니다.", "There is nothing to show.")
        case .record(let problem): problem.recordMessage
        }
    }
}

extension RequestError {
    /// Fault, and the right form.
    public var message: LocalizedText {
        switch self {
        case .missingPlace: return LocalizedText("어느 지역인지 적어 주세요: 지역 이름(area) 또는 위도·경도(lat, lon).", "Which place? Name an area, or give lat and lon.")
        case .incompleteCoordinate:
            return LocalizedText("위도(lat)와 경도(lon)를 함께 지정해 주세요.", "Latitude (lat) and longitude (lon) must be given together.")
        case .areaAndCoordinate: return LocalizedText("지역 이름과 좌표 중 하나만 지정해 주세요.", "Give either an area or a coordinate, not both.")
        case .emptyName: return LocalizedText("지역 이름(area)이 비어 있습니다.", "The name of the area is empty.")
        case .unprintableName(let codePoint):
            let digits = String(codePoint, radix: 16, uppercase: true)
            let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            return LocalizedText(
                "지역 이름에 쓸 수 없는 문자가 있습니다: \(name)(제어 문자나 글 방향을 바꾸는 문자).",
                "The name contains \(name), a control or text-direction character."
            )
        case .invalidCoordinate(let text):
            return LocalizedText(
                "좌표 ‘\(text.shown)’\(text.shown.particle("이", "가")) 올바르지 않습니다. 37.38처럼 도(°) 단위 숫자로 적어 주세요.",
                "‘\(text.shown)’ is not a valid coordinate. Use decimal degrees, such as 37.38."
            )
        case .swappedCoordinate(let latitude, let longitude):
            return LocalizedText(
                "위도와 경도가 바뀐 것 같습니다. 바꾸어 적어 보세요: 위도(lat) \(latitude), 경도(lon) \(longitude).",
                "Latitude and longitude seem to be swapped. Ask for lat \(latitude), lon \(longitude)."
            )
        case .tooManyPlaces(let limit): return LocalizedText("한 번에 \(limit)곳까지 조회할 수 있습니다.", "At most \(limit) places can be asked for at once.")
        case .noForecast(let date, let available?):
            let (first, last) = (available.lowerBound.spelled(beside: date), available.upperBound.spelled(beside: date))
            let day = date.spelled(beside: available.upperBound)
            guard date > available.upperBound else {
                return LocalizedText(
                    "\(day.korean)의 예보는 없습니다. 예보는 \(first.korean)부터 \(last.korean)까지 있습니다.",
                    "No forecast for \(day.english). Forecasts run from \(first.english) to \(last.english)."
                )
            }
            return LocalizedText(
                "\(day.korean)의 예보는 아직 없습니다. 예보는 \(last.korean)까지 있습니다.",
                "No forecast yet for \(day.english). Forecasts run to \(last.english)."
            )
        case .noForecast(let date, nil):
            let day = date.spelled(beside: date)
            return LocalizedText("\(day.korean)의 예보가 없습니다.", "There is no forecast for \(day.english).")
        case .unreadableTime(let time): return time.message
        case .otherWeekday(let date):
            let day = date.spelled(beside: date)
            return LocalizedText("그날은 \(day.korean)입니다.", "That date is \(day.english).")
        case .timeIsOver(let text):
            return LocalizedText(
                "‘\(text.shown)’\(text.shown.particle("은", "는")) 이미 지났습니다. 지난 예보는 기록(history)에 있습니다.",
                "‘\(text.shown)’ is in the past. Past forecasts are in the history."
            )
        }
    }
}

extension UnreadableTime {
    fileprivate var message: LocalizedText {
        let text = text.shown
        switch reason {
        case .slip(let word):
            return LocalizedText("‘\(text)’의 때를 알 수 없습니다. 혹시 ‘\(word)’인가요?", "‘\(text)’ is not a time that can be read. Did you mean ‘\(word)’?")
        case .leavesOut:
            return LocalizedText(
                "‘\(text)’처럼 무엇을 빼는 말은 읽지 못합니다. 볼 지역과 때만 적어 주세요.",
                "Words that leave something out, as in ‘\(text)’, are not read. Give only the place and time to show."
            )
        case .impossible: return LocalizedText("‘\(text)’\(text.particle("은", "는")) 없는 날짜나 시각입니다.", "‘\(text)’ is no date or time that exists.")
        case .unknown:
            return LocalizedText(
                "‘\(text)’의 때를 알 수 없습니다. 내일, 토요일 오전, 12월 5일처럼 적어 주세요.",
                "‘\(text)’ is not a time that can be read. Write tomorrow, Saturday morning or 5 December."
            )
        }
    }
}

extension PlaceError {
    /// 중앙동 stands in 32 places.
    private static let maximumCandidates = 8

    fileprivate static let search = LocalizedText("kma areas 홍대처럼 이름의 일부로 찾아보세요.", "Search by part of a name: kma areas Hong")

    private static func otherwise(_ query: String) -> LocalizedText? {
        let words = query.lowercased().filter { !$0.isWhitespace && !".-".contains($0) }
        if query.count == 5, query.allSatisfy(\.isASCIIDigit) {
            return LocalizedText(
                "우편번호(\(query))로는 찾지 않습니다. 시군구나 읍면동 이름을 적어 주세요.",
                "Postal codes (\(query)) are not searched. Name a city, district or neighbourhood."
            )
        }
        if here.contains(words) {
            return LocalizedText(
                "지금 계신 곳을 알지 못합니다. 지역 이름을 적거나, 늘 보는 곳을 KMA_AREA에 넣어 주세요.",
                "Your location is not known here. Name a place, or set KMA_AREA for a default."
            )
        }
        if Sentence([query], at: .distantPast).country != nil {
            return LocalizedText(
                "‘\(query.shown)’\(query.shown.particle("은", "는")) 한 지역이 아닙니다. 전국의 날씨는 nation에 있습니다.",
                "‘\(query.shown)’ is more than one place. The weather of the country is in nation."
            )
        }
        guard Gazetteer.isAbroad(query) else { return nil }
        return LocalizedText(
            "‘\(query.shown)’\(query.shown.particle("은", "는")) 대한민국 예보구역 밖입니다. 대한민국의 날씨만 알려 줍니다.",
            "‘\(query.shown)’ is outside South Korea, the only country with forecasts here."
        )
    }

    private static let here = words("내위치 위치 현위치 현재위치 내가있는곳 여기 이곳 우리동네 우리집 집 회사 here mylocation currentlocation nearme home")

    private static func words(_ text: String) -> Set<String> { Set(text.split(whereSeparator: \.isWhitespace).map(String.init)) }

    /// Fault, and the remedy.
    public var message: LocalizedText { message(searchingBy: PlaceError.search) }

    fileprivate func message(searchingBy search: LocalizedText) -> LocalizedText {
        switch self {
        case .unknownArea(let query, _) where query.isLikeTime:
            return LocalizedText(
                "‘\(query.shown)’\(query.shown.particle("은", "는")) 없는 날짜나 시각이고, 그런 이름의 지역도 없습니다.",
                "‘\(query.shown)’ is neither a valid date or time nor a known place."
            )
        case .unknownArea(let query, _) where PlaceError.otherwise(query) != nil: return PlaceError.otherwise(query) ?? search
        case .unknownArea(let query, let suggestions) where suggestions.isEmpty:
            return LocalizedText(
                "‘\(query.shown)’\(query.shown.particle("이라는", "라는")) 지역이 없습니다. \(search.korean)",
                "No place named ‘\(query.shown)’. \(search.english)"
            )
        case .severalAreas(let query, let areas):
            return LocalizedText(
                "‘\(query.shown)’\(query.shown.particle("은", "는")) 여러 곳입니다. 하나씩 따로 적어 주세요: \(areas.map(\.korean).joined(separator: ", "))",
                "‘\(query.shown)’ is several places. Give each by itself: \(areas.map(\.english).joined(separator: "; "))"
            )
        case .unknownArea(let query, let suggestions):
            let korean = suggestions.map { "‘\($0.korean)’" }.joined(separator: ", ")
            let english = suggestions.map { "‘\($0.english)’" }.joined(separator: " or ")
            return LocalizedText(
                "‘\(query.shown)’\(query.shown.particle("이라는", "라는")) 지역이 없습니다. 혹시 \(korean)인가요?",
                "No place named ‘\(query.shown)’. Did you mean \(english)?"
            )
        case .ambiguousArea(let query, let candidates):
            let listed = candidates.prefix(PlaceError.maximumCandidates)
            let korean = listed.map(\.korean).joined(separator: ", ")
            // English names hold commas.
            let english = listed.map(\.english).joined(separator: "; ")
            let rest = max(0, candidates.count - PlaceError.maximumCandidates)
            return LocalizedText(
                "‘\(query.shown)’\(query.shown.particle("은", "는")) 여러 곳에 있습니다. 어느 곳인지 적어 주세요: \(korean)\(rest > 0 ? " 외 \(rest)곳" : "")",
                "‘\(query.shown)’ is ambiguous. Which one: \(english)\(rest > 0 ? " and \(rest) more" : "")"
            )
        case .outsideKorea(let latitude, let longitude):
            return LocalizedText(
                "좌표 \(latitude), \(longitude)\("\(longitude)".particle("은", "는")) 예보구역 밖입니다. 대한민국 육지에서 15km 이내여야 합니다.",
                "The point \(latitude), \(longitude) is outside the forecast area. It must be within 15 km of land in South Korea."
            )
        }
    }
}

extension FeedReport {
    /// Reason for a missing, stale or incomplete feed.
    public var errorMessage: LocalizedText? { error?.message(for: feed, via: gateway) }
}

extension FeedError {
    /// Fault and remedy, by the gateway, which has keys of its own.
    public func message(for feed: Feed, via gateway: KMAGateway.Kind = .dataPortal) -> LocalizedText {
        if let refusal { return refusal.message(until: retryAt) }
        let service = feed.service
        let (korean, english) = (service.words.name.korean, service.words.name.english)
        let page = service.keyPage(via: gateway)
        let key = service.key(via: gateway).rawValue
        let until = retryAt.map { KoreanTime($0).clock }
        let again = self.detail == nil ? nil : until.map { LocalizedText("\($0) 이후에", "after \($0) KST") }
        let soon = again ?? LocalizedText("잠시 뒤에", "shortly")
        let detail = (detail ?? until.map { "until \($0) KST" }).map { " (\($0))" } ?? ""
        let detailKorean = (koreanDetail ?? until.map { "\($0) 이후에 다시 확인" }).map { " (\($0))" } ?? ""
        switch code {
        case .keyMissing: return service.keyMissingMessage(via: gateway)
        case .keyRejected where reason == .expired:
            return LocalizedText(
                "이 인증키의 활용 기간이 끝났습니다\(detailKorean). \(page) 에서 기간을 연장해 주세요.",
                "The approval of this key has ended\(detail). Extend it at \(page)"
            )
        case .keyRejected:
            let other = service.otherGateway(than: gateway)
            return LocalizedText(
                "\(korean)에서 인증키를 거부했습니다\(detailKorean). \(key) 값을 확인해 주세요\(other.korean). 새로 발급받은 키는 1~2시간 뒤에 쓸 수 있는 경우가 있습니다.",
                "\(english) rejected the key\(detail). Check \(key)\(other.english). A new key can take an hour or two to work."
            )
        case .notSubscribed:
            return LocalizedText(
                "이 인증키로는 이 서비스를 쓸 수 없습니다\(detailKorean). \(page) 에서 활용신청을 했는지, 인증키가 맞는지 확인해 주세요.",
                "This key may not use this service\(detail). Check that the key is right, and approved at \(page)"
            )
        case .quotaExceeded:
            return LocalizedText(
                "\(korean)의 오늘 호출 한도를 모두 사용했습니다\(detailKorean). 한국 시각 자정에 다시 쓸 수 있습니다.",
                "Today's quota of calls to \(english) is used up\(detail). It resets at midnight in Korea."
            )
        case .rateLimited:
            return LocalizedText(
                "\(korean)에 짧은 시간 동안 너무 많이 요청했습니다\(detailKorean). \(soon.korean) 다시 시도해 주세요.",
                "Too many calls to \(english) in a short time\(detail). Try again \(soon.english)."
            )
        case .blocked:
            return LocalizedText(
                "\(korean)에서 이 IP 주소의 접속을 차단했습니다\(detailKorean). \(page) 에 등록한 IP 주소를 확인해 주세요.",
                "\(english) blocks this IP address\(detail). Check the addresses registered at \(page)"
            )
        case .noData where feed.service == .openWeather:
            return LocalizedText(
                "\(korean)에 지금 쓸 수 있는 자료가 없습니다\(detailKorean). 잠시 뒤에 다시 시도해 주세요.",
                "\(english) has no current data\(detail). Try again shortly."
            )
        case .noData:
            return LocalizedText(
                "\(feed.name.korean)\(feed.name.korean.particle("이", "가")) 아직 없습니다\(detailKorean). 다음 발표 뒤에 다시 시도해 주세요.",
                "There is no data yet for \(feed.name.english)\(detail). Try again after the next issue."
            )
        case .timeout:
            return LocalizedText(
                "\(korean)의 응답 시간이 초과되었습니다\(detailKorean). 잠시 뒤에 다시 시도하거나 KMA_TIMEOUT을 늘려 보세요.",
                "\(english) did not answer in time\(detail). Try again shortly, or raise KMA_TIMEOUT."
            )
        case .unreachable where self.detail == "libcurl.so.4":
            return LocalizedText(
                "libcurl.so.4(7.68 이상)가 없어 \(korean)에 연결할 수 없습니다. 설치해 주세요(Debian·Ubuntu: libcurl4).",
                "Cannot connect to \(english): libcurl.so.4 (7.68 or newer) is missing. Install it (Debian, Ubuntu: libcurl4)."
            )
        case .unreachable:
            return LocalizedText("\(korean)에 연결할 수 없습니다\(detailKorean). 네트워크를 확인해 주세요.", "Cannot connect to \(english)\(detail). Check the network.")
        case .upstreamError where reason == .redirected:
            return LocalizedText(
                "\(korean)의 주소가 다른 주소로 넘깁니다\(detailKorean). 로그인해야 하는 네트워크가 아닌지, 설정한 주소(_BASE_URL)가 맞는지 확인해 주세요.",
                "The address of \(english) redirects elsewhere\(detail). Check for a login of the network, and the address that is set (_BASE_URL)."
            )
        case .upstreamError where reason == .requestRefused:
            return LocalizedText(
                "\(korean)에서 이 프로그램의 요청을 받지 않습니다\(detailKorean). 새 버전이 있는지 확인해 주세요.",
                "\(english) does not take this program's request\(detail). Check for a newer version."
            )
        case .upstreamError:
            return LocalizedText(
                "\(korean)에 장애가 있습니다\(detailKorean). \(soon.korean) 다시 시도해 주세요.",
                "\(english) reports an error of its own\(detail). Try again \(soon.english)."
            )
        case .unknownArea, .ambiguousArea, .outsideKorea, .badInput, .recordUnreadable:
            return code.traits.title
        case .malformedResponse:
            return LocalizedText(
                "\(korean)의 응답을 해석할 수 없습니다\(detailKorean). 점검 중일 수 있으니 잠시 뒤에 다시 시도해 주세요.",
                "\(english) returned a response that could not be parsed\(detail). It may be under maintenance; try again shortly."
            )
        }
    }

    private var koreanDetail: String? {
        guard let detail else { return nil }
        return switch detail {
        case "DNS": "주소를 찾을 수 없음"
        case "connection refused": "연결 거부"
        case "warning text": "특보 문구"
        case "warning events": "특보 발표"
        case "older than the answer before": "앞의 응답보다 오래됨"
        case "Forbidden", "late": nil
        case "cluster": "서비스의 공유 저장소"
        default: detail
        }
    }
}

extension String {
    /// `11/31`, `25시`: a date or time, never searched among places.
    fileprivate var isLikeTime: Bool {
        contains(where: "/월일시분:".contains) && contains(where: \.isASCIIDigit) && allSatisfy { $0.isASCIIDigit || "/월일시분:~- ".contains($0) }
    }

    /// Foreign text of 40 characters, none of which controls a terminal.
    package var shown: String {
        let line = prefix(40).map { $0.isControl ? " " : $0 }
        return String(line) + (line.count < count ? "…" : "")
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }

    package var isControl: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}
