import Record
import ArgumentParser
import CommandLineSupport
import Feeds
import Forecast
import KMAForecast
import Rendering
import SQLiteStore
import Settings

struct LedgerCommand: AsyncParsableCommand, FormattedCommand {
    // `--sample`, a flag of the others, may stand before their names.
    static let optionsWithValue = ImportOptions.optionsWithValue + ["--against"]

    static let texts = CommandTexts(
        "ledger",
        ("예보 기록 파일 살피기·확인·합치기·내보내기.", "Look into the record of issues, verify, merge and export it."),
        usage: (
            "kma ledger [status|verify|backup 파일|merge 파일|export|import] [옵션]",
            "kma ledger [status|verify|backup FILE|merge FILE|export|import] [options]"
        ),
        korean: """
            예:
              kma ledger                           무엇이 얼마나 남아 있는지
              kma ledger verify                    남은 답과 값이 서로 맞는지
              kma ledger backup 사본.db            쓰는 중에도 온전한 사본
              kma ledger merge 다른컴퓨터.db       다른 기록에만 있는 것을 더하기
              kma ledger export > 기록.csv         한 행에 발표와 날짜 하나
              kma ledger import --since 2026-01-01 지난 중기예보 가져오기(KMA_HUB_KEY)
            """,
        english: """
            Examples:
              kma ledger                           what is kept, and how much of it
              kma ledger verify                    whether the values follow from the answers kept
              kma ledger backup copy.db            a whole copy, also while others write
              kma ledger merge elsewhere.db        add what only another record has
              kma ledger export > record.csv       a row for each issue and day
              kma ledger import --since 2026-01-01 past mid-term issues (KMA_HUB_KEY)
            """
    )

    enum Action: String, ExpressibleByArgument, CaseIterable {
        case status, verify, backup, merge, export
        case importing = "import"
    }

    @Argument(
        help: ArgumentHelp(
            "status(기본값), verify, backup, merge, export, import 중 하나.",
            "status (the default), verify, backup, merge, export or import.",
            value: ("할 일", "action")
        )
    )
    var action = Action.status

    @Argument(
        help: ArgumentHelp("merge로 더하거나 backup으로 쓸 파일.", "The file to merge, or to back up to.", value: ("파일", "file")),
        completion: .file(extensions: ["db"])
    )
    var file: String?

    @Option(
        help: ArgumentHelp("verify: 이 기록과도 견줌.", "verify: compare with this record as well.", value: ("파일", "file")),
        completion: .file(extensions: ["db"])
    )
    var against: String?

    @Option(
        help: ArgumentHelp(
            "verify: 중기예보 발표를 이만큼 뽑아 API허브에 다시 물어 견줌(KMA_HUB_KEY).",
            "verify: ask the API hub again for so many mid-term issues, drawn at random (KMA_HUB_KEY).",
            value: ("개수", "number")
        )
    )
    var sample: Int?

    @OptionGroup var importOptions: ImportOptions
    @OptionGroup var outputOptions: OutputOptions

    static let formats: [Format] = [.table, .json, .ndjson, .csv]
    private static let rereadAtOnce = 500

    mutating func validate() throws {
        switch action {
        case .status: try outputOptions.allow(Output.ledger.formats, of: "ledger")
        case .verify, .backup, .merge, .importing: try outputOptions.allow([.table], of: "ledger \(action.rawValue)")
        case .export: try outputOptions.allow([.csv, .ndjson], of: "ledger export")
        }
        let takesFile = action == .merge || action == .backup
        if takesFile, file?.isEmpty ?? true {
            throw ValidationError("파일을 적어 주세요: kma ledger \(action.rawValue) 파일", "Name the file: kma ledger \(action.rawValue) FILE")
        }
        if against != nil || sample != nil, action != .verify {
            throw ValidationError("--against와 --sample은 kma ledger verify와 함께 씁니다.", "--against and --sample go with kma ledger verify.")
        }
        if let sample, sample < 1 { throw ValidationError("--sample에는 1 이상의 수를 적어 주세요.", "--sample takes a number of 1 or more.") }
        if action != .importing, !importOptions.isEmpty {
            throw ValidationError("--since, --area, --file은 kma ledger import와 함께 씁니다.", "--since, --area and --file go with kma ledger import.")
        }
        if !takesFile, let file { throw ValidationError("여기에는 파일을 적지 않습니다: \(file)", "No file is expected here: \(file)") }
    }

