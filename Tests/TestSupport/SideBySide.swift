import Foundation

/// Does something with each element, as many at once as the machine has processors: for work of processes, or of a processor,
/// of which a test has much to do.
public func sideBySide<Element: Sendable>(
    _ elements: some Collection<Element>,
    _ body: @escaping @Sendable (Element) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, element) in elements.enumerated() {
            if index >= ProcessInfo.processInfo.activeProcessorCount { try await group.next() }
            group.addTask { try await body(element) }
        }
        try await group.waitForAll()
    }
}
