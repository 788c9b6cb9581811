import Forecast
import Synchronization

/// Time zone with one offset, that of now, as with Open-Meteo.
struct OpenMeteoZone: Sendable {
    let name: String
    private let rules: ZoneFile?

    static let korea = OpenMeteoZone(name: "Asia/Seoul", rules: nil)
    static let greenwich = OpenMeteoZone(name: "GMT", rules: nil)

    private init(name: String, rules: ZoneFile?) { (self.name, self.rules) = (name, rules) }

    init(_ names: [String]) throws(OpenMeteoError) {
        let zones = try names.map { name throws(OpenMeteoError) -> OpenMeteoZone in
            switch name {
            case "auto", "Asia/Seoul": return .korea
            case "GMT", "UTC", "Etc/GMT", "Etc/UTC": return .greenwich
            default:
                guard let rules = ZoneFile.named(name) else {
                    throw OpenMeteoError("Invalid timezone '\(name.shown)'. Use a name of the tz database, such as 'Asia/Seoul', or 'GMT'.")
                }
                return OpenMeteoZone(name: name, rules: rules)
            }
        }
        guard Set(zones.map(\.name)).count < 2 else { throw OpenMeteoError("Parameter 'timezone' names two zones. This server answers in one.") }
        self = zones.first ?? .greenwich
    }

    func offset(at instant: Date) -> Double { name == OpenMeteoZone.korea.name ? KoreanTime.offset : rules?.offset(at: instant) ?? 0 }

    static func abbreviation(of offset: Double) -> String {
        let minutes = Int(offset / 60)
        let (hours, rest) = abs(minutes).quotientAndRemainder(dividingBy: 60)
        guard minutes != 0 else { return "GMT" }
        return "GMT\(minutes < 0 ? "-" : "+")\(hours)" + (rest == 0 ? "" : rest < 10 ? ":0\(rest)" : ":\(rest)")
    }
}

/// The machine's tz database (RFC 9636), since Foundation needs 40 MB of ICU.
struct ZoneFile: Sendable {
    private var transitions: [(begins: Int64, offset: Double)] = []
    private var first = 0.0
    private var rule: ZoneRule?

    private static let folder = "/usr/share/zoneinfo/"
    private static let read = Mutex<[String: ZoneFile]>([:])

    static func named(_ name: String) -> ZoneFile? {
        if let zone = read.withLock({ $0[name] }) { return zone }
        guard name.utf8.count <= 64, name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+){0,2}/) != nil,
            let data = FileManager.default.contents(atPath: folder + name), let zone = ZoneFile([UInt8](data))
        else { return nil }
        read.withLock { $0[name] = zone }
        return zone
    }

    init?(_ bytes: [UInt8]) {
        var rest = bytes[...]
        func number(_ count: Int) -> Int64? {
            guard rest.count >= count else { return nil }
            let value = rest.prefix(count).reduce(Int64(rest.first.map { $0 > 127 ? -1 : 0 } ?? 0)) { $0 << 8 | Int64($1) }
            rest = rest.dropFirst(count)
            return value
        }
        func header() -> (ends: Int, leaps: Int, times: Int, types: Int, letters: Int)? {
            guard rest.starts(with: Array("TZif".utf8)), rest.count >= 44, rest[rest.startIndex + 4] >= UInt8(ascii: "2") else { return nil }
            rest = rest.dropFirst(20)
            let counts = (0..<6).compactMap { _ in number(4).map { Int($0) } }
            guard counts.allSatisfy({ 0...100_000 ~= $0 }) else { return nil }
            return (counts[0] + counts[1], counts[2], counts[3], counts[4], counts[5])
        }
        // The 32-bit block is skipped, the 64-bit one read.
        guard let short = header() else { return nil }
        rest = rest.dropFirst(short.times * 5 + short.types * 6 + short.letters + short.leaps * 8 + short.ends)
        guard let long = header() else { return nil }
        let times = (0..<long.times).compactMap { _ in number(8) }
        let kinds = (0..<long.times).compactMap { _ in number(1).map { Int($0) } }
        let offsets = (0..<long.types).compactMap { _ in number(4).flatMap { offset in number(2).map { _ in Double(offset) } } }
        guard kinds.count == long.times, let first = offsets.first, kinds.allSatisfy(offsets.indices.contains) else { return nil }
        self.first = first
        transitions = zip(times, kinds).map { ($0, offsets[$1]) }
        rest = rest.dropFirst(long.letters + long.leaps * 12 + long.ends)
        rule = String(validating: rest, as: UTF8.self).flatMap { ZoneRule($0.filter { $0 != "\n" }) }
    }

    func offset(at instant: Date) -> Double {
        let seconds = Int64(instant.timeIntervalSince1970)
        if let last = transitions.last, seconds < last.begins { return transitions.last { $0.begins <= seconds }?.offset ?? first }
        return rule?.offset(at: instant) ?? transitions.last?.offset ?? first
    }
}

