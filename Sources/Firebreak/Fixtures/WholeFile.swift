package import FirebreakWire
import Foundation

/// A file that is read as a whole.
///
/// Its size is looked at before it is read, and what has no size, such as a pipe or a device, is read no further than the
/// limit: what a path leads to may be larger than memory.
package enum WholeFile {
    /// Why a file was not read, with its path.
    package struct Failure: Error, CustomStringConvertible, Sendable {
        package let description: String
    }

    private static let chunk = 64 * 1024

    /// - Throws: ``Failure`` for what cannot be read, and for more bytes than the limit allows.
    package static func read(_ path: String, _ limit: Limit) throws(Failure) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
        guard limit.allows(Int(status.st_size)) else { throw tooLarge(path, limit) }
        var content: [UInt8] = []
        content.reserveCapacity(Int(status.st_size))
        var part = [UInt8](repeating: 0, count: chunk)
        while true {
            let count = part.withUnsafeMutableBytes { systemRead(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw unreadable(path) }
            guard count > 0 else { return content }
            content += part[..<count]
            guard limit.allows(content.count) else { throw tooLarge(path, limit) }
        }
    }

    private static func unreadable(_ path: String) -> Failure {
        Failure(description: "\(path): the file cannot be read: \(SystemError.text(errno))".visible)
    }

    private static func tooLarge(_ path: String, _ limit: Limit) -> Failure {
        Failure(description: "\(path): \(limit.sentence)".visible)
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(descriptor, buffer.baseAddress, buffer.count)
}
