import ArgumentParser
import CommandLineSupport
import KMAForecast

/// Where the service listens, and whom it lets in.
struct ListeningOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(localized("들을 주소 (기본값 KMA_HOST).", "Address to listen on (default KMA_HOST)."))
    )
    var host: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            localized("들을 포트, 0은 빈 포트 (기본값 KMA_PORT).", "Port, 0 for a free one (default KMA_PORT).")
        )
    )
    var port: Int?

    @Option(
        name: .long,
        help: ArgumentHelp(
            localized(
                "한 사용자가 1초에 보낼 수 있는 요청. 0은 무제한. 이 기기 자신은 세지 않습니다.",
                "Requests a second for one client; 0 for no limit. This machine itself is not counted."
            ),
            valueName: "number"
        )
    )
    var limit = 20.0

    @Flag(
        name: .long,
        help: ArgumentHelp(
            localized(
                "앞에 프록시가 있습니다: X-Forwarded-For를 믿습니다.",
                "A proxy stands in front: trust its X-Forwarded-For."
            )
        )
    )
    var behindProxy = false

    mutating func validate() throws {
        if let port, !(0...65_535).contains(port) {
            throw ValidationError(localized("--port는 0~65535입니다.", "--port takes 0 to 65535."))
        }
        guard limit >= 0, limit.isFinite else {
            throw ValidationError(localized("--limit은 0 이상입니다.", "--limit takes 0 or more."))
        }
    }

    /// The options of the server; what is not given comes from the settings.
    func serverOptions(_ settings: Settings) -> ServerOptions {
        ServerOptions(
            host: host ?? settings.host,
            port: port ?? settings.port,
            rate: limit > 0 ? TokenBucket.Rate(perSecond: limit) : nil,
            isBehindProxy: behindProxy
        )
    }
}
