import Testing

@testable import Forecast

@Suite("Kinds and levels of warnings")
struct WarningKindTests {
    @Test("Each kind has a word of KMA, a name in JSON and a place of its own, and a new word is kept")
    func kinds() {
        for (rank, kind) in WarningKind.known.enumerated() {
            #expect(WarningKind(word: kind.name.korean) == kind && kind.rank == rank)
        }
        let names = Set(WarningKind.known.map(\.identifier))
        #expect(names.count == 13 && names.contains("heavy_rain") && !names.contains("other"))
        #expect(WarningKind(word: "해일") == .stormSurge)
        let new = WarningKind(word: "우박")
        #expect(new == .other("우박") && new.name == LocalizedText("우박", "우박"))
        #expect(new.identifier == "other" && new.rank == 13)
    }

    @Test("The milder level comes first, and none comes before itself")
    func levels() {
        for (index, level) in WarningLevel.allCases.enumerated() {
            #expect(WarningLevel.allCases.map { $0 < level } == (0..<4).map { $0 < index })
        }
        #expect(
            WarningLevel.allCases.map { $0.label(of: .heavyRain).korean }
                == ["호우 예비특보", "호우주의보", "호우경보", "호우중대경보"]
        )
    }
}
