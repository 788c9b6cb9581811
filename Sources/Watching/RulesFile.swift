import Forecast
import KMAForecast

/// A line each: `부산 | 내일 비 | ntfy https://ntfy.sh/topic`; `#` begins a comment.
package enum RulesFile {
    static let limit = 200

    package static func alarms(in text: String, at now: Date, allowsPrivate: Bool) throws(RulesFileError) -> [Alarm] {
        var alarms: [Alarm] = []
        var faults: [RulesFileError.Fault] = []
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = line.trimmed
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            do throws(RulesFileError.Fault) {
                alarms.append(try alarm(line, number: index + 1, at: now, allowsPrivate: allowsPrivate))
            } catch { faults.append(error) }
        }
        if alarms.count > limit {
            faults.append(.init(line: nil, reason: LocalizedText("규칙은 \(limit)개까지입니다.", "There are more than \(limit) rules.")))
        }
        guard faults.isEmpty else { throw RulesFileError(faults: faults) }
        return alarms
    }

    private static func alarm(_ line: Substring, number: Int, at now: Date, allowsPrivate: Bool) throws(RulesFileError.Fault) -> Alarm {
        func fault(_ reason: LocalizedText) -> RulesFileError.Fault { .init(line: number, reason: reason) }
        let parts = line.split(separator: "|", maxSplits: 2, omittingEmptySubsequences: false).map(\.trimmed)
        guard parts.count == 3 else {
            throw fault(
                LocalizedText(
                    "‘지역 | 규칙 | 받는 곳’이어야 합니다. 예: 부산 | 내일 비 | ntfy https://ntfy.sh/topic",
                    "It must be ‘place | rule | receiver’, such as: Busan | rain tomorrow | ntfy https://ntfy.sh/topic"
                )
            )
        }
        let words = parts[2].split(separator: " ").map(String.init)
        guard words.count == 2, ["ntfy", "webhook"].contains(words[0]), let address = WebAddress(words[1]) else {
            throw fault(
                LocalizedText(
                    "받는 곳은 ‘ntfy 주소’ 또는 ‘webhook 주소’입니다. 주소는 http:// 또는 https://로 시작하고 이름과 비밀번호가 없습니다.",
                    "The receiver is ‘ntfy address’ or ‘webhook address’. An address starts with http:// or https:// and has no user and password."
                )
            )
        }
        let receiver = words[0] == "ntfy" ? Receiver.ntfy(address) : .webhook(address)
        if address.isPrivate, !allowsPrivate { throw fault(DeliveryFault.privateAddress.message(of: receiver)) }
        let rule: WeatherRule
        do throws(RuleError) { rule = try WeatherRule(String(parts[1]), at: now) } catch { throw fault(error.message(of: String(parts[1]))) }
        do throws(ForecastError) {
            let place = try PlaceRequest(String(parts[0])).place()
            return Alarm(place: place, rule: rule, receiver: receiver)
        } catch { throw fault(error.message) }
    }
}

package struct RulesFileError: Error, Sendable, Hashable {
    package struct Fault: Error, Sendable, Hashable {
        package var line: Int?
        package var reason: LocalizedText
    }

    package var faults: [Fault]
}

extension RulesFileError { package init(_ reason: LocalizedText) { faults = [Fault(line: nil, reason: reason)] } }

extension Substring {
    fileprivate var trimmed: Substring {
        let start = drop(while: \.isWhitespace)
        return start.lastIndex { !$0.isWhitespace }.map { start[...$0] } ?? ""
    }
}
