import Feeds
import Foundation
import SampleFeeds

/// A value that weather cannot have, to be put into an upstream's answers in place of those of some fields.
public struct ImpossibleValue: Sendable {
    /// Categories of KMA's grid and names of OpenWeather's fields; KMA's mid-term fields without their day.
    public static let measured: Set = [
        "VEC", "WSD", "UUU", "VVV", "REH", "POP", "PCP", "SNO", "RN1", "PTY", "SKY", "LGT", "rnSt",
        "taMinLow", "taMinHigh", "taMaxLow", "taMaxHigh", "speed", "deg", "gust", "humidity", "pop", "1h",
        "3h", "visibility", "feels_like", "pod",
    ]
    /// Fields that are texts.
    public static let texts: Set = ["wf", "wfSv", "icon", "description"]
    /// Fields and categories that are temperatures.
    public static let temperatures: Set = ["TMP", "T1H", "TMN", "TMX", "taMin", "taMax", "temp"]
    /// Lows of a day.
    public static let lows: Set = ["TMN", "taMin"]

    /// The value, as text.
    public var value: String
    /// The fields that have it.
    public var fields: Set<String>

    /// A value of fields.
    public init(_ value: String, of fields: Set<String>) {
        (self.value, self.fields) = (value, fields)
    }

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

extension Upstream {
    /// Answers with sample weather in which some fields have such a value.
    public func answer(with impossible: ImpossibleValue) {
        let now = now
        for endpoint in Endpoint.allCases {
            answers[endpoint] = { request in
                let sample = SampleFeeds.answer(to: request.target, at: now)
                return .json(impossible.replaced(in: sample.body), status: sample.status)
            }
        }
    }
}

extension String {
    /// `wfAm` as `wf`: the half of the day taken off a mid-term field.
    fileprivate var withoutHalf: String {
        hasSuffix("Am") || hasSuffix("Pm") ? String(dropLast(2)) : self
    }
}
