/// Finds the dong a point belongs to: the nearest in the district whose boundary holds the point, for a neighbour's
/// centre is often nearer than one's own; off all boundaries the nearest of all.
struct PointFinder {
    let point: Point

    /// Beyond this from the nearest dong a point off all boundaries is at sea or abroad.
    private static let reach = 15.0

    var dong: Dong? {
        let districts = holders
        if let inside = nearest(
            in: Dong.all.filter { dong in districts.contains { $0.code == dong.districtCode } }
        ) {
            return inside.dong
        }
        guard let nearest = nearest(in: Dong.all), nearest.kilometers <= Self.reach else { return nil }
        return nearest.dong
    }

    /// The districts whose boundaries hold the point: one as a rule, two where simplified boundaries overlap. A city
    /// drawn as a whole stands for its 구.
    private var holders: [District] {
        var isInside: [(code: Field, odd: Bool)] = []
        for row in Row.all(of: Tables.boundaries) {
            var columns = row.line.split(at: .comma)
            guard let code = columns.next(), let ring = columns.next() else { continue }
            if isInside.last.map({ $0.code == code }) != true { isInside.append((code, false)) }
            if Polyline(ring).surrounds(point) { isInside[isInside.count - 1].odd.toggle() }
        }
        let codes = isInside.filter(\.odd).map(\.code)
        let drawn = District.all.filter { district in codes.contains { $0 == district.code } }
        return District.all.filter { district in
            drawn.contains { $0.code == district.code || $0.contains(district) }
        }
    }

    private func nearest(in dongs: some Sequence<Dong>) -> (dong: Dong, kilometers: Double)? {
        let surroundings = Surroundings(of: point)
        return dongs.lazy
            .map { ($0, surroundings.kilometers(latitude: $0.latitude, longitude: $0.longitude)) }
            .min { $0.1 < $1.1 }
    }
}