    func run() async throws {
        let settings = try Settings.current()
        let style = outputOptions.style(settings)
        guard let path = settings.ledgerPath else { throw LedgerError.isOff }
        let notices = StoreNotices(settings, style.language)
        let ledger = SQLiteLedger(path: path, observe: notices.recordLedger)
        defer { if !outputOptions.quiet { notices.write() } }
        do throws(StoreProblem) { if action != .merge, action != .importing { try await ledger.checkPages() } } catch {
            throw LedgerError.problem(error, path: path)
        }
        switch action {
        case .status:
            let status = LedgerStatus(path: path, contents: try await LedgerError.of(path, ledger.contents))
            try write([("", status)], as: .ledger, style)
        case .verify: try await verify(ledger, style, settings)
        case .backup: try await backUp(ledger, style)
        case .merge: try await merge(into: ledger, style, settings)
        case .export: try await export(ledger)
        case .importing: try await importOptions.run(settings, into: ledger, style, isQuiet: outputOptions.quiet)
        }
        if [.status, .verify, .export].contains(action) { try notices.requireWholeRecord() }
    }

    private func verify(_ ledger: SQLiteLedger, _ style: Style, _ settings: Settings) async throws {
        guard try await LedgerError.of(ledger.path, ledger.contents) != nil else { throw LedgerError.notMerged(.noFile, file: ledger.path) }
        let isShown = Terminal.current().isErrorTerminal && !outputOptions.quiet
        let progress: @Sendable (Int, Int) -> Void = { done, all in
            if isShown { StandardError.write("\r\u{1B}[K" + LedgerStatus.progress(done, of: all)[style.language], within: .zero) }
        }
        let report: @Sendable (LedgerDifference) -> Void = { difference in StandardError.writeLine(difference.text[style.language]) }
        try await remakeDays(of: ledger, style)
        let result = try await LedgerError.of(
            ledger.path,
            { () async throws(StoreProblem) in try await ledger.verify(at: settings.clock(), progress: progress, report: report) }
        )
        var differences = result.differences
        var lines = [result.text]
        if let against {
            do throws(LedgerMergeFault) {
                let path = ProcessContext.current.path(of: against)
                let other = try await ledger.compare(with: path, progress: progress, report: report)
                differences += other.differences
                lines.append(LedgerVerification.compared(other.common, other.missing, other.differences))
            } catch { throw LedgerError.notMerged(error, file: against) }
        }
        var fault: FeedError?
        if let sample {
            let drawn = try await LedgerError.of(ledger.path, { () async throws(StoreProblem) in try await ledger.sampledIssues(sample) })
            let witness = try await HubImport(settings, into: ledger).compare(drawn, progress: progress)
            let text = ImportText(result: witness, style: style)
            for line in text.differences { StandardError.writeLine(line) }
            differences += witness.different
            lines.append(LocalizedText(text.witness, text.witness))
            fault = witness.fault
        }
        if isShown { StandardError.write("\r\u{1B}[K", within: .zero) }
        try StandardOutput.write(lines.map { $0[style.language] }.joined(separator: "\n"))
        if let fault { throw ImportError.stopped(fault) }
        if differences > 0 { throw ExitCode(ExitStatus.negative.rawValue) }
    }

    private func backUp(_ ledger: SQLiteLedger, _ style: Style) async throws {
        let file = file ?? ""
        let path = ProcessContext.current.path(of: file)
        do throws(LedgerBackupFault) { try await ledger.backUp(to: path) } catch { throw LedgerError.notCopied(error, to: file) }
        try StandardOutput.write(style("\(file)에 사본을 썼습니다.", "Copied to \(file)."))
    }

    private func remakeDays(of ledger: SQLiteLedger, _ style: Style) async throws {
        while try await LedgerError.of(
            ledger.path,
            { () async throws(StoreProblem) in !(try await ledger.remakeDays(atMost: LedgerCommand.rereadAtOnce)) }
        ) {
            let unread = try await LedgerError.of(ledger.path, ledger.contents)?.unread ?? 0
            if !outputOptions.quiet { StandardError.writeLine("kma: " + LedgerStatus.unread(unread)[style.language]) }
        }
    }

