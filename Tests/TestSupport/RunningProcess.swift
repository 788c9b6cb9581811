import Foundation
import StubUpstream

/// A started program.
///
/// Started by `posix_spawn` and awaited by a thread: Foundation's `Process` selects over descriptors and reads past a
/// directory's entry on Linux, and so hangs or traps in a process that has a thousand of them open.
public final class RunningProcess: Sendable {
    /// Its process identifier.
    public let process: pid_t
    private let output: UnnamedFile
    private let standardError: UnnamedFile
    private let ended: AsyncStream<Int32>
    private let status = LockedValue<Int32?>(nil)
    /// Held so that it is not removed before the program has ended.
    private let folder: TemporaryFolder

    /// Starts a program in a folder. Its output goes into files, which never fill up and need no reader, or to a
    /// terminal.
    public init(
        _ path: String,
        _ arguments: [String],
        _ environment: [String: String],
        in folder: TemporaryFolder,
        terminal: Int32? = nil
    ) throws {
        self.folder = folder
        output = try UnnamedFile()
        standardError = try UnnamedFile()
        // The shell enters the folder and then becomes the program.
        let words = ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, folder.path, path] + arguments
        let process = try RunningProcess.spawn(
            words,
            environment.map { "\($0)=\($1)" },
            output: terminal ?? output.descriptor,
            standardError: terminal ?? standardError.descriptor
        )
        self.process = process
        let (ended, end) = AsyncStream.makeStream(of: Int32.self)
        self.ended = ended
        Thread.detachNewThread { [known = status] in
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            // The exit status, or the signal, written as shells write it.
            let signal = status & 0x7F
            let ending = signal == 0 ? status >> 8 & 0xFF : 128 + signal
            known.withLock { $0 = ending }
            end.yield(ending)
            end.finish()
        }
    }

    /// Sends it a signal.
    public func signal(_ signal: Int32) {
        kill(process, signal)
        guard signal == SIGSTOP else { return }
        // The signal is sent at once, but on a busy machine the last thread stops some milliseconds later.
        var stopped = siginfo_t()
        waitid(P_PID, id_t(process), &stopped, WSTOPPED | WNOWAIT)
    }

    /// Whether it has not ended yet.
    public var isRunning: Bool { status.withLock { $0 == nil } }

    /// Standard error so far.
    public var standardErrorSoFar: String { standardError.text }

    /// Waits until it has ended, and returns how.
    public func outcome() async throws -> Program.Outcome {
        for await _ in ended {}
        return Program.Outcome(
            status: status.withLock { $0 ?? -1 },
            output: output.text,
            standardError: standardError.text
        )
    }

    #if !canImport(Darwin)
    /// The highest descriptor that is open here, and some beyond: other threads open more meanwhile.
    private static var highestDescriptor: Int32 {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return (names.compactMap { Int32($0) }.max() ?? 1_024) + 64
    }
    #endif

    private static func spawn(
        _ words: [String],
        _ environment: [String],
        output: Int32,
        standardError: Int32
    ) throws -> pid_t {
        // Both are pointers on Darwin, and values elsewhere.
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        var attributes: posix_spawnattr_t?
        // Closes all that is not named below: there a socket is for a moment without its mark to be closed.
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_CLOEXEC_DEFAULT
        #else
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        let flags = POSIX_SPAWN_SETSIGMASK
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, standardError, STDERR_FILENO)
        #if !canImport(Darwin)
        // Pipes and sockets of other tests that have no mark yet, or never get one: who waits for their end would wait for
        // this program.
        for other in STDERR_FILENO + 1...highestDescriptor {
            posix_spawn_file_actions_addclose(&actions, other)
        }
        #endif
        // Threads of tests block signals; the program must start with none blocked.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_init(&attributes)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let arguments = words.map { strdup($0) } + [nil]
        let settings = environment.map { strdup($0) } + [nil]
        defer {
            for text in arguments + settings { free(text) }
            posix_spawnattr_destroy(&attributes)
            posix_spawn_file_actions_destroy(&actions)
        }
        var process: pid_t = 0
        let fault = posix_spawn(&process, words[0], &actions, &attributes, arguments, settings)
        guard fault == 0 else { throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EAGAIN) }
        return process
    }
}

/// A file without a name, which is removed when its descriptor is closed.
final class UnnamedFile: Sendable {
    let descriptor: Int32

    /// Makes one with a text, which is read from its beginning.
    convenience init(_ text: String) throws {
        try self.init()
        let bytes = Array(text.utf8)
        guard pwrite(descriptor, bytes, bytes.count, 0) == bytes.count else { throw POSIXError(.EIO) }
    }

    init() throws {
        let path = FileManager.default.temporaryDirectory.path + "/kma-tests-" + UUID().uuidString
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        unlink(path)
    }

    deinit {
        close(descriptor)
    }

    /// Written text.
    var text: String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = pread(descriptor, &buffer, buffer.count, off_t(bytes.count)), count > 0 {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
