import FirebreakOperations
import FirebreakTestSupport
import FirebreakWire
import Foundation
import Synchronization
import Testing

@testable import Firebreak

/// blocking-functions.md section 8: what is kept of a Functions emulator's answers, and what the log says.
struct FunctionsEmulatorTests {
    private typealias Answer = Result<OutgoingRequest.Response, OutgoingRequest.Failure>

    private static let origin = "http://127.0.0.1:5001"
    private static let good = list([trigger()])

    /// A Functions emulator, or a hub, that answers what a test says, and the one that asks it.
    private struct Fixture {
        let emulator: FunctionsEmulator
        let log = RecordedLines()
        private let answer: Answers

        private final class Answers: Sendable {
            let next: Mutex<Answer>
            init(_ answer: Answer) { next = Mutex(answer) }
        }

        init(_ answer: Answer, _ source: String = "127.0.0.1:5001", hub: HubFinder? = nil) throws {
            let answers = Answers(answer)
            self.answer = answers
            let source = try #require(source == "hub" ? .hub : EmulatorAddress(source).map(FunctionsSource.at))
            emulator = FunctionsEmulator(
                source, for: "demo-shop", hub: hub ?? HubFinder(address: nil, file: nil), freshness: .zero,
                { _ throws(OutgoingRequest.Failure) in try answers.next.withLock { $0 }.get() }, log.logger)
        }

        func ask(_ next: Answer? = nil) async -> FoundFunctions? {
            if let next { answer.next.withLock { $0 = next } }
            return await emulator.current()
        }
    }

    private static func body(_ text: String, status: Int = 200) -> Answer {
        .success(.init(status: status, body: Array(text.utf8)))
    }

    private static func trigger(
        _ name: JSON = "before", _ event: String = "beforeCreate", region: JSON = "us-central1"
    ) -> JSON {
        [
            "region": region, "name": name,
            "blockingTrigger": ["eventType": .string("providers/cloud.auth/eventTypes/user.\(event)")],
        ]
    }

    private static func list(_ triggers: JSON) -> Answer {
        let document: JSON = ["backends": [["directory": "/f", "functionTriggers": triggers]]]
        return body(document.text)
    }

