extension AreaFinder {
    /// Reads the table of districts, from the start of the query and from after each province it begins with.
    mutating func readDistricts() {
        for district in District.all {
            var best: Fit?
            let inside = provinces.filter { district.code.starts(with: $0.province.code) }
            for start in openings(to: district, after: inside, best: &best) {
                for name in [district.name, district.englishName] {
                    read(
                        name,
                        of: district,
                        from: start,
                        as: .districtName,
                        short: .districtShortName,
                        best: &best
                    )
                }
                for name in district.otherNames {
                    read(
                        name,
                        of: district,
                        from: start,
                        as: .districtName,
                        short: .districtShortName,
                        best: &best
                    )
                }
            }
            for address in district.formerNames {
                var words = address.split(at: " ")
                guard let province = words.next(), let name = words.next() else { continue }
                let former = provinces.filter { $0.province.name == province }
                for start in openings(to: district, after: former, best: &best) {
                    read(
                        name,
                        of: district,
                        from: start,
                        as: .districtFormerName,
                        short: .districtFormerName,
                        best: &best
                    )
                }
            }
            if matcher.isInside(district.name) { best.improve(to: .districtPart) }
            if let best, !district.name.isEmpty || best.likeness == .districtFormerName {
                finds.append(Find(area: .district(district), fit: best))
            }
        }
    }

    /// The start of the query and the ends of the provinces; a dong may follow these without its district.
    private mutating func openings(
        to district: District,
        after provinces: [(province: Province, position: Int)],
        best: inout Fit?
    ) -> [Opening] {
        let after = provinces.map { Opening(position: $0.position) }
        open(district, at: after, best: &best)
        return [Opening(position: 0)] + after
    }

    /// Reads one name of a district, which may be a city and its 구 (`성남시 분당구`).
    private mutating func read(
        _ name: Field,
        of district: District,
        from start: Opening,
        as likeness: Likeness,
        short: Likeness,
        best: inout Fit?
    ) {
        var words = name.split(at: " ")
        guard let first = words.next() else { return }
        guard let last = words.next() else {
            return read(lastWord: first, of: district, from: start, as: likeness, short: short, best: &best)
        }
        let city = matcher.agreement(with: first, from: start.position)
        if city.isBegun { best.improve(to: .districtBeginning) }
        let afterCity = city.ends(from: start)
        open(district, at: afterCity, best: &best)
        for opening in [start] + afterCity {
            read(lastWord: last, of: district, from: opening, as: likeness, short: short, best: &best)
        }
    }

    private mutating func read(
        lastWord: Field,
        of district: District,
        from opening: Opening,
        as likeness: Likeness,
        short: Likeness,
        best: inout Fit?
    ) {
        let agreement = matcher.agreement(with: lastWord, from: opening.position)
        if agreement.isBegun { best.improve(to: .districtBeginning) }
        if agreement.whole == end { best.improve(to: likeness, detours: opening.detours) }
        if agreement.short == end { best.improve(to: short, detours: opening.detours) }
        let ends = agreement.ends(from: opening).filter { $0.position < end || matcher.isTyping }
        districts += ends.map { (district, $0.position) }
        open(district, at: ends, best: &best)
    }

    /// Notes that one of the district's dongs may come next; if nothing does, typing may lead to the district.
    private mutating func open(_ district: District, at openings: [Opening], best: inout Fit?) {
        guard !openings.isEmpty else { return }
        if matcher.isTyping, openings.contains(where: { $0.position == end }) {
            best.improve(to: .districtBeginning)
        }
        dongOpenings[district.code.integer, default: []] += openings
    }
}
