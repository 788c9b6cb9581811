import CLibrary
import Forecast
import KMAForecast
import Record
import Regions

package enum LedgerBackupFault: Error, Sendable, Hashable {
    case exists
    case noRecord
    case unwritable(reason: String)
    case record(StoreProblem)
}

package struct LedgerDifference: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case column(String)
        case answer
        case unreadable
        case day(kept: String?, made: String?)
        case orphan
        case observation
        /// Edited or removed answers, times, observations or positions.
        case seal
        /// Names of feeds, or the reader's version.
        case table(String)
        case other
    }

    package var issue: String
    package var kind: Kind
}

package struct LedgerVerification: Sendable, Hashable {
    package var answers = 0
    package var days = 0
    package var observations = 0
    package var differences = 0
}

extension SQLiteLedger {
    private static let verifiedAtOnce = 200

    package func verify(
        at now: Date,
        progress: @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in },
        report: @Sendable (LedgerDifference) -> Void
    ) async throws(StoreProblem) -> LedgerVerification {
        var result = LedgerVerification()
        let all = try await file.read { database throws(SQLiteError) in try database.number("SELECT count(*) FROM body") } ?? nil
        guard let all else { return result }
        var last = Int.min
        while true {
            let step = last
            let found = try await file.read { database throws(SQLiteError) in
                let answers = try KeptAnswer.next(after: step, limit: Self.verifiedAtOnce, in: database)
                let rows = try database.rows(
                    "SELECT * FROM day WHERE body > ? AND body <= ? ORDER BY body, date, half",
                    .integer(step),
                    .integer(answers.last?.id ?? .max)
                ) { row throws(SQLiteError) in (0...11).map(row.value) }
                return (answers: answers, rows: rows)
            }
            guard let found else { break }
            let differences = Self.differences(found.answers, found.rows, at: now)
            result.answers += found.answers.count
            result.days += found.rows.count
            result.differences += differences.count
            differences.forEach(report)
            guard let end = found.answers.last else { break }
            last = end.id
            progress(result.answers, all)
        }
        let others = try await file.read { database throws(SQLiteError) in try Self.differencesOfFile(database, at: now) }
        let (observations, differences) = others ?? (0, [])
        result.observations = observations
        result.differences += differences.count
        differences.forEach(report)
        if result.differences == 0 {
            do throws(StoreProblem) { try await addSealed { _, seal throws(SQLiteError) in try seal.keepVerification(at: now) } } catch {
                // The observer tells of the disk, and the result holds without its time.
                guard case .full = error else { throw error }
            }
        }
        return result
    }

    /// Mid-term issues drawn at random, for a witness outside.
    package func sampledIssues(_ count: Int) async throws(StoreProblem) -> [[LedgerDay]] {
        let feeds = [Feed.midTemperature, .midLand]
        let drawn = try await file.read { database throws(SQLiteError) in
            var rows: [(Feed?, String, Date?)] = []
            try database.each(
                """
                SELECT feed, subject, issued_at FROM (SELECT DISTINCT feed, subject, issued_at FROM body
                WHERE feed IN (?, ?)) ORDER BY random() LIMIT ?
                """,
                feeds.map { LedgerSchema.numbers[$0].map(SQLiteValue.integer) ?? .null } + [.integer(count)]
            ) { row throws(SQLiteError) in rows.append((LedgerSchema.feed(row.integer(0)), row.text(1), row.moment(2))) }
            return rows
        }
        var issues: [[LedgerDay]] = []
        for case (let feed?, let name, let issuedAt?) in drawn ?? [] {
            let date = KoreanDate(of: issuedAt)
            let days = try await days(
                of: [LedgerSubject(feed: feed, name: name)],
                on: date...date + 11,
                issued: issuedAt..<issuedAt.addingTimeInterval(1)
            )
            if !days.isEmpty { issues.append(days) }
        }
        return issues
    }

    /// Copies the file, also while others write, to a new one for its owner alone.
    package func backUp(to path: String) async throws(LedgerBackupFault) {
        let isNew: Bool
        do throws(SystemError) { isNew = try PrivateFolder.makeFile(path) } catch { throw .unwritable(reason: error.description) }
        guard isNew else { throw .exists }
        var fault = LedgerBackupFault.noRecord
        do throws(StoreProblem) {
            if try await file.read({ database throws(SQLiteError) in try database.run("VACUUM INTO ?", .text(path)) }) != nil { return }
        } catch {
            switch error {
            case .unusable(let reason), .full(let reason): fault = .unwritable(reason: reason)
            default: fault = .record(error)
            }
        }
        unlink(path)
        throw fault
    }

    package func compare(
        with other: String,
        progress: @Sendable (_ done: Int, _ all: Int) -> Void = { _, _ in },
        report: @Sendable (LedgerDifference) -> Void
    ) async throws(LedgerMergeFault) -> (common: Int, missing: Int, differences: Int) {
        guard FileIdentity(other) != nil else { throw .noFile }
        let source = try MergeSource(other)
        var (last, result) = (Int.min, (common: 0, missing: 0, differences: 0))
        while true {
            let answers = try source.answers(after: last, limit: Self.verifiedAtOnce)
            guard let end = answers.last else { return result }
            last = end.id
            let known: [(isKnown: Bool, isOther: Bool)]
            do throws(StoreProblem) {
                known =
                    try await file.read { database throws(SQLiteError) in
                        var known: [(isKnown: Bool, isOther: Bool)] = []
                        for answer in answers {
                            let isKnown = try SQLiteLedger.id(of: answer.key, in: database) != nil
                            known.append((isKnown, try answer.isOther(in: database)))
                        }
                        return known
                    } ?? []
            } catch { throw .record(error) }
            for (answer, state) in zip(answers, known) {
                if state.isKnown { result.common += 1 } else { result.missing += 1 }
                guard state.isOther else { continue }
                result.differences += 1
                report(LedgerDifference(issue: answer.name, kind: .other))
            }
            progress(result.common + result.missing, source.count)
        }
    }

    private static func differences(_ answers: [KeptAnswer], _ rows: [[SQLiteValue]], at now: Date) -> [LedgerDifference] {
        var kept: [Int: [[SQLiteValue]]] = [:]
        for row in rows {
            guard case .integer(let body) = row[0] else { continue }
            kept[body, default: []].append(row)
        }
        var differences: [LedgerDifference] = []
        for answer in answers {
            let rows = kept.removeValue(forKey: answer.id) ?? []
            do throws(KeptAnswer.Flaw) {
                let issue = try answer.issue(until: now).issue
                differences += compare(rows, issue.days.map { $0.values(of: answer.id) }).map { kind in
                    LedgerDifference(issue: answer.name, kind: kind)
                }
            } catch {
                let kind: LedgerDifference.Kind =
                    switch error {
                    case .column(let name): .column(name)
                    case .digest: .answer
                    case .unreadable: .unreadable
                    }
                differences.append(LedgerDifference(issue: answer.name, kind: kind))
            }
        }
        return differences + kept.keys.sorted().map { LedgerDifference(issue: "\($0)", kind: .orphan) }
    }

    private static func compare(_ kept: [[SQLiteValue]], _ made: [[SQLiteValue]]) -> [LedgerDifference.Kind] {
        if kept == made { return [] }
        let keptRows = Dictionary(kept.map { (Array($0[1...2]), $0) }) { first, _ in first }
        let madeRows = Dictionary(made.map { (Array($0[1...2]), $0) }) { first, _ in first }
        func text(_ row: [SQLiteValue]?) -> String? {
            row.map { row in ([row[1].dateText, row[2].partText] + row.dropFirst(3).map(\.text)).joined(separator: " ") }
        }
        return Set(keptRows.keys).union(madeRows.keys).filter { keptRows[$0] != madeRows[$0] }.map {
            .day(kept: text(keptRows[$0]), made: text(madeRows[$0]))
        }
    }

    private static func differencesOfFile(_ database: Database, at now: Date) throws(SQLiteError) -> (observations: Int, [LedgerDifference]) {
        let stations = Set(SurfaceStation.all.map(\.id))
        let observed = try database.rows("SELECT station, date, fetched_at, low, high, rain, rain_state FROM observed") { row throws(SQLiteError) in
            let values = (0...6).map(row.value)
            return (values, ObservedDay(kept: values, stations, until: now) != nil)
        }
        var differences = observed.filter { !$0.1 }.map { values, _ in
            LedgerDifference(issue: "\(values[0].text) \(values[1].dateText)", kind: .observation)
        }
        let feeds = try database.rows("SELECT id, name FROM feed") { row throws(SQLiteError) in
            LedgerSchema.feed(row.integer(0))?.rawValue == row.text(1)
        }
        if feeds.count != LedgerSchema.numbers.count || feeds.contains(false) {
            differences.append(LedgerDifference(issue: "", kind: .table("feed")))
        }
        let readers = try database.number("SELECT count(*) FROM reader")
        let index = try LedgerIndex(in: database)
        if readers != 1 || index.version != IssueReader.version || index.remade != nil {
            differences.append(LedgerDifference(issue: "", kind: .table("reader")))
        }
        if try !LedgerSeal.isWhole(database) { differences.append(LedgerDifference(issue: "", kind: .seal)) }
        return (observed.count, differences)
    }
}

extension SQLiteValue {
    fileprivate var dateText: String {
        if case .integer(let number) = self, (0...99_999).contains(number) { KoreanDate(dayNumber: number).description } else { text }
    }

    fileprivate var partText: String { if case .integer(let number) = self, let part = DayPart(rawValue: number) { part.name } else { text } }

    fileprivate var text: String {
        switch self {
        case .null: "-"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text(let text): text
        case .blob(let blob): "\(blob.count) bytes"
        }
    }
}
