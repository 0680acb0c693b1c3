import Dispatch
import Testing

@testable import FirebreakCommands

@Suite(.timeLimit(.minutes(20)))
struct ShutdownDeadlineTests {
    @Test func `the process is ended when the time is over, whatever Swift's threads do`() async {
        let (ended, ending) = AsyncStream<Void>.makeStream()
        ShutdownDeadline(limit: .milliseconds(1)) { ending.finish() }.start()

        for await _ in ended {}
    }
}
