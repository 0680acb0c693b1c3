import FirebreakOperations
import FirebreakWire
import Foundation

/// The file in the temporary directory by which programs find the hub of a project's emulators.
package struct HubFile: Sendable {
    /// Where a hub is, and which process it is of.
    package struct Locator: Sendable, Equatable {
        /// Schemes, hosts and ports.
        package var origins: [String]
        /// `nil` in files of older versions of the CLI.
        var processID: Int?
    }

    /// Why it cannot be written.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Bytes of the largest file that is read.
    private static let maximumSize = 64 * 1024

    let path: String

    /// - Returns: `nil` for a project whose ID cannot be part of a file's name.
    package init?(project: String, in directory: String = FileManager.default.temporaryDirectory.path) {
        guard !project.isEmpty, project.utf8.count <= 128,
            project.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "-_.:".utf8.contains($0) })
        else { return nil }
        path = "\(directory)/hub-\(project).json"
    }

    /// What the file says; `nil` if there is none that can be used.
    package func read() -> Locator? {
        guard let data = content, let document = try? JSON(parsing: Array(data), keys: .verbatim) else { return nil }
        var origins = document["origins"]?.arrayValue?.compactMap(\.stringValue) ?? []
        if origins.isEmpty, let host = document["host"]?.stringValue, let port = document["port"]?.integerValue,
            let address = EmulatorAddress(host: host, port: Int(port))
        {
            origins = address.origins
        }
        origins = origins.prefix(4).compactMap { EmulatorAddress(origin: $0) }.flatMap(\.origins)
        return origins.isEmpty
            ? nil : Locator(origins: origins, processID: (document["pid"]?.integerValue).map(Int.init))
    }

    /// Whether there is a file that another user made or can write. Nothing in it is believed: it says where events and
    /// tokens are sent, and every user of the machine can put one there.
    var isOfOthers: Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && !Self.isTrusted(status)
    }

    /// Whether a file is this user's or root's, and no other user can write it. That this user may be root itself makes
    /// no difference.
    private static func isTrusted(_ status: stat) -> Bool {
        (status.st_uid == geteuid() || status.st_uid == 0) && status.st_mode & (S_IWGRP | S_IWOTH) == 0
    }

    /// What is in the file; `nil` for what is not a file, is too large, or is not to be trusted.
    private var content: Data? {
        // Neither follows a link, nor waits for who writes to a pipe.
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            Self.isTrusted(status),
            let data = try? file.read(upToCount: Self.maximumSize + 1), data.count <= Self.maximumSize
        else { return nil }
        return data
    }

    /// Replaces the file. What it may link to is left alone.
    ///
    /// - Throws: ``Failure``.
    func write(_ locator: Locator) throws(Failure) {
        let temporary = "\(path).\(UUID().uuidString)"
        do {
            try Data(Self.document(locator).bytes).write(to: URL(filePath: temporary), options: .withoutOverwriting)
        } catch {
            throw Failure(description: "\(path): \(error.localizedDescription)")
        }
        // Where new files are the group's as well, this one would not be believed.
        chmod(temporary, S_IRUSR | S_IWUSR | S_IRGRP | S_IROTH)
        guard rename(temporary, path) == 0 else {
            let reason = SystemError.text(errno)
            // It may be gone by now.
            try? FileManager.default.removeItem(atPath: temporary)
            throw Failure(description: "\(path): \(reason)")
        }
    }

    /// Removes the file, unless another hub has replaced it.
    func remove(_ locator: Locator) {
        guard read() == locator else { return }
        // It may have gone by itself.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The file's content, which is what a hub says of itself as well.
    static func document(_ locator: Locator) -> JSON {
        var document: JSON = [
            // The CLI takes no notice of a hub of another version than its own.
            "version": .string(ExportDirectory.version), "origins": .array(locator.origins.map(JSON.string)),
        ]
        document["pid"] = locator.processID.map { .int($0) }
        return document
    }
}

/// Asks the hub of the Firebase CLI's emulators.
struct HubFinder: Sendable {
    /// Why it does not tell.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Where it is; `nil` for the one that the file names.
    let address: EmulatorAddress?
    /// `nil` for a project that can have none.
    let file: HubFile?

    /// Where one of the emulators is.
    ///
    /// - Parameter name: As the CLI calls it, such as `functions`.
    func emulator(_ name: String, _ get: FunctionsEmulator.Getter) async throws(Failure) -> EmulatorAddress {
        let locator = file?.read()
        // The file may name this process' own hub, which knows of no other emulator.
        let isOwn = locator?.processID == Int(ProcessInfo.processInfo.processIdentifier)
        guard let origins = address?.origins ?? (isOwn ? nil : locator?.origins) else {
            guard let file, file.isOfOthers else {
                throw Failure(description: "there is no hub of the project's emulators")
            }
            throw Failure(description: "\(file.path) can be written by other users, so that nothing in it is believed")
        }
        var failure = Failure(description: "the hub has no address")
        for origin in origins {
            do throws(OutgoingRequest.Failure) {
                let answer = try await get(origin + "/emulators")
                if answer.status == 200, let found = EmulatorAddress(of: name, inHubAnswer: answer.body) {
                    return found
                }
                failure = Failure(description: "the hub at \(origin) names no \(name) emulator")
            } catch {
                failure = Failure(description: "the hub at \(origin): \(error)")
            }
        }
        throw failure
    }
}
