import FirebreakWire
import Foundation

/// One of the process's standard streams, unbuffered: what was written has left the process.
package struct StandardStream: Sendable {
    private let descriptor: Int32

    package static let output = Self(descriptor: STDOUT_FILENO)
    package static let error = Self(descriptor: STDERR_FILENO)

    /// Whether a person's terminal is at the other end.
    private var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes a whole string.
    ///
    /// - Throws: ``CommandFailure`` if the stream is closed or its reader went away.
    package func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// Writes all of the bytes, waiting while the other end is full.
    ///
    /// A file or a program gets them as they are. A terminal would act on some, and they may be from anywhere, such as the
    /// text of a mail: it gets visible text.
    ///
    /// - Throws: ``CommandFailure`` if the stream is closed or its reader went away.
    package func write(_ bytes: [UInt8]) throws {
        try writeUnchanged(
            isTerminal ? Array(String(decoding: bytes, as: UTF8.self).visibleLines.utf8) : bytes)
    }

    private func writeUnchanged(_ bytes: [UInt8]) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                // Another process that shares the stream made it non-blocking.
                _ = waitForRoom(descriptor, milliseconds: -1)
            } else if errno != EINTR {
                throw CommandFailure("cannot write: \(SystemError.text(errno))")
            }
        }
    }

    /// Makes writing to a pipe without a reader an error instead of ending the process.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }
}

/// The system's `write`.
func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

/// Waits until something can be written.
///
/// - Parameter milliseconds: How long; -1 for ever.
/// - Returns: Whether it can, or fails at once.
func waitForRoom(_ descriptor: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&entry, 1, milliseconds) == 1
}
