import ArgumentParser
import CommandLineSupport
import Rendering
import Settings
import Dispatch
import Feeds
import Forecast
import KMAForecast
import Regions
import SQLiteStore
import Watching
import CLibrary

struct WatchCommand: AsyncParsableCommand, KMACommand {
    static let koreanNames = ["알림"]
    static let takes = CommandWords.places
    static let optionsWithValue = ["--when", "--exec", "--ntfy", "--webhook"]

    static let texts = CommandTexts(
        "watch",
        ("정한 조건이 되면 알립니다.", "Report when a rule about the weather comes true."),
        usage: (
            "kma watch [지역 …] --when <규칙> … [--exec <명령>] [--ntfy <주소>] [--webhook <주소>] [--once]",
            "kma watch [place …] --when <rule> … [--exec <command>] [--ntfy <URL>] [--webhook <URL>] [--once]"
        ),
        korean: """
            규칙: 특보, 호우특보, 비, 내일 비, 주말 눈, 최저<0, 최고>=33, 내일 강수확률>=60, 미세먼지 나쁨, 변경 …
            맞지 않던 규칙이 맞게 되면 하루에 한 번까지 알립니다. 때가 없으면 오늘과 내일을 봅니다.
            알릴 곳이 없으면 표준 출력에 한 줄을 씁니다.

            --once는 한 번 보고 끝냅니다(cron): 알렸으면 0, 알릴 것이 없으면 1, 알 수 없거나 알리지 못했으면 69.

            예:
              kma watch 서울 --when 특보 '내일 비' --ntfy https://ntfy.sh/내-주제
              kma watch 부산 --when '최저<0' --exec 'notify-send "$KMA_TITLE" "$KMA_TEXT"'
            """,
        english: """
            Rules: alert, heavy rain alert, rain, rain tomorrow, snow weekend, low<0, high>=33,
            probability>=60 tomorrow, dust bad, changed …
            A rule that comes true is reported, at most once a day. Without a time it is about today and tomorrow.
            Without a receiver a line is written to standard output.

            --once looks once and ends (cron): with 0 if something was reported, 1 if there was nothing to report,
            and 69 if that is not known or a message was not delivered.

            Examples:
              kma watch Seoul --when alert 'rain tomorrow' --ntfy https://ntfy.sh/my-topic
              kma watch Busan --when 'low<0' --exec 'notify-send "$KMA_TITLE" "$KMA_TEXT"'
            """
    )

    @OptionGroup var placeOptions: PlaceOptions

    @Option(parsing: .upToNextOption, help: ArgumentHelp("알릴 규칙. 여러 개를 쓸 수 있습니다.", "Rule to report, or several.", value: ("규칙", "rule"))) var when:
        [String]

    @Option(
        help: ArgumentHelp(
            "알릴 때 실행할 셸 명령. 내용은 환경 변수(KMA_TITLE, KMA_TEXT …)와 표준 입력으로 줍니다.",
            "Shell command to run. It gets the message in its environment (KMA_TITLE, KMA_TEXT …) and on standard input.",
            value: ("명령", "command")
        )
    )
    var exec: [String] = []

    @Option(help: ArgumentHelp("알릴 ntfy 주제의 주소.", "Address of an ntfy topic to post to.", value: ("주소", "URL")), transform: WatchCommand.address)
    var ntfy: [WebAddress] = []

    @Option(
        help: ArgumentHelp(
            "JSON을 받을 주소. KMA_WEBHOOK_SECRET이 있으면 서명합니다.",
            "Address that gets JSON, signed where KMA_WEBHOOK_SECRET is set.",
            value: ("주소", "URL")
        ),
        transform: WatchCommand.address
    )
    var webhook: [WebAddress] = []

    @Flag(help: ArgumentHelp("이 컴퓨터나 내부 네트워크의 주소에도 알립니다.", "Send to addresses of this machine and of private networks too.")) var allowPrivate = false

    @Flag(help: ArgumentHelp("한 번만 보고 끝냅니다.", "Check once and exit.")) var once = false

    @OptionGroup var sourceOptions: SourceOptions

    @Option(name: [.customShort("l"), .long], help: .language) var lang: Language?

    @Flag(
        name: [.customShort("v"), .long],
        help: ArgumentHelp("조건마다 맞는지와 다음에 확인할 시각을 보여 줍니다.", "Show whether each condition holds and when it is checked next.")
    )
    var verbose = false

    mutating func validate() throws {
        if placeOptions.hasTime { throw ValidationError("때는 규칙 안에 적습니다: --when '내일 비'", "A time goes into the rule: --when 'rain tomorrow'") }
        if exec.contains(where: { $0.allSatisfy(\.isWhitespace) }) {
            throw ValidationError("--exec에 실행할 명령을 적어 주세요.", "--exec takes a command to run.")
        }
    }

