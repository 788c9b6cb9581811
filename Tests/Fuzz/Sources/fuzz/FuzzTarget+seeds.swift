import Feeds
import Forecast
import Foundation
import Regions
import SampleFeeds

@testable import KMAForecast

extension FuzzTarget {
    /// True inputs to start from: what the sample feeds answer in a wet summer and a cold winter, and one of each form
    /// of whatever else is read.
    var seeds: [Data] {
        switch self {
        case .midTemperature: bodies(.midTemperature(zone: "11B10101", gateway: .any), .midTerm)
        case .midLand: bodies(.midLand(zone: "11B00000", gateway: .any), .midTerm)
        case .outlook: bodies(.outlook(station: "109", gateway: .any), .midTerm)
        case .shortTerm: bodies(.shortTerm(cell: Reading.place.gridCell, gateway: .any), .shortTerm)
        case .nextHours: bodies(.nextHours(cell: Reading.place.gridCell, gateway: .any), .nextHours)
        case .nowcast: bodies(.nowcast(cell: Reading.place.gridCell, gateway: .any), .observation)
        case .warnings:
            bodies(.warnings(gateway: .any), .observation) + Self.warningTexts.map(Self.warningSeed)
        case .warningTable: bodies(.warnings(gateway: .anyHub), .observation)
        case .warningEvents:
            FeedRequest.warningEvents(gateway: .any).map { bodies($0, .observation) } ?? []
        case .airMeasured: bodies(.airMeasured(province: "서울", gateway: .any), .airMeasured)
        case .dustForecast: bodies(.dustForecast(gateway: .any), .dustForecast)
        case .dustWeek: bodies(.dustWeek(gateway: .any), .dustWeek)
        case .current:
            bodies(.openWeatherCurrent(latitude: 37.57, longitude: 126.98, gateway: .any), .observation)
        case .forecast:
            bodies(.openWeatherForecast(latitude: 37.57, longitude: 126.98, gateway: .any), .observation)
        case .jsonReader: comparedBodies
        case .faults: Self.faultBodies.map { Reading.seed($0.utf8) }
        case .keptAnswer:
            Self.faultBodies.prefix(4).map {
                StoredAnswer(
                    fetchedAt: Date(timeIntervalSince1970: 1_791_104_400),
                    status: 200,
                    body: Array($0.utf8)
                ).file
            }
        case .httpDate, .dotEnv, .settings, .place, .point, .search: lines.map { Data($0.utf8) }
        }
    }

    /// The bodies of the feeds' own targets without their first byte, and lists of values of every kind.
    private var comparedBodies: [Data] {
        let feeds: [(FuzzTarget, ReaderComparison.Subject)] = [
            (.midTemperature, .midTemperature), (.midLand, .midLand), (.outlook, .outlook),
            (.shortTerm, .rows),
            (.nextHours, .rows), (.nowcast, .observation), (.current, .current), (.forecast, .forecast),
        ]
        let values = #"[0,-1.5,14e2,"7","a\u00e9\ud83c\udf26\n",null,true,[],{},9007199254740993,1e999,"맑음"]"#
        var seeds: [Data] = []
        for (target, subject) in feeds {
            seeds += target.seeds.map { ReaderComparison.seed(subject, $0.dropFirst()) }
        }
        for subject in [ReaderComparison.Subject.numbers, .integers, .texts] {
            seeds.append(ReaderComparison.seed(subject, values.utf8))
        }
        let repeated = #"{"a":1,"b":"x","a":null,"\u0063":[{"d":2,}]}"#
        seeds.append(ReaderComparison.seed(.fields, repeated.utf8))
        seeds += Self.faultBodies.map { ReaderComparison.seed(.rows, $0.utf8) }
        return seeds
    }

    /// Writes the seeds into a folder of the target's own, each in a file.
    func writeSeeds(under folder: String) throws {
        let folder = URL(filePath: folder).appending(path: rawValue)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (index, seed) in seeds.enumerated() {
            try seed.write(to: folder.appending(path: "seed-\(index)"))
        }
    }

