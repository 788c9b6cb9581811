import Feeds
import Forecast
import KMAForecast
import SQLiteStore

/// The keys of the cluster, below `/kma/1/<scope>/`, where 1 is the version of this layout.
///
///     answers/<feed>/<subject>/<issue>    an answer as it is stored, gzipped where that saves something
///     turns/<feed>/<subject>/<issue>      who fetches it
///     faults/<feed>/<subject>/<issue>     why it could not be fetched a moment ago
///     lanes/<service or group>/<n>        who has a call in the air
///     quota/<service>/<period>            calls drawn for a day or a minute
///     quota/<service>/<period>/<mark>     calls of them that a replica gave back when it ended
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
    func returned(_ count: CallCount, _ mark: String) -> String { "\(quota(count))/\(mark)" }
    func cooldown(_ service: UpstreamAPI) -> String { cooldowns + service.rawValue }

    /// The subject and the issue of an answer's key; `nil` for any other key.
    func answer(ofKey key: String, in scope: StoreScope) -> (subject: StoredSubject, issue: Date)? {
        guard key.hasPrefix(answers) else { return nil }
        let parts = key.dropFirst(answers.count).split(separator: "/").map(String.init)
        guard parts.count == 3, let feed = Feed(rawValue: parts[0]),
            let issue = KoreanTime.instant(compact: parts[2])
        else { return nil }
        return (StoredSubject(scope: scope, feed: feed, name: parts[1]), issue)
    }

    /// The count of a count's key, with the mark where calls were given back; `nil` for any other key.
    func count(ofKey key: String, in scope: StoreScope) -> (count: CallCount, mark: String?)? {
        guard key.hasPrefix(quotas) else { return nil }
        let parts = key.dropFirst(quotas.count).split(separator: "/").map(String.init)
        guard (2...3).contains(parts.count), let service = UpstreamAPI(rawValue: parts[0]) else {
            return nil
        }
        return (
            CallCount(scope: scope, service: service, period: parts[1]), parts.count > 2 ? parts[2] : nil
        )
    }

    private func name(_ kind: String, _ subject: StoredSubject, _ issue: Date) -> String {
        "\(prefix)\(kind)/\(subject.feed.rawValue)/\(subject.name)/\(KoreanTime(issue).compact)"
    }
}

extension StoredAnswer {
    /// Value in the cluster: the bytes of the answer's file, gzipped. A forecast of 141 kB becomes some 5 kB.
    var clusterValue: Data { Gzip.packed([UInt8](file)) }

    /// Reads a value of the cluster; `nil` if it is damaged or foreign.
    init?(clusterValue: Data) {
        guard let file = Gzip.unpacked(clusterValue) else { return nil }
        self.init(file: Data(file))
    }
}
