import Firebreak
import FirebreakWire
import Foundation
import Logging
import Synchronization

/// The file of a run, which is there while the command runs, so that a run that is killed leaves it, and stays only if the
/// command fails.
final class KeptRunFile: Sendable {
    static let variable = "FIREBREAK_KEEP_ON_FAILURE"

    private let file: OutputFile
    private let emulator: Emulator
    private let command: [String]
    private let lock = TaskLock()
    /// Whether the command has ended, after which the file is as it is.
    private let isOver = Atomic(false)

    /// The shortest time between two looks at whether something has changed.
    private static let pause = Duration.seconds(1)
    /// A large run is written for so small a part of the time.
    private static let share = 10

    /// - Throws: ``CommandFailure`` with ``ExitStatus/usage`` where the file cannot be written.
    init(_ path: String, _ emulator: Emulator, _ command: [String]) throws {
        file = OutputFile(path: path)
        self.emulator = emulator
        self.command = command
        try file.check(for: "--keep-on-failure")
        // One that an earlier run left is not of this one.
        file.remove()
    }

    /// Writes it whenever something has changed, until the task is cancelled.
    func keepUp(logger: Logger) async {
        var written: Int?
        var pause = Self.pause
        while !Task.isCancelled {
            let count = emulator.changeCount
            if written != count {
                let start = ContinuousClock.now
                await write(exitCode: nil, logger)
                written = count
                pause = max(Self.pause, (ContinuousClock.now - start) * Self.share)
            }
            do { try await Task.sleep(for: pause) } catch { return }
        }
    }

    /// Writes it for the last time, or removes it.
    func end(_ outcome: ChildOutcome, logger: Logger) async {
        isOver.store(true, ordering: .sequentiallyConsistent)
        guard outcome != .exited(0) else {
            // One that is being written is removed as well.
            try? await lock.run { _ in file.remove() }
            return
        }
        await write(exitCode: Int(outcome.exitCode), logger)
        logger.notice("The run is kept: firebreak open \(ShellWord.quoted(file.path))")
    }

    private func write(exitCode: Int?, _ logger: Logger) async {
        do {
            try await lock.run { _ in
                guard exitCode != nil || !isOver.load(ordering: .sequentiallyConsistent) else { return }
                try await emulator.keepRun(of: command, exitCode: exitCode, in: file.path)
            }
        } catch {
            logger.warning("The run is not kept: \(error)")
        }
    }
}
