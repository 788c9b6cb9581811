import Feeds
import Foundation

@testable import Forecast

extension Origin {
    /// An issue of a feed in the morning of the day of the tests.
    static func of(_ feed: Feed) -> Origin {
        let issuedAt = RenderedValuesTests.now.addingTimeInterval(-3_600)
        return Origin(feed, issuedAt: issuedAt, fetchedAt: issuedAt)
    }
}

extension StatedDay {
    /// A day of the short-term forecast, low and high of all of it.
    init(_ date: KoreanDate, low: Double? = nil, high: Double? = nil, sky: HalfDay? = nil) {
        self.init(date)
        self.low = low.map { Stated($0, .of(.shortTerm), of: date.hours) }
        self.high = high.map { Stated($0, .of(.shortTerm), of: date.hours) }
        undivided = sky.map { Stated($0, .of(.shortTerm), of: date.hours) }
    }
}
