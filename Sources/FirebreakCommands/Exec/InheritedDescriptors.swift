import Foundation

/// The file descriptors that our parent gave us, and that our command gets in turn (a jobserver of `make`, say).
///
/// All others are ours: a grandchild that outlives us in a session of its own would keep the server's port taken
/// with them.
struct InheritedDescriptors: Sendable {
    private let descriptors: Set<Int32>

    /// Takes stock; to be called before the process opens anything.
    init() {
        // Those that were opened meanwhile, by the language's runtime, are marked to be closed already.
        descriptors = Set(Self.open().filter { fcntl($0, F_GETFD) & FD_CLOEXEC == 0 })
    }

    /// Marks all others to be closed in a command.
    func hideOthers() {
        for descriptor in Self.open() where !descriptors.contains(descriptor) {
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Without the one that listed them, which is closed by then.
    private static func open() -> [Int32] {
        // Where there is no such directory, nothing is known to be inherited, and what we open ourselves is marked by
        // those who open it.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/fd")) ?? []
        return names.compactMap { Int32($0) }.filter { $0 > STDERR_FILENO && fcntl($0, F_GETFD) != -1 }
    }
}
