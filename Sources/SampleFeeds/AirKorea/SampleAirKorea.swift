import Feeds
import Forecast
import Regions

extension SampleFeeds {
    static func airMeasured(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        let province = request.decoded("sidoName")
        let stations = AirStation.all.filter { $0.province == province }
        let hour = KoreanTime(now.addingTimeInterval(-12 * 60))
        let time = hour.hour == 0 ? "\(hour.date + -1) 24:00" : "\(hour.date) \(KoreanTime(hour.date.at(hour: hour.hour)).clock)"
        let version = request.number("ver") ?? 0
        var rows = SampleRows()
        for station in stations {
            let air = SampleAir(named: station.name)
            let (pm10, pm25) = (air.pm10(hour.date, hour.hour), air.pm25(hour.date, hour.hour))
            let ozone = air.ozone(hour.date, hour.hour)
            let grades = (pm10: AirGrade(pm10: pm10).number, pm25: AirGrade(pm25: pm25).number)
            rows.append(
                #"{"so2Grade":"1","coFlag":null,"khaiValue":"60","so2Value":"0.003","coValue":"0.4","pm10Flag":null,"o3Grade":""#,
                #"\#(AirGrade(ozone: ozone).number)","pm10Value":"\#(pm10)","khaiGrade":"2","sidoName":""#,
                station.province,
                #"","no2Flag":null,"no2Grade":"1","o3Flag":null,"so2Flag":null,"dataTime":""#,
                time,
                #"","coGrade":"1","no2Value":"0.019","stationName":""#,
                station.name,
                #"","pm10Grade":"\#(grades.pm10)","o3Value":"\#(ozone.plain(3))""#,
                version >= 1 ? #","pm25Value":"\#(pm25)","pm25Grade":"\#(grades.pm25)","pm25Flag":null"# : "",
                version >= 1.3 ? #","pm10Grade1h":"\#(grades.pm10)","pm25Grade1h":"\#(grades.pm25)""# : "",
                "}"
            )
        }
        return .airKorea(rows)
    }

    static func dustForecast(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        guard let day = request["searchDate"].flatMap({ KoreanDate($0) }) else { return .kmaBadParameter }
        let issues = [5, 11, 17, 23].filter { day.at(hour: $0, minute: 10) <= now }
        let subjects = [day, day + 1].flatMap { date in
            ["PM10", "PM25", "O3"].map { code in (code, date, zones.map { "\($0) : \(word(code, in: $0, on: date))" }.joined(separator: ",")) }
        }
        var rows = SampleRows()
        for hour in issues {
            for (code, date, words) in subjects {
                rows.append(
                    #"{"informCode":"\#(code)","actionKnack":null,"informCause":"○ [미세먼지] 예시 자료입니다.","informOverall":"○ [미세먼지] 예시 자료입니다.","#,
                    #""informData":"\#(date)","informGrade":"\#(words)","dataTime":"\#(day) \#(hour < 10 ? "0" : "")\#(hour)시 발표","imageUrl1":null}"#
                )
            }
        }
        return .airKorea(rows)
    }

    static func dustWeek(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        guard let day = request["searchDate"].flatMap({ KoreanDate($0) }) else { return .kmaBadParameter }
        if day.at(hour: 17, minute: 30) > now { return .airKorea(SampleRows()) }
        let days = zip(["One", "Two", "Three", "Four"], 3...6).map { name, offset in
            let date = day + offset
            let words = zones.map { zone in
                let name = zone == "영서" || zone == "영동" ? "강원" + zone : zone
                let air = SampleAir(named: zone)
                let isHigh = air.mean(air.pm25, on: date) > 35
                return "\(name) : \(isHigh ? "높음" : "낮음")"
            }
            return #""frcst\#(name)Dt":"\#(date)","frcst\#(name)Cn":"\#(words.joined(separator: ", ")), 신뢰도 : 보통""#
        }
        var rows = SampleRows()
        rows.append("{\(days.joined(separator: ",")),\"gwthcnd\":\"예시 자료입니다.\",\"presnatnDt\":\"\(day)\"}")
        return .airKorea(rows)
    }

    private static let zones = ["서울", "제주", "전남", "전북", "광주", "경남", "경북", "울산", "대구", "부산", "충남", "충북", "세종", "대전", "영동", "영서", "경기남부", "경기북부", "인천"]

    private static func word(_ code: String, in zone: String, on date: KoreanDate) -> String {
        let air = SampleAir(named: zone)
        let grade =
            switch code {
            case "PM10": AirGrade(pm10: air.mean(air.pm10, on: date))
            case "PM25": AirGrade(pm25: air.mean(air.pm25, on: date))
            default: AirGrade(ozone: air.ozone(date, 15))
            }
        return grade.label.korean
    }
}

extension SampleAir {
    fileprivate func mean(_ value: (KoreanDate, Int) -> Int, on date: KoreanDate) -> Int { (0..<24).reduce(0) { $0 + value(date, $1) } / 24 }
}

extension HTTPAnswer {
    fileprivate static func airKorea(_ rows: SampleRows) -> HTTPAnswer {
        let start = #"{"response":{"body":{"totalCount":\#(rows.count),"items":["#
        let end = #"],"pageNo":1,"numOfRows":300},"header":{"resultMsg":"NORMAL_CODE","resultCode":"00"}}}"#
        return HTTPAnswer(status: 200, body: Array(start.utf8) + rows.json + Array(end.utf8))
    }
}
