import Foundation
import Testing

@testable import Regions

@Suite("Places as people spell them")
struct SpellingTests {
    @Test("Each of five hundred spellings leads to its place, asks between its places, or is unknown")
    func spellings() throws {
        let rows = try TestTable("spellings").rows
        #expect(rows.count > 500)
        for row in rows {
            let expected = row[0].split(separator: ";").map(String.init)
            #expect(SpellingTests.places(of: row[1]).sorted() == expected.sorted(), "\(row[1])")
        }
    }

    @Test("A name is known that leads to one place or to several", arguments: ["서울", "중구", "망포역", "성남 분당구"])
    func known(name: String) {
        #expect(Gazetteer.knows(name))
    }

    @Test(
        "A name is unknown that leads to none",
        arguments: ["서울 부산", "서울 서울", "부산 부산", "Seoul Seoul", "서울 부산 서울", "weke", "", "없는역", "덕포항"]
    )
    func unknown(name: String) {
        #expect(!Gazetteer.knows(name))
    }

    @Test(
        "KMA's word for a part of a province leads to the province or is unknown, and to no 동",
        arguments: [
            ("경기 동부", "경기도"), ("경기북부", "경기도"), ("충청북도 북부", "충청북도"), ("전남 동부", "전라남도"), ("경남 서부", "경상남도"),
            ("영서", "강원특별자치도"),
        ]
    )
    func parts(name: String, province: String) throws {
        let place = try Gazetteer.place(named: name)
        #expect(place.name == province)
        #expect(place.dropped.map(name.hasSuffix) ?? (name == "영서"))
    }

    /// The place a name leads to, or those it asks between; none for an unknown name.
    private static func places(of name: String) -> [String] {
        do throws(PlaceError) {
            return [try Gazetteer.place(named: name).name]
        } catch {
            guard case .ambiguousArea(_, let candidates) = error else { return [] }
            return candidates.map(\.korean)
        }
    }
}

/// A table of `Tests/RegionsTests/Tables`: columns apart by commas, of which the last may contain some.
struct TestTable {
    let rows: [[String]]

    init(_ name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Tables")
        let text = try String(contentsOf: folder.appending(path: name + ".csv"), encoding: .utf8)
        let lines = text.split(separator: "\n")
        let columns = lines[0].count { $0 == "," }
        rows = lines.dropFirst().map { line in
            line.split(separator: ",", maxSplits: columns, omittingEmptySubsequences: false).map(String.init)
        }
    }
}
