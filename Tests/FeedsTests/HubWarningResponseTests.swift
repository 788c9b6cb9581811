import Forecast
import Foundation
import Testing

@testable import Feeds

@Suite("The API hub's table of warnings")
struct HubWarningResponseTests {
    private func read(_ body: Data, status: Int = 200) throws -> WarningStatus {
        try FeedRequest.warnings(gateway: Wire.gateway(.hub)).read(
            HTTPAnswer(status: status, body: Array(body)),
            Wire.issue
        )
    }

    /// A row as it was recorded on 2026-10-03, in EUC-KR: `L1100000, 서울특별시, L1100200, 서울동북권, …, 건조, 주의, 발표, ,=`.
    private let recorded =
        Data("L1100000, ".utf8) + Data([0xBC, 0xAD, 0xBF, 0xEF]) + Data(", L1100200, ".utf8)
        + Data([0xBC, 0xAD, 0xBF, 0xEF]) + Data(", 202610031000, 202610031000, ".utf8)
        + Data([0xB0, 0xC7, 0xC1, 0xB6]) + Data(", ".utf8) + Data([0xC1, 0xD6, 0xC0, 0xC7]) + Data(", ".utf8)
        + Data([0xB9, 0xDF, 0xC7, 0xA5]) + Data(", ,=\r\n".utf8)

    @Test("A row is a warning on its zone, with its times")
    func row() throws {
        let status = try read(Data("#START7777\n".utf8) + recorded)
        #expect(status.unresolved.isEmpty)
        let warning = try #require(status.warnings.first)
        #expect(status.warnings.count == 1)
        #expect(warning.kind == .dry && warning.level == .advisory)
        #expect(warning.zone == AlertZone(code: "L1100200", name: "서울동북권"))
        #expect(warning.effectiveAt == KoreanDate(year: 2026, month: 10, day: 3).at(hour: 10))
    }

    @Test("Letters and digits of the code table mean the same as words")
    func codes() throws {
        let row = Data("L1070000, , L1072600, , 202610031000, 202610031000, R, 3, 1, 202610041200,=\n".utf8)
        let status = try read(row)
        #expect(status.warnings.map(\.zone.name) == ["김천시북부", "김천시남부"])
        #expect(
            status.warnings.allSatisfy { $0.kind == .heavyRain && $0.level == .warning && $0.endsAt != nil }
        )
    }

    @Test("A released warning is gone, a zone at sea keeps its code")
    func releases() throws {
        let released = Data("L1070000, , L1072600, , 202610031000, 202610031000, R, 3, 3, ,=\n".utf8)
        let sea = Data("S1320000, , S1322200, , 202610031000, 202610031000, V, 2, 1, ,=\n".utf8)
        let status = try read(released + sea)
        #expect(status.warnings.map(\.zone) == [AlertZone(code: "S1322200", name: "S1322200")])
    }

    @Test("A zone, a kind or a level that no table has makes its zones unknown")
    func unknown() throws {
        for row in [
            "L1100000, , L9999999, , 202610031000, 202610031000, R, 3, 1, ,=",
            "L1100000, , L1100200, , 202610031000, 202610031000, X, 3, 1, ,=",
            "L1100000, , L1100200, , 202610031000, 202610031000, R, 9, 1, ,=", "L",
        ] {
            let status = try read(Data(row.utf8))
            #expect(status.warnings.isEmpty)
            #expect(status.unresolved.first?.zones.contains("L1100200") == true, "\(row)")
        }
    }

    @Test("A heading alone is no warnings, and an empty body is a fault")
    func none() throws {
        #expect(try read(Data("#START7777\n#  특보현황 조회\n".utf8)) == WarningStatus(warnings: []))
        #expect(throws: FeedError(.malformedResponse)) { try read(Data()) }
    }

    @Test("A refusal of the hub under 200 is a refusal")
    func refusal() throws {
        let body = #"{"result":{"status":403,"message":"활용신청이 필요한 API 입니다."}}"#
        #expect(throws: FeedError(.notSubscribed, "apihub 403")) { try read(Data(body.utf8)) }
    }
}
