import Feeds
import Forecast
import KMAForecast
import Regions
import Rendering

extension BulletinReport {
    /// Atom (RFC 4287), the same for all clients; `query` are its parameters.
    package func atom(_ language: Language, query: String) -> [UInt8] {
        let isSample = current.isSample
        let place = current.place.map { LocalizedText($0.name, $0.englishName) } ?? AlertList.country
        let title = LocalizedText("\(place.korean) 기상특보", "Weather warnings for \(place.english)")
        var xml = XMLWriter()
        xml.element("feed", [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", language.rawValue)]) { xml in
            let place = current.place?.name.percentEncoded
            let chosenLanguage = query.split(separator: "&").last { $0.hasPrefix("lang=") }.map { "?\($0)" } ?? ""
            xml.element("id", "urn:x-kma:alerts:\(place ?? "KR")\(chosenLanguage)")
            xml.element("title", title[language])
            xml.element("subtitle", note?[language])
            xml.element("updated", updatedAt.rfc3339)
            xml.element("author") { $0.element("name", "kma") }
            xml.element("rights", current.attribution.map { Attribution.name(of: $0)[language] }.joined(separator: ", "))
            xml.element("generator", "kma \(Version.current)")
            let parameters = query.isEmpty ? "" : "?\(query)"
            xml.empty("link", [("rel", "self"), ("type", "application/atom+xml"), ("href", "alerts.atom\(parameters)")])
            // RFC 4287, 4.1.2: without content an entry has a page, which readers open; some open the first link, some the last alternate.
            xml.empty("link", [("rel", "alternate"), ("type", "text/html"), ("href", "../\(place ?? "")\(chosenLanguage)")])
            xml.empty("link", [("rel", "related"), ("type", "application/json"), ("href", "alerts\(parameters)")])
            for bulletin in bulletins {
                let area = bulletin.zone.code.flatMap { WarningZones.ofKorea[$0]?.area }
                let page = "../\(place ?? area?.korean.percentEncoded ?? "")\(chosenLanguage)"
                xml.element("entry") { $0.entry(bulletin, of: page, isSample: isSample, language) }
            }
        }
        return xml.bytes
    }

    private var updatedAt: Date { bulletins.map(\.issuedAt).max() ?? KoreanDate(of: current.generatedAt).start }

    private var note: LocalizedText? {
        if current.isSample { return Notices.sample }
        if current.isStale, let fetchedAt = current.source.fetchedAt {
            let time = KoreanTime(fetchedAt)
            return LocalizedText(
                "\(time.date.monthAndDay) \(time.clock)에 받은 특보입니다. 그 뒤에 바뀌었을 수 있습니다.",
                "As of \(time.date.monthAndDay) \(time.clock) KST. It may have changed since."
            )
        }
        return current.isWhole && current.alerts != nil ? nil : AlertList.unread
    }
}

extension XMLWriter {
    fileprivate mutating func entry(_ bulletin: WarningBulletin, of page: String, isSample: Bool, _ language: Language) {
        let text = BulletinText(bulletin: bulletin, isSample: isSample)
        element("id", "urn:x-kma:alert:\(bulletin.id)")
        element("title", text.headline[language])
        element("updated", bulletin.issuedAt.rfc3339)
        element("published", bulletin.issuedAt.rfc3339)
        element("author") { $0.element("name", Attribution.name(of: "기상청")[language]) }
        empty("category", [("term", bulletin.kind.identifier), ("label", bulletin.kind.name[language])])
        empty("link", [("rel", "alternate"), ("type", "text/html"), ("href", page)])
        if bulletin.action != .standing {
            empty("link", [("rel", "related"), ("type", "application/cap+xml"), ("href", "alerts/\(bulletin.id.percentEncoded).cap")])
        }
        element("summary", text.sentence[language])
    }
}
