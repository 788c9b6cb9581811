import CLibrary
import KMAForecast

struct FileIdentity: Equatable {
    let device: UInt64
    let number: UInt64

    init?(_ path: String) {
        do throws(SystemError) {
            guard let found = try FileIdentity.find(path) else { return nil }
            self = found
        } catch { return nil }
    }

    private init(_ information: stat) {
        device = UInt64(truncatingIfNeeded: information.st_dev)
        number = UInt64(truncatingIfNeeded: information.st_ino)
    }

    static func size(of path: String) -> Int? {
        var information = stat()
        return stat(path, &information) == 0 ? Int(information.st_size) : nil
    }

    static func find(_ path: String) throws(SystemError) -> FileIdentity? {
        var information = stat()
        if stat(path, &information) == 0 { return FileIdentity(information) }
        let error = SystemError.last
        if error.code == ENOENT || error.code == ENOTDIR { return nil }
        throw error
    }
}

struct SystemError: Error, CustomStringConvertible {
    let code: Int32

    static var last: SystemError { SystemError(code: errno) }

    var description: String { String(cString: strerror(code)) }

    var problem: StoreProblem { [ENOSPC, EDQUOT].contains(code) ? .full(reason: description) : .unusable(reason: description) }
}

/// Folders and files for their owner alone; moves replace nothing.
enum PrivateFolder {
    static func make(_ path: String) throws(SystemError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += made.isEmpty || made.hasSuffix("/") ? part : "/" + part
            if mkdir(made, 0o700) != 0, errno != EEXIST { throw .last }
        }
    }

    /// Returns false if there is one: opening it would end this process's locks on it (sqlite.org/howtocorrupt.html, 2.2).
    /// By root, as by `kma doctor` beside a service, it is made for the owner of a folder.
    @discardableResult static func makeFile(_ path: String, forOwnerOf folder: String? = nil) throws(SystemError) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw .last
        }
        var information = stat()
        if let folder, geteuid() == 0, stat(folder, &information) == 0 { _ = fchown(descriptor, information.st_uid, information.st_gid) }
        close(descriptor)
        return true
    }

    static func link(_ path: String, as name: String) throws(SystemError) -> Bool {
        #if canImport(Darwin)
        let result = Darwin.link(path, name)
        #elseif canImport(Glibc)
        let result = Glibc.link(path, name)
        #else
        let result = Musl.link(path, name)
        #endif
        if result == 0 { return true }
        if errno == EEXIST { return false }
        throw .last
    }

    /// `nil` while another program has the lock; without `flock` programs act at once.
    static func locked<Result, Failure: Error>(_ path: String, _ body: () throws(Failure) -> Result) throws(Failure) -> Result? {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return nil }
        return try body()
    }
}
