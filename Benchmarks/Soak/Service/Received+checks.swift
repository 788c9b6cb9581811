import Foundation

extension Received {
    /// What is wrong with a failure: it must be one of some statuses, and a problem document of which a code is right.
    func problem(
        status due: [Int],
        _ complaint: (SaidProblem) -> String?
    ) -> [String] {
        guard due.contains(status) else { return ["status \(status)"] }
        var complaints: [String] = []
        if headers["content-type"] != "application/problem+json" {
            complaints.append("not a problem")
        }
        if headers["cache-control"] != "no-store" { complaints.append("a problem for caches") }
        if status == 503, headers["retry-after"] == nil {
            complaints.append("no time to retry")
        }
        if body.isEmpty { return complaints }
        do {
            let said = try JSONDecoder.contract.decode(SaidProblem.self, from: body)
            if said.status != status { complaints.append("two statuses") }
            return complaints + [complaint(said)].compactMap { $0 }
        } catch {
            return complaints + ["not of the contract: \(error)"]
        }
    }

    /// Whether a key is in it.
    func leaks(of secrets: [String]) -> [String] {
        let lines = headers.map { "\($0): \($1)" }.joined(separator: "\n")
        let isLeak = secrets.contains { secret in
            lines.contains(secret) || body.firstRange(of: Data(secret.utf8)) != nil
        }
        return isLeak ? ["a key in the answer"] : []
    }
}
