import ArgumentParser
import Settings
import Forecast

struct ServerOptions: Sendable {
    var host = "127.0.0.1"
    var port = 0
    var metricsPort: Int?
    var rate: TokenBucket.Rate?
    /// Places without a cached answer by a client; `nil` for no limit.
    var missRate: NewPlaceLimiter.Rate?
    var isBehindProxy = false
    var hasIntegrations = true
    /// Time to lie idle, send a head, or leave a response unread.
    var idleTimeout = Duration.seconds(30)
    /// Keeps event streams open through proxies, and finds clients that have gone.
    var heartbeat = Duration.seconds(15)

    /// curl sends 80, a browser under 2,000.
    static let headerLimit = 16 * 1024
    /// A descriptor each, of 1,024 that systems grant; past ``acceptedConnections`` they wait.
    static let connections = 900
    static let acceptedConnections = 950
    /// Sixteen browsers behind one address.
    static let connectionsPerClient = 100
    /// The other half is for probes and responses.
    static let streams = connections / 2
    /// A browser opens at most six connections to one address.
    static let streamsPerClient = 8
    static let metricsConnections = 32
}

struct ListeningOptions: ParsableArguments {
    @Option(help: ArgumentHelp("접속을 받을 주소 (기본값 KMA_HOST).", "Address to listen on (default KMA_HOST).")) var host: String?

    @Option(help: ArgumentHelp("접속을 받을 포트, 0은 빈 포트 (기본값 KMA_PORT).", "Port, 0 for a free one (default KMA_PORT).")) var port: Int?

    @Option(
        help: ArgumentHelp(
            "/metrics만 따로 여는 포트 (기본값 KMA_METRICS_PORT, 없으면 --port와 같은 곳).",
            "Port for /metrics alone (default KMA_METRICS_PORT, else where --port is).",
            value: ("port", "port")
        )
    )
    var metricsPort: Int?

    @Option(
        help: ArgumentHelp(
            "한 사용자가 1초에 보낼 수 있는 요청. 0은 무제한. 이 기기 자신은 세지 않습니다.",
            "Requests a second for one client; 0 for no limit. This machine itself is not counted.",
            value: ("number", "number")
        )
    )
    var limit = 20.0

    @Option(
        help: ArgumentHelp(
            "한 사용자가 1분에 새로 요청할 수 있는 곳(받아 둔 자료가 없는 곳). 0은 무제한.",
            "New places (nothing cached) a minute for one client; 0 for no limit.",
            value: ("number", "number")
        )
    )
    var missLimit = 30.0

    @Option(help: ArgumentHelp("한 사용자가 하루에 새로 요청할 수 있는 곳. 0은 무제한.", "New places a day for one client; 0 for no limit.", value: ("number", "number")))
    var dailyMissLimit = 500

    @Flag(help: ArgumentHelp("터미널용 글(/부산)과 다른 프로그램용 경로를 끕니다.", "Leave out the text for terminals (/Busan) and the paths for other programs."))
    var noIntegrations = false

    /// Former name of `--no-integrations`.
    @Flag(name: .customLong("no-doors"), help: .hidden) var noDoors = false

    @Flag(
        help: ArgumentHelp(
            "앞에 프록시가 있습니다: 그 X-Forwarded-For, -Proto, -Prefix를 믿습니다.",
            "A proxy stands in front: trust its X-Forwarded-For, -Proto and -Prefix."
        )
    )
    var behindProxy = false

    mutating func validate() throws {
        for (name, port) in [("--port", port), ("--metrics-port", metricsPort)] {
            guard let port, !(0...65_535).contains(port) else { continue }
            throw ValidationError("\(name): 0~65535입니다.", "\(name) takes 0 to 65535.")
        }
        for (name, rate) in [("--limit", limit), ("--miss-limit", missLimit)] {
            // Less would be a lifetime's wait.
            guard rate == 0 || (1e-6...1e9).contains(rate) else {
                throw ValidationError("\(name)은 0 또는 0.000001~1000000000입니다.", "\(name) takes 0, or 0.000001 to 1000000000.")
            }
        }
        guard dailyMissLimit >= 0 else { throw ValidationError("--daily-miss-limit은 0 이상입니다.", "--daily-miss-limit takes 0 or more.") }
    }

    func serverOptions(_ settings: Settings) -> ServerOptions {
        let port = port ?? settings.port
        return ServerOptions(
            host: host ?? settings.host,
            port: port,
            metricsPort: (metricsPort ?? settings.metricsPort).flatMap { $0 == port && port != 0 ? nil : $0 },
            rate: limit > 0 ? TokenBucket.Rate(perSecond: limit) : nil,
            missRate: NewPlaceLimiter.Rate(perMinute: missLimit > 0 ? missLimit : nil, perDay: dailyMissLimit > 0 ? dailyMissLimit : nil),
            isBehindProxy: behindProxy,
            hasIntegrations: !noIntegrations && !noDoors
        )
    }
}

struct ForecastOptions: ParsableArguments {
    @Flag(help: ArgumentHelp("키도 네트워크도 없이 예시 자료로 답합니다.", "Answer with sample data: no key, no network.")) var sample = false

    @Option(help: ArgumentHelp("언어: ko 또는 en (기본값 KMA_LANG).", "Language: ko or en (default KMA_LANG).")) var lang: Language?

    @Option(help: ArgumentHelp("두 자료에 모두 있는 값은 어느 자료를 쓸지.", "Preferred source where both have a value.")) var prefer = Preference.kma

    @Option(
        help: ArgumentHelp(
            "발표마다 미리 받아 둘 곳: 경기도,부산 또는 all(전국 중기예보).",
            "Places to refresh at each issue: Gyeonggi,Busan or all (every mid-term zone).",
            value: ("places", "places")
        )
    )
    var keep: String?
}
