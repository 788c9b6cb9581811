import Record
import ArgumentParser
import CommandLineSupport
import Feeds
import Forecast
import KMAForecast
import Regions
import Rendering
import SQLiteStore
import Settings

struct ImportOptions: ParsableArguments {
    static let optionsWithValue = ["--since", "--area", "-a", "--file"]

    @Option(
        help: ArgumentHelp(
            "import: 이 날짜의 발표부터(기본값은 지난 365일).",
            "import: issues from this date on (by default the last 365 days).",
            value: ("날짜", "YYYY-MM-DD")
        ),
        transform: koreanDate
    )
    var since: KoreanDate?

    @Option(
        name: [.customShort("a"), .long],
        help: ArgumentHelp(
            "import: 이 지역의 구역만. 여러 번 쓸 수 있습니다. (기본값은 전국)",
            "import: only the zones of this place. May be given several times. (by default the whole country)",
            value: ("이름", "name")
        )
    )
    var area: [String] = []

    @Option(
        name: .customLong("file"),
        help: ArgumentHelp(
            "import: API허브 대신 이 파일에서(API허브의 표, kma ledger export의 CSV, data.kma.go.kr의 CSV).",
            "import: from this file in place of the API hub (a table of the hub, CSV of kma ledger export or of data.kma.go.kr).",
            value: ("파일", "file")
        ),
        completion: .file()
    )
    var source: String?

    var isEmpty: Bool { since == nil && area.isEmpty && source == nil }

    mutating func validate() throws {
        if source != nil, since != nil || !area.isEmpty {
            throw ValidationError("--file은 --since, --area와 함께 쓸 수 없습니다.", "--file cannot be used with --since or --area.")
        }
    }

    func run(_ settings: Settings, into ledger: SQLiteLedger, _ style: Style, isQuiet: Bool) async throws {
        let result: ImportResult
        if let source {
            result = try await imported(from: source, settings, into: ledger)
        } else {
            result = try await imported(settings, into: ledger, style, isQuiet: isQuiet)
        }
        try StandardOutput.write(ImportText(result: result, style: style).text)
        if let fault = result.fault { throw ImportError.stopped(fault) }
    }

    private func imported(from path: String, _ settings: Settings, into ledger: SQLiteLedger) async throws -> ImportResult {
        guard let data = FileManager.default.contents(atPath: ProcessContext.current.path(of: path)) else { throw ImportError.unreadable(path) }
        var result = ImportResult()
        let issues: [LedgerIssue]
        do throws(IssueFile.Fault) {
            let read = try IssueFile(at: settings.clock()).issues(in: Array(data))
            result.unreadableRows = read.unreadable
            result.partsAsked = 1
            issues = read.issues
        } catch { throw ImportError.form(path, error) }
        do throws(StoreProblem) { result.issues = try await ledger.addNew(issues) } catch { throw LedgerError.problem(error, path: ledger.path) }
        return result
    }

    private func imported(_ settings: Settings, into ledger: SQLiteLedger, _ style: Style, isQuiet: Bool) async throws -> ImportResult {
        var places: [Place] = []
        for name in area { places.append(try PlaceRequest(name).place()) }
        let now = settings.clock()
        let importer = try HubImport(settings, into: ledger, of: places.isEmpty ? nil : places)
        let isShown = Terminal.current().isErrorTerminal && !isQuiet
        let start = ContinuousClock.now
        let result = await importer.run(since: since ?? KoreanDate(of: now) + -365) { progress in
            guard isShown else { return }
            let text = ImportText.progress(progress, elapsed: .now - start, in: style.language)
            StandardError.write("\r\u{1B}[K" + text, within: .zero)
        }
        if isShown { StandardError.write("\r\u{1B}[K", within: .zero) }
        return result
    }
}

extension HubImport {
    init(_ settings: Settings, into ledger: SQLiteLedger, of places: [Place]? = nil) throws {
        guard let hub = settings.hub else { throw ImportError.keyMissing }
        let configuration = ForecasterConfiguration(settings, transport: .http(contact: settings.contact))
        self.init(hub, into: ledger, of: places, transport: configuration.transport, counter: configuration.store, now: configuration.now)
    }
}

func koreanDate(_ text: String) throws -> KoreanDate {
    guard let date = KoreanDate(text) else { throw ValidationError("날짜는 2026-10-08처럼 적어 주세요.", "Write the date as in 2026-10-08.") }
    return date
}

enum ImportError: ReportableError {
    case keyMissing
    case unreadable(String)
    case form(String, IssueFile.Fault)
    case stopped(FeedError)

    var exitStatus: ExitStatus {
        switch self {
        case .keyMissing: .configuration
        case .unreadable, .form: .noInput
        case .stopped(let fault): fault.code.traits.exitStatus
        }
    }

    var message: LocalizedText {
        switch self {
        case .keyMissing:
            LocalizedText(
                "KMA_HUB_KEY가 없습니다. 기상청 API허브에서 키를 받고 중기예보 두 표(fct_afs_wc, fct_afs_wl)를 활용신청해 주세요: https://apihub.kma.go.kr",
                "KMA_HUB_KEY is not set. Get a key at the KMA API hub and apply for both mid-term tables (fct_afs_wc, fct_afs_wl): https://apihub.kma.go.kr"
            )
        case .unreadable(let path): LocalizedText("\(path): 파일을 읽을 수 없습니다.", "\(path) cannot be read.")
        case .form(let path, .encoding):
            LocalizedText(
                "\(path): UTF-8로 바꾼 뒤 다시 해 주세요(iconv -f CP949 -t UTF-8).",
                "\(path) is not UTF-8. Convert it first (iconv -f CP949 -t UTF-8)."
            )
        case .form(let path, .unknownForm(let missing)):
            LocalizedText(
                "\(path): 알 수 없는 형식입니다. 없는 열: \(missing.joined(separator: ", "))",
                "\(path) has a form that is not known. Columns that are missing: \(missing.joined(separator: ", "))"
            )
        case .stopped(let fault) where fault.code == .recordUnreadable:
            LocalizedText("예보 기록에 쓸 수 없어 멈췄습니다.", "Stopped, because the record cannot be written.")
        case .stopped(let fault): ImportError.stopMessage(fault)
        }
    }

    private static func stopMessage(_ fault: FeedError) -> LocalizedText {
        let title = fault.code.traits.title
        let again =
            fault.code == .quotaExceeded
            ? LocalizedText("내일 같은 명령을 다시 실행하면 이어서 가져옵니다.", "Run the same command tomorrow to go on.")
            : LocalizedText("같은 명령을 다시 실행하면 이어서 가져옵니다.", "Run the same command again to go on.")
        let advice =
            fault.code == .notSubscribed
            ? LocalizedText("API허브에서 fct_afs_wc와 fct_afs_wl을 활용신청해 주세요.", "Apply for fct_afs_wc and fct_afs_wl at the API hub.") : again
        return LocalizedText("API허브: \(title.korean). \(advice.korean)", "API hub: \(title.english). \(advice.english)")
    }
}
