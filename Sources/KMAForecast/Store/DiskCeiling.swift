#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How much a ``DiskStore`` may hold. Coordinates are without number, and whoever may ask about them all must not fill
/// the disk: past the ceiling the oldest answers are removed, whatever they are about.
struct DiskCeiling: Sendable {
    /// Bytes of all answers together.
    var bytes: Int
    /// Answers; a file system has room for a limited number of files.
    var files: Int
    /// After how many stored answers the folder is looked through, on average. Chance decides when, so that processes
    /// that store a few answers each and end, as a command line does, keep to the ceiling as well.
    var interval: Int

    /// Room for some 3,500 of the largest answers, 140 kB each; those of every mid-term zone for two days need 10 MB.
    /// Looking through 50,000 files takes a tenth of a second, 0.4 ms for each answer stored.
    static let standard = DiskCeiling(bytes: 512 * 1024 * 1024, files: 50_000, interval: 256)

    /// Whether it is time to look.
    func isDue() -> Bool { Int.random(in: 0..<max(1, interval)) == 0 }

    /// Removes the oldest files of folders until nine tenths of the ceiling are left, if they are past it.
    func hold(_ folders: [String]) {
        var stored: [(folder: String, path: String, file: PrivateFile.Information)] = []
        for folder in folders {
            // A folder that has gone since holds nothing.
            for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                let path = "\(folder)/\(name)"
                if let file = PrivateFile.information(of: path) { stored.append((folder, path, file)) }
            }
        }
        var (size, count) = (stored.reduce(0) { $0 + $1.file.size }, stored.count)
        guard size > bytes || count > files else { return }
        for oldest in stored.sorted(by: { $0.file.changedAt < $1.file.changedAt }) {
            guard size > bytes - bytes / 10 || count > files - files / 10 else { return }
            PrivateFile.remove(oldest.path)
            PrivateFile.removeEmptyDirectory(oldest.folder)
            size -= oldest.file.size
            count -= 1
        }
    }
}
