import KMAForecast
import NIOConcurrencyHelpers
import Rendering
import Settings
import Watching

struct Serving: Sendable {
    let settings: Settings
    let defaults: Defaults
    let alarms: [Alarm]
    let prefetchTargets: [PrefetchTarget]
    let prefetchCost: PrefetchCost

    init(_ settings: Settings, _ options: ForecastOptions) throws {
        self.settings = settings
        // Else every request without a place fails.
        _ = try settings.areaPlace(exitStatus: .configuration)
        let targets: [PrefetchTarget]
        do throws(ForecastError) { targets = try options.keep.map(PrefetchTarget.named) ?? [] } catch { throw AreaSettingError(error, in: "--keep") }
        prefetchTargets = targets
        alarms =
            try settings.rulesPath.map { path throws(AlarmFileError) in
                try [Alarm].ofFile(at: path, now: settings.clock(), allowsPrivate: settings.allowsPrivateWebhooks)
            } ?? []
        let alarmTargets = alarms.forecastPlaces.filter { !targets.contains($0) }
        prefetchCost = PrefetchCost(targets + alarmTargets, settings, isForAlarms: !alarmTargets.isEmpty)
        if !options.sample { try prefetchCost.check() }
        defaults = Defaults(
            area: settings.area,
            language: options.lang ?? settings.language,
            pageLanguage: options.lang ?? (settings.isLanguageSet ? settings.language : nil)
        )
    }

    func fixedSettings(changedIn other: Settings) -> [SettingName] {
        let values: [(SettingName, (Settings) -> String?)] = [
            (.host, { $0.host }), (.port, { "\($0.port)" }), (.metricsPort, { $0.metricsPort.map { "\($0)" } }),
            (.cacheDirectory, { $0.cacheDirectory }), (.ledger, { $0.ledgerPath }), (.cluster, { $0.cluster.map { "\($0)" } }),
        ]
        return values.filter { $0.1(settings) != $0.1(other) }.map(\.0)
    }
}

final class Replaceable<Value: Sendable>: Sendable {
    private let box: NIOLockedValueBox<Value>

    init(_ value: Value) { box = NIOLockedValueBox(value) }

    var value: Value {
        get { box.withLockedValue { $0 } }
        set { box.withLockedValue { $0 = newValue } }
    }
}
