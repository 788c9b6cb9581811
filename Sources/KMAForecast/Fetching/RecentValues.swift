struct RecentValues<Value> {
    private let capacity: Int
    private var entries: [String: (value: Value, lastUse: Int)] = [:]
    private var uses = 0

    init(capacity: Int) { self.capacity = capacity }

    subscript(name: String) -> Value? {
        mutating get {
            guard let value = entries[name]?.value else { return nil }
            uses += 1
            entries[name]?.lastUse = uses
            return value
        }
        set {
            uses += 1
            entries[name] = newValue.map { ($0, uses) }
            if entries.count > capacity, let oldest = entries.min(by: { $0.value.lastUse < $1.value.lastUse }) { entries[oldest.key] = nil }
        }
    }
}
