import CLibrary
import Forecast

/// Shell command with a message in its environment and input, never in the command; by `posix_spawn`, as Foundation's `Process` loads ICU on Linux.
struct ProgramRun {
    private static let limit = Duration.seconds(60)
    private static let interval = Duration.milliseconds(20)

    private let command: String
    private let input: String
    private let environment: [String: String]

    init(_ command: String, _ message: AlarmMessage, _ language: Language, _ environment: [String: String]) {
        self.command = command
        input = message.line(language) + "\n"
        self.environment = environment.merging(message.environment(language)) { $1 }
    }

    func run() async throws(DeliveryFault) {
        let process = try start()
        let deadline = ContinuousClock.now + ProgramRun.limit
        var status: Int32 = 0
        var isOver = false
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { break }
            if ended < 0, errno != EINTR { throw .notStarted(reason: String(cString: strerror(errno))) }
            if !isOver, ContinuousClock.now > deadline || Task.isCancelled {
                isOver = true
                // The group: all that the shell has started.
                kill(-process, SIGKILL)
            }
            await ProgramRun.pause()
        }
        if isOver { throw .programTimedOut }
        let signal = status & 0x7F
        guard status == 0 else { throw .program(status: signal == 0 ? status >> 8 & 0xFF : 128 + signal) }
    }

    /// Waits also if cancelled: a killed process is waited for.
    private static func pause() async { await Task { try? await Task.sleep(for: interval) }.value }

    #if os(Linux)
    /// Highest open descriptor with a margin, since other threads open more.
    private static var highestDescriptor: Int32 {
        // Usual without /proc.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return (names.compactMap { Int32($0) }.max() ?? 192) + 64
    }
    #endif

    private func start() throws(DeliveryFault) -> pid_t {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw .notStarted(reason: String(cString: strerror(errno))) }
        defer { for end in ends { close(end) } }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
        // A daemon it starts would hold connections to KMA and another command's input.
        #if canImport(Darwin)
        for output in [STDOUT_FILENO, STDERR_FILENO] { posix_spawn_file_actions_addinherit_np(&actions, output) }
        let closing = POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
        // Closing an unopened descriptor is no error in glibc and musl.
        for other in STDERR_FILENO + 1...ProgramRun.highestDescriptor { posix_spawn_file_actions_addclose(&actions, other) }
        let closing: Int32 = 0
        #endif
        posix_spawnattr_init(&attributes)
        // Default signals, in a group apart from the terminal's.
        var (none, defaults) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigemptyset(&defaults)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP] { sigaddset(&defaults, signal) }
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &defaults)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP | closing
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let words = ["/bin/sh", "-c", command]
        let arguments = words.map { strdup($0) } + [nil]
        let settings = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer {
            for text in arguments + settings { free(text) }
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        var process: pid_t = 0
        let fault = posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, settings)
        guard fault == 0 else { throw .notStarted(reason: String(cString: strerror(fault))) }
        // A pipe takes 4,096 bytes at once; a program may leave them unread.
        _ = Array(input.utf8).withUnsafeBytes { write(ends[1], $0.baseAddress, min($0.count, 4_096)) }
        return process
    }
}
