import Foundation

/// The file descriptors that we inherited and that our command inherits in turn (a jobserver of `make`, say).
///
/// All others are ours: if a grandchild that outlives us in a session of its own inherited them, the server's port
/// would stay taken.
struct InheritedDescriptors: Sendable {
    private let descriptors: Set<Int32>

    /// Recorded when this is first asked for, which must be before the process opens any.
    static let atLaunch = InheritedDescriptors()

    private init() {
        // Those that the language's runtime has opened meanwhile are already marked to be closed.
        descriptors = Set(Self.open().filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 })
    }

    /// Marks all others to be closed in a command.
    func hideOthers() {
        for descriptor in Self.open() where !descriptors.contains(descriptor) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Without the one used to list them, which is closed by then.
    private static func open() -> [Int32] {
        // Without that directory nothing is known to be inherited, and each descriptor we open is marked by the code
        // that opens it.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 > STDERR_FILENO && fcntl($0, F_GETFD) != -1 }
    }
}
