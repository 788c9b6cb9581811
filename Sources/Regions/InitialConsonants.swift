// Names by the initial consonants of their syllables alone: `ㅅㅇ` for 서울, 수원 and others, which are asked about.

extension Query {
    /// More names than a person would read.
    private static let mostAskedAbout = 12

    /// The areas whose whole name, with or without its suffix, has the consonants of a query, the larger first: provinces,
    /// 시, 군 and 구, else landmarks, else 읍·면·동. `nil` for a query with other letters, one consonant alone, and more areas
    /// than can be asked about.
    var initialConsonants: [Area]? {
        guard letters.count > 1, letters.allSatisfy(Hangul.isLoneConsonant) else { return nil }
        let matcher = NameMatcher(self, isCompleting: true)
        func fits(_ name: Field) -> Bool {
            let match = matcher.match(name, from: 0)
            return match.fullEnd == matcher.end || match.shortEnd == matcher.end
        }
        let provinces = Province.all.filter { fits($0.name) || fits($0.shortName) }.map { Area.province($0) }
        let districts = District.all.filter { district in
            // Of 성남시 분당구 the last word may stand alone.
            fits(district.name) || Array(district.name.split(at: .space)).last.map(fits) == true
                || district.otherNames.contains(where: fits)
        }
        let groups: [() -> [Area]] = [
            {
                let ordered = ["시", "군", "구"].flatMap { kind in
                    districts.filter { $0.name.text.hasSuffix(kind) }
                }
                return provinces + ordered.map { .district($0) }
            },
            {
                Landmark.all.filter { fits($0.name) || $0.otherNames.contains(where: fits) }.map {
                    .landmark($0)
                }
            },
            { Dong.all.filter { fits($0.name) }.map { .dong($0) } },
        ]
        for group in groups {
            let areas = group()
            if !areas.isEmpty { return areas.count <= Query.mostAskedAbout ? areas : nil }
        }
        return nil
    }
}
