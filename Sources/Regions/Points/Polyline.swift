/// A ring of a boundary as an encoded polyline: latitude and longitude by turns, each as a step from the last in units
/// of 0.0001°, in groups of five bits (Google's Encoded Polyline Algorithm Format). Decoded as it is walked.
struct Polyline: Sequence, IteratorProtocol {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var latitude = 0
    private var longitude = 0

    init(_ text: Field) {
        bytes = text.bytes
    }

    mutating func next() -> Point? {
        guard index < bytes.count else { return nil }
        latitude += step()
        longitude += step()
        return Point(latitude: Double(latitude) / 10_000, longitude: Double(longitude) / 10_000)
    }

    private mutating func step() -> Int {
        var (value, shift) = (0, 0)
        while index < bytes.count {
            let group = Int(bytes[index]) - 63
            index += 1
            value |= (group & 0x1F) << shift
            shift += 5
            if group < 0x20 { break }
        }
        // The lowest bit is the sign.
        return value & 1 == 0 ? value >> 1 : ~(value >> 1)
    }

    /// Whether a ray from the point to the north crosses the ring an odd number of times.
    func surrounds(_ point: Point) -> Bool {
        var corners = self
        guard let first = corners.next() else { return false }
        var (last, isInside) = (first, false)
        while let corner = corners.next() {
            if point.isBelow(last, corner) { isInside.toggle() }
            last = corner
        }
        if point.isBelow(last, first) { isInside.toggle() }
        return isInside
    }
}
