/// Reads responses as strictly as RFC 9112 has them.
package struct ResponseReader {
    /// Fault, and its place.
    package struct NotHTTP: Error {
        package let reason: String
        package let offset: Int
    }

    private let bytes: [UInt8]
    private var index = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads all of them to the end of what came.
    package mutating func readAll() throws(NotHTTP) {
        while index < bytes.count { try read() }
    }

    private mutating func read() throws(NotHTTP) {
        guard try line().wholeMatch(of: /HTTP\/1\.[01] [1-5]\d\d [A-Za-z -]+/) != nil else {
            throw fault("status line")
        }
        var fields: [String: String] = [:]
        while case let line = try line(), !line.isEmpty {
            guard let match = line.wholeMatch(of: /([!#$%&'*+.^_`|~0-9A-Za-z-]+): ([^\x00-\x1f\x7f]*)/) else {
                throw fault("field")
            }
            let name = match.1.lowercased()
            guard fields.updateValue(String(match.2), forKey: name) == nil else {
                throw fault("\(name) twice")
            }
        }
        // After HEAD there is no body, and what follows is a response or nothing.
        guard index < bytes.count, !bytes[index...].starts(with: "HTTP/1.".utf8) else { return }
        guard let length = fields["content-length"].flatMap({ Int($0) }), fields["transfer-encoding"] == nil,
            index + length <= bytes.count
        else { throw fault("body") }
        index += length
    }

    private mutating func line() throws(NotHTTP) -> String {
        guard let end = bytes[index...].firstRange(of: [13, 10]),
            let line = String(validating: bytes[index..<end.lowerBound], as: UTF8.self)
        else { throw fault("line") }
        index = end.upperBound
        return line
    }

    private func fault(_ reason: String) -> NotHTTP { NotHTTP(reason: reason, offset: index) }
}
