import Forecast

struct BulletinText {
    let bulletin: WarningBulletin
    let isSample: Bool

    var headline: LocalizedText {
        let (label, zone) = (bulletin.level.label(of: bulletin.kind), bulletin.zone)
        let text =
            switch bulletin.action {
            case .issued: LocalizedText("\(label.korean) 발표", "\(label.english) issued")
            case .changed: LocalizedText("\(label.korean)로 변경", "\(label.english) now in place")
            case .ending: LocalizedText("\(label.korean) 해제 예고", "\(label.english) about to end")
            case .released: LocalizedText("\(label.korean) 해제", "\(label.english) lifted")
            case .standing:
                bulletin.startsAt == nil
                    ? LocalizedText("\(label.korean) 발효 중", "\(label.english) in force")
                    : LocalizedText("\(label.korean) 예정", "\(label.english) to come")
            }
        let mark = isSample ? LocalizedText("[예시] ", "[Sample] ") : LocalizedText("", "")
        return LocalizedText("\(mark.korean)\(zone.name) \(text.korean)", "\(mark.english)\(zone.englishName): \(text.english)")
    }

    var sentence: LocalizedText {
        let issued = words(bulletin.issuedAt)
        let end = bulletin.endsAt.map(words)
        let start = bulletin.startsAt.map(words)
        return switch (bulletin.action, start, end) {
        case (.standing, _, _):
            LocalizedText(
                "\(start.map { "\($0.korean)부터 발효됩니다. " } ?? "")기상청의 발표 시각은 아직 알 수 없습니다.",
                "\(start.map { "It takes effect on \($0.english). " } ?? "")KMA's announcement is not known yet."
            )
        case (.released, _, _): LocalizedText("기상청이 \(issued.korean)에 해제했습니다.", "KMA lifted it on \(issued.english).")
        case (_, _, let end?):
            LocalizedText("\(end.korean)에 해제된다고 기상청이 \(issued.korean)에 발표했습니다.", "It ends on \(end.english), as KMA announced on \(issued.english).")
        case (_, let start?, nil) where bulletin.startsAt.map { $0 > bulletin.issuedAt } == true:
            LocalizedText(
                "\(start.korean)부터 발효된다고 기상청이 \(issued.korean)에 발표했습니다.",
                "It takes effect on \(start.english), as KMA announced on \(issued.english)."
            )
        default: LocalizedText("기상청이 \(issued.korean)에 발표했습니다.", "KMA announced it on \(issued.english).")
        }
    }

    /// Readable at any later time: `10월 4일 14:00`.
    private func words(_ instant: Date) -> LocalizedText {
        let time = KoreanTime(instant)
        let label = time.date.label(offset: 4)
        return LocalizedText("\(label.korean) \(time.clock)", "\(label.english), \(time.clock) KST")
    }
}
