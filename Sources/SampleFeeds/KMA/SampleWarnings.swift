import Feeds
import Forecast
import Regions

extension SampleFeeds {
    static func warningStatus(at now: Date) -> HTTPAnswer {
        let warnings = SampleWarnings(at: now)
        let item =
            #"{"other":"o 없음\r\n\r\n","t6":"\#(warnings.text)","t7":"o 없음","tmEf":"\#(warnings.issuedAt)","tmFc":\#(warnings.issuedAt),"tmSeq":1}"#
        return .kma(items: item.utf8, rows: 10, total: 1)
    }

    /// `getPwnCd`: issued at 05:00, changed with the level, released on the first day without.
    static func warningEvents(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        let today = KoreanDate(of: now)
        let first = request["fromTmFc"].flatMap { KoreanTime.instant(compact: $0 + "0000") }
        let days = min(max(today - KoreanDate(of: first ?? today.start), 0), longestHistory)
        var rows = SampleRows()
        var before = SampleWarnings(at: (today + (-days - 1)).at(hour: 5))
        for offset in -days...0 {
            let date = today + offset
            guard date.at(hour: 5) <= now else { break }
            let warnings = SampleWarnings(at: date.at(hour: 5))
            append(warnings, after: before, to: &rows)
            before = warnings
        }
        if rows.count == 0 { return .kmaNoData }
        return .kma(items: rows.json, rows: rows.count, total: rows.count)
    }

    private static let longestHistory = 14

    private static func append(_ warnings: SampleWarnings, after before: SampleWarnings, to rows: inout SampleRows) {
        func append(_ warning: SampleWarnings.Warning, _ zone: WarningZone, command: Int) {
            let (start, end) = command == 2 ? ("0", warnings.issuedAt) : (warnings.issuedAt, "0")
            rows.append(
                #"{"allEndTime":\#(end),"areaCode":"\#(zone.code)","areaName":"\#(zone.name)","cancel":"0","command":"\#(command)","endTime":\#(end),"stnId":"108","tmFc":\#(warnings.issuedAt),"tmSeq":1,"warnVar":\#(warning.kind.number),"warnStress":\#(warning.isSevere ? 1 : 0),"startTime":\#(start)}"#
            )
        }
        for warning in warnings.all {
            for zone in warning.zones {
                let standing = before.all.filter { $0.kind == warning.kind && $0.zones.contains(zone) }
                if standing.contains(where: { $0.isSevere == warning.isSevere }) { continue }
                append(warning, zone, command: standing.isEmpty ? 1 : 7)
            }
        }
        for warning in before.all {
            for zone in warning.zones where !warnings.all.contains(where: { $0.kind == warning.kind && $0.zones.contains(zone) }) {
                append(warning, zone, command: 2)
            }
        }
    }

    /// `wrn_now_data_new.php` of the API hub, in EUC-KR without names of zones.
    static func warningTable(at now: Date) -> HTTPAnswer {
        let warnings = SampleWarnings(at: now)
        var body = Array("#START7777\n# REG_UP REG_UP_KO REG_ID REG_KO TM_FC TM_EF WRN LVL CMD ED_TM\n".utf8)
        for warning in warnings.all {
            for zone in warning.zones {
                let times = "\(warnings.issuedAt), \(warnings.issuedAt), "
                let words = "\(warning.kind.rawValue), \(warning.isSevere ? "경보" : "주의"), 발표, "
                body += EUCKR.bytes("\(zone.parent ?? "L1000000"), , \(zone.code), , \(times)\(words),=\n")
            }
        }
        return HTTPAnswer(status: 200, body: body)
    }
}

struct SampleWarnings {
    struct Warning {
        var kind: Kind
        var isSevere: Bool
        var zones: [WarningZone]
    }

    enum Kind: String, CaseIterable {
        case heavyRain = "호우"
        case heavySnow = "대설"
        case heatWave = "폭염"
        case coldWave = "한파"
        case yellowDust = "황사"

        var number: Int {
            switch self {
            case .heavyRain: 2
            case .coldWave: 3
            case .heavySnow: 8
            case .yellowDust: 9
            case .heatWave: 12
            }
        }
    }

    let issuedAt: String
    let all: [Warning]

    init(at now: Date) {
        let time = KoreanTime(now)
        let date = time.hour < 5 ? time.date + -1 : time.date
        issuedAt = KoreanTime(date.at(hour: 5)).compact
        let cities = SampleWarnings.cities.map { city in (zone: city.zone, levels: SampleWarnings.levels(city.weather, on: date)) }
        all = Kind.allCases.flatMap { kind in
            [true, false].compactMap { isSevere in
                let zones = cities.filter { $0.levels.contains { $0 == (kind, isSevere) } }.map(\.zone)
                return zones.isEmpty ? nil : Warning(kind: kind, isSevere: isSevere, zones: zones)
            }
        }
    }

    /// `o 호우경보 : 경기도(수원, 성남), 강원도(춘천)`, lines ended by `\r\n`.
    var text: String {
        let zones = WarningZones.ofKorea
        let entries = all.map { warning in
            let provinces = Dictionary(grouping: warning.zones) { zones.top(of: $0) }.sorted { $0.key.code < $1.key.code }.map { top, members in
                let names = members.map { $0.names.last ?? $0.name }
                return members == [top] ? top.name : "\(top.name)(\(names.joined(separator: ", ")))"
            }
            let level = warning.isSevere ? "경보" : "주의보"
            return "o \(warning.kind.rawValue)\(level) : \(provinces.joined(separator: ", "))"
        }
        return entries.isEmpty ? "o 없음" : entries.joined(separator: #"\r\n"#)
    }

    /// KMA's thresholds for whole days (기상청 특보 발표기준).
    private static func levels(_ weather: SampleWeather, on date: KoreanDate) -> [(kind: Kind, isSevere: Bool)] {
        let day = weather.day(date)
        let (rain, snow) = day.fallen
        var levels: [(Kind, Bool)] = []
        if rain >= 60 { levels.append((.heavyRain, rain >= 90)) }
        if snow >= 5 { levels.append((.heavySnow, snow >= 20)) }
        if day.high >= 33 { levels.append((.heatWave, day.high >= 35)) }
        if day.low <= -12 { levels.append((.coldWave, day.low <= -15)) }
        if rain == 0, SampleAir.isYellowDust(on: date) { levels.append((.yellowDust, false)) }
        return levels
    }

    private static let cities: [(zone: WarningZone, weather: SampleWeather)] = {
        let zones = WarningZones.ofKorea
        return Gazetteer.temperatureZones.compactMap { city in
            let named = zones.zones(named: city.name)
            guard let zone = named.first(where: { $0.parent == nil }) ?? named.first, named.allSatisfy({ zones.top(of: $0) == zones.top(of: zone) })
            else { return nil }
            return (zone, SampleWeather(SamplePoint(city)))
        }
    }()
}
