/// Values in two generations: used ones move to the young, and a full young one replaces the old, so that a crawl costs two generations.
struct Generations<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        var value: Value
        let cost: Int
    }

    private let capacity: Int
    private var young: [Key: Entry] = [:]
    private var old: [Key: Entry] = [:]
    private var cost = 0

    init(capacity: Int) { self.capacity = capacity }

    var count: Int { young.count + old.count }

    subscript(key: Key) -> Value? { (young[key] ?? old[key])?.value }

    mutating func use(_ key: Key, where isUsable: (Value) -> Bool = { _ in true }) -> Value? {
        if let entry = young[key] { return isUsable(entry.value) ? entry.value : nil }
        guard let entry = old[key], isUsable(entry.value) else { return nil }
        insert(entry.value, for: key, cost: entry.cost)
        return entry.value
    }

    mutating func insert(_ value: Value, for key: Key, cost: Int) {
        self.cost += cost - (young.updateValue(Entry(value: value, cost: cost), forKey: key)?.cost ?? 0)
        old[key] = nil
        guard self.cost > capacity else { return }
        (old, young, self.cost) = (young, [:], 0)
    }

    mutating func replace(where isOutdated: (Value) -> Bool, by change: (Value) -> Value) {
        for (key, entry) in young where isOutdated(entry.value) { young[key]?.value = change(entry.value) }
        for (key, entry) in old where isOutdated(entry.value) { old[key]?.value = change(entry.value) }
    }
}
