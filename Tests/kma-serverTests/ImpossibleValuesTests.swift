import Foundation
import StubUpstream
import TestSupport
import Testing

@testable import kma_server

/// One value of each kind on its way through all formats; FeedsTests have the table of them.
@Suite("Values that weather cannot have", .takesSlots(programs: 1, listeners: 1))
struct ImpossibleValuesTests {
    /// Every view in every format, as `/v1` and the paths for terminals have them.
    private static let outputs: [(view: String, format: String)] = [
        "week", "now", "hours", "theme", "outlook",
    ]
    .flatMap { view in ["table", "json", "ndjson", "csv", "line", "waybar"].map { (view, $0) } }

    /// Possible values of each field of our JSON.
    private static let possible: [String: ClosedRange<Double>] = [
        "wind_direction": 0...359, "precipitation_probability": 0...100, "humidity": 0...100,
        "precipitation_amount": 0...21_600, "snow_amount": 0...900, "precipitation_1h": 0...900,
        "low": 0...900, "high": 0...21_600, "wind_speed": 0...120, "wind_gust": 0...120,
        "visibility": 0...100_000, "temperature": -45...50, "feels_like": -49.9...60,
        "feels_like_min": -49.9...60, "feels_like_max": -49.9...60, "temperature_min": -45...50,
        "temperature_max": -45...50,
    ]

    @Test(
        "No format crashes on an impossible value or prints it, and the rest is shown",
        arguments: ["1e25", "매우 강함", "30.0~9999999999999999999999999mm"]
    )
    func printed(value: String) async throws {
        try await expectSoundOutputs(of: ImpossibleValue(value, of: ImpossibleValue.measured))
    }

    @Test(
        "Impossible temperatures crash nothing; with nothing left to show the upstream's answer is at fault",
        arguments: ["1e25", "높음", "-50"]
    )
    func temperatures(value: String) async throws {
        let fields = ImpossibleValue.temperatures.union(ImpossibleValue.measured)
        try await expectSoundOutputs(of: ImpossibleValue(value, of: fields), statuses: [200, 502])
    }

    @Test("A low above its high is printed nowhere as a range")
    func lowAboveHigh() async throws {
        try await expectSoundOutputs(of: ImpossibleValue("30", of: ImpossibleValue.lows))
    }

    @Test("A text neither steers a terminal nor breaks a row")
    func texts() async throws {
        let value = "\u{1B}[31m\u{7}붉은\r\n비\u{202E}\u{2028}"
        try await expectSoundOutputs(of: ImpossibleValue(value, of: ImpossibleValue.texts))
    }

    /// Asks for every output of a service over an upstream that answers with such values.
    private func expectSoundOutputs(of impossible: ImpossibleValue, statuses: Set<Int> = [200]) async throws {
        let upstream = try Upstream(now: TestService.afternoon)
        upstream.answer(with: impossible)
        let service = try TestService(over: upstream)
        for (view, format) in Self.outputs {
            let response = try await service.get("/\("서울".encoded)?view=\(view)&format=\(format)")
            // Not every view has every format.
            if response.status == .badRequest, ["line", "waybar"].contains(format) { continue }
            let name = "\(view) as \(format) of \(impossible.value)"
            #expect(statuses.contains(response.status.code), "\(name): \(response.text)")
            // A row of CSV ends with CR LF (RFC 4180).
            let text = format == "csv" ? response.text.replacing("\r\n", with: "\n") : response.text
            let steering = text.unicodeScalars.filter {
                [.control, .format].contains($0.properties.generalCategory) && $0 != "\n"
            }
            #expect(steering.isEmpty, "\(name)")
            #expect(!text.contains("999999") && !text.contains("e+"), "\(name)")
            // The texts and colours of the others are quoted where they have commas.
            if format == "csv", ["week", "now", "hours"].contains(view) {
                let columns = Set(
                    text.split(separator: "\n").map {
                        $0.split(separator: ",", omittingEmptySubsequences: false).count
                    }
                )
                #expect(columns.count <= 1, "\(name)")
            }
            if format == "json", response.status == .ok { expectPossible(try response.json, in: view) }
        }
    }

    /// Checks every number of a JSON answer against what its field can have.
    private func expectPossible(_ json: Any, in name: String) {
        if let elements = json as? [Any] {
            for element in elements { expectPossible(element, in: name) }
        }
        guard let object = json as? [String: Any] else { return }
        for (name, value) in object {
            if let range = Self.possible[name], let number = value as? Double {
                #expect(range.contains(number), "\(name)")
            }
            expectPossible(value, in: name)
        }
        if let low = object["temperature_min"] as? Double, let high = object["temperature_max"] as? Double {
            #expect(low <= high)
        }
    }
}
