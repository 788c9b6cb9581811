import Settings
import EtcdStore
import Feeds
import Forecast
import KMAForecast
import Logging

extension EtcdStore {
    /// The store of the cluster that is set, with the store of this machine. Throws where a certificate cannot be read.
    init(
        _ cluster: ClusterSettings,
        _ settings: Settings,
        local: any Store,
        observe: @escaping @Sendable (ClusterEvent) -> Void
    ) throws(SettingsError) {
        var options = EtcdOptions(endpoints: cluster.endpoints)
        options.authorityPath = cluster.authorityPath
        options.certificatePath = cluster.certificatePath
        options.privateKeyPath = cluster.privateKeyPath
        options.user = cluster.user
        options.password = cluster.password
        options.timeout = cluster.timeout
        do {
            self = try EtcdStore(options, local: local, now: settings.clock, observe: observe)
        } catch {
            let name: SettingName =
                switch error.path {
                case cluster.authorityPath: .clusterAuthority
                case cluster.certificatePath: .clusterCertificate
                default: .clusterPrivateKey
                }
            throw SettingsError(
                name,
                "읽을 수 있는 PEM 파일이어야 합니다.",
                "it must name a PEM file that can be read."
            )
        }
    }
}

extension Logger {
    /// One line when nothing can be stored on this machine, and one when that is over.
    func logStore(_ problem: StoreProblem?) {
        guard let problem else { return notice("cache", metadata: ["usable": "true"]) }
        warning("cache", metadata: ["usable": "\(problem.isOver)", "reason": "\(problem)"])
    }

    /// One line when the ledger can keep nothing, and one when that is over.
    func logLedger(_ problem: StoreProblem?, at path: String?) {
        guard let problem else { return notice("ledger", metadata: ["usable": "true"]) }
        warning(
            "ledger",
            metadata: ["usable": "\(problem.isOver)", "path": "\(path ?? "")", "reason": "\(problem)"]
        )
    }

    /// One line when the API hub's tables were asked for, or differ from what data.go.kr says; nothing where all was there.
    func logTables(_ result: ImportResult) {
        let metadata: Logger.Metadata = [
            "zones": "\(result.issues)", "compared": "\(result.compared)", "different": "\(result.different)",
        ]
        if let fault = result.fault {
            warning("hub", metadata: metadata.merging(["code": "\(fault.code.rawValue)"]) { own, _ in own })
        } else if result.different > 0 {
            warning("hub", metadata: metadata)
        } else if result.issues > 0 {
            info("hub", metadata: metadata)
        }
    }

    /// One line when the cluster answers again, and one when it no longer does.
    func logCluster(_ event: ClusterEvent) {
        switch event {
        case .isUp: notice("cluster", metadata: ["up": "true"])
        case .isDown(let reason): warning("cluster", metadata: ["up": "false", "reason": "\(reason)"])
        case .operation, .callsDrawn: break
        }
    }
}
