import KMAForecast
import ServiceLifecycle

/// Keeps places fresh for as long as the program lives.
struct PrefetchService: Service {
    let ahead: Prefetcher

    func run() async {
        await cancelWhenGracefulShutdown { await ahead.run() }
    }
}