    func run() async throws {
        let settings = try Settings.current()
        let language = lang ?? settings.language
        let rules = try when.map { try WatchCommand.rule($0, at: settings.clock()) }
        let allowsPrivate = allowPrivate || settings.allowsPrivateWebhooks
        if !allowsPrivate, let address = (ntfy + webhook).first(where: \.isPrivate) {
            throw ValidationError(DeliveryFault.privateAddress.message(of: .webhook(address))[language])
        }
        let (places, faults) = try placeOptions.places(settings)
        // The rest would be watched in silence.
        if let fault = faults.first { throw fault }
        let receivers = receivers
        let alarms = places.flatMap { place in rules.flatMap { rule in receivers.map { Alarm(place: place, rule: rule, receiver: $0) } } }
        let notices = StoreNotices(settings, language)
        let forecaster = try await sourceOptions.forecaster(settings, telling: notices)
        let report = WatchReport(language: language, isVerbose: verbose, isOnce: once)
        let watcher = Watcher(
            forecaster,
            alarms,
            states: settings.alarmFolder.map(RuleStateFolder.init) ?? RuleStateMemory(),
            // This machine's file takes the claims, also for samples.
            store: SQLiteStore(directory: settings.cacheDirectory, keepsAnswers: false, observe: notices.recordCache),
            delivery: Delivery(
                .http(contact: settings.contact),
                secret: settings.webhookSecret,
                allowsPrivate: allowsPrivate,
                timeout: settings.timeout,
                language: language,
                environment: ProcessContext.current.environmentWithoutSecrets,
                print: WatchCommand.print
            ),
            preferring: sourceOptions.prefer,
            maximumAge: sourceOptions.maxAge,
            for: sourceOptions.caller,
            isSample: sourceOptions.sample,
            now: settings.clock,
            observe: report.write
        )
        let once = once
        let result = await untilSignal { () async -> Result<Watcher.Outcome?, ForecastError> in
            do throws(ForecastError) {
                if once { return .success(try await watcher.decideOnce()) }
                let recording = Task { await forecaster.recordIssuesAsTheyCome() }
                defer { recording.cancel() }
                // No issue will bring a missing key.
                try await watcher.run { $0.exitStatus == .configuration }
                return .success(nil)
            } catch { return .failure(error) }
        }
        await forecaster.recordIssues()
        notices.write()
        guard let outcome = try result.get() else { return }
        let isUnwritten = outcome.faults.contains { if case .notWritten = $0 { true } else { false } }
        if isUnwritten { throw ExitCode(ExitStatus.outputError.rawValue) }
        if !outcome.faults.isEmpty || outcome.delivered == 0 && outcome.unknown > 0 { throw ExitCode(ExitStatus.unavailable.rawValue) }
        if outcome.delivered == 0 { throw ExitCode(ExitStatus.negative.rawValue) }
    }

    @Sendable private static func print(_ line: String) throws(DeliveryFault) {
        do throws(OutputError) { try StandardOutput.write(line.printable) } catch { throw .notWritten(error.message) }
    }

    private var receivers: [Receiver] {
        let named = exec.map(Receiver.program) + ntfy.map(Receiver.ntfy) + webhook.map(Receiver.webhook)
        return named.isEmpty ? [.output] : named
    }

    private static func rule(_ text: String, at now: Date) throws -> WeatherRule {
        do throws(RuleError) { return try WeatherRule(text, at: now) } catch { throw ValidationError(error.message(of: text)[.current]) }
    }

    @Sendable private static func address(_ text: String) throws -> WebAddress {
        guard let address = WebAddress(text) else {
            throw ValidationError(
                "주소는 http:// 또는 https://로 시작하고 이름과 비밀번호가 없어야 합니다.",
                "An address starts with http:// or https:// and has no user and password."
            )
        }
        return address
    }
}

private func untilSignal<Value: Sendable>(_ body: @escaping @Sendable () async -> Value) async -> Value {
    let task = Task(operation: body)
    let sources = [SIGINT, SIGTERM].map { number in
        #if canImport(Darwin)
        // Dispatch follows the signal's own action, on Linux precedes it.
        signal(number, SIG_IGN)
        #endif
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { task.cancel() }
        source.resume()
        return source
    }
    defer { for source in sources { source.cancel() } }
    return await task.value
}

private struct WatchReport: Sendable {
    let language: Language
    let isVerbose: Bool
    let isOnce: Bool

    @Sendable func write(_ event: Watcher.Event) {
        switch event {
        case .delivered(let alarm, let message):
            guard isVerbose, alarm.receiver != .output else { return }
            say("\(alarm.receiver.name) ← \(message.line(language))")
        case .undelivered(let alarm, let fault): say(fault.message(of: alarm.receiver)[language])
        case .notRemembered(let reason):
            say(text("알림 기록을 저장하지 못해 같은 알림을 다시 보낼 수 있습니다 (\(reason)).", "A delivery cannot be remembered, and may be repeated (\(reason))."))
        case .noForecast(let place, let error): for line in error.lines { say("\(name(place)): \(line[language])") }
        case .decided(let alarm, let decision):
            guard isVerbose || isOnce && decision.holds == nil else { return }
            let state =
                switch decision.holds {
                case true?: text("맞음", "holds")
                case false?: text("아님", "does not hold")
                case nil: text("알 수 없음", "not known")
                }
            let words = decision.words.map { " \($0[language])" } ?? ""
            let issue = decision.source.map { " (\($0.feed.name[language])\($0.issueMoment?[language] ?? ""))" } ?? ""
            say("\(name(alarm.place)) · \(alarm.rule.text): \(state).\(words)\(issue)")
        case .waits(let place, let due):
            guard isVerbose else { return }
            let time = KoreanTime(due)
            say(text("\(name(place)): 다음은 \(time.dayAndHour.korean)", "\(name(place)): next at \(time.dayAndHour.english)"))
        }
    }

    private func name(_ place: Place) -> String { text(place.name, place.englishName) }

    private func text(_ korean: String, _ english: String) -> String { LocalizedText(korean, english)[language] }

    private func say(_ line: String) { StandardError.writeLine("kma: \(line.printable)") }
}

extension String { fileprivate var printable: String { filter { !$0.isControl } } }
