import Foundation
import StubUpstream
import TestSupport
import Testing

/// That no command ends on them; what each format makes of each value is in the tests of the service, which has the same
/// formats and need not be started for each.
@Suite("Values that weather cannot have, at the command line", .takesSlots(programs: 1, listeners: 1))
struct ImpossibleValuesTests {
    private static let noon = Date(timeIntervalSince1970: 1_791_093_600)

    @Test("No command crashes on an impossible value or prints it, and the rest is shown")
    func printed() async throws {
        let upstream = try Upstream(now: Self.noon)
        upstream.answer(with: ImpossibleValue("1e25", of: ImpossibleValue.measured))
        let program = try Program(upstream)
        for command in ["week", "now", "hours", "outlook", "theme", "rain"] {
            let run = try await program(command, "--area", "서울")
            // Whether it rains is not known.
            let status: Int32 = command == "rain" ? 69 : 0
            #expect(run.status == status, "\(command): \(run.standardError)")
            #expect(run.output.isEmpty == (status != 0))
            #expect(!run.output.contains("999999") && !run.output.contains("e+"))
        }
    }
}
