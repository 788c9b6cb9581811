import Foundation
import StubUpstream

/// The files of a cache folder, read without the program's own code: a line about the answer (a mark, when it was
/// fetched, its status, the length and the checksum of its body), then the body.
public struct StoredFiles: Sendable {
    private let files: [String: Data]

    /// Reads a folder; one that does not exist holds nothing.
    public init(below path: String) throws {
        files = FileManager.default.fileExists(atPath: path) ? try TemporaryFolder.files(below: path) : [:]
    }

    /// Stored answers: files that are named for the time of an issue.
    public var answers: [String: Data] {
        files.filter { path, _ in
            let name = path.split(separator: "/").last ?? ""
            return name.count == 12 && name.allSatisfy(\.isNumber)
        }
    }

    /// The paths of stored answers whose length or checksum is wrong.
    public var damaged: [String] {
        answers.filter { !StoredFiles.isWhole($0.value) }.keys.sorted()
    }

    /// The calls counted for all services on the days that are still on record.
    public var callsCounted: Int {
        files.filter { path, _ in
            // SERVICE.YYYYMMDD; a minute's name is longer.
            let day = path.split(separator: ".").last ?? ""
            return path.contains("/calls/") && day.count == 8 && day.allSatisfy(\.isNumber)
        }
        .values.map(\.count).reduce(0, +)
    }

    private static func isWhole(_ file: Data) -> Bool {
        guard let end = file.firstIndex(of: UInt8(ascii: "\n")) else { return false }
        let fields = String(decoding: file[..<end], as: UTF8.self).split(separator: " ")
        let body = file[file.index(after: end)...]
        let sum = body.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return fields.count == 5 && Int(fields[3]) == body.count && UInt64(fields[4], radix: 16) == sum
    }
}
