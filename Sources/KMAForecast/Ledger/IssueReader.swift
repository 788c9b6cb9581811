import Feeds
import Forecast
import Regions

/// Reader of days in recorded answers; a record keeps its version with the rows.
public enum IssueReader {
    /// Since version 2 a final step at 00:00 makes no day.
    public static let version = 2
    static let leads = 0...11

    /// Reads the rows of an answer, none of a text or a warning; `nil` for an answer about another subject.
    public static func days(of subject: LedgerSubject, issuedAt: Date, origin: LedgerOrigin, in body: [UInt8]) -> [IssuedDay]? {
        origin == .file ? daysOfFile(subject, issuedAt, body)?.inReach(of: issuedAt) : daysOfAnswer(subject, issuedAt, body)
    }

    static func days(of value: any Sendable, issuedAt: Date) -> [IssuedDay] {
        ((value as? any DatedForecast)?.issuedDays ?? []).inReach(of: issuedAt)
    }

    private static func daysOfFile(_ subject: LedgerSubject, _ issuedAt: Date, _ body: [UInt8]) -> [IssuedDay]? {
        do throws(IssueFile.Fault) {
            return try IssueFile(at: issuedAt).issues(in: body).issues.first { $0.subject == subject && $0.issuedAt == issuedAt }?.days
        } catch { return nil }
    }

    private static func daysOfAnswer(_ subject: LedgerSubject, _ issuedAt: Date, _ body: [UInt8]) -> [IssuedDay]? {
        for name in subject.requests {
            do throws(FeedError) {
                let answer = HTTPAnswer(status: 200, body: body)
                let origin = Origin(subject.feed, issuedAt: issuedAt, fetchedAt: issuedAt)
                return try IssueDecoder.value(of: origin, subject: name, answer).map { days(of: $0, issuedAt: issuedAt) } ?? []
            } catch { continue }
        }
        return nil
    }
}

extension [IssuedDay] {
    func inReach(of issuedAt: Date) -> [IssuedDay] {
        let issued = KoreanDate(of: issuedAt)
        return filter { IssueReader.leads.contains($0.date - issued) }
    }
}

extension LedgerSubject {
    fileprivate var requests: [String] {
        switch feed {
        // Any answer has the rows for today, though asked for fewer.
        case .shortTerm: ["getVilageFcst-\(name.replacing(",", with: "-"))-today"]
        case .warnings: ["getPwnStatus", ""]
        default: [name]
        }
    }

    package var isWellFormed: Bool {
        switch feed {
        case .midTemperature, .midLand, .outlook: 1...8 ~= name.utf8.count && name.utf8.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 }
        case .shortTerm: GridCell(ledgerName: name) != nil
        case .warnings: name.isEmpty
        default: false
        }
    }
}

extension GridCell {
    package init?(ledgerName name: String) {
        let numbers = name.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
        self.init(x: x, y: y)
        if "\(x),\(y)" != name { return nil }
    }
}
