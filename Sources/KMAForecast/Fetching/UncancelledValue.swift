extension Task where Failure == Never {
    /// The value, or `nil` where the task that waits is cancelled before it is there. This task goes on.
    var valueUnlessCancelled: Success? {
        get async {
            let (values, continuation) = AsyncStream.makeStream(of: Success.self)
            Task<Void, Never> {
                continuation.yield(await value)
                continuation.finish()
            }
            return await values.first { _ in true }
        }
    }
}
