import FirebreakCommands
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ChildProcessTests {
    @Test(arguments: [0, 1, 7, 255] as [Int32])
    func `the command's code is the outcome`(_ code: Int32) async throws {
        let outcome = try await run(["/bin/sh", "-c", "exit \(code)"])

        #expect(outcome == .exited(code))
        #expect(outcome.exitCode == code)
    }

    @Test func `death by a signal is 128 and the signal`() async throws {
        let outcome = try await run(["/bin/sh", "-c", "kill -9 $$"])

        #expect(outcome == .signaled(SIGKILL))
        #expect(outcome.exitCode == 137)
    }

    @Test func `a missing command is 127, one that cannot be run 126`() async throws {
        let missing = await #expect(throws: LaunchFailure.self) { try await run(["firebreak-no-such-command"]) }
        #expect(missing?.exitCode == 127)

        let directory = await #expect(throws: LaunchFailure.self) { try await run(["/tmp"]) }
        #expect(directory?.exitCode == 126)

        let file = await #expect(throws: LaunchFailure.self) { try await run(["/etc/passwd"]) }
        #expect(file?.exitCode == 126)
    }

    @Test func `commands are found in the path and get exactly their environment`() async throws {
        let script = #"test "$A" = "b c" && test -z "$HOME""#

        #expect(try await run(["sh", "-c", script], environment: ["A": "b c"]) == .exited(0))
    }

    @Test func `broken pipes end the command's parts as usual, although we ignore them`() async throws {
        StandardStream.ignoreBrokenPipes()

        #expect(try await run(["/bin/sh", "-c", "kill -13 $$"]) == .signaled(SIGPIPE))
    }

    @Test func `a signal is passed on, and the command may end as it likes`() async throws {
        let file = Scratch()
        let outcome = try await run(
            ["/bin/sh", "-c", "trap 'exit 3' TERM; echo ready > \(file.path); while :; do sleep 0.02; done"],
            signal: SIGTERM,
            when: file
        )

        #expect(outcome == .exited(3))
    }

    @Test func `a command that ignores signals is killed when the grace time is over`() async throws {
        let file = Scratch()
        let start = ContinuousClock.now
        let outcome = try await run(
            ["/bin/sh", "-c", "trap '' TERM INT HUP; echo ready > \(file.path); while :; do sleep 0.02; done"],
            grace: .milliseconds(300),
            signal: SIGTERM,
            when: file
        )

        #expect(outcome == .signaled(SIGKILL))
        #expect(ContinuousClock.now - start >= .milliseconds(300))
    }

    @Test func `a stopped command ends by the signal it got`() async throws {
        let file = Scratch()
        let outcome = try await run(
            ["/bin/sh", "-c", "echo ready > \(file.path); kill -STOP $$; sleep 60"],
            signal: SIGTERM,
            when: file
        )

        #expect(outcome == .signaled(SIGTERM))
    }

    @Test func `signals that do not ask for the end do not start the clock`() async throws {
        let file = Scratch()
        let outcome = try await run(
            [
                "/bin/sh", "-c",
                "trap 'sleep 0.3; exit 5' USR1; echo ready > \(file.path); while :; do sleep 0.02; done",
            ],
            grace: .milliseconds(10),
            signal: SIGUSR1,
            when: file
        )

        #expect(outcome == .exited(5))
    }

    @Test func `what the command leaves behind is killed`() async throws {
        let file = Scratch()
        let outcome = try await run(["/bin/sh", "-c", "sleep 600 & echo $! > \(file.path); exit 4"])

        #expect(outcome == .exited(4))
        let process = try #require(pid_t(try await file.line()))
        try await expectEnd(of: process)
    }

    @Test func `children that ignore the signal are killed with a command that heeds it`() async throws {
        let file = Scratch()
        let child = "trap '' TERM; while :; do sleep 0.02; done"
        let outcome = try await run(
            ["/bin/sh", "-c", "sh -c \"\(child)\" & echo $! > \(file.path); wait"],
            signal: SIGTERM,
            when: file
        )

        #expect(outcome == .signaled(SIGTERM))
        try await expectEnd(of: try #require(pid_t(try await file.line())))
    }

    @Test func `cancellation kills the command and its children`() async throws {
        let file = Scratch()
        let command = Task { try await run(["/bin/sh", "-c", "sleep 600 & echo $! > \(file.path); wait"]) }
        let process = try #require(pid_t(try await file.line()))
        command.cancel()

        #expect(try await command.value == .signaled(SIGKILL))
        try await expectEnd(of: process)
    }

    /// Runs a command, and sends it a signal once a file has content.
    private func run(
        _ command: [String],
        environment: [String: String] = ["PATH": "/usr/bin:/bin"],
        grace: Duration = .seconds(30),
        signal: Int32? = nil,
        when file: Scratch? = nil
    ) async throws -> ChildOutcome {
        InheritedSignals.areHeeded
        let (signals, sink) = AsyncStream<Int32>.makeStream()
        async let outcome = ChildProcess(command: command, environment: environment, grace: grace)
            .run(forwarding: signals)
        if let file, let signal {
            _ = try await file.line()
            sink.yield(signal)
        }
        return try await outcome
    }
}

/// A file that a command writes a line to, when it is as far as the test needs it.
final class Scratch: Sendable {
    let path = URL.temporaryDirectory.appending(path: "firebreak-\(UUID())").path

    deinit {
        // Some tests end without the file, and nobody misses one that stays.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The line, as soon as it is there. Files cannot be awaited, so this looks again and again.
    func line() async throws -> String {
        while true {
            if let lineSoFar { return lineSoFar }
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    /// The line, if it is there.
    var lineSoFar: String? {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8), text.hasSuffix("\n") else { return nil }
        return String(text.dropLast())
    }
}

/// Returns when a process is gone or waits to be reaped by whoever adopted it; the time limit ends a test otherwise.
func expectEnd(of process: pid_t) async throws {
    while kill(process, 0) == 0 {
        let state = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?
            .split(separator: ")").last?.first { $0 != " " }
        if state == "Z" { return }
        try await Task.sleep(for: .milliseconds(5))
    }
}
