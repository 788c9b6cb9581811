/// The English names of KMA's warning zones at sea, which no table lists.
///
/// A name is made of a few words in one order: a coast or a sea, a part of it, the sea off a coast with several, a side,
/// and how far out: `남해서부동쪽먼바다` is the eastern open sea of the western South Sea.
public enum SeaZoneName {
    /// The English name of a zone; `nil` where a word of its name is not known.
    public static func english(_ name: String) -> String? {
        var rest = name[...]
        guard let area = take(areas, from: &rest) else { return nil }
        let part = take(parts, from: &rest)
        let sea = take(seas, from: &rest)
        let side = take(sides, from: &rest)
        guard let reach = take(reaches, from: &rest), rest.isEmpty else { return nil }
        let waters = [sea, side, reach].compactMap { $0 }.joined(separator: " ")
        let place = [part, area].compactMap { $0 }.joined(separator: " ")
        let article = seas.contains { $0.english == area } ? "the " : ""
        return waters.prefix(1).uppercased() + waters.dropFirst() + " of " + article + place
    }

    private typealias Word = (korean: String, english: String)

    /// Removes the first of some words that the rest begins with.
    private static func take(_ words: [Word], from rest: inout Substring) -> String? {
        guard let word = words.first(where: { rest.hasPrefix($0.korean) }) else { return nil }
        rest = rest.dropFirst(word.korean.count)
        return word.english
    }

    private static let seas: [Word] = [("서해", "West Sea"), ("남해", "South Sea"), ("동해", "East Sea")]

    private static let areas: [Word] =
        seas + [
            ("인천·경기", "Incheon and Gyeonggi"), ("인천.경기", "Incheon and Gyeonggi"),
            ("인천", "Incheon"), ("경기", "Gyeonggi"), ("충남", "Chungnam"), ("전북", "Jeonbuk"),
            ("전남", "Jeonnam"), ("경남", "Gyeongnam"), ("거제시", "Geoje-si"), ("부산", "Busan"),
            ("울산", "Ulsan"), ("경북", "Gyeongbuk"), ("강원", "Gangwon"), ("제주도", "Jeju"),
            ("울릉도", "Ulleungdo"),
        ]

    private static let parts: [Word] = [
        ("북부", "northern"), ("중부", "central"), ("남부", "southern"), ("동부", "eastern"), ("서부", "western"),
    ]

    private static let sides: [Word] = [
        ("남동쪽", "southeastern"), ("남서쪽", "southwestern"), ("북동쪽", "northeastern"), ("북서쪽", "northwestern"),
        ("북쪽", "northern"), ("남쪽", "southern"), ("동쪽", "eastern"), ("서쪽", "western"),
    ]

    private static let reaches: [Word] = [
        ("앞바다", "coastal waters"), ("연안바다", "inshore waters"), ("안쪽먼바다", "inner open sea"),
        ("바깥먼바다", "outer open sea"), ("먼바다", "open sea"),
    ]
}
