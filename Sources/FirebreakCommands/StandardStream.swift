import Foundation

/// One of the process's standard streams, unbuffered: what was written has left the process.
package struct StandardStream: Sendable {
    private let descriptor: Int32

    package static let output = Self(descriptor: STDOUT_FILENO)
    package static let error = Self(descriptor: STDERR_FILENO)

    /// Writes a whole string.
    ///
    /// - Throws: ``CommandFailure`` if the stream is closed or its reader went away.
    package func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// Writes all of the bytes, waiting while the other end is full.
    ///
    /// - Throws: ``CommandFailure`` if the stream is closed or its reader went away.
    package func write(_ bytes: [UInt8]) throws {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                systemWrite(descriptor, UnsafeRawBufferPointer(rebasing: buffer[written...]))
            }
            if count >= 0 {
                written += count
            } else if errno == EAGAIN {
                // Another process that shares the stream made it non-blocking.
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = systemPoll(&poll)
            } else if errno != EINTR {
                throw CommandFailure("cannot write: \(String(cString: strerror(errno)))")
            }
        }
    }

    /// Makes writing to a pipe without a reader an error instead of ending the process.
    package static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

private func systemPoll(_ entry: inout pollfd) -> Int32 {
    poll(&entry, 1, -1)
}
