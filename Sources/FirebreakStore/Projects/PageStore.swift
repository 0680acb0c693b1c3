import Foundation
import Synchronization

/// The bytes of a database in memory.
///
/// They lie in pages, which a copy shares until one of the two writes to a page: a copy takes no time, and what projects
/// have in common, such as the tables of an empty one, is in memory once.
final class PageStore: Sendable {
    /// As SQLite has it by default, so that each of its pages is one of these.
    static let pageSize = 4096

    /// Written only by a store that alone has it, so that others may read it on any thread.
    private final class Page: @unchecked Sendable {
        private let bytes = UnsafeMutableRawPointer.allocate(byteCount: pageSize, alignment: 16)

        /// - Parameter original: `nil` for zeros.
        init(copying original: Page?) {
            if let original {
                bytes.copyMemory(from: original.bytes, byteCount: pageSize)
            } else {
                bytes.initializeMemory(as: UInt8.self, repeating: 0, count: pageSize)
            }
        }

        deinit { bytes.deallocate() }

        func part(from start: Int, _ count: Int) -> UnsafeMutableRawBufferPointer {
            UnsafeMutableRawBufferPointer(start: bytes + start, count: count)
        }
    }

    private struct Content {
        var pages: [Page] = []
        var size = 0

        mutating func resize(_ newSize: Int) {
            let count = (newSize + pageSize - 1) / pageSize
            if count < pages.count { pages.removeLast(pages.count - count) }
            while pages.count < count { pages.append(Page(copying: nil)) }
            size = newSize
        }

        /// By which SQLite sees that another process has written to the file, so that what it has in its cache is
        /// obsolete: bytes 24 to 27, big-endian. Bytes 92 to 95 repeat it when the file's header is whole
        /// (SQLite's "Database File Format", 1.3).
        var changeCounter: UInt32 {
            get { pages.first.map { UInt32(bigEndian: $0.part(from: 24, 4).load(as: UInt32.self)) } ?? 0 }
            set {
                guard !pages.isEmpty else { return }
                withUnsafeBytes(of: newValue.bigEndian) {
                    write($0, at: 24)
                    write($0, at: 92)
                }
            }
        }

        mutating func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
            resize(max(size, offset + bytes.count))
            forEachPart(of: bytes.count, at: offset) { page, start, part in
                let new = UnsafeRawBufferPointer(rebasing: bytes[part])
                let isShared = !isKnownUniquelyReferenced(&pages[page])
                if isShared {
                    // What is written may be what is there already; then the page stays shared.
                    if pages[page].part(from: start, part.count).isEqual(to: new) { return }
                    pages[page] = Page(copying: pages[page])
                }
                pages[page].part(from: start, part.count).copyMemory(from: new)
            }
        }
    }

    private let content: Mutex<Content>

    init() { content = Mutex(Content()) }

    /// A copy, as it is between two transactions.
    init(copying other: PageStore) {
        content = Mutex(other.content.withLock { $0 })
    }

    /// Takes the pages of another store, as they are between two transactions of both.
    func replace(with other: PageStore) {
        let new = other.content.withLock { $0 }
        content.withLock { content in
            // Never what a connection saw last, however often it has written since.
            let counter = content.changeCounter &+ 1
            content = new
            content.changeCounter = counter
        }
    }

    /// Bytes.
    var size: Int { content.withLock { $0.size } }

    /// - Returns: How many bytes there were; the rest of the buffer is zero.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        content.withLock { content in
            let count = min(buffer.count, max(0, content.size - offset))
            Self.forEachPart(of: count, at: offset) { page, start, part in
                UnsafeMutableRawBufferPointer(rebasing: buffer[part])
                    .copyMemory(from: UnsafeRawBufferPointer(content.pages[page].part(from: start, part.count)))
            }
            buffer[count...].initializeMemory(as: UInt8.self, repeating: 0)
            return count
        }
    }

    /// Writes bytes; what lies between the present end and the offset becomes zero.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) { content.withLock { $0.write(bytes, at: offset) } }

    /// Drops what lies behind a size.
    func truncate(to size: Int) {
        content.withLock { content in
            guard size < content.size else { return }
            content.resize(size)
            let rest = [UInt8](repeating: 0, count: content.pages.count * Self.pageSize - size)
            rest.withUnsafeBytes { content.write($0, at: size) }
            content.size = size
        }
    }

    /// Passes the parts of a range of bytes, each within a page, with the page's number and where in it the part starts.
    private static func forEachPart(
        of count: Int, at offset: Int, _ body: (_ page: Int, _ start: Int, _ part: Range<Int>) -> Void
    ) {
        var done = 0
        while done < count {
            let (page, start) = (offset + done).quotientAndRemainder(dividingBy: pageSize)
            let part = done..<min(count, done + pageSize - start)
            body(page, start, part)
            done = part.upperBound
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func isEqual(to other: UnsafeRawBufferPointer) -> Bool {
        guard let start = baseAddress, let otherStart = other.baseAddress else { return count == other.count }
        return count == other.count && memcmp(start, otherStart, count) == 0
    }
}
