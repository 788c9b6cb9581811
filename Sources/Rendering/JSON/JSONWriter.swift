/// Writes JSON in the order of the contract, with every absent value as `null`.
///
/// JSONEncoder sorts or shuffles the names, leaves out `nil`, and takes a third of the time that a whole week may take.
/// People, diffs and entity tags need one order and one form.
public struct JSONWriter: Sendable {
    /// What has been written, in UTF-8.
    public private(set) var bytes: [UInt8] = []
    private let isPretty: Bool
    private var depth = 0
    private var isFirst = true

    /// A writer of compact JSON, or of JSON with a line a value for people.
    public init(pretty: Bool = false) {
        isPretty = pretty
        // A compact week has some 39 kB.
        bytes.reserveCapacity(49_152)
    }

    /// An object as a whole text.
    public static func object(pretty: Bool = false, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(pretty: pretty)
        json.object(members)
        return json.bytes
    }

    /// Writes an object as a value: the whole text, an element of an array.
    public mutating func object(_ members: (inout JSONWriter) -> Void) {
        separate()
        nest(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    /// Writes a member that is an object; `null` where there is no value for it.
    public mutating func object<Value>(
        _ name: String,
        _ value: Value?,
        _ members: (inout JSONWriter, Value) -> Void
    ) {
        self.name(name)
        guard let value else { return raw("null") }
        nest(UInt8(ascii: "{"), UInt8(ascii: "}")) { members(&$0, value) }
    }

    /// Writes a member that is an array of whatever `element` writes; `null` where there is none.
    public mutating func array<Element>(
        _ name: String,
        _ elements: [Element]?,
        _ element: (inout JSONWriter, Element) -> Void
    ) {
        self.name(name)
        guard let elements else { return raw("null") }
        nest(UInt8(ascii: "["), UInt8(ascii: "]")) { json in
            for value in elements { element(&json, value) }
        }
    }

    /// Writes a member that is an array of objects; `null` where there is none.
    public mutating func objects<Element>(
        _ name: String,
        _ elements: [Element]?,
        _ members: (inout JSONWriter, Element) -> Void
    ) {
        array(name, elements) { json, element in json.object { members(&$0, element) } }
    }

    /// Writes a member that is text, or `null`.
    public mutating func field(_ name: String, _ value: String?) {
        self.name(name)
        guard let value else { return raw("null") }
        text(value)
    }

    /// Writes a member that is a real number to so many decimals, or `null`.
    public mutating func field(_ name: String, _ value: Double?, decimals: Int = 2) {
        self.name(name)
        number(value, decimals: decimals)
    }

    private mutating func number(_ value: Double?, decimals: Int) {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        guard let value, (value * scale).isFinite else { return raw("null") }
        let scaled = (value * scale).rounded()
        // A Double has no more than fifteen digits that are right; `description` writes the others.
        guard scaled.magnitude < 1e15 else { return raw((scaled / scale).description) }
        // As a whole number: to find the shortest text of a Double takes longer. Nor is there a -0, which reads as a fault.
        let (whole, rest) = Int(scaled.magnitude).quotientAndRemainder(dividingBy: Int(scale))
        if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(of: UInt(whole), width: 1)
        bytes.append(UInt8(ascii: "."))
        fraction(rest, decimals: decimals)
    }

    /// Writes a real number to so many decimals as an element of an array, or `null`.
    public mutating func element(_ value: Double?, decimals: Int = 2) {
        separate()
        number(value, decimals: decimals)
    }

    /// Writes a whole number as an element of an array, or `null`.
    public mutating func element(_ value: Int?) {
        separate()
        whole(value)
    }

    /// Writes a member that is a whole number, or `null`.
    public mutating func field(_ name: String, _ value: Int?) {
        self.name(name)
        whole(value)
    }

    /// Writes a member that is true, false, or `null`.
    public mutating func field(_ name: String, _ value: Bool?) {
        self.name(name)
        raw(value?.description ?? "null")
    }

    /// Writes a member that is JSON already.
    public mutating func field(_ name: String, encoded json: [UInt8]) {
        self.name(name)
        bytes += json
    }

    /// Writes what is JSON already as an element of an array.
    public mutating func element(encoded json: [UInt8]) {
        separate()
        bytes += json
    }

    /// Writes a text as an element of an array.
    public mutating func element(_ value: String) {
        separate()
        text(value)
    }
}

// MARK: Digits

extension JSONWriter {
    /// Writes the decimals behind the point without zeros at their end, but one at least.
    private mutating func fraction(_ fraction: Int, decimals: Int) {
        var (rest, width) = (UInt(fraction), max(decimals, 1))
        while width > 1, rest % 10 == 0 { (rest, width) = (rest / 10, width - 1) }
        digits(of: rest, width: width)
    }

    private mutating func whole(_ value: Int?) {
        guard let value else { return raw("null") }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(of: value.magnitude, width: 1)
    }

    /// Writes the digits of a number, with zeros in front up to a width.
    private mutating func digits(of number: UInt, width: Int) {
        let start = bytes.count
        var rest = number
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0 || bytes.count < start + width
        bytes[start...].reverse()
    }
}

extension JSONWriter {
    /// Writes a member's name. Names are constants without anything to escape.
    private mutating func name(_ name: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        raw(name)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        if isPretty { bytes.append(UInt8(ascii: " ")) }
    }

    private mutating func separate() {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        if depth > 0 { breakLine() }
    }

    private mutating func nest(_ open: UInt8, _ close: UInt8, _ contents: (inout JSONWriter) -> Void) {
        bytes.append(open)
        depth += 1
        isFirst = true
        contents(&self)
        depth -= 1
        if !isFirst { breakLine() }
        isFirst = false
        bytes.append(close)
    }

    private mutating func breakLine() {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private mutating func raw(_ text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    private mutating func text(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            // Few texts have anything to escape; the others are copied.
            if utf8.contains(where: \.isEscaped) {
                for byte in utf8 { escape(byte) }
            } else {
                bytes.append(contentsOf: utf8)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): raw("\\\"")
        case UInt8(ascii: "\\"): raw("\\\\")
        case UInt8(ascii: "\n"): raw("\\n")
        case UInt8(ascii: "\t"): raw("\\t")
        case UInt8(ascii: "\r"): raw("\\r")
        case ..<0x20: raw("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
        default: bytes.append(byte)
        }
    }
}

extension UInt8 {
    /// Whether a byte cannot stand in a JSON text as it is.
    fileprivate var isEscaped: Bool {
        self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}
