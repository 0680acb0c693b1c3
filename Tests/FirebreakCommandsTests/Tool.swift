import Foundation
import Synchronization
import Testing

/// The built `firebreak` binary, run as a user runs it, with a home and a directory for temporary files of its own.
struct Tool: Sendable {
    private let arguments: [String]
    private let environment: [String: String]

    /// What every tool gets. A sanitizer's options are for it as well: it is built with the sanitizer.
    private static let common = ProcessInfo.processInfo.environment
        .filter { ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key) }
        .merging(["PATH": "/usr/bin:/bin"]) { $1 }

    /// - Parameters:
    ///   - arguments: Without the tool's name.
    ///   - environment: All that the tool gets besides `PATH`, its directories and options of sanitizers.
    init(_ arguments: [String], environment: [String: String] = [:]) {
        self.arguments = arguments
        self.environment = environment.merging(Self.common) { $1 }
    }

    /// Where the built binary is: the products of a build are beside each other, also beside the bundle of tests.
    static var path: String {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "firebreak").path
    }

    struct Result: Sendable {
        var status: Int32
        var output: String
        var error: String
    }

    /// Runs the tool to its end.
    func run() async throws -> Result {
        try await start().end()
    }

    /// Starts the tool.
    func start() throws -> Running {
        try Running(arguments: arguments, environment: environment)
    }

    /// A started tool, which ends with this value. Its streams go to files, because pipes would have to be drained
    /// meanwhile.
    final class Running: Sendable {
        let output = Scratch()
        let error = Scratch()
        let process: pid_t
        private let ended: AsyncStream<Int32>
        private let isRunning: Flag
        /// Where it works, and all that it finds of the machine's files: it looks no further up than its home.
        private let home = Scratch()

        /// Whether the number of a process is still its own.
        private final class Flag: Sendable {
            let value = Mutex(true)
        }

        init(arguments: [String], environment: [String: String]) throws {
            InheritedSignals.areHeeded
            try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
            let isRunning = Flag()
            self.isRunning = isRunning
            let process = Process()
            process.executableURL = URL(filePath: Tool.path)
            process.arguments = arguments
            process.environment = environment.merging(["HOME": home.path, "TMPDIR": home.path]) { given, _ in given }
            process.currentDirectoryURL = URL(filePath: home.path)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try output.open()
            process.standardError = try error.open()
            let (ended, sink) = AsyncStream<Int32>.makeStream()
            self.ended = ended
            process.terminationHandler = { process in
                isRunning.value.withLock { $0 = false }
                let isSignal = process.terminationReason == .uncaughtSignal
                sink.yield(process.terminationStatus + (isSignal ? 128 : 0))
                sink.finish()
            }
            InheritedSignals.unblock()
            try process.run()
            self.process = process.processIdentifier
        }

        deinit { send(SIGKILL) }

        func send(_ signal: Int32) {
            isRunning.value.withLock { if $0 { _ = kill(process, signal) } }
        }

        /// The line that the tool has written, as soon as it is there.
        ///
        /// - Throws: ``EndedWithoutLine`` if the tool ends before, so that nothing is awaited for ever.
        func line() async throws -> String {
            while true {
                // Asked for first: what it wrote last is in the file then.
                let isOver = isRunning.value.withLock { !$0 }
                if let line = output.lineSoFar { return line }
                if isOver { throw EndedWithoutLine(output: try output.text(), error: try error.text()) }
                try await Task.sleep(for: .milliseconds(5))
            }
        }

        struct EndedWithoutLine: Error {
            var output: String
            var error: String
        }

        /// Waits for the end; to be called once.
        func end() async throws -> Result {
            var ended = ended.makeAsyncIterator()
            let status = try #require(await ended.next())
            return Result(status: status, output: try output.text(), error: try error.text())
        }
    }
}

/// What this process ignores and blocks would be ignored and blocked by its children: under nohup, or in a script's
/// background job.
enum InheritedSignals {
    /// Lets this process ignore no signal. What has a handler here has the default there.
    static let areHeeded: Void = {
        let (ignored, failed) = (bits(SIG_IGN), bits(SIG_ERR))
        for number: Int32 in 1...31 where ![SIGKILL, SIGSTOP].contains(number) {
            // A handler would keep children from being waited for, or return to what raised a fault.
            let isSpecial = [SIGCHLD, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT].contains(number)
            let before = isSpecial ? signal(number, SIG_DFL) : signal(number) { _ in }
            if ![ignored, failed].contains(bits(before)) { signal(number, before) }
        }
    }()

    private static func bits(_ handler: (@convention(c) (Int32) -> Void)?) -> Int {
        unsafeBitCast(handler, to: Int.self)
    }

    /// Lets this thread block no signal.
    static func unblock() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }
}

extension Scratch {
    func open() throws -> FileHandle {
        try Data().write(to: URL(filePath: path))
        return try FileHandle(forWritingTo: URL(filePath: path))
    }

    func text() throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }
}
