import AsyncHTTPClient
import Feeds
import Forecast
import KMAForecast
import Logging
import NIOCore
import NIOHTTP1
import Rendering
import SQLiteStore
import ServiceLifecycle
import Settings
import Watching

extension Watcher {
    /// `store` is that of the answers; for samples the machine's file takes the claims.
    init(_ alarms: [Alarm], _ settings: Settings, _ dependencies: ServerDependencies, store: (any DeedStore)?, isSample: Bool, client: HTTPClient) {
        self.init(
            dependencies.forecaster,
            alarms,
            states: settings.alarmFolder.map(RuleStateFolder.init) ?? RuleStateMemory(),
            store: store ?? SQLiteStore(directory: settings.cacheDirectory, keepsAnswers: false),
            delivery: Delivery(
                .httpClient(client, contact: settings.contact),
                secret: settings.webhookSecret,
                allowsPrivate: settings.allowsPrivateWebhooks,
                timeout: settings.timeout,
                language: dependencies.defaults.language
            ),
            preferring: dependencies.preference,
            isSample: isSample,
            now: dependencies.now,
            observe: dependencies.logger.logAlarm
        )
    }
}

extension PostTransport {
    /// One client a message, since names resolve by client.
    static func httpClient(_ client: HTTPClient, contact: String? = nil) -> PostTransport {
        let userAgent = Transport.userAgent(contact: contact)
        let group = client.eventLoopGroup
        return PostTransport { post, timeout throws(TransportFault) in
            var configuration = HTTPClient.Configuration.forUpstreams
            if let address = post.address { configuration.dnsOverride = [post.url.host: address] }
            let client = HTTPClient(eventLoopGroup: group, configuration: configuration)
            var request = HTTPClientRequest(url: post.url.text)
            request.method = .POST
            request.headers.add(name: "User-Agent", value: userAgent)
            for (name, value) in post.headers { request.headers.add(name: name, value: value) }
            request.body = .bytes(post.body)
            let result: Result<Int, TransportFault>
            do {
                let response = try await client.execute(request, timeout: TimeAmount(timeout))
                result = .success(Int(response.status.code))
            } catch { result = .failure(TransportFault(error)) }
            // Only the unread rest can fail.
            try? await client.shutdownOnce()
            return try result.get()
        }
    }
}

extension [Alarm] {
    static func ofFile(at path: String, now: Date, allowsPrivate: Bool) throws(AlarmFileError) -> [Alarm] {
        let text: String
        do { text = try String(contentsOfFile: path, encoding: .utf8) } catch {
            let reason = LocalizedText("읽을 수 없습니다.", "It cannot be read.")
            throw AlarmFileError(path: path, error: RulesFileError(reason))
        }
        do throws(RulesFileError) { return try RulesFile.alarms(in: text, at: now, allowsPrivate: allowsPrivate) } catch {
            throw AlarmFileError(path: path, error: error)
        }
    }

    var forecastPlaces: [PrefetchTarget] {
        reduce(into: []) { targets, alarm in
            let target = PrefetchTarget.place(alarm.place)
            if !alarm.rule.isAboutWarnings, !targets.contains(target) { targets.append(target) }
        }
    }
}

struct AlarmFileError: ReportableError {
    let path: String
    let error: RulesFileError

    let exitStatus = ExitStatus.configuration

    var lines: [LocalizedText] {
        error.faults.map { fault in
            let name = "\(SettingName.rules.rawValue): \(path)"
            guard let line = fault.line else { return LocalizedText("\(name): \(fault.reason.korean)", "\(name): \(fault.reason.english)") }
            return LocalizedText("\(name) \(line)행: \(fault.reason.korean)", "\(name), line \(line): \(fault.reason.english)")
        }
    }

    var message: LocalizedText { LocalizedText(lines.map(\.korean).joined(separator: "\n"), lines.map(\.english).joined(separator: "\n")) }
}

extension Logger {
    func logAlarm(_ event: Watcher.Event) {
        func metadata(_ alarm: Alarm, _ more: Metadata) -> Metadata {
            let known: Metadata = ["place": "\(alarm.place.name)", "rule": "\(alarm.rule.text)", "receiver": "\(alarm.receiver.name)"]
            return known.merging(more) { $1 }
        }
        switch event {
        case .delivered(let alarm, let message):
            let issuedAt = message.decision.source?.issuedAt.map { KoreanTime($0).rfc3339 } ?? "-"
            notice("alarm", metadata: metadata(alarm, ["told": "true", "issued_at": "\(issuedAt)"]))
        case .undelivered(let alarm, let fault):
            let reason = fault.message(of: alarm.receiver).english
            warning("alarm", metadata: metadata(alarm, ["told": "false", "reason": "\(reason)"]))
        case .notRemembered(let reason): warning("alarm", metadata: ["remembered": "false", "reason": "\(reason)"])
        case .noForecast(let place, let error): warning("alarm", metadata: ["place": "\(place.name)", "code": "\(error.code.rawValue)"])
        case .decided(let alarm, let decision):
            let holds = decision.holds.map { "\($0)" } ?? "-"
            debug("alarm", metadata: metadata(alarm, ["holds": "\(holds)"]))
        case .waits(let place, let due): debug("alarm", metadata: ["place": "\(place.name)", "next": "\(KoreanTime(due).rfc3339)"])
        }
    }
}