    private var lines: [String] {
        switch self {
        case .httpDate:
            ["Sun, 04 Oct 2026 06:00:00 GMT", "Sunday, 04-Oct-26 06:00:00 GMT", "Sun Oct  4 06:00:00 2026"]
        case .dotEnv:
            ["# keys\nexport KMA_LANG=ko\nKMA_AREA=\"경기도\" # where\nKMA_HOST='::1'\n\n=x\nA B=c\n"]
        case .settings:
            [
                "KMA_SERVICE_KEY=Ab%2BCd%2FEf%3D%3D\nOPENWEATHER_API_KEY=0123\nKMA_GATEWAY=apihub",
                "KMA_NOW=2026-10-04T15:00:00+09:00\nKMA_TIMEOUT=2.5\nKMA_PORT=8080\nKMA_LANG=en",
                "KMA_SERVICE_KEY_FILE=key.txt\nKMA_BASE_URL=http://127.0.0.1:1/\nKMA_CACHE_DIR=~/c",
            ]
        case .place, .search:
            [
                "경기도", "수원", "성남 분당구", "강원도", "전라북도", "전남광주통합특별시 순천시", "평창군 대관령면", "Busan",
                "서울특별시 종로구 청운효자동", "중구", "  seoul  jongno-gu ", "수원".decomposedStringWithCanonicalMapping,
                "분당동1", "없는곳",
            ]
        case .point: ["37.38,127.12", "33.4,126.5", "-1e9,nan", "0x1p3, 127"]
        default: []
        }
    }

    /// Texts of KMA, one of them cut in the wrong place.
    private static let warningTexts = [
        "o 강풍주의보 : 전라남도(거문도.초도), 제주도(추자도, 서귀포시남부 제외)\\r\\no 풍랑주의보 : 남해서부동쪽먼바다",
        "o 호우경보 : 전라남도(완도(여서도 제외), 완도여서도), 서울, ��산서부",
        "(1) 풍랑 예비특보\\r\\no 09월 26일 새벽(00시~06시) : 제주도(제주도남쪽바깥먼바다)",
    ]

    private static func warningSeed(_ text: String) -> Data {
        Reading.seed(
            Data(
                #"{"response":{"header":{"resultCode":"00"},"body":{"items":{"item":[{"t6":"\#(text)","t7":"\#(text)","tmFc":202607050200}]}}}}"#
                    .utf8
            )
        )
    }

    private static let faultBodies = [
        #"{"response":{"header":{"resultCode":"03","resultMsg":"NO_DATA"}}}"#,
        #"{"OpenAPI_ServiceResponse":{"cmmMsgHeader":{"errMsg":"SERVICE_KEY_IS_NOT_REGISTERED_ERROR","returnAuthMsg":"등록되지 않은 서비스키","returnReasonCode":"30"}}}"#,
        #"{"responseTime":"2026-10-04T15:00:00.000","resultCode":"10","resultMsg":"INVALID_REQUEST_PARAMETER_ERROR"}"#,
        #"{"result":{"status":403,"message":"API 호출 한도를 초과했습니다."}}"#,
        "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg><returnAuthMsg>LIMITED_NUMBER_OF_SERVICE_REQUESTS_EXCEEDS_ERROR</returnAuthMsg><returnReasonCode>22</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>",
        "<response><header><resultCode> 03 </resultCode></header></response>",
        "API token quota exceeded", "Unauthorized", "\u{FEFF} \n{}", "<html><body>점검</body></html>", "",
        #"{"cod":401, "message": "Invalid API key."}"#,
    ]

    /// Answers of the sample feeds, with some of a thousand rows: short inputs are tried more often.
    private func bodies<Value>(_ query: FeedRequest<Value>, _ schedule: IssueSchedule)
        -> [Data]
    {
        let days = [KoreanDate(year: 2026, month: 7, day: 5), KoreanDate(year: 2026, month: 1, day: 12)]
        return days.flatMap { day in
            [2, 17].map { hour in
                let now = day.at(hour: hour, minute: 50)
                let issue = schedule.newest(at: now)
                let answer = SampleFeeds.answer(to: query.url(issue), at: now)
                return Reading.seed(thinned(answer.body), hour: hour)
            }
        }
    }

    private func thinned(_ body: [UInt8]) -> [UInt8] {
        let start = "\"item\":[{"
        let text = String(decoding: body, as: UTF8.self)
        guard let open = text.firstRange(of: start), let close = text.firstRange(of: "}]}"),
            case let rows = text[open.upperBound..<close.lowerBound].split(separator: "},{"), rows.count > 100
        else { return body }
        // Thirteen categories a step at the most: every thirty-first row is of another one.
        let some = stride(from: 0, to: rows.count, by: 31).map { rows[$0] }
        let end = "}]},\"pageNo\":1,\"numOfRows\":1500,\"totalCount\":\(some.count)}}}"
        return Array((text[..<open.upperBound] + some.joined(separator: "},{") + end).utf8)
    }
}
