import Feeds
import Foundation
import KMAForecast

/// What came of a run, for people.
struct Tally {
    private var answers: [String: Int] = [:]
    private var nothing = 0
    private var statuses: [String: [SourceReport.Status: Int]] = [:]
    private(set) var complaints: [String] = []
    private(set) var wrong = 0
    private var resources: [Resources] = []

    mutating func count(_ what: String, _ sources: [SourceReport] = [], isAnswered: Bool = true) {
        answers[what, default: 0] += 1
        if !isAnswered { nothing += 1 }
        count(sources)
    }

    mutating func count(_ sources: [SourceReport]) {
        for source in sources { statuses[source.feed.rawValue, default: [:]][source.status, default: 0] += 1 }
    }

    mutating func note(_ found: [String], at clock: String) {
        guard !found.isEmpty else { return }
        wrong += 1
        if complaints.count < 40 { complaints += found.map { "\(clock) \($0)" } }
    }

    mutating func note(_ held: Resources) {
        resources.append(held)
    }

    /// Whether memory and descriptors ended about where they were once every place had been asked about.
    var isFlat: Bool {
        guard resources.count >= 6 else { return true }
        let third = resources.count / 3
        let early = resources[third..<2 * third]
        let late = resources[(2 * third)...]
        let memory = (early.map(\.megabytes).max() ?? 0, late.map(\.megabytes).max() ?? 0)
        let descriptors = (early.map(\.descriptors).max() ?? 0, late.map(\.descriptors).max() ?? 0)
        return memory.1 <= memory.0 * 1.15 + 4 && descriptors.1 <= descriptors.0 + 16
    }

    func show(_ calls: CallCheck, seconds: Double) {
        let total = answers.values.reduce(0, +)
        print("answers          \(total) in \(Int(seconds)) s, \(nothing) of them with nothing to show")
        for what in answers.keys.sorted() { print("  \(what.padded(18)) \(answers[what] ?? 0)") }
        print("sources          fresh  cached   stale  failed")
        for feed in statuses.keys.sorted() {
            let counts = [SourceReport.Status.fresh, .cached, .stale, .failed].map { status in
                "\(statuses[feed]?[status] ?? 0)".leftPadded(7)
            }
            print("  \(feed.padded(22))\(counts.joined(separator: " "))")
        }
        print(
            "upstream calls   \(calls.calls): \(calls.good) answered, \(calls.empty) empty, \(calls.faulty) faulty"
        )
        print("  for            \(calls.subjects) issues of zones and places")
        let held = resources.map { "\(Int($0.megabytes)) MB/\($0.descriptors)" }
        print("memory/files     \(held.joined(separator: " "))\(isFlat ? "" : "  NOT FLAT")")
        print("wrong            \(wrong)")
        for complaint in complaints { print("  \(complaint)") }
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    fileprivate func leftPadded(_ width: Int) -> String {
        String(repeating: " ", count: max(0, width - count)) + self
    }
}
