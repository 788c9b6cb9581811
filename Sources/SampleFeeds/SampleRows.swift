/// The rows of an answer in JSON, one behind the other: a thousand strings would be a thousand allocations.
struct SampleRows {
    private var bytes: [UInt8] = []
    /// Where each row ends, and the comma behind it begins.
    private var ends: [Int] = []

    var count: Int { ends.count }

    /// All of them, with commas between them.
    var json: ArraySlice<UInt8> { bytes[...] }

    /// So many of them from one on, with commas between them.
    func json(from start: Int, atMost most: Int) -> ArraySlice<UInt8> {
        let end = ends[start...].prefix(most).last ?? 0
        return bytes[(start == 0 ? 0 : ends[start - 1] + 1)..<end]
    }

    /// Adds a row, given in parts.
    mutating func append(_ parts: String...) {
        if count > 0 { bytes.append(UInt8(ascii: ",")) }
        for part in parts { bytes.append(contentsOf: part.utf8) }
        ends.append(bytes.count)
    }
}
