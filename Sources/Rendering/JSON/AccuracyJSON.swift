import Record
import Forecast
import Regions

extension AccuracyReport: JSONAnswer {
    /// Accuracy as JSON, the same for command line and service.
    public func write(to json: inout JSONWriter, _ language: Language) {
        json.object("place", place) { $1.write(to: &$0) }
        json.generated(at: generatedAt)
        json.object("truth", station) { json, station in
            json.object("station", station) { $1.write(to: &$0, language) }
            json.field("source", Feed.observedDays.rawValue)
        }
        json.field("since", since.description)
        json.field("until", until.description)
        json.field("recorded_days", recordedDays)
        json.field("observed_days", observedDays)
        json.objects("leads", leads) { $1.write(to: &$0) }
        json.field("sample", isSample)
        json.array("attribution", attribution) { $0.element($1) }
    }

    /// Message for a first day out of range, by parameter.
    public static func noSuchDay(_ parameter: String) -> LocalizedText {
        LocalizedText("\(parameter)는 2026-01-01처럼, 지난 10년 안의 날짜로 적어 주세요.", "Write \(parameter) as in 2026-01-01, a date of the last ten years.")
    }
}

extension NearbySurfaceStation {
    fileprivate func write(to json: inout JSONWriter, _ language: Language) {
        json.field("id", station.id)
        json.field("name", LocalizedText(station.name, station.englishName)[language])
        json.field("distance_km", distance, decimals: 1)
        json.field("regional", isRegional)
    }
}

extension LeadScore {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("lead_days", leadDays)
        json.field("cases", cases)
        json.field("state", state.rawValue)
        json.object("rain", rain) { json, rain in
            json.field("hits", rain.hits)
            json.field("misses", rain.misses)
            json.field("false_alarms", rain.falseAlarms)
            json.field("correct_dry", rain.correctDry)
            json.field("pod", rain.probabilityOfDetection, decimals: 3)
            json.field("far", rain.falseAlarmRatio, decimals: 3)
            json.field("csi", rain.criticalSuccessIndex, decimals: 3)
            json.field("base_rate", rain.baseRate, decimals: 3)
        }
        json.object("probability", probability) { json, probability in
            json.field("brier", probability.brier, decimals: 3)
            json.field("skill", probability.skill, decimals: 3)
            json.objects("reliability", probability.reliability) { json, bin in
                json.field("probability", bin.probability.percent)
                json.field("cases", bin.wet.cases)
                json.field("wet", bin.wet.count)
                json.field("low", bin.wet.bounds.lowerBound, decimals: 3)
                json.field("high", bin.wet.bounds.upperBound, decimals: 3)
            }
        }
        json.object("low", low) { $1.write(to: &$0) }
        json.object("high", high) { $1.write(to: &$0) }
    }
}

extension TemperatureScore {
    fileprivate func write(to json: inout JSONWriter) {
        json.field("cases", cases)
        json.field("mae", meanAbsoluteError)
        json.field("bias", bias)
        json.field("within_1", withinOne.value, decimals: 3)
        json.field("within_2", withinTwo.value, decimals: 3)
        json.field("range_coverage", rangeCoverage?.value, decimals: 3)
        json.field("own_range_coverage", ownRangeCoverage?.value, decimals: 3)
    }
}
