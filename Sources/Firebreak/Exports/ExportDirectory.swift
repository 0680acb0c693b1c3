package import FirebreakWire
import Foundation

/// Export files on disk: the official emulator suite's directory, or a file of the CLI's `auth:export`
/// (emulator-api.md, production.md section 16.3).
package enum ExportDirectory {
    /// A file that cannot be read or written, described for the operator.
    package struct Failure: Error, CustomStringConvertible, Sendable {
        /// On one line, whatever the files are called.
        package let description: String

        init(description: String) { self.description = description.visible }
    }

    private static let metadataFile = "firebase-export-metadata.json"
    private static let accountsDirectory = "auth_export"
    /// The original names of files that were shortened because they were too long. The suite ignores it.
    private static let namesFile = "firebreak-names.json"
    /// Bytes of the longest path that systems take.
    private static let maximumPath = 4096
    /// The version of the tools whose format the files have.
    static let version = "15.28.1"

    // MARK: Reading

    /// The contents of the files by name, as `:import` of the control API accepts them.
    ///
    /// - Parameter path: A directory with the suite's metadata, a directory with `accounts.json`, or a file of
    ///   `auth:export`, JSON or CSV.
    /// - Returns: An empty object for a suite's export without accounts.
    package static func files(at path: String) throws(Failure) -> JSON {
        var isDirectory = false
        guard exists(path, &isDirectory) else {
            throw Failure(description: "\(path): there is no such file or directory")
        }
        guard isDirectory else {
            let name = (path as NSString).lastPathComponent
            return .object([JSON.Member(name, try content(of: path))])
        }
        guard let directory = try accountsDirectory(in: path) else { return .emptyObject }
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: directory).sorted() } catch {
            throw Failure(description: "\(directory): the directory cannot be read")
        }
        let namesPath = directory + "/" + namesFile
        let longNames = FileManager.default.fileExists(atPath: namesPath) ? try json(at: namesPath) : .emptyObject
        var files: [JSON.Member] = []
        for name in names where isKnown(name) {
            let realName = longNames[name]?.stringValue ?? name.removingPercentEncoding ?? name
            files.append(JSON.Member(realName, try content(of: directory + "/" + name)))
        }
        return .object(files)
    }

    /// Why a directory is not an export: it lacks the file that says what was exported.
    ///
    /// - Returns: `nil` for an export, and for what is not a directory.
    static func missingPart(of path: String) -> String? {
        var isDirectory = false
        guard exists(path, &isDirectory), isDirectory else { return nil }
        return [metadataFile, "accounts.json"].contains { FileManager.default.fileExists(atPath: "\(path)/\($0)") }
            ? nil : "there is neither \(metadataFile) nor accounts.json in it"
    }

    /// Whether accounts were exported to a directory, which may lack what makes it an export.
    static func hasAccounts(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(path)/\(accountsDirectory)")
    }

    private static func isKnown(_ name: String) -> Bool {
        ["accounts.json", "config.json", "firebreak.json"].contains(name)
            || (name.startsWithBytes(of: "accounts-") && name.endsWithBytes(of: ".json"))
    }

    private static func exists(_ path: String, _ isDirectory: inout Bool) -> Bool {
        var flag: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &flag)
        isDirectory = flag.boolValue
        return exists
    }

    /// The directory of the accounts according to the metadata; `nil` when the export has none.
    private static func accountsDirectory(in path: String) throws(Failure) -> String? {
        let metadata = path + "/" + metadataFile
        guard FileManager.default.fileExists(atPath: metadata) else {
            if let missing = missingPart(of: path) { throw Failure(description: "\(path): \(missing)") }
            return path
        }
        guard let part = try json(at: metadata)["auth"] else { return nil }
        guard let name = part["path"]?.stringValue, !name.isEmpty else {
            throw Failure(description: "\(metadata): auth.path must name a directory")
        }
        // Who has the file from elsewhere does not mean other directories of this machine.
        guard !name.separated(by: "/").contains(where: { $0 == ".." }) else {
            throw Failure(description: "\(metadata): auth.path leads out of the directory: \(name)")
        }
        return path + "/" + name
    }

    private static func content(of path: String) throws(Failure) -> JSON {
        guard path.endsWithBytes(of: ".csv") else { return try json(at: path) }
        guard let text = String(validating: try bytes(of: path), as: UTF8.self) else {
            throw Failure(description: "\(path): the file is not in UTF-8")
        }
        return .string(text)
    }

    private static func json(at path: String) throws(Failure) -> JSON {
        let bytes = try bytes(of: path)
        do { return try JSON(parsing: bytes) } catch {
            throw Failure(description: "\(path): the file is not JSON: \(error)")
        }
    }

    private static func bytes(of path: String) throws(Failure) -> [UInt8] {
        do throws(WholeFile.Failure) { return try WholeFile.read(path, .importFile) } catch {
            throw Failure(description: error.description)
        }
    }

    // MARK: Writing

    /// Writes accounts into the suite's directory, which may already contain parts of other emulators. A concurrent
    /// reader, or one after the process was killed, sees either the old accounts or the new ones.
    ///
    /// - Parameters:
    ///   - files: Contents by name.
    ///   - replacesMetadata: Whether the suite's metadata there are replaced if they cannot be read. Otherwise nothing is
    ///     written then: they say what belongs to other emulators.
    package static func write(
        _ files: [(name: String, content: [UInt8])], to path: String, replacesMetadata: Bool = false
    ) throws(Failure) {
        // Foundation makes one directory in another by recursion, for which a stack has an end.
        guard path.utf8.count <= maximumPath else {
            throw Failure(description: "The export cannot be written: its path is longer than \(maximumPath) bytes")
        }
        let problem = metadataProblem(in: path)
        if let problem, !replacesMetadata {
            throw Failure(description: "\(problem); nothing was exported. Mend or remove the file")
        }
        let staging = "\(path)/.\(accountsDirectory)-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: staging) }
        do {
            try FileManager.default.createDirectory(atPath: staging, withIntermediateDirectories: true)
            var longNames: [JSON.Member] = []
            for (file, name) in zip(files, ExportFileNames.names(for: files.map { $0.name })) {
                try Data(file.content).write(to: URL(fileURLWithPath: staging + "/" + name))
                if name != ExportFileNames.escaped(file.name) {
                    longNames.append(JSON.Member(name, .string(file.name)))
                }
            }
            if !longNames.isEmpty {
                let document = JSON.indented(JSON.object(longNames).bytes)
                try Data(document).write(to: URL(fileURLWithPath: staging + "/" + namesFile))
            }
            try exchange(staging, path + "/" + accountsDirectory)
            try writeMetadata(in: path, isNew: problem != nil)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw Failure(description: "\(path): the export cannot be written: \(error.fileReason)")
        }
    }

    /// Replaces one directory by another; if the old one exists, the two are exchanged.
    private static func exchange(_ new: String, _ old: String) throws {
        guard FileManager.default.fileExists(atPath: old) else {
            return try FileManager.default.moveItem(atPath: new, toPath: old)
        }
        if swapped(new, old) { return }
        // Some file systems cannot do that: then the old directory is missing for a moment.
        let aside = new + ".old"
        try FileManager.default.moveItem(atPath: old, toPath: aside)
        try FileManager.default.moveItem(atPath: new, toPath: old)
        try FileManager.default.removeItem(atPath: aside)
    }

    /// Puts two directories in each other's place, atomically.
    ///
    /// - Returns: Whether the system and the file system can do that.
    private static func swapped(_ one: String, _ other: String) -> Bool {
        #if canImport(Darwin)
            return renamex_np(one, other, UInt32(RENAME_SWAP)) == 0
        #else
            // Glibc hides this from who does not ask for GNU extensions, as Swift does not.
            typealias Rename =
                @convention(c) (CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt) -> CInt
            guard let symbol = dlsym(nil, "renameat2") else { return false }
            let exchange: CUnsignedInt = 2  // RENAME_EXCHANGE
            return unsafeBitCast(symbol, to: Rename.self)(AT_FDCWD, one, AT_FDCWD, other, exchange) == 0
        #endif
    }

    /// Why what the suite's metadata in a directory say cannot be kept; `nil` where it can, and where there are none.
    static func metadataProblem(in path: String) -> String? {
        let file = path + "/" + metadataFile
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        do throws(Failure) {
            return try json(at: file).objectValue == nil ? "\(file): the file is not a JSON object" : nil
        } catch {
            return error.description
        }
    }

    /// Keeps the entries of other emulators, unless the file is to be a new one.
    private static func writeMetadata(in path: String, isNew: Bool) throws {
        let file = path + "/" + metadataFile
        let isThere = !isNew && FileManager.default.fileExists(atPath: file)
        var metadata = isThere ? try json(at: file) : .emptyObject
        if metadata["version"] == nil { metadata["version"] = .string(version) }
        metadata["auth"] = ["version": .string(version), "path": .string(accountsDirectory)]
        try Data(JSON.indented(metadata.bytes)).write(to: URL(fileURLWithPath: file), options: .atomic)
    }
}

/// How the files of an export are called on disk.
enum ExportFileNames {
    /// The maximum length of a file name in bytes. Most file systems allow 255, encrypting ones as few as 143.
    private static let maximumBytes = 128

    /// The file names for these names: unchanged, except that characters which a file name cannot contain are escaped,
    /// and that names which would be too long are replaced by their hash.
    static func names(for names: [String]) -> [String] {
        var fileNames = names.map(escaped)
        var used = Set(fileNames)
        for (index, name) in fileNames.enumerated() where name.utf8.count > maximumBytes {
            var hash = stableHash(name.utf8)
            repeat {
                fileNames[index] = "accounts-\(String(hash, radix: 16)).json"
                hash &+= 1
            } while !used.insert(fileNames[index]).inserted
        }
        return fileNames
    }

    /// A tenant's ID may contain any character, a file name may not; and who lists a directory sees none of those that
    /// act on a terminal.
    static func escaped(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.isHidden || "/\\%".unicodeScalars.contains(scalar) {
                result += PercentEncoding.encode(String(scalar))
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
