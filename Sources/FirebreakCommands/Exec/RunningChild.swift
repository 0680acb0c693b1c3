import Foundation
import Synchronization

/// A started command, leader of its own process group.
///
/// It is waited for on a separate thread: waiting blocks, and the cooperative threads belong to the server. While the
/// command has the terminal, that thread also plays the part of a shell, see ``Terminal``.
final class RunningChild: Sendable {
    private let leader: pid_t
    private let watchdog: Watchdog?
    /// Prevents sending after reaping, when the group's number may have been reused.
    private let isReaped = Mutex(false)

    /// Starts the command.
    ///
    /// - Throws: ``LaunchFailure``.
    init(command: [String], environment: [String: String]) throws {
        // A parent may have made us ignore it, and then the kernel would discard the exit code.
        signal(SIGCHLD, SIG_DFL)
        watchdog = Watchdog()
        do {
            leader = try SpawnRequest(command: command, environment: environment).spawn()
        } catch {
            watchdog?.dismiss()
            throw error
        }
        watchdog?.watch(leader)
    }

    /// Sends a signal to the whole group; does nothing once the command has ended.
    func send(_ signal: Int32) {
        isReaped.withLock { isReaped in
            if !isReaped { kill(-leader, signal) }
        }
    }

    /// Waits for the end; must be called only once.
    func outcome() async -> ChildOutcome {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.supervise()) }
        }
    }

    private func supervise() -> ChildOutcome {
        prepareSignals()
        defer { watchdog?.dismiss() }
        var terminal = Terminal()
        if isatty(STDOUT_FILENO) == 1 {
            _ = terminal?.lend(to: leader)
        }

        while let stopSignal = waitForStop() {
            handleStop(by: stopSignal, &terminal)
        }
        terminal?.takeBack()
        return reap()
    }

    /// Prepares this thread to handle the terminal; it inherited the mask of a pool's thread, which blocks all signals.
    private func prepareSignals() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTTOU)
        // Otherwise the kernel would stop us when we take the terminal back from the background.
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        sigemptyset(&signals)
        sigaddset(&signals, SIGTSTP)
        // We stop ourselves with it, and must not continue before it is delivered.
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Waits until the command stops or ends, without reaping it.
    ///
    /// - Returns: The signal that stopped it, `nil` if it ended.
    private func waitForStop() -> Int32? {
        var info = siginfo_t()
        while waitid(P_PID, id_t(leader), &info, WEXITED | WSTOPPED | WNOWAIT) == -1, errno == EINTR {}
        guard info.si_code == Int32(CLD_STOPPED) else { return nil }
        // Consumes the stop, or the next call would report it again.
        waitid(P_PID, id_t(leader), &info, WSTOPPED | WNOHANG)
        return info.stopSignal
    }

    /// Does what a shell does when a job stops.
    private func handleStop(by signal: Int32, _ terminal: inout Terminal?) {
        let wantsTerminal = signal == SIGTTIN || signal == SIGTTOU
        if wantsTerminal, terminal?.lend(to: leader) == true {
            send(SIGCONT)
            return
        }
        guard terminal?.isLent == true || wantsTerminal else { return }  // another process stopped it on purpose

        // Ctrl-Z: stop as well, so that our shell takes over. The call returns when we are continued; at once if no
        // shell controls us, since the kernel does not stop orphaned jobs.
        terminal?.takeBack()
        pthread_kill(pthread_self(), SIGTSTP)
        let hasTerminal = terminal?.lend(to: leader) == true
        // Otherwise not, because it would stop again at once for lack of the terminal.
        if hasTerminal || !wantsTerminal { send(SIGCONT) }
    }

    private func reap() -> ChildOutcome {
        // Used only if the command was reaped elsewhere; an unknown status is not a success.
        var status: Int32 = 1 << 8
        isReaped.withLock { isReaped in
            // The unreaped leader still holds the group's number, so this cannot hit another group.
            kill(-leader, SIGKILL)
            while waitpid(leader, &status, 0) == -1, errno == EINTR {}
            isReaped = true
        }
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .signaled(signal)
    }
}

extension siginfo_t {
    /// The signal that stopped the child, for a report with `CLD_STOPPED`.
    fileprivate var stopSignal: Int32 {
        #if canImport(Glibc)
            _sifields._sigchld.si_status
        #elseif canImport(Musl)
            __si_fields.__si_common.__second.__sigchld.si_status
        #else
            si_status
        #endif
    }
}