/// `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX, Environment Variables, TZ).
private struct ZoneRule: Sendable {
    private let standard: Double
    private let summer: (offset: Double, from: Turn, to: Turn)?

    /// Weekday of a month, the fifth for the last.
    private struct Turn {
        let month: Int
        let week: Int
        let weekday: Int
        let time: Double

        /// Seconds since 1970 on the clock that it ends.
        func seconds(in year: Int) -> Double {
            let start = KoreanDate(year: year, month: month, day: 1)
            let next = KoreanDate(year: year + month / 12, month: month % 12 + 1, day: 1)
            var date = start + ((weekday - start.weekday + 7) % 7 + 7 * (week - 1))
            while date >= next { date = date + -7 }
            return Double(date.dayNumber) * 86_400 + time
        }
    }

    init?(_ text: String) {
        let form = /(?:[A-Za-z]+|<[^>]+>)([-+\d:]+)(?:(?:[A-Za-z]+|<[^>]+>)([-+\d:]+)?,M([\d.]+)(?:\/([-+\d:]+))?,M([\d.]+)(?:\/([-+\d:]+))?)?/
        guard let match = text.wholeMatch(of: form), let west = ZoneRule.seconds(match.1) else { return nil }
        standard = -west
        guard let first = match.3, let second = match.5 else {
            summer = nil
            return
        }
        func turn(_ day: Substring, _ time: Substring?) -> Turn? {
            let parts = day.split(separator: ".").compactMap { Int($0) }
            guard parts.count == 3, 1...12 ~= parts[0], 1...5 ~= parts[1], 0...6 ~= parts[2], let time = time.map(ZoneRule.seconds) ?? 7_200 else {
                return nil
            }
            return Turn(month: parts[0], week: parts[1], weekday: parts[2], time: time)
        }
        guard let from = turn(first, match.4), let to = turn(second, match.6), let offset = match.2.map(ZoneRule.seconds) ?? west - 3_600 else {
            return nil
        }
        summer = (-offset, from, to)
    }

    private static func seconds(_ text: Substring) -> Double? {
        let parts = text.drop { $0 == "-" || $0 == "+" }.split(separator: ":").map { Double($0) }
        guard !parts.isEmpty, !parts.contains(nil) else { return nil }
        let value = zip(parts, [3_600, 60, 1]).reduce(0) { $0 + ($1.0 ?? 0) * $1.1 }
        return text.first == "-" ? -value : value
    }

    func offset(at instant: Date) -> Double {
        guard let summer else { return standard }
        let clock = instant.timeIntervalSince1970 + standard
        let year = KoreanDate(dayNumber: Int((clock / 86_400).rounded(.down))).civil.year
        let (begin, end) = (summer.from.seconds(in: year), summer.to.seconds(in: year) - summer.offset + standard)
        let isSummer = begin < end ? begin <= clock && clock < end : !(end <= clock && clock < begin)
        return isSummer ? summer.offset : standard
    }
}
