/// Lets only so many calls out at once; the rest wait in line.
///
/// Fourteen calls at once trip KMA's limit a second, eight lanes did, four did not.
actor ConcurrencyLimiter {
    private var free: Int
    private var line: [CheckedContinuation<Void, Never>] = []

    init(width: Int) {
        free = width
    }

    func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { line.append($0) }
        }
    }

    func leave() {
        if line.isEmpty {
            free += 1
        } else {
            line.removeFirst().resume()
        }
    }
}
