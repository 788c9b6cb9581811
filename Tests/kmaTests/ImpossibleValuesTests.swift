import Foundation
import SampleFeeds
import StubUpstream
import TestSupport
import Testing

@Suite("Values that weather cannot have")
struct ImpossibleValuesTests {
    private static let noon = Date(timeIntervalSince1970: 1_791_093_600)

    /// Every output that shows values of an upstream.
    private static let outputs = [
        ["week", "--json"], ["week"], ["week", "--format", "csv"], ["week", "--format", "line"],
        ["now", "--json"], ["now"], ["now", "--format", "csv"], ["now", "--format", "line"],
        ["hours", "--json"], ["hours"], ["hours", "--format", "csv"], ["outlook"],
        ["theme", "--format", "line"],
    ]

    @Test(
        "No command crashes on an impossible value or prints it in any format, and the rest is shown",
        .serialized,
        arguments: [
            "-90", "-0.4", "150", "361", "899", "1e25", "nan", "", "매우 강함",
            "30.0~9999999999999999999999999mm", "50.0~30.0mm", "900mm 이상",
        ]
    )
    func printed(value: String) async throws {
        try await expectSoundOutputs(of: Impossible(value: value, fields: Impossible.measured))
    }

    @Test(
        "Impossible temperatures crash nothing; with nothing left to show the status is 69",
        .serialized,
        arguments: ["-101", "81", "1e25", "높음"]
    )
    func temperatures(value: String) async throws {
        let fields = Impossible.temperatures.union(Impossible.measured)
        try await expectSoundOutputs(of: Impossible(value: value, fields: fields), statuses: [0, 69])
    }

    @Test("A low above its high is printed nowhere as a range", .serialized, arguments: ["30", "79"])
    func lowAboveHigh(value: String) async throws {
        try await expectSoundOutputs(of: Impossible(value: value, fields: Impossible.lows))
    }

    @Test("A text neither steers a terminal nor breaks a row")
    func texts() async throws {
        let value = "\u{1B}[31m\u{7}붉은\r\n비\u{202E}\u{2028}"
        try await expectSoundOutputs(of: Impossible(value: value, fields: Impossible.texts))
    }

    /// Runs every output on an upstream that answers with such values, and on its own stored answers after that.
    private func expectSoundOutputs(of impossible: Impossible, statuses: Set<Int32> = [0]) async throws {
        let upstream = try Upstream(now: Self.noon)
        for endpoint in Endpoint.allCases {
            upstream.answers[endpoint] = { request in
                let sample = SampleFeeds.answer(to: request.target, at: Self.noon)
                return .json(impossible.replaced(in: sample.body), status: sample.status)
            }
        }
        let program = try Program(upstream)
        for output in Self.outputs {
            let run = try await program.start(output + ["--area", "서울"]).outcome()
            #expect(statuses.contains(run.status), "\(output) of \(impossible.value): \(run.standardError)")
            // A row of CSV ends with CR LF (RFC 4180).
            let text = output.contains("csv") ? run.output.replacing("\r\n", with: "\n") : run.output
            let steering = text.unicodeScalars.filter {
                [.control, .format].contains($0.properties.generalCategory) && $0 != "\n"
            }
            #expect(steering.isEmpty, "\(output)")
            #expect(!run.output.contains("999999") && !run.output.contains("e+"), "\(output)")
            if output.contains("csv") {
                let columns = Set(
                    text.split(separator: "\n").map {
                        $0.split(separator: ",", omittingEmptySubsequences: false).count
                    }
                )
                #expect(columns.count <= 1, "\(output)")
            }
            if output.contains("--json"), run.status == 0 {
                expectPossible(try JSONSerialization.jsonObject(with: Data(run.output.utf8)), in: output[0])
            }
        }
    }

    /// Checks every number of a JSON answer against what its field can have.
    private func expectPossible(_ json: Any, in name: String) {
        if let elements = json as? [Any] {
            for element in elements { expectPossible(element, in: name) }
        }
        guard let object = json as? [String: Any] else { return }
        for (name, value) in object {
            if let range = Impossible.possible[name], let number = value as? Double {
                #expect(range.contains(number), "\(name)")
            }
            expectPossible(value, in: name)
        }
        if let low = object["temperature_min"] as? Double, let high = object["temperature_max"] as? Double {
            #expect(low <= high)
        }
    }
}

/// A value to be put into an upstream's answer in place of those of some fields or categories.
private struct Impossible: Sendable {
    /// Categories of KMA's grid and names of OpenWeather's fields; KMA's mid-term fields without their day.
    static let measured: Set = [
        "VEC", "WSD", "UUU", "VVV", "REH", "POP", "PCP", "SNO", "RN1", "PTY", "SKY", "LGT", "rnSt",
        "taMinLow", "taMinHigh", "taMaxLow", "taMaxHigh", "speed", "deg", "gust", "humidity", "pop", "1h",
        "3h",
        "visibility", "feels_like", "pod",
    ]
    static let texts: Set = ["wf", "wfSv", "icon", "description"]
    static let temperatures: Set = ["TMP", "T1H", "TMN", "TMX", "taMin", "taMax", "temp"]
    static let lows: Set = ["TMN", "taMin"]

    /// What each field of our JSON can have.
    static let possible: [String: ClosedRange<Double>] = [
        "wind_direction": 0...359, "precipitation_probability": 0...100, "humidity": 0...100,
        "precipitation_amount": 0...21_600, "snow_amount": 0...900, "precipitation_1h": 0...900,
        "low": 0...900,
        "high": 0...21_600, "wind_speed": 0...120, "wind_gust": 0...120, "visibility": 0...100_000,
        "temperature": -100...80, "feels_like": -100...80, "feels_like_min": -100...80,
        "feels_like_max": -100...80, "temperature_min": -100...80,
        "temperature_max": -100...80,
    ]

    var value: String
    var fields: Set<String>

    /// A body with the value in place of those of the fields.
    func replaced(in body: [UInt8]) -> String {
        guard let json = try? JSONSerialization.jsonObject(with: Data(body)),
            let bytes = try? JSONSerialization.data(withJSONObject: replaced(in: json))
        else { return String(decoding: body, as: UTF8.self) }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func replaced(in json: Any) -> Any {
        if let elements = json as? [Any] { return elements.map(replaced) }
        guard var object = json as? [String: Any] else { return json }
        let number = Double(value).flatMap { $0.isFinite ? $0 : nil }
        for (name, old) in object {
            if let category = object["category"] as? String, name == "fcstValue" || name == "obsrValue" {
                if fields.contains(category) { object[name] = value }
            } else if fields.contains(
                name.filter { !$0.isNumber || name.first?.isNumber == true }.withoutHalf
            ) {
                object[name] = old is String ? value : number ?? value
            } else {
                object[name] = replaced(in: old)
            }
        }
        return object
    }
}

extension String {
    /// `wfAm` as `wf`: the half of the day taken off a mid-term field.
    fileprivate var withoutHalf: String {
        hasSuffix("Am") || hasSuffix("Pm") ? String(dropLast(2)) : self
    }
}
