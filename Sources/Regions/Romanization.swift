/// Words of names in Latin letters by their sound: `Pusan`, `Kangnam` and `Shinchon` are spelled as in the tables, which have the system of 2000.
enum Romanization {
    /// Text as the tables spell it; `nil` if they know no other spelling of its words.
    static func respelled(_ text: String) -> String? {
        guard text.utf8.contains(where: { $0 | 0x20 >= 0x61 && $0 < 0x80 }) else { return nil }
        let words = text.split(separator: " ").map { word in
            let letters = Query(String(word)).letters
            let spelling = abbreviations[letters] ?? (letters.count < fewestLetters ? nil : spellings[sound(letters)])
            return spelling.map { word.last == "," ? $0 + "," : $0 } ?? String(word)
        }
        let respelled = words.joined(separator: " ")
        return Query(respelled).letters == Query(text).letters ? nil : respelled
    }

    private static let abbreviations = Dictionary(
        uniqueKeysWithValues: ["Intl": "International", "Univ": "University", "Natl": "National", "Stn": "Station"].map { (Query($0).letters, $1) }
    )

    /// Shorter ones sound like English: `tong`, `soul`.
    private static let fewestLetters = 5

    private static let spellings: [[Unicode.Scalar]: String] = {
        let districts = District.all.flatMap { $0.englishName.split(at: .space) }.map(\.text)
        let cities = (Province.all.map(\.englishName.text) + districts).flatMap { [$0, String($0.prefix { $0 != "-" })] }.filter {
            $0.count >= fewestLetters
        }
        // Chiri is Jiri, of Jirisan.
        let landmarks = Landmark.all.map { String($0.englishName.text.prefix { $0 != " " }) }.flatMap {
            $0.hasSuffix("san") ? [$0, String($0.dropLast(3))] : [$0]
        }
        let dongs = Dong.all.map(\.englishName.withoutNumbers) + LegalDongGroup.all.flatMap { $0.dongs.map(\.englishName.withoutNumbers) }
        let names = cities + landmarks + dongs
        return Dictionary(names.map { (sound(Query($0).letters), $0) }, uniquingKeysWith: { first, _ in first })
    }()

    private static let lenis: [Unicode.Scalar: Unicode.Scalar] = ["k": "g", "t": "d", "p": "b", "r": "l"]

    private static func sound(_ letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var (sound, index): ([Unicode.Scalar], Int) = ([], 0)
        while index < letters.count {
            let next = index + 1 < letters.count ? letters[index + 1] : " "
            let pair: Unicode.Scalar? =
                switch (letters[index], next) {
                case ("c", "h"): "j"
                // Puk'ansan is Bukhansan.
                case ("k", "h"): "g"
                case ("s", "h"): "s"
                case ("e", "o"): "o"
                case ("e", "u"), ("o", "o"), ("w", "u"): "u"
                default: nil
                }
            let letter = pair ?? lenis[letters[index]] ?? letters[index]
            if sound.last != letter { sound.append(letter) }
            index += pair == nil ? 1 : 2
        }
        return sound
    }
}
