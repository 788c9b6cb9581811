import Feeds
import KMAForecast
import SQLiteStore
import SampleFeeds
import Settings

extension ForecasterConfiguration {
    /// Creates live feeds. Without `isKept` calls are counted, and nothing is stored or recorded; `leavesLedgerLog`: see `SQLiteLedger`.
    package init(
        _ settings: Settings,
        transport: Transport,
        isKept: Bool = true,
        observeStore: @escaping @Sendable (StoreProblem?) -> Void = { _ in },
        observeLedger: @escaping @Sendable (StoreProblem?) -> Void = { _ in },
        observeRecording: @escaping @Sendable (_ kept: Int) -> Void = { _ in },
        leavesLedgerLog: Bool = false
    ) {
        self.init(
            kma: settings.kma,
            kmaGateway: settings.kmaGateway,
            airKorea: settings.airKorea,
            openWeather: settings.openWeather,
            transport: transport,
            store: SQLiteStore(directory: settings.cacheDirectory, keepsAnswers: isKept, observe: observeStore),
            timeout: settings.timeout,
            now: settings.clock
        )
        if isKept, let path = settings.ledgerPath {
            ledger = LedgerRecorder(
                SQLiteLedger(path: path, leavesLog: leavesLedgerLog, observe: observeLedger),
                from: store,
                observe: observeRecording
            )
        }
    }

    /// Sample feeds take no key, network, storage and counts.
    package init(samplesFor settings: Settings) {
        let key = ServiceKey("sample")
        let kind = KMAGateway.Kind.dataPortal
        self.init(
            kma: key.map { KMAGateway(kind: kind, key: $0) },
            airKorea: key.map { AirKoreaGateway(key: $0) },
            openWeather: key.map { OpenWeatherGateway(key: $0) },
            transport: .sample(clock: settings.clock),
            store: nil,
            // No network is late here, only a busy machine.
            timeout: .seconds(600),
            areSamples: true,
            now: settings.clock
        )
        ledger = LedgerRecorder(SampleLedger(clock: settings.clock), isRecording: false)
    }
}
