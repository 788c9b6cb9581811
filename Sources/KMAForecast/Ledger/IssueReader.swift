import Feeds
import Forecast
import Regions

/// Reads what an answer of the record says of days: the same rows from the same bytes, whoever asks.
///
/// The record keeps the version of the reader with its rows. A change in what is read of an answer is a new version; the
/// rows of a record are then made again from its answers.
public enum IssueReader {
    /// The version of the reader: since 2 a step at 00:00 that ends a forecast makes no day.
    public static let version = 2

    /// Days ahead of its own of which an issue may speak.
    static let leads = 0...11

    /// The rows of an answer, none of a text or a warning; `nil` if it is no answer about the subject.
    public static func days(
        of subject: LedgerSubject,
        issuedAt: Date,
        origin: LedgerOrigin,
        in body: [UInt8]
    ) -> [IssuedDay]? {
        let days =
            origin == .file ? daysOfFile(subject, issuedAt, body) : daysOfAnswer(subject, issuedAt, body)
        let issued = KoreanDate(of: issuedAt)
        return days?.filter { leads.contains($0.date - issued) }
    }

    private static func daysOfFile(_ subject: LedgerSubject, _ issuedAt: Date, _ body: [UInt8])
        -> [IssuedDay]?
    {
        do throws(IssueFile.Fault) {
            return try IssueFile(at: issuedAt).issues(in: body).issues
                .first { $0.subject == subject && $0.issuedAt == issuedAt }?.days
        } catch {
            return nil
        }
    }

    private static func daysOfAnswer(
        _ subject: LedgerSubject,
        _ issuedAt: Date,
        _ body: [UInt8]
    ) -> [IssuedDay]? {
        for name in subject.requests {
            do throws(FeedError) {
                let answer = HTTPAnswer(status: 200, body: body)
                // The rows do not depend on when the answer was fetched.
                let origin = Origin(subject.feed, issuedAt: issuedAt, fetchedAt: issuedAt)
                let value = try IssueDecoder.value(of: origin, subject: name, answer)
                return (value as? any DatedForecast)?.issuedDays ?? []
            } catch {
                continue
            }
        }
        return nil
    }
}

extension LedgerSubject {
    /// The subjects of the requests whose answers are about it.
    fileprivate var requests: [String] {
        switch feed {
        // The request for today asks for fewer rows; any answer has as many.
        case .shortTerm: ["getVilageFcst-\(name.replacing(",", with: "-"))-today"]
        // The text of data.go.kr, and the API hub's table.
        case .warnings: ["getPwnStatus", ""]
        default: [name]
        }
    }

    /// Whether it is written as KMA writes zones, offices and cells of its grid.
    package var isWellFormed: Bool {
        switch feed {
        case .midTemperature, .midLand, .outlook:
            1...8 ~= name.utf8.count && name.utf8.allSatisfy { 48...57 ~= $0 || 65...90 ~= $0 }
        case .shortTerm: GridCell(ledgerName: name) != nil
        case .warnings: name.isEmpty
        default: false
        }
    }
}

extension GridCell {
    /// A cell as the record names it, `60,127`.
    package init?(ledgerName name: String) {
        let numbers = name.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let x = numbers[0], let y = numbers[1] else { return nil }
        self.init(x: x, y: y)
        if "\(x),\(y)" != name { return nil }
    }
}
