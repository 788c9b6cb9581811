// What an area is called: by itself, as a place shows it, and in full, as it can be asked for.

extension Area {
    /// The name without the larger areas; of numbered dongs together without their numbers.
    var ownName: (korean: String, english: String) {
        switch self {
        case .province(let province): (province.name.text, province.englishName.text)
        case .district(let district): (district.name.text, district.englishName.text)
        case .dong(let dong, withoutNumbers: true):
            (dong.name.withoutNumbers, dong.englishName.withoutNumbers)
        case .dong(let dong, _): (dong.name.text, dong.englishName.text)
        case .legalDong(let dong, withoutNumbers: true):
            (dong.name.withoutNumbers, dong.englishName.withoutNumbers)
        case .legalDong(let dong, _): (dong.name.text, dong.englishName.text)
        case .landmark(let landmark): (landmark.name.text, landmark.englishName.text)
        }
    }

    /// The name with the larger areas.
    var fullName: PlaceName {
        switch self {
        case .province(let province):
            PlaceName(korean: province.name.text, english: province.englishName.text)
        case .district(let district): district.fullName
        case .dong(let dong, _): fullName(in: dong.district)
        case .legalDong(let dong, _): fullName(in: dong.district)
        case .landmark(let landmark): fullName(in: landmark.district)
        }
    }

    private func fullName(in district: District) -> PlaceName {
        let (name, larger) = (ownName, district.fullName)
        return PlaceName(
            korean: larger.korean + " " + name.korean,
            english: name.english + ", " + larger.english
        )
    }
}

extension District {
    /// The name with its province, and with its city where it is a 일반구. That of 세종 is the province's.
    var fullName: PlaceName {
        let words = englishName.split(at: .space).reversed() + [province.englishName]
        let address = name.isEmpty ? province.name.text : province.name.text + " " + name.text
        return PlaceName(korean: address, english: words.map(\.text).joined(separator: ", "))
    }
}
