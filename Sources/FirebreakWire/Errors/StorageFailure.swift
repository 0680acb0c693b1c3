/// A database that cannot be used at present. What was answered before is not lost by it, and the next call tries again.
package struct StorageFailure: Error, Equatable, Sendable {
    package enum Kind: Sendable {
        case full
        case readOnly
        /// Something else than a database stands in its place, or it is damaged.
        case notADatabase
        /// A newer version of the product has written it.
        case newerVersion
        /// Its file or directory is not there any more, or is another one.
        case gone
        /// Somebody else has locked it.
        case locked
        /// Anything else that the system says of a file.
        case unreadable
    }

    package var kind: Kind
    /// The path of the database's file, for the log.
    package var file: String
    /// In SQLite's or the system's own words, for the log.
    package var cause: String

    package init(_ kind: Kind, file: String, cause: String) {
        self.kind = kind
        self.file = file
        self.cause = cause
    }

    /// What the client is told, who does not learn where the file is.
    package var sentence: String {
        switch kind {
        case .full: "The disk of the project's database is full."
        case .readOnly: "The project's database is read-only."
        case .notADatabase: "The project's file is not a database, or is damaged."
        case .newerVersion: "The project's database was written by a newer version of Firebreak."
        case .gone: "The project's database is not where it was."
        case .locked: "The project's database is locked by another process."
        case .unreadable: "The project's database cannot be read or written."
        }
    }
}

extension StorageFailure: CustomStringConvertible {
    package var description: String { "\(file): \(cause)" }
}
