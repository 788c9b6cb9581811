import Forecast
import Regions
import Rendering

/// OASIS CAP 1.2, made of the announcement alone, so that an identifier has one message for ever.
package struct CAPMessage {
    let bulletin: WarningBulletin
    let isSample: Bool
    static let sender = "kma"

    /// An exercise for samples; `nil` without a known announcement.
    package init?(_ bulletin: WarningBulletin, isSample: Bool) {
        if bulletin.action == .standing { return nil }
        (self.bulletin, self.isSample) = (bulletin, isSample)
    }

    package var xml: [UInt8] {
        var xml = XMLWriter()
        xml.element("alert", [("xmlns", "urn:oasis:names:tc:emergency:cap:1.2")]) { xml in
            xml.element("identifier", bulletin.id)
            xml.element("sender", CAPMessage.sender)
            xml.element("sent", bulletin.issuedAt.rfc3339)
            xml.element("status", isSample ? "Exercise" : "Actual")
            xml.element("msgType", type)
            xml.element("scope", "Public")
            xml.element("note", isSample ? Notices.sample[.korean] : nil)
            xml.element("references", bulletin.previous.map { "\(CAPMessage.sender),\($0.id),\($0.issuedAt.rfc3339)" })
            for language in Language.allCases { xml.element("info") { info(in: language, to: &$0) } }
        }
        return xml.bytes
    }

    private var type: String {
        switch bulletin.action {
        case .issued, .standing: "Alert"
        case .changed, .ending: "Update"
        case .released: "Cancel"
        }
    }

    private func info(in language: Language, to xml: inout XMLWriter) {
        let text = BulletinText(bulletin: bulletin, isSample: isSample)
        let isOver = bulletin.action == .released
        xml.element("language", language == .korean ? "ko-KR" : "en-US")
        xml.element("category", "Met")
        xml.element("event", bulletin.level.label(of: bulletin.kind)[language])
        xml.element("responseType", isOver ? "AllClear" : "Prepare")
        xml.element("urgency", isOver ? "Past" : isForLater ? "Expected" : "Immediate")
        xml.element("severity", severity)
        xml.element("certainty", isOver ? "Observed" : "Likely")
        xml.element("eventCode") { xml in
            xml.element("valueName", "KMA:kind")
            xml.element("value", bulletin.kind.identifier)
        }
        xml.element("effective", bulletin.issuedAt.rfc3339)
        xml.element("onset", bulletin.startsAt?.rfc3339)
        xml.element("expires", bulletin.endsAt?.rfc3339)
        xml.element("senderName", Attribution.name(of: "기상청")[language])
        xml.element("headline", text.headline[language])
        xml.element("description", text.sentence[language])
        xml.element("area") { area(in: language, to: &$0) }
    }

    private func area(in language: Language, to xml: inout XMLWriter) {
        let (zone, table) = (bulletin.zone, bulletin.zone.code.flatMap { WarningZones.ofKorea[$0] })
        xml.element("areaDesc", language == .korean ? zone.name : zone.englishName)
        for ring in table?.outlines ?? [] where ring.count >= 3 {
            let points = (ring + ring.prefix(1)).map { "\($0.latitude),\($0.longitude)" }
            xml.element("polygon", points.joined(separator: " "))
        }
        guard let code = zone.code else { return }
        xml.element("geocode") { xml in
            xml.element("valueName", "KMA:warning-zone")
            xml.element("value", code)
        }
    }

    private var isForLater: Bool { bulletin.startsAt.map { $0 > bulletin.issuedAt } ?? false }

    private var severity: String {
        switch bulletin.level {
        case .preliminary: "Minor"
        case .advisory: "Moderate"
        case .warning: "Severe"
        case .severe: "Extreme"
        }
    }
}
