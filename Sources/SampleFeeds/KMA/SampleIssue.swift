#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Forecast

/// An issue of the mid-term forecast: 06시 or 18시 of a day.
///
/// Worked out apart from the schedule the feeds ask by, so that a slip there shows as an issue that is not to be had.
package struct SampleIssue: Hashable, Sendable {
    /// The day it is issued on, which the N of `taMinN` counts from.
    let date: KoreanDate
    /// 6 or 18.
    let hour: Int

    /// The newest issue at an instant; the samples are out on the minute.
    package init(newestAt now: Date) {
        let time = KoreanTime(now)
        date = time.hour < 6 ? time.date + -1 : time.date
        hour = (6..<18).contains(time.hour) ? 6 : 18
    }

    /// The issue before another.
    package init(before issue: SampleIssue) {
        date = issue.hour == 6 ? issue.date + -1 : issue.date
        hour = issue.hour == 6 ? 18 : 6
    }

    /// The `tmFc` to ask for it by.
    package var tmFc: String {
        KoreanTime(date.at(hour: hour)).compact
    }

    /// The days it speaks of, as N of the field names: 4…10 at 06시, 5…10 at 18시 (기상청 공지, since 2024-11-28).
    var days: ClosedRange<Int> {
        hour == 6 ? 4...10 : 5...10
    }

    /// The issue a request wants, if it is one of the two that KMA still hands out.
    init?(_ request: SampleRequest, at now: Date) {
        let newest = SampleIssue(newestAt: now)
        let candidates = [newest, SampleIssue(before: newest)]
        guard let issue = candidates.first(where: { $0.tmFc == request["tmFc"] }) else { return nil }
        self = issue
    }
}
