import Forecast
import Foundation

/// What a person sees on a terminal while upstreams are asked: how many have answered, and which last. It is drawn only once the wait is
/// long enough to be noticed, and wiped away before anything else is said.
///
/// `@unchecked Sendable`: steps report from their own tasks; all that changes is behind the lock.
final class ProgressIndicator: @unchecked Sendable {
    private let title: LocalizedText
    private let steps: Int
    private let language: Language
    private let isShown: Bool
    private let lock = NSLock()
    private var finished: [LocalizedText] = []
    private var isDrawn = false
    private var isOver = false

    init(_ title: LocalizedText, steps: Int, _ language: Language, isShown: Bool) {
        self.title = title
        self.steps = steps
        self.language = language
        self.isShown = isShown
        guard isShown else { return }
        Task { [self] in
            try? await Task.sleep(for: .milliseconds(400))
            lock.withLock { draw() }
        }
    }

    /// Takes note of a step that is done.
    func done(_ step: LocalizedText) {
        lock.withLock {
            finished.append(step)
            if isDrawn { draw() }
        }
    }

    /// Wipes the line away for good.
    func end() {
        lock.withLock {
            isOver = true
            if isDrawn { StandardStreams.writeError("\r\u{1B}[K") }
        }
    }

    private func draw() {
        guard isShown, !isOver else { return }
        isDrawn = true
        let last = finished.last.map { "  \($0[language])" } ?? ""
        StandardStreams.writeError("\r\u{1B}[K\(title[language]) \(finished.count)/\(steps)\(last)")
    }
}
