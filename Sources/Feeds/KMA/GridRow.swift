#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// One row of a forecast by grid cell: one value of one category at one time.
///
/// The times a row echoes for its base are not read: the hub echoes HH00 whatever was asked for.
struct ForecastRow: Decodable {
    var category: String
    var fcstDate: String?
    var fcstTime: String?
    var fcstValue: String?

    /// The instant it is for; `nil` where it names none.
    var time: Date? {
        guard let fcstDate, let fcstTime else { return nil }
        return KoreanTime.instant(compact: fcstDate + fcstTime)
    }
}

/// One row of an observation by grid cell: one value of one category.
struct ObservationRow: Decodable {
    var category: String
    var obsrValue: String?
}

/// A plain number in a row; `nil` where it is marked missing, which is at or beyond ±900.
func gridNumber(_ text: String?) -> Double? {
    guard let text, let value = Double(text), -900 < value, value < 900 else { return nil }
    return value
}

/// A plain number in a row as a whole one.
func wholeGridNumber(_ text: String?) -> Int? {
    gridNumber(text).map { Int($0.rounded()) }
}
