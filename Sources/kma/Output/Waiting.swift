import Forecast
import Foundation
import KMAForecast

/// What a person sees on a terminal while feeds are asked: how many have answered. It is drawn only once the wait is
/// long enough to be noticed, and wiped away before anything else is said.
///
/// `@unchecked Sendable`: feeds report from their own tasks; all that changes is behind the lock.
final class Waiting: @unchecked Sendable {
    private let feeds: Int
    private let language: Language
    private let isShown: Bool
    private let lock = NSLock()
    private var heardOf: [Feed] = []
    private var isDrawn = false
    private var isOver = false

    init(feeds: Int, _ language: Language, isShown: Bool) {
        self.feeds = feeds
        self.language = language
        self.isShown = isShown
        guard isShown else { return }
        Task { [self] in
            try? await Task.sleep(for: .milliseconds(400))
            lock.withLock { draw() }
        }
    }

    /// Takes note of a feed that is done.
    func heard(_ source: SourceReport) {
        lock.withLock {
            heardOf.append(source.feed)
            if isDrawn { draw() }
        }
    }

    /// Wipes the line away for good.
    func end() {
        lock.withLock {
            isOver = true
            if isDrawn { Stream.aside("\r\u{1B}[K") }
        }
    }

    private func draw() {
        guard isShown, !isOver else { return }
        isDrawn = true
        let last = heardOf.last.map { "  \($0.words[language])" } ?? ""
        let words = Words("날씨를 받는 중", "Fetching")[language]
        Stream.aside("\r\u{1B}[K\(words) \(heardOf.count)/\(feeds)\(last)")
    }
}
