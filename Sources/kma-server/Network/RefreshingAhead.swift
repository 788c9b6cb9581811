import KMAForecast
import ServiceLifecycle

/// Keeps places fresh for as long as the program lives.
struct RefreshingAhead: Service {
    let ahead: RefreshAhead

    func run() async {
        await cancelWhenGracefulShutdown { await ahead.run() }
    }
}
