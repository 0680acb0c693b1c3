import Foundation
import Testing

@testable import FirebreakCommands

@Suite(.timeLimit(.minutes(5)))
struct ShutdownDeadlineTests {
    @Test func `the process is ended when the time is over, whatever Swift's threads do`() async {
        let (ended, ending) = AsyncStream<Void>.makeStream()
        ShutdownDeadline(limit: .milliseconds(1)) { ending.finish() }.start()

        for await _ in ended {}
    }

    @Test func `a signal starts the time`() async {
        // One that nothing else here listens for, and that ends nobody.
        signal(SIGURG, SIG_IGN)
        let (ended, ending) = AsyncStream<Void>.makeStream()
        let sources = ShutdownDeadline(limit: .milliseconds(1)) { ending.finish() }.start(on: [SIGURG])
        kill(getpid(), SIGURG)

        for await _ in ended {}
        for source in sources { source.cancel() }
    }
}
