import Feeds
import Forecast
import Regions

extension SampleFeeds {
    static func observedDays(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        guard let first = date(request["startDt"]), let last = date(request["endDt"]),
            let station = SurfaceStation.all.first(where: { $0.id == request.integer("stnIds") }),
            let point = SamplePoint(latitude: station.latitude, longitude: station.longitude)
        else { return .kmaNoData }
        let time = KoreanTime(now)
        guard last < time.date else { return .kma(code: "99", message: "전날 자료까지 제공됩니다.") }
        // Yesterday comes in the course of the morning.
        let newest = time.date + (time.hour < 11 ? -2 : -1)
        let weather = SampleWeather(point)
        var rows = SampleRows()
        for number in first.dayNumber...max(first.dayNumber, last.dayNumber) {
            let date = KoreanDate(dayNumber: number)
            guard date <= newest else { break }
            let day = weather.day(date)
            rows.append(
                #"{"stnId":"\#(station.id)","stnNm":"\#(station.name)","tm":"\#(date)","#,
                #""avgTa":"\#(((day.low + day.high) / 2).oneDecimal)","minTa":"\#(day.low.oneDecimal)","#,
                #""minTaHrmt":"0631","maxTa":"\#(day.high.oneDecimal)","maxTaHrmt":"2400","#,
                #""sumRn":"\#(day.amount > 0 ? day.amount.oneDecimal : "")","n99Rn":"","ddMes":"","iscs":""}"#
            )
        }
        if rows.count == 0 { return .kmaNoData }
        let size = request.integer("numOfRows") ?? 10
        return .kma(items: rows.json(from: 0, atMost: size), rows: size, total: rows.count)
    }

    private static func date(_ text: String?) -> KoreanDate? { text.flatMap { KoreanTime.instant(compact: $0 + "0000") }.map(KoreanDate.init(of:)) }

    /// `fct_afs_wc.php` of the API hub, with the values of `getMidTa`.
    static func temperatureTable(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        table(
            "# REG_ID TM_FC        TM_EF        MOD STN C MIN MAX MIN_L MIN_H MAX_L MAX_H\n",
            of: Gazetteer.temperatureZones.map { ($0.code, SamplePoint($0)) },
            request,
            at: now
        ) { zone, issue, date, said in
            let low = SampleSpread.spread(date - issue.date, date, in: 0)
            let high = SampleSpread.spread(date - issue.date, date, in: 1)
            let values = "\(said.extremes.low.whole),\(said.extremes.high.whole),\(low.low),\(low.high),\(high.low),\(high.high)"
            return rowStart(zone, issue, date, hour: 0, mode: "A01") + "\(values),=\n".utf8
        }
    }

    /// `fct_afs_wl.php` of the API hub, with the values of `getMidLandFcst`.
    static func landTable(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        table(
            "# REG_ID TM_FC        TM_EF        MOD STN C SKY  PRE  CONF WF   RN_ST\n",
            of: Gazetteer.landZones.map { ($0.code, SamplePoint($0)) },
            request,
            at: now
        ) { zone, issue, date, said in
            let isInHalves = date - issue.date <= 7
            return said.halves.parts(apart: isInHalves).flatMap { part in
                rowStart(zone, issue, date, hour: part.hour, mode: isInHalves ? "A02" : "A01") + sky(part.sky, part.falling, part.probability)
            }
        }
    }

    private static func issues(_ request: SampleRequest, at now: Date) -> [SampleIssue] {
        func hour(_ name: Substring) -> Date? { request[name].flatMap { KoreanTime.instant(compact: $0 + "00") } }
        guard let first = hour("tmfc1"), let last = hour("tmfc2") else { return [] }
        let end = min(last, now)
        guard first <= end else { return [] }
        var issues: [SampleIssue] = []
        var issue = SampleIssue(newestAt: end)
        while issue.date.at(hour: issue.hour) >= first {
            issues.append(issue)
            issue = SampleIssue(before: issue)
        }
        return issues.reversed()
    }

    private static func table(
        _ heading: String,
        of zones: [(code: String, point: SamplePoint)],
        _ request: SampleRequest,
        at now: Date,
        rows: (_ zone: String, SampleIssue, KoreanDate, SampleForecast) -> [UInt8]
    ) -> HTTPAnswer {
        let asked = request["reg"] ?? ""
        let zones = zones.filter { asked.isEmpty || $0.code == asked }
        var body = Array("#START7777\n#  1. TM_FC\n#  2. REG_ID\n#  3. TM_EF\n".utf8)
        body += heading.utf8
        for issue in issues(request, at: now) {
            for zone in zones {
                let weather = SampleWeather(zone.point)
                for date in issue.days.map({ issue.date + $0 }) {
                    let said = SampleForecast(of: date, in: weather, by: issue, zone: zone.code)
                    body += rows(zone.code, issue, date, said)
                }
            }
        }
        body += "#7777END\n".utf8
        return HTTPAnswer(status: 200, body: body)
    }

    private static func rowStart(_ zone: String, _ issue: SampleIssue, _ date: KoreanDate, hour: Int, mode: String) -> [UInt8] {
        Array("\(zone),\(issue.tmFc),\(KoreanTime(date.at(hour: hour)).compact),\(mode),109,2,".utf8)
    }

    private static func sky(_ sky: SampleHalfDay.Sky, _ falling: SampleFalling?, _ chance: Int) -> [UInt8] {
        let fallingCode =
            switch falling {
            case nil: "WB00"
            case .rain, .shower: "WB09"
            case .sleet: "WB11"
            case .snow: "WB12"
            }
        return EUCKR.bytes("WB0\(sky.rawValue),\(fallingCode),없음,\(midTermWords(sky, falling)),\(chance),=\n")
    }
}
