/// A row of `Data/provinces.csv`: a 시·도 of today, or 광주광역시 or 전라남도.
struct Province {
    let row: Row

    /// Two digits, with which the codes of its districts begin.
    var code: Field { row[0] }
    var name: Field { row[1] }
    var shortName: Field { row[2] }
    var englishName: Field { row[3] }
    var otherNames: Pieces { row[4].split(at: .semicolon) }
    /// The province it became part of; empty for those of today.
    var successor: Field { row[5] }
    var temperatureZone: Field { row[6] }
    var outlookStation: Field { row[7] }

    var officialName: Field { successor.isEmpty ? name : successor }

    static var all: some Sequence<Province> { Row.all(of: Tables.provinces).lazy.map(Province.init) }
}
