/// How well an area fits the words, best first. Where areas of different likeness fit, the best alone are meant.
///
/// So 광주 is 광주광역시 (a province's short name) before 경기도 광주시, 광주시 is the city that bears the name in full,
/// 제주 the province, 동탄 the district before the 동, and a former name counts only where no present one fits.
enum Likeness: Int, Comparable {
    case provinceName
    case districtName
    case provinceOtherName
    case districtShortName
    case districtFormerName
    case dongName
    case dongShortName

    case provinceBeginning
    case districtBeginning
    case dongBeginning
    case provincePart
    case districtPart
    case dongPart

    static func < (left: Likeness, right: Likeness) -> Bool { left.rawValue < right.rawValue }
}
