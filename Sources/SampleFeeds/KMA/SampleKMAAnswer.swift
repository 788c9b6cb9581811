#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds

extension HTTPAnswer {
    /// KMA's envelope around items: rows of one page of them all.
    static func kma(items: String, page: Int = 1, rows: Int, total: Int) -> HTTPAnswer {
        HTTPAnswer(
            status: 200,
            body: Data(
                """
                {"response":{"header":{"resultCode":"00","resultMsg":"NORMAL_SERVICE"},"body":{"dataType":"JSON",\
                "items":{"item":[\(items)]},"pageNo":\(page),"numOfRows":\(rows),"totalCount":\(total)}}}
                """.utf8
            )
        )
    }

    /// KMA's envelope around nothing but a result code.
    static func kma(code: String, message: String) -> HTTPAnswer {
        HTTPAnswer(
            status: 200,
            body: Data(#"{"response":{"header":{"resultCode":"\#(code)","resultMsg":"\#(message)"}}}"#.utf8)
        )
    }

    /// Not issued yet, no longer kept, or never heard of: KMA says the same to all three.
    static let kmaNoData = kma(code: "03", message: "NO_DATA")
}
