#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// One row of a short-term answer: one value of one category, of one time where it is a forecast.
///
/// The times a row echoes for its base are not read: the hub echoes HH00 whatever was asked for.
struct GridRow: Decodable {
    var category: String
    var fcstDate: String?
    var fcstTime: String?
    var fcstValue: String?
    var obsrValue: String?

    /// The instant a forecast is for.
    var time: Date? {
        guard let fcstDate, let fcstTime else { return nil }
        return KoreanTime.instant(compact: fcstDate + fcstTime)
    }

    /// A plain number; `nil` where it is marked missing, which is at or beyond ±900.
    static func number(_ text: String?) -> Double? {
        guard let text, let value = Double(text), -900 < value, value < 900 else { return nil }
        return value
    }

    /// A plain number as a whole one.
    static func whole(_ text: String?) -> Int? {
        number(text).map { Int($0.rounded()) }
    }
}
