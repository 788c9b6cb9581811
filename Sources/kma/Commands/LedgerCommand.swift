import ArgumentParser
import CommandLineSupport
import Feeds
import Forecast
import KMAForecast
import Rendering
import SQLiteStore
import Settings

struct LedgerCommand: AsyncParsableCommand, FormattedCommand {
    static let optionsWithValue = ImportOptions.optionsWithValue

    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "ledger",
            abstract: localized(
                "예보 기록 파일 살피기·합치기·내보내기.",
                "Look into the record of issues, merge and export it."
            ),
            usage: localized(
                "kma ledger [status|merge 파일|export|import] [옵션]",
                "kma ledger [status|merge FILE|export|import] [options]"
            ),
            discussion: localized(
                """
                예:
                  kma ledger                           무엇이 얼마나 남아 있는지
                  kma ledger merge 다른컴퓨터.db       다른 기록에만 있는 것을 더하기
                  kma ledger export > 기록.csv         한 행에 발표와 날짜 하나
                  kma ledger import --since 2026-01-01 지난 중기예보 가져오기(KMA_HUB_KEY)
                """,
                """
                Examples:
                  kma ledger                           what is kept, and how much of it
                  kma ledger merge elsewhere.db        add what only another record has
                  kma ledger export > record.csv       a row for each issue and day
                  kma ledger import --since 2026-01-01 past mid-term issues (KMA_HUB_KEY)
                """
            )
        )
    }

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case status, merge, export
        /// Past issues, from the API hub or a file.
        case importing = "import"
    }

    @Argument(
        help: ArgumentHelp(
            "status(기본값), merge, export, import 중 하나.",
            "status (the default), merge, export or import.",
            value: ("할 일", "action")
        )
    )
    var action = Action.status

    @Argument(
        help: ArgumentHelp("merge로 더할 파일.", "The file to merge.", value: ("파일", "file")),
        completion: .file(extensions: ["db"])
    )
    var file: String?

    @OptionGroup var importOptions: ImportOptions
    @OptionGroup var outputOptions: OutputOptions

    static let formats: [Format] = [.table, .json, .ndjson, .csv]

    mutating func validate() throws {
        switch action {
        case .status: try outputOptions.allow(Output.ledger.formats, of: "ledger")
        case .merge: try outputOptions.allow([.table], of: "ledger merge")
        case .importing: try outputOptions.allow([.table], of: "ledger import")
        case .export: try outputOptions.allow([.csv, .ndjson], of: "ledger export")
        }
        if action == .merge, file == nil {
            throw ValidationError(
                "더할 파일을 적어 주세요: kma ledger merge 파일",
                "Name the file: kma ledger merge FILE"
            )
        }
        if action != .importing, !importOptions.isEmpty {
            throw ValidationError(
                "--since, --area, --file은 kma ledger import와 함께 씁니다.",
                "--since, --area and --file go with kma ledger import."
            )
        }
        if action != .merge, let file {
            throw ValidationError("여기에는 파일을 적지 않습니다: \(file)", "No file is expected here: \(file)")
        }
    }

    func run() async throws {
        let settings = try Settings.current()
        let style = outputOptions.style(settings)
        guard let path = settings.ledgerPath else { throw LedgerError.isOff }
        let notices = StoreNotices(settings, style.language)
        let ledger = SQLiteLedger(path: path, observe: notices.recordLedger)
        defer { if !outputOptions.quiet { notices.write() } }
        do throws(StoreProblem) {
            switch action {
            case .status, .export: try await ledger.checkPages()
            case .merge, .importing: break
            }
        } catch {
            throw LedgerError.problem(error, path: path)
        }
        switch action {
        case .status:
            let status = LedgerStatus(path: path, contents: try await LedgerError.of(path, ledger.contents))
            try write([("", status)], as: .ledger, style)
            try notices.requireWholeRecord()
        case .merge: try await merge(into: ledger, style, settings)
        case .export:
            try await export(ledger)
            try notices.requireWholeRecord()
        case .importing:
            try await importOptions.run(settings, into: ledger, style, isQuiet: outputOptions.quiet)
        }
    }

    private func merge(into ledger: SQLiteLedger, _ style: Style, _ settings: Settings) async throws {
        let file = file ?? ""
        let merge: LedgerMerge
        do throws(LedgerMergeFault) {
            merge = try await ledger.merge(ProcessContext.current.path(of: file), at: settings.clock())
        } catch {
            throw LedgerError.notMerged(error, file: file)
        }
        try StandardOutput.write(LedgerStatus.added(merge)[style.language])
        if merge.refused > 0 {
            StandardError.writeLine("kma: " + LedgerStatus.refused(merge)[style.language])
        }
    }

    /// Writes rows in steps: a record of years does not fit into memory.
    private func export(_ ledger: SQLiteLedger) async throws {
        let format = outputOptions.json ? .json : outputOptions.format ?? .csv
        if format == .csv { try outputOptions.write(LedgerRows.header) }
        var last = 0
        while let next = try await LedgerError.of(
            ledger.path,
            { () async throws(StoreProblem) in
                try await ledger.rows(after: last)
            }
        ) {
            last = next.last
            guard !next.rows.isEmpty else { continue }
            try StandardOutput.write(
                format == .csv ? LedgerRows.csv(next.rows) : LedgerRows.ndjson(next.rows)
            )
        }
    }
}

enum LedgerError: ReportableError {
    case isOff
    case problem(StoreProblem, path: String)
    case notMerged(LedgerMergeFault, file: String)

    static func of<Result: Sendable>(
        _ path: String,
        _ step: () async throws(StoreProblem) -> Result
    ) async throws(LedgerError) -> Result {
        do throws(StoreProblem) {
            return try await step()
        } catch {
            throw .problem(error, path: path)
        }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .isOff, .problem(.foreign, _), .notMerged(.record(.foreign), _): .configuration
        case .notMerged(.noLedger, _), .notMerged(.newerVersion, _): .noInput
        case .problem, .notMerged: .unavailable
        }
    }

    var message: LocalizedText {
        switch self {
        case .isOff:
            LocalizedText(
                "예보 기록을 남기지 않고 있습니다. KMA_LEDGER를 파일로 지정해 주세요.",
                "No record is kept. Set KMA_LEDGER to a file."
            )
        case .problem(let problem, let path): LedgerError.message(of: problem, at: path)
        case .notMerged(.newerVersion, let file):
            LocalizedText(
                "\(file): 더 새로운 버전이 만든 기록이라 합칠 수 없습니다.",
                "\(file) was written by a newer version and cannot be merged."
            )
        case .notMerged(.unreadable(let reason), let file):
            LocalizedText("\(file): 합치지 못했습니다(\(reason)).", "\(file) could not be merged (\(reason)).")
        case .notMerged(.noLedger, let file):
            LocalizedText("\(file): 예보 기록 파일이 아닙니다.", "\(file) is no record of issues.")
        case .notMerged(.record(let problem), _): problem.recordMessage
        }
    }

    private static func message(of problem: StoreProblem, at path: String) -> LocalizedText {
        let reason = problem.recordMessage
        return LocalizedText("\(path): \(reason.korean)", "\(path): \(reason.english)")
    }
}
