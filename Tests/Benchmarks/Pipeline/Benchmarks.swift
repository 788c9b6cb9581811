import Feeds
import Forecast
import Foundation
import KMAForecast
import Regions

/// Measures what one request costs inside the program. `Tests/Benchmarks/run` calls it, adds what only shows from outside,
/// and puts both into one table.
///
///     benchmarks                 a line a workload: its name, a tab, nanoseconds
///     benchmarks only PREFIX     the same, of the workloads so named, for a profiler
///     benchmarks first-name      the first name this process looks up
///     benchmarks names           the slowest of the names that come in, a line each
///     benchmarks sentences NAME  the slowest of the sentences that come in, from its words to its places
///     benchmarks bodies FOLDER   writes the bodies that are read
@main
struct Benchmarks {
    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case nil: try measure(only: "")
        case "only": try measure(only: arguments.last ?? "")
        case "first-name": try measureFirstName()
        case "names": measureNames()
        case "sentences": measureSentences(named: arguments.last ?? "")
        case "bodies": try writeBodies(to: arguments.last ?? ".")
        case let word?: throw UnknownArgument(word: word)
        }
    }

    private static func measure(only prefix: String) throws {
        let bodies = try SampleBodies()
        for group in [
            PlaceWorkloads.workloads(), DecodingWorkloads.workloads(bodies),
            try ResponseWorkloads.workloads(bodies),
        ] {
            for timing in try BenchmarkRunner.time(group.filter { $0.name.hasPrefix(prefix) }) {
                print("\(timing.name)\t\(Int(timing.nanoseconds))")
            }
        }
    }

    private static func measureFirstName() throws {
        let start = ContinuousClock.now
        let place = try Gazetteer.place(named: "경기도 성남시 분당구 정자동")
        let spent = ContinuousClock.now - start
        blackHole(place)
        print("place/first name\t\(Int(spent.nanoseconds))")
    }

    /// The least of several looks-up counts for each name, which is then free of what else the machine does. A name may
    /// be unknown or stand for several places.
    private static func measureNames() {
        var slowest: (known: Duration, unknown: Duration) = (.zero, .zero)
        while let name = readLine() {
            var isKnown = true
            let spent = (0..<20).map { _ in
                ContinuousClock().measure {
                    do throws(PlaceError) {
                        blackHole(try Gazetteer.place(named: name))
                    } catch {
                        if case .unknownArea = error { isKnown = false }
                    }
                }
            }
            let least = spent.min() ?? .zero
            if isKnown {
                slowest.known = max(slowest.known, least)
            } else {
                slowest.unknown = max(slowest.unknown, least)
            }
        }
        print("place/slowest name\t\(Int(slowest.known.nanoseconds))")
        print("place/slowest unknown name\t\(Int(slowest.unknown.nanoseconds))")
    }

    /// As ``measureNames()``, of sentences such as `내일 서울 비와?`: the words, the time and the places, known or not.
    private static func measureSentences(named name: String) {
        let now = KoreanDate(year: 2026, month: 11, day: 25).at(hour: 15, minute: 20)
        var slowest: (text: String, spent: Duration) = ("", .zero)
        while let text = readLine() {
            let spent = (0..<20).map { _ in
                ContinuousClock().measure {
                    let sentence = Sentence([text], at: now)
                    let requests = try? sentence.requests()
                    for request in requests ?? [] { blackHole(try? request.place()) }
                }
            }
            if let least = spent.min(), least > slowest.spent { slowest = (text, least) }
        }
        FileHandle.standardError.write(Data("slowest \(name): \(slowest.text)\n".utf8))
        print("place/slowest \(name)\t\(Int(slowest.spent.nanoseconds))")
    }

    private static func writeBodies(to folder: String) throws {
        for (name, contents) in try SampleBodies().files {
            try contents.write(to: URL(filePath: folder).appending(path: name))
        }
    }

    struct UnknownArgument: Error {
        var word: String
    }
}