    private static let unusable: [(answer: Answer, reason: String)] = [
        (body("nonsense"), "is not a Functions emulator"),
        (body(#"{"backends":{"0":{}}}"#), "is not a Functions emulator"),
        (body(String(repeating: "[", count: 100_000)), "is not a Functions emulator"),
        (body(#"{"backends":[7]}"#), "because of its backends[0]"),
        (list("none"), "because of its backends[0].functionTriggers"),
        (list(["text"]), "because of its backends[0].functionTriggers[0]"),
        (list([trigger(), trigger("../admin")]), "because of its backends[0].functionTriggers[1].name"),
        (list([trigger(region: "a\u{1B}[2J\nb")]), "because of its backends[0].functionTriggers[0].region"),
        (list([trigger("x", "beforeCreate", region: 7)]), "because of its backends[0].functionTriggers[0].region"),
        (body("{}", status: 404), "answers with HTTP status 404"),
        (.failure(.tooLarge), "the answer is larger than 1 MiB"),
        (.failure(.timedOut), "there was no answer in time"),
        (.failure(.unreachable("connection refused")), "http://127.0.0.1:5001: connection refused"),
        (
            list([
                trigger(),
                [
                    "region": "r", "name": "n",
                    "eventTrigger": [
                        "eventType": "providers/firebase.auth/eventTypes/user.create",
                        "resource": "projects/demo\u{7}other",
                    ],
                ],
            ]), #"runs for project demo\u{7}other, not for demo-shop"#
        ),
    ]

    @Test(arguments: unusable.indices)
    func `an answer that cannot be used changes nothing, and is a sentence`(_ index: Int) async throws {
        let (answer, reason) = Self.unusable[index]
        let fixture = try Fixture(Self.good)
        let known = try #require(await fixture.ask())

        for _ in 0..<3 {
            let now = await fixture.ask(answer)
            #expect(now?.triggers == known.triggers)
            #expect(now?.isReachable == false)
        }
        let lines = fixture.log.lines.filter { $0.hasPrefix("The Functions emulator does not say any more") }
        #expect(lines.count == 1 && fixture.log.lines.count == 2, "\(fixture.log.lines)")
        #expect(lines.first?.contains(reason) == true, "\(lines)")

        #expect(await fixture.ask(Self.good) == known)
        #expect(fixture.log.lines.count == 3)
    }

    @Test(arguments: unusable.indices)
    func `an emulator that only ever answered so has no functions`(_ index: Int) async throws {
        let (answer, reason) = Self.unusable[index]
        let fixture = try Fixture(answer)

        for _ in 0..<3 { #expect(await fixture.ask() == nil) }
        #expect(fixture.log.lines.count == 1)
        #expect(fixture.log.lines.first?.contains(reason) == true, "\(fixture.log.lines)")
    }

    @Test func `an answer without functions counts`() async throws {
        let fixture = try Fixture(Self.good)
        _ = await fixture.ask()

        #expect(await fixture.ask(Self.list([]))?.triggers == [])
    }

    @Test func `a line of the log names some of many functions`() async throws {
        let fixture = try Fixture(Self.list(.array((0..<3000).map { Self.trigger(.string("f\($0)")) })))

        #expect(await fixture.ask()?.triggers.count == 3000)
        let line = try #require(fixture.log.lines.first)
        #expect(line.contains("beforeCreate us-central1/f9, and 2990 more"))
        #expect(line.utf8.count < 1000)
    }

    @Test func `of the two addresses of localhost, the one that answers is told`() async throws {
        let log = RecordedLines()
        let address = try #require(EmulatorAddress("localhost:5001"))
        let emulator = FunctionsEmulator(
            .at(address), for: "demo-shop", hub: HubFinder(address: nil, file: nil), freshness: .zero,
            { url throws(OutgoingRequest.Failure) in
                guard url.hasPrefix("http://127.0.0.1") else { throw .unreachable("connection refused") }
                return .init(status: 500, body: [])
            }, log.logger)

        #expect(await emulator.current() == nil)
        #expect(log.lines.first?.contains("http://127.0.0.1:5001 answers with HTTP status 500") == true)
    }

    // MARK: Hubs

    @Test(
        arguments: [
            "", "[]", #"{"functions":7}"#, #"{"functions":{"host":"h","port":"5001"}}"#,
            #"{"functions":{"host":"a/b?c","port":5001}}"#, #"{"functions":{"host":"h","port":99999999999999999999}}"#,
            #"{"functions":{"host":"\u0000\u001b[2J","port":5001}}"#,
            String(repeating: #"{"functions":"#, count: 50_000),
        ])
    func `what a hub answers that names no emulator is not a warning`(_ answer: String) async throws {
        let hub = HubFinder(address: EmulatorAddress("127.0.0.1:4400"), file: nil)
        let fixture = try Fixture(Self.body(answer), "hub", hub: hub)

        for _ in 0..<3 { #expect(await fixture.ask() == nil) }
        #expect(
            fixture.log.lines == [
                "No functions are called until a hub names a Functions emulator: the hub at http://127.0.0.1:4400 names "
                    + "no functions emulator [:]"
            ])
    }

    @Test func `the hub of this process is not asked`() async throws {
        try await withTemporaryDirectory { directory in
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            let file = try #require(HubFile(project: "demo-shop", in: directory))
            try file.write(
                .init(
                    origins: ["http://127.0.0.1:4400"],
                    processID: Int(ProcessInfo.processInfo.processIdentifier)))
            let finder = HubFinder(address: nil, file: file)

            await #expect(throws: HubFinder.Failure.self) {
                try await finder.emulator("functions") { url throws(OutgoingRequest.Failure) in
                    Issue.record("\(url) was asked")
                    throw .timedOut
                }
            }
        }
    }
}
