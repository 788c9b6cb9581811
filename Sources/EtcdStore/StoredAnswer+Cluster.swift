import Compression
import KMAForecast
import NIOCore

extension StoredAnswer {
    /// What stands in the cluster: the bytes of the answer's file, gzipped where that saves something. A forecast of 141 kB
    /// becomes some 5 kB.
    var clusterValue: Data {
        let file = file
        return Gzip.compressed(ByteBuffer(bytes: file)).map { Data($0.readableBytesView) } ?? file
    }

    /// Reads a value of the cluster; `nil` where it is damaged or foreign.
    init?(clusterValue: Data) {
        // The first bytes of gzip (RFC 1952), with which no file of an answer begins.
        guard clusterValue.starts(with: [0x1f, 0x8b]) else {
            self.init(file: clusterValue)
            return
        }
        guard let file = Gzip.decompressed(ByteBuffer(bytes: clusterValue)) else { return nil }
        self.init(file: Data(file.readableBytesView))
    }
}
