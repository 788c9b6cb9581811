#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast

extension SampleFeeds {
    /// `getUltraSrtFcst`: the next six hours, category after category.
    ///
    /// data.go.kr issues it at half past, out a quarter of an hour later. The API hub takes any minute, calls it
    /// the full hour and has it at fourteen past.
    static func nextHours(_ request: SampleRequest, at now: Date) -> HTTPAnswer {
        do throws(SampleRefusal) {
            let wanted = try SampleGridRequest(
                request,
                at: now,
                after: request.isHub ? 14 : 15,
                keptFor: 1
            )
            guard request.isHub || wanted.base.minute == 30 else { return .kmaNoData }
            let base = wanted.base
            let time = SampleGridRequest.time(base.hour, request.isHub ? 0 : base.minute)
            let head =
                #"{"baseDate":"\#(SampleGridRequest.day(base.date))","baseTime":"\#(time)","category":""#
            let slots = (base.hour + 1...base.hour + 6).map { hour in
                let date = base.date + hour / 24
                let when =
                    #"","fcstDate":"\#(SampleGridRequest.day(date))","fcstTime":"\#(SampleGridRequest.time(hour % 24))""#
                return (when, wanted.weather?.hour(date, hour % 24))
            }
            let rows = nextHoursCategories.flatMap { category, value in
                slots.map { when, hour in
                    head + category + when + #","fcstValue":"\#(hour.map(value) ?? "0")""# + wanted.cellFields
                        + "}"
                }
            }
            return wanted.page(of: rows)
        } catch {
            return error.answer
        }
    }

    private static let nextHoursCategories: [(String, @Sendable (SampleHour) -> String)] = [
        // Lightning in kA: some, under a heavy summer shower.
        ("LGT", { $0.falling == .shower && $0.amount > 3 ? $0.amount.plain(1) : "0" }),
        ("PTY", { String($0.nowcastFallCode) }),
        ("RN1", { $0.rainText }),
        ("SKY", { String($0.skyCode) }),
        ("T1H", { String($0.temperature.whole) }),
        ("REH", { String($0.humidityInFives) }),
        ("UUU", { $0.wind.eastward.plain(1) }),
        ("VVV", { $0.wind.northward.plain(1) }),
        ("VEC", { String($0.windDegrees) }),
        ("WSD", { String($0.wind.speed.whole) }),
        ("POP", { String($0.probability) }),
    ]
}
