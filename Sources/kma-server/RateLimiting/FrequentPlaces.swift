/// Which places several clients ask about: those whose answers are renewed before others' where calls are short.
///
/// One client alone makes no place frequent, however often it asks.
struct FrequentPlaces: Sendable {
    /// Clients who have asked within the period.
    static let clients = 3
    /// Seconds of a generation; a place stays frequent for one to two of them.
    private static let period = 6 * 3_600.0
    /// Places in a generation.
    static let capacity = 4_096

    private var young: [NewPlaceLimiter.Location: Set<ClientAddress?>] = [:]
    private var old: [NewPlaceLimiter.Location: Set<ClientAddress?>] = [:]
    private var begunAt = Date.distantPast

    /// Takes down that a client asks about a place; returns whether it is frequent.
    mutating func recordRequest(
        for location: NewPlaceLimiter.Location,
        by client: ClientAddress?,
        at now: Date
    ) -> Bool {
        let age = now.timeIntervalSince(begunAt)
        if !(0..<FrequentPlaces.period).contains(age) || young.count >= FrequentPlaces.capacity {
            // Of a clock that has jumped or a night without requests nothing is left.
            old = (0..<2 * FrequentPlaces.period).contains(age) ? young : [:]
            (young, begunAt) = ([:], now)
        }
        if young[location, default: []].count < FrequentPlaces.clients {
            young[location, default: []].insert(client)
        }
        let clients = young[location, default: []].union(old[location, default: []])
        return clients.count >= FrequentPlaces.clients
    }
}
