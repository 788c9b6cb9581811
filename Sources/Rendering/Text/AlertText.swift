import Forecast
import KMAForecast
import Regions

/// `⚠ 호우경보  김천시북부  26일 12시까지`.
struct AlertText {
    let alert: Alert
    let now: Date
    let style: Style

    var name: String { "⚠ \(title)" }

    var title: String { named(with: []) }

    func named(with zones: [String]) -> String {
        let inside = zones + [times].compactMap(\.self)
        let label = alert.label[style.language]
        return inside.isEmpty ? label : "\(label)\(style("", " "))(\(inside.joined(separator: ", ")))"
    }

    /// Names zones unless all are warned; wraps, as a warning is never cut.
    var lines: [String] {
        let name = "⚠ \(alert.label[style.language])"
        let zones = alert.coversAll ? "" : alert.zones.map(self.name).joined(separator: ", ")
        let room = style.width - 2
        let indent = name.displayWidth + 2 > room / 2 ? 2 : name.displayWidth + 2
        let words = [zones, times ?? ""].filter { !$0.isEmpty }
        let whole = ([name] + words).joined(separator: "  ")
        guard whole.displayWidth > room else { return [line(whole)] }
        let rest = words.flatMap { $0.wrapped(to: room - indent) }
        let first = indent == 2 ? [name] : ["\(name)  \(rest.first ?? "")"]
        let others = rest.dropFirst(indent == 2 ? 0 : 1).map { String(repeating: " ", count: indent) + $0 }
        return (first + others).map(line)
    }

    private func line(_ text: String) -> String { " " + style.ansi.level(alert.level, text) }

    private func name(of zone: AlertZone) -> String { style(zone.name, zone.englishName) }

    private var times: String? {
        // A preliminary one keeps its time, as nothing else tells that it is over.
        let start = alert.effectiveAt.flatMap { $0 > now || alert.level == .preliminary ? style("\(words($0))부터", "from \(words($0))") : nil }
        let end = alert.endsAt.map { style("\(words($0))까지", "until \(words($0))") }
        let parts = [start, end].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    private func words(_ instant: Date) -> String { KoreanTime(instant).dayAndHour[style.language] }
}

/// A line a warning, or a row a province.
public struct AlertList {
    let report: AlertReport
    let style: Style

    /// Name in place of a place's.
    public static let country = LocalizedText("전국", "Korea")

    var text: String { (title + lines + [style.attribution(report.attribution)]).joined(separator: "\n") }

    var line: String {
        guard let alerts = report.alerts, !alerts.isEmpty else { return AlertList.none(report.alerts, style) }
        let names = alerts.map { AlertText(alert: $0, now: report.generatedAt, style: style).name }
        return (names.uniqued + [unread].compactMap(\.self)).joined(separator: " · ")
    }

    private var unread: String? { report.isWhole ? nil : AlertList.unread[style.language] }

    static let unknown = LocalizedText("특보를 확인하지 못했습니다.", "It is not known whether there are warnings.")

    package static let unread = LocalizedText("읽지 못한 특보가 더 있을 수 있습니다.", "There may be more warnings, which could not be read.")

    private var title: [String] {
        let place = report.place.map { style($0.name, $0.englishName) } ?? AlertList.country[style.language]
        return style.title(place, at: report.generatedAt).map { style.ansi.bold(" " + $0.withoutTrailingSpaces) }
    }

    private var lines: [String] {
        guard let alerts = report.alerts, !alerts.isEmpty else { return style.paragraph(AlertList.none(report.alerts, style)) }
        let lines =
            report.place == nil
            ? AlertTable(alerts: alerts.readable(at: report.generatedAt), now: report.generatedAt, style: style).lines
            : alerts.readable(at: report.generatedAt).flatMap { AlertText(alert: $0, now: report.generatedAt, style: style).lines }
        return lines + (unread.map(style.paragraph) ?? [])
    }

