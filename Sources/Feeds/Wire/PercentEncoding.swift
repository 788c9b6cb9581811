extension String {
    /// Encoded for a query value: everything but RFC 3986's unreserved characters.
    ///
    /// `URLComponents` leaves `+` as it is, which data.go.kr reads as a space; half the keys hold one.
    var percentEncoded: String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(utf8.count)
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                encoded.append(byte)
            default:
                let hexadecimal = Array("0123456789ABCDEF".utf8)
                encoded += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    /// With every `%XX` resolved; `nil` where a `%` stands without two hexadecimal digits.
    var percentDecoded: String? {
        var decoded: [UInt8] = []
        var bytes = Array(utf8)[...]
        while let byte = bytes.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = bytes.popFirst()?.hexadecimalValue, let low = bytes.popFirst()?.hexadecimalValue
            else {
                return nil
            }
            decoded.append(high << 4 | low)
        }
        return String(decoding: decoded, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var hexadecimalValue: UInt8? {
        Character(UnicodeScalar(self)).hexDigitValue.map(UInt8.init)
    }
}
