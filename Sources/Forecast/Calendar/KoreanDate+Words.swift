extension KoreanDate {
    /// The day of the week in one letter, or in three in English.
    public var weekdayName: LocalizedText {
        let korean = ["일", "월", "화", "수", "목", "금", "토"]
        let english = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        return LocalizedText(korean[weekday], english[weekday])
    }

    /// What people call the day seen from today: by its distance, then by its date.
    public func label(offset: Int) -> LocalizedText {
        let (_, month, day) = civil
        return switch offset {
        case 0: LocalizedText("오늘", "Today")
        case 1: LocalizedText("내일", "Tomorrow")
        case 2: LocalizedText("모레", "In 2 days")
        case 3: LocalizedText("글피", "In 3 days")
        default: LocalizedText("\(month)월 \(day)일", "\(KoreanDate.englishMonths[month - 1]) \(day)")
        }
    }

    private static let englishMonths = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
