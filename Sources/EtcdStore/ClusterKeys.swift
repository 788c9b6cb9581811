#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Feeds
import Forecast
import KMAForecast

/// The keys of the cluster, below `/kma/1/<scope>/`, where 1 is the version of this layout.
///
///     answers/<feed>/<subject>/<issue>    an answer as it is stored, gzipped where that saves something
///     turns/<feed>/<subject>/<issue>      who fetches it
///     faults/<feed>/<subject>/<issue>     why it could not be fetched a moment ago
///     lanes/<service or group>/<n>        who has a call in the air
///     quota/<service>/<period>            calls drawn for a day or a minute
///     cooldown/<service>                  until when a service is not called, and why: see `Cooldown`
struct ClusterKeys: Sendable, Hashable {
    /// What all keys of the scope begin with.
    let prefix: String

    init(_ scope: StoreScope) {
        prefix = "/kma/1/\(scope.name)/"
    }

    func answer(_ subject: StoredSubject, _ issue: Date) -> String { name("answers", subject, issue) }
    func turn(_ subject: StoredSubject, _ issue: Date) -> String { name("turns", subject, issue) }
    func fault(_ subject: StoredSubject, _ issue: Date) -> String { name("faults", subject, issue) }

    var answers: String { prefix + "answers/" }
    var lanes: String { prefix + "lanes/" }
    var cooldowns: String { prefix + "cooldown/" }
    var quotas: String { prefix + "quota/" }

    func lane(_ name: String, _ number: Int) -> String { "\(lanes)\(name)/\(number)" }
    func quota(_ count: CallCount) -> String { "\(quotas)\(count.service.rawValue)/\(count.period)" }
    func cooldown(_ service: UpstreamService) -> String { cooldowns + service.rawValue }

    /// The subject and the issue of an answer's key; `nil` for any other key.
    func answer(ofKey key: String, in scope: StoreScope) -> (subject: StoredSubject, issue: Date)? {
        guard key.hasPrefix(answers) else { return nil }
        let parts = key.dropFirst(answers.count).split(separator: "/").map(String.init)
        guard parts.count == 3, let feed = Feed(rawValue: parts[0]),
            let issue = KoreanTime.instant(compact: parts[2])
        else { return nil }
        return (StoredSubject(scope: scope, feed: feed, name: parts[1]), issue)
    }

    private func name(_ kind: String, _ subject: StoredSubject, _ issue: Date) -> String {
        "\(prefix)\(kind)/\(subject.feed.rawValue)/\(subject.name)/\(KoreanTime(issue).compact)"
    }
}
