import CommandLineSupport
import Feeds
import Forecast
import NIOCore

/// The address cannot be listened on.
struct ListeningError: ReportableError {
    /// What is wrong and what to do.
    let message: LocalizedText
    let exitStatus = ExitStatus.configuration

    init(host: String, port: Int, fault: any Error) {
        let reason = (fault as? IOError).map { "\($0.errnoCode)" } ?? "\(fault)"
        message = LocalizedText(
            "\(host):\(port) 에서 들을 수 없습니다 (\(reason)). 다른 프로그램이 쓰고 있지 않은지, KMA_HOST와 KMA_PORT가 맞는지 확인해 주세요.",
            "Cannot listen at \(host):\(port) (\(reason)). Is it in use, and are KMA_HOST and KMA_PORT right?"
        )
    }
}
