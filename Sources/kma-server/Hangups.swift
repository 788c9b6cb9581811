import CLibrary
import Dispatch

/// SIGHUP: reads the settings again. A terminal that closes ends the service by SIGTERM, unless nohup keeps it.
struct Hangups {
    let stream: AsyncStream<Void>
    private let source: any DispatchSourceSignal

    init() {
        let endsWithTerminal = !isIgnored(SIGHUP) && Hangups.hasTerminal
        // Else the process would end before Dispatch sees the signal.
        signal(SIGHUP, SIG_IGN)
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        self.stream = stream
        source = DispatchSource.makeSignalSource(signal: SIGHUP, queue: DispatchQueue(label: "hangups"))
        source.setEventHandler { if endsWithTerminal, !Hangups.hasTerminal { kill(getpid(), SIGTERM) } else { continuation.yield() } }
        source.activate()
    }

    private static var hasTerminal: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC)
        if terminal >= 0 { close(terminal) }
        return terminal >= 0
    }
}

private func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
    return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    #else
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    #endif
}
