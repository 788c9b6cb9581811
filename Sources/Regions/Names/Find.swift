/// An area that fits a query, and how well.
struct Find {
    let area: Area
    let fit: Fit
}

/// How well an area fits: the likeness of its own name, then that of the areas named on the way to it.
struct Fit: Comparable {
    let likeness: Likeness
    /// Names on the way that were said short (`성남 정자동`).
    let detours: Int

    static func < (left: Fit, right: Fit) -> Bool {
        (left.likeness, left.detours) < (right.likeness, right.detours)
    }
}

extension Fit? {
    /// Keeps the better of two.
    mutating func improve(to likeness: Likeness, detours: Int = 0) {
        let fit = Fit(likeness: likeness, detours: detours)
        self = self.map { Swift.min($0, fit) } ?? fit
    }
}

/// A position in the query where the name of a smaller area may begin.
struct Opening {
    let position: Int
    var detours = 0
}

extension Agreement {
    /// Where the name ends in the query, in full and short, reached from an opening.
    func ends(from opening: Opening) -> [Opening] {
        var ends: [Opening] = []
        if let whole { ends.append(Opening(position: whole, detours: opening.detours)) }
        if let short { ends.append(Opening(position: short, detours: opening.detours + 1)) }
        return ends
    }
}
