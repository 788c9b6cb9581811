/// Values by their keys, bounded in two generations: what is asked for again moves from the old one to the young one, and
/// when the young one is full the old one is dropped.
///
/// So a crawl over a million names costs no more than two generations, and what is asked for all the time stays.
struct Generations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var value: Value
        let cost: Int
    }

    /// The cost of a full generation, in the unit of its entries.
    private let capacity: Int
    private var young: [Key: Entry] = [:]
    private var old: [Key: Entry] = [:]
    /// The cost of the young generation.
    private var cost = 0

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many values there are.
    var count: Int { young.count + old.count }

    /// The value of a key, wherever it stands.
    subscript(key: Key) -> Value? { (young[key] ?? old[key])?.value }

    /// The value of a key that is asked for, if it is of use: it moves to the young generation.
    mutating func use(_ key: Key, where isUsable: (Value) -> Bool = { _ in true }) -> Value? {
        if let entry = young[key] { return isUsable(entry.value) ? entry.value : nil }
        guard let entry = old[key], isUsable(entry.value) else { return nil }
        insert(entry.value, for: key, cost: entry.cost)
        return entry.value
    }

    /// Puts in a value, in place of the one before.
    mutating func insert(_ value: Value, for key: Key, cost: Int) {
        self.cost += cost - (young.updateValue(Entry(value: value, cost: cost), forKey: key)?.cost ?? 0)
        old[key] = nil
        guard self.cost > capacity else { return }
        (old, young, self.cost) = (young, [:], 0)
    }

    /// Puts other values of the same cost in the place of some.
    mutating func replace(where isOutdated: (Value) -> Bool, by change: (Value) -> Value) {
        for (key, entry) in young where isOutdated(entry.value) { young[key]?.value = change(entry.value) }
        for (key, entry) in old where isOutdated(entry.value) { old[key]?.value = change(entry.value) }
    }
}
