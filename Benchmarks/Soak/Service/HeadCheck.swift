import Foundation

/// Whether the head of an answer is right, and fits what was answered before.
struct HeadCheck {
    /// A body as it was told under a tag.
    private struct Told {
        var hash: Int
        var count: Int
    }

    private var told: [String: [String: Told]] = [:]
    private(set) var newestTag: [String: String] = [:]

    /// What is wrong with the head of a success.
    mutating func complaints(about received: Received, to errand: Errand) -> [String] {
        var complaints: [String] = []
        let headers = received.headers
        if headers["access-control-allow-origin"] != "*" { complaints.append("not for every page") }
        if headers["vary"]?.lowercased().contains("accept-encoding") != true {
            complaints.append("varies unsaid")
        }
        if let age = headers["age"].flatMap(Int.init) {
            let lifetime = headers["cache-control"]?.firstMatch(of: /max-age=(\d+)/).flatMap { Int($0.1) }
            if age > (lifetime ?? 0) { complaints.append("aged \(age) s of \(lifetime ?? 0)") }
        }
        guard let tag = headers["etag"] else { return complaints + ["no tag"] }
        if received.status == 304 {
            if tag.plainTag != errand.knownTag?.plainTag { complaints.append("not changed, of another tag") }
            if !received.body.isEmpty { complaints.append("not changed, with a body") }
            return complaints
        }
        if let known = errand.knownTag, known.plainTag == tag.plainTag {
            complaints.append("sent again unchanged")
        }
        if errand.method == "HEAD" {
            if !received.body.isEmpty { complaints.append("a head with a body") }
            let count = told[errand.target]?[tag.plainTag]?.count
            let isWhole = tag == tag.plainTag
            if let count, isWhole, headers["content-length"] != "\(count)" {
                complaints.append("another length")
            }
            return complaints
        }
        let isGzipped = headers["content-encoding"] == "gzip"
        if errand.isGzipWelcome != isGzipped, received.body.count > 4_096 {
            complaints.append("gzipped: \(isGzipped)")
        }
        let new = Told(hash: [UInt8](received.body).hashValue, count: received.body.count)
        if let old = told[errand.target]?[tag.plainTag], old.hash != new.hash {
            complaints.append("two bodies of one tag")
        }
        told[errand.target, default: [:]][tag.plainTag] = new
        newestTag[errand.target] = tag
        return complaints
    }

    /// Whether the very same body was told before.
    func isTold(_ received: Received, _ target: String) -> Bool {
        guard let tag = received.headers["etag"] else { return false }
        return told[target]?[tag.plainTag]?.hash == [UInt8](received.body).hashValue
    }
}

extension String {
    /// A tag without the mark of compression.
    fileprivate var plainTag: String { replacing("-gz\"", with: "\"") }
}
