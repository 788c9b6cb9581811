import Forecast
import Foundation

/// A request as it came over the wire.
public struct Request: Sendable {
    /// The method as sent.
    public let method: String
    /// Path and query as sent, percent-encoding and all.
    public let target: String
    /// Names in lower case, in the order they came.
    public let headers: [(name: String, value: String)]
    /// When its head was read, by the machine's clock.
    public let receivedAt: Date
    /// The fault it met; `nil` where it was answered normally.
    public internal(set) var fault: Fault?

    /// Reads a request's head; `nil` for what is not HTTP/1.
    init?(head: String, receivedAt: Date) {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { return nil }
        method = String(words[0])
        target = String(words[1])
        headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count == 2 ? String(parts[1]).trimmingCharacters(in: .whitespaces) : ""
            return (parts[0].lowercased(), value)
        }
        self.receivedAt = receivedAt
    }

    /// The target up to its `?`.
    public var path: String {
        String(target.prefix { $0 != "?" })
    }

    /// The operation; `nil` for a path that no upstream has.
    public var endpoint: Endpoint? {
        Endpoint(path: path)
    }

    /// Whether it came by the API hub's path.
    public var isHub: Bool {
        path.contains("/typ02/openApi/") || path.contains("/typ01/url/")
    }

    /// Parameters as sent, before any percent-decoding.
    public var rawQuery: [(name: String, value: String)] {
        let query = target.drop { $0 != "?" }.dropFirst()
        return query.split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
        }
    }

    /// A parameter as a form-decoding server reads it: `+` is a space. `nil` where it is absent or not decodable.
    public subscript(name: String) -> String? {
        rawQuery.first { $0.name == name }?.value.replacing("+", with: " ").removingPercentEncoding
    }

    /// The first header of a name, in lower case.
    public func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}

/// An operation of an upstream.
public enum Endpoint: String, Sendable, Hashable, CaseIterable {
    /// KMA, low and high of the mid-term days.
    case midTemperature = "MidFcstInfoService/getMidTa"
    /// KMA, rain and sky of the mid-term days.
    case midLand = "MidFcstInfoService/getMidLandFcst"
    /// KMA, the mid-term text.
    case outlook = "MidFcstInfoService/getMidFcst"
    /// KMA, the short-term forecast.
    case shortTerm = "VilageFcstInfoService_2.0/getVilageFcst"
    /// KMA, what is measured now.
    case nowcast = "VilageFcstInfoService_2.0/getUltraSrtNcst"
    /// KMA, the next six hours.
    case nextHours = "VilageFcstInfoService_2.0/getUltraSrtFcst"
    /// KMA, the warnings in force, as text.
    case warningStatus = "WthrWrnInfoService/getPwnStatus"
    /// KMA, the issues and releases of warnings.
    case warningEvents = "WthrWrnInfoService/getPwnCd"
    /// The API hub, the warnings in force, as a table.
    case warningTable = "url/wrn_now_data_new.php"
    /// The API hub, mid-term temperatures of many issues and zones, as a table.
    case temperatureTable = "url/fct_afs_wc.php"
    /// The API hub, mid-term rain and sky of many issues and zones, as a table.
    case landTable = "url/fct_afs_wl.php"
    /// KMA, what a surface station measured on past days.
    case observedDays = "AsosDalyInfoService/getWthrDataList"
    /// 에어코리아, what the stations of a province measured.
    case airMeasured = "ArpltnInforInqireSvc/getCtprvnRltmMesureDnsty"
    /// 에어코리아, the dust forecast of today and tomorrow.
    case dustForecast = "ArpltnInforInqireSvc/getMinuDustFrcstDspth"
    /// 에어코리아, the dust forecast for the week.
    case dustWeek = "ArpltnInforInqireSvc/getMinuDustWeekFrcstDspth"
    /// OpenWeather, the weather now.
    case current = "data/2.5/weather"
    /// OpenWeather, five days in steps of three hours.
    case forecast = "data/2.5/forecast"

    /// KMA's six.
    public static let kma: [Endpoint] = [
        .midTemperature, .midLand, .outlook, .shortTerm, .nowcast, .nextHours,
    ]
    /// The two of KMA's warnings at data.go.kr.
    public static let warnings: [Endpoint] = [.warningStatus, .warningEvents]
    /// The two tables of the API hub that reach back.
    public static let hubTables: [Endpoint] = [.temperatureTable, .landTable]
    /// 에어코리아's three.
    public static let airKorea: [Endpoint] = [.airMeasured, .dustForecast, .dustWeek]
    /// OpenWeather's two.
    public static let openWeather: [Endpoint] = [.current, .forecast]

    /// Whether it stands behind a gateway of data.go.kr's kind: KMA's and 에어코리아's.
    public var isKorean: Bool { service != .openWeather }

    /// The service it belongs to: each has machines, an application and a quota of its own.
    public var service: UpstreamAPI {
        switch self {
        case .midTemperature, .midLand, .outlook, .temperatureTable, .landTable: .midTerm
        case .shortTerm, .nowcast, .nextHours: .shortTerm
        case .warningStatus, .warningEvents, .warningTable: .warnings
        case .observedDays: .observations
        case .airMeasured, .dustForecast, .dustWeek: .airQuality
        case .current, .forecast: .openWeather
        }
    }

    /// The operation of a path, whatever gateway stands in front.
    init?(path: String) {
        guard let endpoint = Endpoint.allCases.first(where: { path.hasSuffix("/" + $0.rawValue) }) else {
            return nil
        }
        self = endpoint
    }
}
