/// City for the weather of the whole country.
public struct NationCity: Sendable {
    /// Short name.
    public let name: String
    /// Short English name.
    public let englishName: String
    /// Place of its weather.
    public let place: Place

    /// Nineteen cities of KMA's map, from the north-west to the south-east.
    public static let all: [NationCity] = [
        ("서울", "Seoul", "서울특별시"), ("인천", "Incheon", "인천광역시"), ("수원", "Suwon", "수원시"), ("춘천", "Chuncheon", "춘천시"), ("강릉", "Gangneung", "강릉시"),
        ("청주", "Cheongju", "청주시"), ("대전", "Daejeon", "대전광역시"), ("전주", "Jeonju", "전주시"), ("광주", "Gwangju", "광주광역시"), ("목포", "Mokpo", "목포시"),
        ("여수", "Yeosu", "여수시"), ("대구", "Daegu", "대구광역시"), ("안동", "Andong", "안동시"), ("부산", "Busan", "부산광역시"), ("울산", "Ulsan", "울산광역시"),
        ("창원", "Changwon", "창원시"), ("제주", "Jeju", "제주시"), ("백령", "Baengnyeong", "백령면"), ("울릉·독도", "Ulleung·Dokdo", "울릉군"),
    ].map { name, englishName, area in
        guard let place = try? Gazetteer.place(named: area) else { preconditionFailure("The tables of the country lack \(area)") }
        return NationCity(name: name, englishName: englishName, place: place)
    }
}
