import FirebreakWire
import Foundation
import Synchronization

/// A terminal that this process writes to, with a line at its end that tells of progress.
final class TerminalScreen: Sendable {
    /// The terminal on standard error; `nil` if that is a file or a pipe.
    static let standardError: TerminalScreen? =
        isatty(STDERR_FILENO) == 1
        ? TerminalScreen(
            TerminalStyle(environment: ProcessInfo.processInfo.environment),
            write: UnwaitingStream.standardError.write) : nil

    let style: TerminalStyle
    private let write: @Sendable (String) -> Void
    /// The width, which can change.
    private let columns: @Sendable () -> Int
    /// What is on the last line, if it is there for a while only.
    private let progress = Mutex("")

    init(
        _ style: TerminalStyle, columns: @escaping @Sendable () -> Int = columnsOfStandardError,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.style = style
        self.columns = columns
        self.write = write
    }

    /// - Returns: 80 for a terminal that does not say it.
    static func columnsOfStandardError() -> Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 1 else { return 80 }
        return Int(size.ws_col)
    }

    /// Writes text with its line feeds.
    func print(_ text: String) {
        progress.withLock { progress in
            write((progress.isEmpty ? "" : TerminalStyle.lineStart) + text + progress)
        }
    }

    /// Shows a line until another is shown, or until it is empty; nothing where the cursor cannot be moved.
    fileprivate func show(_ line: String) {
        guard style.movesCursor else { return }
        // Of a line that goes on below, only the last part could be removed.
        let line = String(line.prefix(columns() - 1))
        progress.withLock { progress in
            if !progress.isEmpty { write(TerminalStyle.lineStart) }
            progress = line
            if !line.isEmpty { write(line) }
        }
    }
}

extension TerminalScreen? {
    /// Does some work, and says on the terminal for how long, once it takes longer than a second.
    ///
    /// - Parameter activity: What is done, such as `Importing users.json`.
    func showing<Result>(_ activity: String, _ work: () async throws -> Result) async rethrows -> Result {
        guard let screen = self else { return try await work() }
        let start = ContinuousClock.now
        let ticking = Task {
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                screen.show("\(activity.visible) … \((ContinuousClock.now - start).components.seconds) s")
            }
            screen.show("")
        }
        // The line has to be gone before anything else is printed, or the process ends.
        func end() async {
            ticking.cancel()
            await ticking.value
        }
        do {
            let result = try await work()
            await end()
            return result
        } catch {
            await end()
            throw error
        }
    }
}

/// What a terminal can do with text.
///
/// All that it gets is visible text (`String.visible`), between sequences that stand here.
struct TerminalStyle: Sendable {
    enum Color: Int {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
    }

    /// Moves the cursor to the start of its line, and empties the line.
    fileprivate static let lineStart = "\r\u{1B}[K"

    let hasColors: Bool
    let hasLinks: Bool
    let movesCursor: Bool

    init(environment: [String: String]) {
        let terminal = environment.variable("TERM") ?? "dumb"
        movesCursor = terminal != "dumb"
        hasColors = movesCursor && environment.variable("NO_COLOR") == nil
        // Terminals do not say it; those that know nothing of links show some of the sequence.
        let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio"]
        hasLinks =
            movesCursor
            && (["VTE_VERSION", "KONSOLE_VERSION", "KITTY_WINDOW_ID", "WT_SESSION"]
                .contains { environment.variable($0) != nil }
                || programs.contains(environment.variable("TERM_PROGRAM") ?? "")
                || ["xterm-kitty", "alacritty", "foot"].contains(terminal))
    }

    /// Text that may come from anywhere, in a colour.
    func text(_ text: String, _ color: Color? = nil) -> String {
        guard hasColors, let color, !text.isEmpty else { return text.visible }
        return "\u{1B}[\(color.rawValue)m\(text.visible)\u{1B}[0m"
    }

    /// Text that may come from anywhere, with its web addresses as links.
    func textWithLinks(_ text: String) -> String {
        text.separated(by: " ", omittingEmptySubsequences: false)
            .map {
                $0.startsWithBytes(of: "http://") || $0.startsWithBytes(of: "https://") ? link(String($0)) : $0.visible
            }
            .joined(separator: " ")
    }

    /// A web address, which a click opens.
    func link(_ address: String) -> String {
        let isPlain = address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard hasLinks, isPlain else { return address.visible }
        return "\u{1B}]8;;\(address)\u{1B}\\\(address)\u{1B}]8;;\u{1B}\\"
    }
}
