import Foundation
import KMAForecast

/// One of those who ask, one thing after the other, by chance.
struct Person {
    let house: House
    let judge: Judge
    let client: Client
    var errands: Errands
    /// Seconds between one request and the next.
    let pace: Double

    /// Asks until a moment. How many requests that were.
    mutating func ask(until end: ContinuousClock.Instant) async -> Int {
        var next = ContinuousClock.now + .seconds(Double.random(in: 0...pace, using: &errands.chance))
        var count = 0
        while next < end {
            try? await Task.sleep(until: next, clock: .continuous)
            guard let life = await house.life else {
                // It is being started again.
                next = .now + .milliseconds(50)
                continue
            }
            let asked = await goes(to: life)
            count += asked
            // Who has fallen behind does not ask all at once.
            next = max(next + .seconds(pace * Double(asked)), .now - .seconds(1))
        }
        return count
    }

    private mutating func goes(to life: House.Life) async -> Int {
        switch Int.random(in: 0..<1_000, using: &errands.chance) {
        case 0..<20: return await talk(at: life)
        case 20..<40: return await leave(life)
        case 40..<45: return await listen(to: life)
        default: return await run(errands.next(), at: life)
        }
    }

    /// Asks, and waits for the answer.
    private mutating func run(_ errand: Errand, at life: House.Life) async -> Int {
        var errand = errand
        if errands.chance.happens(0.25) { errand.knownTag = await judge.tag(of: errand.target) }
        let start = Date()
        do {
            let received = try await client.run(errand, at: life.service.address)
            await judge.judge(received, of: errand, life.preference)
        } catch {
            await missed(errand, since: start, "\(error)")
        }
        return 1
    }

    /// Asks many things in one breath.
    private mutating func talk(at life: House.Life) async -> Int {
        let count = Int.random(in: 2...8, using: &errands.chance)
        // An answer that ends the connection would cut off those behind it.
        let many = (0..<count).map { _ in errands.next() }.filter { $0.method != "POST" }
        let start = Date()
        let answers = await blocking { Impatience(port: life.port).pipelined(many) }
        if let answers {
            for (errand, received) in zip(many, answers) {
                var errand = errand
                errand.isGzipWelcome = false
                await judge.judge(received, of: errand, life.preference)
            }
            await judge.count("(in one breath)")
        } else if let first = many.first {
            await missed(first, since: start, "cut off among \(many.count)")
        }
        return many.count
    }

    /// Asks, and is gone before there is an answer.
    private mutating func leave(_ life: House.Life) async -> Int {
        let errand = errands.next()
        let part = ([0, 0.5, 1, 1] as [Double]).randomElement(using: &errands.chance) ?? 1
        let isRude = errands.chance.happens(0.5)
        await blocking { Impatience(port: life.port).hangUp(on: errand, after: part, rudely: isRude) }
        await judge.count("(hung up)")
        return 1
    }

    /// Opens a stream, and hears its first event.
    private mutating func listen(to life: House.Life) async -> Int {
        guard let place = errands.warm.randomElement(using: &errands.chance) else { return 1 }
        let start = Date()
        let errand = Errand(target: Errands.stream(of: place), expected: .weather(.week, place, .korean))
        do {
            let data = try await client.firstEvent(errand.target, at: life.service.address)
            await judge.judge(event: data, of: errand, life.preference)
        } catch {
            await missed(errand, since: start, "\(error)")
        }
        return 1
    }

    private func missed(_ errand: Errand, since start: Date, _ reason: String) async {
        if await house.owesAnswer(from: start, to: Date()) {
            await judge.note(["no answer: \(reason)"], errand)
        } else {
            await judge.count("(nobody there)")
        }
    }

    /// Runs what blocks where it holds nobody up.
    private func blocking<Result: Sendable>(_ work: @escaping @Sendable () -> Result) async -> Result {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: work()) }
        }
    }
}
