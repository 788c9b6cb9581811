import Forecast
import Foundation
import KMAForecast
import TestSupport
import StubUpstream

/// The service as it is started, ended, killed and started again, over one folder.
actor House {
    /// One run of the service.
    struct Life: Sendable {
        var service: RunningService
        var preference: Preference

        var port: UInt16 { UInt16(service.port) }
    }

    /// A time in which nobody can be expected to answer.
    private struct Outage {
        var from: Date
        var isKill: Bool
        var to = Date.distantFuture

        /// Whether one who asked from one moment to another may have been left without an answer. Whoever was there
        /// before a SIGTERM is answered; a kill answers nobody.
        func excuses(from start: Date, to end: Date) -> Bool {
            start < to && end > from && (isKill || start > from.addingTimeInterval(-House.way))
        }
    }

    private let environment: [String: String]
    private let folder: TemporaryFolder
    private let keep: String
    private(set) var life: Life?
    private var outages: [Outage] = []

    /// Seconds after which a request has reached the service for sure.
    static let way = 0.25

    /// A house over a folder and upstreams, which keeps some places fresh.
    init(_ environment: [String: String], keeping places: String) throws {
        self.environment = environment
        folder = try TemporaryFolder()
        keep = places
    }

    /// Starts the service; at an instant that stands still, if one is given.
    func start(_ preference: Preference, now: String? = nil) async throws {
        var settings = environment
        settings["KMA_NOW"] = now
        var arguments = ["--prefer", preference.rawValue, "--log-level", "trace"]
        if now == nil { arguments += ["--keep", keep] }
        let service = try await RunningService(arguments, environment: settings, in: folder)
        life = Life(service: service, preference: preference)
        if !outages.isEmpty { outages[outages.count - 1].to = Date() }
    }

    /// Ends the service by a signal. What is wrong with the way it ended.
    func end(by signal: Int32, hiding secrets: [String]) async throws -> [String] {
        guard let service = life?.service else { return ["no service"] }
        var complaints = service.isRunning ? [] : ["it crashed"]
        outages.append(Outage(from: Date(), isKill: signal == SIGKILL))
        let end = try await service.end(by: signal)
        life = nil
        let due = signal == SIGKILL ? 128 + SIGKILL : 0
        if end.status != due { complaints.append("status \(end.status)") }
        if end.time > .seconds(10) { complaints.append("ended after \(end.time)") }
        let said = service.log
        if secrets.contains(where: said.contains) { complaints.append("a key in the log") }
        if said.contains("Fatal error") { complaints.append("a crash in the log") }
        return complaints
    }

    /// Whether somebody who asked in vain has to be answered all the same.
    func owesAnswer(from start: Date, to end: Date) -> Bool {
        !outages.contains { $0.excuses(from: start, to: end) }
    }
}
