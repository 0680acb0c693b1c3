import FirebreakWire
import Synchronization

/// How many projects a server may have (firebreak.md section 4.6).
final class ProjectLimit: Sendable {
    private let maximum: Int
    /// The database files that there are.
    private let files: Mutex<Int>

    /// - Parameter files: How many database files there are.
    init(_ maximum: Int, files: Int) {
        self.maximum = maximum
        self.files = Mutex(files)
    }

    /// - Throws: `RESOURCE_EXHAUSTED` when there may be no more projects than these.
    func check(existing: Int) throws(WireError) {
        guard existing < maximum else { throw .tooManyProjects(maximum: String(maximum)) }
    }

    /// Makes another file.
    ///
    /// - Throws: `RESOURCE_EXHAUSTED` when there are too many, or what `make` throws; then there is no other file.
    func adding<Made>(_ make: () throws -> Made) throws -> Made {
        try files.withLock { files in
            try check(existing: files)
            files += 1
        }
        do { return try make() } catch {
            removed()
            throw error
        }
    }

    /// To be called when a file was removed.
    func removed() { files.withLock { $0 -= 1 } }
}
