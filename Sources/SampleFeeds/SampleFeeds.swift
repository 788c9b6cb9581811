import Feeds

/// Answers of KMA, 에어코리아 and OpenWeather from generated weather, for `--sample`, tests and screenshots: the same bytes on any machine.
public enum SampleFeeds {
    /// Answers a URL or a target (`/path?query`) at an instant; 404 for an unknown operation.
    public static func answer(to url: String, at now: Date) -> HTTPAnswer {
        let request = SampleRequest(url: url)
        var answer =
            switch request.operation {
            case "MidFcstInfoService/getMidTa": midTemperature(request, at: now)
            case "MidFcstInfoService/getMidLandFcst": midLand(request, at: now)
            case "MidFcstInfoService/getMidFcst": outlook(request, at: now)
            case "VilageFcstInfoService_2.0/getVilageFcst": shortTerm(request, at: now)
            case "VilageFcstInfoService_2.0/getUltraSrtNcst": nowcast(request, at: now)
            case "VilageFcstInfoService_2.0/getUltraSrtFcst": nextHours(request, at: now)
            case "WthrWrnInfoService/getPwnStatus": warningStatus(at: now)
            case "WthrWrnInfoService/getPwnCd": warningEvents(request, at: now)
            case "url/wrn_now_data_new.php": warningTable(at: now)
            case "url/fct_afs_wc.php": temperatureTable(request, at: now)
            case "url/fct_afs_wl.php": landTable(request, at: now)
            case "AsosDalyInfoService/getWthrDataList": observedDays(request, at: now)
            case "ArpltnInforInqireSvc/getCtprvnRltmMesureDnsty": airMeasured(request, at: now)
            case "ArpltnInforInqireSvc/getMinuDustFrcstDspth": dustForecast(request, at: now)
            case "ArpltnInforInqireSvc/getMinuDustWeekFrcstDspth": dustWeek(request, at: now)
            case "2.5/weather": currentWeather(request, at: now)
            case "2.5/forecast": forecast(request, at: now)
            default: HTTPAnswer(status: 404, body: Array("API not found".utf8))
            }
        answer.date = now
        return answer
    }
}

extension Transport {
    /// Creates a transport that answers from ``SampleFeeds`` at the time of a clock.
    public static func sample(clock: @escaping @Sendable () -> Date) -> Transport {
        Transport { url, _ throws(TransportFault) in SampleFeeds.answer(to: url, at: clock()) }
    }

    /// Creates a transport that answers from ``SampleFeeds`` at a fixed instant.
    public static func sample(now: Date) -> Transport { sample { now } }
}

struct SampleRequest {
    let operation: Substring
    /// The API hub is laxer about base times than data.go.kr.
    let isHub: Bool
    private let parameters: [Substring: Substring]

    init(url: String) {
        let (target, query) = SampleRequest.halves(of: url.utf8[...], at: "?")
        let path = Substring(target)
        let folders = target.split(separator: UInt8(ascii: "/")).map { Substring($0) }
        let names = folders.suffix(2)
        operation = names.count == 2 ? path[names[names.startIndex].startIndex...] : path
        isHub = folders.contains("typ02")
        let pairs = query?.split(separator: UInt8(ascii: "&")) ?? []
        parameters = Dictionary(
            pairs.map { pair in
                let (name, value) = SampleRequest.halves(of: pair, at: "=")
                return (Substring(name), value.map { Substring($0) } ?? "")
            },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private static func halves(of text: Substring.UTF8View, at separator: Unicode.Scalar) -> (Substring.UTF8View, Substring.UTF8View?) {
        guard let end = text.firstIndex(of: UInt8(ascii: separator)) else { return (text, nil) }
        return (text[..<end], text[text.index(after: end)...])
    }

    func decoded(_ name: Substring) -> String? { parameters[name].flatMap { String($0).percentDecoded } }

    subscript(name: Substring) -> String? { parameters[name].map(String.init) }

    func integer(_ name: Substring) -> Int? { parameters[name].flatMap { Int($0) } }

    func number(_ name: Substring) -> Double? { parameters[name].flatMap { Double($0) } }
}

struct SampleRows {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    var count: Int { ends.count }

    init(expecting count: Int = 0) {
        bytes.reserveCapacity(count * 160)
        ends.reserveCapacity(count)
    }

    var json: ArraySlice<UInt8> { bytes[...] }

    func json(from start: Int, atMost most: Int) -> ArraySlice<UInt8> {
        let end = ends[start...].prefix(most).last ?? 0
        return bytes[(start == 0 ? 0 : ends[start - 1] + 1)..<end]
    }

    mutating func append(_ parts: String...) {
        if count > 0 { bytes.append(UInt8(ascii: ",")) }
        for part in parts { bytes.append(contentsOf: part.utf8) }
        ends.append(bytes.count)
    }
}
