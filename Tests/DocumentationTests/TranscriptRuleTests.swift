import Testing

@Suite("A transcript")
struct TranscriptRuleTests {
    static let printed = ["{", "  a", "  b", "  c", "}"]

    @Test(
        "is right where every shown line is printed in its place",
        arguments: [printed, ["{", "…", "}"], ["{", "  a", "…", "  c", "}"], ["…", "}"], ["{", "…"]]
    )
    func right(_ lines: [String]) {
        #expect(Transcript(command: "", lines: lines).firstLineMissing(from: Self.printed) == nil)
    }

    @Test(
        "is wrong where a line is missing, changed, out of order or left out without a mark",
        arguments: [
            ["{", "}"], ["{", "  a", "  b", "  c"], ["{", "…", "  x", "…", "}"],
            ["{", "…", "  c", "  a", "…", "}"],
            ["…", "  b", "…", "  a", "…"], printed + ["  d"],
        ]
    )
    func wrong(_ lines: [String]) {
        #expect(Transcript(command: "", lines: lines).firstLineMissing(from: Self.printed) != nil)
    }
}
