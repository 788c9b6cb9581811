import Forecast
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Regions

/// A weather warning in words: `⚠ 호우경보  김천시북부  26일 12시까지`.
struct AlertText {
    let alert: Alert
    let now: Date
    let style: Style

    /// The mark and the name, as a status bar has them.
    var name: String { "⚠ \(alert.label[style.language])" }

    /// A line on top of a table, in the colour of the level: the name, the zones where they are not all of the place, and
    /// the times that matter.
    var line: String {
        let zones = alert.coversAll ? nil : alert.zones.map(name).joined(separator: ", ")
        let parts = [name, zones, times].compactMap { $0 }.joined(separator: "  ")
        return " " + style.ansi.level(alert.level, parts.cut(to: style.width - 2))
    }

    private func name(of zone: AlertZone) -> String { style(zone.name, zone.englishName) }

    /// When it takes effect, where it has not yet, and when it ends, where that is announced.
    private var times: String? {
        func words(_ instant: Date) -> String { KoreanTime(instant).dayAndHour[style.language] }
        let start = alert.effectiveAt.flatMap {
            $0 > now ? style("\(words($0))부터", "from \(words($0))") : nil
        }
        let end = alert.endsAt.map { style("\(words($0))까지", "until \(words($0))") }
        let parts = [start, end].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

/// The warnings of the whole country: a province a row, and the seas last.
struct AlertTable {
    let alerts: [Alert]
    let style: Style

    var lines: [String] {
        let width = (rows.map(\.name.displayWidth).max() ?? 0) + 2
        return rows.flatMap { row in
            let texts = row.texts.joined(separator: " · ").wrapped(to: style.width - width - 1)
            return texts.enumerated().map { index, text in
                " " + (index == 0 ? row.name : "").padded(to: width) + text
            }
        }
    }

    private var rows: [(name: String, texts: [String])] {
        let zones = WarningZones.ofKorea
        let tops = zones.all.filter { $0.parent == nil }
        let land = tops.map { top in
            (name: name(of: top), texts: alerts.compactMap { text($0, in: top, zones) })
        }
        let sea = alerts.compactMap { alert in
            let names = alert.zones.filter { zones[$0.code ?? ""] == nil }
                .map { style($0.name, $0.englishName) }
            return names.isEmpty ? nil : "\(alert.label[style.language])(\(names.joined(separator: ", ")))"
        }
        return (land + [(name: style("바다", "Sea"), texts: sea)]).filter { !$0.texts.isEmpty }
    }

    /// `호우경보(김천시, 구미시)`: the name alone where all of the province is warned.
    private func text(_ alert: Alert, in province: WarningZone, _ zones: WarningZones) -> String? {
        let warned = Set(alert.zones.compactMap(\.code))
        let names = names(of: province, warned, zones)
        if names.isEmpty { return nil }
        let label = alert.label[style.language]
        return names == [name(of: province)] ? label : "\(label)(\(names.joined(separator: ", ")))"
    }

    /// The highest zones all of whose parts are warned.
    private func names(of zone: WarningZone, _ warned: Set<String>, _ zones: WarningZones) -> [String] {
        let leaves = zones.leaves(of: zone)
        if leaves.allSatisfy({ warned.contains($0.code) }) { return [name(of: zone)] }
        if leaves.count == 1 { return [] }
        return zones.parts(of: zone).flatMap { names(of: $0, warned, zones) }
    }

    private func name(of zone: WarningZone) -> String { style(zone.name, zone.englishName) }
}

extension AlertZone {
    /// Its English name, from the table for one on land; KMA's Korean one where none is known.
    var englishName: String {
        code.flatMap { WarningZones.ofKorea[$0]?.englishName } ?? SeaZoneName.english(name) ?? name
    }
}
