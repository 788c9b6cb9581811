import Foundation
import Testing

@testable import Forecast

/// The tables are made by `Tests/Scores/reference.py`, and `.ci/scores` makes them again.
@Suite("Scores against the package scores")
struct ScoreReferenceTests {
    private static func lines(_ name: String) throws -> [[String]] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Tables")
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        return text.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    }

    private static func reference() throws -> [String: Double] {
        try Dictionary(
            uniqueKeysWithValues: lines("score-reference.csv").map { ($0[0], try #require(Double($0[1]))) }
        )
    }

    /// Ours, under the names of the reference.
    private static func ours() throws -> [String: Double] {
        var table = ContingencyTable()
        var chances: [ProbabilityScore.Case] = []
        var temperatures: [TemperatureScore.Case] = []
        for line in try lines("score-cases.csv").dropFirst() {
            let numbers = try line.map { try #require(Double($0)) }
            table.add(said: numbers[1] == 1, came: numbers[2] == 1)
            let probability = try #require(Probability(percent: numbers[0]))
            chances.append(.init(probability: probability, wasWet: numbers[2] == 1, baseRate: numbers[3]))
            let spread = try #require(Spread(low: numbers[5], high: numbers[6]))
            temperatures.append(.init(forecast: numbers[4], spread: spread, observed: numbers[7]))
        }
        let probability = try #require(ProbabilityScore(chances))
        let temperature = try #require(TemperatureScore(temperatures))
        var ours = [
            "hits": Double(table.hits), "misses": Double(table.misses),
            "false_alarms": Double(table.falseAlarms), "correct_dry": Double(table.correctDry),
            "brier": probability.brier, "mae": temperature.meanAbsoluteError, "bias": temperature.bias,
            "within_1": temperature.withinOne.value, "within_2": temperature.withinTwo.value,
        ]
        ours["pod"] = table.probabilityOfDetection
        ours["far"] = table.falseAlarmRatio
        ours["csi"] = table.criticalSuccessIndex
        ours["base_rate"] = table.baseRate
        ours["skill"] = probability.skill
        ours["range_coverage"] = temperature.rangeCoverage?.value
        for bin in probability.reliability {
            let name = "reliability \(bin.probability.percent)"
            ours[name] = bin.wet.value
            ours[name + " low"] = bin.wet.bounds.lowerBound
            ours[name + " high"] = bin.wet.bounds.upperBound
        }
        return ours
    }

    @Test("Of 400 made days every score is the package's to a millionth, and none is missing")
    func same() throws {
        let (ours, reference) = (try Self.ours(), try Self.reference())
        #expect(Set(ours.keys) == Set(reference.keys))
        for (name, value) in reference {
            #expect(abs((ours[name] ?? .nan) - value) < 1e-6, "\(name)")
        }
    }
}
