import Foundation
import UnixSignals

/// The signals that `exec` passes on to its command.
enum ForwardedSignals {
    /// Starts catching them.
    ///
    /// Signals that are ignored on entry stay ignored, by us and by the command: SIGHUP under `nohup`, SIGINT in a
    /// script's background job. SIGTERM is always caught; otherwise only SIGKILL would end us.
    static func trap() async -> UnixSignalsSequence {
        let candidates: [UnixSignal] = [.sigint, .sighup, .sigquit, .sigusr1, .sigusr2]
        return await UnixSignalsSequence(trapping: candidates.filter { !isIgnored($0.rawValue) } + [.sigterm])
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #elseif canImport(Musl)
            let handler = action.__sa_handler.sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        // Functions cannot be compared, their addresses can; SIG_IGN is not a function but the address 1.
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
