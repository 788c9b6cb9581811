import Forecast
import Regions
import Testing

@testable import Feeds

@Suite("Areas and the age of KMA's texts of warnings")
struct WarningTextTests {
    private static func status(_ text: String) -> WarningStatus {
        var reader = WarningTextReader()
        _ = reader.read(text)
        return reader.status
    }

    @Test(
        "A whole, a list with a slash, and full-width marks are each zone of it",
        arguments: [
            ("부산（부산동부）", ["부산동부"]), ("울산/부산동부", ["울산서부", "울산동부", "부산동부"]),
            ("서울 전 지역", ["서울동남권", "서울동북권", "서울서남권", "서울서북권"]),
            ("서울(전지역)", ["서울동남권", "서울동북권", "서울서남권", "서울서북권"]),
            ("전국", WarningZones.ofKorea.leaves.map(\.name)), ("부산(전역)", ["부산동부", "부산중부", "부산서부"]),
            ("울산(전 지역, 울산서부 제외)", ["울산동부"]), ("부산 전 지역(부산동부 제외)", ["부산중부", "부산서부"]),
        ]
    )
    func wholes(text: String, names: [String]) {
        let status = Self.status("o 호우경보 ： \(text)")
        #expect(status.unresolved.isEmpty && Set(status.warnings.map(\.zone.name)) == Set(names))
    }

    @Test("The country without a province is the rest of it")
    func country() {
        let status = Self.status("o 호우경보 : 전국(제주도, 부산 제외)")
        let left = WarningZones.ofKorea.leaves.filter {
            !["제주도", "부산광역시"].contains(WarningZones.ofKorea.top(of: $0).name)
        }
        #expect(status.unresolved.isEmpty && Set(status.warnings.map(\.zone.name)) == Set(left.map(\.name)))
    }

    @Test(
        "A text of no time, of tomorrow, or a month old says nothing of now",
        arguments: [
            ("202609261000", true), ("202608281000", true), ("202608261000", false), ("202609280900", false),
            ("오늘", false),
        ]
    )
    func age(issuedAt: String, isRead: Bool) throws {
        let row = #"{"item":[{"t6":"o 없음","t7":"o 없음","tmFc":"\#(issuedAt)"}]}"#
        let now = KoreanDate(year: 2026, month: 9, day: 26).at(hour: 12)
        let origin = Origin(.warnings, issuedAt: now, fetchedAt: now)
        let read = { try WarningStatusResponse.read(Wire.answer(Wire.service(items: row)), origin) }
        if isRead {
            #expect(try read().warnings.isEmpty)
        } else {
            #expect(throws: FeedError(.malformedResponse, "tmFc")) { try read() }
        }
    }
}
