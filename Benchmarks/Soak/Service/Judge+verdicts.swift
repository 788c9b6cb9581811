import Feeds
import Forecast
import Foundation
import KMAForecast

extension Judge {
    /// What is wrong with the body of a success.
    func body(_ received: Received, of errand: Errand, _ preference: Preference) -> [String] {
        let check = WeatherCheck(truth: truth, kept: kept, preference: preference, sources: sources)
        let age = Double(received.headers["age"] ?? "") ?? 0
        // Ages are cut to whole seconds.
        let moments = [received.receivedAt, received.sentAt].flatMap { time in
            [age, age + 1].map { time.addingTimeInterval(-$0) }
        }
        do {
            switch errand.expected {
            case .weather(.theme, let place, let language):
                let said = try JSONDecoder.contract.decode(SaidTheme.self, from: received.body)
                return check.complaints(about: said, madeAt: moments, on: nil, place, language)
            case .dayTheme(let place, let date, let language):
                let said = try JSONDecoder.contract.decode(SaidTheme.self, from: received.body)
                return check.complaints(about: said, madeAt: moments, on: date, place, language)
            case .weather(let question, let place, let language):
                let said = try JSONDecoder.contract.decode(Said.self, from: received.body)
                tally.count(said.sources.compactMap(\.report))
                return check.complaints(about: said, question, place, language)
            case .areas(let areas):
                let said = try JSONDecoder.contract.decode(SaidAreas.self, from: received.body)
                return said.areas == areas ? [] : ["other areas"]
            case .ready, .metrics, .refusal:
                return []
            }
        } catch {
            return ["not of the contract: \(error)"]
        }
    }

    /// Whether there may be no weather: only where the upstream has given none, and for a reason that it gave.
    func failure(_ received: Received, of errand: Errand) -> [String] {
        let before = received.sentAt.addingTimeInterval(-WeatherCheck.haste)
        switch errand.expected {
        case .weather(let question, let place, _):
            let isKept = kept.answers(question, of: place, before: before, truth)
            let found = isKept ? ["nothing, and there is something"] : []
            return found + received.problem(status: [502, 503, 504]) { reason(of: $0, question.feeds) }
        case .dayTheme where received.status == 404:
            return received.problem(status: [404]) { $0.code == "no_data" ? nil : "code \($0.code)" }
        case .dayTheme(let place, _, _):
            let isKept = kept.answers(.week, of: place, before: before, truth)
            let found = isKept ? ["nothing, and there is something"] : []
            return found + received.problem(status: [502, 503, 504]) { reason(of: $0, Question.week.feeds) }
        case .areas, .ready, .metrics, .refusal:
            return ["status \(received.status)"]
        }
    }

    /// Why a fault that is told of was nobody's.
    private func reason(of problem: SaidProblem, _ feeds: [Feed]) -> String? {
        guard let kind = ErrorCode(rawValue: problem.code) else { return "code \(problem.code)" }
        let check = sources(at: Date())
        let isKnown = feeds.contains { check.isKnown(FeedError(kind), of: $0) }
        return isKnown ? nil : "\(problem.code), and nobody did"
    }
}
