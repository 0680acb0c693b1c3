import Foundation

/// A database that cannot be used at present. Earlier responses remain valid, and the next call tries again.
package struct StorageFailure: Error, Equatable, Sendable {
    package enum Kind: Sendable {
        case full
        /// A project in memory has as much as SQLite can keep there.
        case memoryFull
        case readOnly
        /// The path leads to something other than a database, or the database is damaged.
        case notADatabase
        /// A newer version of the product has written it.
        case newerVersion
        /// A build before the first version has written it.
        case olderBuild
        /// Its file or directory no longer exists, or has been replaced.
        case gone
        /// Another process has locked it.
        case locked
        /// Any other error of the file system.
        case unreadable
    }

    package var kind: Kind
    /// The path of the database's file, or ``memory``, for the log.
    package var file: String
    /// In SQLite's or the system's own words, for the log.
    package var cause: String

    /// What stands for the file of a project in memory.
    package static let memory = "memory"

    package init(_ kind: Kind, file: String, cause: String) {
        self.kind = kind
        self.file = file
        self.cause = cause
    }

    /// What a list says of a project that cannot be read, whatever the error.
    package static func sentence(for error: any Error) -> String {
        (error as? StorageFailure)?.sentence ?? StorageFailure(.unreadable, file: "", cause: "").sentence
    }

    /// The message for the client, which does not reveal the location of the file.
    package var sentence: String {
        switch kind {
        case .full: "The disk of the project's database is full."
        case .memoryFull:
            "A project in memory may have at most \(Limit.memory.amount); with \"--data-dir\" it may have more."
        case .readOnly: "The project's database is read-only."
        case .notADatabase: "The project's file is not a database, or is damaged."
        case .newerVersion: "The project's database was written by a newer version of Firebreak."
        case .olderBuild:
            "The project's database was written by a build before 0.1.0. Export it with that build, and import it here."
        case .gone: "The project's database is not where it was."
        case .locked: "The project's database is locked by another process."
        case .unreadable: "The project's database cannot be read or written."
        }
    }
}

extension StorageFailure: CustomStringConvertible {
    package var description: String { "\(file): \(cause)" }
}

extension Error {
    /// Why a file cannot be read or written, in words for a person, such as `permission denied`: the library's own texts
    /// are numbers of errors.
    package var fileReason: String {
        if let error = self as? POSIXError { return Self.words(for: error.code.rawValue) }
        guard let error = self as? CocoaError else { return "\(self)" }
        if let error = error.userInfo[NSUnderlyingErrorKey] as? POSIXError {
            return Self.words(for: error.code.rawValue)
        }
        return switch error.code {
        case .fileNoSuchFile, .fileReadNoSuchFile: Self.words(for: ENOENT)
        case .fileReadNoPermission, .fileWriteNoPermission: Self.words(for: EACCES)
        case .fileWriteOutOfSpace: Self.words(for: ENOSPC)
        case .fileWriteVolumeReadOnly: Self.words(for: EROFS)
        case .fileWriteFileExists: Self.words(for: EEXIST)
        case .fileReadInvalidFileName, .fileWriteInvalidFileName: "the name cannot be that of a file"
        default: "the system gives no reason"
        }
    }

    private static func words(for code: Int32) -> String {
        let text = SystemError.text(code)
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
