extension AreaFinder {
    /// Reads the table of dongs, from the start of the query and from after each district it begins with.
    mutating func readDongs() {
        var code: Field?
        var openings: [Opening] = []
        for dong in Dong.all {
            if code.map({ $0 == dong.districtCode }) != true {
                code = dong.districtCode
                openings = [Opening(position: 0)] + dongOpenings[dong.districtCode.integer, default: []]
            }
            read(dong, from: openings)
        }
    }

    private mutating func read(_ dong: Dong, from openings: [Opening]) {
        var best: Fit?
        var bestNumbered: Fit?
        for opening in openings {
            if matcher.isTyping, opening.position == matcher.end { best.improve(to: .dongBeginning) }
            let isLatin = matcher.isLatin(at: opening.position)
            let name = isLatin ? dong.englishName : dong.name
            read(name, from: opening, best: &best)
            if name.hasNumber { read(name, skippingNumbers: true, from: opening, best: &bestNumbered) }
            if isLatin { continue }
            for name in dong.otherNames { read(name, from: opening, best: &best) }
        }
        if matcher.isInside(dong.name) { best.improve(to: .dongPart) }
        if matcher.isTyping {
            if let fit = [best, bestNumbered].compactMap(\.self).min() {
                finds.append(Find(area: .dong(dong), fit: fit))
            }
        } else if let best {
            finds.append(Find(area: .dong(dong), fit: best))
        } else if let bestNumbered {
            finds.append(Find(area: .numberedDongs(dong), fit: bestNumbered))
        }
    }

    private func read(_ name: Field, skippingNumbers: Bool = false, from opening: Opening, best: inout Fit?) {
        let agreement = matcher.agreement(
            with: name,
            skippingNumbers: skippingNumbers,
            from: opening.position
        )
        if agreement.isBegun { best.improve(to: .dongBeginning) }
        if agreement.whole == matcher.end { best.improve(to: .dongName, detours: opening.detours) }
        if agreement.short == matcher.end, !matcher.isTyping {
            best.improve(to: .dongShortName, detours: opening.detours)
        }
    }

    /// Keeps one of the numbered dongs of a district that fit alike, and none beside a dong that bears the very name.
    mutating func joinNumberedDongs() {
        var taken = Set(
            finds.compactMap { find -> Int? in
                if case .dong(let dong) = find.area { dong.districtCode.integer } else { nil }
            }
        )
        finds.removeAll { find in
            guard case .numberedDongs(let dong) = find.area else { return false }
            return !taken.insert(dong.districtCode.integer).inserted
        }
    }
}