    private func merge(into ledger: SQLiteLedger, _ style: Style, _ settings: Settings) async throws {
        let file = file ?? ""
        try await remakeDays(of: ledger, style)
        let merge: LedgerMerge
        do throws(LedgerMergeFault) { merge = try await ledger.merge(ProcessContext.current.path(of: file), at: settings.clock()) } catch {
            throw LedgerError.notMerged(error, file: file)
        }
        try StandardOutput.write(LedgerStatus.added(merge)[style.language])
        if merge.refused > 0 { StandardError.writeLine("kma: " + LedgerStatus.refused(merge)[style.language]) }
    }

    /// Steps: a record of years does not fit into memory.
    private func export(_ ledger: SQLiteLedger) async throws {
        let format = outputOptions.json ? .json : outputOptions.format ?? .csv
        if format == .csv { try outputOptions.write(LedgerRows.header) }
        var last = 0
        while let next = try await LedgerError.of(ledger.path, { () async throws(StoreProblem) in try await ledger.rows(after: last) }) {
            last = next.last
            guard !next.rows.isEmpty else { continue }
            try StandardOutput.write(format == .csv ? LedgerRows.csv(next.rows) : LedgerRows.ndjson(next.rows))
        }
    }
}

enum LedgerError: ReportableError {
    case isOff
    case problem(StoreProblem, path: String)
    case notMerged(LedgerMergeFault, file: String)
    case notCopied(LedgerBackupFault, to: String)

    static func of<Result: Sendable>(_ path: String, _ step: () async throws(StoreProblem) -> Result) async throws(LedgerError) -> Result {
        do throws(StoreProblem) { return try await step() } catch { throw .problem(error, path: path) }
    }

    var exitStatus: ExitStatus {
        switch self {
        case .isOff, .problem(.foreign, _), .notMerged(.record(.foreign), _), .notCopied(.record(.foreign), _): .configuration
        case .notMerged(.noFile, _), .notMerged(.noLedger, _), .notMerged(.newerVersion, _): .noInput
        case .problem, .notMerged, .notCopied: .unavailable
        }
    }

    var message: LocalizedText {
        switch self {
        case .isOff: LocalizedText("예보 기록을 남기지 않고 있습니다. KMA_LEDGER를 파일로 지정해 주세요.", "No record is kept. Set KMA_LEDGER to a file.")
        case .problem(let problem, let path): LedgerError.message(of: problem, at: path)
        case .notMerged(.newerVersion, let file):
            LocalizedText("\(file): 더 새로운 버전이 만든 기록이라 합칠 수 없습니다.", "\(file) was written by a newer version and cannot be merged.")
        case .notMerged(.unreadable(let reason), let file):
            LocalizedText("\(file): 합치지 못했습니다(\(reason)).", "\(file) could not be merged (\(reason)).")
        case .notMerged(.noFile, let file): LocalizedText("\(file): 그런 파일이 없습니다.", "\(file): there is no such file.")
        case .notMerged(.noLedger, let file): LocalizedText("\(file): 예보 기록 파일이 아닙니다.", "\(file) is not a forecast record.")
        case .notMerged(.record(let problem), _), .notCopied(.record(let problem), _): problem.recordMessage
        case .notCopied(.noRecord, _): LocalizedText("아직 예보 기록이 없어 사본도 없습니다.", "There is no record yet, and so no copy.")
        case .notCopied(.exists, let file):
            LocalizedText("\(file)\(file.particle("이", "가")) 이미 있습니다. 새 파일을 적어 주세요.", "\(file) is there already. Name a new file.")
        case .notCopied(.unwritable(let reason), let file):
            LocalizedText("\(file)에 사본을 쓸 수 없습니다(\(reason)).", "The copy cannot be written to \(file) (\(reason)).")
        }
    }

    private static func message(of problem: StoreProblem, at path: String) -> LocalizedText {
        let reason = problem.recordMessage
        return LocalizedText("\(path): \(reason.korean)", "\(path): \(reason.english)")
    }
}
