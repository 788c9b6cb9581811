import TestSupport
import Testing

/// Runs one service over sample feeds for all tests of a suite, as ``RunningService/ofSuite``: to start one takes longer
/// than most of what is asked of it. What counts from nothing, or ends the service, starts one of its own.
struct OneService: SuiteTrait, TestScoping {
    @TaskLocal fileprivate static var current: RunningService?

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let service = try await RunningService()
        try await OneService.$current.withValue(service, operation: function)
        #expect(try await service.end().status == 0)
    }
}

extension Trait where Self == OneService {
    /// One service for all tests of the suite.
    static var oneService: Self { OneService() }
}

extension RunningService {
    /// The service of the suite.
    static var ofSuite: RunningService {
        get throws { try #require(OneService.current, "The suite has no .oneService") }
    }
}
