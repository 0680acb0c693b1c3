import Foundation
import Testing

/// The built `firebreak` binary, run as a user runs it.
struct Tool: Sendable {
    private let arguments: [String]
    private let environment: [String: String]

    /// What every tool gets. A sanitizer's options are for it as well: it is built with the sanitizer.
    private static let common = ProcessInfo.processInfo.environment
        .filter { ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains($0.key) }
        .merging(["PATH": "/usr/bin:/bin"]) { $1 }

    /// - Parameters:
    ///   - arguments: Without the tool's name.
    ///   - environment: All that the tool gets besides `PATH` and options of sanitizers.
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

    /// A started tool. Its streams go to files, because pipes would have to be drained meanwhile.
    final class Running: Sendable {
        let output = Scratch()
        let error = Scratch()
        let process: pid_t
        private let ended: AsyncStream<Int32>

        /// A signal that is ignored here (under nohup, or in a script's background job) would be ignored by a child.
        /// What has a handler here has the default there.
        private static let heedsSignals: Void = {
            let ignored = unsafeBitCast(SIG_IGN, to: Int.self)
            for number in [SIGINT, SIGQUIT, SIGHUP] {
                let before = signal(number) { _ in }
                if unsafeBitCast(before, to: Int.self) != ignored { signal(number, before) }
            }
        }()

        init(arguments: [String], environment: [String: String]) throws {
            Self.heedsSignals
            let process = Process()
            process.executableURL = URL(filePath: Tool.path)
            process.arguments = arguments
            process.environment = environment
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = try output.open()
            process.standardError = try error.open()
            let (ended, sink) = AsyncStream<Int32>.makeStream()
            self.ended = ended
            process.terminationHandler = { process in
                let isSignal = process.terminationReason == .uncaughtSignal
                sink.yield(process.terminationStatus + (isSignal ? 128 : 0))
                sink.finish()
            }
            try process.run()
            self.process = process.processIdentifier
        }

        func send(_ signal: Int32) {
            kill(process, signal)
        }

        /// Waits for the end; to be called once.
        func end() async throws -> Result {
            var ended = ended.makeAsyncIterator()
            let status = try #require(await ended.next())
            return Result(status: status, output: try output.text(), error: try error.text())
        }
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
