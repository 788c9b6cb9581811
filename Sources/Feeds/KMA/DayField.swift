/// A field whose name ends in, or holds, the number of a day: `taMin4Low`, `wf5Am`, `rnSt8`.
///
/// The number counts from the date of the issue, not from today.
struct DayField: CodingKey {
    /// The days any issue, of today or of before 2024-11-28, has ever spoken of.
    static let days = 3...10

    var stringValue: String
    var intValue: Int? { nil }

    init(_ name: String, _ day: Int, _ part: String = "") {
        stringValue = "\(name)\(day)\(part)"
    }

    init?(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) {
        nil
    }
}

extension KeyedDecodingContainer<DayField> {
    /// The number in a field, `nil` where the field is absent or says nothing.
    func number(_ name: String, _ day: Int, _ part: String = "") throws -> Double? {
        try decodeIfPresent(LenientNumber.self, forKey: DayField(name, day, part))?.value
    }

    /// The words in a field, `nil` where the field is absent or empty.
    func words(_ name: String, _ day: Int, _ part: String = "") throws -> String? {
        let words = try decodeIfPresent(LenientText.self, forKey: DayField(name, day, part))?.value
        return words?.isEmpty == true ? nil : words
    }
}
