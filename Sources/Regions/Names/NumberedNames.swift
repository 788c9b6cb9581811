// A neighbourhood that outgrew itself became `역삼1동` and `역삼2동`, or `성수1가1동`; people go on saying 역삼동 and
// 성수동. Leaving the numbers out of a table's name gives what they say.

extension Field {
    /// The name without its numbers: `역삼동` of `역삼1동`, `성수동` of `성수1가2동`.
    var withoutNumbers: String {
        var kept: [UInt8] = []
        var rest = bytes
        while let first = rest.first {
            let number = Field(rest).leadingNumberLength
            if number == 0 { kept.append(first) }
            rest = UnsafeBufferPointer(rebasing: rest.dropFirst(Swift.max(number, 1)))
        }
        return String(decoding: kept, as: UTF8.self)
    }

    var hasNumber: Bool { bytes.contains(where: isDigit) }

    /// Bytes of the number the field begins with, the 가 that may follow it and further numbers (`1·2`) included.
    var leadingNumberLength: Int {
        guard let first = bytes.first, isDigit(first) else { return 0 }
        var length = 0
        while length < bytes.count {
            let rest = bytes[length...]
            if isDigit(bytes[length]) {
                length += 1
            } else if let mark = ["·", "가", "ga"].first(where: { rest.starts(with: $0.utf8) }) {
                length += mark.utf8.count
            } else {
                break
            }
        }
        return length
    }
}

private func isDigit(_ byte: UInt8) -> Bool {
    0x30...0x39 ~= byte
}