    static func none(_ alerts: [Alert]?, _ style: Style) -> String {
        alerts == nil ? unknown[style.language] : style("발효 중인 특보가 없습니다.", "There are no warnings.")
    }
}

struct AlertTable {
    let alerts: [Alert]
    let now: Date
    let style: Style

    var lines: [String] {
        let width = (rows.map(\.name.displayWidth).max() ?? 0) + 2
        let isNarrow = width > style.width / 3
        let indent = isNarrow ? 2 : width
        return rows.flatMap { row in
            let texts = row.texts.joined(separator: " · ").wrapped(to: style.width - indent - 1)
            let named = texts.enumerated().map { index, text in " " + (index == 0 && !isNarrow ? row.name : "").padded(to: indent) + text }
            return (isNarrow ? [" " + row.name] : []) + named
        }
    }

    private var rows: [(name: String, texts: [String])] {
        let zones = WarningZones.ofKorea
        let tops = zones.all.filter { $0.parent == nil }
        let land = tops.map { top in (name: title(of: top), texts: alerts.compactMap { text($0, in: top, zones) }) }
        let ordered = land.enumerated().sorted { (rank(of: tops[$0.offset]), $0.offset) < (rank(of: tops[$1.offset]), $1.offset) }.map(\.element)
        let sea = alerts.compactMap { alert in
            let names = alert.zones.filter { zones[$0.code ?? ""] == nil }.map { style($0.name, $0.englishName) }
            return names.isEmpty ? nil : words(alert, names)
        }
        return (ordered + [(name: style("바다", "Sea"), texts: sea)]).filter { !$0.texts.isEmpty }
    }

    private static let provinces = Gazetteer.search("", limit: 30)

    private func rank(of zone: WarningZone) -> Int { AlertTable.provinces.firstIndex { zone.names.contains($0.name) } ?? AlertTable.provinces.count }

    private func title(of zone: WarningZone) -> String {
        let official = AlertTable.provinces.first { province in zone.names.contains(province.name) && province.name.prefix(2) == zone.name.prefix(2) }
        return official.map { style($0.name, $0.englishName) } ?? name(of: zone)
    }

    private func text(_ alert: Alert, in province: WarningZone, _ zones: WarningZones) -> String? {
        let warned = Set(alert.zones.compactMap(\.code))
        let names = names(of: province, warned, zones)
        if names.isEmpty { return nil }
        return words(alert, names == [name(of: province)] ? [] : names)
    }

    private func words(_ alert: Alert, _ names: [String]) -> String { AlertText(alert: alert, now: now, style: style).named(with: names) }

    private func names(of zone: WarningZone, _ warned: Set<String>, _ zones: WarningZones) -> [String] {
        let leaves = zones.leaves(of: zone)
        if leaves.allSatisfy({ warned.contains($0.code) }) { return [name(of: zone)] }
        if leaves.count == 1 { return [] }
        return zones.parts(of: zone).flatMap { names(of: $0, warned, zones) }
    }

    private func name(of zone: WarningZone) -> String {
        // KMA joins islands with a full stop: 울릉도.독도.
        style(zone.name.replacing(".", with: "·"), zone.englishName)
    }
}

extension [Alert] {
    func readable(at now: Date) -> [Alert] {
        reduce(into: []) { kept, alert in
            func start(_ alert: Alert) -> Date { Swift.max(alert.effectiveAt ?? now, now) }
            let same = kept.firstIndex { other in
                (other.kind, other.level, other.endsAt) == (alert.kind, alert.level, alert.endsAt) && start(other) == start(alert)
            }
            if let same { kept[same].zones += alert.zones } else { kept.append(alert) }
        }
    }

    func names(_ language: Language) -> [String] { map { $0.label[language] }.uniqued }
}

extension AlertZone {
    package var englishName: String { code.flatMap { WarningZones.ofKorea[$0]?.englishName } ?? SeaZoneName.english(name) ?? name }
}
