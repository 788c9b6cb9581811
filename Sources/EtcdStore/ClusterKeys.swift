import Feeds
import Forecast
import KMAForecast
import SQLiteStore

/// Keys of the cluster, below `/kma/1/<scope>/` for version 1 of this layout.
///
///     answers/<feed>/<subject>/<issue>    stored answer, gzipped if smaller
///     turns/<feed>/<subject>/<issue>      replica that fetches it
///     faults/<feed>/<subject>/<issue>     fault of the last fetch
///     lanes/<service or group>/<n>        replica with a call under way
///     quota/<service>/<period>            calls drawn for a day or a minute
///     quota/<service>/<period>/<mark>     calls of them given back
///     cooldown/<service>                  see `Cooldown`
struct ClusterKeys: Sendable, Hashable {
    let prefix: String

    init(_ scope: StoreScope) { prefix = "/kma/1/\(scope.name)/" }

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

    func answer(ofKey key: String, in scope: StoreScope) -> (subject: StoredSubject, issue: Date)? {
        guard key.hasPrefix(answers) else { return nil }
        let parts = key.dropFirst(answers.count).split(separator: "/").map(String.init)
        guard parts.count == 3, let feed = Feed(rawValue: parts[0]), let issue = KoreanTime.instant(compact: parts[2]) else { return nil }
        return (StoredSubject(scope: scope, feed: feed, name: parts[1]), issue)
    }

    func count(ofKey key: String, in scope: StoreScope) -> (count: CallCount, mark: String?)? {
        guard key.hasPrefix(quotas) else { return nil }
        let parts = key.dropFirst(quotas.count).split(separator: "/").map(String.init)
        guard (2...3).contains(parts.count), let service = UpstreamAPI(rawValue: parts[0]) else { return nil }
        return (CallCount(scope: scope, service: service, period: parts[1]), parts.count > 2 ? parts[2] : nil)
    }

    private func name(_ kind: String, _ subject: StoredSubject, _ issue: Date) -> String {
        "\(prefix)\(kind)/\(subject.feed.rawValue)/\(subject.name)/\(KoreanTime(issue).compact)"
    }
}

extension StoredAnswer {
    /// 5 kB gzipped for a forecast of 141 kB.
    var clusterValue: Data { Gzip.packed([UInt8](file)) }

    init?(clusterValue: Data) {
        guard let file = Gzip.unpacked(clusterValue) else { return nil }
        self.init(file: Data(file))
    }
}
