/// Writer of JSON in the contract's order, with `null` for absent values, unlike JSONEncoder.
public struct JSONWriter: Sendable {
    /// Written bytes in UTF-8.
    public private(set) var bytes: [UInt8] = []
    /// Ranges of bytes that tell of the making of an answer alone, such as the time of a fetch.
    public private(set) var passing: [Range<Int>] = []
    private let isPretty: Bool
    private var depth = 0
    private var isFirst = true

    /// Creates a writer of compact JSON, or of one value a line.
    public init(pretty: Bool = false) {
        isPretty = pretty
        // A compact week has some 39 kB.
        bytes.reserveCapacity(49_152)
    }

    /// Object as a whole text.
    public static func object(pretty: Bool = false, _ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var json = JSONWriter(pretty: pretty)
        json.object(members)
        return json.bytes
    }

    /// Writes an object as a text or an element.
    public mutating func object<Fault>(_ members: (inout JSONWriter) throws(Fault) -> Void) throws(Fault) {
        separate()
        try nest(UInt8(ascii: "{"), UInt8(ascii: "}"), members)
    }

    /// Writes an object member; `null` without a value.
    public mutating func object<Value>(_ name: String, _ value: Value?, _ members: (inout JSONWriter, Value) -> Void) {
        self.name(name)
        guard let value else { return raw("null") }
        nest(UInt8(ascii: "{"), UInt8(ascii: "}")) { members(&$0, value) }
    }

    /// Writes an array member by `element`; `null` without one.
    public mutating func array<Element>(_ name: String, _ elements: [Element]?, _ element: (inout JSONWriter, Element) -> Void) {
        self.name(name)
        guard let elements else { return raw("null") }
        nest(UInt8(ascii: "["), UInt8(ascii: "]")) { json in for value in elements { element(&json, value) } }
    }

    /// Writes a member of objects; `null` for none.
    public mutating func objects<Element>(_ name: String, _ elements: [Element]?, _ members: (inout JSONWriter, Element) -> Void) {
        array(name, elements) { json, element in json.object { members(&$0, element) } }
    }

    /// Writes a text member, or `null`.
    public mutating func field(_ name: String, _ value: String?) {
        self.name(name)
        guard let value else { return raw("null") }
        text(value)
    }

    /// Writes a text member, ``passing`` from a byte on.
    mutating func field(_ name: String, passing text: String?, from start: Int = 0) {
        field(name, text)
        if let text { passing.append(bytes.count - 1 - text.utf8.count + start..<bytes.count - 1) }
    }

    /// Writes a real number with decimals, or `null`.
    public mutating func field(_ name: String, _ value: Double?, decimals: Int = 2) {
        self.name(name)
        number(value, decimals: decimals)
    }

    private mutating func number(_ value: Double?, decimals: Int) {
        var scale = 1.0
        for _ in 0..<decimals { scale *= 10 }
        guard let value, (value * scale).isFinite else { return raw("null") }
        let scaled = (value * scale).rounded()
        // Beyond fifteen digits a Double is left to `description`.
        guard scaled.magnitude < 1e15 else { return raw((scaled / scale).description) }
        // Faster than the shortest text of a Double, and without -0.
        let (whole, rest) = Int(scaled.magnitude).quotientAndRemainder(dividingBy: Int(scale))
        if scaled < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(digitsOf: UInt(whole))
        bytes.append(UInt8(ascii: "."))
        fraction(rest, decimals: decimals)
    }

    /// Writes a real number with decimals as an element, or `null`.
    public mutating func element(_ value: Double?, decimals: Int = 2) {
        separate()
        number(value, decimals: decimals)
    }

    /// Writes a whole number as an element, or `null`.
    public mutating func element(_ value: Int?) {
        separate()
        whole(value)
    }

    /// Writes a whole number, or `null`.
    public mutating func field(_ name: String, _ value: Int?) {
        self.name(name)
        whole(value)
    }

    /// Writes true, false or `null`.
    public mutating func field(_ name: String, _ value: Bool?) {
        self.name(name)
        raw(value?.description ?? "null")
    }

    /// Writes a member of finished JSON.
    public mutating func field(_ name: String, encoded json: [UInt8]) {
        self.name(name)
        bytes += json
    }

    /// Writes finished JSON as an element.
    public mutating func element(encoded json: [UInt8]) {
        separate()
        bytes += json
    }

    /// Writes a text as an element.
    public mutating func element(_ value: String) {
        separate()
        text(value)
    }
}

extension JSONWriter {
    private mutating func fraction(_ fraction: Int, decimals: Int) {
        var (rest, width) = (UInt(fraction), max(decimals, 1))
        while width > 1, rest % 10 == 0 { (rest, width) = (rest / 10, width - 1) }
        bytes.append(digitsOf: rest, width: width)
    }

    private mutating func whole(_ value: Int?) {
        guard let value else { return raw("null") }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(digitsOf: value.magnitude)
    }

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

    private mutating func nest<Fault>(_ open: UInt8, _ close: UInt8, _ contents: (inout JSONWriter) throws(Fault) -> Void) throws(Fault) {
        bytes.append(open)
        depth += 1
        isFirst = true
        try contents(&self)
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
            if utf8.contains(where: \.isEscaped) { for byte in utf8 { escape(byte) } } else { bytes.append(contentsOf: utf8) }
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

extension UInt8 { fileprivate var isEscaped: Bool { self < 0x20 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\") } }
