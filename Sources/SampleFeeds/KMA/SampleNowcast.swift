#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

extension SampleFeeds {
    /// `getUltraSrtNcst`: what is measured at a full hour.
    static func nowcast(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        do throws(SampleRefusal) {
            let wanted = try SampleGridRequest(request, at: now, after: 10, keptFor: 1)
            guard wanted.base.minute == 0 else { return .kmaNoData }
            let day = SampleGridRequest.day(wanted.base.date)
            let time = SampleGridRequest.time(wanted.base.hour)
            let rows = nowcastValues(wanted).map { category, value in
                #"{"baseDate":"\#(day)","baseTime":"\#(time)","category":"\#(category)"\#(wanted.cellFields),"obsrValue":"\#(value)"}"#
            }
            return wanted.page(of: rows)
        } catch {
            return error.answer
        }
    }

    private static func nowcastValues(_ wanted: SampleGridRequest) -> [(category: String, value: String)] {
        guard let hour = wanted.weather?.hour(wanted.base.date, wanted.base.hour) else {
            return ["PTY", "REH", "RN1", "T1H", "UUU", "VEC", "VVV", "WSD"].map { ($0, "0") }
        }
        return [
            ("PTY", String(hour.nowcastFallCode)),
            ("REH", String(hour.humidity.whole)),
            ("RN1", hour.amount.plain(1)),
            ("T1H", hour.temperature.plain(1)),
            ("UUU", hour.wind.eastward.plain(1)),
            ("VEC", String(hour.windDegrees)),
            ("VVV", hour.wind.northward.plain(1)),
            ("WSD", hour.wind.speed.plain(1)),
        ]
    }
}
